"""Tests of people, places and groups: one person over all matches, whatever the names in seats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from replay.cli.completion import complete_group, complete_place
from tests.replay.cli.conftest import Run


@pytest.fixture
def matches(run: Run) -> None:
    """Three matches; who is Bo in one is Bob in another."""
    table = ("--level", "pad", "--another")
    run("new", "wizard", "Ana", "Bo", "Cy", "--name", "oak", "--place", "Kitchen", *table)
    run("close", "oak", "--result", "20,40,30")
    run("new", "wizard", "Ana", "Bob", "Dee", "--name", "elm", "--place", "the kitchen", *table)
    run("close", "elm", "--result", "20,40,30")
    run("new", "wizard", "Dee", "Eve", "Flo", "--name", "fir", "--place", "Kitchen", *table)
    run("close", "fir", "--result", "50,40,30")


def ask(run: Run, *arguments: str) -> Any:
    """What a command prints as JSON."""
    return json.loads(run(*arguments, "--json").stdout)


def people(run: Run) -> dict[str, tuple[int, int]]:
    """Everybody's matches and wins."""
    return {each["name"]: (each["matches"], each["won"]) for each in ask(run, "people")}


def names(run: Run, *filters: str) -> set[str]:
    """The names of the matches that a filter leaves."""
    return {each["name"] for each in ask(run, "matches", *filters)}


APART = {"Ana": (2, 0), "Bo": (1, 1), "Bob": (1, 1), "Cy": (1, 0), "Dee": (2, 1)}


def test_38_a_merge_makes_two_names_one_person(run: Run, matches: None, tmp_path: Path) -> None:
    """Matches and seals stay as they are; a split takes it back."""
    file = tmp_path / "elm.match.json"
    run("export", "elm", "-o", str(file))
    before = file.read_bytes()
    assert people(run) | APART == people(run)
    assert "split “Bob”" in run("people", "merge", "Bo", "Bob").stderr
    assert people(run)["Bo"] == (2, 2)
    assert "Bob" not in people(run)
    assert names(run, "--person", "bo") == names(run, "--person", "bob") == {"oak", "elm"}
    run("export", "elm", "-o", str(file), "--force")
    assert file.read_bytes() == before
    run("verify", "--all")
    run("db", "check")
    run("people", "split", "Bob")
    assert people(run) | APART == people(run)


def test_19_a_new_name_changes_no_match(run: Run, matches: None) -> None:
    """The old one still means the person; a longer name is found by what it began with."""
    before = ask(run, "log", "oak")
    run("people", "rename", "Bo", "Boris")
    run("people", "alias", "Cy", "Zed")
    assert people(run)["Boris"] == (1, 1)
    assert names(run, "--person", "boris") == {"oak"}
    assert names(run, "--person", "zed") == {"oak"}
    assert ask(run, "log", "oak") == before


def test_people_who_sat_at_one_table_are_two(run: Run, matches: None) -> None:
    """Under any of their names; unless somebody says it all the same."""
    run("people", "merge", "Bo", "Bob")
    assert "oak" in run("people", "merge", "Cy", "Bob", code=4).stderr
    run("people", "merge", "Cy", "Bob", "--anyway")
    assert people(run)["Cy"] == (3, 2)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("merge", "Bo", "Bobb"), "Did you mean Bob"),
        (("merge", "Bo"), "people --help"),
        (("mrege", "Bo", "Bob"), "people --help"),
        (("rename", "Zoe", "Zo"), "Nobody is called"),
        (("rename", "Bo", "Ana"), "If they are one"),
        (("split", "Bo"), "not merged"),
    ],
)
def test_a_slip_is_refused(run: Run, matches: None, arguments: tuple[str, ...], said: str) -> None:
    """And it is said what can be typed instead."""
    refused = run("people", *arguments, code=None)
    assert refused.exit_code not in (0, 70)
    assert said in refused.stderr
    assert people(run) | APART == people(run)


def test_places_are_merged_and_filtered(run: Run, matches: None) -> None:
    """By any of their names, or the beginning of one."""
    assert [(each["name"], each["matches"]) for each in ask(run, "places")] == [
        ("Kitchen", 2),
        ("the kitchen", 1),
    ]
    assert names(run, "--at", "the k") == {"elm"}
    run("places", "merge", "Kitchen", "the kitchen")
    assert [(each["name"], each["matches"]) for each in ask(run, "places")] == [("Kitchen", 3)]
    assert names(run, "--at", "the k") == names(run, "--at", "KITCHEN") == {"oak", "elm", "fir"}
    assert names(run, "--at", "attic") == set()
    run("places", "split", "the kitchen")
    assert names(run, "--at", "kit") == {"oak", "fir"}


def test_08_tab_offers_places_most_used_first(run: Run, matches: None) -> None:
    """Those that begin with what was typed."""
    assert list(complete_place("")) == ["Kitchen", "the kitchen"]
    assert list(complete_place("T")) == ["the kitchen"]


def test_a_group_is_a_filter(run: Run, matches: None) -> None:
    """More than half of the people of a match belong to it, under any name."""
    run("groups", "create", "thursday", "Ana", "Bo")
    assert list(complete_group("th")) == ["thursday"]
    assert names(run, "--group", "thursday") == {"oak"}
    run("people", "merge", "Bo", "Bob")
    assert names(run, "--group", "Thursday") == {"oak", "elm"}
    assert ask(run, "groups")[0] == {"name": "thursday", "people": ["Ana", "Bo"], "matches": 2}
    run("groups", "remove", "thursday", "Ana")
    assert names(run, "--group", "thursday") == set()
    run("groups", "add", "thursday", "Dee", "Flo")
    assert names(run, "--group", "thursday") == {"elm", "fir"}
    run("groups", "rename", "thursday", "friday")
    assert [each["groups"] for each in ask(run, "people") if each["name"] == "Dee"] == [["friday"]]
    assert "friday" in run("matches", "--group", "thursady", code=None).stderr


def test_a_group_of_somebody_who_has_not_played_says_so(run: Run, matches: None) -> None:
    """A slip in a name shows."""
    said = run("groups", "create", "thursday", "Ana", "Boo").stderr
    assert "Boo has not played before" in said
    assert "Bo" in said.partition("Did you mean")[2]


def test_new_says_whom_a_new_name_may_be(run: Run, matches: None) -> None:
    """It is taken as it was typed."""
    seated = ("--another", "--level", "pad", "--name", "ash")
    said = run("new", "wizard", "Ana", "Boob", "Quirin", *seated).stderr
    assert "Boob has not played before. Did you mean Bob" in said
    assert "Quirin has" not in said
    assert people(run)["Boob"] == (1, 0)
    run("people", "merge", "Bo", "Boob")
    said = run("new", "wizard", "Ana", "Boob", "Quirin", *seated[:3], "--name", "yew").stderr
    assert "has not played" not in said


def test_the_evening_counts_wins_by_person(run: Run, matches: None) -> None:
    """Whatever the names in the seats."""
    run("people", "merge", "Bo", "Bob")
    assert ask(run, "evening")["wins"] == [{"name": "Bo", "wins": 2}, {"name": "Dee", "wins": 1}]
    run("groups", "create", "thursday", "Ana", "Bo")
    found = ask(run, "evening", "--group", "thursday")
    assert [each["name"] for each in found["matches"]] == ["oak", "elm"]


def test_a_match_file_names_nobody_else(run: Run, matches: None, tmp_path: Path) -> None:
    """Neither other names of the people, nor groups."""
    run("people", "alias", "Ana", "Secret")
    run("groups", "create", "Hidden", "Ana")
    run("export", "oak", "-o", str(tmp_path / "oak.match.json"))
    content = (tmp_path / "oak.match.json").read_text(encoding="utf-8")
    assert "Ana" in content
    assert not {"Secret", "Hidden", "Dee"} & set(content.replace('"', " ").split())


def test_everything_is_korean_too(run: Run, matches: None) -> None:
    """Headings, what was done, what is wrong."""
    assert run("people", "--lang", "ko").stdout.startswith("이름")
    assert "Bo입니다" in run("people", "merge", "Bo", "Bob", "--lang", "ko").stdout
    assert "한 테이블" in run("people", "merge", "Bo", "Cy", "--lang", "ko", code=4).stderr
    assert run("places", "--lang", "ko").stdout.startswith("장소")
    assert "모임이 없습니다" in run("groups", "--lang", "ko").stdout


def test_an_empty_ledger_has_nobody(run: Run) -> None:
    """And says what to do."""
    assert "foldtable new" in run("people").stdout
    assert "foldtable describe" in run("places").stdout
    assert "foldtable groups create" in run("groups").stdout

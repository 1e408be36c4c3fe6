"""Tests of the list of matches: what it says of each, and that it fits a terminal."""

from __future__ import annotations

import json

import pytest

from tests.replay.cli.conftest import Run


@pytest.fixture
def evening(run: Run) -> None:
    """Three matches: one with a result, one that somebody gave up, one that is open."""
    here = ("--title", "Tuesday night", "--place", "the kitchen")
    run("new", "splendor", "Ana", "Bo", "Cy", "--name", "maple", "--level", "actions", *here)
    run("close", "maple", "--result", "12,15,-3")
    run("new", "wizard", "Ana", "Bo", "Cy", "Di", "--name", "oak", "--level", "pad", "--another")
    run("close", "oak", "--result", "20,40,40,10")
    run("new", "seven-wonders-duel", "Ana", "Bo", "--name", "birch", "--another")
    run("close", "birch", "--conceded", "Bo")
    run("new", "machi-koro", "Ana", "Bo", "--name", "elm", "--another")


def test_F21_the_list_shows_result_level_place_and_title(run: Run, evening: None) -> None:
    """The points stand behind the names, a star behind who has won."""
    rows = {row.split()[0]: row for row in run("matches").stdout.splitlines()}
    for text in ("Ana 12, Bo 15*, Cy -3", "actions", "the kitchen", "Tuesday night", "finished"):
        assert text in rows["maple"]
    assert "Ana 20, Bo 40*, Cy 40*, Di 10" in rows["oak"]
    assert " pad " in rows["oak"]
    assert "Ana*, Bo " in rows["birch"]
    assert "conceded" in rows["birch"]
    assert "*" not in rows["elm"]


def test_F21_the_list_fits_eighty_columns(
    run: Run, evening: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match takes two lines there, and nothing is left out."""
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("matches").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) == 1 + 2 * 4
    first, second = lines[-2:]
    assert first.split()[0] == "maple"
    assert "Ana 12, Bo 15*, Cy -3" in first
    assert "actions" in second
    assert "Tuesday night · the kitchen" in second


def test_F21_json_has_the_winners_and_the_standing(run: Run, evening: None) -> None:
    """Every seat has its points and its rank; an open match has no standing."""
    found = {match["name"]: match for match in json.loads(run("matches", "--json").stdout)}
    maple, oak, birch, elm = (found[name] for name in ("maple", "oak", "birch", "elm"))
    assert (maple["title"], maple["place"], maple["level"]) == (
        "Tuesday night",
        "the kitchen",
        "actions",
    )
    assert maple["winners"] == ["Bo"]
    assert [(each["name"], each["points"], each["rank"]) for each in maple["standing"]] == [
        ("Ana", 12, 2),
        ("Bo", 15, 1),
        ("Cy", -3, 3),
    ]
    assert oak["winners"] == ["Bo", "Cy"]
    assert [each["rank"] for each in oak["standing"]] == [3, 1, 1, 4]
    assert birch["winners"] == ["Ana"]
    assert [(each["points"], each["rank"]) for each in birch["standing"]] == [(None, 1), (None, 2)]
    assert (elm["winners"], elm["standing"]) == ([], None)


def test_F21_the_list_is_korean_too(run: Run, evening: None) -> None:
    """Its headings, and nothing else changes."""
    heading, *rows = run("matches", "--lang", "ko").stdout.splitlines()
    assert heading.split()[:2] == ["이름", "게임"]
    assert rows[0].split()[0] == "elm"


def test_F9_an_empty_list_says_whether_there_are_matches(run: Run) -> None:
    """A first match is offered where there is none, not where none is like the one asked for."""
    assert "foldtable new" in run("matches").stdout
    run("new", "machi-koro", "Ana", "Bo", "--name", "elm")
    for asked in (("--game", "splendor"), ("--since", "2030"), ("--state", "finished")):
        said = run("matches", *asked).stdout
        assert "foldtable matches --all" in said
        assert "foldtable new" not in said

"""Tests of the commands about a match and its seats, in the shell and at the prompt."""

from __future__ import annotations

import json
from typing import Any

import pytest

from replay.cli.terminal.live import name_match
from replay.record.session import Session
from tests import table
from tests.replay.cli.conftest import Run


def list_matches(run: Run, *options: str) -> list[dict[str, Any]]:
    """Return what `matches --json` lists."""
    found: list[dict[str, Any]] = json.loads(run("matches", "--json", *options).stdout)
    return found


def test_a_match_is_described_after_it_was_closed(run: Run, maple: str) -> None:
    """Title, place and date stand in the lists; one that is not given stays."""
    run("close", maple, "--abandoned")
    said = ("--title", "Tuesday", "--place", "Kitchen", "--played", "2026-11-30")
    assert run("describe", maple, *said).stdout == (
        "title: Tuesday; place: Kitchen; played: 2026-11-30\n"
    )
    run("describe", maple, "--title", "Wednesday")
    (match,) = list_matches(run)
    assert (match["title"], match["place"], match["played"]) == (
        "Wednesday",
        "Kitchen",
        "2026-11-30",
    )
    run("verify", maple)


@pytest.mark.parametrize(
    "arguments",
    [
        ("describe", "maple"),
        ("describe", "maple", "--played", "tomorrow"),
        ("rename", "maple", "z", "Dee"),
        ("rename", "maple", "a", "Bo"),
        ("swap", "maple", "a", "a"),
        ("void", "maple", "--restore"),
    ],
)
def test_what_makes_no_sense_is_refused(run: Run, maple: str, arguments: tuple[str, ...]) -> None:
    """Nothing is recorded, and no traceback is shown."""
    before = list_matches(run)[0]["events"]
    assert run(*arguments, code=None).exit_code in (2, 3, 4)
    assert list_matches(run)[0]["events"] == before


def test_a_seat_is_renamed_and_two_are_swapped(run: Run, maple: str) -> None:
    """From here on; the log shows both names."""
    assert run("rename", maple, "bo", "Dee").stdout == "seat b is Dee from here on\n"
    run("swap", maple, "a", "Dee")
    (match,) = list_matches(run)
    assert match["seats"] == ["Dee", "Ana"]
    log = run("log", maple).stdout
    assert "Bo takes" in log
    assert "Dee and Ana have changed seats" in log
    shown = run("show", maple).stdout
    assert shown.splitlines()[0].endswith("Dee, Ana")
    assert "Bo" not in shown
    assert "Bo" in run("show", f"{maple}@4").stdout


def test_a_void_match_is_in_no_list(run: Run, maple: str) -> None:
    """Nor is it the match that a command without a name means; it can be restored."""
    run("void", maple, "--reason", "only a trial")
    assert list_matches(run) == []
    (match,) = list_matches(run, "--all")
    assert match["state"] == "void"
    run("show", code=3)
    assert "the match does not count (only a trial)" in run("log", maple).stdout
    run("void", maple, "--restore")
    assert [each["state"] for each in list_matches(run)] == ["open"]
    assert run("show").stdout


def test_the_events_are_typed_at_the_prompt(run: Run) -> None:
    """In Machi Koro `swap` is an action as well, where it can be one."""
    run("new", "machi-koro", "Ana", "Bo", "--name", "oak")
    lines = "title Tea\nswap a b\nrename a Dee\n이름 b Cy\n"
    said = run("record", "oak", given=lines).stdout
    assert said.splitlines() == [
        "title: Tea",
        "Bo and Ana have changed seats",
        "seat a is Dee from here on",
        "seat b is Cy from here on",
    ]
    (match,) = list_matches(run)
    assert (match["title"], match["seats"]) == ("Tea", ["Cy", "Dee"])


def test_the_events_are_said_in_korean(run: Run, maple: str) -> None:
    """At both doors."""
    assert "자리" in run("rename", maple, "b", "Dee", "--lang", "ko").stdout
    assert "무효로 했습니다" in run("void", maple, "--lang", "ko").stderr


def test_G12_an_unknown_game_is_said_before_anything_is_asked(run: Run, maple: str) -> None:
    """Also where a match is being played."""
    said = run("new", "splendro", "Ana", "Bo", code=None).stderr
    assert "splendro" in said
    assert maple not in said
    assert maple in run("new", "splendor", "Ana", "Bo", code=4).stderr


@pytest.mark.parametrize(("width", "shown"), [(80, "maple · Tuesday"), (20, "maple · T…")])
def test_G12_the_prompt_names_the_match_and_its_title(
    session: Session, width: int, shown: str
) -> None:
    """Cut to half the width; a match without a title has its name."""
    desk = table.open_desk(session)
    assert name_match(desk, width) == "maple"
    table.type_accepted(desk, "title Tuesday")
    assert name_match(desk, width) == shown

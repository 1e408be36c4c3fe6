"""Tests of matches that begin in the middle: with a counted position, and who is on turn."""

from __future__ import annotations

import json

import pytest

from tests.replay.cli.conftest import Run


def begin(run: Run, game: str, *lines: str, seats: int = 2, level: str = "") -> str:
    """Record lines in a new match; return the board."""
    options = ("--level", level) if level else ()
    run("new", game, *("Ana", "Bo", "Cy")[:seats], "--name", "maple", "--another", *options)
    run("record", "maple", given="\n".join(lines))
    return run("show", "maple").stdout


BEGUN = [
    ("splendor", ("= turn b", "= bank w3", "= a w1u2", "= a points 10", "= deck1 30", "wug")),
    ("machi-koro", ("= turn b", "= a 10")),
    ("seven-wonders-duel", ("= turn b", "= a.coins coin=10")),
    ("challengers", ("= a 7",)),
]


@pytest.mark.parametrize(("game", "lines"), BEGUN, ids=lambda each: str(each)[:10])
def test_G4_a_match_that_begins_with_a_count_has_nothing_unaccounted(
    run: Run, game: str, lines: tuple[str, ...]
) -> None:
    """Neither over its boards, nor for the doctor, nor when it is verified."""
    assert "unaccounted" not in begin(run, game, *lines)
    assert "unaccounted" not in run("doctor", "maple", code=None).stdout
    assert "unaccounted" not in run("verify", "maple").stdout


def test_G4_what_a_later_count_finds_is_unaccounted(run: Run) -> None:
    """Only what it adds to the beginning."""
    shown = begin(run, "splendor", "= bank w3", "wug", "= bank u1 ! counted")
    assert "unaccounted: 2 sapphires" in shown
    assert "diamond" not in shown.rpartition("unaccounted")[2]


@pytest.mark.parametrize("game", ["splendor", "machi-koro", "seven-wonders-duel", "wizard"])
def test_G4_who_is_on_turn_is_counted(run: Run, game: str) -> None:
    """At the beginning it is so; later it must be so, and is corrected where it is not."""
    begin(run, game, "= turn b", seats=3 if game == "wizard" else 2)
    assert "counted: Bo is on turn" in run("log", "maple").stdout
    (*_, last) = json.loads(run("log", "maple", "--json").stdout)
    assert last["payload"] == {"status": {"turn": 1}}
    assert last["breaches"] == []


def test_G4_a_turn_that_the_record_does_not_have_is_a_miscount(run: Run) -> None:
    """With a reason it stands, and the next action is that seat's."""
    begin(run, "splendor", "wug", level="actions")
    said = run("record", "maple", given="= turn a\n", code=1).stderr
    assert "COUNT: The record has Bo on turn, counted Ana." in said
    run("record", "maple", given="= turn a ! Bo passed\nwug\n")
    assert "Ana takes" in run("log", "maple").stdout.splitlines()[-1]


def test_G4_the_size_of_a_deck_is_counted(run: Run) -> None:
    """The deck has as many cards as were counted; more than there are is refused."""
    shown = begin(run, "splendor", "= deck1 30", "= deck 2 9")
    assert "deck 30" in shown
    assert "deck 9" in shown
    run("record", "maple", given="= deck1 36\n")
    assert "deck 36" in run("show", "maple").stdout
    run("record", "maple", given="= deck1 41\n", code=2)


def test_G4_a_count_is_korean_too(run: Run) -> None:
    """Typed and told."""
    begin(run, "splendor", "= 차례 b, bank w3")
    assert "Bo의 차례" in run("log", "maple", "--lang", "ko").stdout
    told = run("log", "maple").stdout.splitlines()[-1]
    assert told.endswith("counted: the bank: 3 diamonds; Bo is on turn")


@pytest.mark.parametrize("level", ["pad", "summary", "actions", "full"])
def test_F20_wizard_is_resumed_in_round_6_with_known_totals(run: Run, level: str) -> None:
    """The dealer is the one of that round; what follows is added to the totals."""
    begin(run, "wizard", "= round 6, 60 50 40", seats=3, level=level)
    line = "6/6 0/0 0/0"
    run("record", "maple", given=f"{line}\n")
    shown = run("show", "maple").stdout
    assert "+60 60" in shown
    assert "140 6/6" in shown.replace("*", "")
    assert "unaccounted" not in shown
    assert "> 7" in shown
    run("record", "maple", given="= round 21\n", code=2)


def test_F20_a_resumed_match_is_played_out(run: Run) -> None:
    """After the last round it is over, and the pad shows what was brought."""
    lines = ["= round 19, 60 50 40", "19/19 0/0 0/0", "0/20 0/0 0/0"]
    shown = begin(run, "wizard", *lines, seats=3, level="pad")
    assert "Bo wins" in shown
    run("close", "maple")
    (match,) = json.loads(run("matches", "--json").stdout)
    assert [each["points"] for each in match["standing"]] == [70, 90, 80]

"""Tests of the announcement of the last round, in every game that has one."""

from __future__ import annotations

import json

import pytest

from ledger.store import Ledger
from replay.desk.desk import Desk
from tests import table
from tests.replay.cli.conftest import invoke as run

PAD = [f"{n}/{n} 0/0 0/0" for n in range(1, 21)]
"""The rounds of a pad of three: the first of them takes every trick."""


def type_until_told(desk: Desk, *lines: str) -> tuple[str, str]:
    """Return all that was told before the last line, and what was told with it."""
    *before, last = (table.join_replies(table.type_accepted(desk, line)) for line in lines)
    return "\n".join(before), last


def test_G2_splendor_says_last_round_when_somebody_reaches_fifteen_points(ledger: Ledger) -> None:
    """Once, and whose turn is the last; on every screen until the end."""
    session = table.open_session(ledger, level="actions", seats=("Ana", "Bo", "Cy"))
    desk = table.open_desk(session)
    lines = ("= a.points 13", "= a.tokens k5", "wug", "wug", "wug", "b 2rk5 ! the bank was short")
    before, told = type_until_told(desk, *lines)
    assert "last round" not in before
    assert "Ana has 15 points: this is the last round. Cy has the last turn." in told
    assert "last round" not in table.join_replies(table.type_accepted(desk, "wug"))
    assert "last round" in desk.describe_other_prompts()
    ending = table.join_replies(table.type_accepted(desk, "wug"))
    assert "Ana wins." in ending
    assert "last turn" not in ending


def test_G2_splendor_says_how_many_points_somebody_has(ledger: Ledger) -> None:
    """Not how many it takes."""
    session = table.open_session(ledger, level="actions", seats=("Ana", "Bo"))
    desk = table.open_desk(session)
    lines = ("= a.points 14", "= a.tokens r7", "b 3kr7 ! the bank was short")
    _before, told = type_until_told(desk, *lines)
    assert "Ana has 18 points: this is the last round." in told


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "Round 20 is the last round."), ("ko", "20라운드가 마지막 라운드입니다.")],
)
def test_G2_wizard_says_that_the_next_round_is_the_last(
    ledger: Ledger, lang: str, said: str
) -> None:
    """With the round before it; the end is announced after it."""
    session = table.open_session(ledger, game="wizard", level="pad", seats=("Ana", "Bo", "Cy"))
    desk = table.open_desk(session, lang)
    before, told = type_until_told(desk, *PAD[:-1])
    assert said not in before
    assert said in told
    assert said not in table.join_replies(table.type_accepted(desk, PAD[-1]))


def test_G2_challengers_says_the_last_round_and_the_final(ledger: Ledger) -> None:
    """The two park results of round 6 come first; then the seventh; then the final is named."""
    session = table.open_session(
        ledger, game="challengers", level="results", seats=("Ana", "Bo", "Cy", "Di")
    )
    desk = table.open_desk(session)
    told = [table.join_replies(list(desk.handle(letter))) for letter in "".join(["abcd"] * 30)]
    assert sum("Round 7 is the last round before the final." in each for each in told) == 1
    assert any("play the final" in each or "the final follows" in each for each in told)


def test_G2_pipe_and_json_say_the_last_round() -> None:
    """What a pipe prints; `show --json` has it as a text, and as a message of the standing."""
    run("new", "wizard", "Ana", "Bo", "Cy", "--level", "pad", "--name", "pad")
    told = run("record", "pad", given="\n".join(PAD[:-1])).output
    assert told.count("Round 20 is the last round.") == 1
    shown = json.loads(run("show", "pad", "--json").output)
    assert shown["ending"] == "Round 20 is the last round."
    assert shown["standing"]["notice"] == ["notice.last-round", {"n": 20}]
    assert "Round 20 is the last round." in run("show", "pad").output

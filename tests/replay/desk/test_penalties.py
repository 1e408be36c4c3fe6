"""Tests of penalties in games that know none: a count that is less, with the reason."""

from __future__ import annotations

import pytest

from ledger.clerk import Ruling
from ledger.store import Ledger
from replay.desk.desk import Desk
from replay.explain.explanations import Explanation
from tests import table


def list_rulings(desk: Desk) -> list[str]:
    """Return the reasons of all rulings."""
    clerks = [f.entry.clerk() for f in desk.session.timeline.frames if f.entry.is_clerk]
    return [each.reason for each in clerks if isinstance(each, Ruling)]


@pytest.mark.parametrize(
    "said",
    [
        "penalty bo 1 point for cheating",
        "penalty for bo: 1 point, cheating",
        "bo loses a point for cheating",
        "take 1 point off bo for cheating",
        "bo gets a penalty of 1 point for cheating",
        "minus one for bo because of cheating",
        "bo -1 point for cheating",
        "fine bo 1 point for cheating",
    ],
)
def test_F9_points_are_taken_away_in_any_words(desk: Desk, said: str) -> None:
    table.type_accepted(desk, "wug", said)
    scores = desk.session.engine.standing(desk.session.state).scores
    assert {score.seat: score.total for score in scores} == {0: 0, 1: -1}
    assert list_rulings(desk) == ["penalty: cheating"]
    table.type_accepted(desk, "undo")
    after = desk.session.engine.standing(desk.session.state).scores
    assert [score.total for score in after] == [0, 0]


def test_F9_what_was_taken_away_is_told_and_explained(desk: Desk) -> None:
    (reply,) = table.type_accepted(desk, "penalty bo 2 points")
    frame = reply.frames[0]
    assert frame.action is not None
    assert desk.voice.action(frame.action, (), frame.intent) == "counted: Bo has -2 points"
    (told,) = table.type_accepted(desk, "why bo points")
    (shown,) = told.shows
    assert isinstance(shown, Explanation)
    assert shown.total == -2


@pytest.mark.parametrize(
    "said",
    [
        "penalty bo 2",
        "penalty bo 2 coins",
        "bo is fined 2",
        "bo pays 2 coins penalty",
        "deduct 2 from bo",
    ],
)
@pytest.mark.parametrize("game", ["machi-koro", "seven-wonders-duel"])
def test_F9_coins_are_taken_away_in_any_words(ledger: Ledger, game: str, said: str) -> None:
    session = table.open_session(ledger, game=game)
    desk = table.open_desk(session)
    had = session.state.book.size("b.coins")
    unaccounted = session.state.book.size("unaccounted")
    table.type_accepted(desk, said)
    assert session.state.book.size("b.coins") == had - 2
    if game == "seven-wonders-duel":  # the bank is counted
        assert session.state.book.size("unaccounted") == unaccounted


def test_F9_nobody_is_fined_by_what_happens_in_the_game(ledger: Ledger) -> None:
    """A café takes coins, too: without the word it is no penalty."""
    desk = table.open_desk(table.open_session(ledger, game="machi-koro"))
    assert table.type_lines(desk, "bo loses 2 coins")[0].kind == "refused"


def test_F9_a_game_with_penalties_of_its_own_records_them(ledger: Ledger) -> None:
    session = table.open_session(ledger, game="wizard", level="pad", seats=("Ana", "Bo", "Cy"))
    desk = table.open_desk(session)
    table.type_accepted(desk, "1/1 0/0 0/0", "take 10 points off cy", "penalty bo 20")
    assert [f.action.verb for f in session.timeline.frames[-2:] if f.action] == ["penalty"] * 2


def test_F9_points_that_are_worked_out_are_not_taken_away(ledger: Ledger) -> None:
    desk = table.open_desk(table.open_session(ledger, game="seven-wonders-duel"))
    (reply,) = table.type_lines(desk, "penalty bo 3 points")
    assert reply.kind == "refused"
    assert "close --result" in table.join_replies([reply])

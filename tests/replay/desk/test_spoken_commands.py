"""Tests of commands as people say them: what is undone, and who leaves or is back."""

from __future__ import annotations

import pytest

from ledger.store import Ledger
from replay.desk.desk import Desk
from tests import table


@pytest.mark.parametrize("said", ["undo", "undo that", "undo last", "undo the last one", "u it"])
def test_F9_what_was_recorded_last_is_undone_in_any_words(desk: Desk, said: str) -> None:
    table.type_accepted(desk, "wug", "wrk")
    before = desk.session.timeline.version
    told = table.join_replies(table.type_accepted(desk, said))
    assert f"Struck: {before}" in told
    assert "Ana" not in told
    table.type_accepted(desk, said.replace("undo", "redo").replace("u it", "redo it"))
    assert desk.session.timeline.frames[-1].version == before


def test_F9_a_word_that_is_no_event_is_still_refused(desk: Desk) -> None:
    table.type_accepted(desk, "wug")
    (reply,) = table.type_lines(desk, "undo everything")
    assert reply.kind == "refused"


@pytest.mark.parametrize(
    "said", ["Cy leaves", "cy has to go, last train", "Cy went home", "Cy left", "leave Cy"]
)
@pytest.mark.parametrize("game", ["wizard", "splendor", "machi-koro", "challengers"])
def test_G1_somebody_leaves_and_is_back_in_any_words(ledger: Ledger, game: str, said: str) -> None:
    session = table.open_session(ledger, game=game, seats=("Ana", "Bo", "Cy", "Dee"))
    desk = table.open_desk(session)
    assert "Cy has left" in table.join_replies(table.type_accepted(desk, said))
    assert session.engine.list_left(session.state) == (2,)
    assert "Cy is back" in table.join_replies(table.type_accepted(desk, "Cy is back"))
    assert session.engine.list_left(session.state) == ()


def test_G1_somebody_new_joins_in_a_sentence(ledger: Ledger) -> None:
    session = table.open_session(ledger, game="wizard", level="pad", seats=("Ana", "Bo", "Cy"))
    desk = table.open_desk(session)
    table.type_accepted(desk, "1/1 0/0 0/0", "Eve joins us with 20 points")
    assert tuple(session.timeline.seats) == ("Ana", "Bo", "Cy", "Eve")


@pytest.mark.parametrize(
    "said",
    ["oops, that was wgr", "amend last wgr", "amend that to wgr", "I meant wgr", "amend wgr"],
)
def test_F9_whoever_corrects_themselves_amends_what_was_told_last(desk: Desk, said: str) -> None:
    table.type_accepted(desk, "wug", "wrk")
    before = desk.session.timeline.frames[-1].version
    told = table.join_replies(table.type_accepted(desk, said))
    assert f"{before} now reads: Bo takes 1 diamond, 1 emerald, 1 ruby" in told


def test_F16_an_answer_that_nothing_asked_for_is_no_action(ledger: Ledger) -> None:
    """On a pad ``y`` would note that yellow is trump; at a terminal it was meant for a question."""
    session = table.open_session(ledger, game="wizard", level="pad", seats=("Ana", "Bo", "Cy"))
    desk = table.open_desk(session)
    desk.table.confirm = lambda _shown, _harmless: True
    (reply,) = table.type_lines(desk, "y")
    assert reply.kind == "refused"
    assert "flip yellow" in str(reply.shows[0])
    table.type_accepted(desk, "flip yellow")


def test_F16_an_answer_that_the_game_asks_for_is_one(ledger: Ledger) -> None:
    session = table.open_session(ledger, game="wizard", seats=("Ana", "Bo", "Cy"))
    desk = table.open_desk(session)
    desk.table.confirm = lambda _shown, _harmless: True
    table.type_accepted(desk, "y")
    assert session.timeline.frames[-1].action is not None


@pytest.mark.parametrize("said", ["Cy is out of cards", "Cy has left 2", "Cy left no token"])
def test_F9_whoever_has_no_card_left_has_not_left_the_table(ledger: Ledger, said: str) -> None:
    seats = ("Ana", "Bo", "Cy", "Dee")
    session = table.open_session(ledger, game="challengers", seats=seats, level="full")
    table.type_lines(table.open_desk(session), said)
    assert not session.engine.list_left(session.state)


def test_F9_an_earlier_round_is_corrected_in_any_words(ledger: Ledger) -> None:
    seats = ("Ana", "Bo", "Cy", "Dee")
    session = table.open_session(ledger, game="challengers", seats=seats, level="results")
    desk = table.open_desk(session)
    table.type_accepted(desk, "ana 2", "bo 3", "round 1 ana was 3, not 2")
    action = session.timeline.at(2).action
    assert action is not None
    assert "Ana wins, 3 on the trophy" in desk.voice.action(action)


def test_F9_a_card_alone_corrects_what_somebody_has_picked(ledger: Ledger) -> None:
    session = table.open_session(ledger, game="challengers", seats=("Ana", "Bo"), level="full")
    desk = table.open_desk(session)
    table.type_accepted(desk, "ana: pig", "bo: cat", "amend 2 jester")
    action = session.timeline.at(2).action
    assert action is not None
    assert desk.voice.action(action) == "Ana picks Jester"


@pytest.mark.parametrize("said", ["new one is 3k r7", "new card 3k r7", "new: 3k r7", "new 3kr7"])
def test_F9_what_is_told_as_new_never_begins_a_match(desk: Desk, said: str) -> None:
    """No slot is free, so it is refused, as a card."""
    (reply,) = table.type_lines(desk, said)
    assert reply.kind == "refused"
    assert "level 3" in table.join_replies([reply])

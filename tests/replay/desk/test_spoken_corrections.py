"""Tests of corrections, notes and disputes as people say them."""

from __future__ import annotations

import pytest

from ledger.clerk import Note
from ledger.store import Ledger
from replay.desk.desk import Desk
from tests import table

FIRST = table.FIRST


@pytest.mark.parametrize(
    "said",
    [
        "{n} should be wgr",
        "no, {n} was wgr",
        "line {n} should have been white, green and red",
        "change {n} to wgr",
        "fix event {n}: wgr",
        "replace {n} with wgr",
        "amend {n} to wgr",
        "amend line {n}: wgr",
        "amend {n} should be wgr",
    ],
)
def test_F9_an_event_is_corrected_in_any_words(desk: Desk, said: str) -> None:
    table.type_accepted(desk, "wug", "wrk")
    told = table.join_replies(table.type_accepted(desk, said.format(n=FIRST)))
    assert f"{FIRST} now reads: Ana takes 1 diamond, 1 emerald, 1 ruby" in told


@pytest.mark.parametrize("said", ["no that was bo", "that was by bo", "amend {n} bo", "{n} was bo"])
def test_F13_an_action_is_given_to_somebody_else(desk: Desk, said: str) -> None:
    table.type_accepted(desk, "wug")
    told = table.join_replies(table.type_accepted(desk, said.format(n=FIRST)))
    assert "now reads: Bo takes 1 diamond, 1 sapphire, 1 emerald (was: Ana takes" in told


@pytest.mark.parametrize(
    "said",
    [
        "after {n}: bo urk",
        "insert after {n}: bo urk",
        "insert after line {n} bo urk",
        "we forgot bo urk after {n}",
        "between {n} and 18: bo urk",
        "after {n} there was bo urk",
    ],
)
def test_F9_what_was_forgotten_is_inserted_in_any_words(desk: Desk, said: str) -> None:
    table.type_accepted(desk, "wug", "wrk")
    told = table.join_replies(table.type_accepted(desk, said.format(n=FIRST)))
    assert f"Inserted after {FIRST}: Bo takes 1 sapphire, 1 ruby, 1 onyx" in told


@pytest.mark.parametrize(
    "said",
    ["delete {n}", "undo event {n}", "remove line {n}", "{n} is wrong", "{n} never happened"],
)
def test_F9_an_event_is_taken_back_in_any_words(desk: Desk, said: str) -> None:
    table.type_accepted(desk, "wug", "wrk")
    assert f"Struck: {FIRST}" in table.join_replies(table.type_accepted(desk, said.format(n=FIRST)))


@pytest.mark.parametrize("said", ["take that back", "delete the last one", "scratch that"])
def test_F9_the_last_event_is_taken_back_in_any_words(desk: Desk, said: str) -> None:
    table.type_accepted(desk, "wug", "wrk")
    assert f"Struck: {FIRST + 1}" in table.join_replies(table.type_accepted(desk, said))


@pytest.mark.parametrize(
    "said",
    [
        "insert {n} note he had twelve",
        "note at {n}: he had twelve",
        "add a note to {n}: he had twelve",
        "make a note about event {n} that he had twelve",
        "insert {n} # he had twelve",
    ],
)
def test_F9_a_note_is_about_the_event_that_it_names(desk: Desk, said: str) -> None:
    table.type_accepted(desk, "wug", "wrk")
    assert f"Noted about {FIRST}." in table.join_replies(
        table.type_accepted(desk, said.format(n=FIRST))
    )
    note = desk.session.timeline.frames[-1].entry.clerk()
    assert note == Note(text="he had twelve", at=FIRST)


@pytest.mark.parametrize("said", ["note 12 tokens were left", "add a note: 12 tokens were left"])
def test_F9_a_number_in_a_remark_is_no_event(desk: Desk, said: str) -> None:
    table.type_accepted(desk, "wug", said)
    note = desk.session.timeline.frames[-1].entry.clerk()
    assert note == Note(text="12 tokens were left", at=FIRST)


@pytest.mark.parametrize(
    "said",
    [
        "round 2 red was 1/1",
        "amend round 2 red 1/1",
        "red in round 2 had 1/1",
        "red had 1/1 in round 2",
    ],
)
def test_F9_an_entry_of_a_round_is_corrected_by_its_name(ledger: Ledger, said: str) -> None:
    """Red is a colour of the game as well."""
    session = table.open_session(ledger, game="wizard", level="pad", seats=("Red", "Bo", "Cy"))
    desk = table.open_desk(session)
    table.type_accepted(desk, "1/1 0/0 0/0", "0/1 1/1 0/0")
    told = table.join_replies(table.type_accepted(desk, said))
    assert "3 now reads: bid/won: Red 1/1, Bo 1/1, Cy 0/0" in told


def test_F9_a_sentence_that_is_an_action_is_no_correction(desk: Desk) -> None:
    """`33` is a slot, and no event here."""
    replies = table.type_accepted(desk, "wug", "14 was 1r w3")
    assert replies[-1].kind == "recorded"
    assert desk.session.state.book.sole("market.1.4") == "1r-w3"

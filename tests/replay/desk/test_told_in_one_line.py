"""Tests of several things that are told in one line, in words of people's own."""

from __future__ import annotations

import pytest

from ledger.store import Ledger
from replay.desk.desk import Desk
from tests import table


def list_lines(desk: Desk, text: str) -> list[str]:
    """Return in full what a line has recorded."""
    frames = [frame for reply in table.type_accepted(desk, text) for frame in reply.frames]
    engine = desk.session.engine
    return [engine.write(frame.action) for frame in frames if frame.action is not None]


@pytest.mark.parametrize(
    "text",
    [
        "Ana reserves 24, new card is 2w gggrrkk",
        "ana reserves 24, then 2w g3r2k2",
        "ana reserves 24, 2w g3r2k2 comes up",
        "r24, 2w g3r2k2",
    ],
)
def test_F8_a_turn_and_the_refill_are_one_sentence(desk: Desk, text: str) -> None:
    """The card that was turned up stands behind a comma."""
    assert list_lines(desk, text) == [
        "a: reserve 2r-k5 @market.2.4 +1",
        "reveal market.2.4 2w-g3r2k2",
    ]


def test_F8_two_people_are_told_of_in_one_sentence(desk: Desk) -> None:
    """A comma stands between them."""
    lines = list_lines(desk, "Ana reserves 24, Bo reserves 23")
    assert lines == ["a: reserve 2r-k5 @market.2.4 +1", "b: reserve 2g-g5 @market.2.3 +1"]


def test_F8_where_a_part_is_refused_nothing_is_recorded(desk: Desk) -> None:
    """The whole sentence is refused."""
    (reply,) = table.type_lines(desk, "Ana takes wug, Bo wibbles")
    assert reply.kind == "refused"


def test_F7_what_several_people_have_is_counted_in_one_line(desk: Desk) -> None:
    """Behind a semicolon goes on who has what; it was taken for a purchase."""
    assert list_lines(desk, "= a k0; b r0") == ["count a.tokens black=0", "count b.tokens red=0"]


def test_F7_behind_a_count_an_action_stays_an_action(desk: Desk) -> None:
    """It does not count what anybody has."""
    assert list_lines(desk, "= a k0; d2") == ["count a.tokens black=0", "a: draw 2 ? +1"]


@pytest.mark.parametrize(
    "text", ["undo last", "undo the last move", "undo that", "undo it", "취소 마지막"]
)
def test_F16_the_last_line_is_undone_in_other_words(desk: Desk, text: str) -> None:
    """As by `undo` alone."""
    table.type_accepted(desk, "wug", text)
    assert desk.session.state.book.count("a.tokens", "white") == 0


def test_F5_a_guess_is_told_with_a_breach(desk: Desk) -> None:
    """It is accepted by ``! reason`` afterwards, so whoever does so must know of it."""
    (reply,) = table.type_lines(desk, "take saphire saphire saphire")
    assert reply.kind == "breach"
    assert "(saphire read as sapphire)" in table.join_replies([reply])


def test_F9_a_take_of_nothing_is_asked_about(desk: Desk) -> None:
    """``take`` alone recorded that nothing was taken, if a reason was given."""
    (reply,) = table.type_lines(desk, "take")
    assert "Say which tokens are taken" in table.join_replies([reply])


@pytest.mark.parametrize("line", ["foldtable log", "foldtable undo"])
def test_G1_a_command_may_be_typed_as_in_the_shell(desk: Desk, line: str) -> None:
    """As the prompt itself says it: ``foldtable close``."""
    table.type_accepted(desk, "wug", line)


def test_G6_one_number_of_a_list_is_amended(ledger: Ledger) -> None:
    """The numbers of the others stay; a part of an entry is asked about."""
    seats = ("Tom", "Ann", "Bob")
    session = table.open_session(ledger, game="wizard", level="pad", seats=seats)
    pad = table.open_desk(session)
    table.type_accepted(pad, "1/1 0/0 0/0", "1/1 0/1 0/0", "2/1 1/1 0/1")
    (reply,) = table.type_lines(pad, "amend round 3 tom 0")
    assert "amend 4 tom 0/1" in table.join_replies([reply])
    table.type_accepted(pad, "amend round 3 tom 1/1")
    frame = session.timeline.frames[-1]
    assert frame.action is not None
    assert session.engine.write(frame.action) == "round 1/1 1/1 0/1"


def test_G6_of_several_events_of_somebody_the_one_of_the_kind_is_amended(ledger: Ledger) -> None:
    """A bid is amended by a bid, without the number of its event."""
    session = table.open_session(
        ledger, game="wizard", level="summary", seats=("Tom", "Ann", "Bob")
    )
    desk = table.open_desk(session)
    table.type_accepted(desk, "1 0 0; 1 0 0", "2 0 1; 1 1 0", "1 1 1; 2 1 0")
    told = table.join_replies(table.type_accepted(desk, "amend round 3 tom 0"))
    assert "Tom bids 0 (was: Tom bids 1)" in told


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("amend round 1 tom 1", "Tom bids 1 (was: Tom bids 0)"),
        ("amend round 1 tom b7", "Tom plays blue 7 (was: Tom plays blue 3)"),
    ],
)
def test_G6_the_bid_and_the_card_of_one_round_are_told_apart(
    ledger: Ledger, line: str, said: str
) -> None:
    """Somebody did both in the round: a number can only be the bid, a card only the card."""
    desk = table.open_desk(table.open_session(ledger, game="wizard", seats=("Tom", "Ann", "Bob")))
    table.type_accepted(desk, "y1", "0 0 1", "b1 b2 b3")
    assert said in table.join_replies(table.type_accepted(desk, line))


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("amend 17 rename b Deb", "undo 17 and then: rename b Deb"),
        ("amend 17 void", "undo 17 and then: void"),
        ("insert 17 swap a b", "type now: swap a b"),
        ("insert 17 title Friday", "type now: title Friday"),
    ],
)
def test_F9_what_holds_from_here_on_is_typed_now(desk: Desk, line: str, typed: str) -> None:
    """A new name is neither amended nor inserted; it is said what to type instead."""
    table.type_accepted(desk, "wug")
    (reply,) = table.type_lines(desk, line)
    assert reply.kind == "refused"
    assert typed in table.join_replies([reply])

"""Tests of the board at a frame: the numbers of events beside the rounds that they are in."""

from __future__ import annotations

from ledger.store import Ledger
from replay.desk.desk import Desk
from replay.screens.board_text import name_row
from replay.screens.boards import describe_board
from tests import table
from tests.some import some


def list_rounds(desk: Desk, title: str) -> list[str]:
    """Return what stands before the rows of a panel."""
    timeline = desk.session.timeline
    board = describe_board(timeline, timeline.frames[-1])
    (rows,) = [panel.rows for panel in board.panels if panel.title == title]
    return [name_row(row, desk.voice) for row in rows]


def test_G6_a_line_of_the_pad_has_the_numbers_of_its_events(ledger: Ledger) -> None:
    """With which it is corrected; the round that is running has none yet."""
    session = table.open_session(ledger, game="wizard", level="pad", seats=("Ana", "Bo", "Cy"))
    desk = table.open_desk(session)
    table.type_accepted(desk, "1/1 0/0 0/0", "note late", "1 0 1", "0 1 1", "x b 10", "1")
    assert list_rounds(desk, "panel.pad") == ["1 @2", "2 @4–7", "±", "> 3"]
    table.type_accepted(desk, "amend 7 1 0 1")
    assert list_rounds(desk, "panel.pad")[1] == "2 @4–7"


def test_G6_a_round_of_duels_has_the_numbers_of_its_events(ledger: Ledger) -> None:
    people = ("Ana", "Bo", "Cy", "Dee")
    session = table.open_session(ledger, game="challengers", level="results", seats=people)
    desk = table.open_desk(session)
    table.type_accepted(desk, "a", "b", "a")
    assert list_rounds(desk, "panel.pairings")[:3] == ["1 @2–3", "> 2", "> 3"]


def test_G6_in_other_games_rows_have_no_numbers(desk: Desk) -> None:
    table.type_accepted(desk, "wug", "wrk")
    timeline = desk.session.timeline
    board = describe_board(timeline, timeline.frames[-1])
    rows = [row for panel in board.panels for row in panel.rows]
    assert not any(row.events for row in some(rows))

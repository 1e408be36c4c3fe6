"""Tests of boards in fewer lines: on a small screen nothing that a player needs is cut."""

from __future__ import annotations

import pytest

from ledger.store import Ledger
from replay.screens.boards import describe_board
from replay.screens.fitting import fit_board
from tests import table

PEOPLE = ("Ruby", "Rob", "Mark Twain", "Mia")


def draw(ledger: Ledger, *, width: int, height: int, lang: str = "en") -> str:
    """Return the board of Machi Koro for four after a turn, on a screen of a size."""
    session = table.open_session(ledger, game="machi-koro", seats=PEOPLE)
    desk = table.open_desk(session, lang)
    table.type_accepted(desk, "3; wheat")
    timeline = session.timeline
    boards = [describe_board(timeline, timeline.frames[-1], dense=dense) for dense in (False, True)]
    lines = fit_board(
        boards[0], desk.voice, frozenset(), width=width, height=height, dense=boards[1]
    )
    assert len(lines) <= height
    return "\n".join("".join(part.text for part in line) for line in lines)


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_G7_nothing_is_cut_at_80x24(ledger: Ledger, lang: str) -> None:
    """Four people, a reply of two lines: 18 lines are left for the board."""
    shown = draw(ledger, width=80, height=18, lang=lang)
    assert "cut to fit" not in shown
    assert all(name in shown for name in ("Ruby", "Rob", "Mark", "Mia"))
    numbers = ("1", "2", "2-3", "3", "4", "5", "6", "7", "8", "9", "9-10", "10", "11-12")
    labels = [line.split()[0] for line in shown.splitlines()]
    assert set(numbers) < set(labels)


def test_G7_purses_and_landmarks_stand_above_the_cards(ledger: Ledger) -> None:
    head, coins, built, *_rest = draw(ledger, width=80, height=12).splitlines()
    assert coins.split() == ["coins", "3", "3", "3", "3"]
    assert "––––" in built
    assert "Ruby" in head


def test_G7_where_there_is_room_seats_have_rows(ledger: Ledger) -> None:
    shown = draw(ledger, width=100, height=30)
    assert "(wheat)" in shown
    assert "station" in shown
    assert "S station" not in shown


def test_G7_a_landmark_without_effect_has_a_small_letter(ledger: Ledger) -> None:
    session = table.open_session(ledger, game="machi-koro")
    desk = table.open_desk(session)
    table.type_accepted(desk, "= ana 9 coins ! found", "1; train station")
    timeline = session.timeline
    (panel,) = describe_board(timeline, timeline.frames[-1], dense=True).panels
    assert panel.rows[1].cells[4].text == "s–––"
    table.type_accepted(desk, "1 -", "1")
    timeline = session.timeline
    (panel,) = describe_board(timeline, timeline.frames[-1], dense=True).panels
    assert panel.rows[1].cells[4].text == "S–––"

"""People who join a match by a sheet (T9)."""

from __future__ import annotations

from msgspec.structs import replace

from engines.book import begin_booking
from engines.sheet.apply import list_endless, move_points
from engines.sheet.state import ROUNDS, State
from engines.values import SEAT_LETTERS, Move


def take_seat(state: State, seat: int, points: int | None) -> tuple[State, tuple[Move, ...]]:
    """Return the state after somebody has sat down, and the moves: the points agreed on."""
    booking = begin_booking(state.book, list_endless(state.table))
    if points:
        move_points(booking, points, f"{SEAT_LETTERS[seat]}.{ROUNDS}", "T9")
        state = replace(state, late=(*state.late, seat))
    out = tuple(each for each in state.out if each != seat)
    state = replace(state, book=booking.close(), seats=max(state.seats, seat + 1), out=out)
    return state, tuple(booking.moves)

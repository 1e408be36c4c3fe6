"""A closed match: its result as the people counted it, and who has acknowledged it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ledger.clerk import Close, Sign
from replay.fold.timeline import Timeline


class SeatResult(NamedTuple):
    """The result of a seat: its points, None where nobody counted them, its rank, whether it won.

    The rank is None where neither points nor winners tell it.
    """

    seat: int
    points: int | None
    rank: int | None
    won: bool


def list_results(close: Close, seats: int, left: Collection[int] = ()) -> list[SeatResult]:
    """Return the result of every seat as a closing gives it, seats in order.

    Winners are before all others, whoever conceded behind them, and those who have `left` last;
    between them the points decide.
    """
    points = [*close.points, *[None] * seats][:seats]
    tells = bool(close.winners) or any(each is not None for each in points)
    places = [
        (seat not in close.winners, seat in left, seat == close.seat, -(points[seat] or 0))
        for seat in range(seats)
    ]
    return [
        SeatResult(
            seat,
            points[seat],
            1 + sum(other < place for other in places) if tells else None,
            seat in close.winners,
        )
        for seat, place in enumerate(places)
    ]


def find_signers(timeline: Timeline) -> tuple[int, ...]:
    """Return the seats that have acknowledged the closing in force; none while it is open."""
    closing = timeline.closing
    if closing is None:
        return ()
    signs = (sign for _index, _frame, sign in timeline.find_clerks(Sign))
    return tuple(dict.fromkeys(sign.seat for sign in signs if sign.version == closing.version))

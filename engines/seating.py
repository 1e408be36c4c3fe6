"""Who takes part: the seats whose people have left, and the people who joined later.

A seat stays when its person leaves: it keeps its number and its places. Play passes it over, and
it cannot win. Whoever joins has a new seat behind all others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeVar

from msgspec.structs import replace

from engines.board import Board
from engines.values import Score, Standing

T = TypeVar("T")


class Seated(Protocol):
    """A table at which people may leave."""

    @property
    def seats(self) -> int:
        """Return how many seats there are, those included whose people have left."""

    @property
    def left(self) -> tuple[int, ...]:
        """Return the seats whose people have left."""


def list_present(state: Seated) -> list[int]:
    """Return the seats whose people are there."""
    return [seat for seat in range(state.seats) if seat not in state.left]


def list_others(state: Seated, seat: int) -> list[int]:
    """Return the seats whose people are there, except `seat`."""
    return [other for other in list_present(state) if other != seat]


def find_next(state: Seated, seat: int) -> int:
    """Return the next seat clockwise whose person is there; `seat` itself where there is none."""
    following = seat + 1 if seat + 1 < state.seats else 0
    while following in state.left and following != seat:
        following = following + 1 if following + 1 < state.seats else 0
    return following


def find_previous(state: Seated, seat: int) -> int:
    """Return the next seat counter-clockwise whose person is there."""
    before = (seat - 1) % state.seats
    while before in state.left and before != seat:
        before = (before - 1) % state.seats
    return before


def passes_seat(state: Seated, seat: int, following: int, first: int) -> bool:
    """Return whether the turn comes to the place of `first` on its way from a seat to another."""
    way = (following - seat) % state.seats or state.seats
    return ((first - seat) % state.seats or state.seats) <= way


def spread(values: Sequence[T], state: Seated, absent: Callable[[int], T]) -> list[T]:
    """Return values by seat, where those of the people who are there were given in their order.

    `absent` is the value of a seat whose person has left. Values for another number of seats stay.
    """
    present = list_present(state)
    if not state.left or len(values) != len(present):
        return list(values)
    given = dict(zip(present, values, strict=True))
    return [given[seat] if seat in given else absent(seat) for seat in range(state.seats)]


def set_apart(standing: Standing, left: Collection[int]) -> Standing:
    """Return a standing in which the people who have left come behind all others and do not win.

    Where only they would have won, the best of the others wins.
    """
    if not left:
        return standing
    scores = rank_present(standing.scores, left)
    winners, tied = (
        tuple(seat for seat in seats if seat not in left)
        for seats in (standing.winners, standing.tied)
    )
    if len(tied) == 1 or (standing.winners and not winners):
        winners, tied = tied or list_best(scores, left), ()
    return replace(standing, scores=scores, winners=winners, tied=tied, left=tuple(left))


def list_best(scores: Sequence[Score], left: Collection[int]) -> tuple[int, ...]:
    """Return the seats that are ranked first among the people who are there."""
    present = [score for score in scores if score.seat not in left]
    best = min((score.rank for score in present), default=0)
    return tuple(score.seat for score in present if score.rank == best)


def rank_present(scores: Sequence[Score], left: Collection[int]) -> tuple[Score, ...]:
    """Return scores with the people who have left ranked behind all others."""
    here = sum(score.seat not in left for score in scores)
    gone = sorted(score.rank for score in scores if score.seat in left)

    def rank(score: Score) -> int:
        if score.seat in left:
            return here + 1 + gone.index(score.rank)
        return score.rank - sum(other < score.rank for other in gone)

    return tuple(replace(score, rank=rank(score)) for score in scores)


def break_off(standing: Standing, rule: str) -> Standing:
    """Return the standing of a match for which too few people are left: the best of them wins."""
    winners = list_best(standing.scores, standing.left)
    return replace(
        standing, over=True, winners=winners, tied=(), reason="end.left", rule=rule, notice=None
    )


def end_turns(board: Board) -> Board:
    """Return a board on which nobody is on turn."""
    panels = tuple(
        replace(panel, rows=tuple(replace(row, active=False) for row in panel.rows))
        for panel in board.panels
    )
    return replace(board, panels=panels, turn=())

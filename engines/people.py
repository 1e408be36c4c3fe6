"""People who leave while the others go on, and people who join: what all games have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from engines.values import SEAT_LETTERS, TABLE, Action, Breach, DecodeError, Move, Seat, Standing


class People:
    """How people leave a table and join it.

    A game names the rules by which they do, and its state has a field `left`: the seats whose
    people have left. By default nothing else changes, and the game passes these seats over. Where
    more happens, a game overrides `take_leave` and `take_seat`.
    """

    name: str
    seats: range
    leaving: ClassVar[str] = ""
    """The rule by which people leave; empty where nobody can."""
    joining: ClassVar[str] = ""
    """The rule by which somebody new joins; empty where nobody can. Who has left may come back."""
    closed: ClassVar[str] = ""
    """The rule that says why nobody new joins, in games where nobody can."""

    def list_left(self, state: Any) -> tuple[int, ...]:
        """Return the seats whose people have left."""
        left: tuple[int, ...] = state.left if self.leaving else ()
        return left

    def standing(self, state: Any) -> Standing:
        """Return the scores and whether the match is over. Every game has its own."""
        raise NotImplementedError(f"{self.name} has no standing")

    def count_needed(self, state: Any) -> int:
        """Return how many people the match needs to go on."""
        return self.seats.start

    def is_broken_off(self, state: Any) -> bool:
        """Return whether so many people have left that the others cannot go on."""
        left = self.list_left(state)
        return bool(left) and state.seats - len(left) < self.count_needed(state)

    def leave(self, state: Any, seat: int) -> tuple[Any, tuple[Move, ...]]:
        """Return the table after the person in a seat has left, and the moves. Raise DecodeError
        where nobody sits there, or the game does not say what becomes of the others."""
        if not self.leaving:
            raise DecodeError(
                "in {game} nobody leaves while the others go on", game=self.name, seat=seat
            )
        if seat not in range(state.seats):
            raise DecodeError(
                "there is no seat {seat} in a match of {seats}", seat=seat, seats=state.seats
            )
        left = self.list_left(state)
        if seat in left:
            raise DecodeError("{person} has left already", person=Seat(seat))
        if self.standing(state).over:
            raise DecodeError("nobody leaves or joins a match that is over")
        return self.take_leave(replace(state, left=tuple(sorted({*state.left, seat}))), seat)

    def take_leave(self, state: Any, seat: int) -> tuple[Any, tuple[Move, ...]]:
        """Return the table after a person has left a seat, which is among those left already."""
        return state, ()

    def join(
        self, state: Any, seat: int, points: int | None = None
    ) -> tuple[Any, tuple[Move, ...]]:
        """Return the table after somebody has sat down, and the moves.

        It is whoever has left `seat`, or somebody new if that is the number of the next seat;
        `points` are what the person begins with where that was told. Raise DecodeError where the
        game takes nobody in there.
        """
        left = self.list_left(state)
        if seat not in (*left, state.seats):
            raise DecodeError("seat {seat} is not free", seat=seat)
        if self.standing(state).over and not self.is_broken_off(state):
            raise DecodeError("nobody leaves or joins a match that is over")
        if points is not None and not self.takes_points(state):
            raise DecodeError("in {game} nobody begins with points", game=self.name)
        if seat not in left:
            self.check_newcomer(state)
        self.check_room(state)
        if seat in left:
            back = replace(state, left=tuple(other for other in state.left if other != seat))
            return self.take_seat(back, seat, points)
        return self.take_seat(state, seat, points)

    def check_newcomer(self, state: Any) -> None:
        """Raise DecodeError where nobody new can join."""
        if self.closed:
            raise DecodeError(
                "in {game} nobody new joins a match ({rule})", game=self.name, rule=self.closed
            )
        if not self.joining or state.seats >= len(SEAT_LETTERS):
            raise DecodeError("in {game} nobody new joins a match", game=self.name)

    def check_room(self, state: Any) -> None:
        """Raise DecodeError where as many people are there as the game is for."""
        most = self.seats.stop - 1
        if state.seats - len(self.list_left(state)) >= most:
            raise DecodeError("{game} is for {n} at most", game=self.name, n=most)

    def takes_points(self, state: Any) -> bool:
        """Return whether whoever joins may begin with points."""
        return False

    def take_seat(self, state: Any, seat: int, points: int | None) -> tuple[Any, tuple[Move, ...]]:
        """Return the table after a person has sat down: back in `seat`, which is not left any more,
        or new where `seat` is not among the seats yet."""
        return state, ()

    def find_absent(self, state: Any, action: Action) -> Iterator[Breach]:
        """Yield a breach for everybody in an action who has left, and where the match is over
        because too few are there."""
        left = self.list_left(state)
        if not left:
            return
        seats = dict.fromkeys((action.seat, *action.other_seats()))
        for seat in seats:
            if seat in left:
                yield Breach(self.leaving, "left.acts", {"seat": Seat(seat)})
        if action.seat != TABLE and action.seat not in left and self.is_broken_off(state):
            yield Breach(self.leaving, "left.over", {"seat": Seat(action.seat)})

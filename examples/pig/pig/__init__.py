"""Pig: roll one die as often as you dare; a one takes everything back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from engines.board import Board, Cell, Panel, Row
from engines.book import Book, begin_booking
from engines.counts import Count, book_count
from engines.game import Game, check_setup
from engines.notation import parse_count, split_seat, write_count, write_seat
from engines.values import (
    Action,
    Breach,
    Choice,
    Message,
    Move,
    NotationError,
    Option,
    Piece,
    Prompt,
    Score,
    Seat,
    Setup,
    Standing,
    Term,
    seat_letter,
)

POOL, TURN, POINT = "pool", "turn", "point"


class Roll(Action, frozen=True, kw_only=True):
    """What the die shows (P2, P3): a fact of the table."""

    verb: ClassVar[str] = "roll"

    die: int

    def __post_init__(self) -> None:
        if not 1 <= self.die <= 6:
            raise ValueError("a die shows 1 to 6")


class Hold(Action, frozen=True, kw_only=True):
    """The seat keeps the turn's points (P4)."""

    verb: ClassVar[str] = "hold"


class State(msgspec.Struct, frozen=True):
    """A position: the book, whose turn it is, what it takes to win."""

    book: Book
    seats: int
    turn: int
    target: int
    winner: int | None = None


def points(state: State, seat: int) -> int:
    """Return the points that a seat has held."""
    return state.book.count(f"{seat_letter(seat)}.points", POINT)


def P1_turn(state: State, action: Hold) -> Iterator[Breach]:  # noqa: N802
    """P1: seats act in turn."""
    if action.seat != state.turn:
        yield Breach("P1", data={"seat": Seat(action.seat), "turn": Seat(state.turn)})


def P4_hold(state: State, action: Hold) -> Iterator[Breach]:  # noqa: N802
    """P4: only a seat that has rolled can hold."""
    if not state.book.count(TURN, POINT):
        yield Breach("P4", data={"seat": Seat(action.seat)})


def P5_over(state: State, action: Action) -> Iterator[Breach]:  # noqa: N802
    """P5: nobody rolls or holds after the end."""
    if state.winner is not None:
        yield Breach("P5", data={"winner": Seat(state.winner)})


RULES = {Roll: (P5_over,), Hold: (P1_turn, P4_hold, P5_over), Count: ()}


class Pig(Game):
    """The engine of Pig."""

    package = "pig"
    name = "pig"
    seats = range(2, 9)
    options = (Option("target", (50, 100), 100, "P5"),)
    levels = ("full",)
    verbs = {action.verb: action for action in (Roll, Hold, Count)}
    endless = frozenset({POOL})
    checks = RULES

    def open(self, setup: Setup) -> State:
        """Return the table before the first roll (P1)."""
        options = check_setup(setup, self.seats, self.levels, self.options)
        return State(Book({}), setup.seats, setup.first, options["target"])

    def list_prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return whose turn it is, nobody's after the end."""
        if state.winner is not None:
            return ()
        return (Prompt(state.turn, "ask.turn", ("roll", "hold"), data={"seat": Seat(state.turn)}),)

    def choices(self, state: State, prompt: Prompt) -> Iterator[Choice]:
        """Yield what the die may show, and holding once something was rolled."""
        for die in range(1, 7):
            yield Choice(Roll(die=die))
        if state.book.count(TURN, POINT):
            yield Choice(Hold(seat=state.turn))

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Move, ...]]:
        """Return the table after an action."""
        booking = begin_booking(state.book, self.endless)
        following = (state.turn + 1) % state.seats
        match action:
            case Roll(die=1):
                booking.move(state.book.count(TURN, POINT), POINT, TURN, POOL, "P3")
                state = replace(state, turn=following)
            case Roll():
                booking.move(action.die, POINT, POOL, TURN, "P2")
            case Hold():
                gained = state.book.count(TURN, POINT)
                booking.move(gained, POINT, TURN, f"{seat_letter(action.seat)}.points", "P4")
                won = points(state, action.seat) + gained >= state.target
                winner = action.seat if won and state.winner is None else state.winner
                state = replace(state, turn=(action.seat + 1) % state.seats, winner=winner)
            case Count():
                book_count(booking, state.book, action)
        return replace(state, book=booking.close()), tuple(booking.moves)

    def quote(self, state: State, action: Action) -> tuple[Term, ...]:
        """Return what holding brings."""
        if isinstance(action, Hold):
            return (Term("line.held", state.book.count(TURN, POINT), "P4", POINT),)
        return ()

    def standing(self, state: State) -> Standing:
        """Return the points held, and who has reached the target."""
        totals = [points(state, seat) for seat in range(state.seats)]
        scores = tuple(
            Score(seat, n, (Term("line.held", n, "P4"),), 1 + sum(o > n for o in totals))
            for seat, n in enumerate(totals)
        )
        if state.winner is None:
            return Standing(scores)
        return Standing(scores, True, (state.winner,), "end.held", "P5")

    def view(self, state: State, eyes: int | None) -> Board:
        """Return everybody's points and those of the turn: nothing is hidden."""
        rows = [
            Row(
                seat_letter(seat),
                (Cell(n=points(state, seat), place=f"{seat_letter(seat)}.points"),),
                seat=seat,
                active=seat == state.turn,
            )
            for seat in range(state.seats)
        ]
        rows.append(Row(TURN, (Cell(n=state.book.count(TURN, POINT), place=TURN),)))
        return Board((Panel("panel.seats", tuple(rows)),), turn=(state.turn,))

    def describe(self, action: Action) -> Message:
        """Return what an action was."""
        data = msgspec.to_builtins(action)
        data.pop("seat", None)
        return Message(f"did.{action.verb}", data)

    def parse(self, text: str, state: State, names: Sequence[str] = ()) -> tuple[Action, ...]:
        """Return the action of ``4``, ``roll 4``, ``h``, ``hold`` or a count."""
        named, body = split_seat(text.strip(), state.seats, names)
        seat = state.turn if named is None else named
        word = body.removeprefix("roll").strip()
        if word in {"1", "2", "3", "4", "5", "6"}:
            return (Roll(die=int(word)),)
        if body in {"h", "hold"}:
            return (Hold(seat=seat),)
        if body.startswith(("count ", "=")):
            return (parse_count(body.removeprefix("count").removeprefix("=").strip()),)
        raise NotationError("not-understood", given=text)

    def write(self, action: Action) -> str:
        """Return the full notation of an action."""
        if isinstance(action, Roll):
            return f"roll {action.die}"
        if isinstance(action, Count):
            return write_count(action)
        return f"{write_seat(action.seat)}hold"

    def catalog(self) -> tuple[Piece, ...]:
        """Return the one die."""
        return (Piece("die", "die", 1, {"sides": 6}),)


engine = Pig()

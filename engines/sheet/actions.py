"""The actions of a sheet: cells, rounds, results, moves, and facts of the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar, Final, TypeAlias

import msgspec

from engines.counts import Count
from engines.sheet.cells import MOST, fits_parts
from engines.values import SEAT_LETTERS, Action, Amount, DecodeError, SeatNumber, Taker

Points: TypeAlias = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]
"""A number typed into a cell."""

Parts: TypeAlias = dict[str, tuple[str, ...]]
"""The letter of a seat to the parts of what was typed for it, where there are several."""

ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,59}\Z")
"""An id of a sheet, or one that was made at the table."""

LONGEST_REASON: Final = 60
MOST_FACES: Final = 1000


def check_id(word: str) -> None:
    """Raise DecodeError for a word that is no id."""
    if not ID.match(word):
        raise DecodeError("“{given}” is no id of a sheet", given=word)


def check_parts(cells: Sequence[int | None], parts: Parts) -> None:
    """Raise DecodeError for parts that do not add up to the cells of their seats."""
    for letter, texts in parts.items():
        seat = SEAT_LETTERS.find(letter) if len(letter) == 1 else -1
        n = cells[seat] if 0 <= seat < len(cells) else None
        if n is None or len(texts) == 0 or not fits_parts(n, texts):
            raise DecodeError("the parts of {seat} do not add up", seat=letter)


def check_distinct(seats: Sequence[int]) -> None:
    """Raise DecodeError for a list that names a seat twice."""
    if len(set(seats)) != len(seats):
        raise DecodeError("a seat is named twice: {seats}", seats=list(seats))


def check_letters(found: Iterable[str]) -> None:
    """Raise DecodeError for what is no letter of a seat."""
    for letter in found:
        if len(letter) != 1 or letter not in SEAT_LETTERS:
            raise DecodeError("“{letter}” is not the letter of a seat", letter=letter)


class TableAction(Action, frozen=True, kw_only=True):
    """A fact of the table."""

    taken_by: ClassVar[Taker] = "table"


class SeatAction(Action, frozen=True, kw_only=True):
    """An action of a seat."""

    taken_by: ClassVar[Taker] = "seat"


class Row(TableAction, frozen=True, kw_only=True):
    """A row over all seats (T2): `cells` by seat, None where nothing was told.

    `round` is the number of the round where the row is one of a round.
    """

    verb: ClassVar[str] = "row"

    row: str
    cells: tuple[Points | None, ...]
    parts: Parts = {}
    round: Amount = 0

    def __post_init__(self) -> None:
        check_id(self.row)
        check_parts(self.cells, self.parts)

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the cells."""
        return (self.cells,)


class Cell(Action, frozen=True, kw_only=True):
    """One cell (T2): of a seat, or of the match where the row has one for all."""

    verb: ClassVar[str] = "cell"

    row: str
    n: Points
    parts: tuple[str, ...] = ()
    round: Amount = 0

    def __post_init__(self) -> None:
        check_id(self.row)
        if not fits_parts(self.n, self.parts):
            raise DecodeError("the parts of {seat} do not add up", seat=self.row)


class Has(TableAction, frozen=True, kw_only=True):
    """The seats that have something (T6): all others have it not."""

    verb: ClassVar[str] = "has"

    row: str
    seats: tuple[SeatNumber, ...]
    round: Amount = 0

    def __post_init__(self) -> None:
        check_id(self.row)
        check_distinct(self.seats)

    def other_seats(self) -> Iterable[int]:
        """Return the seats that have it."""
        return self.seats


class Fill(TableAction, frozen=True, kw_only=True):
    """The same number in every cell that is still open (T2): ``rest 0``."""

    verb: ClassVar[str] = "fill"

    n: Points


class Result(TableAction, frozen=True, kw_only=True):
    """The final totals by seat (T17), None where nobody knows one."""

    verb: ClassVar[str] = "result"

    points: tuple[Points | None, ...]

    def __post_init__(self) -> None:
        if all(n is None for n in self.points):
            raise DecodeError("a result says the points of somebody")

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the points."""
        return (self.points,)


class Win(TableAction, frozen=True, kw_only=True):
    """Who has won, as the table says it (T17)."""

    verb: ClassVar[str] = "win"

    seats: tuple[SeatNumber, ...]

    def __post_init__(self) -> None:
        check_distinct(self.seats)

    def other_seats(self) -> Iterable[int]:
        """Return the winners."""
        return self.seats


class Order(TableAction, frozen=True, kw_only=True):
    """The rank of every seat, as the table says it (T17): 1 2 2 4."""

    verb: ClassVar[str] = "order"

    ranks: tuple[Amount, ...]

    def __post_init__(self) -> None:
        wanted = [1 + sum(other < rank for other in self.ranks) for rank in self.ranks]
        if list(self.ranks) != wanted:
            raise DecodeError("ranks go 1 2 2 4, not {ranks}", ranks=list(self.ranks))

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the ranks."""
        return (self.ranks,)


class Outcome(TableAction, frozen=True, kw_only=True):
    """How a game ended in which all win or lose together (T16), and how the table says why.

    `score` is what was reached; where `won` is None nothing but it is known.
    """

    verb: ClassVar[str] = "outcome"

    won: bool | None = None
    score: Points | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        if self.won is None and self.score is None:
            raise DecodeError("an outcome says won, lost or a score")
        if len(self.reason) > LONGEST_REASON or not self.reason.isprintable():
            raise DecodeError("a reason has {most} characters at most", most=LONGEST_REASON)


class Decide(SeatAction, frozen=True, kw_only=True):
    """What ends the match whatever the points (T16): a seat wins, or is out of the ranking."""

    verb: ClassVar[str] = "decide"

    by: str

    def __post_init__(self) -> None:
        check_id(self.by)


class End(TableAction, frozen=True, kw_only=True):
    """The match is over because the table says so (T14)."""

    verb: ClassVar[str] = "end"


class Turn(SeatAction, frozen=True, kw_only=True):
    """A seat is on turn (T22)."""

    verb: ClassVar[str] = "turn"


class Pass(SeatAction, frozen=True, kw_only=True):
    """A seat does nothing; the turn goes on (T22)."""

    verb: ClassVar[str] = "pass"


class Roll(TableAction, frozen=True, kw_only=True):
    """What dice show (T21): their faces, or in `total` the sum where only that was seen."""

    verb: ClassVar[str] = "roll"

    dice: tuple[Amount, ...] = ()
    total: Amount = 0

    def __post_init__(self) -> None:
        if bool(self.dice) == bool(self.total) or not all(
            1 <= die <= MOST_FACES for die in self.dice
        ):
            raise DecodeError("either dice or a total")


class Out(SeatAction, frozen=True, kw_only=True):
    """A seat is out (T9): it keeps its points and has no further cells."""

    verb: ClassVar[str] = "out"


class Back(SeatAction, frozen=True, kw_only=True):
    """A seat that was out is in again (T9)."""

    verb: ClassVar[str] = "back"


class Line(TableAction, frozen=True, kw_only=True):
    """A round with a number for each seat (T8): points, or what remained in hand.

    `final` is the round at the end that a sheet may have; its `round` is 0.
    """

    verb: ClassVar[str] = "line"

    cells: tuple[Points | None, ...]
    parts: Parts = {}
    round: Amount = 0
    final: bool = False

    def __post_init__(self) -> None:
        check_parts(self.cells, self.parts)
        if self.final == (self.round > 0):
            raise DecodeError("a round has a number, the final one has none")

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the cells."""
        return (self.cells,)


class Bids(TableAction, frozen=True, kw_only=True):
    """What was bid in a round by seat (T11)."""

    verb: ClassVar[str] = "bids"

    bids: tuple[Amount | None, ...]
    round: Amount

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the bids."""
        return (self.bids,)


class Made(TableAction, frozen=True, kw_only=True):
    """What was bid and made in a round by seat (T11), with the bonus of some."""

    verb: ClassVar[str] = "made"

    bids: tuple[Amount | None, ...]
    made: tuple[Amount | None, ...]
    bonus: dict[str, Points] = {}
    round: Amount

    def __post_init__(self) -> None:
        check_letters(self.bonus)
        if [n is None for n in self.bids] != [n is None for n in self.made]:
            raise DecodeError("who has bid has made something, and nobody else")

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the bids, and what was made."""
        return (self.bids, self.made)


class Pay(SeatAction, frozen=True, kw_only=True):
    """A round that a seat wins, and that every other seat pays (T12).

    `factors` multiply what a seat pays: numbers, or doubles by name; `paid` says what it paid.
    """

    verb: ClassVar[str] = "pay"

    base: Amount
    go: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    factors: dict[str, tuple[str, ...]] = {}
    paid: dict[str, Amount] = {}
    round: Amount

    def __post_init__(self) -> None:
        check_letters({**self.factors, **self.paid})
        for words in self.factors.values():
            for word in words:
                if not (ID.match(word) and (not word.isdecimal() or 0 < int(word) <= 64)):
                    raise DecodeError("“{given}” multiplies nothing", given=word)

    def other_seats(self) -> Iterable[int]:
        """Return the seats whose payment is told."""
        return [SEAT_LETTERS.index(letter) for letter in (*self.factors, *self.paid)]


class Sides(TableAction, frozen=True, kw_only=True):
    """A round that some seats win together, with its value (T12)."""

    verb: ClassVar[str] = "sides"

    seats: tuple[SeatNumber, ...]
    value: Points
    round: Amount

    def __post_init__(self) -> None:
        check_distinct(self.seats)

    def other_seats(self) -> Iterable[int]:
        """Return the winners."""
        return self.seats


class Declare(SeatAction, frozen=True, kw_only=True):
    """A round of one seat against the others, with its value: below nought where it was lost."""

    verb: ClassVar[str] = "declare"

    value: Points
    round: Amount


class Places(TableAction, frozen=True, kw_only=True):
    """Who has won a round, or the seats in the order in which they came (T8)."""

    verb: ClassVar[str] = "places"

    seats: tuple[SeatNumber, ...]
    round: Amount

    def __post_init__(self) -> None:
        check_distinct(self.seats)

    def other_seats(self) -> Iterable[int]:
        """Return the seats."""
        return self.seats


class Bonus(SeatAction, frozen=True, kw_only=True):
    """A named addition of a round for a seat: ``tichu a``."""

    verb: ClassVar[str] = "plus"

    extra: str
    round: Amount

    def __post_init__(self) -> None:
        check_id(self.extra)


RoundAction: TypeAlias = Line | Made | Pay | Sides | Declare | Places
"""What tells a round."""

ROUND_ACTIONS: Final = (Line, Made, Pay, Sides, Declare, Places)

ACTIONS = (
    Line,
    Bids,
    Made,
    Pay,
    Sides,
    Declare,
    Places,
    Bonus,
    Row,
    Cell,
    Has,
    Fill,
    Result,
    Win,
    Order,
    Outcome,
    Decide,
    End,
    Turn,
    Pass,
    Roll,
    Out,
    Back,
    Count,
)

__all__ = [
    "ACTIONS",
    "ROUND_ACTIONS",
    "Back",
    "Bids",
    "Bonus",
    "Cell",
    "Count",
    "Decide",
    "Declare",
    "End",
    "Fill",
    "Has",
    "Line",
    "Made",
    "Order",
    "Out",
    "Outcome",
    "Pass",
    "Pay",
    "Places",
    "Result",
    "Roll",
    "RoundAction",
    "Row",
    "Sides",
    "Turn",
    "Win",
]

"""The actions of Machi Koro: what seats do, and the facts of the table.

What the rules derive and people carry out by hand is an outcome. It has a name and can be
overridden in `actual`, in coins:

================  ==========================================================================
``b.cafe``        what seat b gets for its Cafés: all copies, with the mall's bonus
``a.stadium.c``   what seat c pays for a's Stadium: the payer is named where several pay
``a.tv_station``  what a gets for its TV Station (on the action `tv`)
``again``         1 or 0: whether another turn follows (on `build` and `pass`)
================  ==========================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import ClassVar, NamedTuple

from engines.counts import Count
from engines.machi_koro.catalog import CARDS, COST, DICE, LANDMARKS, TV_STATION, FromEach
from engines.values import Action, Amount, DecodeError, SeatNumber, Taker, seat_by_letter

Actual = dict[str, Amount]
"""Outcome to what really happened, in coins."""

AGAIN = "again"
"""The outcome that the same seat gets another turn: 1 or 0."""


class Outcome(NamedTuple):
    """The seat that gets a line of income, its card, and the payer where several seats pay."""

    seat: int
    card: str
    payer: int | None


@cache
def parse_outcome(name: str) -> Outcome:
    """Return the parts of an outcome's name. Raise ValueError when it names no line of income.

    >>> parse_outcome("b.cafe"), parse_outcome("a.stadium.c").payer
    (Outcome(seat=1, card='cafe', payer=None), 2)
    """
    seat, _, rest = name.partition(".")
    card, dot, payer = rest.partition(".")
    several = card in CARDS and isinstance(CARDS[card].effect, FromEach)
    letters = [seat, payer] if several else [seat]
    if card not in CARDS or bool(dot) != several or len(set(letters)) != len(letters):
        raise DecodeError("no such outcome: {name}", name=name)
    try:
        seats = [seat_by_letter(letter) for letter in letters]
    except ValueError:
        raise DecodeError("no such outcome: {name}", name=name) from None
    return Outcome(seats[0], card, seats[1] if several else None)


def seats_of_income(actual: Actual) -> Iterable[int]:
    """Yield the seats that the names of some lines of income speak of."""
    for outcome in map(parse_outcome, actual):
        yield outcome.seat
        if outcome.payer is not None:
            yield outcome.payer


def validate_income(actual: Actual) -> None:
    """Raise ValueError unless every key is a line of income that a roll can bring."""
    for name, n in actual.items():
        if parse_outcome(name).card == TV_STATION or n < 0:
            raise DecodeError("no such outcome: {name} = {n}", name=name, n=n)


class TableAction(Action, frozen=True, kw_only=True):
    """A fact of the table."""

    taken_by: ClassVar[Taker] = "table"


class SeatAction(Action, frozen=True, kw_only=True):
    """An action of a seat."""

    taken_by: ClassVar[Taker] = "seat"


class Roll(TableAction, frozen=True, kw_only=True):
    """The roll of the dice (M7): their faces, or in `total` the sum where only that was seen.

    Where the roll stands at once its income comes with it; `actual` overrides lines of the income.
    """

    verb: ClassVar[str] = "roll"

    dice: tuple[int, ...] = ()
    total: int = 0
    actual: Actual = {}

    def __post_init__(self) -> None:
        if self.dice:
            if self.total or len(self.dice) > DICE.most:
                raise DecodeError("either dice or a total")
            for die in self.dice:
                if not 1 <= die <= DICE.faces:
                    raise DecodeError("no die shows {die}", die=die)
        elif not 1 <= self.total <= DICE.most * DICE.faces:
            raise DecodeError("no dice sum up to {total}", total=self.total)
        if self.actual:
            validate_income(self.actual)

    def other_seats(self) -> Iterable[int]:
        """Return the seats in the lines of income."""
        return seats_of_income(self.actual)


class Keep(SeatAction, frozen=True, kw_only=True):
    """Let a roll stand that could be repeated (M8); the income comes with it."""

    verb: ClassVar[str] = "keep"

    actual: Actual = {}

    def __post_init__(self) -> None:
        validate_income(self.actual)

    def other_seats(self) -> Iterable[int]:
        """Return the seats in the lines of income."""
        return seats_of_income(self.actual)


class Reroll(SeatAction, frozen=True, kw_only=True):
    """Roll again with the Radio Tower (M8); the second roll is the next action."""

    verb: ClassVar[str] = "reroll"


class Tv(SeatAction, frozen=True, kw_only=True):
    """Name the seat that pays for the TV Station (M27)."""

    verb: ClassVar[str] = "tv"

    target: SeatNumber
    actual: Actual = {}

    def __post_init__(self) -> None:
        if self.target < 0:
            raise DecodeError("the target is a seat")
        for name, n in self.actual.items():
            if parse_outcome(name) != (self.seat, TV_STATION, None) or n < 0:
                raise DecodeError("no such outcome: {name} = {n}", name=name, n=n)

    def other_seats(self) -> Iterable[int]:
        """Return the seat that pays."""
        return (self.target,)


class Swap(SeatAction, frozen=True, kw_only=True):
    """Exchange the card `give` for the card `take` of the seat `target` (M28)."""

    verb: ClassVar[str] = "swap"

    target: SeatNumber
    give: str
    take: str

    def __post_init__(self) -> None:
        if self.target < 0:
            raise DecodeError("the target is a seat")
        for card in (self.give, self.take):
            if card not in COST:
                raise DecodeError("no card “{card}”", card=card)

    def other_seats(self) -> Iterable[int]:
        """Return the seat with which cards are exchanged."""
        return (self.target,)


class Decline(SeatAction, frozen=True, kw_only=True):
    """Decline the exchange of the Business Center (M28)."""

    verb: ClassVar[str] = "decline"


class TurnEnd(SeatAction, frozen=True, kw_only=True):
    """An action that ends a turn. ``actual={"again": 0}`` says that no other turn followed."""

    actual: Actual = {}

    def __post_init__(self) -> None:
        if self.actual and (set(self.actual) != {AGAIN} or self.actual[AGAIN] not in {0, 1}):
            raise DecodeError("no such outcome: {name}", name=self.actual)


class Build(TurnEnd, frozen=True, kw_only=True):
    """Build an establishment or a landmark for `paid` coins (M31, M32)."""

    verb: ClassVar[str] = "build"

    card: str
    paid: Amount

    def __post_init__(self) -> None:
        TurnEnd.__post_init__(self)
        if self.card not in COST:
            raise DecodeError("no card “{card}”", card=self.card)
        if self.paid < 0:
            raise DecodeError("paid is 0 or more")


class Pass(TurnEnd, frozen=True, kw_only=True):
    """Build nothing (M31)."""

    verb: ClassVar[str] = "pass"


class Result(TableAction, frozen=True, kw_only=True):
    """The final sheet: landmarks built by seat, None where nobody counted them."""

    verb: ClassVar[str] = "result"

    landmarks: tuple[int | None, ...]

    def __post_init__(self) -> None:
        counted = [n for n in self.landmarks if n is not None]
        if not counted or not all(0 <= n <= len(LANDMARKS) for n in counted):
            raise DecodeError("a seat has 0 to {most} landmarks", most=len(LANDMARKS))

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the landmarks."""
        return (self.landmarks,)


ACTIONS = (Roll, Keep, Reroll, Tv, Swap, Decline, Build, Pass, Result, Count)

__all__ = [
    "ACTIONS",
    "AGAIN",
    "Actual",
    "Build",
    "Count",
    "Decline",
    "Keep",
    "Outcome",
    "Pass",
    "Reroll",
    "Result",
    "Roll",
    "SeatAction",
    "Swap",
    "TableAction",
    "TurnEnd",
    "Tv",
    "parse_outcome",
]

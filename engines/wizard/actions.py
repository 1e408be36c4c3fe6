"""The actions of Wizard: what seats do, facts of the table, and lines of the pad."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar

from engines.book import UNKNOWN
from engines.counts import Count
from engines.values import SEAT_LETTERS, Action, Amount, DecodeError, Number, SeatNumber, Taker
from engines.wizard.catalog import CARDS, NO_TRUMP, SUITS

LEVELS = ("results", "pad", "summary", "actions", "full")
"""The levels of recording: totals, the score pad, trick winners, cards, cards and hands."""

EVERY_CARD = frozenset({"actions", "full"})
"""The levels that record every card played."""

WINNER = "winner"
MOST_ROUNDS = 40
"""The most rounds that a table can agree on."""

INTEGER = re.compile(r"-?\d{1,6}\Z", re.ASCII)


def validate_card(card: str) -> None:
    """Raise ValueError unless `card` is in the box, or ``?`` for a card that nobody noted."""
    if card != UNKNOWN and card not in CARDS:
        raise DecodeError("no card “{card}”", card=card)


class SeatAction(Action, frozen=True, kw_only=True):
    """An action of a seat."""

    taken_by: ClassVar[Taker] = "seat"


class TableAction(Action, frozen=True, kw_only=True):
    """A fact of the table."""

    taken_by: ClassVar[Taker] = "table"


def validate_outcomes(actual: dict[str, str], *, winner: bool) -> None:
    """Raise ValueError unless `actual` overrides outcomes that exist.

    ``{"winner": "b"}`` gives the trick to a seat (with `winner`), ``{"winner": ""}`` to nobody.
    ``{"b": "10"}`` writes points of the round that this action ends, whatever the rules say.
    """
    for outcome, value in actual.items():
        if outcome == WINNER and winner:
            if value and (value not in SEAT_LETTERS or len(value) != 1):
                raise DecodeError("no seat {seat}", seat=value)
        elif len(outcome) != 1 or outcome not in SEAT_LETTERS:
            raise DecodeError("no such outcome: {name}", name=outcome)
        elif not INTEGER.match(value):
            raise DecodeError("points are a number, not “{value}”", value=value)


class Deal(SeatAction, frozen=True, kw_only=True):
    """Name the dealer of the round where it is not the seat whose turn it is to deal (W7)."""

    verb: ClassVar[str] = "deal"


class Hand(SeatAction, frozen=True, kw_only=True):
    """Cards that a seat was dealt: all of its hand or some; ``{"?": n}`` are cards nobody noted.

    `forehead`: all other seats see them (V4); otherwise only the seat itself does.
    """

    verb: ClassVar[str] = "hand"

    cards: dict[str, int]
    forehead: bool = False

    def __post_init__(self) -> None:
        for card, n in self.cards.items():
            validate_card(card)
            if not 1 <= n <= 60:
                raise DecodeError("not so many: {n}", n=n)


class Flip(TableAction, frozen=True, kw_only=True):
    """The card turned up for trump (W9): a card, only its suit, or ``?`` if nobody noted it."""

    verb: ClassVar[str] = "flip"

    card: str

    def __post_init__(self) -> None:
        if self.card not in SUITS:
            validate_card(self.card)


class Trump(SeatAction, frozen=True, kw_only=True):
    """Name trump after a wizard was turned up (W12)."""

    verb: ClassVar[str] = "trump"

    suit: str

    def __post_init__(self) -> None:
        if self.suit not in SUITS and self.suit != NO_TRUMP:
            raise DecodeError("no suit “{suit}”", suit=self.suit)


class Bid(SeatAction, frozen=True, kw_only=True):
    """Bid a number of tricks (W20)."""

    verb: ClassVar[str] = "bid"

    bid: Number
    actual: dict[str, str] = {}

    def __post_init__(self) -> None:
        validate_outcomes(self.actual, winner=False)


class Bids(TableAction, frozen=True, kw_only=True):
    """All bids in the order of the seats: together (V2), or at the end of the round (V3)."""

    verb: ClassVar[str] = "bids"

    bids: tuple[Number, ...]
    actual: dict[str, str] = {}

    def __post_init__(self) -> None:
        validate_outcomes(self.actual, winner=False)

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the bids."""
        return (self.bids,)


class Play(SeatAction, frozen=True, kw_only=True):
    """Play a card (W32); ``?`` is a card that nobody noted.

    `actual` on the last card of a trick overrides its ``winner`` and the points of the round.
    """

    verb: ClassVar[str] = "play"

    card: str
    actual: dict[str, str] = {}

    def __post_init__(self) -> None:
        if self.seat < 0:
            raise DecodeError("a seat must be named")
        if self.card not in CARDS and self.card != UNKNOWN:
            raise DecodeError("no card “{card}”", card=self.card)
        if self.actual:
            validate_outcomes(self.actual, winner=True)


class Trick(SeatAction, frozen=True, kw_only=True):
    """Take the trick (W37): where no cards are noted, or they do not tell the winner."""

    verb: ClassVar[str] = "trick"

    actual: dict[str, str] = {}

    def __post_init__(self) -> None:
        validate_outcomes(self.actual, winner=False)


class Unwon(TableAction, frozen=True, kw_only=True):
    """A trick that nobody takes (W39)."""

    verb: ClassVar[str] = "unwon"

    actual: dict[str, str] = {}

    def __post_init__(self) -> None:
        validate_outcomes(self.actual, winner=False)


class Tricks(TableAction, frozen=True, kw_only=True):
    """The tricks that every seat won in the round, in the order of the seats (W53).

    `unwon` counts the tricks that nobody won (W39).
    """

    verb: ClassVar[str] = "tricks"

    tricks: tuple[Amount, ...]
    unwon: Amount = 0
    actual: dict[str, str] = {}

    def __post_init__(self) -> None:
        validate_tricks((*self.tricks, self.unwon))
        validate_outcomes(self.actual, winner=False)

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the tricks."""
        return (self.tricks,)


class Round(TableAction, frozen=True, kw_only=True):
    """A line of the pad: bids and tricks of every seat, in the order of the seats (W22, W53).

    `unwon` counts the tricks that nobody won (W39).
    """

    verb: ClassVar[str] = "round"

    bids: tuple[Number, ...]
    tricks: tuple[Amount, ...]
    unwon: Amount = 0
    actual: dict[str, str] = {}

    def __post_init__(self) -> None:
        validate_tricks((*self.tricks, self.unwon))
        validate_outcomes(self.actual, winner=False)

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the bids and the tricks."""
        return (self.bids, self.tricks)


class Rounds(TableAction, frozen=True, kw_only=True):
    """Agree on the number of rounds of the match (W4): more than there were to be, or fewer."""

    verb: ClassVar[str] = "rounds"

    rounds: int

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise DecodeError("not so many rounds: {rounds}", rounds=self.rounds)


class Redeal(TableAction, frozen=True, kw_only=True):
    """Void a round and deal it again by the same dealer (R3); `round` 0 is the running one."""

    verb: ClassVar[str] = "redeal"

    round: Amount = 0


class Penalty(SeatAction, frozen=True, kw_only=True):
    """Take points off a seat by a ruling (R4); a number below zero gives points."""

    verb: ClassVar[str] = "penalty"

    points: Number

    def __post_init__(self) -> None:
        if not self.points:
            raise DecodeError("a penalty of nothing")


class Level(TableAction, frozen=True, kw_only=True):
    """Change the level of recording from here on."""

    verb: ClassVar[str] = "level"

    level: str

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise DecodeError("no level of detail “{level}”", level=self.level)


class Result(TableAction, frozen=True, kw_only=True):
    """The final totals in the order of the seats, and the winners where they were named (W60).

    Without points only the `winners` are known; without winners the points decide.
    """

    verb: ClassVar[str] = "result"

    points: tuple[Number, ...] = ()
    winners: tuple[SeatNumber, ...] = ()

    def __post_init__(self) -> None:
        if not self.points and not self.winners:
            raise DecodeError("a result says the totals or who has won")
        if len(set(self.winners)) != len(self.winners) or min(self.winners, default=0) < 0:
            raise DecodeError("no winners: {winners}", winners=self.winners)

    def other_seats(self) -> Iterable[int]:
        """Return the winners."""
        return self.winners

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the points, as far as they are known."""
        return (self.points,) if self.points else ()


def validate_tricks(tricks: tuple[int, ...]) -> None:
    """Raise ValueError for a number of tricks below zero."""
    if any(n < 0 for n in tricks):
        raise DecodeError("fewer than no tricks")


ACTIONS = (
    Deal,
    Hand,
    Flip,
    Trump,
    Bid,
    Bids,
    Play,
    Trick,
    Unwon,
    Tricks,
    Round,
    Rounds,
    Redeal,
    Penalty,
    Level,
    Result,
    Count,
)

__all__ = [
    "ACTIONS",
    "Bid",
    "Bids",
    "Count",
    "Deal",
    "Flip",
    "Hand",
    "Level",
    "Penalty",
    "Play",
    "Redeal",
    "Result",
    "Round",
    "Rounds",
    "SeatAction",
    "TableAction",
    "Trick",
    "Tricks",
    "Trump",
    "Unwon",
]

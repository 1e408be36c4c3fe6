"""What can happen in Wizard: what seats do, the facts of the table, and what the pad says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar

from engines.book import UNKNOWN
from engines.counts import Count
from engines.values import SEAT_LETTERS, TABLE, Action
from engines.wizard.catalog import CARDS, MOST_SEATS, NO_TRUMP, SUITS

LEVELS = ("results", "pad", "summary", "actions", "full")
"""How finely a match is recorded: totals, the score pad, trick winners, cards, cards and hands."""

EVERY_CARD = frozenset({"actions", "full"})
"""The levels at which every card is told."""

LETTERS = SEAT_LETTERS[:MOST_SEATS]
WINNER = "winner"
INTEGER = re.compile(r"-?\d{1,6}\Z", re.ASCII)


def must_be_card(card: str) -> None:
    """Raise ValueError unless `card` is a card of the box, or ``?`` for one nobody noted."""
    if card != UNKNOWN and card not in CARDS:
        raise ValueError(f"no card {card!r}")


class SeatAction(Action, frozen=True, kw_only=True):
    """What a seat does; it must say which."""

    def __post_init__(self) -> None:
        if self.seat < 0:
            raise ValueError("a seat must be named")


class TableAction(Action, frozen=True, kw_only=True):
    """A fact of the table; no seat does it."""

    def __post_init__(self) -> None:
        if self.seat != TABLE:
            raise ValueError("this is a fact of the table, not of a seat")


def must_be_outcomes(actual: dict[str, str], *, winner: bool) -> None:
    """Raise ValueError unless `actual` overrides outcomes that exist.

    ``{"winner": "b"}`` gives the trick to a seat (with `winner`), ``{"b": "10"}`` writes points
    for the round that this action ends, whatever the rules say.
    """
    for outcome, value in actual.items():
        if outcome == WINNER and winner:
            if value not in LETTERS or len(value) != 1:
                raise ValueError(f"no seat {value!r}")
        elif len(outcome) != 1 or outcome not in LETTERS:
            raise ValueError(f"no such outcome: {outcome!r}")
        elif not INTEGER.match(value):
            raise ValueError(f"points are a number, not {value!r}")


class Deal(SeatAction, frozen=True, kw_only=True):
    """Who deals the round, where that is worth writing down (W7)."""

    verb: ClassVar[str] = "deal"


class Hand(SeatAction, frozen=True, kw_only=True):
    """Cards that a seat was dealt: its whole hand or some of it; ``{"?": n}`` are not seen.

    `forehead`: everybody sees them except the seat itself (V4); otherwise the seat alone does.
    """

    verb: ClassVar[str] = "hand"

    cards: dict[str, int]
    forehead: bool = False

    def __post_init__(self) -> None:
        SeatAction.__post_init__(self)
        for card, n in self.cards.items():
            must_be_card(card)
            if not 1 <= n <= 60:
                raise ValueError(f"not so many: {n}")


class Flip(TableAction, frozen=True, kw_only=True):
    """The card turned up for trump (W9): a card, only its suit, or ``?`` if nobody noted it."""

    verb: ClassVar[str] = "flip"

    card: str

    def __post_init__(self) -> None:
        TableAction.__post_init__(self)
        if self.card not in SUITS:
            must_be_card(self.card)


class Trump(SeatAction, frozen=True, kw_only=True):
    """The dealer names trump after a wizard was turned up (W12)."""

    verb: ClassVar[str] = "trump"

    suit: str

    def __post_init__(self) -> None:
        SeatAction.__post_init__(self)
        if self.suit not in SUITS and self.suit != NO_TRUMP:
            raise ValueError(f"no suit {self.suit!r}")


class Bid(SeatAction, frozen=True, kw_only=True):
    """A seat says how many tricks it will win (W20)."""

    verb: ClassVar[str] = "bid"

    bid: int
    actual: dict[str, str] = {}

    def __post_init__(self) -> None:
        SeatAction.__post_init__(self)
        must_be_outcomes(self.actual, winner=False)


class Bids(TableAction, frozen=True, kw_only=True):
    """All bids at once, in the order of the seats: shown together (V2) or at the end (V3)."""

    verb: ClassVar[str] = "bids"

    bids: tuple[int, ...]
    actual: dict[str, str] = {}

    def __post_init__(self) -> None:
        TableAction.__post_init__(self)
        must_be_outcomes(self.actual, winner=False)

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the bids."""
        return (self.bids,)


class Play(SeatAction, frozen=True, kw_only=True):
    """A seat plays a card (W32); ``?`` is one that nobody noted.

    `actual` on the last card of a trick: who took it (``winner``), points that were written.
    """

    verb: ClassVar[str] = "play"

    card: str
    actual: dict[str, str] = {}

    def __post_init__(self) -> None:
        if self.seat < 0:
            raise ValueError("a seat must be named")
        if self.card not in CARDS and self.card != UNKNOWN:
            raise ValueError(f"no card {self.card!r}")
        if self.actual:
            must_be_outcomes(self.actual, winner=True)


class Trick(SeatAction, frozen=True, kw_only=True):
    """A seat takes the trick (W37): where no cards are noted, or they do not say who won."""

    verb: ClassVar[str] = "trick"

    actual: dict[str, str] = {}

    def __post_init__(self) -> None:
        SeatAction.__post_init__(self)
        must_be_outcomes(self.actual, winner=False)


class Tricks(TableAction, frozen=True, kw_only=True):
    """The tricks that every seat won in the round, in the order of the seats (W53)."""

    verb: ClassVar[str] = "tricks"

    tricks: tuple[int, ...]
    actual: dict[str, str] = {}

    def __post_init__(self) -> None:
        TableAction.__post_init__(self)
        must_be_tricks(self.tricks)
        must_be_outcomes(self.actual, winner=False)

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the tricks."""
        return (self.tricks,)


class Round(TableAction, frozen=True, kw_only=True):
    """A line of the pad: what every seat bid and won, in the order of the seats (W22, W53)."""

    verb: ClassVar[str] = "round"

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    actual: dict[str, str] = {}

    def __post_init__(self) -> None:
        TableAction.__post_init__(self)
        must_be_tricks(self.tricks)
        must_be_outcomes(self.actual, winner=False)

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the bids and the tricks."""
        return (self.bids, self.tricks)


class Redeal(TableAction, frozen=True, kw_only=True):
    """A round is void and is dealt again by the same dealer (R3): `round`, or 0 for this one."""

    verb: ClassVar[str] = "redeal"

    round: int = 0


class Penalty(SeatAction, frozen=True, kw_only=True):
    """Points taken off a seat by a ruling (R4); below zero they are given."""

    verb: ClassVar[str] = "penalty"

    points: int

    def __post_init__(self) -> None:
        SeatAction.__post_init__(self)
        if not self.points:
            raise ValueError("a penalty of nothing")


class Level(TableAction, frozen=True, kw_only=True):
    """How finely the match is recorded from here on."""

    verb: ClassVar[str] = "level"

    level: str

    def __post_init__(self) -> None:
        TableAction.__post_init__(self)
        if self.level not in LEVELS:
            raise ValueError(f"no level {self.level!r}")


class Result(TableAction, frozen=True, kw_only=True):
    """The final totals in the order of the seats (W60)."""

    verb: ClassVar[str] = "result"

    points: tuple[int, ...]

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the points."""
        return (self.points,)


def must_be_tricks(tricks: tuple[int, ...]) -> None:
    """Raise ValueError unless everybody won at least no trick."""
    if any(n < 0 for n in tricks):
        raise ValueError("fewer than no tricks")


ACTIONS = (
    Deal,
    Hand,
    Flip,
    Trump,
    Bid,
    Bids,
    Play,
    Trick,
    Tricks,
    Round,
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
    "SeatAction",
    "TableAction",
    "Trick",
    "Tricks",
    "Trump",
]

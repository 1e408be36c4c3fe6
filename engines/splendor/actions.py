"""The actions of Splendor: what seats do, and the facts of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from engines.counts import Count
from engines.splendor.catalog import CARDS, COLOURS, DECK_LEVELS, GOLD, MARKET, NOBLES, TOKENS
from engines.values import Action, Amount, DecodeError, Number, SeatNumber, Taker, owner_of

KINDS = frozenset(TOKENS)

Tokens = dict[str, Amount]
"""Colour to number of tokens. Gold is one of the colours; colours without a token are left out."""


def validate_tokens(tokens: Tokens) -> None:
    """Raise ValueError unless every key is a kind of token and every number is above zero."""
    if tokens and not (tokens.keys() <= KINDS and min(tokens.values()) > 0):
        raise DecodeError("not tokens: {tokens}", tokens=tokens)


def validate_card(card: str) -> None:
    """Raise ValueError unless `card` is a development card."""
    if card not in CARDS:
        raise DecodeError("no card “{card}”", card=card)


def validate_outcome(actual: dict[str, str]) -> None:
    """Raise ValueError unless `actual` names the noble that visited (``""``: none)."""
    if actual and (set(actual) != {"noble"} or actual["noble"] not in {"", *NOBLES}):
        raise DecodeError("no such outcome: {name}", name=actual)


class SeatAction(Action, frozen=True, kw_only=True):
    """A seat's turn.

    `actual` overrides the noble's visit at the end of the turn: ``{"noble": ""}`` is a visit that
    was forgotten, ``{"noble": "w4u4"}`` a noble that was given.
    """

    taken_by: ClassVar[Taker] = "seat"

    actual: dict[str, str] = {}


class Take(SeatAction, frozen=True, kw_only=True):
    """Take tokens from the bank (S4, S5); `returned` goes back to it over the limit (S9)."""

    verb: ClassVar[str] = "take"

    tokens: Tokens
    returned: Tokens = {}

    def __post_init__(self) -> None:
        validate_outcome(self.actual)
        validate_tokens(self.tokens)
        validate_tokens(self.returned)


class Reserve(SeatAction, frozen=True, kw_only=True):
    """Take the open card in the slot `source` into hand, with `gold` tokens of gold (S6).

    An empty `source` is the place where the record sees the card.
    """

    verb: ClassVar[str] = "reserve"

    card: str
    source: str = ""
    gold: int
    returned: Tokens = {}

    def __post_init__(self) -> None:
        validate_outcome(self.actual)
        validate_card(self.card)
        validate_tokens(self.returned)
        if self.source and self.source not in MARKET:
            raise DecodeError("no slot {slot}", slot=self.source)
        if not 0 <= self.gold <= 5:
            raise DecodeError("gold is 0 to 5")


class Draw(SeatAction, frozen=True, kw_only=True):
    """Reserve the unseen top card of a level's deck (S6e), with `gold` tokens of gold (S6b).

    `card` is its face where the record may know it, ``?`` otherwise.
    """

    verb: ClassVar[str] = "draw"

    level: int
    card: str = "?"
    gold: int
    returned: Tokens = {}

    def __post_init__(self) -> None:
        validate_outcome(self.actual)
        validate_tokens(self.returned)
        if self.card != "?":
            validate_card(self.card)
        if self.level not in DECK_LEVELS:
            raise DecodeError("no level {level}", level=self.level)
        if not 0 <= self.gold <= 5:
            raise DecodeError("gold is 0 to 5")


class Buy(SeatAction, frozen=True, kw_only=True):
    """Buy a card for the tokens `paid` (S7).

    `source` is a slot or ``reserve``; empty is the place where the record sees the card. Version 1
    had `from_hand` instead: see `upcasts`.
    """

    verb: ClassVar[str] = "buy"
    schema: ClassVar[int] = 2

    card: str
    paid: Tokens
    source: str = ""

    def __post_init__(self) -> None:
        validate_outcome(self.actual)
        validate_card(self.card)
        validate_tokens(self.paid)
        if self.source and self.source != "reserve" and self.source not in MARKET:
            raise DecodeError("no place to buy from: “{source}”", source=self.source)


class Noble(Action, frozen=True, kw_only=True):
    """Choose one of several nobles that would visit (S12)."""

    verb: ClassVar[str] = "noble"
    taken_by: ClassVar[Taker] = "seat"

    noble: str

    def __post_init__(self) -> None:
        if self.noble not in NOBLES:
            raise DecodeError("no noble “{noble}”", noble=self.noble)


class Pass(SeatAction, frozen=True, kw_only=True):
    """Pass, which is for a seat that can do nothing else (S10)."""

    verb: ClassVar[str] = "pass"

    def __post_init__(self) -> None:
        validate_outcome(self.actual)


class Reveal(Action, frozen=True, kw_only=True):
    """A card or noble that is turned up: in a slot, among the nobles, or in a hand that is shown.

    `place` is a slot (``market.2.3``), ``nobles``, or a hand (``a.reserved``); the card ``?`` is
    one that nobody saw.
    """

    verb: ClassVar[str] = "reveal"
    taken_by: ClassVar[Taker] = "table"

    place: str
    card: str

    def __post_init__(self) -> None:
        known = NOBLES if self.place == "nobles" else CARDS
        if self.card != "?" and self.card not in known:
            raise DecodeError(
                "nothing called “{card}” can lie at “{place}”", card=self.card, place=self.place
            )
        if self.place not in MARKET and self.place != "nobles" and self.place[1:] != ".reserved":
            raise DecodeError("nothing is turned up at “{place}”", place=self.place)

    def other_seats(self) -> Iterable[int]:
        """Return the owner of the place."""
        owner = owner_of(self.place)
        return () if owner is None else (owner,)


class Result(Action, frozen=True, kw_only=True):
    """The final score sheet: points by seat, bought cards where they were counted, the winners.

    Without points only the `winners` are known; without winners the points decide.
    """

    verb: ClassVar[str] = "result"
    taken_by: ClassVar[Taker] = "table"

    points: tuple[Number, ...] = ()
    cards: tuple[Amount, ...] = ()
    winners: tuple[SeatNumber, ...] = ()

    def __post_init__(self) -> None:
        if not self.points and (self.cards or not self.winners):
            raise DecodeError("a score sheet says the points or who has won")
        if len(set(self.winners)) != len(self.winners) or min(self.winners, default=0) < 0:
            raise DecodeError("no winners: {winners}", winners=self.winners)

    def other_seats(self) -> Iterable[int]:
        """Return the winners."""
        return self.winners

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the points and the bought cards, as far as they are known."""
        return tuple(numbers for numbers in (self.points, self.cards) if numbers)


ACTIONS = (Take, Reserve, Draw, Buy, Noble, Pass, Reveal, Result, Count)

__all__ = [
    "ACTIONS",
    "COLOURS",
    "GOLD",
    "Buy",
    "Count",
    "DecodeError",
    "Draw",
    "Noble",
    "Pass",
    "Reserve",
    "Result",
    "Reveal",
    "SeatAction",
    "Take",
    "Tokens",
]

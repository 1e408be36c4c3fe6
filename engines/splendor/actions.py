"""What can happen in Splendor: what seats do, and the facts of the table."""

from __future__ import annotations

from typing import ClassVar

from engines.counts import Count
from engines.splendor.catalog import CARDS, COLOURS, DECK_LEVELS, GOLD, MARKET, NOBLES, TOKENS
from engines.values import Action, DecodeError

KINDS = frozenset(TOKENS)

Tokens = dict[str, int]
"""Colour to number of tokens, gold among the colours; only what is there."""


def must_be_tokens(tokens: Tokens) -> None:
    """Raise ValueError unless every key is a kind of token and every number is above zero."""
    if tokens and not (tokens.keys() <= KINDS and min(tokens.values()) > 0):
        raise ValueError(f"not tokens: {tokens}")


def must_be_card(card: str) -> None:
    """Raise ValueError unless `card` is a development card."""
    if card not in CARDS:
        raise ValueError(f"no card {card!r}")


def must_be_outcome(actual: dict[str, str]) -> None:
    """Raise ValueError unless `actual` says which noble came, ``""`` for none."""
    if actual and (set(actual) != {"noble"} or actual["noble"] not in {"", *NOBLES}):
        raise ValueError(f"no such outcome: {actual}")


class SeatAction(Action, frozen=True, kw_only=True):
    """A seat's turn. `actual` says how the end of the turn went when it did not go by the rules:
    ``{"noble": ""}`` for a visit that was forgotten, ``{"noble": "w4u4"}`` for one that was given.
    """

    actual: dict[str, str] = {}


class Take(SeatAction, frozen=True, kw_only=True):
    """Take tokens from the bank; `returned` goes back over the limit (S4, S5, S9)."""

    verb: ClassVar[str] = "take"

    tokens: Tokens
    returned: Tokens = {}

    def __post_init__(self) -> None:
        must_be_outcome(self.actual)
        must_be_tokens(self.tokens)
        must_be_tokens(self.returned)


class Reserve(SeatAction, frozen=True, kw_only=True):
    """Take an open card into hand, with `gold` tokens of gold (S6). `source` is the slot."""

    verb: ClassVar[str] = "reserve"

    card: str
    source: str = ""
    gold: int
    returned: Tokens = {}

    def __post_init__(self) -> None:
        must_be_outcome(self.actual)
        must_be_card(self.card)
        must_be_tokens(self.returned)
        if self.source and self.source not in MARKET:
            raise ValueError(f"no slot {self.source!r}")
        if not 0 <= self.gold <= 5:
            raise ValueError("gold is 0 to 5")


class Draw(SeatAction, frozen=True, kw_only=True):
    """Reserve the top card of a level's deck, unseen by the others (S6). `card` is its face
    when the record may know it, ``?`` otherwise."""

    verb: ClassVar[str] = "draw"

    level: int
    card: str = "?"
    gold: int
    returned: Tokens = {}

    def __post_init__(self) -> None:
        must_be_outcome(self.actual)
        must_be_tokens(self.returned)
        if self.card != "?":
            must_be_card(self.card)
        if self.level not in DECK_LEVELS:
            raise ValueError(f"no level {self.level}")
        if not 0 <= self.gold <= 5:
            raise ValueError("gold is 0 to 5")


class Buy(SeatAction, frozen=True, kw_only=True):
    """Buy a card for the tokens `paid` (S7). `source` is a slot or ``reserve``; empty: wherever
    the record sees the card. (Version 1 had `from_hand` instead: see `upcasts.py`.)"""

    verb: ClassVar[str] = "buy"
    schema: ClassVar[int] = 2

    card: str
    paid: Tokens
    source: str = ""

    def __post_init__(self) -> None:
        must_be_outcome(self.actual)
        must_be_card(self.card)
        must_be_tokens(self.paid)
        if self.source and self.source != "reserve" and self.source not in MARKET:
            raise ValueError(f"no place to buy from: {self.source!r}")


class Noble(Action, frozen=True, kw_only=True):
    """Choose the noble that comes when several would (S12)."""

    verb: ClassVar[str] = "noble"

    noble: str

    def __post_init__(self) -> None:
        if self.noble not in NOBLES:
            raise ValueError(f"no noble {self.noble!r}")


class Pass(SeatAction, frozen=True, kw_only=True):
    """Do nothing because nothing can be done (S10)."""

    verb: ClassVar[str] = "pass"

    def __post_init__(self) -> None:
        must_be_outcome(self.actual)


class Reveal(Action, frozen=True, kw_only=True):
    """What lies in a slot, among the nobles, or in a hand that shows it. ``?``: nobody saw it.

    `place` is a slot (``market.2.3``), ``nobles``, or a seat's ``a.reserved``.
    """

    verb: ClassVar[str] = "reveal"

    place: str
    card: str

    def __post_init__(self) -> None:
        known = NOBLES if self.place == "nobles" else CARDS
        if self.card != "?" and self.card not in known:
            raise ValueError(f"nothing called {self.card!r} can lie at {self.place}")
        if self.place not in MARKET and self.place != "nobles" and self.place[1:] != ".reserved":
            raise ValueError(f"nothing is turned up at {self.place!r}")


class Result(Action, frozen=True, kw_only=True):
    """The final score sheet: points by seat, and bought cards by seat where they were counted."""

    verb: ClassVar[str] = "result"

    points: tuple[int, ...]
    cards: tuple[int, ...] = ()


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

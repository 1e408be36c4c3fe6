"""The actions of 7 Wonders Duel: what seats do, and the facts of the table."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from engines.counts import Count
from engines.seven_wonders_duel.catalog import CARDS, NUMBER_OF, NUMBERS, TOKENS, WONDERS
from engines.values import Action, DecodeError, Taker

ANYWHERE = 0
"""The slot of an action that names none: the place where the record sees the card."""

UNSEEN = "?"
"""The card of an action that nobody noted."""

CATEGORIES = ("blue", "green", "yellow", "guilds", "wonders", "tokens", "coins", "military")
"""The rows of a score sheet."""

SHEET = (*CATEGORIES, "total")
"""The keys of a score sheet: its rows, or the total alone."""

Kind = Literal["civilian", "military", "science", "unknown"]
"""How a game was won; ``unknown`` where only the winner is known."""
Actual = dict[str, int]
"""Outcome to what the table really did, where the engine derives it."""

MOST_COINS = 999


class Paid(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Coins paid to the `bank`, and to the `opponent` who has Economy (D56)."""

    bank: int = 0
    opponent: int = 0

    def __post_init__(self) -> None:
        if not (0 <= self.bank <= MOST_COINS and 0 <= self.opponent <= MOST_COINS):
            raise DecodeError("coins paid are 0 or more")

    @property
    def total(self) -> int:
        """The coins paid in all."""
        return self.bank + self.opponent


def validate_card(card: str) -> None:
    """Raise ValueError unless `card` is a building."""
    if card not in CARDS:
        raise DecodeError("no card “{card}”", card=card)


def validate_slot(slot: int) -> None:
    """Raise ValueError unless `slot` is 1 to 20, or 0 for the place where the card is seen."""
    if slot != ANYWHERE and slot not in NUMBERS:
        raise DecodeError("no slot {slot}", slot=slot)


class SeatAction(Action, frozen=True, kw_only=True):
    """An action of a seat whose outcomes the engine derives.

    `actual` overrides outcomes: ``{"shields": 0}`` is a pawn that nobody moved. ``coins`` and
    ``bonus`` come from the bank, ``loot`` and ``loss`` are what the opponent paid, ``again`` tells
    whether another turn followed.
    """

    outcomes: ClassVar[frozenset[str]] = frozenset()
    taken_by: ClassVar[Taker] = "seat"

    actual: Actual = {}

    def __post_init__(self) -> None:
        for outcome, n in self.actual.items():
            if outcome not in self.outcomes or not 0 <= n <= MOST_COINS:
                raise DecodeError("no such outcome: {name} = {n}", name=outcome, n=n)


class Draft(Action, frozen=True, kw_only=True):
    """Take one of the wonders on offer (D5)."""

    verb: ClassVar[str] = "draft"
    taken_by: ClassVar[Taker] = "seat"

    wonder: str

    def __post_init__(self) -> None:
        if self.wonder not in WONDERS:
            raise DecodeError("no wonder “{wonder}”", wonder=self.wonder)


class Build(SeatAction, frozen=True, kw_only=True):
    """Construct the card in a slot for the coins `paid` (D13 to D20)."""

    verb: ClassVar[str] = "build"
    outcomes: ClassVar[frozenset[str]] = frozenset({"coins", "bonus", "shields", "loot"})

    card: str
    slot: int = ANYWHERE
    paid: Paid

    def __post_init__(self) -> None:
        if self.actual:
            SeatAction.__post_init__(self)
        validate_card(self.card)
        validate_slot(self.slot)


class Discard(Action, frozen=True, kw_only=True):
    """Put the card in a slot on the discard pile for the coins `taken` from the bank (D22)."""

    verb: ClassVar[str] = "discard"
    taken_by: ClassVar[Taker] = "seat"

    card: str
    slot: int = ANYWHERE
    taken: int

    def __post_init__(self) -> None:
        if self.card != UNSEEN:
            validate_card(self.card)
        validate_slot(self.slot)
        if not 0 <= self.taken <= MOST_COINS:
            raise DecodeError("coins taken are 0 or more")


class Wonder(SeatAction, frozen=True, kw_only=True):
    """Construct a wonder with the card in a slot for the coins `paid` (D23 to D27)."""

    verb: ClassVar[str] = "wonder"
    outcomes: ClassVar[frozenset[str]] = frozenset({"coins", "loss", "shields", "loot", "again"})

    wonder: str
    card: str
    slot: int = ANYWHERE
    paid: Paid

    def __post_init__(self) -> None:
        if self.actual:
            SeatAction.__post_init__(self)
        if self.wonder not in WONDERS:
            raise DecodeError("no wonder “{wonder}”", wonder=self.wonder)
        if self.card != UNSEEN:
            validate_card(self.card)
        validate_slot(self.slot)


class TokenAction(SeatAction, frozen=True, kw_only=True):
    """A choice of a progress token."""

    outcomes: ClassVar[frozenset[str]] = frozenset({"coins"})

    token: str

    def __post_init__(self) -> None:
        SeatAction.__post_init__(self)
        if self.token not in TOKENS:
            raise DecodeError("no progress token “{token}”", token=self.token)


class Token(TokenAction, frozen=True, kw_only=True):
    """Take a progress token from the board for a pair of symbols (D35)."""

    verb: ClassVar[str] = "token"


class Keep(TokenAction, frozen=True, kw_only=True):
    """Keep one of the tokens that the Great Library drew (D52)."""

    verb: ClassVar[str] = "keep"


class Raze(Action, frozen=True, kw_only=True):
    """Put one of the opponent's cards on the discard pile: Zeus, Circus Maximus (D50)."""

    verb: ClassVar[str] = "raze"
    taken_by: ClassVar[Taker] = "seat"

    card: str

    def __post_init__(self) -> None:
        validate_card(self.card)


class Revive(SeatAction, frozen=True, kw_only=True):
    """Construct a card of the discard pile for free: the Mausoleum (D51)."""

    verb: ClassVar[str] = "revive"
    outcomes: ClassVar[frozenset[str]] = frozenset({"coins", "shields", "loot"})

    card: str

    def __post_init__(self) -> None:
        SeatAction.__post_init__(self)
        validate_card(self.card)


class Begin(Action, frozen=True, kw_only=True):
    """Name the seat `who` that begins the new age (D39, D40)."""

    verb: ClassVar[str] = "begin"
    taken_by: ClassVar[Taker] = "seat"

    who: int

    def __post_init__(self) -> None:
        if self.who not in (0, 1):
            raise DecodeError("no seat {seat}", seat=self.who)


class Reveal(Action, frozen=True, kw_only=True):
    """A piece that is turned up; ``?``: nobody noted it.

    `place` is a slot, the `board` of tokens, the tokens `drawn` from the box, or the wonders on
    `offer`.
    """

    verb: ClassVar[str] = "reveal"
    taken_by: ClassVar[Taker] = "table"

    place: str
    card: str

    def __post_init__(self) -> None:
        if self.place in NUMBER_OF:
            known = self.card in CARDS
        elif self.place == "offer":
            known = self.card in WONDERS
        elif self.place in ("board", "drawn"):
            known = self.card in TOKENS
        else:
            raise DecodeError("nothing is turned up at “{place}”", place=self.place)
        if not known and self.card != UNSEEN:
            raise DecodeError(
                "nothing called “{card}” can lie at “{place}”", card=self.card, place=self.place
            )


class Backs(Action, frozen=True, kw_only=True):
    """The face-down slots of Age III that show the back of a guild (D10); None: not noted."""

    verb: ClassVar[str] = "backs"
    taken_by: ClassVar[Taker] = "table"

    guilds: tuple[int, ...] | None

    def __post_init__(self) -> None:
        for slot in self.guilds or ():
            if slot not in NUMBERS:
                raise DecodeError("no slot {slot}", slot=slot)
        if self.guilds and len(set(self.guilds)) != len(self.guilds):
            raise DecodeError("a slot is named twice")


class Result(Action, frozen=True, kw_only=True):
    """The final score sheet: the kind of victory, the winner, and points by seat and row.

    The `winner` None is a shared victory. The sheet has the rows that were noted.
    """

    verb: ClassVar[str] = "result"
    taken_by: ClassVar[Taker] = "table"

    kind: Kind
    winner: int | None = None
    sheet: tuple[dict[str, int], ...] = ()

    def __post_init__(self) -> None:
        if self.winner not in (None, 0, 1):
            raise DecodeError("no seat {seat}", seat=self.winner)
        if len(self.sheet) not in (0, 2):
            raise DecodeError("a score sheet has two seats")
        for points in self.sheet:
            for row, n in points.items():
                if row not in SHEET or not 0 <= n <= MOST_COINS:
                    raise DecodeError("nothing for a score sheet: {row} = {n}", row=row, n=n)

    def total(self, seat: int) -> int:
        """Return a seat's points: the total as written, or the sum of the rows."""
        points = self.sheet[seat]
        return points.get("total", sum(points.values()))

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners; both seats where none is named."""
        return (0, 1) if self.winner is None else (self.winner,)


GAME_ACTIONS = (
    Draft,
    Build,
    Discard,
    Wonder,
    Token,
    Keep,
    Raze,
    Revive,
    Begin,
    Reveal,
    Backs,
    Result,
    Count,
)

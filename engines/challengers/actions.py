"""The actions of Challengers!: what seats do, and the facts of the table.

A side of a duel is named by the letter of its seat (``a`` to ``h``) or ``robot``. Everything
that happens in a duel names its park. A card is named by its printing's id; ``?`` is one that
nobody saw, ``?A`` one of which only the level is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypeAlias

import msgspec

from engines.challengers.cards.format import CardSet
from engines.challengers.cards.sets import CardSetError
from engines.challengers.cards.validity import find_faults
from engines.counts import Count
from engines.values import Action, DecodeError, Taker

# For a type checker these are texts, so that ids can be passed around as such; decoding lets
# nothing pass but what is listed.
if TYPE_CHECKING:
    Park: TypeAlias = str
    Side: TypeAlias = str
    NoSide: TypeAlias = str
    PileLevel: TypeAlias = str
    Reason: TypeAlias = str
    Override: TypeAlias = str
else:
    Park = Literal["green", "red", "purple", "yellow", "final"]
    Side = Literal["a", "b", "c", "d", "e", "f", "g", "h", "robot"]
    NoSide = Literal["", "a", "b", "c", "d", "e", "f", "g", "h", "robot"]
    PileLevel = Literal["A", "B", "C"]
    Reason = Literal["", "deck", "bench", "conceded"]
    Override = Literal["captured", "bonus", "fans", "end"]
Item: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Few: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
Some: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=99)]
Cards: TypeAlias = dict[Item, Some]
"""Printing to number of copies."""

Outcomes: TypeAlias = dict[Override, int]
"""Outcomes that the table carried out otherwise than the record computes them: ``captured`` and
``end`` are 0 or 1, ``bonus`` is the card's power bonus, ``fans`` the tokens that its side took."""

ZONES = ("bench", "exhaust", "field", "deck")


class Plans(Action, frozen=True, kw_only=True):
    """Give out the tournament plans (C21): `of` is the plan of every seat, numbered from 1. The
    robot holds the one that is left."""

    verb: ClassVar[str] = "plans"
    taken_by: ClassVar[Taker] = "table"

    of: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(set(self.of)) != len(self.of) or not all(1 <= plan <= 8 for plan in self.of):
            raise DecodeError("no plans: {of}", of=self.of)


class Start(Action, frozen=True, kw_only=True):
    """Begin a duel (C40, C41): `first` takes the flag, `against` is the other side (empty: the one
    that the plans send there), `decks` the number of cards in every deck that was counted."""

    verb: ClassVar[str] = "start"
    taken_by: ClassVar[Taker] = "table"

    park: Park
    first: Side
    against: NoSide = ""
    decks: dict[Side, Few] = {}

    def __post_init__(self) -> None:
        if self.first == self.against:
            raise DecodeError("{name} cannot meet itself", name=self.first)


class Reveal(Action, frozen=True, kw_only=True):
    """Reveal the top card of a deck (C42, C44). `by` is the side; empty: the side on turn."""

    verb: ClassVar[str] = "reveal"
    taken_by: ClassVar[Taker] = "table"

    park: Park
    card: Item
    by: NoSide = ""
    actual: Outcomes = {}


class Choose(Action, frozen=True, kw_only=True):
    """Choose the cards that an effect moves (C80, C82); none where that is allowed."""

    verb: ClassVar[str] = "choose"
    taken_by: ClassVar[Taker] = "seat"

    park: Park
    cards: tuple[Item, ...] = ()


class LookAt(Action, frozen=True, kw_only=True):
    """Put cards back after a look into the own deck (C83): on `top` (the next one first) and at the
    `bottom` (the lowest last)."""

    verb: ClassVar[str] = "look"

    park: Park
    top: tuple[Item, ...] = ()
    bottom: tuple[Item, ...] = ()


class Seen(Action, frozen=True, kw_only=True):
    """Name an unknown card in a `place` (``b.bench``, ``robot.deck``): it is `card`. `name` is the
    unknown card; empty: the oldest one there that can be it."""

    verb: ClassVar[str] = "seen"
    taken_by: ClassVar[Taker] = "table"

    place: Item
    card: Item
    name: str = ""

    def __post_init__(self) -> None:
        owner, _, zone = self.place.partition(".")
        if owner not in SIDE_NAMES or zone not in ZONES:
            raise DecodeError("nothing unknown lies at “{place}”", place=self.place)


class Left(Action, frozen=True, kw_only=True):
    """Count the `cards` left in the deck of a side; with `more` there are at least so many."""

    verb: ClassVar[str] = "left"
    taken_by: ClassVar[Taker] = "table"

    park: Park
    of: Side
    cards: Few
    more: bool = False


class Out(Action, frozen=True, kw_only=True):
    """End the duel of a side that must reveal and has no card left (C52). `by` is the side; empty:
    the side on turn."""

    verb: ClassVar[str] = "out"
    taken_by: ClassVar[Taker] = "table"

    park: Park
    by: NoSide = ""


class CardMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card that the table moved from one zone to another: ``a.bench`` to ``a.exhaust``."""

    card: Item
    source: Item
    target: Item

    def __post_init__(self) -> None:
        for place in (self.source, self.target):
            owner, _, zone = place.partition(".")
            if owner not in SIDE_NAMES or zone not in ZONES:
                raise DecodeError("no zone of a duel: “{place}”", place=place)


class ByHand(Action, frozen=True, kw_only=True):
    """Carry out an effect that the format of card sets cannot express: cards moved, fan tokens
    taken, power for the card that was revealed. The duel then counts as not verified."""

    verb: ClassVar[str] = "manual"
    taken_by: ClassVar[Taker] = "table"

    park: Park
    moves: tuple[CardMove, ...] = ()
    fans: dict[Side, Some] = {}
    bonus: int = 0


class Win(Action, frozen=True, kw_only=True):
    """Record a duel by its result.

    `trophy` is the number on the trophy's back, None where nobody told it (`hidden`: only the
    winner has seen it). `fans` are the tokens taken during the duel. The rest is a summary: why it
    ended, who started, the number of cards revealed, the bench seats in use, the cards that joined
    or left a deck for good (C79); `kept` is true when none did.
    """

    verb: ClassVar[str] = "win"
    taken_by: ClassVar[Taker] = "table"

    park: Park
    winner: Side
    loser: NoSide = ""
    trophy: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    hidden: bool = False
    fans: dict[Side, Some] = {}
    reason: Reason = ""
    first: NoSide = ""
    reveals: Few | None = None
    seats: dict[Side, Few] = {}
    gained: dict[Side, Cards] = {}
    lost: dict[Side, Cards] = {}
    kept: bool = False

    def __post_init__(self) -> None:
        if self.winner == self.loser:
            raise DecodeError("{name} cannot beat itself", name=self.winner)
        if self.hidden and self.trophy is None:
            raise DecodeError("nothing is hidden where nothing is told")


class Trophy(Action, frozen=True, kw_only=True):
    """Show everybody the back of a trophy (C60, C61), which side `of` won in `round`."""

    verb: ClassVar[str] = "trophy"
    taken_by: ClassVar[Taker] = "table"

    of: Side
    round: Annotated[int, msgspec.Meta(ge=1, le=7)]
    fans: Annotated[int, msgspec.Meta(ge=1, le=20)]


class Finalists(Action, frozen=True, kw_only=True):
    """Name the two sides that meet in the final (C91)."""

    verb: ClassVar[str] = "finalists"
    taken_by: ClassVar[Taker] = "table"

    sides: tuple[Side, Side]

    def __post_init__(self) -> None:
        if self.sides[0] == self.sides[1] or "robot" in self.sides:
            raise DecodeError("no finalists: {sides}", sides=self.sides)


class Register(Action, frozen=True, kw_only=True):
    """Add cards that no card set of the match has (C23), as a card set of one card or more."""

    verb: ClassVar[str] = "card"
    taken_by: ClassVar[Taker] = "table"

    cards: CardSet

    def __post_init__(self) -> None:
        problems = list(find_faults(self.cards))
        if problems:
            raise CardSetError(problems)


class Option(Action, frozen=True, kw_only=True):
    """Choose a pile, and with it the number of cards that may be picked (C30)."""

    verb: ClassVar[str] = "option"
    taken_by: ClassVar[Taker] = "seat"

    level: PileLevel
    picks: Some = 1


class Offer(Action, frozen=True, kw_only=True):
    """Draw the cards on offer, to pick from (C31)."""

    verb: ClassVar[str] = "offer"
    taken_by: ClassVar[Taker] = "seat"

    cards: Cards


class Pick(Action, frozen=True, kw_only=True):
    """Add a card to the own deck (C31). `paid` are cards of the deck given for an extra pick (C33),
    `actual` the fan tokens that were taken for a card that gives some."""

    verb: ClassVar[str] = "pick"
    taken_by: ClassVar[Taker] = "seat"

    card: Item
    paid: Cards = {}
    actual: Outcomes = {}

    def __post_init__(self) -> None:
        if self.actual and set(self.actual) != {"fans"}:
            raise DecodeError("no such outcome: {name}", name=self.actual)


class Redraw(Action, frozen=True, kw_only=True):
    """Discard the cards on offer, for as many new ones (C32)."""

    verb: ClassVar[str] = "redraw"
    taken_by: ClassVar[Taker] = "seat"


class Remove(Action, frozen=True, kw_only=True):
    """Remove a card from the own deck (C34)."""

    verb: ClassVar[str] = "remove"
    taken_by: ClassVar[Taker] = "seat"

    card: Item


class Deck(Action, frozen=True, kw_only=True):
    """State the whole deck of a seat as it is now; of the table: the robot's."""

    verb: ClassVar[str] = "deck"

    cards: Cards


class Ready(Action, frozen=True, kw_only=True):
    """End the deck phase of a seat (C34)."""

    verb: ClassVar[str] = "ready"
    taken_by: ClassVar[Taker] = "seat"


class Refill(Action, frozen=True, kw_only=True):
    """Shuffle the discards of a level and put them under its pile (C35)."""

    verb: ClassVar[str] = "refill"
    taken_by: ClassVar[Taker] = "table"

    level: PileLevel


class Result(Action, frozen=True, kw_only=True):
    """End the match with its score sheet (C90): `fans` by seat, `trophies` by seat where they were
    counted, and the `winner` of the final. Without fans only the winner is known."""

    verb: ClassVar[str] = "result"
    taken_by: ClassVar[Taker] = "table"

    fans: tuple[Few, ...] = ()
    trophies: tuple[Few, ...] = ()
    winner: NoSide = ""

    def __post_init__(self) -> None:
        if not self.fans and (self.trophies or not self.winner):
            raise DecodeError("a score sheet says the fans or who has won")


SIDE_NAMES = ("a", "b", "c", "d", "e", "f", "g", "h", "robot")

ACTIONS: tuple[type[Action], ...] = (
    Plans,
    Start,
    Reveal,
    Choose,
    LookAt,
    Seen,
    Left,
    Out,
    ByHand,
    Win,
    Trophy,
    Finalists,
    Register,
    Option,
    Offer,
    Pick,
    Redraw,
    Remove,
    Deck,
    Ready,
    Refill,
    Result,
    Count,
)

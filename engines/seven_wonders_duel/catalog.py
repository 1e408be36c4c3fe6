"""The components of 7 Wonders Duel and the numbers of its rules, read from `cards.json`."""

from __future__ import annotations

from importlib.resources import files
from typing import Final, NamedTuple

import msgspec

from engines.values import Piece


class CoinsPer(msgspec.Struct, frozen=True):
    """Coins at construction: `n` for every card of colour `of`, or for every built wonder (D21)."""

    of: str
    n: int


class GuildCount(msgspec.Struct, frozen=True):
    """What a guild counts in the city that has the most of it (D45 to D47).

    `of` holds colours, ``wonder`` or ``coins3`` (three coins). Each counts `coins` at construction
    and `points` at the end.
    """

    of: tuple[str, ...]
    coins: int
    points: int


class Rebate(msgspec.Struct, frozen=True):
    """`n` units of any resource less for what is built `on`: ``blue`` or ``wonder`` (D57)."""

    n: int
    on: str


class Card(msgspec.Struct, frozen=True):
    """A building.

    `coins` and `cost` (resource to units) are its price, `chain` is the building that makes it
    free. `makes` and `one_of` are its production; `trades` are resources whose price it fixes at 1.
    """

    id: str
    deck: str
    colour: str
    coins: int = 0
    cost: dict[str, int] = {}
    chain: str = ""
    makes: dict[str, int] = {}
    one_of: tuple[str, ...] = ()
    trades: tuple[str, ...] = ()
    gain: int = 0
    per: CoinsPer | None = None
    most: GuildCount | None = None
    shields: int = 0
    symbol: str = ""
    points: int = 0


class WonderTile(msgspec.Struct, frozen=True):
    """A wonder.

    `takes` are coins that the opponent loses, `razes` is the colour of the opponent's card that is
    discarded, `draws` the number of progress tokens drawn from the box.
    """

    id: str
    cost: dict[str, int]
    one_of: tuple[str, ...] = ()
    gain: int = 0
    takes: int = 0
    shields: int = 0
    razes: str = ""
    revives: bool = False
    draws: int = 0
    again: bool = False
    points: int = 0


class TokenTile(msgspec.Struct, frozen=True):
    """A progress token (D54 to D59). `each` is points for every token of its owner."""

    id: str
    gain: int = 0
    points: int = 0
    symbol: str = ""
    rebate: Rebate | None = None
    economy: bool = False
    each: int = 0
    red_shields: int = 0
    wonders_again: bool = False
    chain_coins: int = 0


class LootToken(msgspec.Struct, frozen=True):
    """A loot token: taken when the pawn is `at` spaces or further; it costs `coins` (D30)."""

    id: str
    at: int
    coins: int


class Zone(msgspec.Struct, frozen=True):
    """A zone of the track that begins `at` a number of spaces and is worth `points` (D29)."""

    at: int
    points: int


class Tier(msgspec.Struct, frozen=True):
    """A row of a layout: the half-columns of its cards, and whether they lie face up (D9)."""

    x: tuple[int, ...]
    open: bool


class Limits(msgspec.Struct, frozen=True):
    """The numbers of the rules."""

    coins: int
    treasury: int
    board: int
    offer: int
    wonders: int
    guilds: int
    slots: int
    trade: int
    fixed: int
    sale: int
    per_point: int
    symbols: int
    capital: int


class Catalog(msgspec.Struct, frozen=True):
    """Everything in the box."""

    limits: Limits
    resources: tuple[str, ...]
    symbols: tuple[str, ...]
    colours: tuple[str, ...]
    zones: tuple[Zone, ...]
    loot: tuple[LootToken, ...]
    first_game: tuple[tuple[str, ...], tuple[str, ...]]
    draft: tuple[int, ...]
    layouts: dict[str, tuple[Tier, ...]]
    cards: tuple[Card, ...]
    wonders: tuple[WonderTile, ...]
    tokens: tuple[TokenTile, ...]


class Spot(NamedTuple):
    """A slot of a layout: `number` is 1 to 20; `covers` and `covered_by` are numbers of slots."""

    number: int
    row: int
    column: int
    x: int
    open: bool
    covers: tuple[int, ...]
    covered_by: tuple[int, ...]


BOX: Final = msgspec.json.decode(
    (files("engines.seven_wonders_duel") / "cards.json").read_bytes(), type=Catalog
)
LIMITS: Final = BOX.limits
RESOURCES: Final = BOX.resources
COLOURS: Final = BOX.colours
CARDS: Final = {card.id: card for card in BOX.cards}
WONDERS: Final = {wonder.id: wonder for wonder in BOX.wonders}
TOKENS: Final = {token.id: token for token in BOX.tokens}
LOOT: Final = {token.id: token for token in BOX.loot}
GUILDS: Final = frozenset(card.id for card in BOX.cards if card.deck == "guild")

AGES: Final = (1, 2, 3)
DECK: Final = {age: f"deck.{age}" for age in AGES}
DECK_OF: Final = {
    card.id: DECK[3] if card.deck == "guild" else f"deck.{card.deck}" for card in BOX.cards
}
"""Card to the pool that its slot is dealt from; guilds are among the cards of Age III (D7)."""

NUMBERS: Final = range(1, LIMITS.slots + 1)
SLOT: Final = {number: f"slot.{number}" for number in NUMBERS}
NUMBER_OF: Final = {slot: number for number, slot in SLOT.items()}
COIN: Final = "coin"
SPACE: Final = "space"
"""A space of the military track; it lies on the side of the seat that it belongs to (D28)."""


ENDLESS: Final = frozenset({"bank"})
"""The places that may hold less than nothing: the bank (D61)."""


def _make_spots(tiers: tuple[Tier, ...]) -> dict[int, Spot]:
    """Return the slots of a layout by number.

    The card at (row, x) is covered by those at (row + 1, x - 1) and (row + 1, x + 1).
    """
    at: dict[tuple[int, int], int] = {}
    for row, tier in enumerate(tiers, 1):
        for x in tier.x:
            at[row, x] = len(at) + 1
    spots = {}
    for (row, x), number in at.items():
        tier = tiers[row - 1]
        below = tuple(at[row + 1, x + d] for d in (-1, 1) if (row + 1, x + d) in at)
        above = tuple(at[row - 1, x + d] for d in (-1, 1) if (row - 1, x + d) in at)
        spots[number] = Spot(number, row, tier.x.index(x) + 1, x, tier.open, above, below)
    return spots


LAYOUT: Final = {age: _make_spots(BOX.layouts[str(age)]) for age in AGES}
"""Age, then slot number, to slot."""

OPEN: Final = {age: tuple(n for n, s in LAYOUT[age].items() if s.open) for age in AGES}
"""Age to the numbers of the slots dealt face up."""

CLOSED: Final = {age: tuple(n for n, s in LAYOUT[age].items() if not s.open) for age in AGES}
"""Age to the numbers of the slots dealt face down."""


def list_pieces() -> tuple[Piece, ...]:
    """Return everything in the box: cards by age and colour, wonders, progress and loot tokens."""

    def facts(thing: msgspec.Struct) -> dict[str, object]:
        known: dict[str, object] = msgspec.to_builtins(thing)
        return {key: value for key, value in known.items() if value and key != "id"}

    return tuple(
        Piece(thing.id, kind, 1, facts(thing))
        for kind, things in (("card", BOX.cards), ("wonder", BOX.wonders), ("token", BOX.tokens))
        for thing in things
    ) + tuple(Piece(token.id, "loot", 2, facts(token)) for token in BOX.loot)

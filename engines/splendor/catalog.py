"""The components of Splendor and the numbers of its rules, read from `cards.json`."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import msgspec

from engines.values import Piece


class Card(msgspec.Struct, frozen=True):
    """A development card. `cost` maps a colour to tokens, `bonus` is a colour."""

    id: str
    level: int
    bonus: str
    points: int
    cost: dict[str, int]


class NobleTile(msgspec.Struct, frozen=True):
    """A noble tile. `needs` maps a colour to the bonuses it demands (S11)."""

    id: str
    points: int
    needs: dict[str, int]


class TokenKind(msgspec.Struct, frozen=True):
    """A kind of token and its letter."""

    id: str
    letter: str


class Start(msgspec.Struct, frozen=True):
    """The tokens and nobles that a number of seats starts with (S2)."""

    tokens: int
    gold: int
    nobles: int


class Limits(msgspec.Struct, frozen=True):
    """The numbers of the rules."""

    tokens: int
    reserved: int
    market: int
    take_two_needs: int
    end_points: int


class Catalog(msgspec.Struct, frozen=True):
    """Everything in the box."""

    colours: tuple[TokenKind, ...]
    wild: TokenKind
    setup: dict[str, Start]
    limits: Limits
    cards: tuple[Card, ...]
    nobles: tuple[NobleTile, ...]


BOX: Final = msgspec.json.decode(
    (files("engines.splendor") / "cards.json").read_bytes(), type=Catalog
)
CARDS: Final = {card.id: card for card in BOX.cards}
NOBLES: Final = {noble.id: noble for noble in BOX.nobles}
COLOURS: Final = tuple(kind.id for kind in BOX.colours)
GOLD: Final = BOX.wild.id
TOKENS: Final = (*COLOURS, GOLD)
LETTERS: Final = {kind.letter: kind.id for kind in (*BOX.colours, BOX.wild)}
LETTER_OF: Final = {colour: letter for letter, colour in LETTERS.items()}
LIMITS: Final = BOX.limits

DECK_LEVELS: Final = (1, 2, 3)
DECK: Final = {level: f"deck.{level}" for level in DECK_LEVELS}
SLOTS: Final = {
    level: tuple(f"market.{level}.{n + 1}" for n in range(LIMITS.market)) for level in DECK_LEVELS
}
MARKET: Final = {slot: level for level in DECK_LEVELS for slot in SLOTS[level]}
"""Every slot of the market and its level."""

ANY_CARD: Final = "any-card"
"""A bought card of which a count says only that it exists."""

ANY_CARD_COLOURS: Final = {f"any-{colour}": colour for colour in COLOURS}
"""Item to colour: bought cards of which a count says only the bonus."""

POINTS: Final = "points"
"""Points that a count found beyond those of the recorded cards and nobles."""

CARD_POINTS: Final = {card.id: card.points for card in BOX.cards}
"""Card to points."""

BONUS_AND_POINTS: Final = {
    card.id: (COLOURS.index(card.bonus), card.points) for card in BOX.cards
} | {item: (COLOURS.index(colour), 0) for item, colour in ANY_CARD_COLOURS.items()}
"""Card to (position of its bonus in COLOURS, points), for everything that gives a bonus."""


def list_pieces() -> tuple[Piece, ...]:
    """Return the pieces in the box: cards by level and bonus, nobles, tokens."""
    cards = [
        Piece(
            card.id,
            "card",
            1,
            {"level": card.level, "bonus": card.bonus, "points": card.points, "cost": card.cost},
        )
        for card in BOX.cards
    ]
    nobles = [
        Piece(noble.id, "noble", 1, {"points": noble.points, "needs": noble.needs})
        for noble in BOX.nobles
    ]
    most = BOX.setup["4"]
    tokens = [
        Piece(
            kind, "token", most.gold if kind == GOLD else most.tokens, {"letter": LETTER_OF[kind]}
        )
        for kind in TOKENS
    ]
    return (*cards, *nobles, *tokens)

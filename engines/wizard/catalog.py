"""The cards of Wizard and the numbers of its rules, read from `cards.json`.

The id of a number card is the letter of its colour and its value (``b7``), that of a wizard is
``W``, that of a jester ``N``. In the colour war those belong to a folk: ``bW`` and ``bN``.
"""

from __future__ import annotations

from importlib.resources import files
from itertools import permutations
from typing import Final

import msgspec

from engines.values import SEAT_LETTERS, Piece


class Suit(msgspec.Struct, frozen=True):
    """A colour, its letter, and the folk painted on its cards."""

    id: str
    letter: str
    folk: str


class SpecialCard(msgspec.Struct, frozen=True):
    """A card without a colour, and its copies in the deck."""

    id: str
    copies: int


class ColourWar(msgspec.Struct, frozen=True):
    """The numbers of seats for a colour war, and the cards of each seat by round."""

    seats: tuple[int, ...]
    cards: tuple[int, ...]


class Scoring(msgspec.Struct, frozen=True):
    """The points of an exact bid, of each of its tricks, and off for each trick of difference."""

    exact: int
    trick: int
    difference: int


class Catalog(msgspec.Struct, frozen=True):
    """Everything in the box. `rounds` and `tournament` map seats to the cards of each round."""

    suits: tuple[Suit, ...]
    highest: int
    wizard: SpecialCard
    jester: SpecialCard
    rounds: dict[str, tuple[int, ...]]
    tournament: dict[str, tuple[int, ...]]
    colour_war: ColourWar
    scoring: Scoring


BOX: Final = msgspec.json.decode(
    (files("engines.wizard") / "cards.json").read_bytes(), type=Catalog
)
SUITS: Final = tuple(suit.id for suit in BOX.suits)
LETTER_OF: Final = {suit.id: suit.letter for suit in BOX.suits}
SUIT_OF_LETTER: Final = {letter: suit for suit, letter in LETTER_OF.items()}
FOLK_OF: Final = {suit.id: suit.folk for suit in BOX.suits}
WIZARD: Final = BOX.wizard.id
JESTER: Final = BOX.jester.id
SCORING: Final = BOX.scoring

VALUES: Final = range(1, BOX.highest + 1)
NUMBERS: Final = {f"{LETTER_OF[suit]}{value}": (suit, value) for suit in SUITS for value in VALUES}
"""Number card to (suit, value)."""

NUMBERS_OF: Final = {
    suit: tuple(card for card, (mine, _) in NUMBERS.items() if mine == suit) for suit in SUITS
}
"""Suit to its number cards."""

SUIT: Final = {card: suit for card, (suit, _) in NUMBERS.items()}
VALUE: Final = {card: value for card, (_, value) in NUMBERS.items()}

COPIES: Final = dict.fromkeys(NUMBERS, 1) | {
    WIZARD: BOX.wizard.copies,
    JESTER: BOX.jester.copies,
}
"""Card to copies: the deck of the ordinary game."""

DECK_SIZE: Final = sum(COPIES.values())

FOLK_CARDS: Final = {
    suit: (
        f"{LETTER_OF[suit]}{WIZARD}",
        *(f"{LETTER_OF[suit]}{value}" for value in reversed(VALUES)),
        f"{LETTER_OF[suit]}{JESTER}",
    )
    for suit in SUITS
}
"""Suit to the deck of its folk in the colour war, strongest card first (V5a, V5d)."""

STRENGTH: Final = {
    card: BOX.highest + 1 - rank for cards in FOLK_CARDS.values() for rank, card in enumerate(cards)
}
"""Card to strength in the colour war: wizard 14, 13 to 1, jester 0 (V5d)."""

FOLK_OF_CARD: Final = {card: suit for suit, cards in FOLK_CARDS.items() for card in cards}
CARDS: Final = frozenset(COPIES) | frozenset(STRENGTH)

FOLK_ORDERS: Final = tuple("".join(order) for order in permutations(SUIT_OF_LETTER))
"""The orders in which seats take the folks, as letters of colours."""

MOST_SEATS: Final = 6
HANDS: Final = tuple(f"{letter}.hand" for letter in SEAT_LETTERS)
TRICKS: Final = tuple(f"{letter}.tricks" for letter in SEAT_LETTERS)
POINTS: Final = tuple(f"{letter}.points" for letter in SEAT_LETTERS)
DECKS: Final = tuple(f"{letter}.deck" for letter in SEAT_LETTERS)
DECK: Final = "deck"
FLIP: Final = "flip"
PLAYED: Final = "played"
PAD: Final = "pad"
TRICK: Final = "trick"
POINT: Final = "points"
SUPPLY: Final = "unwon"
"""The place that tricks come from when they are won, and go back to after the round."""

ENDLESS: Final = frozenset({PAD, SUPPLY, *POINTS})
"""The places that may hold less than nothing: totals can be negative (W52)."""

NO_TRUMP: Final = "none"


def list_pieces() -> tuple[Piece, ...]:
    """Return the cards of the box: numbers by colour, wizards, jesters, those of each folk."""
    cards = [
        Piece(card, "card", 1, {"suit": suit, "value": value})
        for card, (suit, value) in NUMBERS.items()
    ]
    cards += [
        Piece(special.id, "special", special.copies, {"value": special.id})
        for special in (BOX.wizard, BOX.jester)
    ]
    cards += [
        Piece(card, "folk", 1, {"suit": suit, "strength": STRENGTH[card]})
        for suit, deck in FOLK_CARDS.items()
        for card in deck
        if card not in NUMBERS
    ]
    return tuple(cards)

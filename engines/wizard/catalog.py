"""The cards of Wizard and the numbers of its rules, read from `cards.json`.

A number card goes by the letter of its colour and its value (``b7``), a wizard is ``W``, a jester
``N``; in the colour war, where they belong to a folk, they are ``bW`` and ``bN``.
"""

from __future__ import annotations

from importlib.resources import files
from itertools import permutations
from typing import Final

import msgspec

from engines.values import SEAT_LETTERS, Piece


class SuitOf(msgspec.Struct, frozen=True):
    """A colour, the letter it goes by and the folk painted on it."""

    id: str
    letter: str
    folk: str


class Special(msgspec.Struct, frozen=True):
    """A card without a colour and how often it is in the deck."""

    id: str
    copies: int


class War(msgspec.Struct, frozen=True):
    """The colour war: for how many seats, how many cards each in every round."""

    seats: tuple[int, ...]
    cards: tuple[int, ...]


class Scoring(msgspec.Struct, frozen=True):
    """Points for a bid that is met, for each trick of it, and off for each trick beside it."""

    exact: int
    trick: int
    difference: int


class Catalog(msgspec.Struct, frozen=True):
    """The whole box. `rounds` and `tournament` give the cards of each round by seats."""

    suits: tuple[SuitOf, ...]
    highest: int
    wizard: Special
    jester: Special
    rounds: dict[str, tuple[int, ...]]
    tournament: dict[str, tuple[int, ...]]
    colour_war: War
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
"""Every number card, its suit and its value."""

NUMBERS_OF: Final = {
    suit: tuple(card for card, (mine, _) in NUMBERS.items() if mine == suit) for suit in SUITS
}
"""The numbers of every suit."""

SUIT: Final = {card: suit for card, (suit, _) in NUMBERS.items()}
VALUE: Final = {card: value for card, (_, value) in NUMBERS.items()}

COPIES: Final = dict.fromkeys(NUMBERS, 1) | {
    WIZARD: BOX.wizard.copies,
    JESTER: BOX.jester.copies,
}
"""The deck of the ordinary game: card to copies."""

DECK_SIZE: Final = sum(COPIES.values())

FOLK_CARDS: Final = {
    suit: (
        f"{LETTER_OF[suit]}{WIZARD}",
        *(f"{LETTER_OF[suit]}{value}" for value in reversed(VALUES)),
        f"{LETTER_OF[suit]}{JESTER}",
    )
    for suit in SUITS
}
"""The deck of each folk in the colour war, strongest card first (V5a, V5d)."""

STRENGTH: Final = {
    card: BOX.highest + 1 - rank for cards in FOLK_CARDS.values() for rank, card in enumerate(cards)
}
"""How strong a card is in the colour war: wizard 14, 13 to 1, jester 0 (V5d)."""

FOLK_OF_CARD: Final = {card: suit for suit, cards in FOLK_CARDS.items() for card in cards}
CARDS: Final = frozenset(COPIES) | frozenset(STRENGTH)

FOLK_ORDERS: Final = tuple("".join(order) for order in permutations(SUIT_OF_LETTER))
"""Which seat takes which folk, by the letters of the colours in the order of the seats."""

MOST_SEATS: Final = 6
HANDS: Final = tuple(f"{letter}.hand" for letter in SEAT_LETTERS[:MOST_SEATS])
TRICKS: Final = tuple(f"{letter}.tricks" for letter in SEAT_LETTERS[:MOST_SEATS])
POINTS: Final = tuple(f"{letter}.points" for letter in SEAT_LETTERS[:MOST_SEATS])
DECKS: Final = tuple(f"{letter}.deck" for letter in SEAT_LETTERS[:MOST_SEATS])
DECK: Final = "deck"
FLIP: Final = "flip"
PLAYED: Final = "played"
PAD: Final = "pad"
TRICK: Final = "trick"
POINT: Final = "points"
SUPPLY: Final = "unwon"
"""Where tricks come from: one for every trick that is won, back when the round is over."""

ENDLESS: Final = frozenset({PAD, SUPPLY, *POINTS})
"""The places that may hold less than nothing: totals can be negative (W52)."""

NO_TRUMP: Final = "none"


def list_pieces() -> tuple[Piece, ...]:
    """Return the cards of the box: numbers by colour, wizards, jesters, and those of each folk."""
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

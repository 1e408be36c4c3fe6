"""Names of cards and colours as they are typed: ``b7``, ``h7``, ``blue 7``, ``파7``, ``Z``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.book import UNKNOWN
from engines.names import matches
from engines.notation import is_number
from engines.values import NotationError
from engines.wizard.catalog import (
    CARDS,
    FOLK_OF,
    JESTER,
    LETTER_OF,
    NUMBERS,
    SUIT_OF_LETTER,
    SUITS,
    VALUES,
    WIZARD,
)
from engines.wizard.state import State
from engines.words import load_names

PACKAGE = "engines.wizard"

FOLK_LETTERS = {FOLK_OF[suit][0]: suit for suit in SUITS if FOLK_OF[suit][0] not in SUIT_OF_LETTER}
"""Initial of a folk to its suit: ``h7``, ``e7``, ``d7``. A giant's is the letter of green."""

LETTERS = SUIT_OF_LETTER | FOLK_LETTERS
SPECIALS = {"w": WIZARD, "z": WIZARD, "n": JESTER, "j": JESTER}
RUN = re.compile(r"(?:[bgryhed][0-9]{1,2}|[wznj?])+\Z", re.IGNORECASE)
ONE = re.compile(r"[bgryhed][0-9]{1,2}|[wznj?]", re.IGNORECASE)
FOLK_SPECIAL = re.compile(r"([bgryhed])([wznj])\Z", re.IGNORECASE)
VALUE_AND_WORD = re.compile(r"([0-9]{1,2})([^\W\d_]+)\Z")
WORD_AND_VALUE = re.compile(r"([^\W\d_]+)\.?([0-9]{1,2})\Z")
GIANT_OR_GREEN = re.compile(r"G[0-9]{0,2}")


def parse_suit(word: str) -> str | None:
    """Return the suit that a letter or the beginning of a name means, or None.

    Raise NotationError for ``G``: green, or a giant (yellow)?
    """
    refuse_unclear_green(word)
    if len(word) == 1:
        found = LETTERS.get(word.casefold())
        if found is not None or word.isascii():
            return found
    names = load_names(PACKAGE)
    scores = {suit: matches(word, names[suit]) for suit in SUITS}
    best = max(scores.values())
    fitting = [suit for suit, score in scores.items() if score == best]
    return fitting[0] if best >= 2 and len(fitting) == 1 else None


def refuse_unclear_green(word: str) -> None:
    """Raise NotationError for ``G7``: the elf (green) or the giant (yellow)?"""
    found = GIANT_OR_GREEN.search(word)
    if found is not None and (RUN.match(word) or word == "G"):
        green, yellow = (f"{letter}{found[0][1:]}" for letter in "gy")
        raise NotationError(
            "green-or-giant",
            word=word,
            candidates={green: (green,), yellow: (yellow,)},
            unclear=True,
            given=word,
            green=green,
            yellow=yellow,
        )


def parse_cards_in_word(word: str) -> list[str] | None:
    """Return the cards that one word means, or None when it means none.

    Raise NotationError for a card that does not exist: ``b14``.

    >>> [parse_cards_in_word(word) for word in ("b7g2W", "Z", "bW", "ana")]
    [['b7', 'g2', 'W'], ['W'], ['bW'], None]
    """
    refuse_unclear_green(word)
    if RUN.match(word):
        return [parse_code(part) for part in ONE.findall(word)]
    special = FOLK_SPECIAL.match(word)
    if special:
        return [f"{LETTER_OF[LETTERS[special[1].casefold()]]}{SPECIALS[special[2].casefold()]}"]
    turned = VALUE_AND_WORD.match(word)
    named = WORD_AND_VALUE.match(f"{turned[2]}{turned[1]}" if turned else word)
    if named:
        suit = parse_suit(named[1])
        return None if suit is None else [make_number_card(suit, named[2])]
    names = load_names(PACKAGE)
    for card in (WIZARD, JESTER):
        if len(word) > 1 or not word.isascii():
            if matches(word, names[card]) >= 2:
                return [card]
    return None


def parse_code(part: str) -> str:
    """Return the card of ``b7``, ``Z`` or ``?``."""
    if part == UNKNOWN:
        return UNKNOWN
    letter = part[0].casefold()
    if len(part) == 1:
        return SPECIALS[letter]
    return make_number_card(LETTERS[letter], part[1:])


def make_number_card(suit: str, value: str) -> str:
    """Return the number card of a suit and a value. Raise NotationError for an impossible value."""
    card = f"{LETTER_OF[suit]}{int(value)}"
    if card not in NUMBERS:
        raise NotationError("no-such-card", word=card, given=card, highest=max(VALUES))
    return card


def find_cards(words: Sequence[str], state: State) -> list[str] | None:
    """Return the cards that some words mean, or None when one of them means none.

    A colour and a number may be two words: ``blue 7``, ``7 blue``.
    """
    found: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if rest and is_number(word) and (suit := parse_suit(rest[0])) is not None:
            found.append(make_number_card(suit, word))
            del rest[0]
            continue
        if rest and is_number(rest[0]) and (suit := parse_suit(word)) is not None:
            found.append(make_number_card(suit, rest.pop(0)))
            continue
        cards = parse_cards_in_word(word)
        if cards is None:
            return None
        found.extend(cards)
    return [adapt_card(card, state) for card in found]


def adapt_card(card: str, state: State) -> str:
    """Return a card as this match has it: outside the colour war wizards have no folk (W3)."""
    if not state.table.war and card in CARDS and card not in NUMBERS:
        return card[-1]
    return card


def make_own_card(card: str, state: State, seat: int) -> str:
    """Return a wizard or jester as the seat's own in the colour war (V5a)."""
    if state.table.war and card in (WIZARD, JESTER):
        return f"{LETTER_OF[state.table.folks[seat]]}{card}"
    return card


def parse_cards(words: Sequence[str], state: State) -> list[str]:
    """Return the cards that some words mean. Raise NotationError with all cards otherwise."""
    found = find_cards(words, state)
    if found is None:
        wrong = next(word for word in words if parse_cards_in_word(word) is None)
        known = [*NUMBERS, WIZARD, JESTER]
        names = load_names(PACKAGE)
        candidates = {card: names.get(card, (card,)) for card in known}
        raise NotationError("not-understood", word=wrong, candidates=candidates, given=wrong)
    return found


def parse_card(word: str, state: State) -> str:
    """Return the one card that a word means. Raise NotationError."""
    cards = parse_cards([word], state)
    if len(cards) != 1:
        raise NotationError("card-form", word=word, given=word)
    return cards[0]

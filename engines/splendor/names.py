"""Names of cards, nobles, slots and tokens, as they are typed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from engines.names import find, matches
from engines.notation import is_number
from engines.splendor.actions import Tokens
from engines.splendor.catalog import CARDS, LETTER_OF, LETTERS, NOBLES, TOKENS
from engines.values import NotationError
from engines.words import load_names

PACKAGE = "engines.splendor"
TOKEN_STRING = re.compile(r"(?:[wugrky]\d*)+\Z")
TOKEN = re.compile(r"([wugrky])(\d*)")
NUMBERS_FIRST = re.compile(r"(?:\d+[wugrky])+\Z")
NUMBERS_FIRST_TOKEN = re.compile(r"\d+[wugrky]")
SLOT = re.compile(r"#?(?:market\.)?([123])\.?([1-4])\Z")


DEMANDS = re.compile(r"\b(?:[wugrk]\d){2,3}\b", re.IGNORECASE)


def sort_demands(text: str) -> str:
    """Return `text` with the colours of each code in the order of the ids.

    >>> sort_demands("n r4g4")
    'n g4r4'
    """
    order = "".join(LETTERS)
    return DEMANDS.sub(
        lambda code: "".join(
            sorted(re.findall(r"[a-z]\d", code[0].lower()), key=lambda part: order.index(part[0]))
        ),
        text,
    )


def list_names(ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return what each of some cards, nobles or tokens goes by."""
    names = load_names(PACKAGE)
    return {item: (*SHORT.get(item, ()), *names.get(item, (item,))) for item in ids}


def _short_forms(item: str) -> tuple[str, ...]:
    card = CARDS[item]
    level_and_bonus, _, cost = item.partition("-")
    parts = " ".join(re.findall(r"[a-z]\d", cost))
    points = f"{card.points}pt {parts}"
    return (
        item,
        f"{level_and_bonus} {points}",
        f"{level_and_bonus} {parts}",
        f"{level_and_bonus[1]} {points if card.points else parts}",
    )


SHORT: dict[str, tuple[str, ...]] = (
    {card: _short_forms(card) for card in CARDS}
    | {colour: (letter,) for colour, letter in LETTER_OF.items()}
    | {noble: (noble, re.sub(r"\d", "", noble)) for noble in NOBLES}
)
"""Piece to its short forms: ``2r 2pt k5``, ``w``, ``wug``."""

COLOUR_WORDS = {
    name.casefold() for colour in TOKENS for name in load_names(PACKAGE).get(colour, (colour,))
}
"""The names of the tokens in every language, casefolded."""


@cache
def find_colour(word: str) -> str:
    """Return the token that a word names, in full or by its beginning; "" for none.

    >>> find_colour("rubies"), find_colour("Blk"), find_colour("sap"), find_colour("reds")
    ('red', '', 'blue', 'red')
    """
    if word.isascii() and len(word) < SHORTEST:
        return ""
    word = word.removesuffix("s") if word.isascii() and len(word) > SHORTEST else word
    scores = {colour: matches(word, names) for colour, names in list_names(TOKENS).items()}
    best = max(scores.values())
    found = [colour for colour, score in scores.items() if score == best >= BEGINNING]
    return found[0] if len(found) == 1 else ""


SHORTEST = 3
"""The fewest letters of a shortened colour."""

BEGINNING = 2
"""The score of a name that begins so (`engines.names.matches`)."""


def parse_slot(word: str) -> str | None:
    """Return the slot that ``23`` or ``market.2.3`` names, or None for another word."""
    found = SLOT.match(word)
    return f"market.{found[1]}.{found[2]}" if found else None


def parse_tokens(text: str) -> Tokens:
    """Return the tokens that ``w2u``, ``2w1u``, ``wwu`` or words name; ``0`` is none.

    Raise NotationError for a word that is no token.

    >>> parse_tokens("wwu2"), parse_tokens("2w1u")
    ({'white': 2, 'blue': 2}, {'white': 2, 'blue': 1})
    """
    return {colour: n for colour, n in _add_up_tokens(text).items() if n}


def parse_counted_tokens(text: str) -> Tokens:
    """Return how many tokens were counted of every kind that a text names; ``0`` names all.

    Raise NotationError for a word that is no token.

    >>> parse_counted_tokens("w2y0")
    {'white': 2, 'gold': 0}
    """
    return dict.fromkeys(TOKENS, 0) if text.strip() == "0" else _add_up_tokens(text)


def _add_up_tokens(text: str) -> Tokens:
    found: Tokens = {}
    for colour, n in _list_tokens(text.strip().casefold()):
        found[colour] = found.get(colour, 0) + n
    return found


def _list_tokens(text: str) -> Iterator[tuple[str, int]]:
    if text in {"", "0"}:
        return
    squeezed = re.sub(r"[\s,+]", "", text)
    if TOKEN_STRING.match(squeezed):
        yield from ((LETTERS[letter], int(n or 1)) for letter, n in TOKEN.findall(squeezed))
        return
    if NUMBERS_FIRST.match(squeezed):
        yield from (
            (LETTERS[token[-1]], int(token[:-1])) for token in NUMBERS_FIRST_TOKEN.findall(squeezed)
        )
        return
    words = re.split(r"[\s,+]+", text)
    if len(words) % 2 == 0 and not is_number(words[0]) and all(map(is_number, words[1::2])):
        words = [word for pair in zip(words[1::2], words[::2], strict=True) for word in pair]
    n: int | None = None
    for word in words:
        if is_number(word):
            n = int(word)
            continue
        yield find(word, list_names(TOKENS), key="no-such-token"), 1 if n is None else n
        n = None
    if n is not None:
        raise NotationError("tokens-form", word=text, given=text)


def write_tokens(held: Tokens) -> str:
    """Return tokens as letters with numbers, in the order given; ``0`` for none."""
    return "".join(f"{LETTER_OF[colour]}{n}" for colour, n in held.items()) or "0"

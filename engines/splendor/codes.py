"""Codes of cards: level, bonus and cost in letters, spelt in any order."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from engines.splendor.catalog import CARDS, DECK_LEVELS, LETTER_OF, LETTERS, NOBLES, Card
from engines.splendor.names import find_colour

CODE: Final = re.compile(r"([123])([wugrk])(?:(\d)p(?:(?:oin)?ts?)?)?([wugrk\d]+)\Z")
SEPARATORS: Final = re.compile(r"[\s,+\-]")
NUMBER_AFTER: Final = re.compile(r"(\d?)((?:[wugrk]\d?)+)\Z")
NUMBER_BEFORE: Final = re.compile(r"(?:\d?[wugrk])+\Z")


class CardCode(NamedTuple):
    """A card as it was typed. A `reading` is (points, cost); points are None if not typed.

    ``w2g`` has two readings: two white and one green, or one white and two green.
    """

    level: int
    bonus: str
    readings: tuple[tuple[int | None, dict[str, int]], ...]


def parse_code(text: str) -> CardCode | None:
    """Return the code that a text spells, or None if it spells none.

    Letters may be repeated, and numbers may stand before or after them.

    >>> parse_code("1k wugr").readings[0][1] == parse_code("1k 1r1g1u1w").readings[-1][1]
    True
    >>> parse_code("level 2 rubies (5 onyxes)") == parse_code("2r 5k")
    True
    >>> parse_code("w4u4") is None
    True
    """
    found = CODE.match(SEPARATORS.sub("", text.casefold())) or CODE.match(spell_code(text))
    if found is None:
        return None
    points = int(found[3]) if found[3] else None
    readings = tuple(_list_readings(points, found[4]))
    return CardCode(int(found[1]), LETTERS[found[2]], readings) if readings else None


RUN: Final = re.compile(r"[^\W\d_]+|\d+")
"""A number, or letters without anything between them."""

LEVEL: Final = frozenset({"l", "level", "lvl", "lv", "row", "tier", "레벨", "단계", "줄"})
"""What stands in front of a level, or in Korean behind it."""

POINTS: Final = frozenset({"point", "points", "pt", "pts", "p", "vp", "점"})
"""What stands behind points."""

FILLERS: Final = frozenset({"a", "and", "bonus", "card", "cost", "costing", "costs", "for", "of"})
"""Words that say nothing about a card."""


def spell_code(text: str) -> str:
    """Return a text about a card or a noble in letters and numbers, "" where it has other words.

    >>> spell_code("level 1 ruby (2 sapphires, 1 emerald)"), spell_code("emerald, level 3: 7 blue")
    ('1r2u1g', '3g7u')
    """
    spelled: list[str] = []
    level, awaited = "", False
    for run in RUN.findall(text.casefold()):
        if awaited and run.isdigit():
            level, awaited = run, False
        elif run in LEVEL:
            awaited = True
        elif run in POINTS:
            spelled.append("p")
        elif run.isdigit() or SYMBOLS.match(run):
            spelled.append(run)
        elif find_colour(run):
            spelled.append(LETTER_OF[find_colour(run)])
        elif run not in FILLERS:
            return ""
    return level + "".join(spelled)


SYMBOLS: Final = re.compile(r"[wugrk]+\Z")
"""Letters of colours."""


def _list_readings(points: int | None, text: str) -> Iterator[tuple[int | None, dict[str, int]]]:
    after = NUMBER_AFTER.match(text)
    if after is not None and not (after[1] and points is not None):
        cost = _add_up((letter, n) for letter, n in re.findall(r"([a-z])(\d?)", after[2]))
        yield (int(after[1]) if after[1] else points), cost
    odd = text[0].isalpha() and "1" in text
    if NUMBER_BEFORE.match(text) and not odd:
        cost = _add_up((letter, n) for n, letter in re.findall(r"(\d?)([a-z])", text))
        if after is None or after[1] or cost != _add_up(re.findall(r"([a-z])(\d?)", after[2])):
            yield points, cost


def _add_up(parts: Iterator[tuple[str, str]] | list[tuple[str, str]]) -> dict[str, int]:
    cost: dict[str, int] = {}
    for letter, n in parts:
        colour = LETTERS[letter]
        cost[colour] = cost.get(colour, 0) + int(n or 1)
    return cost


def list_coded(code: CardCode) -> list[str]:
    """Return the cards with exactly this code."""
    return [
        card.id
        for card in CARDS.values()
        if (card.level, card.bonus) == (code.level, code.bonus)
        and any(
            points in (None, card.points) and cost == card.cost for points, cost in code.readings
        )
    ]


def list_of_any_level(text: str) -> list[str]:
    """Return the cards of any level with a colour and a cost, both in letters if need be.

    >>> list_of_any_level("k wugr"), list_of_any_level("1k wugr")
    (['1k-w1u1g1r1'], [])
    """
    if not re.match(r"[^\W\d_]+\s+\S", text.strip()):
        return []
    codes = (parse_code(f"{level} {text}") for level in DECK_LEVELS)
    return [card for code in codes if code is not None for card in list_coded(code)]


def list_without_level(text: str) -> list[str]:
    """Return the cards of any level with a colour and a cost: ``blue r4``.

    >>> list_without_level("blue r4"), list_without_level("r4")
    (['1u-r4'], [])
    """
    colour = re.match(r"[^\W\d_]{3,}(?=\W)", text.strip())
    if colour is None or not find_colour(colour[0]):
        return []
    codes = (parse_code(f"{level} {text}") for level in DECK_LEVELS)
    return [card for code in codes if code is not None for card in list_coded(code)]


DEMAND: Final = re.compile(r"(?:[wugrk]\d){2,3}\Z|(?:\d[wugrk]){2,3}\Z")
"""What a noble demands: letters with their numbers behind or before them."""


def find_coded_noble(text: str) -> str:
    """Return the noble whose demand a text spells, in any order; "" for none.

    >>> find_coded_noble("4 blue 4 white"), find_coded_noble("r3g3k3")
    ('w4u4', 'g3r3k3')
    """
    spelled = spell_code(text)
    if not DEMAND.match(spelled):
        return ""
    parts = [spelled[at : at + 2] for at in range(0, len(spelled), 2)]
    needs = {LETTERS[letter]: int(n) for n, letter in map(sorted, parts)}
    return next((tile.id for tile in NOBLES.values() if tile.needs == needs), "")


def list_near_misses(code: CardCode, among: Collection[str]) -> list[str]:
    """Return the cards of `among` that differ from a code by one symbol."""
    return [card for card in among if card in CARDS and _count_differences(code, CARDS[card]) == 1]


def _count_differences(code: CardCode, card: Card) -> int:
    """Return in how many symbols a card differs from the most similar reading of a code."""
    apart = (code.level != card.level) + (code.bonus != card.bonus)
    return apart + min(_count_steps(cost, card.cost) for _, cost in code.readings)


def _count_steps(one: dict[str, int], other: dict[str, int]) -> int:
    """Return how many symbols must be added, left out or replaced to make one cost another."""
    gaps = [one.get(colour, 0) - other.get(colour, 0) for colour in one.keys() | other.keys()]
    return max(sum(gap for gap in gaps if gap > 0), -sum(gap for gap in gaps if gap < 0))

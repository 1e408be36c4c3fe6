"""Open cards and reserved ones as people point at them: ``the green one on level 1``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engines.splendor.catalog import CARDS, MARKET, Card
from engines.splendor.names import find_colour
from engines.splendor.state import State

LEVEL: Final = re.compile(
    r"(?:level|lvl|lv|row|tier|레벨|단계)\.?\s*#?([123])|([123])\s*(?:레벨|단계|줄)|\A\s*([123])(?=\s)"
)
POINTS: Final = re.compile(r"(\d)\s*-?\s*(?:pointer|points?|pts?|vp|점)(?:짜리)?")
A_POINT: Final = re.compile(r"\b(?:worth|with|for)\s+(?:a\s+)?point\b")
SLOT: Final = re.compile(r"\b([123])([1-4])\b")
FILLERS: Final = frozenset(
    {"card", "cards", "one", "on", "in", "from", "of", "the", "a", "with", "worth", "open", "bonus"}
)
"""Words that say nothing about a card."""


def find_described(text: str, state: State) -> str:
    """Return the slot of the only open card that a colour, a level and points describe.

    "" where the text says something else, or where none or several are so: ``green on level 1``.
    It may name the slot as well: ``the green one in 12``.
    """
    text = A_POINT.sub("1 point", text)
    points = POINTS.search(text)
    rest = POINTS.sub(" ", text)
    place = SLOT.search(rest)
    rest = SLOT.sub(" ", rest)
    level = LEVEL.search(rest)
    colours: list[str] = []
    for word in re.findall(r"[^\W\d_]+|\d", LEVEL.sub(" ", rest)):
        if find_colour(word):
            colours.append(find_colour(word))
        elif word not in FILLERS:
            return ""
    if len(colours) > 1 or not (colours or points):
        return ""
    found = [
        slot
        for slot, card in _list_open_cards(state)
        if (not colours or card.bonus == colours[0])
        and (place is None or slot == f"market.{place[1]}.{place[2]}")
        and (level is None or card.level == int(next(filter(None, level.groups()))))
        and (points is None or card.points == int(points[1]))
    ]
    return found[0] if len(found) == 1 else ""


def _list_open_cards(state: State) -> Iterator[tuple[str, Card]]:
    """Yield the slots that hold a card which was seen, each with the card."""
    for slot in MARKET:
        for item in state.book.holding(slot):
            if item in CARDS:
                yield slot, CARDS[item]

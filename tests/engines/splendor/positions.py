"""A table of Splendor for tests: laid out, typed at, asked what was wrong."""

from __future__ import annotations

from typing import Any

from engines.book import BOOK
from engines.splendor import engine
from engines.splendor.catalog import LETTERS
from engines.splendor.state import State
from tests.engines.splendor.cases import lay_out
from tests.engines.typist import Typist

MARKET = [
    ["1w-r2k1", "1u-k3", "1g-r3", "1r-w3"],
    ["2w-r5", "2u-u5", "2g-g5", "2r-k5"],
    ["3w-k7", "3u-w7", "3g-u7", "3r-g7"],
]
"""The same twelve cards open in every position, unless it says otherwise."""


def pile(text: str) -> dict[str, int]:
    """Return tokens from letters.

    >>> pile("wwu")
    {'white': 2, 'blue': 1}
    """
    held: dict[str, int] = {}
    for letter in text:
        held[LETTERS[letter]] = held.get(LETTERS[letter], 0) + 1
    return held


def seat(tokens: str = "", bonuses: str = "", **how: Any) -> dict[str, Any]:
    """Return a seat with tokens and bonuses by their letters, and as many cards as bonuses."""
    cards = how.pop("cards", len(bonuses))
    hand = how.pop("reserved", [])
    points = how.pop("points", 0)
    assert not how, how
    return {
        "tokens": pile(tokens),
        "bonuses": pile(bonuses),
        "reserved": hand,
        "points": points,
        "cards_bought": cards,
    }


def table(*seats: dict[str, Any], bank: str | None = None, **how: Any) -> State:
    """Return a position: these seats, by default two with nothing, four of each in the bank."""
    lying = {**dict.fromkeys(pile("wugrk"), 4), "gold": 5} if bank is None else pile(bank)
    return lay_out({"seats": seats or (seat(), seat()), "bank": lying, "market": MARKET, **how})


TYPIST: Typist[State] = Typist(engine)
type_legal = TYPIST.type_legal
type_texts = TYPIST.type_texts
find_refusal = TYPIST.find_refusal
list_breaches = TYPIST.list_breaches


def find_broken(state: State, text: str) -> set[str]:
    """Return the rules that a text breaks, apart from what the book itself finds missing."""
    return TYPIST.find_broken(state, text) - {BOOK}

"""The nearest thing that would be right: rapidfuzz over ids and names in both languages."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

SURE: Final = 80.0
"""The least likeness at which a name is taken without asking."""

LEAD: Final = 10.0
"""How far the best must be ahead of the next."""


SHORT: Final = 3
"""Below so many letters, words are compared whole."""


class Near(NamedTuple):
    """A thing that may have been meant, what it is called, and how alike it is (0 to 100)."""

    item: str
    name: str
    score: float


def near(word: str, candidates: Mapping[str, Sequence[str]], limit: int = 5) -> list[Near]:
    """Return what is most like `word`, best first; each thing once.

    Hangul is compared letter by letter (jamo), so that a wrong vowel costs only itself.
    """
    wanted = _letters(word)
    found = []
    for item, names in candidates.items():
        best = max(((_likeness(wanted, _letters(name)), name) for name in names), default=None)
        if best is not None and best[0] > 45:
            found.append(Near(item, best[1], best[0]))
    found.sort(key=lambda each: (-each.score, each.name))
    return found[:limit]


def meant(word: str, candidates: Mapping[str, Sequence[str]]) -> Near | None:
    """Return what was surely meant, None when it is not clear enough to go on without asking."""
    if len(word) < 3:
        return None
    found = near(word, candidates, 2)
    if not found or found[0].score < SURE:
        return None
    if len(found) > 1 and found[0].score - found[1].score < LEAD:
        return None
    lengths = sorted((len(word), len(found[0].name)))
    return found[0] if lengths[0] * 2 > lengths[1] else None  # a sentence is not one of its words


def _likeness(wanted: str, name: str) -> float:
    """Return how alike two words are, 0 to 100; a part counts only where it is more than a letter
    or two, which any word may contain."""
    from rapidfuzz import fuzz

    compare = fuzz.ratio if min(len(wanted), len(name)) < SHORT else fuzz.WRatio
    return float(compare(wanted, name))


def _letters(text: str) -> str:
    return unicodedata.normalize("NFD", text.casefold())

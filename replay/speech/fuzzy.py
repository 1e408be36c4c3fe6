"""The nearest thing that would be right: rapidfuzz over ids and names in both languages."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

SURE: Final = 80.0
"""The least likeness at which a name is taken without asking."""

LEAD: Final = 10.0
"""How far the best must be ahead of the next."""


SIGNS: Final = "=<>~+/@"
"""What stands in a notation and in no name."""

LONGEST: Final = 64
"""No name is so long: what is longer is like nothing, and is not compared."""


class Near(NamedTuple):
    """A thing that may have been meant, what it is called, and how alike it is (0 to 100)."""

    item: str
    name: str
    score: float


def near(word: str, candidates: Mapping[str, Sequence[str]], limit: int = 5) -> list[Near]:
    """Return what is most like `word`, best first; each thing once.

    Hangul is compared letter by letter (jamo), so that a wrong vowel costs only itself. A name
    of one or two letters is like nothing longer.
    """
    if len(word) > LONGEST:
        return []
    from rapidfuzz import fuzz

    wanted = _letters(word)
    found = []
    for item, names in candidates.items():
        alike = (
            (fuzz.WRatio(wanted, _letters(name)), name)
            for name in names
            if 3 * len(name) >= 2 * len(word) or len(name) > 2
        )
        best = max(alike, default=None)
        if best is not None and best[0] > 45:
            found.append(Near(item, best[1], best[0]))
    found.sort(key=lambda each: (-each.score, each.name))
    return found[:limit]


def meant(word: str, candidates: Mapping[str, Sequence[str]]) -> Near | None:
    """Return what was surely meant, None when it is not clear enough to go on without asking.

    A code is never guessed: one wrong digit makes it another one. What has signs of the notation in
    it is no name.
    """
    if len(word) < 3 or any(c.isdigit() or c in SIGNS for c in word):
        return None
    found = near(word, candidates, 2)
    if not found or found[0].score < SURE:
        return None
    if len(found) > 1 and found[0].score - found[1].score < LEAD:
        return None
    lengths = sorted((len(word), len(found[0].name)))
    return found[0] if lengths[0] * 2 > lengths[1] else None  # a sentence is not one of its words


def _letters(text: str) -> str:
    return unicodedata.normalize("NFD", text.casefold())

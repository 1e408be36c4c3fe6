"""Fuzzy search: the ids and names most like a misspelt word, in both languages."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

SURE: Final = 80.0
"""The least similarity at which a name is taken without asking."""

LEAD: Final = 10.0
"""How far the best must be ahead of the second for that."""

ALIKE: Final = 60.0
"""How alike a word and a name are as wholes where the name is taken without asking."""

LEAST: Final = 45.0
"""The similarity that every match exceeds."""

SIGNS: Final = "=<>~+/@"
"""Characters that stand in a notation and in no name."""

LONGEST: Final = 64
"""The most characters a name has. Longer words are compared with nothing."""

Candidates = Mapping[str, Sequence[str]]
"""The names of each id that may have been meant."""


class Similar(NamedTuple):
    """An id, its most similar name, and the similarity from 0 to 100."""

    item: str
    name: str
    score: float


def find_similar(word: str, candidates: Candidates, limit: int = 5) -> list[Similar]:
    """Return the candidates most like `word`, best first, each id once.

    Hangul is compared by letters (jamo), so that a wrong vowel counts as one letter. A name of one
    or two letters matches nothing much longer.
    """
    if len(word) > LONGEST:
        return []
    from rapidfuzz import fuzz

    wanted = _split_letters(word)
    found = []
    for item, names in candidates.items():
        scores = (
            (fuzz.WRatio(wanted, _split_letters(name)), name)
            for name in names
            if 3 * len(name) >= 2 * len(word) or len(name) > 2
        )
        best = max(scores, default=None)
        if best is not None and best[0] > LEAST:
            found.append(Similar(item, best[1], best[0]))
    found.sort(key=lambda each: (-each.score, each.name))
    return found[:limit]


def guess_candidate(word: str, candidates: Candidates) -> Similar | None:
    """Return the one candidate that was surely meant, None if that is not clear.

    A word with a digit or a sign of the notation is a code. It is never guessed, because one wrong
    character makes it another code.
    """
    if len(word) < 3 or any(c.isdigit() or c in SIGNS for c in word):
        return None
    found = find_similar(word, candidates, 2)
    if not found or found[0].score < SURE:
        return None
    if len(found) > 1 and found[0].score - found[1].score < LEAD:
        return None
    return found[0] if _is_alike(word, found[0].name) else None


def _is_alike(word: str, name: str) -> bool:
    """Return whether a word and a name are alike as wholes.

    A sentence is not one of its words, nor a name that shares one with it: ``what can I do`` is not
    ``Isabella I of Castile``.
    """
    from rapidfuzz import fuzz

    shorter, longer = sorted((len(word), len(name)))
    return shorter * 2 > longer and fuzz.ratio(_split_letters(word), _split_letters(name)) >= ALIKE


def _split_letters(text: str) -> str:
    """Return a text in lower case, its syllables as single letters."""
    return unicodedata.normalize("NFD", text.casefold())

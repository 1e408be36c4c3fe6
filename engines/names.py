"""Find the id that a typed text means: an id, a name in any language, or a unique part."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.values import NotationError

Names = Mapping[str, Sequence[str]]
"""The names by which each id can be typed: itself, its names, its aliases."""

FUNCTION_WORDS = frozenset({"and", "are", "that", "the", "this", "what", "who"})
"""English words that name nothing: ``the`` is no abbreviation of Theology."""

_INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"


@lru_cache(maxsize=1 << 13)
def fold(text: str) -> str:
    """Return `text` as it is compared: NFC, no case, no accents on Latin letters, no punctuation.

    >>> fold("Café")
    'cafe'
    >>> fold("Charles V (Charles-Quint)")
    'charles v charles quint'
    """
    decomposed = unicodedata.normalize("NFD", text.casefold())
    plain = "".join(c for c in decomposed if not "\u0300" <= c <= "\u036f")
    return re.sub(r"[^\w?]+", " ", unicodedata.normalize("NFC", plain)).strip()


@lru_cache(maxsize=1 << 13)
def initials(text: str) -> str:
    """Return the initial consonants of a Korean text, other characters as they are.

    >>> initials("빵집")
    'ㅃㅈ'
    """
    return "".join(
        _INITIALS[(ord(c) - 0xAC00) // 588] if "가" <= c <= "힣" else c
        for c in unicodedata.normalize("NFC", text)
    )


def matches(query: str, names: Iterable[str]) -> int:
    """Return how well `query` fits one of `names`: 3 exactly, 2 at a word's start, 1 anywhere, 0.

    >>> matches("orch", ["Apple Orchard"]), matches("chard", ["Apple Orchard"])
    (2, 1)
    >>> matches("x", ["Onyx"])  # one or two letters inside a word are no abbreviation of it
    0
    >>> matches("ro", ["Heroine"]), matches("roi", ["Heroine"]), matches("tr", ["T-Rex"])
    (0, 1, 1)
    >>> matches("the", ["Theology"]), matches("the", ["The Sphinx"]), matches("and", ["Band"])
    (0, 0, 0)
    >>> matches("ㅃㅈ", ["빵집"])
    2
    """
    return _score(query, tuple(names))


@lru_cache(maxsize=1 << 15)
def _score(query: str, names: tuple[str, ...]) -> int:
    """Return how well `query` fits one of `names`. A refused line is tried again with every word
    that is near, so the same words are looked at many times."""
    wanted = fold(query)
    if not wanted:
        return 0
    squeezed = wanted.replace(" ", "")
    parts = wanted.split()
    says_nothing = FUNCTION_WORDS.issuperset(parts)
    best = 0
    for name in names:
        known = _spell_name(name)
        if squeezed == known.squeezed:
            return 3
        if says_nothing or best == 2:
            continue
        if known.spaced.find(f" {wanted}") >= 0 or _starts_words(parts, known.words):
            best = 2
        elif _inside(squeezed, known.squeezed):
            best = 1
        elif known.initials.startswith(squeezed):
            best = 2
    return best


class _Spelling(NamedTuple):
    """A name as it is compared: behind a space, without spaces, its initials, its words."""

    spaced: str
    squeezed: str
    initials: str
    words: tuple[str, ...]


@lru_cache(maxsize=1 << 14)
def _spell_name(name: str) -> _Spelling:
    """Return a name as it is compared."""
    folded = fold(name)
    squeezed = folded.replace(" ", "")
    return _Spelling(f" {folded}", squeezed, initials(squeezed), tuple(folded.split()))


def _inside(query: str, name: str) -> bool:
    """Return whether `query` is a part of `name` that can stand for it.

    Two Latin letters must be its beginning; a single letter or digit never stands for a name.
    """
    if not query.isascii():
        return query in name
    if len(query) == 1:
        return False
    return name.startswith(query) if len(query) == 2 and query.isalpha() else query in name


def _starts_words(parts: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether several words start words of a name, in order: ``con st``."""
    if not 1 < len(parts) <= len(words):
        return False
    left = iter(words)
    return all(any(word.startswith(part) for word in left) for part in parts)


def _begins(query: str, names: Iterable[str]) -> bool:
    """Return whether one of some names begins with `query`, itself or by its initials."""
    wanted = fold(query).replace(" ", "")
    folded = [fold(name).replace(" ", "") for name in names]
    return any(name.startswith(wanted) or initials(name).startswith(wanted) for name in folded)


def find(query: str, names: Names, *, key: str = "no-such-name") -> str:
    """Return the one id that `query` means.

    An exact name wins over a word's beginning, that over any part. Of Korean names the one that
    begins so wins over one of which a later word does: ``방`` is 방송국, not 라디오 방송국.

    Raise NotationError with all candidates when nothing fits (`key` is the sentence), or with those
    that fit when several do.
    """
    ranked: dict[int, list[str]] = {}
    for item, known_as in names.items():
        score = matches(query, known_as)
        if score:
            ranked.setdefault(score, []).append(item)
    if not ranked:
        raise NotationError(key, word=query, candidates=names, given=query)
    best = ranked[max(ranked)]
    if len(best) > 1 and not query.isascii():
        best = [item for item in best if _begins(query, names[item])] or best
    if len(best) > 1:
        several = {item: names[item] for item in best}
        raise NotationError(
            "several-fit", word=query, candidates=several, unclear=True, given=query
        )
    return best[0]

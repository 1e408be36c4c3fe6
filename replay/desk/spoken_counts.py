"""Counts as people say them: ``= rob 4 tokens``, ``count bank has 3 red``, ``bo has 5 coins``.

The games read short counts of their own. What they refuse is read here by the names of places and
pieces, as `reconcile` reads its facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from engines.book import UNKNOWN, Book, is_unknown
from engines.counts import Count
from engines.names import fold
from engines.notation import COUNT_WORDS, find_seats, is_number
from engines.values import NotationError
from replay.base.errors import NothingToDo
from replay.fold.timeline import Timeline
from replay.reconcile.facts import ALL, Key, collect_items, count_recorded, parse_key
from replay.speech.voice import Voice

FILLERS: Final = frozenset(
    {
        *("has", "have", "had", "holds", "hold", "owns", "got", "gets", "is", "are", "now", "only"),
        *(
            "left",
            "of",
            "in",
            "the",
            "a",
            "an",
            "at",
            "on",
            "there",
            "with",
            "still",
            "lie",
            "lies",
        ),
        *("all", "exactly", "really", "should", "it", "개", "장", "은", "는"),
    }
)
"""Words in a count that say nothing."""

STATED: Final = re.compile(
    r"(?P<who>[^\W\d_][\w'’.-]*)\s+(?:(?:now|really|actually|only|still)\s+)*"
    r"(?:has|have|holds|owns|is\s+(?:at|on)|should\s+have)\s+(?P<what>.*\d.*)",
    re.IGNORECASE,
)
"""A sentence that says what somebody has: ``bo has 5 coins``."""


def read_stated_count(text: str, names: Sequence[str]) -> str:
    """Return the count that a sentence states, "" for another sentence.

    >>> read_stated_count("bo has 5 coins", ["Ana", "Bo"]), read_stated_count("bo 5", ["Ana", "Bo"])
    ('= bo 5 coins', '')
    """
    found = STATED.fullmatch(text.strip().rstrip("."))
    if found is None or len(find_seats(found["who"], len(names), names)) != 1:
        return ""
    return f"= {found['who']} {found['what']}"


def read_spoken_count(timeline: Timeline, book: Book, text: str, voice: Voice) -> Count | None:
    """Return the count that a text means by the names of places and pieces; None where it means
    none. Raise NothingToDo where it says how many pieces of several kinds there are, and the
    record has another number."""
    head = next((word for word in COUNT_WORDS if text.startswith(word)), None)
    if head is None:
        return None
    holds: dict[str, dict[str, int]] = {}
    owner = ""
    for part in re.split(r"[,;]|\sand\s", text.removeprefix(head)):
        words = [word for word in re.split(r"[\s:=]+", part) if word and fold(word) not in FILLERS]
        read = _read_part(timeline, words, owner)
        if read is None:
            return None
        (place, item), n = read
        owner = words[0]
        counted = {item: n} if item != ALL else _count_all(timeline, book, place, n, voice)
        holds.setdefault(place, {}).update(counted)
    return Count(holds=holds)


def _read_part(timeline: Timeline, words: Sequence[str], owner: str) -> tuple[Key, int] | None:
    """Return the place and item that words name, and the number of it; None where they name none.

    `owner` is whom the part before was about.
    """
    for at in reversed(range(len(words))):
        if not is_number(words[at], 6, signed=True):
            continue
        rest = [*words[:at], *words[at + 1 :]]
        for what in (*_list_names(rest), *(_list_names([owner, *rest]) if owner else ())):
            with suppress(NotationError):
                return parse_key(timeline, timeline.frames[-1], what), int(words[at])
    return None


def _list_names(words: Sequence[str]) -> Iterator[str]:
    """Yield how the words for a place and a piece may be typed: ``bo.coins``, ``deck.1``."""
    if len(words) > 1:
        yield f"{words[0]}.{' '.join(words[1:])}"
        yield f"{words[-1]}.{' '.join(words[:-1])}"
        yield ".".join(words)
    yield " ".join(words)


def _count_all(timeline: Timeline, book: Book, place: str, n: int, voice: Voice) -> dict[str, int]:
    """Return what lies in a place where `n` pieces were counted, of whatever kind.

    Raise NothingToDo where the record has another number of pieces of several kinds.
    """
    if place in book.pools.values():
        return {f"{UNKNOWN}{place}": n}
    found: dict[str, int] = {}
    for item, k in book.holding(place).items():
        kind = f"{UNKNOWN}{book.pools[item]}" if is_unknown(item) else item
        found[kind] = found.get(kind, 0) + k
    if n == count_recorded(book, (place, ALL)):
        return found or dict.fromkeys(sorted(collect_items(timeline).get(place, ())), 0)
    raise NothingToDo(
        "the record has {k} there, not {n} ({place}: {pieces}); say which pieces were counted",
        k=sum(found.values()),
        n=n,
        place=voice.place(place),
        pieces=voice.words.name_value(found),
    )

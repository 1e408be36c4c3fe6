"""What lies at the table: facts that were counted, and how they differ from the record.

A key is a place and an item. The item ``?deck.1`` counts the pieces there whose faces are
unknown and that came from ``deck.1``; the item ``*`` counts all pieces of a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

import msgspec

from engines.book import UNKNOWN, Book
from engines.counts import Count, counted
from engines.names import fold
from engines.notation import read_seat
from engines.protocol import Engine
from engines.values import UNACCOUNTED, Action, Move, NotationError
from replay.explain.explanations import POINTS, places_of, resolve
from replay.fold.timeline import Frame, Timeline

Key = tuple[str, str]
"""A place and an item."""

Facts = Mapping[Key, int]
"""How many of an item were counted in a place."""

Difference = dict[Key, int]
"""By how much something is more (or less) than something else, without zeros."""

ALL = "*"
"""The item that stands for all pieces of a place."""

NO_SCORES = ("score", "점수", POINTS)


def held(book: Book, key: Key) -> int:
    """Return what the record says a count of `key` should show.

    >>> held(Book({"a.tokens": {"red": 2, "blue": 1}}), ("a.tokens", "*"))
    3
    """
    place, item = key
    return book.size(place) if item == ALL else counted(book, place, item)


def difference(book: Book, facts: Facts) -> Difference:
    """Return by how much the facts are more than the record.

    >>> difference(Book({"bank": {"red": 4}}), {("bank", "red"): 3, ("bank", "blue"): 0})
    {('bank', 'red'): -1}
    """
    differing = {key: n - held(book, key) for key, n in facts.items()}
    return {key: n for key, n in differing.items() if n}


class Watch:
    """Watches some keys, and all that is unaccounted: what do moves change there?"""

    def __init__(self, keys: Iterable[Key]) -> None:
        self.items: dict[str, set[str] | None] = {}
        for place, item in keys:
            watched = self.items.setdefault(place, set())
            if watched is not None:
                watched.add(item)
        self.items[UNACCOUNTED] = None
        self.named = {item for watched in self.items.values() for item in watched or ()}

    def effect(self, moves: Iterable[Move], before: Book, after: Book) -> Difference:
        """Return what moves between two books change in the watched keys."""
        found: Difference = {}
        for move in moves:
            if move.source in self.items or move.target in self.items:
                item = _as_counted(move.item, before, after)
                self._add(found, move.source, item, -move.n)
                self._add(found, move.target, item, move.n)
                if move.name:
                    self._add(found, move.target, _as_counted(move.name, before, after), -move.n)
        return {key: n for key, n in found.items() if n}

    def _add(self, found: Difference, place: str, item: str, n: int) -> None:
        if place not in self.items:
            return
        watched = self.items[place]
        if watched is None or item in watched:
            found[place, item] = found.get((place, item), 0) + n
        if watched is not None and ALL in watched:
            found[place, ALL] = found.get((place, ALL), 0) + n


def _as_counted(item: str, before: Book, after: Book) -> str:
    """Return an unknown piece as a count names it: by its pool."""
    if item[0] != UNKNOWN:
        return item
    return UNKNOWN + (before.pools.get(item) or after.pools.get(item, ""))


def minus(one: Difference, other: Difference) -> Difference:
    """Return a difference less another.

    >>> minus({("bank", "red"): 2}, {("bank", "red"): 2, ("bank", "blue"): 1})
    {('bank', 'blue'): -1}
    """
    if not other:
        return one
    found = dict(one)
    for key, n in other.items():
        found[key] = found.get(key, 0) - n
    return {key: n for key, n in found.items() if n}


def adjustment(engine: Engine, facts: Facts) -> Action | None:
    """Return the count that books some facts; None when they do not say which pieces there are."""
    if not facts or any(item == ALL or n < 0 for (_, item), n in facts.items()):
        return None
    holds: dict[str, dict[str, int]] = {}
    for (place, item), n in facts.items():
        holds.setdefault(place, {})[item] = n
    return engine.decode(Count.verb, msgspec.json.encode({"holds": holds}))


# -- reading ---------------------------------------------------------------------------------


def read_facts(timeline: Timeline, index: int, texts: Sequence[str]) -> dict[Key, int]:
    """Return the facts in texts such as ``b.coins=3``, ``ana.red=2``, ``bank.gold=4``.

    What is counted is written as in `explain.why`. Raise NotationError for what is no count.
    """
    facts = {}
    for text in texts:
        read = re.fullmatch(r"\s*(.+?)\s*==?\s*(-?[0-9]{1,6})\s*", text)
        if read is None:
            raise NotationError("fact-form", word=text, given=text)
        facts[key_of(timeline, timeline.frames[index], read[1])] = int(read[2])
    return facts


def key_of(timeline: Timeline, frame: Frame, what: str) -> Key:
    """Return the one place and item that a text names. Raise NotationError when it is not one."""
    place, dot, pool = what.partition(f".{UNKNOWN}")
    if dot:
        if place not in places_of(timeline) or pool not in frame.state.book.pools.values():
            raise NotationError("fact-place", word=what, given=what)
        return place, UNKNOWN + pool
    owner, dot, rest = what.partition(".")
    if dot and fold(rest) in NO_SCORES:
        if read_seat(owner, len(timeline.seats), timeline.seats) is not None:
            raise NotationError("fact-score", word=what, given=what)
    subject = resolve(timeline, frame, what)
    lain = seen(timeline)
    if subject.inside is None:
        _several(what, [place for place in sorted(lain) if subject.item in lain[place]], subject[2])
    if subject.item is None:
        items = lain.get(subject.name, set())
        return subject.name, next(iter(items)) if len(items) == 1 else ALL
    inside = [place for place in sorted(places_of(timeline)) if subject.inside(place)]
    fitting = [place for place in inside if subject.item in lain.get(place, ())]
    if not fitting:
        alike = _alike(timeline, subject.item)
        fitting = [place for place in inside if alike & lain.get(place, set())]
    if len(fitting) != 1:
        _several(what, fitting or inside, subject.item)
    return fitting[0], subject.item


def _several(what: str, places: Sequence[str], item: str | None) -> NoReturn:
    """Refuse a text that fits several places or none."""
    known = {f"{place}.{item}": (place,) for place in places}
    raise NotationError("fact-place", word=what, candidates=known, unclear=True, given=what)


def seen(timeline: Timeline) -> dict[str, set[str]]:
    """Return what has ever lain in every place."""
    found: dict[str, set[str]] = {}
    for place, item, _n in timeline.frames[0].state.book.walk():
        found.setdefault(place, set()).add(item)
    for frame in timeline.frames:
        for move in frame.moves:
            found.setdefault(move.target, set()).add(move.item)
    return found


def _alike(timeline: Timeline, item: str) -> set[str]:
    """Return the pieces of the same kind as one."""
    pieces = timeline.engine.catalog()
    kinds = {piece.kind for piece in pieces if piece.id == item}
    return {piece.id for piece in pieces if piece.kind in kinds}

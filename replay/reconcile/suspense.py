"""Drains: where the record could not explain something, what an earlier slip changed ends.

A place that lacked what was taken from it is empty in the record and at the table: a correction
that puts the piece there beforehand changes what is unaccounted, and no longer the place. The same
goes for a count, which sets a place right whatever was wrong before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from engines.book import BOOK, EMPTY, UNKNOWN, Book
from engines.counts import COUNT, Count
from engines.protocol import Engine
from engines.values import UNACCOUNTED, Action, Move
from replay.fold.timeline import Frame
from replay.reconcile.facts import Difference, Key

MOST: Final = 40
"""How many shortages are traced to the place that lacked something."""


class Drain(NamedTuple):
    """At a frame (its index), changes of `key` made before it go to what is unaccounted.

    A count drains them all (`most` is None), a shortage of `most` pieces no more than those.
    `n` is how many pieces came from what is unaccounted there.
    """

    frame: int
    key: Key
    n: int
    most: int | None


def drains(engine: Engine, frames: Sequence[Frame]) -> tuple[Drain, ...]:
    """Return the drains of a line in its order."""
    found: list[Drain] = []
    for index, frame in enumerate(frames):
        if isinstance(frame.action, Count):
            found += _counts(index, frame.action, frame.moves)
        elif frame.action is not None and len(found) < MOST:
            for move in frame.moves:
                if move.rule == BOOK:
                    giver = _giver(engine, frames[index - 1].state, frame.action, move)
                    if giver:
                        found.append(Drain(index, (giver, move.item), move.n, move.n))
    return tuple(found)


def _counts(index: int, action: Count, moves: Sequence[Move]) -> Iterator[Drain]:
    for place, items in action.holds.items():
        for item in items:
            came = sum(
                move.n * ((move.target == place) - (move.source == place))
                for move in moves
                if move.rule == COUNT
                and UNACCOUNTED in (move.source, move.target)
                and (move.item == item or item[0] == move.item[0] == UNKNOWN)
            )
            yield Drain(index, (place, item), came, None)


def _giver(engine: Engine, state: Any, action: Action, short: Move) -> str:
    """Return the place that lacked what an action took: with the piece there nothing lacks."""
    book: Book = state.book
    if short.name:
        return book.pools.get(short.name, "")
    lacking = _lacking(engine, state, action, short.item)
    for place in book.places:
        if place in (UNACCOUNTED, short.target):
            continue
        there = book.places.get(place, EMPTY)
        more = {**there, short.item: there.get(short.item, 0) + short.n}
        supplied = msgspec.structs.replace(book, places={**book.places, place: more})
        given = msgspec.structs.replace(state, book=supplied)
        if _lacking(engine, given, action, short.item) < lacking:
            return place
    return ""


def _lacking(engine: Engine, state: Any, action: Action, item: str) -> int:
    _, moves = engine.apply(state, action)
    return sum(move.n for move in moves if move.rule == BOOK and move.item == item)


def drained(effect: Difference, frame: int, through: Sequence[Drain]) -> Difference:
    """Return what an effect at a frame comes to once all later drains have had their part.

    >>> drained({("a", "red"): 2}, 3, [Drain(5, ("a", "red"), 1, 1)])
    {('a', 'red'): 1, ('unaccounted', 'red'): 1}
    """
    left = effect
    for drain in through:
        n = effect.get(drain.key) if left is effect else left.get(drain.key)
        if n and drain.frame > frame:
            gone = n if drain.most is None else min(n, drain.most)
            suspense = (UNACCOUNTED, drain.key[1])
            left = {**left, drain.key: n - gone, suspense: left.get(suspense, 0) + gone}
    return left if left is effect else {key: n for key, n in left.items() if n}


def before(wanted: Difference, drain: Drain) -> Difference:
    """Return what a slip before a drain must change so that `wanted` is what comes of it.

    >>> before({("unaccounted", "red"): 1}, Drain(5, ("a", "red"), 1, 1))
    {('a', 'red'): 1}
    """
    suspense = (UNACCOUNTED, drain.key[1])
    there = 0 if drain.most is None else wanted.get(drain.key, 0)
    found = {**wanted, drain.key: there + drain.n, suspense: wanted.get(suspense, 0) - drain.n}
    return {key: n for key, n in found.items() if n}

"""Drains: events at which the effect of an earlier mistake ends.

A drain swallows the effect of an earlier mistake. A count sets a place right, whatever was wrong
before. A shortage empties a place in the record and at the table; a piece put there beforehand
changes what is unaccounted, and no longer the place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from engines.book import BOOK, EMPTY, Book, is_unknown
from engines.counts import COUNT, Count
from engines.protocol import Engine, State
from engines.values import UNACCOUNTED, Action, Move
from replay.fold.timeline import Frame
from replay.reconcile.facts import Difference, Key

MAX_DRAINS: Final = 40
"""Beyond so many drains no shortage is traced to the place that lacked something."""


class Drain(NamedTuple):
    """A frame (its index) at which earlier changes of `key` become unaccounted.

    A shortage swallows at most `most` pieces; a count swallows all changes (`most` is None).
    `n` is the number of pieces that came from `unaccounted` at the frame.
    """

    frame: int
    key: Key
    n: int
    most: int | None


def find_drains(engine: Engine[State], frames: Sequence[Frame]) -> tuple[Drain, ...]:
    """Return the drains of a timeline in its order."""
    found: list[Drain] = []
    for index, frame in enumerate(frames):
        if isinstance(frame.action, Count):
            found += _drains_of_count(index, frame.action, frame.moves)
        elif frame.action is not None and len(found) < MAX_DRAINS:
            for move in frame.moves:
                if move.rule == BOOK:
                    giver = _find_giver(engine, frames[index - 1].state, frame.action, move)
                    if giver:
                        found.append(Drain(index, (giver, move.item), move.n, move.n))
    return tuple(found)


def _drains_of_count(index: int, action: Count, moves: Sequence[Move]) -> Iterator[Drain]:
    """Yield a drain for every key that was counted."""
    for place, items in action.holds.items():
        for item in items:
            booked = sum(
                move.n * ((move.target == place) - (move.source == place))
                for move in moves
                if move.rule == COUNT
                and UNACCOUNTED in (move.source, move.target)
                and (move.item == item or (is_unknown(item) and is_unknown(move.item)))
            )
            yield Drain(index, (place, item), booked, None)


def _find_giver(engine: Engine[State], state: State, action: Action, short: Move) -> str:
    """Return the place from which the pieces of a shortage were taken, "" where none is found.

    It is the first place where the missing pieces, once added, make the shortage smaller.
    """
    book: Book = state.book
    if short.name:
        return book.pools.get(short.name, "")
    shortage = _count_shortage(engine, state, action, short.item)
    for place in book.places:
        if place in (UNACCOUNTED, short.target):
            continue
        there = book.places.get(place, EMPTY)
        more = {**there, short.item: there.get(short.item, 0) + short.n}
        supplied = msgspec.structs.replace(book, places={**book.places, place: more})
        given = _replace_book(state, supplied)
        if _count_shortage(engine, given, action, short.item) < shortage:
            return place
    return ""


def _replace_book(state: State, book: Book) -> State:
    """Return a state with its pieces in other places. Raise TypeError for one that is no struct."""
    if not isinstance(state, msgspec.Struct):
        raise TypeError(type(state))
    return msgspec.structs.replace(state, book=book)


def _count_shortage(engine: Engine[State], state: State, action: Action, item: str) -> int:
    """Return how many pieces of `item` an action takes that are not there."""
    _, moves = engine.apply(state, action)
    return sum(move.n for move in moves if move.rule == BOOK and move.item == item)


def apply_drains(effect: Difference, frame: int, drains: Sequence[Drain]) -> Difference:
    """Return what is left of an effect at frame `frame` after all later drains.

    >>> apply_drains({("a", "red"): 2}, 3, [Drain(5, ("a", "red"), 1, 1)])
    {('a', 'red'): 1, ('unaccounted', 'red'): 1}
    """
    left = effect
    for drain in drains:
        n = effect.get(drain.key) if left is effect else left.get(drain.key)
        if n and drain.frame > frame:
            gone = n if drain.most is None else min(n, drain.most)
            suspense = (UNACCOUNTED, drain.key[1])
            left = {**left, drain.key: n - gone, suspense: left.get(suspense, 0) + gone}
    return left if left is effect else {key: n for key, n in left.items() if n}


def undo_drain(wanted: Difference, drain: Drain) -> Difference:
    """Return the effect that a slip before `drain` must have, for `wanted` to be left after it.

    >>> undo_drain({("unaccounted", "red"): 1}, Drain(5, ("a", "red"), 1, 1))
    {('a', 'red'): 1}
    """
    suspense = (UNACCOUNTED, drain.key[1])
    there = 0 if drain.most is None else wanted.get(drain.key, 0)
    found = {**wanted, drain.key: there + drain.n, suspense: wanted.get(suspense, 0) - drain.n}
    return {key: n for key, n in found.items() if n}

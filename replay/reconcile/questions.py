"""Questions: what to count next, so that as many candidates as possible are ruled out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from engines.seats import typed_place
from engines.values import UNACCOUNTED, NotationError, owner_of
from replay.fold.timeline import Timeline
from replay.reconcile.facts import Facts, Key, collect_items, parse_key, write_key


def weigh(cost: float) -> float:
    """Return the weight of a cost: 1 more halves it."""
    return float(2.0**-cost)


def choose_question(
    positions: Sequence[tuple[float, Mapping[Key, int]]], facts: Facts
) -> Key | None:
    """Return the key whose number tells most of some positions apart, None when none does.

    A position is its cost and its numbers by key. Costly positions count for less.

    >>> red = ("a", "red")
    >>> choose_question([(1, {red: 1}), (1, {red: 2}), (9, {("b", "red"): 1})], {})
    ('a', 'red')
    """
    weights = [weigh(each) for each, _ in positions]
    best, least = None, sum(weights) ** 2
    for key in sorted({key for _, holding in positions for key in holding}):
        if key in facts or key[0] == UNACCOUNTED:
            continue
        weight_by_number: dict[int, float] = {}
        for weight, (_, holding) in zip(weights, positions, strict=True):
            n = holding.get(key, 0)
            weight_by_number[n] = weight_by_number.get(n, 0.0) + weight
        left = sum(weight**2 for weight in weight_by_number.values())
        if len(weight_by_number) > 1 and left < least:
            best, least = key, left
    return best


Position = tuple[float, Mapping[Key, int]]
"""The cost of a candidate, and the numbers that can then be counted."""


class Countable:
    """Tells which keys people can count at a frame (its index), and type as facts."""

    def __init__(self, timeline: Timeline, index: int) -> None:
        self.timeline = timeline
        self.frame = timeline.frames[index]
        self.items = collect_items(timeline)
        books = (timeline.frames[0].state.book, self.frame.state.book)
        self.pools = {pool for book in books for pool in book.pools.values()}

    def __contains__(self, key: Key) -> bool:
        """Return whether a key names a place that has an end, is no pool of pieces that nobody has
        seen, and can be typed."""
        place, _item = key
        if place in self.pools:
            return False
        if place in self.timeline.engine.endless and owner_of(place) is None:
            return False
        try:
            typed = typed_place(write_key(self.items, key), self.timeline.seats)
            return parse_key(self.timeline, self.frame, typed) == key
        except NotationError:
            return False


def choose_questions(
    positions: Sequence[Position], facts: Facts, countable: Countable
) -> tuple[Key, ...]:
    """Return the keys to count next, the most telling first; () where none tells positions apart.

    What one seat has is asked of every seat, and first of the kind that was counted already: it is
    quickly done, and one seat's number alone tells little.
    """
    unseen = {key for _, holding in positions for key, n in holding.items() if n < 0}
    unseen = {key for key in unseen if owner_of(key[0]) is None}
    kinds = {_kind_of(key) for key in facts} - {None}
    for same_kind in (True, False):
        while True:
            asked = [
                (cost, {key: n for key, n in holding.items() if key not in unseen})
                for cost, holding in positions
            ]
            if same_kind:
                asked = [(cost, _select_kinds(holding, kinds)) for cost, holding in asked]
            best = choose_question(asked, facts)
            if best is None or best in countable:
                break
            unseen.add(best)
        if best is not None:
            return best, *_find_alike(best, asked, facts, countable)
    return ()


def _kind_of(key: Key) -> tuple[str, str] | None:
    """Return the kind of place and the item of a seat's own key, None for other keys."""
    return None if owner_of(key[0]) is None else (key[0][2:], key[1])


def _select_kinds(holding: Mapping[Key, int], kinds: Set[tuple[str, str] | None]) -> dict[Key, int]:
    """Return the numbers of a holding whose keys are of some kinds."""
    return {key: n for key, n in holding.items() if _kind_of(key) in kinds}


def _find_alike(
    best: Key, positions: Sequence[Position], facts: Facts, countable: Countable
) -> list[Key]:
    """Return the other seats' keys of the same kind whose numbers tell positions apart."""
    kind = _kind_of(best)
    keys = {key for _, holding in positions for key in holding} - facts.keys() - {best}
    return [
        key
        for key in sorted(keys)
        if kind is not None and _kind_of(key) == kind and key in countable
        if len({holding.get(key, 0) for _, holding in positions}) > 1
    ]

"""Effects: what moves change in the places that matter, at once or later on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from engines.book import UNKNOWN, Book, is_unknown
from engines.protocol import Engine, State
from engines.values import UNACCOUNTED, Action, Move
from replay.fold.seating import Step, take_step
from replay.fold.timeline import Frame
from replay.reconcile.facts import ALL, Difference, Key

MAX_FOLLOWED: Final = 80
"""How many events after an action without moves are searched for its effect."""

PLY: Final = "ply"
"""The field of a state that counts actions, or that says which action something was."""


class Watch:
    """Measures what moves change for some keys, and for everything unaccounted."""

    def __init__(self, keys: Iterable[Key]) -> None:
        self.items: dict[str, set[str] | None] = {}
        for place, item in keys:
            watched = self.items.setdefault(place, set())
            if watched is not None:
                watched.add(item)
        self.items[UNACCOUNTED] = None
        self.named = {item for watched in self.items.values() for item in watched or ()}

    def measure(self, moves: Iterable[Move], before: Book, after: Book) -> Difference:
        """Return what the moves between two books change for the watched keys."""
        found: Difference = {}
        for move in moves:
            if move.source in self.items or move.target in self.items:
                item = _countable(move.item, before, after)
                self._add(found, move.source, item, -move.n)
                self._add(found, move.target, item, move.n)
                if move.name:
                    self._add(found, move.target, _countable(move.name, before, after), -move.n)
        return {key: n for key, n in found.items() if n}

    def _add(self, found: Difference, place: str, item: str, n: int) -> None:
        """Add `n` pieces to the watched keys of `found` that count them."""
        if place not in self.items:
            return
        watched = self.items[place]
        if watched is None or item in watched:
            found[place, item] = found.get((place, item), 0) + n
        if watched is not None and ALL in watched:
            found[place, ALL] = found.get((place, ALL), 0) + n


def _countable(item: str, before: Book, after: Book) -> str:
    """Return the item of a key that counts a piece: an unknown piece counts for its pool."""
    if not is_unknown(item):
        return item
    return UNKNOWN + (before.pools.get(item) or after.pools.get(item, ""))


def subtract(one: Difference, other: Difference) -> Difference:
    """Return `one` less `other`, without zeros.

    >>> subtract({("bank", "red"): 2}, {("bank", "red"): 2, ("bank", "blue"): 1})
    {('bank', 'blue'): -1}
    """
    if not other:
        return one
    found = dict(one)
    for key, n in other.items():
        found[key] = found.get(key, 0) - n
    return {key: n for key, n in found.items() if n}


# -- actions and states compared ------------------------------------------------------------


def action_key(engine: Engine[State], action: Action) -> tuple[str, bytes]:
    """Return a hashable key of an action. Equal actions have equal keys."""
    return action.verb, engine.encode(action)


def is_equal_but_plies(one: Any, other: Any) -> bool:
    """Return whether two states, or parts of them, differ in nothing but plies.

    One action more or less shifts the plies of all that follow, and changes nothing else.

    >>> is_equal_but_plies(({"a": 1}, 2), ({"a": 1}, 2)), is_equal_but_plies((1, 2), (1, 3))
    (True, False)
    """
    if one is other or one == other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, msgspec.Struct):
        for field in one.__struct_fields__:
            mine, its = getattr(one, field), getattr(other, field)
            if mine is not its and field != PLY and not is_equal_but_plies(mine, its):
                return False
        return True
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(is_equal_but_plies, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(
            map(is_equal_but_plies, one.values(), map(other.get, one))
        )
    return False


def merge_states(base: Any, changed: Any, later: Any) -> Any:
    """Return a three-way merge of states: `later`, with what differs between `base` and `changed`.

    Parts of states are merged field by field. Raise LookupError on a conflict: where `changed` and
    `later` both differ from `base`.

    >>> merge_states((1, None), (2, None), (1, 3))
    (2, 3)
    """
    if base is changed or base == changed:
        return later
    if base == later:
        return changed
    if type(base) is type(changed) is type(later):
        if isinstance(base, msgspec.Struct):
            fields = [field for field in base.__struct_fields__ if field != PLY]
            parts = [[getattr(each, field) for field in fields] for each in (base, changed, later)]
            merged = dict(zip(fields, map(merge_states, *parts), strict=True))
            return msgspec.structs.replace(later, **merged)
        if isinstance(base, tuple) and len(base) == len(changed) == len(later):
            return tuple(map(merge_states, base, changed, later))
        if isinstance(base, dict) and base.keys() == changed.keys() == later.keys():
            return {key: merge_states(base[key], changed[key], later[key]) for key in later}
    raise LookupError


# -- effects that come later -----------------------------------------------------------------


class _Followed(NamedTuple):
    """The effect found for an extra action after a frame (its index), and the state it led to."""

    frame: int
    state: State
    effect: Difference


class LaterEffects:
    """Finds what an action without moves changes later on.

    A bid, a name of trump or a choice of pile moves nothing, and decides what later actions move.
    So the later actions are applied again in the other state, up to the first one that then moves
    something else. `applied` is the number of actions applied.
    """

    def __init__(self, engine: Engine[State], frames: Sequence[Frame], watch: Watch) -> None:
        self.engine = engine
        self.frames = frames
        self.watch = watch
        self.applied = 0
        self._followed: dict[tuple[str, bytes], _Followed] = {}
        self._last_hit: tuple[int, int] | None = None

    def find(self, index: int, state: State) -> Difference:
        """Return the effect on later actions when the state after frame `index` is `state`.

        The frame at which an earlier question about `index` found an effect is tried first.
        """
        if self._last_hit is not None and self._last_hit[0] == index:
            effect = self._find_at(index, state, self._last_hit[1])
            if effect:
                return effect
        return self._follow(index, state, None)

    def find_for_extra(self, index: int, action: Action) -> Difference:
        """Return the effect on later actions when `action` is added after frame `index`.

        Where the state comes to equal the one of an earlier question, about the same action added
        one event later, so does the effect.
        """
        key = action_key(self.engine, action)
        state = self._apply(self.frames[index].state, action)[0]
        effect = self._follow(index, state, self._followed.get(key))
        self._followed[key] = _Followed(index, state, effect)
        return effect

    def _find_at(self, index: int, state: State, following: int) -> Difference:
        """Return the effect at frame `following` alone, {} where the states cannot be merged."""
        recorded = self.frames[index].state
        try:
            before = merge_states(recorded, state, self.frames[following - 1].state)
        except LookupError:
            return {}
        return self._apply_recorded(before, following)[1]

    def _follow(self, index: int, state: State, known: _Followed | None) -> Difference:
        """Return the first effect after frame `index`, or the `known` one once states agree."""
        for following in range(index + 1, min(index + MAX_FOLLOWED, len(self.frames))):
            if self.frames[following].step is not None:
                state, effect = self._apply_recorded(state, following)
                if effect:
                    self._last_hit = (index, following)
                    return effect
                if is_equal_but_plies(state, self.frames[following].state):
                    return {}
            if known is not None and known.frame == following:
                if is_equal_but_plies(state, known.state):
                    return known.effect
        return {}

    def _apply_recorded(self, before: State, following: int) -> tuple[State, Difference]:
        """Apply the action of frame `following` to another state.

        Return the state after it, and what it changes there less what it changed in the record.
        """
        frame = self.frames[following]
        step = frame.step
        assert step is not None  # noqa: S101
        state, moves = self._apply(before, step)
        if moves == frame.moves:
            return state, {}
        recorded = self.frames[following - 1].state.book
        was = self.watch.measure(frame.moves, recorded, frame.state.book)
        return state, subtract(self.watch.measure(moves, before.book, state.book), was)

    def _apply(self, state: State, step: Step) -> tuple[State, tuple[Move, ...]]:
        self.applied += 1
        return take_step(self.engine, state, step)

"""Variants: an action with one field misheard, miscounted or mistyped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any, Final

import msgspec

from engines.book import is_unknown
from engines.protocol import Engine, State, find_breaches
from engines.values import TABLE, Action, DecodeError
from replay.reconcile.facts import ALL, Difference

SMALL_ERRORS: Final = (1, 2)
"""By how much a number is easily off."""

MAX_SIZES: Final = 6
"""Where more numbers than these differ, none of them says by how much one action was off."""


class Hints:
    """The pieces, places and numbers that appear in a difference.

    Only variants that have to do with the difference can explain it, so no others are tried.
    """

    def __init__(self, wanted: Difference) -> None:
        faces = (item for _, item in wanted if item != ALL and not is_unknown(item))
        self.items = tuple(dict.fromkeys(faces))
        self.places = tuple(dict.fromkeys(place for place, _ in wanted))
        differing = {abs(n) for n in wanted.values()}
        sizes = sorted({*SMALL_ERRORS, *(differing if len(differing) <= MAX_SIZES else ())})
        self.steps = tuple(step for size in sizes for step in (-size, size))
        holdings: dict[str, dict[str, int]] = {}
        for (place, item), n in wanted.items():
            holdings.setdefault(place, {})[item] = n
        self.holdings = tuple(holdings.values())


def vary_action(
    engine: Engine[State], state: State, action: Action, hints: Hints
) -> Iterator[Action]:
    """Yield the actions that differ from `action` in one field and can be recorded.

    Outcomes carried out by hand (`actual`) are left to `Engine.outcomes`. Nobody has said less than
    nothing where the rules know no such number.
    """
    fields: dict[str, Any] = msgspec.to_builtins(action)
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if field == "actual" or (field == "seat" and value == TABLE):
            continue
        others = range(state.seats) if field == "seat" else vary_value(value, hints)
        for other in others:
            if other == value:
                continue
            below = _has_negative(other) and not _has_negative(value)
            for meant in _decode_fields(engine, state, action, {**fields, field: other}):
                if not (below and find_breaches(engine, state, meant)):
                    yield meant


def _has_negative(value: Any) -> bool:
    """Return whether a value is a number below zero, or has one in it.

    >>> _has_negative([1, -1]), _has_negative(0), _has_negative("-1")
    (True, False, False)
    """
    if isinstance(value, (tuple, list)):
        return any(map(_has_negative, value))
    return isinstance(value, int) and value < 0


def _decode_fields(
    engine: Engine[State], state: State, action: Action, fields: dict[str, Any]
) -> Iterator[Action]:
    """Yield the action of the same verb with these fields, nothing where it cannot be recorded."""
    try:
        decoded = engine.decode(action.verb, msgspec.json.encode(fields), action.schema)
        engine.admit(state, decoded)
    except DecodeError:
        return
    yield decoded


def vary_value(value: Any, hints: Hints) -> Iterator[Any]:
    """Yield the values that `value` may be mistaken for.

    >>> list(vary_value("red", Hints({("bank", "blue"): 1})))
    ['blue', 'bank']
    >>> list(vary_value({"red": 1}, Hints({("bank", "red"): 1})))
    [{}, {'red': 2}, {'red': 3}]
    """
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + step for step in hints.steps)
    elif isinstance(value, str):
        yield from (item for item in (*hints.items, *hints.places) if item != value)
    elif isinstance(value, msgspec.Struct):
        fields = msgspec.to_builtins(value)
        for field in value.__struct_fields__:
            for other in vary_value(getattr(value, field), hints):
                yield {**fields, field: other}
    elif isinstance(value, dict):
        yield from _drop_duplicates(_vary_pieces(value, hints))
    elif isinstance(value, (tuple, list)):
        for n, part in enumerate(value):
            for other in vary_value(part, hints):
                yield [*value[:n], other, *value[n + 1 :]]
        if all(type(part) is int for part in value):
            yield from _shift_between(value)


def _shift_between(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Yield some numbers where one of them lost 1 to another: a trick noted for another seat."""
    for giver, taker in permutations(range(len(numbers)), 2):
        changed = list(numbers)
        changed[giver] -= 1
        changed[taker] += 1
        yield changed


def _vary_pieces(value: dict[str, Any], hints: Hints) -> Iterator[dict[str, Any]]:
    """Yield variants of the pieces of an action: numbers by item, or a dict with such dicts in it.

    A number is off, it was another piece, or just what is missing somewhere was left out or added.
    """
    if any(isinstance(part, dict) for part in value.values()):
        for key, part in value.items():
            yield from ({**value, key: other} for other in vary_value(part, hints))
        return
    for key, n in value.items():
        if key in hints.items:
            yield from (_add_pieces(value, {key: step}) for step in hints.steps if n + step >= 0)
        others = (item for item in hints.items if item not in value)
        yield from (_add_pieces(value, {key: -n, item: n}) for item in others)
    for holding in hints.holdings:
        for sign in (1, -1):
            changed = _add_pieces(value, {item: sign * n for item, n in holding.items()})
            if all(n > 0 for n in changed.values()):
                yield changed


def _add_pieces(value: dict[str, int], more: dict[str, int]) -> dict[str, int]:
    """Return the sum of two holdings, without zeros."""
    summed = {**value, **{item: value.get(item, 0) + n for item, n in more.items()}}
    return {item: n for item, n in summed.items() if n}


def _drop_duplicates(values: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield every value once."""
    yielded: list[dict[str, Any]] = []
    for value in values:
        if value not in yielded:
            yielded.append(value)
            yield value

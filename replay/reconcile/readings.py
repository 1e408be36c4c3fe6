"""How else an action may have to be read: one field misheard, miscounted or mistyped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from engines.book import UNKNOWN
from engines.protocol import Engine
from engines.values import TABLE, Action, DecodeError
from replay.reconcile.facts import ALL, Difference

NEAR: Final = (1, 2)
"""By how much a number is easily off."""

MOST_SIZES: Final = 6
"""Where more numbers than these differ, none of them says by how much one action was off."""


class Hints:
    """What a difference suggests: the pieces, places and numbers that appear in it.

    Only readings that have to do with the difference can explain it, so no others are tried.
    """

    def __init__(self, wanted: Difference) -> None:
        faces = (item for _, item in wanted if item != ALL and item[0] != UNKNOWN)
        self.items = tuple(dict.fromkeys(faces))
        self.places = tuple(dict.fromkeys(place for place, _ in wanted))
        differing = {abs(n) for n in wanted.values()}
        sizes = sorted({*NEAR, *(differing if len(differing) <= MOST_SIZES else ())})
        self.steps = tuple(step for size in sizes for step in (-size, size))
        holdings: dict[str, dict[str, int]] = {}
        for (place, item), n in wanted.items():
            holdings.setdefault(place, {})[item] = n
        self.holdings = tuple(holdings.values())


def readings(engine: Engine, state: Any, action: Action, hints: Hints) -> Iterator[Action]:
    """Yield every action that differs from `action` in one field and can be decoded.

    What was carried out by hand (`actual`) is the engine's to say: see `Engine.outcomes`.
    """
    fields: dict[str, Any] = msgspec.to_builtins(action)
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if field == "actual" or (field == "seat" and value == TABLE):
            continue
        others = range(state.seats) if field == "seat" else variants(value, hints)
        for other in others:
            if other != value:
                yield from _decoded(engine, state, action, {**fields, field: other})


def _decoded(
    engine: Engine, state: Any, action: Action, fields: dict[str, Any]
) -> Iterator[Action]:
    """Yield the action that some fields are, if they are one."""
    try:
        read = engine.decode(action.verb, msgspec.json.encode(fields), action.schema)
        engine.admit(state, read)
    except DecodeError:
        return
    yield read


def variants(value: Any, hints: Hints) -> Iterator[Any]:
    """Yield what a value may be mistaken for.

    >>> list(variants("red", Hints({("bank", "blue"): 1})))
    ['blue', 'bank']
    >>> list(variants({"red": 1}, Hints({("bank", "red"): 1})))
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
            for other in variants(getattr(value, field), hints):
                yield {**fields, field: other}
    elif isinstance(value, dict):
        yield from _unique(_holdings(value, hints))
    elif isinstance(value, (tuple, list)):
        for n, part in enumerate(value):
            for other in variants(part, hints):
                yield [*value[:n], other, *value[n + 1 :]]


def _holdings(value: dict[str, Any], hints: Hints) -> Iterator[dict[str, Any]]:
    """Yield what a count of pieces may be mistaken for: a number off, another piece, or off by
    just what is missing somewhere."""
    if any(isinstance(part, dict) for part in value.values()):
        for key, part in value.items():
            yield from ({**value, key: other} for other in variants(part, hints))
        return
    for key, n in value.items():
        if key in hints.items:
            yield from (_put(value, {key: step}) for step in hints.steps if n + step >= 0)
        yield from (_put(value, {key: -n, item: n}) for item in hints.items if item not in value)
    for holding in hints.holdings:
        for sign in (1, -1):
            changed = _put(value, {item: sign * n for item, n in holding.items()})
            if all(n > 0 for n in changed.values()):
                yield changed


def _put(value: dict[str, int], more: dict[str, int]) -> dict[str, int]:
    """Return a count with more of some pieces, without zeros."""
    summed = {**value, **{item: value.get(item, 0) + n for item, n in more.items()}}
    return {item: n for item, n in summed.items() if n}


def _unique(values: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield every value once."""
    seen: list[dict[str, Any]] = []
    for value in values:
        if value not in seen:
            seen.append(value)
            yield value

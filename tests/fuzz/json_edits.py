"""Edits of a JSON value, as hypothesis draws them: something elsewhere, twice, gone or strange."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

Place = tuple[str | int, ...]

CANONICAL: tuple[Any, ...] = (None, True, 0, -1, 1, 99, 2**53 - 1, "", "a", "?", "\x1b[2J", [], {})
"""Values of any type that an event may hold."""

STRANGE = (*CANONICAL, 2**64, 0.5)
"""Values of any type."""


def list_places(value: Any, place: Place = ()) -> list[Place]:
    """Return the place of every value inside another, that of the whole first."""
    keys: list[str | int] = []
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    return [place, *(each for key in keys for each in list_places(value[key], (*place, key)))]


@st.composite
def edited(draw: st.DrawFn, value: Any, strange: Sequence[Any] = STRANGE) -> Any:
    """Return a copy of a JSON value with one to three edits inside it; `strange` is put there."""
    values = st.sampled_from(strange)
    copied = deepcopy(value)
    for _ in range(draw(st.integers(1, 3))):
        places = list_places(copied)[1:]
        if not places:
            return copied
        *path, key = draw(st.sampled_from(places))
        holder = copied
        for step in path:
            holder = holder[step]
        match draw(st.sampled_from(["replace", "remove", "add", "move"])):
            case "replace":
                holder[key] = deepcopy(draw(values))
            case "remove":
                del holder[key]
            case "add" if isinstance(holder, dict):
                holder[draw(st.sampled_from(["x", "seat", "actual", "n", ""]))] = deepcopy(
                    draw(values)
                )
            case "add":
                holder.insert(key, deepcopy(holder[key]))
            case "move":
                other = draw(st.sampled_from(places))
                inside = copied
                for step in other:
                    inside = inside[step]
                holder[key] = deepcopy(inside)
    return copied

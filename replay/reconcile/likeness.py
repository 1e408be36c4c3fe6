"""Likeness: whether actions say the same, whether two states differ in what counts, and what a
difference comes to later on."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from engines.protocol import Engine
from engines.values import Action

PLY: Final = "ply"
"""The field in which a state says how many actions there were, or which of them something was."""


def content_of(engine: Engine, action: Action) -> tuple[str, bytes]:
    """Return what an action says: equal for two that say the same, and fit to be a key."""
    return action.verb, engine.encode(action)


def alike(one: Any, other: Any) -> bool:
    """Return whether two states, or parts of them, differ in nothing but plies.

    One action more or less shifts the plies of all that follow, and changes nothing else.

    >>> alike(({"a": 1}, 2), ({"a": 1}, 2)), alike((1, 2), (1, 3))
    (True, False)
    """
    if one is other or one == other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, msgspec.Struct):
        for field in one.__struct_fields__:
            mine, its = getattr(one, field), getattr(other, field)
            if mine is not its and field != PLY and not alike(mine, its):
                return False
        return True
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(map(alike, one.values(), map(other.get, one)))
    return False


def carried(one: Any, other: Any, later: Any) -> Any:
    """Return `later`, which came of `one`, as if it had come of `other`: what is different in
    `other` still is. Raise LookupError when that has changed since.

    >>> carried((1, None), (2, None), (1, 3))
    (2, 3)
    """
    if one is other or one == other:
        return later
    if one == later:
        return other
    if type(one) is type(other) is type(later):
        if isinstance(one, msgspec.Struct):
            fields = [field for field in one.__struct_fields__ if field != PLY]
            parts = [[getattr(each, field) for field in fields] for each in (one, other, later)]
            changed = dict(zip(fields, map(carried, *parts), strict=True))
            return msgspec.structs.replace(later, **changed)
        if isinstance(one, tuple) and len(one) == len(other) == len(later):
            return tuple(map(carried, one, other, later))
        if isinstance(one, dict) and one.keys() == other.keys() == later.keys():
            return {key: carried(one[key], other[key], later[key]) for key in later}
    raise LookupError

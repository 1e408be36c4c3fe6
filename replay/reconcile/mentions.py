"""Mentions: what later actions of a seat speak of, as far as it may come from one before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

import msgspec

from engines.protocol import Action
from replay.timeline import Frame

LOOKED: Final = 80
"""How many events after an action are looked at."""


def mentioned(frames: Sequence[Frame], index: int, action: Action) -> Iterator[str]:
    """Yield the words in what the seat of an action did after a frame (its index), in order, up to
    its next action of the same kind."""
    for frame in islice(frames, index + 1, index + 1 + LOOKED):
        later = frame.action
        if later is not None and later.seat == action.seat:
            if later.verb == action.verb:
                return
            yield from words_in(msgspec.to_builtins(later))


def words_in(value: Any) -> Iterator[str]:
    """Yield every text in a value.

    >>> list(words_in({"card": "red", "paid": {"blue": 2}, "n": 1}))
    ['card', 'red', 'paid', 'blue', 'n']
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from words_in(key)
            yield from words_in(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from words_in(part)

"""Mentions: what later actions of a seat speak of, as far as it may come from one before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import msgspec

from engines.values import Action
from replay.base.values import texts_in
from replay.fold.timeline import Frame

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
            yield from texts_in(msgspec.to_builtins(later))

"""Onsets: where rows of breaches begin, and which events shortly before them are suspected.

One slip often brings a whole row: from there on everybody acts out of turn, or pays with what he
does not have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.counts import Count
from replay.fold.timeline import Frame

ONSET: Final = 4
"""How many events before a breach are suspected."""

ROW: Final = 3.0
"""How suspicious the first breach of a row is."""

LATER: Final = 0.5
"""How suspicious a later breach of a row is."""


def suspected(frames: Sequence[Frame]) -> dict[int, float]:
    """Return the frames shortly before a breach, the first ones of a row above all."""
    found: dict[int, float] = {}
    quiet = ONSET
    for index, frame in enumerate(frames):
        if frame.breaches:
            for back in range(ONSET):
                weight = (ROW if quiet >= ONSET else LATER) / (1 + back)
                found[index - back] = max(found.get(index - back, 0), weight)
            quiet = 0
        else:
            quiet += 1
    return found


def onsets(frames: Sequence[Frame]) -> list[int]:
    """Return where rows of breaches begin.

    A count that failed begins no row: what it shows went wrong at any time before.
    """
    return [
        index
        for index, weight in sorted(suspected(frames).items())
        if weight == ROW and not isinstance(frames[index].action, Count)
    ]

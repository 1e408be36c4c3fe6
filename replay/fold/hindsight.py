"""Folding again with what became known later: what nobody could see then."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.event import Event
from replay.fold.timeline import Timeline


def fold_with_hindsight(
    events: Sequence[Event], as_of: int | None = None, eyes: int | None = None
) -> Timeline:
    """Return the timeline in which every unknown piece has the face that it turned out to have,
    as far as `eyes` have learnt it."""
    learnt = Timeline(events, as_of=as_of, eyes=eyes).learnt()
    return Timeline(events, as_of=as_of, known=learnt, eyes=eyes)

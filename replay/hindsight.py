"""Folding again with what became known later: what nobody could see then."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.event import Event
from replay.timeline import Timeline


def with_hindsight(events: Sequence[Event], as_of: int | None = None) -> Timeline:
    """Return the timeline in which every unknown piece has the face that it turned out to have."""
    learnt = Timeline(events, as_of=as_of).learnt()
    return Timeline(events, as_of=as_of, known=learnt)

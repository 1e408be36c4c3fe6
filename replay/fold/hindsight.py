"""Folding again with what became known later."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.event import Event
from replay.fold.timeline import Timeline


def fold_with_hindsight(
    events: Sequence[Event], as_of: int | None = None, eyes: int | None = None
) -> Timeline:
    """Return the timeline with the faces of unknown pieces known from the start.

    Those are the faces that became known up to `as_of`, and that `eyes` have seen.
    """
    faces = Timeline(events, as_of=as_of, eyes=eyes).find_revealed_faces()
    return Timeline(events, as_of=as_of, known=faces, eyes=eyes)

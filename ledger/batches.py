"""Batches: events that were entered together and are undone together."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ledger.event import Event


def find_batch(events: Sequence[Event], event: Event) -> list[Event]:
    """Return the events of a stream that were entered together with `event`, in their order.

    The later events of a batch name its first one in their envelope, so every event belongs to
    exactly one batch; an event that was entered alone is a batch of its own. Streams recorded
    before envelopes had this field are grouped by their ids instead: the ids of a batch were
    numbers in a row. Ids made today are random, so no event joins another by its id.
    """
    batch = [each for each in events if each.batch_id == event.batch_id]
    return batch if len(batch) > 1 or event.batch else _find_neighbours(events, event)


def _find_neighbours(events: Sequence[Event], event: Event) -> list[Event]:
    """Return `event` with the events without a batch whose ids are the numbers around its id."""
    by_id = {each.event_id: each for each in events if each.batch is None}
    found = [event]
    while before := by_id.get(offset_id(found[0].event_id, -1)):
        found.insert(0, before)
    while after := by_id.get(offset_id(found[-1].event_id, 1)):
        found.append(after)
    return found


def offset_id(event_id: str, step: int) -> str:
    """Return the UUID whose number differs by `step` from that of `event_id`, "" for no UUID.

    >>> offset_id("01a22b84-fbfc-71ad-8322-9e0f0295bab6", 1)
    '01a22b84-fbfc-71ad-8322-9e0f0295bab7'
    """
    try:
        return str(UUID(int=UUID(event_id).int + step))
    except ValueError:
        return ""

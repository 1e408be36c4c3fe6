"""Batches: events that were entered together and are undone together."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ledger.event import Event


def find_batch(events: Sequence[Event], event: Event) -> list[Event]:
    """Return the events of a stream that were entered together with `event`, in their order."""
    return Batches(events).find(event)


class Batches:
    """The batches of a stream. Read once, each batch is found at once.

    The later events of a batch name its first one in their envelope, so every event belongs to
    exactly one batch; an event that was entered alone is a batch of its own. Streams recorded
    before envelopes had this field are grouped by their ids instead: the ids of a batch were
    numbers in a row. Ids made today are random, so no event joins another by its id.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        self._batches: dict[str, list[Event]] = {}
        for event in events:
            self._batches.setdefault(event.batch_id, []).append(event)
        self._singles = {each.event_id: each for each in events if each.batch is None}

    def find(self, event: Event) -> list[Event]:
        """Return the events that were entered together with `event`, in their order."""
        batch = self._batches[event.batch_id]
        return batch if len(batch) > 1 or event.batch else self._find_neighbours(event)

    def _find_neighbours(self, event: Event) -> list[Event]:
        """Return `event` with the events without a batch whose ids are the numbers around its."""
        found = [event]
        while before := self._singles.get(offset_id(found[0].event_id, -1)):
            found.insert(0, before)
        while after := self._singles.get(offset_id(found[-1].event_id, 1)):
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

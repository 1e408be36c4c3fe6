"""What certain eyes see of the events themselves.

Only what was seen of an event is folded. What is left of the event must not tell more: its hash
covers what was hidden, and so does every hash after it. A single hidden card is found from a hash
by trying all cards.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ledger.clerk import Amend, Clerk, Fork, Insert, Sign, Strike, is_clerk_event
from ledger.event import Event
from replay.fold.line import Entry

HIDDEN = "…"
"""Stands for a seal that certain eyes do not see."""

NOTHING = b"{}"
"""Stands for a payload of which nothing was seen."""


def hide_event(event: Event, payload: bytes = NOTHING) -> Event:
    """Return an event as certain eyes see it: with a payload, without ids, intent and hash."""
    return replace(event, payload=payload, event_id="", batch=None, hash="", intent=None)


def hide_entry(entry: Entry, payload: bytes = NOTHING, schema: int | None = None) -> Entry:
    """Return an entry as certain eyes see it: with `payload`, its event without ids and hash."""
    schema = entry.schema if schema is None else schema
    event = hide_event(entry.event, payload)
    return replace(entry, event=event, schema=schema, payload=payload, intent=None)


def hide_clerk(entry: Entry, clerk: Clerk) -> Entry:
    """Return the entry of a clerk event without the hashes in it, and without what a correction
    reads in place of another event."""
    match clerk:
        case Sign():
            return hide_entry(entry, msgspec.json.encode(replace(clerk, seal=HIDDEN)))
        case Fork():
            return hide_entry(entry, msgspec.json.encode(replace(clerk, base_hash="")))
        case Amend() | Insert():
            return hide_entry(entry, msgspec.json.encode(replace(clerk, payload={})))
    return hide_entry(entry, entry.payload)


def hide_stream_event(event: Event) -> Event:
    """Return an event of the stream as certain eyes see it: of what happens at the table, and of
    corrections, only that there was one."""
    corrects = event.type in (Strike.type, Amend.type, Insert.type, Sign.type, Fork.type)
    open_to_all = is_clerk_event(event.type) and not corrects
    return hide_event(event, event.payload if open_to_all else NOTHING)

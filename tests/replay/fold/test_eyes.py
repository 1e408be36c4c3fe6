"""What is left of an event for eyes that did not see all of it."""

from __future__ import annotations

import msgspec
import pytest

from ledger.clerk import Amend, Clerk, Fork, Insert, Note, Sign, Strike
from ledger.event import Event
from replay.fold.eyes import HIDDEN, NOTHING, hide_clerk, hide_entry, hide_event, hide_stream_event
from replay.fold.line import Entry


def make_event(kind: str, payload: bytes) -> Event:
    """Return a stored event with ids and a hash."""
    return Event("m", 7, "id", kind, 1, payload, "tess", "2026-11-30", None, "hash", "batch")


def make_entry(clerk: Clerk) -> Entry:
    """Return the entry of a clerk event."""
    payload = msgspec.json.encode(clerk)
    return Entry(7, make_event(clerk.type, payload), clerk.type, 1, payload, 7)


def test_ids_and_hash_are_never_shown() -> None:
    """A hidden card is found from a hash by trying all cards."""
    hidden = hide_event(make_event("take", b'{"card":"x"}'))
    assert (hidden.event_id, hidden.batch, hidden.hash, hidden.intent) == ("", None, "", None)
    assert (hidden.version, hidden.type, hidden.payload) == (7, "take", NOTHING)


@pytest.mark.parametrize(
    ("clerk", "shown"),
    [
        (Note(text="hello"), True),
        (Strike(target=3), False),
        (Amend(target=3, kind="take", payload={"card": "x"}), False),
        (Insert(after=3, kind="take", payload={"card": "x"}), False),
        (Sign(seat=0, version=3, seal="0123"), False),
    ],
)
def test_of_corrections_only_that_there_was_one(clerk: Clerk, shown: bool) -> None:
    """A remark is everybody's; a correction tells what an event was, a signature its hash."""
    event = make_event(clerk.type, msgspec.json.encode(clerk))
    assert hide_stream_event(event).payload == (event.payload if shown else NOTHING)


def test_of_an_action_in_the_stream_only_that_there_was_one() -> None:
    """What was seen of it is in the line, not in the stream."""
    assert hide_stream_event(make_event("take", b'{"card":"x"}')).payload == NOTHING


def test_an_entry_keeps_its_schema_unless_another_is_given() -> None:
    """What a seat saw of an action may be written in a newer form."""
    entry = make_entry(Note(text="hello"))
    assert hide_entry(entry).schema == 1
    changed = hide_entry(entry, b'{"a":1}', schema=2)
    assert (changed.schema, changed.payload, changed.event.payload) == (2, b'{"a":1}', b'{"a":1}')
    assert changed.event.hash == ""


@pytest.mark.parametrize(
    ("clerk", "left"),
    [
        (Sign(seat=1, version=3, seal="0123"), Sign(seat=1, version=3, seal=HIDDEN)),
        (
            Amend(target=3, kind="take", payload={"card": "x"}),
            Amend(target=3, kind="take", payload={}),
        ),
        (
            Insert(after=3, kind="take", payload={"card": "x"}),
            Insert(after=3, kind="take", payload={}),
        ),
        (
            Fork(parent="p", base_version=3, base_hash="0123"),
            Fork(parent="p", base_version=3, base_hash=""),
        ),
        (Note(text="hello"), Note(text="hello")),
    ],
)
def test_clerk_events_lose_the_hashes_and_readings_in_them(clerk: Clerk, left: Clerk) -> None:
    """The rest of them stays."""
    assert hide_clerk(make_entry(clerk), clerk).clerk() == left

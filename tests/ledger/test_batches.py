"""Tests of batches: events name the first one; in older records the ids are consecutive."""

from __future__ import annotations

from uuid import UUID

import pytest

from ledger.batches import find_batch, offset_id
from ledger.event import Draft, Event, draft_event, make_id
from ledger.store import Ledger
from tests.some import some
from tests.table import append_opening

OLD = "01a22b84-fbfc-71ad-8322-9e0f0295bab0"
"""An id as older versions gave it: the ids of its batch count up from it."""


@pytest.fixture
def match(ledger: Ledger) -> str:
    """The id of a match that has begun."""
    (event,) = append_opening(ledger)
    return event.match_id


def note(batch: str | None = None, event_id: str = "") -> Draft:
    """Return a draft of a note."""
    return draft_event("log.note", {"text": "tea"}, batch=batch, event_id=event_id)


def append(ledger: Ledger, match: str, *drafts: Draft) -> list[Event]:
    """Append drafts at the end of a match."""
    return ledger.append(match, ledger.head(match).version, drafts, "tess")


def versions(ledger: Ledger, match: str, event: Event) -> list[int]:
    """Return the versions of the batch of an event."""
    return [each.version for each in find_batch(ledger.events(match), event)]


def test_every_event_of_a_batch_finds_the_others(ledger: Ledger, match: str) -> None:
    """Events in between do not belong to it."""
    first = note()
    batch = append(ledger, match, first, note(first.event_id))
    append(ledger, match, note())
    batch += append(ledger, match, note(first.event_id))
    for event in some(batch):
        assert versions(ledger, match, event) == [2, 3, 5]


def test_an_event_that_is_entered_alone_is_a_batch_of_its_own(ledger: Ledger, match: str) -> None:
    """It is hashed without the field."""
    (event,) = append(ledger, match, note())
    assert versions(ledger, match, event) == [event.version]
    assert event.batch is None
    assert event.batch_id == event.event_id


def test_the_ledger_finds_a_batch_by_the_id_of_its_first_event(ledger: Ledger, match: str) -> None:
    """No other id names a batch."""
    first = note()
    stored = append(ledger, match, first, note(first.event_id))
    assert ledger.events_of_batch(match, first.event_id) == stored
    assert ledger.events_of_batch(match, make_id()) == []


def test_the_batch_is_stored(ledger: Ledger, match: str) -> None:
    """A repeated append with the same batch changes nothing."""
    first = note()
    second = note(first.event_id)
    stored = append(ledger, match, first, second)
    assert ledger.events(match)[1:] == stored
    assert ledger.append(match, 1, [first, second], "tess") == stored


def test_an_older_batch_is_found_by_its_ids(ledger: Ledger, match: str) -> None:
    """Its ids are consecutive numbers."""
    ids = [offset_id(OLD, step) for step in range(3)]
    stored = append(ledger, match, *(note(event_id=one) for one in ids))
    append(ledger, match, note())
    for event in some(stored):
        assert versions(ledger, match, event) == [2, 3, 4]


def test_an_event_of_a_batch_joins_none_by_its_id(ledger: Ledger, match: str) -> None:
    """The batch in the envelope counts, not the id."""
    first = note()
    old, *_ = append(
        ledger, match, note(event_id=OLD), first, note(first.event_id, offset_id(OLD, 1))
    )
    assert versions(ledger, match, old) == [2]


def test_new_ids_are_never_consecutive() -> None:
    """However fast they are made."""
    made = {UUID(make_id()).int for _ in range(5000)}
    assert not any(number + 1 in made for number in some(made))


def test_a_text_that_is_no_uuid_has_no_next_id() -> None:
    """Other programs may use other ids."""
    assert offset_id("no id", 1) == ""
    assert offset_id(offset_id(OLD, 1), -1) == OLD

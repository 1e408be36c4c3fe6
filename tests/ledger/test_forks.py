"""Forks: the shared past is proved, not copied."""

from __future__ import annotations

from ledger.event import Event, draft_event, hash_event
from ledger.store import Head, Ledger
from tests.ledger.test_append import assert_chained, numbers
from tests.table import append_opening, draft_note, make_headline


def branched(ledger: Ledger, match_id: str, parent: str, at: int) -> list[Event]:
    """Branch off a match after the event `at`."""
    base = ledger.events(parent)[at - 1]
    where = make_headline(match_id, parent_id=parent, base_version=at, base_hash=base.hash)
    fork = draft_event("match.fork", {"parent": parent, "base_version": at, "base_hash": base.hash})
    return ledger.append(match_id, at, [fork], "tess", headline=where)


def test_a_fork_has_its_parents_past_and_its_own_future(ledger: Ledger) -> None:
    """The stream goes on with the next number."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1), draft_note(2), draft_note(3)], "tess")
    branched(ledger, "f", "m", 3)
    ledger.append("f", 4, [draft_note(30)], "tess")
    assert numbers(ledger.events("f")) == [1, 2, 30]
    assert numbers(ledger.events("m")) == [1, 2, 3]
    assert [event.match_id for event in ledger.events("f")] == ["m", "m", "m", "f", "f"]


def test_the_past_is_not_copied(ledger: Ledger) -> None:
    """Only what is the fork's own is stored under its id."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1), draft_note(2)], "tess")
    branched(ledger, "f", "m", 2)
    rows = ledger._connection.execute("SELECT match_id, version FROM events").fetchall()
    assert sorted(rows) == [("f", 3), ("m", 1), ("m", 2), ("m", 3)]


def test_the_past_is_proved(ledger: Ledger) -> None:
    """A fork's chain begins at the hash of the event it branches off after."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1)], "tess")
    (first,) = branched(ledger, "f", "m", 2)
    assert hash_event(ledger.events("m")[1].hash, first) == first.hash
    assert_chained(ledger.events("f"))


def test_what_happens_to_the_parent_later_is_no_concern_of_the_fork(ledger: Ledger) -> None:
    """And the other way round."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1)], "tess")
    branched(ledger, "f", "m", 2)
    before = ledger.events("f")
    ledger.append("m", 2, [draft_note(2)], "tess")
    ledger.append("f", 3, [draft_note(20)], "tess")
    assert ledger.events("f")[:3] == before
    assert numbers(ledger.events("m")) == [1, 2]


def test_a_fork_can_be_forked(ledger: Ledger) -> None:
    """Before its own beginning or after it."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1), draft_note(2)], "tess")
    branched(ledger, "f", "m", 3)
    ledger.append("f", 4, [draft_note(30)], "tess")
    branched(ledger, "g", "f", 5)
    branched(ledger, "h", "f", 2)
    assert numbers(ledger.events("g")) == [1, 2, 30]
    assert numbers(ledger.events("h")) == [1]
    assert_chained(ledger.events("g"))
    assert_chained(ledger.events("h"))


def test_a_fork_without_events_of_its_own_ends_where_it_branches_off(ledger: Ledger) -> None:
    """Its head is the parent's event."""
    append_opening(ledger)
    base = ledger.append("m", 1, [draft_note(1)], "tess")[0]
    where = make_headline("f", parent_id="m", base_version=2, base_hash=base.hash)
    ledger.append("f", 2, [], "tess", headline=where)
    assert ledger.head("f") == Head(2, base.hash)
    assert ledger.find("f").version == 2

"""Tests of forks: the shared events are not copied, and the chain covers them."""

from __future__ import annotations

import pytest

from ledger.event import Event, draft_event, hash_event
from ledger.rows import Head
from ledger.store import Ledger
from tests.ledger.test_append import assert_chained, parse_numbers
from tests.table import append_opening, draft_note, make_headline


def append_fork(ledger: Ledger, match_id: str, parent: str, at: int) -> list[Event]:
    """Append the fork of a match after the event `at`, and return the stored event."""
    base = ledger.events(parent)[at - 1]
    where = make_headline(match_id, parent_id=parent, base_version=at, base_hash=base.hash)
    fork = draft_event("match.fork", {"parent": parent, "base_version": at, "base_hash": base.hash})
    return ledger.append(match_id, at, [fork], "tess", headline=where)


def test_a_fork_has_its_parents_past_and_its_own_future(ledger: Ledger) -> None:
    """Its own events go on with the next version."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1), draft_note(2), draft_note(3)], "tess")
    append_fork(ledger, "f", "m", 3)
    ledger.append("f", 4, [draft_note(30)], "tess")
    assert parse_numbers(ledger.events("f")) == [1, 2, 30]
    assert parse_numbers(ledger.events("m")) == [1, 2, 3]
    assert [event.match_id for event in ledger.events("f")] == ["m", "m", "m", "f", "f"]


def test_the_shared_events_are_not_copied(ledger: Ledger) -> None:
    """Only its own events are stored with the id of the fork."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1), draft_note(2)], "tess")
    append_fork(ledger, "f", "m", 2)
    rows = ledger.database.execute(
        "SELECT match_id, version FROM events WHERE match_id <> 'ledger'"
    )
    assert sorted(rows) == [("f", 3), ("m", 1), ("m", 2), ("m", 3)]


def test_the_chain_of_a_fork_covers_the_shared_events(ledger: Ledger) -> None:
    """It begins at the hash of the last shared event."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1)], "tess")
    (first,) = append_fork(ledger, "f", "m", 2)
    assert hash_event(ledger.events("m")[1].hash, first) == first.hash
    assert_chained(ledger.events("f"))


def test_a_fork_and_its_parent_go_on_independently(ledger: Ledger) -> None:
    """Later events of one are not seen in the other."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1)], "tess")
    append_fork(ledger, "f", "m", 2)
    before = ledger.events("f")
    ledger.append("m", 2, [draft_note(2)], "tess")
    ledger.append("f", 3, [draft_note(20)], "tess")
    assert ledger.events("f")[:3] == before
    assert parse_numbers(ledger.events("m")) == [1, 2]


def test_a_fork_can_be_forked(ledger: Ledger) -> None:
    """The second fork may begin before the first one or after it."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1), draft_note(2)], "tess")
    append_fork(ledger, "f", "m", 3)
    ledger.append("f", 4, [draft_note(30)], "tess")
    append_fork(ledger, "g", "f", 5)
    append_fork(ledger, "h", "f", 2)
    assert parse_numbers(ledger.events("g")) == [1, 2, 30]
    assert parse_numbers(ledger.events("h")) == [1]
    assert_chained(ledger.events("g"))
    assert_chained(ledger.events("h"))


@pytest.mark.parametrize("parent", ["f", "g"])
def test_H5_a_match_that_is_its_own_ancestor_can_be_read(ledger: Ledger, parent: str) -> None:
    """Somebody has changed the listing of a fork; its stream does not fit together any more."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1)], "tess")
    append_fork(ledger, "f", "m", 2)
    append_fork(ledger, "g", "f", 3)
    ledger.database.execute("UPDATE matches SET parent_id = ? WHERE match_id = 'f'", (parent,))
    assert {event.match_id for event in ledger.events("f")} <= {"f", "g"}
    assert {event.match_id for event in ledger.events("g")} <= {"f", "g"}
    assert len(ledger.events("m")) == 2


def test_a_fork_without_events_of_its_own_ends_where_it_branches_off(ledger: Ledger) -> None:
    """Its head is the last shared event."""
    append_opening(ledger)
    base = ledger.append("m", 1, [draft_note(1)], "tess")[0]
    where = make_headline("f", parent_id="m", base_version=2, base_hash=base.hash)
    ledger.append("f", 2, [], "tess", headline=where)
    assert ledger.head("f") == Head(2, base.hash)
    assert ledger.find("f").version == 2

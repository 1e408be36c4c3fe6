"""Tests of facts beyond one match: events of the journal, in the order in which they were said."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.copying import back_up
from ledger.errors import Conflict
from ledger.event import GENESIS, hash_event
from ledger.facts import AliasFact, MergeFact, NameFact
from ledger.journal import JOURNAL
from ledger.rows import read_events
from ledger.store import Ledger
from tests.some import some
from tests.table import append_opening

ANA = NameFact(kind="person", id="a", name="Ana")
ALSO = AliasFact(kind="person", id="a", name="Anna")
BO = NameFact(kind="person", id="b", name="Bo")


def test_facts_are_stored_in_the_chain_of_the_journal(ledger: Ledger) -> None:
    """Between the entries about matches; those said together are a batch."""
    append_opening(ledger)
    ledger.append_facts([ANA, ALSO], 0, "tess")
    append_opening(ledger, "n", "oak")
    events = read_events(ledger.database, JOURNAL)
    assert [event.type for event in events] == [
        "ledger.head",
        "ledger.name",
        "ledger.alias",
        "ledger.head",
    ]
    assert events[2].batch == events[1].event_id
    assert {event.actor for event in events[1:3]} == {"tess"}
    previous = GENESIS
    for event in some(events):
        assert hash_event(previous, event) == event.hash
        previous = event.hash
    assert [stored.fact for stored in ledger.facts()] == [ANA, ALSO]
    assert ledger.journal().unread == []


def test_whoever_has_not_read_the_last_fact_stores_none(ledger: Ledger) -> None:
    """What happened to matches meanwhile does not matter."""
    ledger.append_facts([ANA], 0, "tess")
    append_opening(ledger)
    with pytest.raises(Conflict):
        ledger.append_facts([BO], 0, "bo")
    (stored,) = ledger.facts()
    ledger.append_facts([BO], stored.version, "bo")
    assert [each.fact for each in ledger.facts()] == [ANA, BO]


def test_a_fact_of_a_later_program_is_left_out_and_found(ledger: Ledger) -> None:
    """The journal says that it cannot be read."""
    ledger.append_facts([ANA], 0, "tess")
    with ledger.transaction():
        ledger.database.execute(
            "INSERT INTO events SELECT match_id, 2, 'x', 'ledger.merge', schema_version, "
            "payload, actor, recorded_at, played_at, hash, batch, intent FROM events"
        )
    assert [stored.fact for stored in ledger.facts()] == [ANA]
    assert ledger.journal().unread == [2]


def test_a_backup_keeps_the_facts(ledger: Ledger, tmp_path: Path) -> None:
    """They come with the journal."""
    append_opening(ledger)
    ledger.append_facts([ANA, BO, MergeFact(kind="person", id="b", into="a")], 0, "tess")
    back_up(ledger, tmp_path / "backup.db")
    with Ledger(tmp_path / "backup.db") as backup:
        assert backup.facts() == ledger.facts()

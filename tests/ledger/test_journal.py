"""Tests of the journal: what the ledger says of its matches as a whole, and when it says so."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path
from shutil import copyfile

import pytest

from ledger.clerk import Close, Sign, Strike
from ledger.errors import DamagedLedger, RefusedRow
from ledger.event import Draft, draft_event
from ledger.journal import JOURNAL, ArchiveEntry, HeadEntry
from ledger.packing import unpack_hash, unpack_id
from ledger.sqlite import read_revision
from ledger.store import Ledger
from tests.ledger.test_append import assert_chained
from tests.ledger.test_forks import append_fork
from tests.some import some
from tests.table import append_opening, draft_note, make_headline

RECORDED = Path(__file__).parents[1] / "data" / "recorded" / "ledger.db"
"""A ledger of revision 0001."""


def list_causes(ledger: Ledger, match_id: str = "m") -> list[tuple[str, int]]:
    """Return why the head of a match was noted, and which."""
    return [(entry.cause, entry.version) for entry in ledger.journal().heads.get(match_id, [])]


def draft_close() -> Draft:
    """Return a draft of a closing."""
    return draft_event(Close.type, Close(how="abandoned"))


def close_match(ledger: Ledger, expected: int, **details: str) -> str:
    """Close the match `m` as a session does, and return the time of its closing."""
    headline = make_headline(closed_at="soon", how="abandoned", **details)
    (event,) = ledger.append("m", expected, [draft_close()], "tess", headline=headline)
    return event.recorded_at


# -- what is noted -------------------------------------------------------------------------------


def test_H12_opening_closing_and_reopening_are_noted_with_their_heads(ledger: Ledger) -> None:
    """Each in the transaction that it is about, with the number of digests."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1)], "tess", digests=[("e/1", "aa")])
    close_match(ledger, 2)
    strike = draft_event(Strike.type, Strike(target=3))
    ledger.append("m", 3, [strike], "bo", headline=make_headline())
    assert list_causes(ledger) == [("open", 1), ("close", 3), ("reopen", 4)]
    events, journal = ledger.events("m"), ledger.journal()
    assert [entry.hash for entry in journal.heads["m"]] == [events[n].hash for n in (0, 2, 3)]
    assert [entry.digests for entry in journal.heads["m"]] == [0, 1, 1]
    assert {entry.name for entry in journal.heads["m"]} == {"maple"}
    assert [event.actor for event in journal.events] == ["tess", "tess", "bo"]
    assert_chained(journal.events)


def test_H12_signatures_and_the_void_are_noted(ledger: Ledger) -> None:
    """Signing says nothing new of the end of a match, and is noted all the same."""
    append_opening(ledger)
    close_match(ledger, 1)
    sign = draft_event(Sign.type, Sign(seat=0, version=2, seal="s"))
    ledger.append("m", 2, [sign], "tess")
    when = ledger.find("maple").closed_at
    void = make_headline(closed_at=when, how="void")
    ledger.append("m", 3, [draft_event("match.void", {})], "tess", headline=void)
    back = make_headline(closed_at=when, how="abandoned")
    ledger.append("m", 4, [draft_note(1)], "tess", headline=back)
    assert list_causes(ledger)[2:] == [("sign", 3), ("void", 4), ("restore", 5)]


def test_H12_a_line_that_is_typed_adds_nothing_to_the_journal(ledger: Ledger) -> None:
    """Nor does a correction, which renews what listings show."""
    append_opening(ledger)
    before = ledger.journal().events
    ledger.append("m", 1, [draft_note(1)], "tess", digests=[("e/1", "aa")])
    ledger.append("m", 2, [draft_note(2)], "tess", headline=make_headline(title="finale"))
    assert ledger.journal().events == before
    assert len(before) == 1


def test_H12_a_fork_an_import_and_hiding_are_noted(ledger: Ledger, tmp_path: Path) -> None:
    """An import by whoever imported; importing again adds nothing."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1)], "tess")
    append_fork(ledger, "f", "m", 2)
    assert list_causes(ledger, "f") == [("fork", 3)]
    with Ledger(tmp_path / "other.db") as other:
        for _ in range(2):
            other.ingest(ledger.events("m"), make_headline(), "cy")
        assert list_causes(other) == [("import", 2)]
        assert other.journal().events[0].actor == "cy"
    ledger.hide("m", actor="bo")
    assert ledger.journal().archived == {"m": ledger.find("maple").archived_at}
    ledger.hide("m", hidden=False)
    assert ledger.journal().archived == {"m": None}


def test_H12_the_journal_is_no_match(ledger: Ledger) -> None:
    """It is not listed, and has no name to be found by."""
    append_opening(ledger)
    assert [info.match_id for info in ledger.matches()] == ["m"]
    assert {event.match_id for event in ledger.journal().events} == {JOURNAL}
    assert ledger.find_free_name(JOURNAL) == JOURNAL
    assert ledger.find_damage() is None


def test_H12_what_is_not_stored_is_not_noted(ledger: Ledger) -> None:
    """A transaction that fails takes its entry with it, and a retry is noted once."""

    def break_off() -> None:
        with ledger.transaction():
            append_opening(ledger)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_off()
    assert ledger.journal().events == ()
    opening = draft_event("match.open", {})
    for _ in range(2):
        ledger.append("m", 0, [opening], "tess", headline=make_headline())
    assert list_causes(ledger) == [("open", 1)]


def test_H12_a_retry_does_not_bring_back_an_older_headline(ledger: Ledger) -> None:
    """A closing that is sent again after somebody reopened the match closes nothing."""
    append_opening(ledger)
    closing, closed = draft_close(), make_headline(closed_at="soon", how="abandoned")
    stored = ledger.append("m", 1, [closing], "tess", headline=closed)
    ledger.append("m", 2, [draft_note(1)], "bo", headline=make_headline())
    assert ledger.append("m", 1, [closing], "tess", headline=closed) == stored
    assert ledger.find("maple").closed_at is None
    assert list_causes(ledger) == [("open", 1), ("close", 2), ("reopen", 3)]


def test_H12_listings_have_the_time_at_which_the_closing_was_recorded(ledger: Ledger) -> None:
    """Not the one at which it was asked for."""
    append_opening(ledger)
    assert ledger.find("maple").closed_at is None
    when = close_match(ledger, 1)
    assert ledger.find("maple").closed_at == when


# -- what guards it ------------------------------------------------------------------------------


def test_H12_an_entry_cannot_be_changed(ledger: Ledger) -> None:
    """The triggers of the events are those of the journal."""
    append_opening(ledger)
    for statement in ("DELETE FROM events", "UPDATE events SET payload = '{}'"):
        with pytest.raises(RefusedRow, match="append-only"):
            ledger.database.execute(f"{statement} WHERE match_id = '{JOURNAL}'")


def test_H12_an_event_of_no_match_is_refused(ledger: Ledger) -> None:
    """Only the journal has events and no headline."""
    append_opening(ledger)
    columns = "version, event_id, type, schema_version, payload, actor, recorded_at, hash"
    with pytest.raises(RefusedRow, match="belongs to a match"):
        ledger.database.execute(
            f"INSERT INTO events (match_id, {columns}) SELECT 'n', {columns} FROM events"  # noqa: S608
        )


@pytest.mark.only("sqlite")
def test_H12_rows_of_no_match_are_found(ledger: Ledger) -> None:
    """Whatever was deleted around them."""
    append_opening(ledger)
    assert ledger.find_astray_tables() == ()
    ledger.database.execute("PRAGMA foreign_keys=OFF")
    ledger.database.execute("DELETE FROM matches")
    assert ledger.find_astray_tables() == ("events", "seats")
    assert str(ledger.find_damage()).endswith("a row of events belongs to no match.")


@pytest.mark.only("sqlite")
def test_H12_an_entry_that_is_swallowed_is_an_error(ledger: Ledger) -> None:
    """The match is not opened then."""
    ledger.database.execute(
        "CREATE TRIGGER swallow BEFORE INSERT ON events WHEN NEW.match_id = 'ledger' "
        "BEGIN SELECT RAISE(IGNORE); END"
    )
    with pytest.raises(DamagedLedger):
        append_opening(ledger)
    assert ledger.matches() == []


def test_H12_an_entry_of_another_kind_is_said_to_be_unread(ledger: Ledger) -> None:
    """Its version is given; the others are read."""
    append_opening(ledger)
    (entry,) = ledger.database.execute("SELECT * FROM events WHERE match_id = 'ledger'")
    odd = ((HeadEntry.type, '{"match":"m"}'), (ArchiveEntry.type, "{"), ("ledger.person", "{}"))
    for version, (kind, payload) in enumerate(odd, 2):
        row = [JOURNAL, version, f"id-{version}", kind, 1, payload, *entry[6:]]
        marks = ", ".join("?" * len(row))
        ledger.database.execute(f"INSERT INTO events VALUES ({marks})", row)  # noqa: S608
    journal = ledger.journal()
    assert journal.unread == [2, 3, 4]
    assert list_causes(ledger) == [("open", 1)]


# -- older ledgers -------------------------------------------------------------------------------


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A copy of a ledger of before the journal."""
    assert read_revision(RECORDED) == "0001"
    copyfile(RECORDED, tmp_path / "older.db")
    return tmp_path / "older.db"


def assert_noted(path: Path) -> None:
    """Fail unless a ledger has one entry for every match, and one for what is hidden."""
    with Ledger(path) as ledger:
        infos, journal = ledger.matches(), ledger.journal()
        assert len(infos) == 11
        for info in some(infos):
            (entry,) = journal.heads[info.match_id]
            assert (entry.cause, entry.name) == ("upgrade", info.name)
            assert (entry.version, entry.hash) == ledger.head(info.match_id)
            assert entry.digests == len(ledger.digests(info.match_id))
        hidden = {info.match_id: info.archived_at for info in infos if info.archived_at}
        assert journal.archived == hidden
        assert len(hidden) == 1
        assert journal.unread == []
        assert_chained(journal.events)
        assert ledger.find_damage() is None
        assert ledger.find_schema_changes() == ()


def test_H12_an_older_ledger_gets_its_journal(older: Path) -> None:
    """Its events are the same as before."""
    with sqlite3.connect(older) as before:
        rows = before.execute("SELECT * FROM events ORDER BY match_id, version").fetchall()
    before.close()
    assert_noted(older)
    with sqlite3.connect(older) as after:
        kept = after.execute(
            "SELECT * FROM events WHERE match_id <> 'ledger' ORDER BY match_id, version"
        ).fetchall()
    after.close()
    unpacked = [
        (unpack_id(match_id), version, unpack_id(event_id), *row[:6], unpack_hash(row[6]))
        for match_id, version, event_id, *row in kept
    ]
    assert sorted(unpacked) == rows
    assert len(rows) > 1000


def test_H12_two_programs_bring_a_ledger_up_to_date_at_once(older: Path) -> None:
    """One of them waits; every match is noted once."""
    opens = "import sys; from pathlib import Path; from ledger.store import Ledger; "
    command = [sys.executable, "-c", f"{opens}Ledger(Path(sys.argv[1])).close()", str(older)]
    racing = [subprocess.Popen(command) for _ in range(3)]
    assert [process.wait(60) for process in racing] == [0, 0, 0]
    assert_noted(older)


def test_H12_an_older_ledger_with_damaged_rows_is_brought_up_to_date(older: Path) -> None:
    """What is wrong with it stays for an audit to find."""
    with sqlite3.connect(older) as damaged:
        triggers = damaged.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            damaged.execute(f"DROP TRIGGER {name}")
        damaged.execute("UPDATE matches SET name = x'ff' WHERE name = 'fir'")
        damaged.execute("UPDATE events SET hash = x'fe', version = 'last' WHERE version = 409")
        damaged.execute("CREATE VIEW notes AS SELECT * FROM events")
    damaged.close()
    with Ledger(older) as ledger:
        journal = ledger.journal()
        assert len(ledger.matches()) == 11
        assert len(journal.heads) == 10
        assert "�" in {entry.name for heads in journal.heads.values() for entry in heads}
        assert ledger.find_schema_changes() == ("notes",)

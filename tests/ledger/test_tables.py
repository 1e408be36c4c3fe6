"""Tests of the tables: the models and the migrated tables are the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from msgspec.structs import replace
from sqlmodel import Session as Query
from sqlmodel import SQLModel, col, select

import migrations
from ledger.errors import DamagedLedger
from ledger.packing import unpack_hash, unpack_id
from ledger.schema import APPEND_ONLY, OF_A_MATCH, SCHEMA
from ledger.sqlite import create_engine_for
from ledger.store import Ledger
from ledger.tables import EventRow, Match, Seat
from tests.table import append_opening, draft_note, file_of, make_headline


def test_the_models_describe_the_migrated_tables(ledger: Ledger) -> None:
    """Alembic finds nothing to add, to drop or to change."""
    engine = create_engine_for(file_of(ledger))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences: list[Any] = compare_metadata(context, SQLModel.metadata)
    engine.dispose()
    assert differences == []


def test_the_newest_revision_is_known_without_loading_alembic() -> None:
    """HEAD and KNOWN are what alembic finds in the folder."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_current_head() == migrations.HEAD
    oldest_first = [script.revision for script in scripts.walk_revisions()][::-1]
    assert tuple(oldest_first) == migrations.KNOWN


def test_H10_the_schema_is_the_one_of_a_new_ledger(ledger: Ledger) -> None:
    """Every statement of it: tables, indexes and triggers."""
    rows = ledger.database.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    assert {" ".join(row[0].split()) for row in rows} == SCHEMA
    assert ledger.find_schema_changes() == ()


SWALLOW = "CREATE TRIGGER swallow BEFORE INSERT ON events BEGIN SELECT RAISE(IGNORE); END"
DOUBLE = (
    "CREATE TRIGGER double AFTER INSERT ON events WHEN NEW.event_id <> 'x' BEGIN "
    "INSERT INTO events SELECT match_id, version + 1, 'x', type, schema_version, "
    "payload, actor, recorded_at, played_at, hash, batch, intent FROM events WHERE version = 2; END"
)


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        (SWALLOW, "swallow"),
        (DOUBLE, "double"),
        ("DROP TRIGGER events_never_delete", "events_never_delete"),
        ("CREATE VIEW notes AS SELECT * FROM events", "notes"),
        ("CREATE INDEX faster ON events (type)", "faster"),
        ("ALTER TABLE seats ADD COLUMN nickname VARCHAR", "seats"),
        ("CREATE TABLE more (n INTEGER)", "more"),
    ],
)
def test_H10_a_changed_schema_is_found(ledger: Ledger, statement: str, name: str) -> None:
    """The change is named, whether it adds something or takes it away."""
    ledger.database.execute(statement)
    assert ledger.find_schema_changes() == (name,)


@pytest.mark.parametrize("statement", [SWALLOW, DOUBLE])
def test_H10_an_append_that_is_not_stored_is_an_error(ledger: Ledger, statement: str) -> None:
    """A trigger swallows the event or adds another one: nothing is recorded."""
    (opened,) = append_opening(ledger)
    with Ledger(file_of(ledger).with_name("other.db")) as other:
        append_opening(other)
        other.append("m", 1, [draft_note(1)], "tess")
        theirs = other.events("m")
    ledger.database.execute(statement)
    with pytest.raises(DamagedLedger):
        ledger.append("m", 1, [draft_note(1)], "tess")
    assert ledger.events("m") == [opened]
    with pytest.raises(DamagedLedger):
        ledger.ingest([replace(event, match_id="n") for event in theirs], make_headline("oak"))
    assert ledger.events("n") == []


def test_the_triggers_are_there(ledger: Ledger) -> None:
    """No other trigger is there."""
    found = ledger.database.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
    assert {row[0] for row in found} == {*APPEND_ONLY, OF_A_MATCH}


def test_the_models_read_what_the_store_writes(ledger: Ledger) -> None:
    """Queries with SQLModel return the stored values."""
    (event,) = append_opening(ledger)
    engine = create_engine_for(file_of(ledger))
    with Query(engine) as query:
        row = query.exec(select(EventRow).where(EventRow.match_id == "m")).one()
        match = query.exec(select(Match)).one()
        people = query.exec(select(Seat.person).order_by(col(Seat.seat))).all()
    engine.dispose()
    assert (unpack_id(row.event_id), unpack_hash(row.hash), row.payload) == (
        event.event_id,
        event.hash,
        event.payload.decode(),
    )
    assert (match.name, match.closed_at, match.simulated) == ("maple", None, False)
    assert list(people) == ["Ana", "Bo"]

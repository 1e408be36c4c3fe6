"""Tests of the tables: the models and the migrated tables are the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlmodel import Session as Query
from sqlmodel import SQLModel, col, select

import migrations
from ledger.sqlite import APPEND_ONLY, create_engine_for
from ledger.store import Ledger
from ledger.tables import EventRow, Match, Seat
from tests.table import append_opening


def test_the_models_describe_the_migrated_tables(ledger: Ledger) -> None:
    """Alembic finds nothing to add, to drop or to change."""
    engine = create_engine_for(ledger.path)
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


def test_the_triggers_are_there(ledger: Ledger) -> None:
    """No other trigger is there."""
    found = ledger._connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
    assert {row[0] for row in found} == set(APPEND_ONLY)


def test_the_models_read_what_the_store_writes(ledger: Ledger) -> None:
    """Queries with SQLModel return the stored values."""
    (event,) = append_opening(ledger)
    engine = create_engine_for(ledger.path)
    with Query(engine) as query:
        row = query.exec(select(EventRow)).one()
        match = query.exec(select(Match)).one()
        people = query.exec(select(Seat.person).order_by(col(Seat.seat))).all()
    engine.dispose()
    assert (row.event_id, row.hash, row.payload) == (
        event.event_id,
        event.hash,
        event.payload.decode(),
    )
    assert (match.name, match.closed_at, match.simulated) == ("maple", None, False)
    assert list(people) == ["Ana", "Bo"]

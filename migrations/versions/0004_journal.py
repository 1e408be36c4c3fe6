"""Keep a journal of the ledger among the events, beginning with the heads of all matches.

The events of the journal belong to no match: a trigger takes the place of the foreign key.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from ledger.columns import NUMBER, TEXT
from ledger.event import GENESIS, LARGEST, Event, draft_event, format_now, hash_event
from ledger.postgres_schema import FUNCTIONS, TRIGGERS
from ledger.schema import APPEND_ONLY, OF_A_MATCH

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

JOURNAL = "ledger"

COLUMNS = (
    "match_id, version, event_id, type, schema_version, payload, actor, recorded_at, played_at, "
    "hash, batch, intent"
)


def upgrade() -> None:
    """Take the foreign key from the table of events, and note every match in it."""
    if op.get_bind().dialect.name == "postgresql":  # no older ledger lies in PostgreSQL
        op.drop_constraint("events_match_id_fkey", "events")
        for statement in (*FUNCTIONS, *TRIGGERS):
            op.execute(statement)
    else:
        _make_events_anew()


def _make_events_anew() -> None:
    """Make the table of events anew without its foreign key, and note every match in it."""
    op.execute("PRAGMA legacy_alter_table=ON")  # a view of the events stays one of the new table
    op.rename_table("events", "events_before")
    op.create_table(
        "events",
        sa.Column("match_id", TEXT, primary_key=True),
        sa.Column("version", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("event_id", TEXT, nullable=False),
        sa.Column("type", TEXT, nullable=False),
        sa.Column("schema_version", NUMBER, nullable=False),
        sa.Column("payload", TEXT, nullable=False),
        sa.Column("actor", TEXT, nullable=False),
        sa.Column("recorded_at", TEXT, nullable=False),
        sa.Column("played_at", TEXT),
        sa.Column("hash", TEXT, nullable=False),
        sa.Column("batch", TEXT),
        sa.Column("intent", TEXT),
        sa.UniqueConstraint("match_id", "event_id"),
        sqlite_with_rowid=False,
    )
    op.execute(f"INSERT INTO events ({COLUMNS}) SELECT {COLUMNS} FROM events_before")  # noqa: S608
    op.drop_table("events_before")
    op.execute("PRAGMA legacy_alter_table=OFF")
    connection = op.get_bind().connection.driver_connection
    assert isinstance(connection, sqlite3.Connection)  # noqa: S101
    _note_matches(connection)
    for trigger in (*APPEND_ONLY, OF_A_MATCH):
        op.execute(trigger)


def _note_matches(connection: sqlite3.Connection) -> None:
    """Store an entry of the journal about each match, and about each that is archived."""
    previous, now = GENESIS, format_now()
    for version, (kind, payload) in enumerate(_list_entries(connection), 1):
        draft = draft_event(kind, payload)
        event = Event(
            JOURNAL,
            version,
            draft.event_id,
            draft.type,
            draft.schema,
            draft.payload,
            "foldtable",
            now,
            None,
            "",
        )
        previous = hash_event(previous, event)
        connection.execute(
            f"INSERT INTO events ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            (
                *(event.match_id, event.version, event.event_id, event.type, event.schema),
                *(event.payload.decode(), event.actor, now, None, previous, None, None),
            ),
        )


def _list_entries(connection: sqlite3.Connection) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the type and the payload of each entry."""
    for match_id, name, archived_at, base, base_hash in _read_rows(
        connection,
        "SELECT CAST(match_id AS BLOB), CAST(name AS BLOB), CAST(archived_at AS BLOB), "
        "base_version, CAST(base_hash AS BLOB) FROM matches ORDER BY opened_at, match_id",
    ):
        heads = _read_rows(
            connection,
            "SELECT version, CAST(hash AS BLOB) FROM events WHERE match_id = ? "
            "ORDER BY version DESC LIMIT 1",
            match_id,
        )
        version, hash_ = heads[0] if heads else (base, base_hash)
        ((digests,),) = _read_rows(
            connection, "SELECT COUNT(*) FROM digests WHERE match_id = ?", match_id
        )
        if isinstance(version, int) and 0 < version <= LARGEST:
            yield (
                "ledger.head",
                {
                    "match": match_id,
                    "cause": "upgrade",
                    "name": name,
                    "version": version,
                    "hash": hash_,
                    "digests": digests,
                },
            )
        if archived_at is not None:
            yield "ledger.archive", {"match": match_id, "archived_at": archived_at}


def _read_rows(
    connection: sqlite3.Connection, statement: str, *values: object
) -> list[tuple[Any, ...]]:
    """Return the rows of a query; bytes in them become text, whatever they are."""
    return [
        tuple(str(each, "utf-8", "replace") if isinstance(each, bytes) else each for each in row)
        for row in connection.execute(statement, values)
    ]

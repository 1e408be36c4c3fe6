"""Keep a journal of the ledger among the events, beginning with the heads of all matches.

The events of the journal belong to no match: a trigger takes the place of the foreign key.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from ledger.event import GENESIS, LARGEST, Event, draft_event, format_now, hash_event
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
    """Make the table of events anew without its foreign key, and note every match in it."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    if sqlite:  # somebody's view of the events stays one of the new table
        op.execute("PRAGMA legacy_alter_table=ON")
    op.rename_table("events", "events_before")
    op.create_table(
        "events",
        sa.Column("match_id", sa.String, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("event_id", sa.String, nullable=False),
        sa.Column("type", sa.String, nullable=False),
        sa.Column("schema_version", sa.Integer, nullable=False),
        sa.Column("payload", sa.String, nullable=False),
        sa.Column("actor", sa.String, nullable=False),
        sa.Column("recorded_at", sa.String, nullable=False),
        sa.Column("played_at", sa.String),
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("batch", sa.String),
        sa.Column("intent", sa.String),
        sa.UniqueConstraint("match_id", "event_id"),
        sqlite_with_rowid=False,
    )
    op.execute(f"INSERT INTO events ({COLUMNS}) SELECT {COLUMNS} FROM events_before")  # noqa: S608
    op.drop_table("events_before")
    if sqlite:
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

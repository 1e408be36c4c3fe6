"""Keep ids and hashes as bytes, and what listings are searched and sorted by.

In SQLite a UUID takes 16 bytes and a hash 32 in place of their texts; other texts stay as they are.
"""

from __future__ import annotations

import sqlite3

import sqlalchemy as sa
from alembic import op

from ledger.columns import NUMBER, TEXT
from ledger.headlines import fold_name
from ledger.packing import pack_hash, pack_id
from ledger.schema import APPEND_ONLY, INDEXES, OF_A_MATCH

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

Value = str | bytes | int | float | None

COLUMNS = (
    "match_id, version, event_id, type, schema_version, payload, actor, recorded_at, played_at, "
    "hash, batch, intent"
)
PACKED = (
    "pack_id(match_id), version, pack_id(event_id), type, schema_version, payload, actor, "
    "recorded_at, played_at, pack_hash(hash), pack_id(batch), intent"
)


ENTRY_MATCH = (
    "CREATE INDEX ix_events_entry_match ON events "
    """((substring(payload from '"match":"([^"]*)"'))) WHERE match_id = 'ledger'"""
)
"""The index of the journal by match, as PostgreSQL says it."""


def upgrade() -> None:
    """Add columns and indexes; in SQLite write all rows anew."""
    for table, column in (("matches", "folded"), ("matches", "last_at"), ("seats", "folded")):
        op.add_column(table, sa.Column(column, TEXT, nullable=False, server_default=""))
    op.drop_index("ix_matches_game", "matches")
    op.drop_index("ix_seats_person", "seats")
    if op.get_bind().dialect.name == "postgresql":  # no older ledger lies in PostgreSQL
        for statement in (*INDEXES[:-1], ENTRY_MATCH):
            op.get_bind().exec_driver_sql(statement.replace("%", "%%"))
        return
    _pack_rows()
    for statement in (*INDEXES, *APPEND_ONLY, OF_A_MATCH):
        op.execute(statement)


def _pack_rows() -> None:
    """Write all rows of an SQLite file anew, and fill the new columns."""
    connection = op.get_bind().connection.driver_connection
    assert isinstance(connection, sqlite3.Connection)  # noqa: S101
    connection.create_function("fold_name", 1, _fold)
    connection.create_function("pack_id", 1, _pack_id)
    connection.create_function("pack_hash", 1, _pack_hash)
    op.execute("UPDATE seats SET folded = fold_name(CAST(person AS BLOB))")
    op.execute(
        "UPDATE matches SET folded = fold_name(CAST(name AS BLOB)), last_at = COALESCE((SELECT "
        "recorded_at FROM events WHERE match_id = matches.match_id ORDER BY version DESC LIMIT 1), "
        "opened_at)"
    )
    _make_events_anew()
    op.execute("UPDATE seats SET match_id = pack_id(match_id)")
    op.execute("UPDATE digests SET match_id = pack_id(match_id), digest = pack_hash(digest)")
    op.execute(
        "UPDATE matches SET match_id = pack_id(match_id), parent_id = pack_id(parent_id), "
        "base_hash = pack_hash(base_hash)"
    )


def _make_events_anew() -> None:
    """Make the table of events anew, with packed rows in their order."""
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
    op.execute(
        f"INSERT INTO events ({COLUMNS}) SELECT {PACKED} FROM events_before "  # noqa: S608
        "ORDER BY pack_id(match_id), version"
    )
    op.drop_table("events_before")
    op.execute("PRAGMA legacy_alter_table=OFF")


def _fold(name: bytes | None) -> str:
    """Return a stored name in the form that names are compared in, whatever bytes it has."""
    return fold_name(str(name or b"", "utf-8", "replace"))


def _pack_id(stored: Value) -> Value:
    """Return a stored id as bytes if it can be."""
    return pack_id(stored) if isinstance(stored, str) else stored


def _pack_hash(stored: Value) -> Value:
    """Return a stored hash as bytes if it can be."""
    return pack_hash(stored) if isinstance(stored, str) else stored

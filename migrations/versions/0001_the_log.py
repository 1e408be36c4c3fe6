"""Create the tables matches, seats, events and digests. Events can only be added."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ledger.columns import NUMBER, TEXT
from ledger.schema import APPEND_ONLY

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, and the triggers that refuse to change an event."""
    op.create_table(
        "matches",
        sa.Column("match_id", TEXT, primary_key=True),
        sa.Column("name", TEXT, nullable=False, unique=True),
        sa.Column("game", TEXT, nullable=False, index=True),
        sa.Column("rules", TEXT, nullable=False),
        sa.Column("title", TEXT, nullable=False),
        sa.Column("opened_at", TEXT, nullable=False),
        sa.Column("played", TEXT, nullable=False),
        sa.Column("closed_at", TEXT),
        sa.Column("how", TEXT, nullable=False),
        sa.Column("archived_at", TEXT),
        sa.Column("simulated", sa.Boolean, nullable=False),
        sa.Column("parent_id", TEXT, sa.ForeignKey("matches.match_id")),
        sa.Column("base_version", NUMBER),
        sa.Column("base_hash", TEXT),
    )
    op.create_table(
        "seats",
        sa.Column("match_id", TEXT, sa.ForeignKey("matches.match_id"), primary_key=True),
        sa.Column("seat", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("person", TEXT, nullable=False, index=True),
    )
    op.create_table(
        "events",
        sa.Column("match_id", TEXT, sa.ForeignKey("matches.match_id"), primary_key=True),
        sa.Column("version", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("event_id", TEXT, nullable=False),
        sa.Column("type", TEXT, nullable=False),
        sa.Column("schema_version", NUMBER, nullable=False),
        sa.Column("payload", TEXT, nullable=False),
        sa.Column("actor", TEXT, nullable=False),
        sa.Column("recorded_at", TEXT, nullable=False),
        sa.Column("played_at", TEXT),
        sa.Column("hash", TEXT, nullable=False),
        sa.UniqueConstraint("match_id", "event_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "digests",
        sa.Column("match_id", TEXT, sa.ForeignKey("matches.match_id"), primary_key=True),
        sa.Column("version", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("engine", TEXT, nullable=False),
        sa.Column("digest", TEXT, nullable=False),
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "sqlite":
        for trigger in APPEND_ONLY:
            op.execute(trigger)

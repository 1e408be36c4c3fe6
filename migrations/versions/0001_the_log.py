"""Create the tables matches, seats, events and digests. Events can only be added."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ledger.schema import APPEND_ONLY

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, and the triggers that refuse to change an event."""
    op.create_table(
        "matches",
        sa.Column("match_id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False, unique=True),
        sa.Column("game", sa.String, nullable=False, index=True),
        sa.Column("rules", sa.String, nullable=False),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("opened_at", sa.String, nullable=False),
        sa.Column("played", sa.String, nullable=False),
        sa.Column("closed_at", sa.String),
        sa.Column("how", sa.String, nullable=False),
        sa.Column("archived_at", sa.String),
        sa.Column("simulated", sa.Boolean, nullable=False),
        sa.Column("parent_id", sa.String, sa.ForeignKey("matches.match_id")),
        sa.Column("base_version", sa.Integer),
        sa.Column("base_hash", sa.String),
    )
    op.create_table(
        "seats",
        sa.Column("match_id", sa.String, sa.ForeignKey("matches.match_id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String, nullable=False, index=True),
    )
    op.create_table(
        "events",
        sa.Column("match_id", sa.String, sa.ForeignKey("matches.match_id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("event_id", sa.String, nullable=False),
        sa.Column("type", sa.String, nullable=False),
        sa.Column("schema_version", sa.Integer, nullable=False),
        sa.Column("payload", sa.String, nullable=False),
        sa.Column("actor", sa.String, nullable=False),
        sa.Column("recorded_at", sa.String, nullable=False),
        sa.Column("played_at", sa.String),
        sa.Column("hash", sa.String, nullable=False),
        sa.UniqueConstraint("match_id", "event_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "digests",
        sa.Column("match_id", sa.String, sa.ForeignKey("matches.match_id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("engine", sa.String, nullable=False),
        sa.Column("digest", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "sqlite":
        for trigger in APPEND_ONLY:
            op.execute(trigger)

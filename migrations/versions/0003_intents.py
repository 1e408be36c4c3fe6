"""Add the intent of an event: how its payload was meant, as JSON."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ledger.columns import TEXT

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. It is NULL in the events that are there already."""
    op.add_column("events", sa.Column("intent", TEXT, nullable=True))

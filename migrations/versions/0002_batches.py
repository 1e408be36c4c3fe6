"""Batches: an event names the first of the events that it was entered with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; it stays empty in the events that are there."""
    op.add_column("events", sa.Column("batch", sa.String, nullable=True))

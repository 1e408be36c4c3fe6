"""Add the batch of an event: the id of the first event that it was entered with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ledger.columns import TEXT

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. It is NULL in the events that are there already."""
    op.add_column("events", sa.Column("batch", TEXT, nullable=True))

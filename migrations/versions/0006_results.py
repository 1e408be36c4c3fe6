"""Keep places, levels and results beside what listings show, and index days and places.

They are NULL in the matches that are there already, until somebody has derived them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ledger.columns import NUMBER, TEXT
from ledger.schema import RESULT_INDEXES

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the indexes."""
    for column in ("place", "level"):
        op.add_column("matches", sa.Column(column, TEXT, nullable=True))
    for column in ("points", "rank"):
        op.add_column("seats", sa.Column(column, NUMBER, nullable=True))
    for column in ("won", "gone"):
        op.add_column("seats", sa.Column(column, sa.Boolean(), nullable=True))
    for statement in RESULT_INDEXES:
        op.execute(statement)

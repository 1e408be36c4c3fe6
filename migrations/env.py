"""The environment that Alembic runs a migration in: the connection of `migrations.upgrade`."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

import ledger.tables  # noqa: F401 (declares the tables)

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()

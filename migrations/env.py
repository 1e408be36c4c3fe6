"""Alembic's environment: it runs on the connection that `migrations.upgrade` hands over."""

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

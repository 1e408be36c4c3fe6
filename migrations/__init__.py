"""Alembic: the only place that makes or changes tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlalchemy import Connection

HEAD: Final = "0002"
"""The newest revision; known here so that opening a current ledger need not load alembic."""

KNOWN: Final = ("0001", "0002")
"""Every revision this program knows, oldest first."""


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Bring the tables behind `connection` to a revision, inside its transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)

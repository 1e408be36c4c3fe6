"""Revisions of the tables, made with Alembic: nothing else creates or changes a table.

`versions` has one file for each revision. `ledger.sqlite` calls `upgrade` when a ledger is new or
older than `HEAD`; a ledger of a revision that is not in `KNOWN` is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlalchemy import Connection

HEAD: Final = "0006"
"""The newest revision. It is written here so that a current ledger opens without Alembic."""

KNOWN: Final = ("0001", "0002", "0003", "0004", "0005", "0006")
"""All revisions, oldest first."""


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Migrate the tables of a connection to a revision, in its present transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)

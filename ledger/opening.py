"""The database of a ledger: an SQLite file or a database of a PostgreSQL server."""

from __future__ import annotations

from contextlib import closing

from ledger import sqlite
from ledger.database import Database
from ledger.location import Location, Server
from ledger.sqlite_database import SqliteDatabase


def open_database(where: Location) -> Database:
    """Return the database of a ledger; create or migrate it first where needed.

    Raise LedgerError.
    """
    if isinstance(where, Server):
        from ledger.postgres_database import PostgresDatabase

        return PostgresDatabase(where)
    return SqliteDatabase(where)


def read_revision(where: Location) -> str | None:
    """Return the revision of the tables of a ledger, None where there is no ledger yet.

    Raise LedgerError.
    """
    if isinstance(where, Server):
        from ledger import postgres

        with closing(postgres.connect(where)) as connection:
            return postgres.read_tables(connection, where).revision
    with sqlite.translate_errors(where):
        return sqlite.read_revision(where)

"""A ledger's database on a PostgreSQL server.

Appends to one match wait for each other, and so do entries of the journal; appends to different
matches do not. Whatever else writes to the tables meets the primary key.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Final

from ledger import postgres
from ledger.database import Dialect, Row
from ledger.errors import DamagedLedger, LedgerError, LostConnection, UnwritableLedger
from ledger.location import Server
from ledger.postgres_errors import translate_error
from ledger.postgres_schema import find_astray_tables, find_broken_tables, find_schema_changes

if TYPE_CHECKING:
    from psycopg import Cursor

DIALECT: Final = Dialect(number="COALESCE({0}, -1)")


class PostgresDatabase:
    """A PostgreSQL database with the tables of a ledger (see `ledger.database.Database`)."""

    def __init__(self, where: Server) -> None:
        """Open a database; create or migrate its tables first where needed. Raise LedgerError."""
        self.where = where
        self.connection, self._number = postgres.open_ledger(where)
        self._in_transaction = False
        self._listening: object = None

    @property
    def dialect(self) -> Dialect:
        """How columns are read."""
        return DIALECT

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._in_transaction

    @property
    def keeps_rows(self) -> bool:
        """Whether the tables are known to be as they were made: nobody asks a server at a write."""
        return False

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[Row]:
        """Return the rows of a statement, in which ``?`` stands for each of the values."""
        try:
            return self._execute(statement, values)
        except LostConnection:
            if self._in_transaction:
                raise
            self._connect_again()
            return self._execute(statement, values)

    def _execute(self, statement: str, values: Sequence[object] = ()) -> list[Row]:
        """Return the rows of a statement. Raise LedgerError."""
        import psycopg

        try:
            cursor: Cursor[Row] = self.connection.execute(_fill_marks(statement), values)
            return cursor.fetchall() if cursor.description else []
        except psycopg.Error as error:
            raise translate_error(error, self.where) from error

    def execute_many(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Carry out a statement for each of some rows of values, or for none of them."""
        import psycopg

        try:
            with self.connection.transaction(), self.connection.cursor() as cursor:
                cursor.executemany(_fill_marks(statement), rows)
        except psycopg.Error as error:
            raise translate_error(error, self.where) from error

    def _connect_again(self) -> None:
        """Make a new connection in place of one that was lost. Raise LedgerError."""
        self.connection.close()
        self.connection = postgres.connect_again(self.where)
        self._number = postgres.read_tables(self.connection, self.where).number

    @contextmanager
    def read_transaction(self) -> Iterator[None]:
        """Read everything inside as it is at one moment."""
        self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        with self._open_transaction():
            yield

    @contextmanager
    def write_transaction(self, match_id: str | None = None) -> Iterator[None]:
        """Store everything inside, or nothing of it if an exception leaves it.

        With `match_id` other matches can be written to meanwhile.
        """
        self.execute("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
        with self._open_transaction():
            whole = postgres.make_key(self._number)
            if match_id is None:
                self.execute("SELECT pg_advisory_xact_lock(?)", (whole,))
            else:
                own = postgres.make_key(self._number, match_id)
                both = "SELECT pg_advisory_xact_lock_shared(?), pg_advisory_xact_lock(?)"
                self.execute(both, (whole, own))
            yield
            self._require_sound()
            self.execute("COMMIT")

    def _require_sound(self) -> None:
        """Raise UnwritableLedger after an error: a commit would store nothing and not say so."""
        from psycopg.pq import TransactionStatus

        if self.connection.info.transaction_status == TransactionStatus.INERROR:
            raise UnwritableLedger(
                "{path}: the server refuses this: {text}.",
                path=self.where,
                text=LedgerError("something in the transaction has failed"),
            )

    @contextmanager
    def _open_transaction(self) -> Iterator[None]:
        """Roll back at the end what was not committed."""
        import psycopg

        self._in_transaction = True
        try:
            yield
        finally:
            self._in_transaction = False
            with suppress(psycopg.Error):  # a connection that is lost has nothing to roll back
                self.connection.rollback()

    def lock(self, match_id: str) -> None:
        """Let nobody else append to a stream until the transaction ends."""
        key = postgres.make_key(self._number, match_id)
        self.execute("SELECT pg_advisory_xact_lock(?)", (key,))

    def wait(self, match_id: str, seconds: float) -> None:
        """Wait until the server tells of an event of a stream, at most so many seconds.

        The first time one begins to listen: something may have been appended just before.
        """
        import psycopg

        if self._listening is not self.connection:
            self.execute("LISTEN foldtable")
            self._listening = self.connection
            return
        wanted, until = f"{self._number}/{match_id}", time.monotonic() + seconds
        try:
            while (left := until - time.monotonic()) > 0:
                told = self.connection.notifies(timeout=left, stop_after=1)
                if wanted in {each.payload for each in told}:
                    return
        except psycopg.Error:
            self._connect_again()

    def empty(self) -> None:
        """Delete everything, within a write transaction. The triggers are off meanwhile."""
        self.execute("ALTER TABLE events DISABLE TRIGGER USER")
        self.execute("TRUNCATE digests, events, seats, matches")
        self.execute("ALTER TABLE events ENABLE TRIGGER USER")

    def find_broken_pages(self) -> str | None:
        """Return the first fault that is met in reading every row, None if there is none."""
        try:
            find_broken_tables(self)
        except DamagedLedger as error:
            return str(error.data["what"])
        return None

    def find_astray_tables(self) -> tuple[str, ...]:
        """Return the names of the tables with rows that belong to no match."""
        return find_astray_tables(self)

    def find_schema_changes(self) -> tuple[str, ...]:
        """Return the names of the tables, indexes and triggers that are not as they were made."""
        return find_schema_changes(self)


@cache
def _fill_marks(statement: str) -> str:
    """Return a statement with the marks of the driver in place of ``?``."""
    return statement.replace("%", "%%").replace("?", "%s")

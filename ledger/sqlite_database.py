"""A ledger's database in an SQLite file."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import migrations
from ledger import sqlite
from ledger.database import Dialect, Row
from ledger.errors import DamagedLedger, NewerSchema, RefusedRow, UnwritableLedger
from ledger.schema import APPEND_ONLY, OF_A_MATCH, find_astray_tables, find_schema_changes

DIALECT: Final = Dialect(
    text="COALESCE(CAST({0} AS TEXT), '')",
    text_or_none="CAST({0} AS TEXT)",
    number="CASE WHEN typeof({0}) = 'integer' THEN {0} ELSE -1 END",
    entry_match="CASE WHEN json_valid(payload) THEN json_extract(payload, '$.match') END",
    packs=True,
)
"""Columns are cast: SQLite stores values of any type, and an audit must read them."""


LOOK_SECONDS: Final = 0.1
"""How long one waits before looking again whether others have stored something."""


class SqliteDatabase:
    """An SQLite file with the tables of a ledger (see `ledger.database.Database`)."""

    def __init__(self, path: Path) -> None:
        """Open a file; create or migrate it first where needed. Raise LedgerError."""
        self.path = path
        self.connection = sqlite.connect(path)
        self.connection.text_factory = str
        self._file = _identify_file(path)
        self._data_version: list[Row] = []
        self._schema_version: list[Row] = []
        self._keeps_rows = False

    @property
    def dialect(self) -> Dialect:
        """How columns are read."""
        return DIALECT

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self.connection.in_transaction

    @property
    def keeps_rows(self) -> bool:
        """Whether the tables and triggers are exactly as they were made."""
        return self._keeps_rows

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[Row]:
        """Return the rows of a statement, in which ``?`` stands for each of the values."""
        try:
            return self.connection.execute(statement, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if "decode to UTF-8" not in str(error):
                raise self._translate_error(error) from error
        return self._read_broken_texts(statement, values)

    def _read_broken_texts(self, statement: str, values: Sequence[object]) -> list[Row]:
        """Return the rows of a statement. In a text that is no UTF-8, � stands for what is not."""
        self.connection.text_factory = sqlite.decode_text
        try:
            return self.connection.execute(statement, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._translate_error(error) from error
        finally:
            self.connection.text_factory = str

    def execute_many(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Carry out a statement for each of some rows of values."""
        try:
            self.connection.executemany(statement, rows)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._translate_error(error) from error

    def _translate_error(self, error: Exception) -> Exception:
        """Return the error of a ledger for an error of a statement."""
        if isinstance(error, sqlite3.IntegrityError):
            return RefusedRow("{path} refuses a row: {text}.", path=self.path, text=str(error))
        translated = sqlite.translate_error(error, self.path)
        if isinstance(translated, DamagedLedger):
            self._require_same_revision()
        return translated

    @contextmanager
    def read_transaction(self) -> Iterator[None]:
        """Read everything inside as it is at one moment."""
        self.execute("BEGIN")
        try:
            yield
        finally:
            self._roll_back()

    @contextmanager
    def write_transaction(self, match_id: str | None = None) -> Iterator[None]:
        """Hold the write lock in a transaction: commit at the end, roll back on any exception."""
        if self._file != _identify_file(self.path):
            raise UnwritableLedger(
                "{path} is no longer the file that was opened: it was moved or deleted.",
                "Put it back; nothing more was recorded.",
                path=self.path,
            )
        self.execute("BEGIN IMMEDIATE")
        try:
            self._read_schema()
            yield
            self.execute("COMMIT")
        except BaseException:
            self._roll_back()
            raise

    def _read_schema(self) -> None:
        """Read the tables and triggers where they have changed since the last write transaction.

        Raise NewerSchema where another foldtable has migrated them.
        """
        version = self.execute("PRAGMA schema_version")
        if version == self._schema_version:
            return
        self._keeps_rows = not self.find_schema_changes()
        if not self._keeps_rows:
            self._require_same_revision()
        self._schema_version = version

    def _require_same_revision(self) -> None:
        """Raise NewerSchema where another foldtable has migrated the tables since they were opened.

        Nothing is said where that cannot be read.
        """
        try:
            found = self.connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except sqlite3.Error:
            return
        if found is not None and found[0] != migrations.HEAD:
            raise NewerSchema(
                "{path} was upgraded by another foldtable meanwhile (schema {revision}).",
                "Leave and start foldtable again; what was recorded is safe.",
                path=self.path,
                revision=found[0],
            )

    def lock(self, match_id: str) -> None:
        """Let nobody else append to a stream: in a write transaction nobody else writes at all."""

    def wait(self, match_id: str, seconds: float) -> None:
        """Wait until another connection has stored something, at most so many seconds.

        The first time one begins to look: something may have been appended just before.
        """
        until = time.monotonic() + seconds
        seen = self._data_version
        while (found := self.execute("PRAGMA data_version")) == seen and time.monotonic() < until:
            time.sleep(LOOK_SECONDS)
        self._data_version = found

    def empty(self) -> None:
        """Delete everything, within a write transaction. The triggers are made anew."""
        triggers = self.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        for name, _sql in triggers:
            self.execute(f'DROP TRIGGER "{name}"')
        self.execute("UPDATE matches SET parent_id = NULL")
        for table in ("digests", "events", "seats", "matches"):
            self.execute(f"DELETE FROM {table}")  # noqa: S608
        for statement in (*APPEND_ONLY, OF_A_MATCH):
            self.execute(statement)

    def _roll_back(self) -> None:
        if self.connection.in_transaction:  # SQLite itself rolls back when the disk fails
            self.execute("ROLLBACK")

    def find_broken_pages(self) -> str | None:
        """Return the first fault that SQLite finds in the file, None if it finds none."""
        ((found,),) = self.execute("PRAGMA integrity_check(1)")
        return None if found == "ok" else str(found)

    def find_astray_tables(self) -> tuple[str, ...]:
        """Return the names of the tables with rows that belong to no match."""
        return find_astray_tables(self)

    def find_schema_changes(self) -> tuple[str, ...]:
        """Return the names of the tables, indexes and triggers that are not as they were made."""
        return find_schema_changes(self)


def _identify_file(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file, None if there is no file."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino

"""What a ledger needs of a database. `sqlite_database` is one, `postgres_database`
another.

Statements are the same for all of them. What each says in its own way stands in its `dialect`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from ledger.packing import Packed, pack_hash, pack_id

Row = tuple[Any, ...]


class Dialect(NamedTuple):
    """How the value of a column is read; ``{0}`` stands for the column.

    `text` and `number` never are NULL, `text_or_none` may be. `entry_match` is the match that an
    entry of the journal is about. `packs` is whether ids and hashes are kept as bytes.
    """

    text: str = "{0}"
    text_or_none: str = "{0}"
    number: str = "{0}"
    entry_match: str = """substring(payload from '"match":"([^"]*)"')"""
    packs: bool = False

    def pack_id(self, text: str) -> Packed:
        """Return an id as it is stored."""
        return pack_id(text) if self.packs else text

    def pack_hash(self, text: str) -> Packed:
        """Return a hash or a digest as it is stored."""
        return pack_hash(text) if self.packs else text


class Database(Protocol):
    """An open database with the tables of a ledger. Its errors are errors of a ledger."""

    @property
    def dialect(self) -> Dialect:
        """How columns are read."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""

    @property
    def keeps_rows(self) -> bool:
        """Whether the tables and triggers are known to be exactly as they were made.

        Then a row that is inserted in a write transaction is stored as it was given.
        """

    def close(self) -> None:
        """Close the connection."""

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[Row]:
        """Return the rows of a statement, in which ``?`` stands for each of the values.

        Raise RefusedRow where a row is stored already or a trigger refuses it.
        """

    def execute_many(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Carry out a statement for each of some rows of values. Raise RefusedRow."""

    def read_transaction(self) -> AbstractContextManager[None]:
        """Read everything inside as it is at one moment. Nothing is changed."""

    def write_transaction(self, match_id: str | None = None) -> AbstractContextManager[None]:
        """Store everything inside, or nothing of it if an exception leaves it.

        With `match_id`, only that match is written to, and the journal at the end. No other
        write transaction on it runs meanwhile; without, none at all does.

        Raise UnwritableLedger where the database is no longer the one that was opened.
        """

    def lock(self, match_id: str) -> None:
        """Let nobody else append to a stream until the write transaction ends."""

    def wait(self, match_id: str, seconds: float) -> None:
        """Wait until something may have been appended to a stream, at most so many seconds."""

    def empty(self) -> None:
        """Delete everything, within a write transaction: a backup takes its place."""

    def find_broken_pages(self) -> str | None:
        """Return the first fault that the database finds in itself, None if it finds none."""

    def find_astray_tables(self) -> tuple[str, ...]:
        """Return the names of the tables with rows that belong to no match."""

    def find_schema_changes(self) -> tuple[str, ...]:
        """Return the names of the tables, indexes and triggers that are not as they were made."""

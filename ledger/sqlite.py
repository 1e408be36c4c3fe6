"""Everything that only SQLite understands: the file, its pragmas, triggers, backup, its errors."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import migrations
from ledger.errors import DamagedLedger, LedgerError, NewerSchema, NotALedger, UnwritableLedger

if TYPE_CHECKING:
    from sqlalchemy import Engine

BUSY_SECONDS: Final = 5.0
"""How long a writer waits for another one."""

MAGIC: Final = b"SQLite format 3\0"
"""What every SQLite file begins with."""

WRITE_ERRORS: Final = frozenset(
    f"SQLITE_IOERR_{what}"
    for what in ("WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "SHMOPEN", "SHMSIZE", "SHMMAP")
)
"""Errors of a disk that does not take what is written; what it holds may be whole."""

_REFUSE = "BEGIN SELECT RAISE(ABORT, 'events are append-only'); END"
_EXISTS = "EXISTS (SELECT 1 FROM events WHERE match_id = NEW.match_id AND {0} = NEW.{0})"

APPEND_ONLY: Final = (
    f"CREATE TRIGGER events_never_update BEFORE UPDATE ON events {_REFUSE}",
    f"CREATE TRIGGER events_never_delete BEFORE DELETE ON events {_REFUSE}",
    "CREATE TRIGGER events_never_replace BEFORE INSERT ON events "
    f"WHEN {_EXISTS.format('version')} OR {_EXISTS.format('event_id')} {_REFUSE}",
)
"""Triggers that keep the log as it is; REPLACE deletes without asking the second."""


def connect(path: Path) -> sqlite3.Connection:
    """Open a ledger file, made and migrated as needed; transactions are begun by hand.

    Raise NotALedger, NewerSchema, Unwritable or Damaged.
    """
    with translate_errors(path):
        create_or_migrate(path)
        if not is_writable(path):
            return _connect_read_only(path)
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        configure_connection(connection)
    return connection


def is_writable(path: Path) -> bool:
    """Return whether a file and the folder around it (for SQLite's own files) can be written."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _connect_read_only(path: Path) -> sqlite3.Connection:
    """Open a ledger that cannot be written: it is read as it lies there, and never locked."""
    where = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    connection = sqlite3.connect(where, uri=True, isolation_level=None)
    connection.text_factory = _decode_text
    return connection


def configure_connection(connection: sqlite3.Connection) -> None:
    """Set what every connection needs: durable commits, a log that readers need not wait for."""
    try:
        connection.execute("PRAGMA journal_mode=WAL")
    except sqlite3.OperationalError:  # another program is just switching it
        connection.execute("PRAGMA busy_timeout=5000")
    connection.text_factory = _decode_text
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _decode_text(raw: bytes) -> str:
    """Return a stored text; what is none shows as such, and its hash will not fit."""
    return str(raw, "utf-8", "replace")


def create_or_migrate(path: Path) -> None:
    """Create the file, or bring an older one up to date with a backup beside it."""
    revision = read_revision(path)
    if revision == migrations.HEAD:
        return
    if revision is not None and revision not in migrations.KNOWN:
        raise NewerSchema(
            "{path} was written by a newer foldtable (schema {revision}; this one knows {known}).",
            "Update foldtable. The file was left as it is.",
            path=path,
            revision=revision,
            known=migrations.HEAD,
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    if revision is not None:
        copy_database(path, path.with_name(f"{path.name}.before-{migrations.HEAD}"))
    _migrate_when_unlocked(path)


def _migrate_when_unlocked(path: Path) -> None:
    """Migrate; while another program is making the same ledger, wait until it has."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            _migrate(path)
        except Exception as error:
            locked = "locked" in str(getattr(error, "orig", error))
            if not locked or time.monotonic() > until:
                raise
            time.sleep(0.05)
            if read_revision(path) == migrations.HEAD:
                return
        else:
            return


def read_revision(path: Path) -> str | None:
    """Return the schema revision of a ledger, None for a file that is not there or empty.

    Raise NotALedger for any other file.
    """
    if not path.exists() or path.stat().st_size == 0:
        return None
    if path.is_dir():
        raise NotALedger(
            "{path} is a folder.", "Name a file in it: --db FOLDER/ledger.db", path=path
        )
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:  # SQLite itself would write over a small file
            raise NotALedger(
                "{path} is no foldtable ledger.", "Choose another file with --db.", path=path
            )
    _check_idle_database(path)
    with closing(_open_read_only(path)) as connection:
        tables = _read_table_names(connection)
        if not tables:
            return None
        _check_is_ledger(tables, path)
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if found is None or not isinstance(found[0], str):
            raise _make_damaged_error(path, "it does not say which schema it has")
        return found[0]


def _check_idle_database(path: Path) -> None:
    """Raise NotALedger for another program's database that nobody writes to, and leave nothing
    beside it: opened as usual, SQLite would put its own files there."""
    if path.with_name(f"{path.name}-wal").exists():
        return
    try:
        with closing(_open_read_only(path, "&immutable=1")) as connection:
            tables = _read_table_names(connection)
    except sqlite3.Error:
        return  # opened as usual, it is said what is wrong with it
    if tables:
        _check_is_ledger(tables, path)


def _open_read_only(path: Path, how: str = "") -> sqlite3.Connection:
    where = f"{path.resolve().as_uri()}?mode=ro{how}"
    return sqlite3.connect(where, uri=True, timeout=BUSY_SECONDS)


def _read_table_names(connection: sqlite3.Connection) -> set[str]:
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
    return {row[0] for row in rows}


def _check_is_ledger(tables: set[str], path: Path) -> None:
    if not {"alembic_version", "events"} <= tables:
        raise NotALedger(
            "{path} belongs to another program.", "Choose another file with --db.", path=path
        )


def copy_database(source: Path, target: Path) -> None:
    """Copy a ledger, including what its write-ahead log still holds."""
    with sqlite3.connect(source) as old, sqlite3.connect(target) as new:
        old.backup(new)
    old.close()
    new.close()


def _migrate(path: Path) -> None:
    from sqlalchemy.exc import DBAPIError

    engine = create_engine_for(path)
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            migrations.upgrade(connection)
            connection.exec_driver_sql("COMMIT")
    except DBAPIError as error:  # the driver's own error says what is wrong
        raise (error.orig or error) from error
    finally:
        engine.dispose()


def create_engine_for(path: Path) -> Engine:
    """Return an SQLAlchemy engine for a ledger file; transactions are begun by hand."""
    from sqlalchemy import URL, create_engine

    return create_engine(
        URL.create("sqlite", database=str(path)),
        isolation_level="AUTOCOMMIT",
        connect_args={"timeout": BUSY_SECONDS},
    )


@contextmanager
def begin_transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Hold the write lock: committed at the end, rolled back when anything goes wrong."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite itself rolls back when the disk fails
            connection.execute("ROLLBACK")
        raise


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours."""
    try:
        yield
    except LedgerError:
        raise
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
        raise translate_error(error, path) from error


def translate_error(error: Exception, path: Path) -> LedgerError:
    """Return what an error of SQLite or of the system means for a ledger."""
    text = str(getattr(error, "strerror", None) or error).lower()  # never the words of a path
    if getattr(error, "sqlite_errorname", "") in WRITE_ERRORS:
        return UnwritableLedger(
            "{path} cannot be written: {text}.",
            "Look whether the disk or your quota is full; what was recorded is safe.",
            path=path,
            text=text,
        )
    if "not a database" in text:
        return NotALedger(
            "{path} is no foldtable ledger.", "Choose another file with --db.", path=path
        )
    if any(sign in text for sign in ("malformed", "disk i/o", "no such column", "no such table")):
        return _make_damaged_error(path, text)
    if isinstance(error, UnicodeDecodeError):  # SQLite quotes what is no text
        return _make_damaged_error(path, "what should be text is none")
    if "full" in text or "no space" in text:
        return UnwritableLedger(
            "The disk with {path} is full.", "Free some space; nothing was lost.", path=path
        )
    if "locked" in text or "busy" in text:
        return UnwritableLedger(
            "{path} is locked by another program.",
            "Close it, or try again in a moment.",
            path=path,
        )
    return UnwritableLedger(
        "{path} cannot be opened or written: {text}.",
        "Check that the folder exists and is writable, or choose another file with --db.",
        path=path,
        text=text,
    )


def _make_damaged_error(path: Path, what: str) -> DamagedLedger:
    return DamagedLedger(
        "{path} is damaged: {what}.",
        "Keep the file, copy your backup in its place, then run foldtable verify --all.",
        path=path,
        what=what,
    )

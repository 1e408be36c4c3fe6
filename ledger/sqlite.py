"""The SQLite file of a ledger: connections, pragmas, triggers, backup, errors."""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import migrations
from ledger.errors import DamagedLedger, LedgerError, NewerSchema, NotALedger, UnwritableLedger

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

BUSY_SECONDS: Final = 5.0
"""How long a writer waits for another writer."""

MIGRATIONS: Final = 12
"""How many times as long one waits for another program that may be migrating a large ledger."""

MAGIC: Final = b"SQLite format 3\0"
"""The first bytes of every SQLite file."""

JOURNALS: Final = ("-wal", "-journal")
"""How the files end in which SQLite keeps a part of a database beside it."""

WRITE_ERRORS: Final = frozenset(
    f"SQLITE_IOERR_{what}"
    for what in ("WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "SHMOPEN", "SHMSIZE", "SHMMAP")
)
"""Errors of writing to the disk. What the disk already holds may still be whole."""


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection to a ledger file, which is created or migrated first where needed.

    Transactions are begun by hand. Raise NotALedger, NewerSchema, UnwritableLedger or
    DamagedLedger.
    """
    with translate_errors(path):
        if path.is_file() and not is_writable(path):
            return connect_read_only(path)
        create_or_migrate(path)
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        configure_connection(connection)
    return connection


def is_writable(path: Path) -> bool:
    """Return whether a file can be written, and its folder (for the files that SQLite adds)."""
    effective = os.access in os.supports_effective_ids
    return all(os.access(each, os.W_OK, effective_ids=effective) for each in (path, path.parent))


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Return a connection to a ledger that cannot be written. Nothing is written beside it.

    An older ledger is migrated in memory. Raise NotALedger, NewerSchema or DamagedLedger.
    """
    connection = open_read_only(path)
    try:
        revision = _read_revision(connection, path)
        _check_revision(revision, path)
        if revision != migrations.HEAD:
            connection = _copy_to_memory(connection)
            _migrate_connection(connection)
    except BaseException:
        connection.close()
        raise
    connection.isolation_level = None
    connection.text_factory = decode_text
    connection.execute("PRAGMA query_only=ON")
    return connection


def open_read_only(path: Path) -> sqlite3.Connection:
    """Return a connection that only reads a database, with all that is committed to it.

    Nothing is written beside a database that no other program has open. Events that are only in
    its write-ahead log are read, too: from a copy, where SQLite would have to write to read them.
    """
    if not _has_journal(path):
        return _open_uri(path, "immutable=1")
    try:
        connection = _open_uri(path, "mode=ro")
        connection.execute("SELECT COUNT(*) FROM sqlite_master")
    except sqlite3.OperationalError:
        return _open_copy(path)
    return connection


def _has_journal(path: Path) -> bool:
    """Return whether SQLite keeps a part of a database in a journal beside it."""
    beside = (path.with_name(f"{path.name}{suffix}") for suffix in JOURNALS)
    return any(each.exists() and each.stat().st_size > 0 for each in beside)


def _open_copy(path: Path) -> sqlite3.Connection:
    """Return a connection to a copy in memory of a database and its journal."""
    with TemporaryDirectory() as folder:
        copied = Path(folder) / path.name
        for suffix in ("", *JOURNALS):
            beside = path.with_name(f"{path.name}{suffix}")
            if beside.exists():
                copied.with_name(beside.name).write_bytes(beside.read_bytes())
        return _copy_to_memory(sqlite3.connect(copied))


def _copy_to_memory(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return a connection to a copy of a database in memory, and close the given one."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    with closing(connection):
        connection.backup(memory)
    return memory


def _open_uri(path: Path, how: str) -> sqlite3.Connection:
    """Return a connection to a database that is opened in a way of SQLite, as ``mode=ro``."""
    where = f"{path.resolve().as_uri()}?{how}"
    return sqlite3.connect(where, uri=True, timeout=BUSY_SECONDS)


def configure_connection(connection: sqlite3.Connection) -> None:
    """Set the pragmas of a connection: durable commits, and readers that never wait."""
    try:
        connection.execute("PRAGMA journal_mode=WAL")
    except sqlite3.OperationalError:  # another program is just switching it
        connection.execute("PRAGMA busy_timeout=5000")
    connection.text_factory = decode_text
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def decode_text(raw: bytes) -> str:
    """Return a stored text. Bytes that are no UTF-8 are replaced; so the hash will not fit."""
    return str(raw, "utf-8", "replace")


def create_or_migrate(path: Path) -> None:
    """Create a ledger file, or migrate an older one after copying it to a backup beside it."""
    revision = read_revision(path)
    if revision == migrations.HEAD:
        return
    _check_revision(revision, path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if revision is not None:
        copy_database(path, path.with_name(f"{path.name}.before-{migrations.HEAD}"))
    _migrate_when_unlocked(path)


def _check_revision(revision: str | None, path: Path) -> None:
    """Raise NewerSchema for a revision that this foldtable does not know."""
    if revision is not None and revision not in migrations.KNOWN:
        raise NewerSchema(
            "{path} was written by a newer foldtable (schema {revision}; this one knows {known}).",
            "Update foldtable. The file was left as it is.",
            path=path,
            revision=revision,
            known=migrations.HEAD,
        )


def _migrate_when_unlocked(path: Path) -> None:
    """Migrate a ledger file. While another program migrates it, wait for that one."""
    until = time.monotonic() + MIGRATIONS * BUSY_SECONDS
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
    """Return the revision of the tables in a ledger file, None for a missing or empty file.

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
    if not is_writable(path):
        with closing(open_read_only(path)) as connection:
            return _read_revision(connection, path)
    _check_idle_database(path)
    with closing(_open_uri(path, "mode=ro")) as connection:
        return _read_revision(connection, path)


def _check_idle_database(path: Path) -> None:
    """Raise NotALedger for an idle database of another program.

    It is opened so that SQLite adds no files of its own beside it.
    """
    if path.with_name(f"{path.name}-wal").exists():
        return
    try:
        with closing(_open_uri(path, "immutable=1")) as connection:
            tables = _read_table_names(connection)
    except sqlite3.Error:
        return  # opening it as usual reports the error
    if tables:
        _check_is_ledger(tables, path)


def _read_revision(connection: sqlite3.Connection, path: Path) -> str | None:
    """Return the revision of the tables of a database, None if it has no tables.

    Raise NotALedger or DamagedLedger.
    """
    tables = _read_table_names(connection)
    if not tables:
        return None
    _check_is_ledger(tables, path)
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if found is None or not isinstance(found[0], str):
        raise _make_damaged_error(path, LedgerError("it does not say which schema it has"))
    return found[0]


def _read_table_names(connection: sqlite3.Connection) -> set[str]:
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
    return {row[0] for row in rows}


def _check_is_ledger(tables: set[str], path: Path) -> None:
    if not {"alembic_version", "events"} <= tables:
        raise NotALedger(
            "{path} belongs to another program.", "Choose another file with --db.", path=path
        )


def copy_database(source: Path, target: Path) -> None:
    """Copy a ledger, with the events that are only in its write-ahead log."""
    with sqlite3.connect(source) as old, sqlite3.connect(target) as new:
        old.backup(new)
    old.close()
    new.close()


def _migrate(path: Path) -> None:
    engine = create_engine_for(path)
    try:
        with _raise_driver_errors(), engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            _upgrade(connection)
    finally:
        engine.dispose()


def _migrate_connection(connection: sqlite3.Connection) -> None:
    """Migrate the database in memory behind a connection."""
    from sqlalchemy import StaticPool, create_engine

    engine = create_engine(
        "sqlite://", creator=lambda: connection, poolclass=StaticPool, isolation_level="AUTOCOMMIT"
    )
    with _raise_driver_errors(), engine.connect() as opened:
        _upgrade(opened)


def _upgrade(connection: Connection) -> None:
    """Migrate a database in one transaction."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    migrations.upgrade(connection)
    connection.exec_driver_sql("COMMIT")


@contextmanager
def _raise_driver_errors() -> Iterator[None]:
    """Raise the error of SQLite in place of SQLAlchemy's, which wraps it."""
    from sqlalchemy.exc import DBAPIError

    try:
        yield
    except DBAPIError as error:
        raise (error.orig or error) from error


def create_engine_for(path: Path) -> Engine:
    """Return an SQLAlchemy engine for a ledger file. Transactions are begun by hand."""
    from sqlalchemy import URL, create_engine

    return create_engine(
        URL.create("sqlite", database=str(path)),
        isolation_level="AUTOCOMMIT",
        connect_args={"timeout": BUSY_SECONDS},
    )


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Raise a LedgerError in place of an error of SQLite or of the system."""
    try:
        yield
    except LedgerError:
        raise
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
        raise translate_error(error, path) from error


def translate_error(error: Exception, path: Path) -> LedgerError:
    """Return the LedgerError for an error of SQLite or of the system."""
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
    if re.search(r"malformed|disk i/o|no such (?:column|table)", text):
        return _make_damaged_error(path, text)
    if isinstance(error, UnicodeDecodeError):  # SQLite quotes what is no text
        return _make_damaged_error(path, LedgerError("what should be text is none"))
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


def _make_damaged_error(path: Path, what: str | LedgerError) -> DamagedLedger:
    return DamagedLedger(
        "{path} is damaged: {what}.",
        "Keep the file, copy your backup in its place, then run foldtable verify --all.",
        path=path,
        what=what,
    )

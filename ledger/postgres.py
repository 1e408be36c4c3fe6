"""The PostgreSQL database of a ledger: connections, and bringing its tables up to date."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import migrations
from ledger.errors import DamagedLedger, LedgerError, LostConnection, NewerSchema, NotALedger
from ledger.location import Server
from ledger.postgres_errors import explain_connection, translate_error

if TYPE_CHECKING:
    from psycopg import Connection

    PostgresConnection = Connection[tuple[Any, ...]]

BUSY_SECONDS: Final = 5
"""How long a writer waits for another writer, and anybody for a server that is starting again."""

CONNECT_SECONDS: Final = 10
"""How long one waits for the answer of a server."""

_CONFIGURE: Final = f"""
SELECT set_config('lock_timeout', '{BUSY_SECONDS}s', false),
       set_config('synchronous_commit', CASE current_setting('synchronous_commit')
                  WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false),
       current_setting('server_encoding'), current_schema()
"""

_LOOK: Final = """
SELECT to_regclass('alembic_version') IS NOT NULL, to_regclass('events')::oid::bigint,
       EXISTS (SELECT 1 FROM pg_catalog.pg_class
               WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p'))
"""


class Tables(NamedTuple):
    """The revision of the tables, None without any; a number that no other ledger there has."""

    revision: str | None
    number: int


def connect(where: Server, seconds: int = CONNECT_SECONDS) -> PostgresConnection:
    """Return a connection to a server. Transactions are begun by hand.

    An answer is waited for so many seconds, unless the URL says how long.

    Raise LedgerError: MissingDriver, NotALedger, UnwritableLedger or LostConnection.
    """
    psycopg = import_driver()
    try:
        given = psycopg.conninfo.conninfo_to_dict(where.url)
        connection: PostgresConnection = psycopg.connect(
            where.url,
            autocommit=True,
            connect_timeout=given.get("connect_timeout", seconds),
            application_name=given.get("application_name", "foldtable"),
            client_encoding="utf8",
        )
    except psycopg.Error as error:
        raise explain_connection(error, where) from None
    try:
        with translate_errors(where):
            row = connection.execute(_CONFIGURE).fetchone()
        assert row is not None  # noqa: S101
        _check_database(where, encoding=row[2], schema=row[3])
    except BaseException:
        connection.close()
        raise
    return connection


def connect_again(where: Server) -> PostgresConnection:
    """Return a connection to a server that was there before: wait while it starts again."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return connect(where)
        except LostConnection:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def import_driver() -> Any:
    """Return the module psycopg. Raise MissingDriver."""
    from ledger.errors import MissingDriver

    try:
        import psycopg
        import psycopg.conninfo
    except ImportError as error:
        raise MissingDriver(
            "A ledger in PostgreSQL needs the package psycopg.",
            "pip install foldtable[postgres]",
        ) from error
    return psycopg


def _check_database(where: Server, encoding: str, schema: str | None) -> None:
    """Raise NotALedger for a database that cannot hold a ledger."""
    if encoding != "UTF8":
        raise NotALedger(
            "{where} keeps its texts as {encoding}; a ledger needs UTF8.",
            "createdb --encoding UTF8 --template template0 makes such a database.",
            where=where,
            encoding=encoding,
        )
    if schema is None:
        raise NotALedger(
            "{where} has no schema of the name that the address gives.",
            "Make it, or name another one in the address.",
            where=where,
        )


@contextmanager
def translate_errors(where: Server) -> Iterator[None]:
    """Raise a LedgerError in place of an error of PostgreSQL."""
    import psycopg

    try:
        yield
    except psycopg.Error as error:
        raise translate_error(error, where) from error


def open_ledger(where: Server) -> tuple[PostgresConnection, int]:
    """Return a connection to a ledger, which is created or migrated first where needed.

    The number belongs to this ledger alone among those of the database.
    """
    connection = connect(where)
    try:
        found = read_tables(connection, where)
        if found.revision != migrations.HEAD:
            _check_revision(found.revision, where)
            _migrate(where, connection.info.backend_pid)
            found = read_tables(connection, where)
    except BaseException:
        connection.close()
        raise
    return connection, found.number


def read_tables(connection: PostgresConnection, where: Server) -> Tables:
    """Return what is known of the tables of a database. Raise NotALedger or DamagedLedger."""
    with translate_errors(where):
        row = connection.execute(_LOOK).fetchone()
        assert row is not None  # noqa: S101
        versioned, events, others = row
        if not others and not versioned and events is None:
            return Tables(None, 0)
        if not versioned or events is None:
            raise NotALedger(
                "{path} belongs to another program.",
                "Choose another database with --db, or a schema of its own.",
                path=where,
            )
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if found is None:
        raise DamagedLedger(
            "{path} is damaged: {what}.",
            "foldtable db restore brings a backup back; foldtable verify --all checks it.",
            path=where,
            what=LedgerError("it does not say which schema it has"),
        )
    return Tables(str(found[0]), events)


def _check_revision(revision: str | None, where: Server) -> None:
    """Raise NewerSchema for a revision that this foldtable does not know."""
    if revision is not None and revision not in migrations.KNOWN:
        raise NewerSchema(
            "{path} was written by a newer foldtable (schema {revision}; this one knows {known}).",
            "Update foldtable. The database was left as it was.",
            path=where,
            revision=revision,
            known=migrations.HEAD,
        )


def _migrate(where: Server, pid: int) -> None:
    """Bring the tables up to date in one transaction. Of two programs that do, one waits."""
    from sqlalchemy import StaticPool, create_engine
    from sqlalchemy.exc import DBAPIError

    engine = create_engine(
        "postgresql+psycopg://",
        creator=lambda: connect(where),
        poolclass=StaticPool,
        isolation_level="AUTOCOMMIT",
    )
    try:
        with translate_errors(where), engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            connection.exec_driver_sql("SET LOCAL lock_timeout = '60s'")
            key = make_key("migration")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({key})")
            migrations.upgrade(connection)
            connection.exec_driver_sql("COMMIT")
    except DBAPIError as error:
        raise _translate_wrapped(error.orig, where) from error.orig
    finally:
        engine.dispose()


def _translate_wrapped(error: BaseException | None, where: Server) -> Exception:
    """Return the LedgerError for an error that SQLAlchemy has wrapped."""
    import psycopg

    if isinstance(error, psycopg.Error):
        return translate_error(error, where)
    return LedgerError("{path}: the server refuses this: {text}.", path=where, text=str(error))


def make_key(*parts: object) -> int:
    """Return the number of an advisory lock."""
    digest = blake2b("/".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def read_rows(
    where: Server, statement: str, values: Sequence[object] = ()
) -> list[tuple[Any, ...]]:
    """Return the rows of a query, of a server that answers soon. Raise LedgerError."""
    with connect(where, 2) as connection, translate_errors(where):
        return connection.execute(statement, values).fetchall()

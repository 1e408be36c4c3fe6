"""Tests of a ledger in PostgreSQL: what is its own, what goes wrong, many recorders at once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlmodel import SQLModel

import ledger.tables  # noqa: F401 (declares the tables)
import migrations
from ledger.errors import (
    DamagedLedger,
    LedgerError,
    LostConnection,
    MissingDriver,
    NewerSchema,
    NotALedger,
    UnwritableLedger,
)
from ledger.event import GENESIS, hash_event
from ledger.location import Location, Server, write_location
from ledger.opening import read_revision
from ledger.postgres_database import PostgresDatabase
from ledger.store import Ledger
from tests.postgres import PostgresServer
from tests.some import some
from tests.table import append_opening, draft_note, make_headline

pytestmark = pytest.mark.only("postgres")


def connect(where: Location) -> psycopg.Connection[tuple[Any, ...]]:
    """Return a connection of another program."""
    return psycopg.connect(write_location(where), autocommit=True)


# -- the tables ----------------------------------------------------------------------------------


def test_an_empty_schema_becomes_a_ledger(location: Location) -> None:
    """It has the newest revision and nothing else."""
    assert read_revision(location) is None
    with Ledger(location) as ledger:
        assert ledger.matches() == []
        assert ledger.find_schema_changes() == ()
    assert read_revision(location) == migrations.HEAD


def test_the_models_describe_the_migrated_tables(ledger: Ledger) -> None:
    """Alembic finds nothing to add, to drop or to change."""
    engine = create_engine("postgresql+psycopg://", creator=lambda: connect(ledger.where))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences: list[Any] = compare_metadata(context, SQLModel.metadata)
    engine.dispose()
    journal = "ix_events_entry_match"  # of an expression that each database writes in its own way
    assert [each for each in differences if getattr(each[1], "name", "") != journal] == []


SWALLOW = (
    "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; "
    "CREATE TRIGGER swallow BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION swallow()"
)


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        (SWALLOW, "swallow"),
        ("DROP TRIGGER events_never_change ON events", "events_never_change"),
        ("ALTER TABLE events DISABLE TRIGGER events_never_vanish", "events_never_vanish"),
        ("CREATE RULE quiet AS ON INSERT TO seats DO INSTEAD NOTHING", "quiet"),
        ("CREATE VIEW notes AS SELECT match_id FROM events", "notes"),
        ("CREATE INDEX faster ON events (type)", "faster"),
        ("ALTER TABLE seats ADD COLUMN nickname VARCHAR", "seats"),
        ("ALTER TABLE events ENABLE ROW LEVEL SECURITY", "events"),
        (
            "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql "
            "AS 'BEGIN RETURN NEW; END'",
            "refuse_change",
        ),
    ],
)
def test_H10_a_changed_schema_is_found(ledger: Ledger, statement: str, name: str) -> None:
    """The change is named, whether it adds something or takes it away."""
    with connect(ledger.where) as stranger:
        stranger.execute(statement.encode())
    assert name in ledger.find_schema_changes()


def test_H10_an_append_that_is_not_stored_is_an_error(ledger: Ledger) -> None:
    """A trigger swallows the event: nothing is recorded."""
    (opened,) = append_opening(ledger)
    with connect(ledger.where) as stranger:
        stranger.execute(SWALLOW.encode())
    with pytest.raises(DamagedLedger):
        ledger.append("m", 1, [draft_note(1)], "tess")
    assert ledger.events("m") == [opened]


def test_H12_rows_of_no_match_are_found(ledger: Ledger) -> None:
    """Whatever was deleted around them."""
    append_opening(ledger)
    assert ledger.find_damage() is None
    with connect(ledger.where) as stranger:
        stranger.execute("SET session_replication_role = replica")
        stranger.execute("DELETE FROM matches")
    assert ledger.find_astray_tables() == ("events", "seats")


def test_a_table_that_is_gone_is_damage(ledger: Ledger) -> None:
    """The hint says how a backup comes back."""
    with connect(ledger.where) as stranger:
        stranger.execute("DROP TABLE digests")
    with pytest.raises(DamagedLedger) as found:
        ledger.digests("m")
    assert "restore" in found.value.hint


# -- what cannot be opened -----------------------------------------------------------------------


def test_tables_of_another_program_are_refused(location: Location) -> None:
    """Nothing is made beside them."""
    with connect(location) as stranger:
        stranger.execute("CREATE TABLE bookmarks (id INTEGER)")
    with pytest.raises(NotALedger):
        Ledger(location)
    with connect(location) as stranger:
        rows = stranger.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' "
            "AND relnamespace = current_schema()::regnamespace"
        ).fetchall()
    assert rows == [("bookmarks",)]


def test_a_newer_schema_is_refused(ledger: Ledger) -> None:
    """The hint says to update."""
    with connect(ledger.where) as future:
        future.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerSchema, match="9999"):
        Ledger(ledger.where)


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("postgresql://ana:secret@127.0.0.1:1/games", LostConnection),
        ("postgresql://ana:secret@nowhere.invalid/games", UnwritableLedger),
        ("postgresql://ana:sec@ret@127.0.0.1:1/games", UnwritableLedger),
        ("postgresql://127.0.0.1:1/games?user=ana&password=secret", LostConnection),
        ("postgresql://ana:secret@host/games?nonsense=1", NotALedger),
        ("postgresql://ana:secret@host:nonsense/games", LedgerError),
    ],
)
def test_a_password_is_never_shown(url: str, kind: type[LedgerError]) -> None:
    """Neither in the error, nor in what caused it."""
    with pytest.raises(kind) as refused:
        Ledger(Server(url))
    error: BaseException | None = refused.value
    assert refused.value.hint
    told = [repr(Server(url)), refused.value.hint, repr(refused.value.data)]
    while error is not None:
        told += [str(error), repr(error)]
        error = None if error.__suppress_context__ else error.__cause__ or error.__context__
    assert not any("sec" in each.replace("second", "") for each in some(told)), told


def test_a_database_that_is_not_there_is_named(server: PostgresServer, ledger: Ledger) -> None:
    """And so is a user that the server does not know."""
    missing = Server(f"postgresql://postgres@/nowhere?host={server.folder}")
    with pytest.raises(UnwritableLedger, match="There is no database") as refused:
        Ledger(missing)
    assert "createdb" in refused.value.hint
    with pytest.raises(UnwritableLedger, match="does not let this user"):
        Ledger(Server(f"postgresql://nobody@/postgres?host={server.folder}"))


def test_without_the_driver_the_package_is_named(
    location: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    """psycopg is an extra."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingDriver) as refused:
        Ledger(location)
    assert "pip install foldtable[postgres]" in refused.value.hint


def test_somebody_who_may_only_read_reads(server: PostgresServer, ledger: Ledger) -> None:
    """Appending is refused, and nothing is stored."""
    append_opening(ledger)
    with connect(ledger.where) as owner:
        owner.execute("DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN")
        schema = owner.execute("SELECT current_schema()").fetchone()
        assert schema is not None
        name = schema[0].encode()
        owner.execute(b"GRANT USAGE ON SCHEMA %s TO reader" % name)
        owner.execute(b"GRANT SELECT ON ALL TABLES IN SCHEMA %s TO reader" % name)
        try:
            with Ledger(
                Server(write_location(ledger.where).replace("//postgres@", "//reader@"))
            ) as own:
                assert len(own.events("m")) == 1
                with pytest.raises(UnwritableLedger, match="may not be read or written"):
                    own.append("m", 1, [draft_note(1)], "tess")
        finally:
            owner.execute("DROP OWNED BY reader; DROP ROLE reader")
    assert len(ledger.events("m")) == 1


# -- texts and moments ---------------------------------------------------------------------------


def test_a_zero_byte_is_refused(ledger: Ledger) -> None:
    """PostgreSQL has no text with one; in a payload it is written otherwise."""
    append_opening(ledger)
    with pytest.raises(LedgerError, match="zero byte"):
        ledger.append("m", 1, [draft_note(1)], "te\0ss")
    assert len(ledger.events("m")) == 1


def test_a_transaction_in_which_something_failed_is_not_taken_for_stored(ledger: Ledger) -> None:
    """The server would roll back and call it a commit."""
    append_opening(ledger)

    def go_on_after_an_error() -> None:
        with ledger.transaction():
            ledger.append("m", 1, [draft_note(1)], "tess")
            with suppress(LedgerError):
                append_opening(ledger, "n", "maple")

    with pytest.raises(UnwritableLedger):
        go_on_after_an_error()
    assert len(ledger.events("m")) == 1


def test_H1_a_read_transaction_reads_one_moment(ledger: Ledger) -> None:
    """Whatever is appended meanwhile."""
    append_opening(ledger)
    with Ledger(ledger.where) as reader, reader.read_transaction():
        assert len(reader.events("m")) == 1
        ledger.append("m", 1, [draft_note(1)], "tess", headline=make_headline(title="later"))
        assert len(reader.events("m")) == 1
        assert reader.headline("m").title == reader.find("maple").title == ""
    assert ledger.find("maple").title == "later"


# -- many recorders ------------------------------------------------------------------------------

RECORDER = """
import sys
from ledger.errors import Conflict
from ledger.event import draft_event
from ledger.location import parse_location
from ledger.store import Ledger
from tests.table import append_opening

where, name = parse_location(sys.argv[1]), sys.argv[2]
with Ledger(where) as ledger:
    append_opening(ledger, name, name)
    for n in range(10):
        ledger.append(name, n + 1, [draft_event("note", {"n": n})], name)
        shared = draft_event("note", {"n": n})
        while True:
            try:
                ledger.append("m", ledger.head("m").version, [shared], name)
                break
            except Conflict:
                pass
    ledger.hide(name)
"""


def start(code: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a program of Python."""
    return subprocess.Popen([sys.executable, "-c", code, *arguments], stderr=subprocess.PIPE)


def test_many_processes_lose_double_and_skip_nothing(ledger: Ledger) -> None:
    """Each records a match of its own and one that all share, and opens and archives its own."""
    append_opening(ledger)
    names = ("ash", "birch", "cedar", "elm")
    racing = [start(RECORDER, write_location(ledger.where), name) for name in names]
    assert [process.communicate(timeout=120)[1] for process in racing] == [b""] * 4
    shared = ledger.events("m")[1:]
    assert [event.version for event in shared] == list(range(2, 42))
    for name in some(names):
        own = [event.data()["n"] for event in shared if event.actor == name]
        assert own == list(range(10))
        assert [event.version for event in ledger.events(name)] == list(range(1, 12))
    journal = ledger.journal()
    assert [event.version for event in journal.events] == list(range(1, 10))
    previous = GENESIS
    for event in some(journal.events):
        assert hash_event(previous, event) == event.hash
        previous = event.hash


OPENER = """
import sys
from ledger.location import parse_location
from ledger.store import Ledger

Ledger(parse_location(sys.argv[1])).close()
"""


def test_of_several_migrations_at_once_one_is_made(location: Location) -> None:
    """The others wait, and find the tables."""
    racing = [start(OPENER, write_location(location)) for _ in range(3)]
    assert [process.communicate(timeout=120)[1] for process in racing] == [b""] * 3
    with Ledger(location) as ledger:
        append_opening(ledger)
        assert ledger.find_schema_changes() == ()


def test_a_match_that_somebody_holds_is_waited_for(ledger: Ledger) -> None:
    """Not for ever; another match can be recorded meanwhile."""
    append_opening(ledger)
    append_opening(ledger, "n", "nutmeg")
    ledger.database.execute("SET lock_timeout = '50ms'")
    with Ledger(ledger.where) as other:
        with other.database.write_transaction("m"):
            with pytest.raises(UnwritableLedger, match="locked"):
                ledger.append("m", 1, [draft_note(1)], "tess")
            ledger.append("n", 1, [draft_note(1)], "tess")
        with other.transaction(), pytest.raises(UnwritableLedger, match="locked"):
            ledger.append("n", 2, [draft_note(2)], "tess")
    ledger.append("m", 1, [draft_note(1)], "tess")


# -- connections that are lost -------------------------------------------------------------------


def break_connection(ledger: Ledger) -> None:
    """Let the server end the connection of a ledger."""
    assert isinstance(ledger.database, PostgresDatabase)
    with connect(ledger.where) as stranger:
        pid = ledger.database.connection.info.backend_pid
        stranger.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))


def test_a_connection_that_was_lost_is_made_anew(ledger: Ledger) -> None:
    """For what is read and for what is appended."""
    append_opening(ledger)
    break_connection(ledger)
    assert len(ledger.events("m")) == 1
    break_connection(ledger)
    ledger.append("m", 1, [draft_note(1)], "tess")
    break_connection(ledger)
    with ledger.read_transaction():
        assert len(ledger.events("m")) == 2


def test_a_transaction_that_loses_its_connection_stores_nothing(ledger: Ledger) -> None:
    """It cannot be made anew by itself; the next one succeeds."""
    append_opening(ledger)

    def record_two() -> None:
        with ledger.transaction():
            ledger.append("m", 1, [draft_note(1)], "tess")
            break_connection(ledger)
            ledger.append("m", 2, [draft_note(2)], "tess")

    with pytest.raises(LostConnection):
        record_two()
    assert len(ledger.events("m")) == 1
    ledger.append("m", 1, [draft_note(1)], "tess")


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_commit_that_is_not_acknowledged_is_stored_once(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """The connection is lost just before the commit or just after it."""
    append_opening(ledger)
    execute: Callable[..., Any] = ledger.database.execute
    broken: list[str] = []

    def execute_and_break(statement: str, *values: Any) -> Any:
        if statement != "COMMIT" or broken:
            return execute(statement, *values)
        if moment == "after":
            execute(statement, *values)
        broken.append(moment)
        break_connection(ledger)
        return execute("SELECT 1")

    monkeypatch.setattr(ledger.database, "execute", execute_and_break)
    ledger.append("m", 1, [draft_note(1)], "tess")
    assert broken
    assert [event.version for event in ledger.events("m")] == [1, 2]


def test_a_server_that_is_gone_is_said_to_be_and_comes_back(
    server: PostgresServer, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was acknowledged is stored, and the next append is, too."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1)], "tess")
    monkeypatch.setattr("ledger.postgres.BUSY_SECONDS", 0.1)
    server.stop("fast")
    try:
        with pytest.raises(LostConnection) as lost:
            ledger.append("m", 2, [draft_note(2)], "tess")
        assert "acknowledged" in lost.value.hint
        with pytest.raises(LostConnection):
            ledger.events("m")
    finally:
        server.start()
    assert len(ledger.events("m")) == 2
    ledger.append("m", 2, [draft_note(2)], "tess")
    assert len(ledger.events("m")) == 3


def test_a_clock_that_is_set_back_changes_no_order(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The versions are the order; the times are told as they were."""
    append_opening(ledger)
    monkeypatch.setattr("ledger.store.format_now", lambda: "2001-01-01T00:00:00.000Z")
    ledger.append("m", 1, [draft_note(1)], "tess")
    monkeypatch.undo()
    ledger.append("m", 2, [draft_note(2)], "tess")
    assert [event.version for event in ledger.events("m")] == [1, 2, 3]
    assert ledger.events("m")[1].recorded_at.startswith("2001")

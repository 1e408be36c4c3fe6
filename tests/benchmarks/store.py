"""Reading, importing and verifying matches, against eventsourcing and sqlite3 by themselves."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from uuid import UUID

import orjson
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from engines.registry import load_engine
from ledger.event import Event, draft_event, hash_event, make_id
from ledger.headlines import Headline
from ledger.store import Ledger
from replay.files.exchange import export_match, import_file
from replay.fold.timeline import Timeline
from replay.lab.simulation import simulate_match
from replay.referee.audit import audit_match

Pair = tuple[float, float]
"""The seconds that we take, and those of the reference."""

MATCHES = (("splendor", 3), ("machi-koro", 3), ("seven-wonders-duel", 2), ("wizard", 4))
"""The games of the simulated matches, with the number of seats."""


@cache
def simulate_matches() -> tuple[bytes, ...]:
    """Return the match files of random matches, one of each game."""
    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "ledger.db") as ledger:
        return tuple(
            export_match(ledger, simulate_match(ledger, load_engine(game), seats, 1))
            for game, seats in MATCHES
        )


@contextmanager
def open_simulated() -> Iterator[Ledger]:
    """Open a ledger with these matches."""
    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "ledger.db") as ledger:
        for file in simulate_matches():
            import_file(ledger, file)
        yield ledger


def time_run(run: Callable[[], object]) -> float:
    """Return the seconds of processing that something takes."""
    started = time.process_time()
    run()
    return time.process_time() - started


def read_and_fold(ledger: Ledger) -> None:
    """Read every match, check its chain, and fold it without checks."""
    for info in ledger.matches():
        events = ledger.events(info.match_id)
        check_hashes(events)
        Timeline(events)


def check_hashes(events: list[Event]) -> None:
    """Check that every event is chained to the one before it. Raise ValueError."""
    previous = ""
    for each in events:
        if hash_event(previous, each) != each.hash:
            raise ValueError(each.version)
        previous = each.hash


class Recorded(Aggregate):
    """A match as an aggregate of eventsourcing, which counts its events."""

    def __init__(self) -> None:
        self.count = 0

    @event("Told")
    def tell(self, kind: str, payload: str) -> None:
        """Count an event."""
        self.count += 1


def measure_rebuild() -> Pair:
    """Return the seconds to read, check and fold matches, and those of eventsourcing for them.

    It rebuilds the same events from SQLite with a handler that only counts.
    """
    with open_simulated() as ledger, tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "events.db")
        app: Application[UUID] = Application(
            env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": path}
        )
        ids = []
        for info in ledger.matches():
            match = Recorded()
            for each in ledger.events(info.match_id):
                match.tell(each.type, each.payload.decode())
            app.save(match)
            ids.append(match.id)
        ours = time_run(lambda: read_and_fold(ledger))
        return ours, time_run(lambda: [app.repository.get(each) for each in ids])


def measure_verify() -> Pair:
    """Return the seconds to verify matches, and to read, check and fold them without checks."""
    with open_simulated() as ledger:
        infos = ledger.matches()
        ours = time_run(lambda: [audit_match(ledger, info) for info in infos])
        return ours, time_run(lambda: read_and_fold(ledger))


def measure_import() -> Pair:
    """Return the seconds to import match files, and to insert their rows into the same table."""
    files = simulate_matches()
    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "ledger.db") as ledger:
        ours = time_run(lambda: [import_file(ledger, file) for file in files])
        ledger.database.execute("PRAGMA wal_checkpoint")
        rows = ledger.database.execute("SELECT * FROM events")
        made = ledger.database.execute(
            "SELECT sql FROM sqlite_master WHERE tbl_name = 'events' AND sql IS NOT NULL "
            "AND type <> 'trigger'"
        )
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(sqlite3.connect(Path(folder) / "raw.db", isolation_level=None)) as raw,
    ):
        raw.execute("PRAGMA journal_mode=WAL")
        for (statement,) in made:
            raw.execute(statement)
        return ours, time_run(lambda: insert_rows(raw, rows))


def insert_rows(connection: sqlite3.Connection, rows: list[tuple[object, ...]]) -> None:
    """Insert rows into the table of events, in one transaction."""
    marks = ", ".join("?" * len(rows[0]))
    connection.execute("BEGIN")
    connection.executemany(f"INSERT INTO events VALUES ({marks})", rows)  # noqa: S608
    connection.execute("COMMIT")


PAYLOAD = {"seat": 0, "tokens": {"blue": 1, "red": 1, "white": 1}}
EVENTS = 1000


def measure_bytes() -> Pair:
    """Return the bytes that an event with a digest takes in a ledger file, and in its payload."""
    payload = len(orjson.dumps(PAYLOAD))
    with tempfile.TemporaryDirectory() as folder:
        path, match = Path(folder) / "ledger.db", make_id()
        with Ledger(path) as ledger:
            headline = Headline("bench", "splendor", "", "", "", ("A", "B"))
            opening = [draft_event("match.open", {})]
            ledger.append(match, 0, opening, "tess", headline=headline)
            empty = vacuum(path)
            with ledger.transaction():
                for version in range(1, EVENTS + 1):
                    digest = ("splendor-2014/3", f"{version:032x}")
                    drafts = [draft_event("take", PAYLOAD)]
                    ledger.append(match, version, drafts, "tess", digests=[digest])
        return (vacuum(path) - empty) / EVENTS, payload


def vacuum(path: Path) -> int:
    """Return the size of a database without the pages that are free."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.stat().st_size

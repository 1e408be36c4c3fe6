"""One durable append (WAL, synchronous=FULL, expected version checked), against raw sqlite3."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from pathlib import Path

from ledger.event import draft_event, make_id
from ledger.headlines import Headline
from ledger.store import Ledger

APPENDS = 100
PAYLOAD = {"seat": 0, "tokens": {"white": 1, "blue": 1, "green": 1}}


def measure_append() -> tuple[float, float]:
    """Return the seconds per append through the store, and with sqlite3 alone."""
    with tempfile.TemporaryDirectory() as folder:
        return append_to_ledger(Path(folder)), append_with_sqlite(Path(folder))


def append_to_ledger(folder: Path) -> float:
    """Append one event after the other to a ledger."""
    match = make_id()
    headline = Headline("bench", "splendor", "", "", "", ("A", "B"))
    with Ledger(folder / "ledger.db") as ledger:
        ledger.append(match, 0, [draft_event("match.open", {})], "bench", headline=headline)
        drafts = [draft_event("take", PAYLOAD) for _ in range(APPENDS)]
        started = time.perf_counter()
        for version, each in enumerate(drafts, 1):
            ledger.append(match, version, [each], "bench")
        return (time.perf_counter() - started) / APPENDS


def append_with_sqlite(folder: Path) -> float:
    """Insert rows of the same size, each in a transaction that checks the version."""
    connection = sqlite3.connect(folder / "raw.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(
        "CREATE TABLE events (match_id TEXT, version INTEGER, event_id TEXT, type TEXT, "
        "schema_version INTEGER, payload TEXT, actor TEXT, recorded_at TEXT, played_at TEXT, "
        "hash TEXT, PRIMARY KEY (match_id, version), UNIQUE (match_id, event_id)) WITHOUT ROWID"
    )
    match, payload = make_id(), str(PAYLOAD)
    started = time.perf_counter()
    for version in range(1, APPENDS + 1):
        connection.execute("BEGIN IMMEDIATE")
        found = connection.execute(
            "SELECT MAX(version) FROM events WHERE match_id = ?", (match,)
        ).fetchone()[0]
        if (found or 0) != version - 1:
            raise RuntimeError("conflict")
        row = (
            match,
            version,
            f"{version:036d}",
            "take",
            1,
            payload,
            "bench",
            "now",
            None,
            "0" * 64,
        )
        connection.execute("INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?,?)", row)
        connection.execute("COMMIT")
    seconds = (time.perf_counter() - started) / APPENDS
    connection.close()
    return seconds

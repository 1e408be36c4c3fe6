"""``python -m tests.benchmarks.capacity [MATCHES]``: what a ledger of a million matches costs.

A recorded match is copied by SQL until there are 1,000, 10,000 … matches, up to the number given.
At each size the file is measured, and commands about the match that was recorded.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from ledger.event import make_id
from tests.benchmarks.growth import time_command
from tests.ledgers import fill_ledger

SMALLEST, LARGEST, FACTOR = 1_000, 1_000_000, 10
COMMANDS = ("show oak", "verify oak", "note oak hm", "show copy-0003", "matches --limit 20")
COPIED = "oak"


class Size(NamedTuple):
    """What was measured in a ledger of `matches` matches; the seconds are by command."""

    matches: int
    events: int
    bytes: int
    copying: float
    seconds: dict[str, float]


def measure_sizes(folder: Path, most: int) -> Iterator[Size]:
    """Yield what each size costs."""
    path = folder / "ledger.db"
    fill_ledger(path, 12)
    size = SMALLEST
    while size <= most:
        started = time.monotonic()
        copy_match(path, size)
        copying = time.monotonic() - started
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (events,) = connection.execute("SELECT COUNT(*) FROM events").fetchone()
        seconds = {command: time_command(path, command) for command in COMMANDS}
        yield Size(size, events, path.stat().st_size, copying, seconds)
        size *= FACTOR


def copy_match(path: Path, most: int) -> None:
    """Copy a match, with its seats, digests and entry of the journal, until there are `most`."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (there,) = connection.execute("SELECT COUNT(*) FROM matches").fetchone()
        (entries,) = connection.execute(
            "SELECT MAX(version) FROM events WHERE match_id = 'ledger'"
        ).fetchone()
        (match_id,) = connection.execute(
            "SELECT match_id FROM matches WHERE name = ?", (COPIED,)
        ).fetchone()
        connection.execute("BEGIN")
        connection.execute("CREATE TEMP TABLE copies (id BLOB, text TEXT, entry INTEGER)")
        ids = sorted(make_id() for _ in range(most - there))
        connection.executemany(
            "INSERT INTO copies VALUES (?, ?, ?)",
            [(bytes.fromhex(i.replace("-", "")), i, entries + n) for n, i in enumerate(ids, 1)],
        )
        for table, changed in COPIES.items():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            chosen = ", ".join(changed.get(column, f"t.{column}") for column in columns)
            connection.execute(
                f"INSERT INTO {table} SELECT {chosen} FROM copies c CROSS JOIN {table} t "  # noqa: S608
                "WHERE t.match_id = ?",
                (match_id,),
            )
        columns = [row[1] for row in connection.execute("PRAGMA table_info(events)")]
        chosen = ", ".join(ENTRY.get(column, f"t.{column}") for column in columns)
        connection.execute(
            f"INSERT INTO events SELECT {chosen} FROM copies c CROSS JOIN events t "  # noqa: S608
            "WHERE t.match_id = 'ledger' AND t.version = 1"
        )
        connection.execute("COMMIT")


_NAME = f"'{COPIED}-' || c.text"
COPIES = {
    "matches": {"match_id": "c.id", "name": _NAME, "folded": _NAME},
    "seats": {"match_id": "c.id"},
    "events": {"match_id": "c.id"},
    "digests": {"match_id": "c.id"},
}
"""The tables with rows of a match, and the columns that are others in a copy."""

ENTRY = {
    "version": "c.entry",
    "event_id": "c.id",
    "payload": "json_set(t.payload, '$.match', c.text)",
}
"""The columns that are others in the journal's entry of a copy."""


def draw_sizes(sizes: list[Size]) -> Iterator[str]:
    """Yield a table in Markdown: a row for each size."""
    yield f"| matches | events | bytes a match | {' | '.join(f'`{c}`, ms' for c in COMMANDS)} |"
    yield f"|{' ---: |' * (3 + len(COMMANDS))}"
    for size in sizes:
        times = " | ".join(f"{size.seconds[each] * 1000:.1f}" for each in COMMANDS)
        yield f"| {size.matches:,} | {size.events:,} | {size.bytes / size.matches:,.0f} | {times} |"


def main(arguments: list[str]) -> int:
    """Measure, and print the table."""
    most = int(arguments[0]) if arguments else LARGEST
    sizes = []
    with tempfile.TemporaryDirectory() as folder:
        for size in measure_sizes(Path(folder), most):
            sizes.append(size)
            print(f"{size.matches:,}: copied in {size.copying:.0f} s", file=sys.stderr)
    print("\n".join(draw_sizes(sizes)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

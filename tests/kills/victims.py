"""A command in a process of its own, which is killed with SIGKILL while it works."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ledger.location import Location, write_location

PRELOADED = [
    "replay.cli.app",
    "replay.cli.record.recording",
    "replay.cli.library.match_files",
    "replay.files.exchange",
    "engines.splendor.text",
    "ledger.postgres_database",
    "psycopg",
]
"""What the process that the victims are forked from has imported."""


class Victim(NamedTuple):
    """What a command had printed when it was killed. `ended` where it was done before that.

    `seconds` are those from its beginning to the end.
    """

    lines: list[str]
    ended: bool
    seconds: float


def run_until_killed(
    folder: Path, db: Location, arguments: Sequence[str], given: str, seconds: float | None
) -> Victim:
    """Run a command and kill it some seconds after it has begun, None for never.

    It has begun when it has opened the file of its ledger, or has been started, with one on a
    server. Its input and what it prints lie in the folder. A line counts as printed when it is
    whole.
    """
    (folder / "input").write_text(given, "utf-8")
    output = folder / "output"
    output.write_bytes(b"")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    process = context.Process(
        target=_run_command, args=(folder, write_location(db), tuple(arguments))
    )
    process.start()
    if isinstance(db, Path):
        log = db.with_name(f"{db.name}-wal")
        while process.is_alive() and not log.exists():
            time.sleep(0.001)
    started = time.monotonic()
    process.join(seconds)
    taken = time.monotonic() - started
    process.kill()
    process.join()
    printed = output.read_text("utf-8").splitlines(keepends=True)
    lines = [line.rstrip("\n") for line in printed if line.endswith("\n")]
    return Victim(lines, process.exitcode == 0, taken)


def _run_command(folder: Path, db: str, arguments: tuple[str, ...]) -> None:
    """Be the command: it says every line at once."""
    from replay.cli.app import main

    os.environ.update(FOLDTABLE_DB=db, FOLDTABLE_LANG="en", FOLDTABLE_ACTOR="tess")
    sys.argv = ["foldtable", *arguments]
    with (
        (folder / "input").open(encoding="utf-8") as sys.stdin,
        (folder / "output").open("w", encoding="utf-8", buffering=1) as sys.stdout,
    ):
        main()

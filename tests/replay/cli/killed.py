"""A recording program that is killed while somebody types."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

COMMAND = (sys.executable, "-u", "-c", "from replay.cli.app import main; main()")
"""The real command in a process of its own, saying every line at once."""


def environment(db: Path) -> dict[str, str]:
    """Return an environment in which the command uses a ledger."""
    return os.environ | {"FOLDTABLE_DB": str(db)}


def run(db: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [*COMMAND, *arguments],
        env=environment(db),
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def record_until_killed(
    db: Path, match: str, lines: Sequence[str], answers: int, delay: float = 0.0
) -> list[str]:
    """Pipe lines into ``foldtable record`` and kill it `delay` seconds after it has answered so
    many; return all that it said."""
    process = subprocess.Popen(
        [*COMMAND, "record", match],
        env=environment(db),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdin, process.stdout:
        process.stdin.write("".join(f"{line}\n" for line in lines))
        process.stdin.flush()
        said = [process.stdout.readline() for _ in range(answers)]
        time.sleep(delay)
        process.kill()
        said += process.stdout.readlines()
    process.wait()
    return [line for line in said if line.endswith("\n")]

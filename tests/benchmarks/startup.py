"""The processor time of a command from its start to its end, against typer apps of one command.

Help goes to a terminal: there typer's own is drawn with rich.
"""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from engines.registry import load_engine
from ledger.store import Ledger
from replay.lab.simulation import simulate_match

ONE_COMMAND = '''
import typer
app = typer.Typer()
@app.command()
def hello(name: str) -> None:
    """Say hello."""
    print(f"Hello {name}")
app()
'''

OURS: Final = (sys.executable, "-c", "from replay.cli.app import main; main()")


def measure_help() -> tuple[float, float]:
    """Return the seconds that ``foldtable --help`` and the reference's ``--help`` take."""
    with tempfile.TemporaryDirectory() as folder:
        one = write_reference(Path(folder))
        return time_at_terminal([*OURS, "--help"]), time_at_terminal([*one, "--help"])


def measure_show() -> tuple[float, float]:
    """Return the seconds that ``foldtable show`` takes, and a typer command that says hello."""
    with tempfile.TemporaryDirectory() as folder:
        one, path = write_reference(Path(folder)), Path(folder) / "ledger.db"
        with Ledger(path) as ledger:
            match = simulate_match(ledger, load_engine("splendor"), 2, 3)
        ours = time_command([*OURS, "show", match.name, "--db", str(path)])
        return ours, time_command([*one, "Ana"])


def write_reference(folder: Path) -> list[str]:
    """Write an app of one command, and return how it is started."""
    script = folder / "one.py"
    script.write_text(ONE_COMMAND, encoding="utf-8")
    return [sys.executable, str(script)]


def time_command(command: Sequence[str]) -> float:
    """Return the seconds that a command takes."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    return wait(process)


def time_at_terminal(command: Sequence[str]) -> float:
    """Return the seconds that a command takes whose output is read from a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    with suppress(OSError):  # a terminal that nobody writes to any more cannot be read
        while os.read(ours, 65536):
            pass
    os.close(ours)
    return wait(process)


def wait(process: subprocess.Popen[bytes]) -> float:
    """Wait for a process and return the seconds of processor time that it took."""
    _pid, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args)
    return used.ru_utime + used.ru_stime

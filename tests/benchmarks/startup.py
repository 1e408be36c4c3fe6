"""The processor time of a command from its start to its end, against typer apps of one command.

Help goes to a terminal: there typer's own is drawn with rich. All modules are compiled before, as
an installation leaves them.
"""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
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


@cache
def make_bytecode_folder() -> tempfile.TemporaryDirectory[str]:
    """Return the folder of compiled modules; it is removed when the program ends."""
    return tempfile.TemporaryDirectory()


def list_environment() -> dict[str, str]:
    """Return the variables of a process that keeps what it compiles, whatever is set here."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": make_bytecode_folder().name}


def measure_help() -> tuple[float, float]:
    """Return the seconds that ``foldtable --help`` and the reference's ``--help`` take."""
    with tempfile.TemporaryDirectory() as folder:
        one = [*write_reference(Path(folder)), "--help"]
        ours = [*OURS, "--help"]
        compile_modules(one, ours)
        return time_at_terminal(ours), time_at_terminal(one)


def measure_show() -> tuple[float, float]:
    """Return the seconds that ``foldtable show`` takes, and a typer command that says hello."""
    with tempfile.TemporaryDirectory() as folder:
        one, path = write_reference(Path(folder)), Path(folder) / "ledger.db"
        with Ledger(path) as ledger:
            match = simulate_match(ledger, load_engine("splendor"), 2, 3)
        ours = [*OURS, "show", match.name, "--db", str(path)]
        compile_modules([*one, "Ana"], ours)
        return time_command(ours), time_command([*one, "Ana"])


def compile_modules(*commands: Sequence[str]) -> None:
    """Run commands once, so that what they import is compiled."""
    for command in commands:
        time_at_terminal(command)


def write_reference(folder: Path) -> list[str]:
    """Write an app of one command, and return how it is started."""
    script = folder / "one.py"
    script.write_text(ONE_COMMAND, encoding="utf-8")
    return [sys.executable, str(script)]


def time_command(command: Sequence[str]) -> float:
    """Return the seconds that a command takes."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=list_environment())
    return wait(process)


def time_at_terminal(command: Sequence[str]) -> float:
    """Return the seconds that a command takes whose output is read from a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=list_environment()
    )
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

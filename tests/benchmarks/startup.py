"""The time until help is on the screen, against a typer app of one command."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ONE_COMMAND = '''
import typer
app = typer.Typer()
@app.command()
def hello(name: str) -> None:
    """Say hello."""
app()
'''


def measure_help() -> tuple[float, float]:
    """Return the seconds that ``foldtable --help`` and the reference's ``--help`` take."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "one.py"
        script.write_text(ONE_COMMAND, encoding="utf-8")
        command = [sys.executable, "-c", "from replay.cli.app import main; main()", "--help"]
        ours = time_command(command)
        reference = time_command([sys.executable, str(script), "--help"])
    return ours, reference


def time_command(command: list[str]) -> float:
    """Return the seconds that a command takes."""
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started

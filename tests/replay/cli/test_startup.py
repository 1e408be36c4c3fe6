"""Starting up: quick where nothing heavy is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engines.registry import load_engine
from ledger.store import Ledger
from replay.lab.simulation import simulate_match
from tests.replay.cli.killed import COMMAND

HEAVY = ("sqlmodel", "sqlalchemy", "alembic", "prompt_toolkit", "rapidfuzz", "rich", "jinja2")

TEXT = (
    "engines.text",
    "engines.phrases",
    "engines.namesakes",
    "engines.korean",
    "engines.splendor.notation",
    "engines.splendor.reading",
    "engines.splendor.writing",
    "replay.speech.suggestions",
    "replay.desk",
)
"""What reads typed text, or writes it."""

OTHER = ("engines.wizard", "replay.speech.log_lines", "replay.record", "replay.referee", "tomllib")
"""What a match of Splendor that has ended does not need to be shown."""

PROBE = f"""
import sys
from replay.cli.app import main
sys.argv = ["foldtable", *sys.argv[1:]]
try:
    main()
except SystemExit as left:
    code = left.code
print([name for name in {(*HEAVY, *TEXT, *OTHER)!r} if name in sys.modules], code)
"""


def loaded(*arguments: str) -> str:
    """What of it was loaded, and how the program exited."""
    found = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments], capture_output=True, text=True, check=True
    )
    return found.stdout.splitlines()[-1]


def test_the_version_needs_nothing_heavy() -> None:
    """No SQL, no prompt, no drawing, no guessing."""
    assert loaded("--version") == "[] 0"


def test_help_needs_nothing_heavy() -> None:
    """In a pipe."""
    assert loaded("--help") == "[] 0"


def test_showing_a_match_needs_no_drawing_and_reads_no_text(tmp_path: Path) -> None:
    """In a pipe: a board is text there, and reading a ledger needs no model of its tables."""
    path = tmp_path / "ledger.db"
    with Ledger(path) as ledger:
        match = simulate_match(ledger, load_engine("splendor"), 2, 3)
    assert loaded("show", match.name, "--db", str(path)) == "[] 0"


def unread(*arguments: str) -> tuple[int, bytes]:
    """Run a command whose reader has gone; return its exit status and what it says about it."""
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    said = process.communicate(timeout=30)[1]
    return process.returncode, said


def test_a_reader_that_goes_away_is_not_complained_of() -> None:
    """As in `foldtable cards splendor | head -1`."""
    assert unread("cards", "splendor")[1] == b""


@pytest.mark.xfail(strict=True, reason="typer itself leaves with 1, which would mean findings")
def test_a_reader_that_goes_away_is_no_finding() -> None:
    """Nothing was found, nothing went wrong."""
    assert unread("cards", "splendor")[0] == 0

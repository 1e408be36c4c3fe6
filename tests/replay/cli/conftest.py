"""Commands run in this process, as they are run in a pipe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copyfile

import pytest
from typer.testing import CliRunner, Result

from ledger.store import Ledger
from replay.cli.app import app

Run = Callable[..., Result]


def invoke(*arguments: str, given: str | bytes = "", code: int | None = 0) -> Result:
    """Run a command and return its result; it exits with `code` and never with a traceback."""
    result = CliRunner().invoke(app, list(arguments), input=given)
    said = f"{arguments}: {result.exit_code}\n{result.output}"
    assert result.exception is None or isinstance(result.exception, SystemExit), said
    assert code is None or result.exit_code == code, said
    assert "Traceback" not in result.output
    return result


@pytest.fixture
def run() -> Run:
    """Run a command in this process."""
    return invoke


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger in which somebody has recorded a match from the command line."""
    path = tmp_path_factory.mktemp("recorded") / "ledger.db"
    here = ("--db", str(path), "--actor", "tess")
    invoke("new", "splendor", "Ana", "Bo", "--name", "maple", "--level", "actions", *here)
    invoke("record", "maple", *here, given=TYPED)
    return path


TYPED = "wug\nkkk ! the last round was short\nugr\nundo\n# hm\n"


@pytest.fixture
def maple(recorded: Path, tmp_path: Path) -> str:
    """A match of Ana and Bo: two takes, a breach that was ruled on, an undone take, a note."""
    copyfile(recorded, tmp_path / "ledger.db")
    return "maple"


def kinds(tmp_path: Path) -> list[str]:
    """The types of all events after the seven that were there."""
    with Ledger(tmp_path / "ledger.db") as ledger:
        return [event.type for event in ledger.events(ledger.find("maple").match_id)[7:]]

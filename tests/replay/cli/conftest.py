"""Commands run in this process, as they are run in a pipe."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from ledger.location import locate_ledger, write_location
from ledger.store import Ledger
from replay.cli.app import app
from tests.conftest import Fill

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


TYPED = "wug\nkkk ! the last round was short\nugr\nundo\n# hm\n"


def record_maple(ledger: Ledger) -> None:
    """Record a match from the command line, as somebody does."""
    here = ("--db", write_location(ledger.where), "--actor", "tess")
    invoke("new", "splendor", "Ana", "Bo", "--name", "maple", "--level", "actions", *here)
    invoke("record", "maple", *here, given=TYPED)


@pytest.fixture
def maple(fill: Fill) -> str:
    """A match of Ana and Bo: two takes, a breach that was ruled on, an undone take, a note."""
    fill("recorded", record_maple)
    return "maple"


def kinds() -> list[str]:
    """The types of all events after the seven that were there."""
    with Ledger(locate_ledger()[0]) as ledger:
        return [event.type for event in ledger.events(ledger.find("maple").match_id)[7:]]

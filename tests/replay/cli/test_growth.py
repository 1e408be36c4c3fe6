"""A command does as much on a ledger of many matches as on one of few: what is counted, is SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger import sqlite
from ledger.store import Ledger
from replay.record.session import Session
from tests import table
from tests.ledgers import fill_ledger
from tests.replay.cli.conftest import Run

FEW, MANY = 12, 120


@pytest.fixture(scope="module")
def ledgers(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A ledger of few matches, and one of many."""
    folder = tmp_path_factory.mktemp("growth")
    for n in (FEW, MANY):
        fill_ledger(folder / f"{n}.db", n)
    return folder / f"{FEW}.db", folder / f"{MANY}.db"


Count = Callable[..., tuple[int, int]]


@pytest.fixture
def count(run: Run, monkeypatch: pytest.MonkeyPatch) -> Count:
    """Run a command on a ledger; return the statements and the steps of SQLite that it takes."""
    counted = [0, 0]
    connect = sqlite.connect

    def connect_and_count(path: Path) -> sqlite3.Connection:
        connection = connect(path)

        def count_statement(_statement: str) -> None:
            counted[0] += 1

        def count_steps() -> int:
            counted[1] += 1
            return 0

        connection.set_trace_callback(count_statement)
        connection.set_progress_handler(count_steps, 50)
        return connection

    monkeypatch.setattr(sqlite, "connect", connect_and_count)

    def run_and_count(path: Path, *arguments: str) -> tuple[int, int]:
        counted[:] = [0, 0]
        run("--db", str(path), *arguments, code=None)
        return counted[0], counted[1]

    return run_and_count


@pytest.mark.parametrize(
    "command",
    [
        "show maple",
        "show map",
        "show mappel",
        "show copy-000",
        "show",
        "log maple",
        "verify maple",
        "why maple bank.green",
        "export maple",
        "matches --limit 5",
        "matches --limit 5 --all",
        "matches --limit 5 --game splendor",
        "matches --limit 5 --person ana",
        "matches --limit 5 --state open",
        "evening",
        "evening 2026-01-01",
        "branches --limit 5",
        "branches maple",
        "precedents splendor",
        "dispute list",
        "doctor maple",
        "note maple hello",
        "fork maple@18",
        "hide maple",
        "void oak",
        "new splendor Ana Bo --another",
        "new --again --another",
    ],
)
def test_command_reads_as_much_in_a_ledger_of_many_matches(
    count: Count, ledgers: tuple[Path, Path], command: str
) -> None:
    """Ten times as many matches are no more statements, and hardly more steps of SQLite."""
    few, many = (count(path, *command.split()) for path in ledgers)
    assert few[0] > 0
    assert many[0] <= few[0] + 6
    assert many[1] <= 1.3 * few[1] + 40


@pytest.mark.parametrize("taken", [1, 10, 100])
def test_free_name_is_found_in_few_steps(ledger: Ledger, taken: int) -> None:
    """The numbers are searched in steps that double."""
    for number in range(1, taken + 1):
        name = "maple" if number == 1 else f"maple-{number}"
        table.append_opening(ledger, f"m{number}", name)
    asked: list[str] = []
    ledger_connection = getattr(ledger.database, "connection")  # noqa: B009
    ledger_connection.set_trace_callback(asked.append)
    assert ledger.find_free_name("maple") == f"maple-{taken + 1}"
    assert len(asked) <= 16


def test_session_takes_in_only_what_is_new(session: Session) -> None:
    """What others have recorded since is read, and nothing before it."""
    other = Session(session.ledger, session.info, "bo")
    table.type_accepted(table.open_desk(other), "wug")
    known = session.timeline.version
    read = session.ledger.events(session.info.match_id, after=known)
    assert [event.version for event in read] == [known + 1]
    session.refresh()
    assert session.timeline.version == known + 1

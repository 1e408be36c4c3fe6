"""Tests of `db copy`, `db backup` and `db restore`, from one database into the other."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ledger.location import Location, write_location
from ledger.store import Ledger
from tests.replay.cli.conftest import Run, kinds


def test_a_ledger_is_copied_and_is_the_same(
    run: Run, maple: str, location: Location, tmp_path: Path
) -> None:
    """It verifies there; given again, nothing is new."""
    copy = str(tmp_path / "copy.db")
    data = json.loads(run("db", "copy", write_location(location), copy, "--json").stdout)
    assert (data["matches"], data["new"]) == (1, data["events"])
    assert "0 of them new" in run("db", "copy", write_location(location), copy).stdout
    assert "새것 0개" in run("db", "copy", write_location(location), copy, "--lang", "ko").stdout
    shown = run("log", maple, "--raw", "--json").stdout
    assert run("log", maple, "--raw", "--json", "--db", copy).stdout == shown
    run("verify", "--all", "--db", copy)
    run("db", "check", "--db", copy)


def test_a_backup_is_brought_back(run: Run, maple: str, tmp_path: Path) -> None:
    """What was recorded since then is in the file that is named."""
    backup = str(tmp_path / "backup.db")
    run("db", "backup", backup)
    run("record", maple, given="wug\n")
    run("new", "wizard", "Ana", "Bo", "Cy", "--name", "birch", "--another")
    assert len(kinds()) == 1
    data = json.loads(run("db", "restore", backup, "--json").stdout)
    assert kinds() == []
    run("db", "check")
    with Ledger(Path(data["kept"])) as kept:
        assert {info.name for info in kept.matches()} == {"maple", "birch"}


def test_a_backup_that_is_not_intact_is_not_brought_back(
    run: Run, maple: str, tmp_path: Path
) -> None:
    """A match is gone from it: exit 6, and the ledger is as it was."""
    backup = tmp_path / "backup.db"
    run("db", "backup", str(backup))
    with closing(sqlite3.connect(backup, isolation_level=None)) as stranger:
        (sql,) = stranger.execute(
            "SELECT sql FROM sqlite_master WHERE name = 'events_never_delete'"
        ).fetchone()
        stranger.execute("DROP TRIGGER events_never_delete")
        for statement in ("DELETE FROM digests", "DELETE FROM seats", "DELETE FROM matches"):
            stranger.execute(statement)
        stranger.execute("DELETE FROM events WHERE type NOT LIKE 'ledger.%'")
        stranger.execute(sql)
    refused = run("db", "restore", str(backup), code=6)
    assert "nothing was replaced" in refused.stderr
    assert "maple" in refused.stderr
    assert "maple" in run("matches").stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("copy", "nowhere.db", "other.db"), 3, "There is no ledger nowhere.db"),
        (("copy", "one.db"), 2, "takes 2 files or URLs, not 1"),
        (("copy", "one.db", "one.db"), 2, "into itself"),
        (("backup",), 2, "takes 1 files or URLs, not 0"),
        (("restore", "nowhere.db"), 3, "There is no file nowhere.db"),
        (("where", "one.db"), 2, "takes 0 files or URLs, not 1"),
        (("drop",), 2, "copy, backup, restore"),
    ],
)
def test_what_cannot_be_copied_is_said(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    code: int,
    said: str,
) -> None:
    """No file is made."""
    monkeypatch.chdir(tmp_path)
    assert said in run("db", *arguments, code=code).stderr
    assert not list(tmp_path.glob("*.db"))


def test_a_password_is_never_printed(run: Run) -> None:
    """Neither by what shows the place of the ledger nor by an error."""
    url = "postgresql://ana:secret@127.0.0.1:1/games"
    for command in (("matches",), ("db",), ("db", "--json"), ("db", "copy", url, "copy.db")):
        done = run(*command, "--db", url, code=4)
        assert "ana@127.0.0.1" in done.stderr
        assert "secret" not in done.output

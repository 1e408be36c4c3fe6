"""``db check``: is the file of the ledger whole? ``verify MATCH`` reads only what it is about."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ledger.store import Ledger
from tests.replay.cli.conftest import Run

# ruff: noqa: S608  (the statements are ours)


def change(path: Path, *statements: str) -> None:
    """Change a ledger as somebody would who knows how: its triggers are put back afterwards."""
    with closing(sqlite3.connect(path, isolation_level=None)) as stranger:
        triggers = stranger.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        found = triggers.fetchall()
        for name, _sql in found:
            stranger.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            stranger.execute(statement)
        for _name, sql in found:
            stranger.execute(sql)


def check(run: Run, code: int = 6) -> list[dict[str, Any]]:
    """Return what `db check --json` prints."""
    audits: list[dict[str, Any]] = json.loads(run("db", "check", "--json", code=code).stdout)
    return audits


def test_a_ledger_as_it_was_left_is_whole(run: Run, maple: str, tmp_path: Path) -> None:
    """The file is named, with the head of its journal."""
    (audit,) = check(run, code=0)
    assert audit["intact"]
    assert audit["name"] == str(tmp_path / "ledger.db")
    assert "intact" in run("db", "check").stdout
    assert "온전함" in run("--lang", "ko", "db", "check").stdout


@pytest.mark.parametrize(
    ("statements", "kinds"),
    [
        (["DROP TRIGGER events_of_a_match"], ["unguarded"]),
        (["CREATE TABLE more (n INTEGER)"], ["unguarded"]),
        (["UPDATE events SET actor = 'tom' WHERE match_id = 'ledger'"], ["journal"]),
        (["DELETE FROM matches"], ["missing"] * 4),
        (
            [f"DELETE FROM {table} WHERE true" for table in ("seats", "digests", "matches")]
            + ["DELETE FROM events WHERE match_id <> 'ledger'"],
            ["missing"],
        ),
    ],
)
def test_what_was_changed_in_the_file_is_found(
    run: Run, maple: str, tmp_path: Path, statements: list[str], kinds: list[str]
) -> None:
    """Tables and triggers, the journal, rows of no match, a match that is gone."""
    if statements[0].startswith("DROP"):
        with closing(sqlite3.connect(tmp_path / "ledger.db")) as stranger:
            stranger.execute(statements[0])
    else:
        change(tmp_path / "ledger.db", *statements)
    found = [each["kind"] for audit in check(run) for each in audit["findings"]]
    assert found == kinds


def test_broken_pages_are_found_by_a_check_of_the_file(
    run: Run, maple: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match whose pages can be read is verified without reading the others."""
    monkeypatch.setattr(Ledger, "find_broken_pages", lambda _self: "page 7 is lost")
    assert "page 7 is lost" in run("db", "check", code=6).stderr
    assert "page 7 is lost" in run("verify", "--all", code=6).stderr
    run("verify", "maple")


def test_one_match_is_verified_without_a_list_of_all(
    run: Run, maple: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the journal as a whole nor the other matches are read."""

    def refuse(_self: Ledger) -> None:
        raise AssertionError

    for name in ("journal", "find_astray_tables", "find_broken_pages"):
        monkeypatch.setattr(Ledger, name, refuse)
    run("verify", "maple")


def test_db_says_what_it_can_do(run: Run) -> None:
    """Any other word is refused with the words that there are."""
    assert "check" in run("db", "tidy", code=2).stderr

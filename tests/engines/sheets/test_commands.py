"""The command `sheets`, and matches of games that have no engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from replay.cli.app import app


def run(ledger: Path, *words: str, code: int = 0) -> str:
    """Return what a command prints."""
    result = CliRunner().invoke(app, [*words, "--db", str(ledger)])
    assert result.exit_code == code, result.output
    return result.stdout


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a ledger, beside a folder of sheets of one's own."""
    monkeypatch.setenv("FOLDTABLE_SHEETS", str(tmp_path / "sheets"))
    (tmp_path / "sheets").mkdir()
    return tmp_path / "ledger.db"


def test_a_sheet_is_begun_checked_played_by_and_shown(ledger: Path) -> None:
    """What `new` prints can be played by, and the match keeps all of it."""
    begun = run(ledger, "sheets", "new", "Gems")
    own = ledger.parent / "sheets" / "gems.toml"
    own.write_text(begun, encoding="utf-8")
    assert "it can be played by" in run(ledger, "sheets", "check", str(own))
    assert "gems " in run(ledger, "sheets")
    run(ledger, "new", "gems", "A", "B", "--name", "evening")
    own.unlink()
    run(ledger, "record", "evening", "-e", "gold 7 4; castle 2 3; crown a")
    assert "A wins" in run(ledger, "show", "evening")
    kept = run(ledger, "sheets", "of", "evening")
    own.write_text(kept, encoding="utf-8")
    assert "it can be played by" in run(ledger, "sheets", "check", str(own))


def test_a_game_without_a_sheet_is_recorded_by_its_name(ledger: Path) -> None:
    """Nothing but the winner."""
    run(ledger, "new", "Kitchen Chess", "A", "B", "--name", "chess")
    run(ledger, "record", "chess", "-e", "win b")
    assert "B wins" in run(ledger, "show", "chess")
    assert "kitchen-chess" in run(ledger, "matches")


def test_a_misspelt_game_is_not_taken_for_a_new_one(ledger: Path) -> None:
    """The one that is near is named; a blank sheet has to be asked for."""
    run(ledger, "new", "catann", "A", "B", "C", code=3)
    run(ledger, "new", "catann", "A", "B", "C", "--sheet", "blank")


def test_a_match_with_an_engine_keeps_no_sheet(ledger: Path) -> None:
    """And an action that is none is refused."""
    run(ledger, "new", "splendor", "A", "B", "--name", "maple")
    run(ledger, "sheets", "of", "maple", code=2)
    run(ledger, "sheets", "burn", code=2)

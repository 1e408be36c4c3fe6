"""Whole games played by other engines are replayed without a difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.traces import load, replay_files

DATA = Path(__file__).parent / "data" / "traces"
GAMES = (
    "splendor",
    "splendor-deviating",
    "machi-koro",
    "seven-wonders-duel",
    "wizard",
    "challengers",
)
FILES = [path for game in GAMES for path in sorted((DATA / game).glob("*.json"))]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_traces(game: str) -> None:
    """An empty folder would leave the test of traces with nothing to check."""
    assert any(path.parent.name == game for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_step_of_a_trace_leads_to_its_state(path: Path) -> None:
    """The trace says what the state is after each step; ours is the same."""
    report = replay_files([path])
    assert report.games == len(load(path))
    assert report.steps > report.games
    assert report.first == {}

"""Whole games of other engines, replayed without a mismatch."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.traces import load, run

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


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_trace(path: Path) -> None:
    """After every step our state is the trace's."""
    report = run([path])
    assert report.games == len(load(path))
    assert report.steps > report.games
    assert report.first == {}

"""A sample of ``python -m tests.kills``: what was answered is stored, what is stored is whole."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.conftest import LONG
from tests.kills.trials import build_world, run_trials
from tests.postgres import PostgresServer

KILLS = 1000 if LONG else 100


@pytest.mark.skipif(sys.platform == "win32", reason="its processes are not killed with a signal")
@pytest.mark.parametrize("seed", range(2))
def test_commands_that_are_killed_at_random_moments(tmp_path: Path, seed: int) -> None:
    """A recording loses at most the line being typed; an import is whole in each file."""
    trials = list(run_trials(build_world(tmp_path / "world"), seed, KILLS // 2))
    assert [trial.problems for trial in trials if trial.problems] == []
    for command in ("record", "import"):
        assert any(trial.interrupted for trial in trials if trial.command == command), command


@pytest.mark.skipif(sys.platform == "win32", reason="its processes are not killed with a signal")
def test_commands_on_a_server_that_are_killed_at_random_moments(
    tmp_path: Path, server: PostgresServer
) -> None:
    """The server rolls back what it was not told to commit."""
    world = build_world(tmp_path / "world", server)
    trials = list(run_trials(world, 3, KILLS // 4))
    assert [trial.problems for trial in trials if trial.problems] == []
    assert any(trial.interrupted for trial in trials)

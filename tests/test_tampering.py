"""A sample of ``python -m tests.tampering``: nothing goes unnoticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import LONG
from tests.tampering.mutations import MUTATIONS
from tests.tampering.trial import Trial, run_trials
from tests.tampering.world import build

TRIALS = (20 if LONG else 3) * len(MUTATIONS)


@pytest.fixture
def tried(tmp_path: Path) -> list[Trial]:
    """Some trials of every mutation."""
    for name in ("whole", "copy"):
        (tmp_path / name).mkdir()
    world = build(tmp_path / "whole")
    assert world.verify_ledger() == []
    for path in (world.match_file, world.evidence):
        assert world.verify(str(path), "--signed-by", "you") == []
    return list(run_trials(world, tmp_path / "copy", 7, TRIALS))


def test_every_mutation_is_found_and_named(tried: list[Trial]) -> None:
    """Given the seals for a cut or rewritten log, and whose signature a file should have."""
    assert len(tried) == TRIALS
    assert [trial for trial in tried if trial.unnoticed] == []
    assert [trial for trial in tried if not trial.named] == []
    assert {trial.mutation for trial in tried} == {each.__name__ for each in MUTATIONS}

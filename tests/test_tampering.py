"""A sample of ``python -m tests.tampering``: nothing goes unnoticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import LONG
from tests.tampering.mutations import MUTATIONS
from tests.tampering.trial import Trial, trials
from tests.tampering.world import build

TRIALS = (20 if LONG else 3) * len(MUTATIONS)


@pytest.fixture
def tried(tmp_path: Path) -> list[Trial]:
    """Some trials of every mutation."""
    for name in ("whole", "copy"):
        (tmp_path / name).mkdir()
    world = build(tmp_path / "whole")
    assert world.found_in_ledger() == []
    for path in (world.match_file, world.evidence):
        assert world.found(str(path), "--signed-by", "you") == []
    return list(trials(world, tmp_path / "copy", 7, TRIALS))


def test_every_mutation_is_found_and_named(tried: list[Trial]) -> None:
    """Given the seals for a cut or rewritten log, and whose signature a file should have."""
    assert [trial for trial in tried if trial.unnoticed] == []
    assert [trial for trial in tried if not trial.named] == []
    assert {trial.mutation for trial in tried} == {each.__name__ for each in MUTATIONS}

"""Every case of every game, by its id."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest

from tests import cases

GAMES = {
    "machi-koro": import_module("tests.engines.machi_koro.cases"),
    "seven-wonders-duel": import_module("tests.engines.seven_wonders_duel.cases"),
    "splendor": import_module("tests.engines.splendor.cases"),
    "challengers": import_module("tests.engines.challengers.cases"),
    "wizard": import_module("tests.engines.wizard.cases"),
}
ALL = [
    pytest.param(module, case, id=case["id"])
    for game, module in GAMES.items()
    for case in cases.load_cases(game).values()
    if case["id"] not in module.OUT_OF_SCOPE
]


@pytest.mark.parametrize(("module", "case"), ALL)
def test_case(module: ModuleType, case: cases.Case) -> None:
    """The outcome is the one that the sources agree on."""
    runner = module.runner(case)
    assert runner is not None, "neither machine-readable nor written by hand nor out of scope"
    assert runner(case) == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_out_of_scope_is_a_case(game: str) -> None:
    """Nothing is left out that is not there; most cases are played."""
    left_out = GAMES[game].OUT_OF_SCOPE
    assert set(left_out) <= {case["id"] for case in cases.load_cases(game).values()}
    assert len(left_out) < len(cases.load_cases(game)) / 10

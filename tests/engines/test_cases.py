"""Every case of every game, by its id."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest

from tests import cases

GAMES = {
    "machi-koro": import_module("tests.engines.machi_koro.cases"),
    "seven-wonders-duel": import_module("tests.engines.seven_wonders_duel.cases"),
    "sheets": import_module("tests.engines.sheets.cases"),
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
    problems = cases.run(module, case)
    assert problems is not None, "neither machine-readable nor written by hand nor out of scope"
    assert problems == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_out_of_scope_is_a_case(game: str) -> None:
    """Nothing is left out that is not there; most cases are played."""
    left_out = GAMES[game].OUT_OF_SCOPE
    assert set(left_out) <= {case["id"] for case in cases.load_cases(game).values()}
    assert len(left_out) < len(cases.load_cases(game)) / 10


def test_what_a_runner_does_not_read_is_a_problem() -> None:
    """A case may say something that its runner has never heard of, at any depth."""
    case = next(
        c for c in cases.load_cases("machi-koro").values() if "dice" in c.get("machine", {})
    )
    module = GAMES["machi-koro"]
    assert cases.run(module, case) == []
    other = {**case, "machine": {**case["machine"], "harbor": True}, "weather": "rain"}
    assert cases.run(module, other) == ["machine.harbor is not read", "weather is not read"]
    other = {**case, "machine": {**case["machine"], "choices": [{"type": "tv_station", "x": 1}]}}
    with pytest.raises(KeyError, match="target"):
        cases.run(module, other)


def test_a_position_of_splendor_says_nothing_unknown() -> None:
    """A position that is laid out by hand is not read halfway either."""
    with pytest.raises(ValueError, match="trigered"):
        GAMES["splendor"].lay_out({"seats": [], "trigered": True})

"""What a check of a card costs: nothing is applied again, and hands are seldom surveyed."""

from __future__ import annotations

from typing import Any

import pytest

from engines.wizard import engine, rules
from engines.wizard.actions import Play
from engines.wizard.knowledge import survey_pool
from tests.benchmarks.engines import load_traces


def test_checking_a_card_applies_nothing_and_seldom_surveys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Over whole recorded matches: fewer than one survey for ten cards."""
    surveys: list[object] = []

    def refuse(_state: object, _action: object) -> None:
        pytest.fail("applied again")

    def note_survey(state: Any) -> Any:
        surveys.append(state)
        return survey_pool(state)

    monkeypatch.setattr(rules, "apply", refuse)
    monkeypatch.setattr(rules, "survey_pool", note_survey)
    cards = 0
    for state, events in load_traces("wizard")[1]:
        for verb, payload in events:
            action = engine.decode(verb, payload)
            after, moves = engine.apply(state, action)
            if isinstance(action, Play):
                engine.check(state, action, moves)
                cards += 1
            state = after
    assert cards > 1000
    assert len(surveys) < cards / 10

"""How often the engine is asked while a match is opened and recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from engines.splendor import Splendor
from engines.values import Action, Breach, Move
from replay.fold import timeline as timelines
from replay.fold.timeline import Timeline
from replay.record.session import Session
from tests import table
from tests.replay.walks import deal_actions
from tests.some import some


class CountingSplendor(Splendor):
    """Splendor that counts how often it applies and checks an action."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: Counter[str] = Counter()

    def apply(self, state: Any, action: Action) -> tuple[Any, tuple[Move, ...]]:
        """Count and apply."""
        self.calls["apply"] += 1
        return super().apply(state, action)

    def check(self, state: Any, action: Action, moves: Sequence[Move]) -> tuple[Breach, ...]:
        """Count and check."""
        self.calls["check"] += 1
        return super().check(state, action, moves)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> CountingSplendor:
    """The engine that timelines are folded with."""
    engine = CountingSplendor()
    monkeypatch.setattr(timelines, "load_bound", lambda _game, _setup: engine)
    return engine


def test_opening_applies_each_action_once_and_checks_none(
    session: Session, counting: CountingSplendor
) -> None:
    session.record(deal_actions(session, 1, 20))
    counting.calls.clear()
    timeline = Timeline(session.timeline.events)
    n = sum(1 for _frame in timeline.actions())
    assert n > 20
    assert counting.calls == {"apply": n}


def test_breaches_are_found_when_asked_for_and_kept(
    session: Session, counting: CountingSplendor
) -> None:
    timeline = Timeline(session.timeline.events)
    n = sum(1 for _frame in timeline.actions())
    for _again in range(2):
        assert not any(frame.breaches or frame.waived for frame in some(timeline.frames))
        assert counting.calls["check"] == n


def test_typed_action_is_applied_at_most_twice_and_checked_once(
    session: Session, counting: CountingSplendor
) -> None:
    desk = table.open_desk(Session(session.ledger, session.info, "tess"))
    counting.calls.clear()
    table.type_accepted(desk, "wug")
    assert not desk.session.timeline.frames[-1].breaches
    assert counting.calls["apply"] <= 2
    assert counting.calls["check"] == 1

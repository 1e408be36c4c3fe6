"""A table of Machi Koro for tests: laid out, typed at, asked what was wrong."""

from __future__ import annotations

from typing import Any

import pytest

from engines.machi_koro import engine
from engines.machi_koro.catalog import LANDMARKS
from engines.machi_koro.state import (
    State,
)
from engines.protocol import (
    Breach,
    NotationError,
)
from tests.engines.cases_machi_koro import lay_out

NAMES = ("Ana", "Bo", "Cy", "Dee")
STATION, MALL, PARK, TOWER = LANDMARKS


def typed(state: State, *texts: str) -> State:
    """Return the table after some texts, none of which breaks a rule."""
    for text in texts:
        for action in engine.parse(text, state, NAMES):
            assert engine.check(state, action) == (), (text, engine.check(state, action))
            state, _ = engine.apply(state, action)
    return state


def written(text: str, state: State) -> list[str]:
    """Return in full what a short text means."""
    return [engine.write(action) for action in engine.parse(text, state, NAMES)]


def refusal(text: str, state: State) -> NotationError:
    """Return why a text is no action."""
    with pytest.raises(NotationError) as caught:
        engine.parse(text, state, NAMES)
    return caught.value


def breaches(state: State, text: str) -> list[Breach]:
    """Return what the actions of a text break."""
    found: list[Breach] = []
    for action in engine.parse(text, state, NAMES):
        found.extend(engine.check(state, action))
        state, _ = engine.apply(state, action)
    return found


def broken(state: State, text: str) -> set[str]:
    """Return the rules that a text breaks."""
    return {breach.rule for breach in breaches(state, text)}


def town(*cards: dict[str, int], **how: Any) -> State:
    """Return a table of seats with these cards and nine coins each."""
    return lay_out(cards, how.pop("coins", [9] * len(cards)), **how)

"""Somebody who types at a table that is laid out: what comes of it, what it breaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import pytest

from engines.protocol import Engine, find_breaches
from engines.values import Breach, NotationError

S = TypeVar("S")
"""The table of a game."""

NAMES = ("Ana", "Bo", "Cy", "Dee")


class Typist(Generic[S]):
    """Types texts of a game, as a table of these people would."""

    def __init__(self, engine: Engine[Any], names: Sequence[str] = NAMES) -> None:
        self.engine = engine
        self.names = names

    def typed(self, state: S, *texts: str) -> S:
        """Return the table after some texts, none of which breaks a rule."""
        for text in texts:
            for action in self.engine.parse(text, state, self.names):
                found = find_breaches(self.engine, state, action)
                assert found == (), (text, found)
                state, _ = self.engine.apply(state, action)
        return state

    def after(self, state: S, *texts: str) -> S:
        """Return the table after some texts, whatever they break."""
        for text in texts:
            for action in self.engine.parse(text, state, self.names):
                state, _ = self.engine.apply(state, action)
        return state

    def written(self, text: str, state: S) -> list[str]:
        """Return in full what a short text means."""
        return [self.engine.write(action) for action in self.engine.parse(text, state, self.names)]

    def refusal(self, text: str, state: S) -> NotationError:
        """Return why a text is no action."""
        with pytest.raises(NotationError) as caught:
            self.engine.parse(text, state, self.names)
        return caught.value

    def breaches(self, state: S, text: str) -> list[Breach]:
        """Return what the actions of a text break."""
        found: list[Breach] = []
        for action in self.engine.parse(text, state, self.names):
            found.extend(find_breaches(self.engine, state, action))
            state, _ = self.engine.apply(state, action)
        return found

    def broken(self, state: S, text: str) -> set[str]:
        """Return the rules that a text breaks."""
        return {breach.rule for breach in self.breaches(state, text)}

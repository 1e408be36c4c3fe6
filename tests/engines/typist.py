"""Actions and typed texts at a table that is laid out: what they lead to, what they break."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import pytest

from engines.protocol import Engine, State, find_breaches
from engines.values import Action, Breach, NotationError

S = TypeVar("S", bound=State)
"""The state of a game."""

NAMES = ("Ana", "Bo", "Cy", "Dee")


def play_all(engine: Engine[Any], state: S, *actions: Action) -> tuple[S, set[str]]:
    """Return the state after some actions, and every rule that they broke.

    Fail where a piece appears or disappears.
    """
    cited: set[str] = set()
    for action in actions:
        engine.admit(state, action)
        cited |= {breach.rule for breach in find_breaches(engine, state, action)}
        before = state.book.totals()
        state, _ = engine.apply(state, action)
        assert state.book.totals() == before, "pieces were lost"
    return state, cited


class Typist(Generic[S]):
    """Types texts of a game, at a table of people with these names."""

    def __init__(self, engine: Engine[Any], names: Sequence[str] = NAMES) -> None:
        self.engine = engine
        self.names = names

    def type_legal(self, state: S, *texts: str) -> S:
        """Return the state after some texts. Fail where one of them breaks a rule."""
        for text in texts:
            for action in self.engine.parse(text, state, self.names):
                found = find_breaches(self.engine, state, action)
                assert found == (), (text, found)
                state, _ = self.engine.apply(state, action)
        return state

    def type_texts(self, state: S, *texts: str) -> S:
        """Return the state after some texts, whatever they break."""
        for text in texts:
            for action in self.engine.parse(text, state, self.names):
                state, _ = self.engine.apply(state, action)
        return state

    def write_in_full(self, text: str, state: S) -> list[str]:
        """Return the full notation of the actions that a text means."""
        return [self.engine.write(action) for action in self.engine.parse(text, state, self.names)]

    def find_refusal(self, text: str, state: S) -> NotationError:
        """Return the error with which a text is refused."""
        with pytest.raises(NotationError) as caught:
            self.engine.parse(text, state, self.names)
        return caught.value

    def list_breaches(self, state: S, text: str) -> list[Breach]:
        """Return the breaches of the actions that a text means."""
        found: list[Breach] = []
        for action in self.engine.parse(text, state, self.names):
            found.extend(find_breaches(self.engine, state, action))
            state, _ = self.engine.apply(state, action)
        return found

    def find_broken(self, state: S, text: str) -> set[str]:
        """Return the rules that a text breaks."""
        return {breach.rule for breach in self.list_breaches(state, text)}

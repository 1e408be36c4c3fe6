"""What people type at 7 Wonders Duel: everything that reads and writes text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.seven_wonders_duel import guesses, intents, notation, phrases, reading, writing
from engines.seven_wonders_duel.state import State
from engines.text import TextReader
from engines.values import Action, Message


class Reader(TextReader):
    """Reads and writes text; see `engines.text.TextReader`."""

    notation = notation
    writing = writing
    resolvers = intents.RESOLVERS
    spoken_words = frozenset(reading.VERBS)

    def rephrase(self, text: str, state: State, names: Sequence[str]) -> Iterator[str]:
        """Yield what a phrase may be in the notation."""
        yield from phrases.rephrase(text, state)

    def list_guesses(
        self, state: State, text: str, actions: Sequence[Action], names: Sequence[str]
    ) -> Iterator[Message]:
        """Yield where cards were taken from, or turned up, without the text saying so (D11)."""
        yield from super().list_guesses(state, text, actions, names)
        yield from guesses.list_guesses(state, text, actions)

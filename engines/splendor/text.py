"""What people type at Splendor: everything that reads and writes text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.names import Names
from engines.splendor import guesses, intents, notation, phrases, reveals, writing
from engines.splendor.names import SHORT, list_names
from engines.splendor.state import State
from engines.text import TextReader
from engines.values import Action, Message


class Reader(TextReader):
    """Reads and writes text; see `engines.text.TextReader`."""

    notation = notation
    writing = writing
    resolvers = intents.RESOLVERS
    spoken_words = frozenset(reveals.VERBS)

    def add_names(self, known: Names) -> Names:
        """Return every id with its names, the letters on the board included."""
        return list_names((*known, *SHORT))

    def is_list(self, state: State, parts: Sequence[str], names: Sequence[str]) -> bool:
        """Return whether parts of a line are entries of one list: tokens."""
        return notation.is_list(state, parts)

    def rephrase(self, text: str, state: State, names: Sequence[str]) -> Iterator[str]:
        """Yield what a phrase may be in the notation."""
        yield from phrases.rephrase(text, state)

    def list_guesses(
        self, state: State, text: str, actions: Sequence[Action], names: Sequence[str]
    ) -> Iterator[Message]:
        """Yield where a card was taken from without the text saying so (S6, S7)."""
        yield from super().list_guesses(state, text, actions, names)
        yield from guesses.list_guesses(state, text, actions)

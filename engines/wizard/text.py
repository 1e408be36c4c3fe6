"""What people type at Wizard: everything that reads and writes text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.text import TextReader
from engines.values import Action, Message
from engines.wizard import intents, notation, reading, sentences, vocabulary, writing
from engines.wizard.state import State


class Reader(TextReader):
    """Reads and writes text; see `engines.text.TextReader`."""

    notation = notation
    writing = writing
    resolvers = intents.RESOLVERS
    spoken_words = frozenset(reading.VERBS) | vocabulary.SPOKEN

    def is_list(self, state: State, parts: Sequence[str], names: Sequence[str]) -> bool:
        """Return whether parts of a line are entries of one list: numbers of a pad, a hand."""
        return notation.is_list(state, parts) or sentences.is_sheet(parts, state, names)

    def list_guesses(
        self, state: State, text: str, actions: Sequence[Action], names: Sequence[str]
    ) -> Iterator[Message]:
        """Yield that a text repeats what follows from the cards, where it has no actions."""
        yield from super().list_guesses(state, text, actions, names)
        if not actions:
            yield sentences.describe_settled(state)

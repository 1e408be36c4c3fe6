"""What people type at Machi Koro: everything that reads and writes text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.machi_koro import intents, notation, phrases, reading, writing
from engines.machi_koro.state import State
from engines.text import TextReader


class Reader(TextReader):
    """Reads and writes text; see `engines.text.TextReader`."""

    notation = notation
    writing = writing
    resolvers = intents.RESOLVERS
    spoken_words = frozenset(reading.VERBS)

    def is_list(self, state: State, parts: Sequence[str], names: Sequence[str]) -> bool:
        """Return whether parts of a line are entries of one list: a count."""
        return notation.is_list(parts)

    def rephrase(self, text: str, state: State, names: Sequence[str]) -> Iterator[str]:
        """Yield what a phrase may be in the notation."""
        yield from phrases.rephrase(text, state, names)

"""What people type at Challengers!: everything that reads and writes text."""

from __future__ import annotations

from collections.abc import Sequence

from engines.challengers import intents, notation
from engines.challengers.notation import clauses, writing
from engines.challengers.state import State
from engines.text import TextReader


class Reader(TextReader):
    """Reads and writes text; see `engines.text.TextReader`."""

    notation = notation
    writing = writing
    resolvers = intents.RESOLVERS
    spoken_words = frozenset(notation.VERBS).union(clauses.KINDS, clauses.FILLERS)

    def is_list(self, state: State, parts: Sequence[str], names: Sequence[str]) -> bool:
        """Return whether parts of a line are entries of one list: cards."""
        return notation.is_list(state, parts, names)

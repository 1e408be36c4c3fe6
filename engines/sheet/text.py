"""What people type on any sheet: everything that reads and writes text."""

from __future__ import annotations

from engines.sheet import notation, vocabulary, writing
from engines.text import TextReader


class Reader(TextReader):
    """Reads and writes text; see `engines.text.TextReader`."""

    notation = notation
    writing = writing
    spoken_words = frozenset(vocabulary.VERBS)

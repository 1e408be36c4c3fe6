"""The size of a terminal, and how many of its lines a text takes."""

from __future__ import annotations

from shutil import get_terminal_size
from typing import NamedTuple

from replay.base.terminal_text import count_columns, wrap_text


class Screen(NamedTuple):
    """The columns and the lines of a terminal."""

    width: int
    height: int


def measure_screen() -> Screen:
    """Return the size of the terminal at which somebody sits."""
    size = get_terminal_size()
    return Screen(size.columns, size.lines)


def count_rows(text: str, width: int) -> int:
    """Return how many lines of a terminal one line of text takes, never too few.

    >>> count_rows("Ana", 80), count_rows("one two three", 9), count_rows("", 80)
    (1, 2, 1)
    """
    indent = len(text) - len(text.lstrip())
    by_words = len(wrap_text(text, max(width - indent, 1)))
    return max(by_words, -(-count_columns(text) // max(width, 1)), 1)

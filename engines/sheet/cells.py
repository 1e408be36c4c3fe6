"""What is typed into a cell: a number, or a sum of products as on paper, kept in its parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from engines.values import NotationError

LONGEST: Final = 60
"""The most characters of a cell."""

MOST: Final = 1_000_000_000
"""The largest number of a cell, on either side of nought."""

TOKEN: Final = re.compile(r"\d{1,10}|[-+x()]", re.ASCII)
TIMES: Final = str.maketrans({"×": "x", "*": "x", "X": "x", "−": "-", "–": "-"})
SUM: Final = re.compile(r"[-+(]*\d[-+x()\d]*\Z", re.ASCII)
"""What a text may consist of that is a number or a sum."""

DEEPEST: Final = 8
"""How deep brackets may be nested."""


class Sum(NamedTuple):
    """A number, with the parts that add up to it; () where it was typed as it is."""

    n: int
    parts: tuple[str, ...] = ()


def is_sum(text: str) -> bool:
    """Return whether a text may be a number or a sum: ``12``, ``-5``, ``12+8-3``, ``6x3+4x2``.

    >>> [is_sum(text) for text in ("12", "-5", "12+8-3", "(27-20)x2+20", "a", "-", "2/1")]
    [True, True, True, True, False, False, False]
    """
    return SUM.match(text.translate(TIMES)) is not None


def parse_sum(text: str) -> Sum:
    """Return the number that a text is, with its parts. Raise NotationError for what is none.

    >>> parse_sum("12+8-3"), parse_sum("-5"), parse_sum("(27-20)x2+20")
    (Sum(n=17, parts=('12', '8', '-3')), Sum(n=-5, parts=()), Sum(n=34, parts=('(27-20)x2', '20')))
    """
    plain = text.translate(TIMES)
    tokens = TOKEN.findall(plain)
    if len(plain) > LONGEST or "".join(tokens) != plain:
        raise NotationError("cell-form", word=text, given=text)
    reader = Reader(tokens, text)
    values = reader.read_terms()
    if reader.at < len(tokens) or not values:
        raise NotationError("cell-form", word=text, given=text)
    n = sum(value for value, _part in values)
    if abs(n) > MOST:
        raise NotationError("cell-large", word=text, given=text, most=MOST)
    parts = tuple(part for _value, part in values)
    plain_number = len(parts) == 1 and not re.search(r"[x()]", parts[0])
    return Sum(n) if plain_number else Sum(n, parts)


class Reader:
    """Reads a sum from left to right; `at` is the next token."""

    def __init__(self, tokens: Sequence[str], text: str) -> None:
        self.tokens = tokens
        self.text = text
        self.at = 0
        self.depth = 0

    def peek(self) -> str:
        """Return the next token, "" at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def read_terms(self) -> list[tuple[int, str]]:
        """Return the terms of a sum, each with how it was typed."""
        found = []
        while True:
            start = self.at
            value = self.read_term()
            part = "".join(self.tokens[start : self.at]).removeprefix("+")
            found.append((value, part))
            if self.peek() not in ("+", "-"):
                return found

    def read_term(self) -> int:
        """Return the value of a product with its sign."""
        sign = 1
        while self.peek() in ("+", "-"):
            sign = -sign if self.peek() == "-" else sign
            self.at += 1
        value = self.read_factor()
        while self.peek() == "x":
            self.at += 1
            value *= self.read_factor()
        if abs(value) > MOST:
            raise NotationError("cell-large", word=self.text, given=self.text, most=MOST)
        return sign * value

    def read_factor(self) -> int:
        """Return the value of a number or of a sum in brackets. Raise NotationError."""
        word = self.peek()
        self.at += 1
        if word.isdecimal():
            return int(word)
        self.depth += 1
        if word == "(" and self.depth <= DEEPEST:
            value = sum(each for each, _part in self.read_terms())
            if self.peek() == ")":
                self.at += 1
                self.depth -= 1
                return value
        raise NotationError("cell-form", word=self.text, given=self.text)


def write_sum(n: int | None, parts: Sequence[str] = ()) -> str:
    """Return how a cell is typed: its parts where it has some, ``-`` where it was not told.

    >>> write_sum(17, ("12", "8", "-3")), write_sum(-5), write_sum(None)
    ('12+8-3', '-5', '-')
    """
    if n is None:
        return "-"
    if not parts:
        return str(n)
    return "".join(part if part[:1] == "-" or not i else f"+{part}" for i, part in enumerate(parts))


def fits_parts(n: int | None, parts: Sequence[str]) -> bool:
    """Return whether parts add up to a number, as a stored cell says."""
    if not parts:
        return True
    try:
        found = parse_sum(write_sum(n, parts)) if n is not None else None
    except NotationError:
        return False
    return found is not None and found == (n, tuple(parts))

"""JSON that somebody has written by hand, read with the place of everything in it."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

from engines.values import Path

SPACE: Final = re.compile(r"[ \t\n\r]*")
SCALAR: Final = re.compile(r"true|false|null|-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?")
LETTERS: Final = re.compile(r'(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*')
"""What may stand between the quotes of a text."""

DEEPEST: Final = 50
"""How deep lists and objects may lie in each other."""


class Malformed(ValueError):
    """A text that is no JSON from `offset` on; `twice` is a field that an object has twice."""

    def __init__(self, offset: int, twice: str = "") -> None:
        super().__init__(f"no JSON at {offset}")
        self.offset = offset
        self.twice = twice


class Located(NamedTuple):
    """Parsed JSON, and where in its text everything begins: a field at its name."""

    content: Any
    offsets: dict[Path, int]

    def offset(self, path: Path) -> int:
        """Return where a path is in the text, or what is nearest around it."""
        while path not in self.offsets:
            path = path[:-1]
        return self.offsets[path]


def read_located(text: str) -> Located:
    """Return what a JSON text holds. Raise Malformed."""
    reader = Reader(text)
    content = reader.value((), 0)
    end = reader.skip()
    if end != len(text):
        raise Malformed(end)
    return Located(content, reader.offsets)


def line_of(text: str, offset: int) -> tuple[int, int]:
    r"""Return the line and the column of an offset, both counted from 1.

    >>> line_of("{\n  x", 4)
    (2, 3)
    """
    before = text[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")


class Reader:
    """Reads a text from its beginning on; `at` is how far."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.offsets: dict[Path, int] = {}

    def skip(self) -> int:
        """Go to what comes after spaces; return where that is."""
        found = SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at

    def next_is(self, sign: str) -> bool:
        """Return whether a sign comes next, and go past it."""
        if not self.text.startswith(sign, self.skip()):
            return False
        self.at += 1
        return True

    def must(self, sign: str) -> None:
        """Go past a sign. Raise Malformed when another one is there."""
        if not self.next_is(sign):
            raise Malformed(self.at)

    def value(self, path: Path, deep: int) -> Any:
        """Return the value that begins here."""
        self.offsets.setdefault(path, self.skip())
        if deep > DEEPEST:
            raise Malformed(self.at)
        if self.next_is("{"):
            return self.fields(path, deep)
        if self.next_is("["):
            return self.items(path, deep)
        if self.next_is('"'):
            return self.string()
        return self.scalar()

    def fields(self, path: Path, deep: int) -> dict[str, Any]:
        """Return the object whose brace has been read."""
        found: dict[str, Any] = {}
        while found or not self.next_is("}"):
            start = self.skip()
            self.must('"')
            name = self.string()
            if name in found:
                raise Malformed(start, name)
            self.offsets[(*path, name)] = start
            self.must(":")
            found[name] = self.value((*path, name), deep + 1)
            if self.next_is("}"):
                break
            self.must(",")
        return found

    def items(self, path: Path, deep: int) -> list[Any]:
        """Return the list whose bracket has been read."""
        found: list[Any] = []
        while found or not self.next_is("]"):
            found.append(self.value((*path, len(found)), deep + 1))
            if self.next_is("]"):
                break
            self.must(",")
        return found

    def string(self) -> str:
        """Return the text whose first quote has been read."""
        start = self.at
        found = LETTERS.match(self.text, start)
        end = found.end() if found else start
        if end == len(self.text):
            raise Malformed(start - 1)
        if self.text[end] != '"':
            raise Malformed(end)
        self.at = end + 1
        text: str = json.loads(self.text[start - 1 : self.at])
        if any("\ud800" <= letter <= "\udfff" for letter in text):  # half of a surrogate pair
            raise Malformed(start)
        return text

    def scalar(self) -> Any:
        """Return a number, true, false or null."""
        found = SCALAR.match(self.text, self.at)
        if found is None:
            raise Malformed(self.at)
        self.at = found.end()
        word = found[0]
        if word in CONSTANTS:
            return CONSTANTS[word]
        try:
            return float(word) if found[1] or found[2] else int(word)
        except ValueError:  # more digits than Python reads
            raise Malformed(found.start()) from None


CONSTANTS: Final = {"true": True, "false": False, "null": None}

"""JSON that people write by hand, parsed with the place of every value in its text."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

from engines.values import Path

SPACE: Final = re.compile(r"[ \t\n\r]*")
SCALAR: Final = re.compile(r"true|false|null|-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?")
LETTERS: Final = re.compile(r'(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*')
"""What may stand between the quotes of a string."""

CONSTANTS: Final = {"true": True, "false": False, "null": None}

DEEPEST: Final = 50
"""How deep lists and objects may be nested."""


class MalformedJson(ValueError):
    """A text that is no JSON from `offset` on; `duplicate` is a field that an object repeats."""

    def __init__(self, offset: int, duplicate: str = "") -> None:
        super().__init__(f"no JSON at {offset}")
        self.offset = offset
        self.duplicate = duplicate


class LocatedJson(NamedTuple):
    """Parsed JSON with the offset of every value by its path; a field has that of its name."""

    content: Any
    offsets: dict[Path, int]

    def find_offset(self, path: Path) -> int:
        """Return the offset of a path, or of the nearest value around it."""
        while path not in self.offsets:
            path = path[:-1]
        return self.offsets[path]


def parse_located(text: str) -> LocatedJson:
    """Return the value of a JSON text with its offsets. Raise MalformedJson."""
    reader = Reader(text)
    content = reader.read_value((), 0)
    end = reader.skip_space()
    if end != len(text):
        raise MalformedJson(end)
    return LocatedJson(content, reader.offsets)


def find_line_and_column(text: str, offset: int) -> tuple[int, int]:
    r"""Return the line and the column of an offset, both counted from 1.

    >>> find_line_and_column("{\n  x", 4)
    (2, 3)
    """
    before = text[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")


class Reader:
    """Parses a text from its beginning; `at` is the offset of the next character."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.offsets: dict[Path, int] = {}

    def skip_space(self) -> int:
        """Move past white space; return the new offset."""
        found = SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at

    def accept(self, sign: str) -> bool:
        """Move past `sign` if it comes next; return whether it did."""
        if not self.text.startswith(sign, self.skip_space()):
            return False
        self.at += 1
        return True

    def expect(self, sign: str) -> None:
        """Move past `sign`. Raise MalformedJson if something else comes next."""
        if not self.accept(sign):
            raise MalformedJson(self.at)

    def read_value(self, path: Path, depth: int) -> Any:
        """Return the value that comes next."""
        self.offsets.setdefault(path, self.skip_space())
        if depth > DEEPEST:
            raise MalformedJson(self.at)
        if self.accept("{"):
            return self.read_object(path, depth)
        if self.accept("["):
            return self.read_list(path, depth)
        if self.accept('"'):
            return self.read_string()
        return self.read_scalar()

    def read_object(self, path: Path, depth: int) -> dict[str, Any]:
        """Return the object whose opening brace was read."""
        found: dict[str, Any] = {}
        while found or not self.accept("}"):
            start = self.skip_space()
            self.expect('"')
            name = self.read_string()
            if name in found:
                raise MalformedJson(start, name)
            self.offsets[(*path, name)] = start
            self.expect(":")
            found[name] = self.read_value((*path, name), depth + 1)
            if self.accept("}"):
                break
            self.expect(",")
        return found

    def read_list(self, path: Path, depth: int) -> list[Any]:
        """Return the list whose opening bracket was read."""
        found: list[Any] = []
        while found or not self.accept("]"):
            found.append(self.read_value((*path, len(found)), depth + 1))
            if self.accept("]"):
                break
            self.expect(",")
        return found

    def read_string(self) -> str:
        """Return the string whose opening quote was read."""
        start = self.at
        found = LETTERS.match(self.text, start)
        end = found.end() if found else start
        if end == len(self.text):
            raise MalformedJson(start - 1)
        if self.text[end] != '"':
            raise MalformedJson(end)
        self.at = end + 1
        text: str = json.loads(self.text[start - 1 : self.at])
        if any("\ud800" <= letter <= "\udfff" for letter in text):  # half of a surrogate pair
            raise MalformedJson(start)
        return text

    def read_scalar(self) -> Any:
        """Return the number, true, false or null that comes next."""
        found = SCALAR.match(self.text, self.at)
        if found is None:
            raise MalformedJson(self.at)
        self.at = found.end()
        word = found[0]
        if word in CONSTANTS:
            return CONSTANTS[word]
        try:
            return float(word) if found[1] or found[2] else int(word)
        except ValueError:  # more digits than Python reads
            raise MalformedJson(found.start()) from None

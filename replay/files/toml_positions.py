"""The lines of a TOML file in which its values stand, found by ids and names of fields."""

from __future__ import annotations

import re
from typing import Any

from engines.values import Path


def find_line(text: str, content: Any, path: Path) -> int:
    r"""Return the line of a value, from 1; that of what is around it where it cannot be told.

    `content` is the parsed text. Tables with an ``id`` are found by it.

    >>> text = 'rows = [\n  {id = "a", times = 2},\n  {id = "b", times = 3},\n]'
    >>> content = {"rows": [{"id": "a", "times": 2}, {"id": "b", "times": 3}]}
    >>> find_line(text, content, ("rows", 1, "times")), find_line(text, content, ("rows",))
    (3, 1)
    """
    at, found = 0, content
    for step in path:
        if isinstance(step, int):
            at = _find_entry(text, found, step, at)
        else:
            at = _find_field(text, step, at)
        try:
            found = found[step]
        except (KeyError, IndexError, TypeError):
            break
    return text.count("\n", 0, at) + 1


def _find_entry(text: str, entries: Any, number: int, at: int) -> int:
    """Return where an entry of a list begins: the table with its id, else where the list does."""
    ids = [each.get("id") if isinstance(each, dict) else None for each in entries]
    wanted = ids[number] if number < len(ids) else None
    if not isinstance(wanted, str):
        return at
    pattern = re.compile(rf"""(?<![\w-])id\s*=\s*["']{re.escape(wanted)}["']""")
    nth = ids[:number].count(wanted)
    for n, match in enumerate(pattern.finditer(text, at)):
        if n == nth:
            return max(text.rfind("{", at, match.start()), text.rfind("[[", at, match.start()), at)
    return at


def _find_field(text: str, name: str, at: int) -> int:
    """Return where a field stands behind a position: as a key, or as a table of that name."""
    word = rf"[\"']?{re.escape(name)}[\"']?"
    pattern = re.compile(rf"(?m)(?:(?<=[\s{{,.])|^){word}\s*[=.]|^\s*\[+(?:[\w.-]+\.)?{word}\s*\]")
    found = pattern.search(text, at)
    return found.start() + len(found[0]) - len(found[0].lstrip()) if found else at

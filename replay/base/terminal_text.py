"""Texts that others wrote, fit for a terminal: a name or a note commands nothing."""

from __future__ import annotations

import re
from unicodedata import east_asian_width

DIRECTIONS = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Characters that turn the direction of a text, so that it reads as another."""

CONTROLS = {
    code: None for code in (*range(32), *range(127, 160), *DIRECTIONS) if chr(code) not in "\n\t"
}
BREAKS = re.compile(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*")


def clean(text: str) -> str:
    """Return a text without the characters that would command a terminal.

    >>> clean(chr(27) + "[2J Ana")
    '[2J Ana'
    """
    return text.translate(CONTROLS)


def clean_line(text: str) -> str:
    """Return a text that others wrote in one line, with a mark where it had several.

    >>> clean_line("ok" + chr(10) + "   9  bid/won: 9/9")
    'ok ⏎ 9  bid/won: 9/9'
    """
    return clean(BREAKS.sub(" ⏎ ", text)).replace("\t", " ")


def escape_commands(text: str) -> str:
    r"""Return JSON in which no character commands a terminal: they are escaped as JSON has it.

    >>> print(escape_commands('"' + chr(0x9B) + '2J"'))
    "\u009b2J"
    """
    return "".join(f"\\u{ord(c):04x}" if ord(c) in CONTROLS else c for c in text)


def shorten_text(text: str, limit: int = 60) -> str:
    """Return what somebody typed as it is said again: not all of it when it is long.

    >>> shorten_text("x" * 100, limit=5)
    'xxxx…'
    """
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def count_columns(text: str) -> int:
    """Return the number of terminal columns that a text takes.

    >>> count_columns("Ana"), count_columns("아나")
    (3, 4)
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def wrap_text(text: str, width: int) -> list[str]:
    """Return a text in lines of at most `width` columns, broken between words.

    >>> wrap_text("one two 셋", 7)
    ['one two', '셋']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and count_columns(lines[-1]) + 1 + count_columns(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines

"""Texts that others wrote, fit for a terminal: a name or a note commands nothing."""

from __future__ import annotations

CONTROLS = {code: None for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}


def clean(text: str) -> str:
    """Return a text without the characters that would command a terminal.

    >>> clean(chr(27) + "[2J Ana")
    '[2J Ana'
    """
    return text.translate(CONTROLS)


def shorten_text(text: str, limit: int = 60) -> str:
    """Return what somebody typed as it is said again: not all of it when it is long.

    >>> shorten_text("x" * 100, limit=5)
    'xxxx…'
    """
    return text if len(text) <= limit else f"{text[: limit - 1]}…"

"""Short, typeable names for matches: one word each, so that a few letters are enough."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from uuid import UUID


@cache
def load_names() -> tuple[str, ...]:
    """Return the words that matches are named with."""
    text = (files("replay.record") / "match_names.txt").read_text(encoding="utf-8")
    return tuple(text.split())


def pick_name(match_id: str) -> str:
    """Return the word for a match id; its random part decides.

    >>> pick_name("01a22b84-fbfc-71ad-8322-9e0f0295bab6")
    'buckle'
    """
    return load_names()[UUID(match_id).int % len(load_names())]

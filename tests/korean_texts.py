"""Find English in what a Korean table reads: words that are no names, ids or notation."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from engines.registry import list_games, load_engine
from replay.desk.commands import COMMANDS
from tests.translations import all_commands

WORD = re.compile(r"(?<![\w./@=~:+*'-])[A-Za-z][A-Za-z'-]*[A-Za-z](?![\w.@=*/]|:\w)")
"""A word of Latin letters that stands alone: no part of an id, a place or a path."""

SEAL = re.compile(r"\b[0-9a-f]{4}(?:-[0-9a-f]{4})+\b")

TYPED = frozenset(
    re.findall(
        r"\S+",
        """
        foldtable all book carried check en ko exit-codes environment finished list now notation
        open show table topics trust upgrade where you result final save stands taken-back corrected
        replayed penalty price points
        """,
    )
)
"""Words that are typed as they are, whatever the language."""

NAMES = frozenset(
    re.findall(
        r"\S+",
        "ASCII Ctrl-C Ctrl-D Ed25519 Enter JSON Markdown SQL SQLite URL UTC UTF Tab HTML PDF id",
    )
)
"""Names that Korean writes in Latin letters."""


@cache
def list_ids() -> frozenset[str]:
    """Return every word that is typed: commands, kinds, ids, options and their values."""
    words = {*TYPED, *NAMES, *COMMANDS}
    words |= {alias for command in COMMANDS.values() for alias in command.aliases}
    words |= {command.name for command in all_commands() if command.name}
    for name in list_games():
        engine = load_engine(name)
        words |= {name, *engine.verbs, *engine.levels}
        for option in engine.options:
            words |= {option.name, *map(str, option.values)}
    return frozenset(words)


def find_english(text: str, allowed: Iterable[str] = ()) -> list[str]:
    """Return the English words of a text that Korean people read."""
    known = list_ids() | set(allowed)
    return [word for word in WORD.findall(SEAL.sub("", text)) if word not in known]

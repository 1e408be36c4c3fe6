"""The sentences that an engine names are in its word files."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engines
from engines.registry import list_games, load_engine

SPOKEN = {"Breach": 1, "Term": 0}
"""The calls that name a sentence, and the position of its key among the arguments."""


def list_spoken_keys(package: str) -> Iterator[str]:
    """Yield the keys that the calls in a package name as literals."""
    for path in Path(engines.__path__[0], *package.split(".")[1:]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            at = SPOKEN.get(node.func.id)
            if at is None:
                continue
            for argument in node.args[at : at + 1]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


@pytest.mark.parametrize("language", engines.LANGUAGES)
@pytest.mark.parametrize("game", list_games())
def test_every_breach_and_term_has_its_sentence(game: str, language: str) -> None:
    """A key that is renamed in the code alone would be shown to people as it is."""
    engine = load_engine(game)
    keys = {key for key in list_spoken_keys(engine.package) if key}
    assert keys
    assert keys - engine.words(language).text.keys() == set()

"""The sentences that an engine names are in its word files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import engines
from engines.registry import list_games, load_engine
from engines.words import read_words
from tests.some import some

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


HOLE = ".+"
BUILT = ("fact.", "kind.", "letter.", "outcome.", "row.")
"""Sentences whose keys come out of the data of pieces and outcomes."""


def read_part(part: ast.expr) -> str:
    """Return a part of a text that is put together, "" for a hole."""
    return str(part.value) if isinstance(part, ast.Constant) else ""


@cache
def list_named_keys(folder: Path, files: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """Return the texts in some files of code, and what the put-together ones look like."""
    texts, patterns = set(), set()
    for path in folder.glob(files):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            if isinstance(node, ast.JoinedStr):
                parts = [read_part(part) for part in node.values]
                if any(re.search(r"[a-z]{3}\.|\.[a-z]{3}", part) for part in parts):
                    patterns.add("".join(re.escape(part) or HOLE for part in parts))
    return frozenset(texts), tuple(map(re.compile, sorted(patterns)))


def is_named(key: str, package: str) -> bool:
    """Return whether the code for a game names a sentence, or the one it is the singular of.

    A variant (``ask.build.again``) may be named by its last parts (``.again``).
    """
    root = Path(engines.__path__[0])
    own = root.joinpath(*package.split(".")[1:])
    key = key.removesuffix(".one")
    names = {key, *(key[at:] for at, sign in enumerate(key) if sign == ".")}
    return key.startswith(BUILT) or any(
        names & texts or any(each.fullmatch(key) for each in patterns)
        for texts, patterns in (
            list_named_keys(own, "**/*.py"),
            list_named_keys(root, "*.py"),
            list_named_keys(root.parent / "replay", "**/*.py"),
        )
    )


@pytest.mark.parametrize("game", list_games())
def test_every_sentence_is_said_somewhere(game: str) -> None:
    """A key that is renamed in the word file alone, or mistyped in the code, leaves one over."""
    package = load_engine(game).package
    keys = read_words(package, "en")["text"]
    assert {key for key in some(keys) if not is_named(key, package)} == set()

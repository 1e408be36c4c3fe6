"""How a game is typed, for whoever asks."""

from __future__ import annotations

import inspect
from importlib import import_module
from importlib.resources import files

from engines.protocol import Engine


def notation_of(engine: Engine, lang: str) -> list[str]:
    """Return how a game is typed, line by line: the docstring of its module `notation`, or in
    another language the file ``notation.<lang>.txt`` beside it."""
    translated = files(engine.package) / f"notation.{lang}.txt"
    if translated.is_file():
        return translated.read_text(encoding="utf-8").splitlines()
    text = inspect.cleandoc(import_module(f"{engine.package}.notation").__doc__ or "")
    return [line.replace("``", "") for line in text.splitlines() if not line.startswith("==")]

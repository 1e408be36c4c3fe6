"""Help about the notation of a game."""

from __future__ import annotations

import inspect
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec

from engines.protocol import Engine, State
from replay.base.i18n import translate


def read_notation_help(engine: Engine[State], lang: str) -> list[str]:
    """Return the lines of the help about how a game is typed.

    It is the file ``notation.<lang>.txt`` of the game, else the docstring of its `notation`, else
    the short forms among its words. How seats are typed is said below.
    """
    about_seats = translate(
        "Where a, b, c stand for people, type the letter in front of their name, or as much of "
        "the name as is clear.",
        lang,
    )
    return [*_read_rows(engine, lang), "", about_seats]


def _read_rows(engine: Engine[State], lang: str) -> list[str]:
    """Return the lines that a game has about its notation."""
    translated = files(engine.package) / f"notation.{lang}.txt"
    if translated.is_file():
        return translated.read_text(encoding="utf-8").splitlines()
    if find_spec(f"{engine.package}.notation") is None:
        return engine.words(lang).say("help.short").split(" · ")
    text = inspect.cleandoc(import_module(f"{engine.package}.notation").__doc__ or "")
    return [line.replace("``", "") for line in text.splitlines() if not line.startswith("==")]

"""The levels and options of a game in words: what each is, its values, how it is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engines.protocol import Engine, State
from engines.values import Option
from engines.words import Words
from replay.base.i18n import _
from replay.base.terminal_text import count_columns

MOST: Final = 6
"""How many values of an option are listed; of more, the first ones and their number."""

DEFAULT_LEVEL: Final = "full"
"""The level of a match that names none."""


def write_value(value: Any) -> str:
    """Return a value of an option as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def write_values(option: Option) -> str:
    """Return the values of an option: ``free|not_equal``, ``0–19``, ``…`` for any.

    The value that holds without the option comes first, except in a range of numbers.
    """
    values = [write_value(value) for value in option.values]
    if len(values) > MOST and all(value.isdecimal() for value in values):
        return f"{values[0]}–{values[-1]}"
    if len(values) > MOST:
        return f"{'|'.join(values[: MOST // 2])}|… ({len(values)})"
    return "|".join(values) or "…"


def describe_option(option: Option, words: Words) -> str:
    """Return what an option is: its values, its rule, what it decides."""
    return f"{option.name}={write_values(option)}  [{option.rule}] {describe(option, words)}"


def describe(option: Option, words: Words) -> str:
    """Return what an option decides."""
    return words.text.get(f"option.{option.name}", "")


def describe_values(option: Option, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the values of an option that have words of their own, and what each means."""
    for value in option.values:
        text = words.text.get(f"option.{option.name}.{value}")
        if text is not None and not isinstance(value, bool):
            default = _("(without the option)") if value == option.default else ""
            yield write_value(value), f"{text} {default}".strip()


def write_option(option: Option, words: Words) -> Iterator[str]:
    """Yield the lines about an option."""
    yield describe_option(option, words)
    yield from align_rows(list(describe_values(option, words)), "    ")


def write_levels(engine: Engine[State], words: Words) -> Iterator[str]:
    """Yield a line about every level of detail of a game."""
    rows = []
    for level in engine.levels:
        default = _("(without --level)") if level == DEFAULT_LEVEL else ""
        rows.append((level, f"{describe_level(level, words)} {default}".strip()))
    yield from align_rows(rows, "  ")


def describe_level(level: str, words: Words) -> str:
    """Return what is recorded at a level of detail."""
    return words.text.get(f"detail.{level}", "")


def align_rows(rows: list[tuple[str, str]], indent: str) -> Iterator[str]:
    """Yield names and texts as two columns."""
    widest = max((count_columns(name) for name, _text in rows), default=0)
    for name, text in rows:
        yield f"{indent}{name}{' ' * (widest - count_columns(name))}  {text}".rstrip()


def find_options(engine: Engine[State], rule: str) -> list[Option]:
    """Return the options of a game that a rule is about."""
    return [option for option in engine.options if option.rule == rule]

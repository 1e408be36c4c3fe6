"""Files of sheets in words: what they hold, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.registry import load_sheet_engine
from replay.base.i18n import _, language, ngettext
from replay.explain.card_set_problems import describe_problem
from replay.files.sheets import SheetFile

MOST: Final = 100
"""How many problems of a file are listed."""


def describe_sheet_file(file: SheetFile) -> Iterator[str]:
    """Yield every remark about a file with its line, then what the file holds."""
    package = load_sheet_engine().package
    note = _("note")
    for located in file.problems[:MOST]:
        mark = "" if located.problem.grave else f"{note}: "
        text = describe_problem(located.problem, package)
        yield f"{file.path}:{located.line}: {mark}{text}"
    beyond = len(file.problems) - MOST
    if beyond > 0:
        yield ngettext("{path}: … and {n} more", "{path}: … and {n} more", beyond).format(
            path=file.path, n=beyond
        )
    if file.sheet is None:
        yield f"{file.path}: {count_sheet_errors(file)}"
        return
    text = _("{file}: {name} ({game}), version {version}; it can be played by.")
    name = name_sheet(file)
    sheet = file.sheet
    yield text.format(file=file.path, name=name, game=sheet.game, version=sheet.version)


def name_sheet(file: SheetFile) -> str:
    """Return the name of a sheet in our language, "" for an unusable file."""
    return file.sheet.names[language()] if file.sheet is not None else ""


def count_sheet_errors(file: SheetFile) -> str:
    """Return how many errors a file has, in words."""
    n = sum(located.problem.grave for located in file.problems)
    return ngettext("{n} error", "{n} errors", n).format(n=n)

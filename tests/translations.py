"""``python -m tests.translations``: renew the catalogs of the interface's texts.

The texts are taken from the code, joined with the Korean catalog, and compiled. A text without a
translation stays empty in the .po file, and a test fails until it has one.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
import typer.main
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from engines.values import DecodeError
from ledger.errors import LedgerError
from replay.base.errors import UserError
from replay.cli.app import app
from replay.cli.exits import Stop
from replay.cli.help_screen import EXAMPLE, list_paragraphs, name_in_capitals
from replay.plays.play import Remark

ROOT = Path(__file__).parent.parent
REPLAY = ROOT / "replay"
KOREAN = REPLAY / "base" / "locale" / "ko" / "LC_MESSAGES" / "foldtable.po"
ERRORS_IN = (
    "replay.cli.failures",
    "replay.referee.evidence",
    "replay.files.sheets",
    "replay.files.signing",
    "replay.lab.dealer",
)
"""Modules with kinds of errors; with them all kinds are known."""
METHODS = [("**.py", "python"), ("**.j2", "jinja2")]


def texts() -> Catalog:
    """Return the texts in the code: those marked, and the messages and hints of ledger errors."""
    found = Catalog(project="foldtable", charset="utf-8", fuzzy=False)
    for module in ERRORS_IN:
        import_module(module)
    kinds = (*kinds_of(LedgerError), *kinds_of(UserError))
    errors = [kind.__name__ for kind in kinds if kind is not Stop]
    sources: list[tuple[str, dict[str, Any]]] = [
        ("replay", {**DEFAULT_KEYWORDS, "translate": (1,)}),
        ("replay", {Remark.__name__: (1,)}),
        ("engines", {DecodeError.__name__: (1,)}),
        ("replay", {DecodeError.__name__: (1,)}),
    ]
    for place in (1, 2):  # the message, the hint
        sources += [(room, dict.fromkeys(errors, (place,))) for room in ("ledger", "replay")]
        sources.append(("replay", {Stop.__name__: (place + 1,)}))
    for room, keywords in sources:
        for name, _, message, *_ in extract_from_dir(str(ROOT / room), METHODS, keywords=keywords):
            found.add(message, locations=[(f"{room}/{name}", 0)])
    for text in help_texts():
        found.add(text)
    return found


def help_texts() -> Iterator[str]:
    """Yield the texts of the help of every command, hidden ones as well."""
    for command in all_commands():
        yield from (text for text in list_paragraphs(command) if not text.startswith(EXAMPLE))
        for parameter in command.get_params(typer.Context(command)):
            takes_value = not getattr(parameter, "is_flag", False)
            if takes_value:
                yield name_in_capitals(parameter)
            if parameter.help:
                yield parameter.help
        if command.rich_help_panel:
            yield command.rich_help_panel


def all_commands() -> list[Any]:
    """Return every command of the command line, the one without a word first."""
    group: Any = typer.main.get_command(app)
    commands = [group]
    for command in commands:
        commands += getattr(command, "commands", {}).values()
    return commands


def kinds_of(error: type[Exception]) -> Iterator[type[Exception]]:
    """Yield an error and everything derived from it."""
    yield error
    for kind in error.__subclasses__():
        yield from kinds_of(kind)


def korean() -> Catalog:
    """Return the Korean catalog as it is kept."""
    if not KOREAN.exists():
        return Catalog(locale="ko", project="foldtable", charset="utf-8", fuzzy=False)
    with KOREAN.open("rb") as file:
        return read_po(file, locale="ko")


def compiled(catalog: Catalog) -> bytes:
    """Return a catalog as gettext reads it."""
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def untranslated(catalog: Catalog) -> Iterator[str]:
    """Yield the texts that have no translation in a catalog, or one that is not used (fuzzy)."""
    for message in catalog:
        if not message.id:
            continue
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        if not all(strings) or message.fuzzy:
            yield str(message.id)


def main() -> int:
    """Renew the .po and the .mo file; return 1 when translations are missing."""
    catalog = korean()
    catalog.update(texts(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    KOREAN.parent.mkdir(parents=True, exist_ok=True)
    with KOREAN.open("wb") as file:
        write_po(file, catalog, width=100, omit_header=False, sort_output=True, no_location=True)
    KOREAN.with_suffix(".mo").write_bytes(compiled(catalog))
    missing = list(untranslated(catalog))
    for text in missing:
        print(f"no translation: {text}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

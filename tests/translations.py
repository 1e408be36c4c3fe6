"""``python -m tests.translations``: renew the catalogs of the interface's texts.

The texts are taken from the code, joined with the Korean catalog, and compiled. A text without a
translation stays empty in the .po file, and a test fails until it has one.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

REPLAY = Path(__file__).parent.parent / "replay"
KOREAN = REPLAY / "locale" / "ko" / "LC_MESSAGES" / "foldtable.po"
METHODS = [("**.py", "python"), ("**.j2", "jinja2")]


def texts() -> Catalog:
    """Return every text of the interface, as the code has it."""
    found = Catalog(project="foldtable", charset="utf-8", fuzzy=False)
    for name, _line, message, _comments, _context in extract_from_dir(str(REPLAY), METHODS):
        found.add(message, locations=[(f"replay/{name}", 0)])
    return found


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
    """Yield the texts that have no translation, and those that lost a field in it."""
    for message in catalog:
        if not message.id:
            continue
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        if not all(strings):
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

"""The interface speaks Korean wherever it speaks English."""

from __future__ import annotations

import ast
import string
from pathlib import Path

from tests import translations
from tests.some import some


def test_every_text_is_translated() -> None:
    """A new text needs its translation; `python -m tests.translations` renews the catalogs."""
    catalog = translations.korean()
    assert len(catalog) > 100
    in_code = {str(message.id) for message in translations.texts() if message.id}
    assert in_code == {str(message.id) for message in catalog if message.id}
    assert list(translations.untranslated(catalog)) == []


def test_translations_keep_their_fields() -> None:
    """A field of the English text stands in the Korean one as well."""
    messages = [message for message in translations.korean() if message.id]
    assert messages
    for message in messages:
        assert find_fields(last_form(message.id)) == find_fields(last_form(message.string)), (
            message.id
        )


def last_form(texts: object) -> str:
    """Return a text; of several plural forms the last one."""
    return str(texts[-1]) if isinstance(texts, (tuple, list)) else str(texts)


def find_fields(text: str) -> set[str]:
    """Return the names of a text's fields."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_the_compiled_catalog_is_current() -> None:
    """What gettext reads is what the .po file says."""
    current = translations.KOREAN.with_suffix(".mo").read_bytes()
    assert current == translations.compiled(translations.korean())


def test_no_text_hides_in_an_f_string() -> None:
    """Extraction does not see a text marked inside an f-string."""
    f_strings = [
        (path, node)
        for path in Path(translations.REPLAY).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.JoinedStr)
    ]
    for path, f_string in some(f_strings):
        hidden = [
            node
            for node in ast.walk(f_string)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("_", "ngettext")
        ]
        assert hidden == [], f"{path}: line {f_string.lineno}"

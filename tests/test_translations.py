"""The interface speaks Korean wherever it speaks English."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engines import words
from engines.registry import list_games, load_engine
from tests import translations
from tests.korean_texts import FIELD, find_english, list_pieces
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


def list_korean_texts() -> Iterator[str]:
    """Yield every Korean text of the interface and of the games' words."""
    for message in translations.korean():
        if message.id:
            yield last_form(message.string)
    for name in list_games():
        yield from load_engine(name).words("ko").text.values()


BEHIND = re.compile(r"\}[’”]?([가-힣]*\([가-힣]\)[가-힣]*)")
"""Anything behind a field that may be a particle in two forms."""

FIXED = re.compile(r"\{\w+\}[’”]?(?:은|는|이|가|을|를|과|와|으로)(?=[ .,:?!)]|\Z)")
"""A field with a particle in one form behind it."""


def test_G10_every_particle_takes_the_form_that_its_word_asks_for() -> None:
    """None stays in two forms, and none is the same behind every word."""
    texts = list(list_korean_texts())
    assert len(texts) > 1000
    behind = {found for text in texts for found in BEHIND.findall(text)}
    assert [each for each in some(behind) if not any(form in each for form in words.FORMS)] == []
    for text in some(texts):
        seats = re.sub(r"‘[^’]*’|\d\}", "", text)
        assert FIXED.search(seats) is None, text


def test_G10_korean_texts_quote_in_one_way() -> None:
    for text in some(list_korean_texts()):
        assert not set(text) & set("“”"), text


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


SENTENCE = re.compile(r"[A-Za-z]{2,}[,.:;]* +[A-Za-z]{2,}")
"""Words in a row, as only texts for people have them."""

SQL = re.compile(r"\s*(?:[A-Z]{2,}\b|[),])|.*\b(?:ORDER BY|FROM|VALUES|WHERE|CAST)\b", re.DOTALL)
"""The beginning of a statement of SQL, or a part of one."""


def list_strings(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield the texts in a module that may be printed: without docstrings, what a text is compared
    with, patterns, and what only programmers read (`super().__init__`, NotImplementedError)."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                skipped.add(id(node.value))
            case ast.Compare() | ast.Call(func=ast.Attribute(value=ast.Name(id="re"))):
                skipped |= {id(each) for each in ast.walk(node)}
            case (
                ast.Call(func=ast.Name(id="NotImplementedError"))
                | ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super"))))
            ):
                skipped |= {id(each) for each in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in skipped:
                yield node


@pytest.mark.parametrize("room", ["engines", "ledger", "replay"])
def test_G10_every_sentence_in_the_code_is_a_text(room: str) -> None:
    """Words in a row that no catalog has are notation, commands, SQL or markup.

    Engines and the ledger speak to people by their words and by what they raise only.
    """
    texts = list_texts()
    found = 0
    for path in sorted((translations.ROOT / room).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        raised = [node for node in ast.walk(tree) if isinstance(node, ast.Raise)]
        tops: list[ast.AST] = [tree] if room == "replay" else [*raised]
        for node in (each for top in tops for each in list_strings(top)):
            text = str(node.value)
            found += text in texts
            if text in texts or not SENTENCE.search(text) or text.startswith("<"):
                continue
            if not SQL.match(text):
                assert find_english(text) == [], f"{path}: line {node.lineno}"
    assert found


@cache
def list_texts() -> frozenset[str]:
    """Return all forms of the texts in the code."""
    return frozenset(form for each in translations.texts() for form in list_forms(each.id))


def list_forms(texts: object) -> tuple[str, ...]:
    """Return all forms of a text."""
    return tuple(texts) if isinstance(texts, (tuple, list)) else (str(texts),)


def test_G10_a_sentence_that_is_no_text_is_found() -> None:
    """In an f-string, too, and in an error."""
    tree = ast.parse('raise ValueError(f"nothing comes near: {name}")')
    (text,) = [str(node.value) for node in list_strings(tree)]
    assert SENTENCE.search(text)
    assert find_english(text) == ["nothing", "comes", "near"]


def test_G10_no_english_is_left_in_a_translation() -> None:
    """Beside what is typed whatever the language, and names."""
    messages = [message for message in translations.korean() if message.id]
    assert messages
    for message in messages:
        for text in some(list_forms(message.string)):
            assert find_english(FIELD.sub("§", text)) == [], text


@pytest.mark.parametrize("game", list_games())
def test_G10_no_english_is_left_in_the_words_of_a_game(game: str) -> None:
    """In its sentences, and in the titles and texts of its rules."""
    engine = load_engine(game)
    said = list(engine.words("ko").text.values())
    said += [
        text
        for rule in engine.rulebook.rules.values()
        for text in (rule.title["ko"], rule.text["ko"])
    ]
    assert len(said) > 100
    for text in some(said):
        assert find_english(FIELD.sub("§", text), list_pieces(game)) == [], text


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

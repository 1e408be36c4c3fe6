"""Find English in what a Korean table reads: words that are no names, ids or notation.

Texts of the catalogs are checked as they lie there (`find_english`): what is typed whatever the
language may stand in them. What the program prints is checked with these texts muted, without any
Latin letter (`mute_korean`): then what is left is data, or a text that nobody has translated.
"""

from __future__ import annotations

import ast
import gettext
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, get_args

import pytest
from msgspec import Struct
from msgspec.structs import replace

import engines.challengers.notation
import engines.machi_koro.reading
import engines.seven_wonders_duel.reading
import engines.splendor.reveals
import engines.wizard.reading
from engines import LANGUAGES, words
from engines.book import BOOK
from engines.challengers.cards import format as card_format
from engines.counts import COUNT
from engines.registry import list_games, load_engine
from ledger.clerk import Decision
from replay.base import i18n
from replay.desk.commands import COMMANDS
from replay.files.signing import YOU
from replay.fold.timeline import READ
from tests.translations import ROOT, all_commands, korean

WORD = re.compile(
    r"(?<![A-Za-z0-9_./@=~:+*'-])[A-Za-z][A-Za-z'-]*[A-Za-z](?![A-Za-z0-9_.@=*/]|:\w)"
)
"""A word of Latin letters that stands alone or before a particle: no part of an id, a place or a
path."""

SHAPES = [each for each in vars(card_format).values() if isinstance(each, type(Struct))]
"""What a file of a card set is made of."""

FIELD = re.compile(r"\{[^{}]*\}")
"""A field of a text that is not filled yet."""

TOKENS = re.compile(r"[wugrky]{2,}(?:-[wugrky]+)?")
"""Tokens of Splendor as they are typed: ``wug``."""

TWO_FORMS = re.compile(r"(?:이\(가\)|을\(를\)|은\(는\)|과\(와\)|\(으\)로|\(이\))")
"""A particle of which no form was chosen."""

LATIN = re.compile(r"[A-Za-z]")

PRINTED = re.compile(r"(?<![A-Za-z0-9_./@-])[A-Za-z][A-Za-z_'-]*[A-Za-z](?![A-Za-z0-9_])")
"""A word of Latin letters in what was printed."""

TYPED = re.compile(r"\bfoldtable \S.*|^\s*> .*|“[^”]*”|\b[0-9a-f]{4}(?:-[0-9a-f]{4})+\b")
"""Commands to copy, what somebody typed, and seals."""

RULE = re.compile(r"[A-Z]+\d+\w*(?:\.\w+)*")
"""The number of a rule: S7a."""

SEAL = re.compile(r"\b[0-9a-f]{4}(?:-[0-9a-f]{4})+\b")

NAMES = frozenset(
    re.findall(
        r"\S+",
        "ASCII Ctrl-C Ctrl-D Dask DuckDB Ed25519 Enter HTML JSON Markdown PDF PGPASSWORD Parquet "
        "PostgreSQL SQL SQLite Tab URL UTC UTF UTF8 createdb cryptography dask id install pip "
        "postgres postgresql psycopg scheduler select sqlite tcp worker CSV "
        "BG Stats XML Windows uuid",
    )
)
"""Names of standards, products, packages and keys that Korean writes in Latin letters."""

READERS = (
    "replay/base",
    "replay/cli",
    "replay/desk",
    "replay/explain",
    "replay/reconcile",
    "engines",
)
"""The packages that read what is typed."""

VERBS: Mapping[str, Mapping[str, str]] = {
    "challengers": engines.challengers.notation.VERBS,
    "machi-koro": engines.machi_koro.reading.VERBS,
    "seven-wonders-duel": engines.seven_wonders_duel.reading.VERBS,
    "splendor": engines.splendor.reveals.VERBS,
    "wizard": engines.wizard.reading.VERBS,
}
"""What begins an action, by game: every spelling of a verb."""


@cache
def list_read_words() -> frozenset[str]:
    """Return the words that the code compares what was typed with, and those that have a name."""
    found: set[str] = set()
    for path in (path for name in READERS for path in (ROOT / name).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Compare():
                    parts = [node.left, *node.comparators]
                case ast.Assign() | ast.AnnAssign():
                    parts = [node.value] if node.value else []
                case _:
                    continue
            texts = [each for part in parts for each in list_members(part)]
            found |= {
                each.value
                for each in texts
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            }
    return frozenset(
        word.strip() for word in found if re.fullmatch(r" ?[a-z]+(?:-[a-z]+)* ?", word)
    )


def list_members(node: ast.AST) -> list[Any]:
    """Return the members of a list, the keys of a dict, anything else as it is."""
    return list(getattr(node, "elts", None) or getattr(node, "keys", None) or [node])


@cache
def list_ids() -> frozenset[str]:
    """Return every word that is typed: commands, kinds, ids, options and their values."""
    known = {
        "foldtable",
        YOU,
        *map(json.dumps, (None, True, False)),
        *NAMES,
        *LANGUAGES,
        *list_read_words(),
        *get_args(Decision),
    }
    known |= {name for command in COMMANDS.values() for name in command.names()}
    for command in all_commands():
        known |= {command.name, *getattr(command, "commands", {})}
        known |= {name.strip("-") for each in command.params for name in each.opts}
    for name in list_games():
        engine = load_engine(name)
        known |= {name, *engine.verbs, *engine.levels, *VERBS.get(name, ())}
        for option in engine.options:
            known |= {option.name, *(json.dumps(value) for value in option.values)}
            known |= {value for value in option.values if isinstance(value, str)}
    return frozenset(known)


@cache
def list_pieces(game: str) -> frozenset[str]:
    """Return the ids of a game's pieces and places, what their Korean names have of Latin letters,
    and the fields of its card sets."""
    engine = load_engine(game)
    names = " ".join(engine.words("ko").names.values())
    fields = [name for shape in SHAPES for name in shape.__struct_encode_fields__]
    return frozenset({*engine.names(), *WORD.findall(names), *(fields if engine.card_sets else ())})


def find_english(text: str, allowed: Iterable[str] = ()) -> list[str]:
    """Return the English words of a text that Korean people read."""
    known = list_ids() | set(allowed)
    found = WORD.findall(SEAL.sub("", text))
    return [word for word in found if word not in known and not TOKENS.fullmatch(word)]


def mute(text: str) -> str:
    """Return a text without Latin letters but those of its fields.

    >>> mute("{name} redo로 되돌립니다.")
    '{name} 로 되돌립니다.'
    """
    parts = re.split(r"(\{[^{}]*\})", text)
    return "".join(part if part.startswith("{") else LATIN.sub("", part) for part in parts)


def first_form(texts: object) -> str:
    """Return a text; of several plural forms the first one."""
    return str(texts[0]) if isinstance(texts, (tuple, list)) else str(texts)


class MutedTranslation(gettext.NullTranslations):
    """The Korean catalog without Latin letters; a text that it lacks stays as it is."""

    def gettext(self, message: str) -> str:
        """Return the translation of a text."""
        return mute(self.read()[message]) if message in self.read() else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation of a counted text."""
        return mute(self.read()[msgid1]) if msgid1 in self.read() else (msgid1, msgid2)[n != 1]

    @staticmethod
    @cache
    def read() -> dict[str, str]:
        """Return the translation of every text."""
        found = {}
        for message in korean():
            key, text = (first_form(each) for each in (message.id, message.string))
            found[key] = text
        return found


@contextmanager
def mute_korean() -> Iterator[None]:
    """Let the program speak Korean without the Latin letters of its texts."""
    load_translation, read_words, read_rulebook = (
        i18n._load_translation,
        words.read_words,
        words._read_rulebook,
    )
    muted = MutedTranslation()

    def read_muted_words(package: str, lang: str) -> dict[str, Any]:
        read = read_words(package, lang)
        texts = read.get("text", {})
        return {**read, "text": {k: mute(v) for k, v in texts.items()}} if lang == "ko" else read

    def read_muted_rulebook(path: Any) -> words.Rulebook:
        book = read_rulebook(path)
        muted_rules = {key: mute_rule(rule) for key, rule in book.rules.items()}
        return words.Rulebook(book.revision, muted_rules, book.bgg)

    def load_muted(lang: str) -> gettext.NullTranslations:
        return muted if lang == "ko" else load_translation(lang)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(i18n, "_load_translation", load_muted)
        patch.setattr(words, "read_words", read_muted_words)
        patch.setattr(words, "_read_rulebook", read_muted_rulebook)
        forget_words()
        try:
            yield
        finally:
            patch.undo()
            forget_words()


def forget_words() -> None:
    """Let the words and rules of all games be read again."""
    words.load_words.cache_clear()
    words.load_rulebook.cache_clear()


def mute_rule(rule: words.Rule) -> words.Rule:
    """Return a rule without Latin letters in its Korean texts."""
    title, text = ({**said, "ko": mute(said["ko"])} for said in (rule.title, rule.text))
    return replace(rule, title=title, text=text)


def find_untranslated(text: str, allowed: Iterable[str] = ()) -> list[str]:
    """Return the English words of what was printed with muted texts: no data, nothing to type."""
    known = list_data_words() | set(allowed)
    found = (word for line in text.splitlines() for word in PRINTED.findall(TYPED.sub("", line)))
    return [word for word in found if word not in known and not RULE.fullmatch(word)]


@cache
def list_data_words() -> frozenset[str]:
    """Return the ids of every game that are printed as they are typed: games, levels, options."""
    found: set[str] = {READ, BOOK, COUNT, *LANGUAGES}
    for name in list_games():
        engine = load_engine(name)
        found |= {name, engine.rules.partition("/")[0], *engine.levels}
        for option in engine.options:
            found |= {option.name, *(json.dumps(value).strip('"') for value in option.values)}
    return frozenset(found)

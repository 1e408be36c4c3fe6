"""Help about a word that is no command: how it is typed, what it is called after, what it names.

It is looked up in the notation of the game, among its pieces, its options and levels, and in the
titles of its rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from engines import LANGUAGES
from engines.names import fold
from engines.protocol import Engine, State
from engines.values import NotationError
from replay.base.i18n import _
from replay.desk.table import Table
from replay.explain.lookup import NotFound, find_pieces, find_rules, write_piece, write_rule
from replay.explain.options import describe_level, write_option, write_value
from replay.speech.notation_help import read_notation_help

MOST: Final = 6
"""How many rows of the notation, pieces or titles of rules are listed for one word."""

SHORTEST: Final = 3
"""From how many letters on a word stands for every word that begins with it."""


class Row(NamedTuple):
    """A row of the notation's help: what is typed, and all its lines."""

    typed: str
    lines: tuple[str, ...]


def describe_word(table: Table, word: str) -> Iterator[str]:
    """Yield what a word means that is no command: nothing if it means nothing at this table."""
    sign = SIGNS.get(word)
    if sign is not None:
        yield sign()
    engine, lang = table.session.engine, table.voice.lang
    for row in find_rows(engine, word, lang)[:MOST]:
        yield from row.lines
    yield from _describe_options(engine, word, lang)
    if len(word) >= SHORTEST or not word.isascii():
        yield from _describe_pieces(table, word)
    yield from _describe_rules(engine, word, lang)


def find_rows(engine: Engine[State], word: str, lang: str) -> list[Row]:
    """Return the rows of the notation's help in which a word of any language stands."""
    rows = list(read_rows(engine, lang))
    found = [row for row in rows if _has_word(row, word)]
    if found or lang == LANGUAGES[0]:
        return found
    called = [name for name in list_other_names(engine, word) if fold(name) != fold(word)]
    found = [row for row in rows if any(_has_word(row, name) for name in called)]
    if found:
        return found
    typed = {row.typed for row in read_rows(engine, LANGUAGES[0]) if _has_word(row, word)}
    return [row for row in rows if row.typed in typed]


def list_other_names(engine: Engine[State], word: str) -> list[str]:
    """Return the names, in any language, of the pieces that a whole name means."""
    return [
        name
        for known_as in engine.names().values()
        if fold(word) in map(fold, known_as)
        for name in known_as
    ]


def read_rows(engine: Engine[State], lang: str) -> Iterator[Row]:
    """Yield the rows of the notation's help: what is typed stands in front of two spaces."""
    lines: list[str] = []
    for line in [*read_notation_help(engine, lang), ""]:
        if lines and line[:1] == " " and line.strip():
            lines.append(line)
            continue
        if lines:
            yield Row(lines[0].split()[0], tuple(lines))
        lines = [line] if re.search(r"\S {2,}\S", line) else []


def _has_word(row: Row, word: str) -> bool:
    """Return whether a word stands in a row; of a letter, whether it is what is typed there."""
    if len(word) < SHORTEST and word.isascii():
        typed = re.split(r" {2,}", row.lines[0])[0] if len(word) == 1 else "\n".join(row.lines)
        return word in re.findall(r"[^\s,;:()]+", typed)
    folded = f" {fold(' '.join(row.lines))}"
    return f" {fold(word)}" in folded if fold(word) else word in row.typed


def _describe_options(engine: Engine[State], word: str, lang: str) -> Iterator[str]:
    """Yield what an option or a level of the game is."""
    words = engine.words(lang)
    for option in engine.options:
        if fold(option.name) == fold(word):
            yield from write_option(option, words)
            sentence = _("It is chosen with the match: foldtable new {game} … -o {name}={value}")
            value = write_value(option.values[-1]) if option.values else "…"
            yield sentence.format(game=engine.name, name=option.name, value=value)
    for level in engine.levels:
        if fold(level) == fold(word):
            yield f"{level}: {describe_level(level, words)}"
            sentence = _(
                "{word} is a level of detail, one of {levels}: foldtable new {game} --level"
            )
            yield sentence.format(word=level, levels=", ".join(engine.levels), game=engine.name)


def _describe_pieces(table: Table, word: str) -> Iterator[str]:
    """Yield the cards and tokens whose names a word fits."""
    try:
        pieces = find_pieces(table.session.engine, word, table.session.state)
    except (NotFound, NotationError):
        return
    for piece in pieces[:MOST]:
        yield from write_piece(piece, table.voice.words)
    if len(pieces) > MOST:
        yield _("… and {n} more").format(n=len(pieces) - MOST)


def _describe_rules(engine: Engine[State], word: str, lang: str) -> Iterator[str]:
    """Yield the rule with a number, or the titles of the rules in which a word stands."""
    known = engine.rulebook.rules
    if fold(word) in {fold(number) for number in known}:
        for rule in find_rules(engine, [word])[:MOST]:
            yield from write_rule(engine, rule, lang)
        return
    if len(word) < SHORTEST:
        return
    titled = [rule for rule in known.values() if f" {fold(word)}" in f" {fold(rule.title[lang])}"]
    for rule in titled[:MOST]:
        yield f"{rule.id:<5} {rule.title[lang]}"


SIGNS: Final = {
    "!": lambda: _("! REASON: record it although a rule is broken, and say why it stands."),
    ";": lambda: _("; between two actions on one line."),
    "~": lambda: _("~OUTCOME=VALUE: the table carried an outcome out otherwise."),
    "=": lambda: _("= PLACE NUMBER: what was counted there; the record keeps to it."),
    "#": lambda: _("# TEXT: a remark about this position."),
    "-": lambda: _("-: nothing, or nobody, where that may be the answer."),
    "@": lambda: _("@N: after event N, as in: why a.points @57"),
    "?": lambda: _("?: what can be typed now. ?? says that nobody saw it."),
    "??": lambda: _("??: nobody saw what is asked for."),
}
"""What the signs mean that are understood in every game."""

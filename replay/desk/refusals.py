"""Why a text was refused, and what would be accepted in its place.

A suggestion is tried before it is made: with it in place of the wrong word the text would be
carried out. Where nothing would, a sentence says what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from engines.names import matches
from engines.notation import find_seats
from engines.phrases import drop_opening
from engines.values import DecodeError, NotationError
from replay.base.errors import NothingToDo
from replay.base.i18n import _
from replay.base.terminal_text import shorten_text
from replay.desk.addresses import starts_with_address
from replay.desk.commands import COMMANDS, find_command, is_question, split_command
from replay.desk.proposals import (
    last_action,
    propose_amendment,
    propose_insertion,
    propose_undo,
)
from replay.desk.table import Table
from replay.record.plans import require_readable
from replay.speech.fuzzy import SURE, Similar, find_similar
from replay.speech.suggestions import name_candidate, suggest_names

TRIED: Final = 20
"""How many similar words are tried."""

ATTEMPTS: Final = 40
"""How many texts are tried at most: a long text takes long to read."""

NAMED: Final = 3
"""How many suggestions are made."""

EXACT: Final = 3
"""The score of a name that is typed whole (`engines.names.matches`)."""


def explain_error(table: Table, error: NotationError, text: str = "") -> str:
    """Return what was expected and given, and what would be accepted, or what is missing.

    `text` is the typed text in which the error was made.
    """
    data = {k: type(v)(shorten_text(v)) if isinstance(v, str) else v for k, v in error.data.items()}
    sentence = table.voice.say(error.key, data)
    if error.unclear:
        return f"{sentence} {_list_candidates(table, error)}"
    located = "" if "place" in error.data else _locate_piece(table, error.word)
    names = [] if located else list(_find_suggestions(table, error, text))
    more = suggest_names(names) if names else located or _name_missing(table, text)
    return f"{sentence} {more}".strip()


def _list_candidates(table: Table, error: NotationError) -> str:
    """Return the names that an unclear word fits, some of them."""
    options = [_write_name(table, item) for item in list(error.candidates)[:6]]
    more = len(error.candidates) - len(options)
    return "; ".join(options) + (f"; … (+{more})" if more > 0 else "")


def _find_suggestions(table: Table, error: NotationError, text: str) -> Iterator[str]:
    """Yield the words most like the wrong one with which the text would be carried out."""
    similar = find_similar(error.word, error.candidates, TRIED)
    first = text.partition(" ")[0]
    names = table.voice.names
    if (
        first
        and find_command(first) is None
        and not find_seats(first.rstrip(":,"), len(names), names)
    ):
        known = {command.name: command.names() for command in COMMANDS.values()}
        similar += [each for each in find_similar(first, known, 1) if each.score > SURE]
    found = 0
    attempts = iter(range(ATTEMPTS))
    for each in sorted(similar, key=lambda each: -each.score):
        if found == NAMED:
            return
        accepted = _find_accepted(table, error, text, each, attempts)
        if accepted is not None:
            found += 1
            spoken = name_candidate(table.voice, each) if accepted == each.item else ""
            yield _write_name(table, accepted, spoken) if spoken else accepted


def _find_accepted(
    table: Table, error: NotationError, text: str, similar: Similar, attempts: Iterator[int]
) -> str | None:
    """Return the first name of a candidate that would be accepted in place of the wrong word.

    Each text that is tried takes one of `attempts`. Return None if none would be accepted. Without
    a text nothing can be tried, and the id is returned.
    """
    if not text:
        return similar.item
    wrong = dict.fromkeys((error.word, text.partition(" ")[0]))
    names = (similar.item, similar.name, *error.candidates.get(similar.item, ()))
    for name in dict.fromkeys(names):
        for word in wrong:
            if word in ("", name) or drop_opening(f"{name} {word}") == word:
                continue
            if next(attempts, None) is None:
                return None
            if would_accept(table, text.replace(word, name, 1)):
                return name
    return None


def would_accept(table: Table, text: str) -> bool:
    """Return whether a text would be carried out now, without carrying it out."""
    command, rest = split_command(table, text)
    try:
        if command is None:
            parsed = table.parse_actions(text.partition("!")[0], table.session.state)
            plan = table.session.plan(*parsed.actions)
            require_readable(plan)
            return plan.is_clean
        if command.name in _PROPOSALS:
            _PROPOSALS[command.name](table, rest)
        elif is_question(command):
            command.run(table, rest)
    except (NotationError, NothingToDo, DecodeError, LookupError, ValueError):
        return False
    return True


def _propose_amendment(table: Table, rest: str) -> None:
    """Read an amendment. Raise what its command raises."""
    if starts_with_address(rest):
        propose_amendment(table, *table.split_event(rest))
    else:
        propose_amendment(table, last_action(table.timeline).version, rest)


_PROPOSALS: Final[Mapping[str, Callable[[Table, str], object]]] = {
    "amend": _propose_amendment,
    "insert": lambda table, rest: propose_insertion(table, *table.split_event(rest)),
    "undo": lambda table, rest: propose_undo(table, table.find_event(rest) if rest else None),
}
"""What tells whether a correction could be made, by the name of its command."""


def _name_missing(table: Table, text: str) -> str:
    """Return what is missing: how a command is typed; "" for nothing."""
    command, _rest = split_command(table, text)
    if command is not None and command.name in _PROPOSALS:
        return command.help()
    return ""


def _locate_piece(table: Table, word: str) -> str:
    """Return where the piece lies whose whole name a word is; "" if it is no such name."""
    state, voice = table.session.state, table.voice
    called = table.session.engine.names()
    for place, item, _n in state.book.walk() if word else ():
        if matches(word, called.get(item, (item,))) == EXACT:
            sentence = _("{piece} lies here: {place}.")
            return sentence.format(piece=voice.item(item), place=voice.place(place))
    return ""


def _write_name(table: Table, item: str, name: str = "") -> str:
    """Return an id with what it is called, where that is something else."""
    spoken = name or table.voice.item(item)
    return item if spoken == item else f"{item} {spoken}"

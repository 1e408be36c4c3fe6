"""The names by which the rows and the other parts of a sheet are typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from engines.names import Names, find, fold
from engines.sheet.format import Called, Row, Sheet
from engines.sheet.state import State
from engines.values import NotationError

MOST_WORDS = 5
"""The most words of a name that is typed in front of numbers."""


def list_called(called: Called | None, word: str, also: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of something: its id, its names in every language, further ones.

    >>> list_called(Called(en="Cities", ko="도시"), "city")
    ('city', 'Cities', '도시')
    """
    names = (called.en, called.ko) if called is not None else ()
    return tuple(dict.fromkeys(name for name in (word, *names, *also) if name))


def list_row_names(state: State) -> Names:
    """Return the names of all rows of a match."""
    return {
        row.id: list_called(row.names, row.id, row.also) for row in state.table.all_rows.values()
    }


def list_decider_names(state: State) -> Names:
    """Return the names of what ends a match whatever the points."""
    deciders = state.table.sheet.win.deciders
    return {each.id: list_called(each.names, each.id, each.also) for each in deciders}


def find_row(word: str, state: State) -> Row:
    """Return the row that a text means. Raise NotationError."""
    return state.table.all_rows[find(word, list_row_names(state), key="no-such-row")]


def split_name(words: Sequence[str], names: Names, key: str) -> tuple[str, list[str]]:
    """Return the id that the first words name, and the words behind it.

    As many words are taken as name something, exact names before others. Raise NotationError with
    the sentence `key` where they name nothing.
    """
    named = list(takewhile(fold, words[:MOST_WORDS]))
    longest = len(named)
    known = {fold(name): item for item, called in names.items() for name in called}
    for n in range(longest, 0, -1):
        item = known.get(fold(" ".join(words[:n])))
        if item is not None:
            return item, list(words[n:])
    refused: NotationError | None = None
    for n in range(longest, 0, -1):
        try:
            return find(" ".join(words[:n]), names, key=key), list(words[n:])
        except NotationError as error:
            refused = error
    raise refused or NotationError(key, word="", given="")


def list_sheet_names(sheet: Sheet) -> Mapping[str, tuple[str, ...]]:
    """Return every id of a sheet with the names by which it can be typed."""
    found = {sheet.id: list_called(sheet.names, sheet.id, sheet.also)}
    for piece in sheet.pieces:
        found[piece.id] = list_called(piece.names, piece.id, piece.also)
    return found

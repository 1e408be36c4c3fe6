"""Shell completion: fast, so it asks the database itself and loads no engine."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

from ledger.headlines import fold_name


def complete_match(incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield the matches whose names begin so, the latest first, with game and people."""
    name, at, _number = incomplete.partition("@")
    if at:
        return
    matches: dict[str, tuple[str, list[str]]] = {}
    first = fold_name(name)
    rows = _read_rows(ALIKE, (first, first + LAST)) if name else _read_rows(LATEST, ())
    for found, game, played, person in rows:
        _what, people = matches.setdefault(found, (f"{game} {played}", []))
        people += [person] if person else []
    for found, (what, people) in matches.items():
        if found.startswith(name):
            yield found, f"{what} {', '.join(people)}".strip()


def complete_game(incomplete: str) -> Iterator[str]:
    """Yield the installed games whose names begin so."""
    from engines.registry import list_games

    return (game for game in list_games() if game.startswith(incomplete))


def complete_person(incomplete: str) -> Iterator[str]:
    """Yield the people of earlier matches whose names begin so, most frequent first."""
    first = fold_name(incomplete)
    for (person,) in _read_rows(
        "SELECT person FROM (SELECT person FROM seats WHERE folded BETWEEN ? AND ? "
        "ORDER BY folded LIMIT 1000) s GROUP BY person ORDER BY COUNT(*) DESC, person",
        (first, first + LAST),
    ):
        yield person


def complete_place(incomplete: str) -> Iterator[str]:
    """Yield the places of earlier matches that begin so, those used most first."""
    first = fold_name(incomplete)
    for (place,) in _read_rows(
        "SELECT place FROM matches WHERE place <> '' GROUP BY place "
        "ORDER BY COUNT(*) DESC, MAX(last_at) DESC, place",
        (),
    ):
        if fold_name(place).startswith(first):
            yield place


def complete_group(incomplete: str) -> Iterator[str]:
    """Yield the names that groups were given and that begin so."""
    import json

    first = fold_name(incomplete)
    names = {
        payload["name"]: None
        for (text,) in _read_rows(
            "SELECT payload FROM events WHERE type = 'ledger.name' AND type LIKE '%.%' "
            "ORDER BY version",
            (),
        )
        if (payload := json.loads(text))["kind"] == "group"
    }
    return (name for name in names if fold_name(name).startswith(first))


LATEST: Final = (
    "SELECT m.name, m.game, m.played, s.person FROM (SELECT * FROM matches "
    "WHERE archived_at IS NULL ORDER BY last_at DESC, match_id DESC LIMIT 100) m "
    "LEFT JOIN seats s ON s.match_id = m.match_id ORDER BY m.opened_at DESC, m.match_id, s.seat"
)
"""The latest matches, in SQL."""

ALIKE: Final = (
    "SELECT m.name, m.game, m.played, s.person FROM (SELECT * FROM matches "
    "WHERE archived_at IS NULL AND folded BETWEEN ? AND ? ORDER BY folded LIMIT 100) m "
    "LEFT JOIN seats s ON s.match_id = m.match_id ORDER BY m.opened_at DESC, m.match_id, s.seat"
)
"""Matches whose names lie between two, in SQL."""

LAST: Final = "\U0010ffff"
"""A character behind all others."""


def _read_rows(statement: str, values: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """Return the rows of a query to the ledger, none if it cannot be read."""
    from ledger.errors import LedgerError
    from ledger.location import Server, locate_ledger

    try:
        where = locate_ledger()[0]
        if isinstance(where, Server):
            from ledger.postgres import read_rows

            marked = statement.replace("%", "%%").replace("?", "%s")
            return read_rows(where, marked, values)
    except LedgerError:
        return []
    if not where.is_file():
        return []
    uri = f"{where.resolve().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=0.1)) as connection:
            return connection.execute(statement, values).fetchall()
    except sqlite3.Error:
        return []

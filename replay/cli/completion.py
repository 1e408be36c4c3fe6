"""Shell completion: fast, so it asks the database itself and loads no engine."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any


def complete_match(incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield the matches whose names begin so, the latest first, with game and people."""
    name, at, _number = incomplete.partition("@")
    if at:
        return
    matches: dict[str, tuple[str, list[str]]] = {}
    for found, game, played, person in _read_rows(
        "SELECT m.name, m.game, m.played, s.person FROM matches m "
        "LEFT JOIN seats s ON s.match_id = m.match_id WHERE m.archived_at IS NULL "
        "ORDER BY m.opened_at DESC, m.match_id, s.seat"
    ):
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
    for (person,) in _read_rows("SELECT person FROM seats GROUP BY person ORDER BY COUNT(*) DESC"):
        if person.casefold().startswith(incomplete.casefold()):
            yield person


def _read_rows(statement: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query to the ledger, none if it cannot be read."""
    from ledger.errors import LedgerError
    from ledger.location import Server, locate_ledger

    try:
        where = locate_ledger()[0]
        if isinstance(where, Server):
            from ledger.postgres import read_rows

            return read_rows(where, statement)
    except LedgerError:
        return []
    if not where.is_file():
        return []
    uri = f"{where.resolve().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=0.1)) as connection:
            return connection.execute(statement).fetchall()
    except sqlite3.Error:
        return []

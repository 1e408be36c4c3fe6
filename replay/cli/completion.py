"""Shell completion: fast, so it reads the ledger with sqlite3 alone and loads no engine."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator


def complete_match(incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield the matches whose names begin so, the latest first, with game and people."""
    from ledger.location import locate_ledger

    name, at, _number = incomplete.partition("@")
    if at:
        return
    path = locate_ledger()[0]
    if not path.is_file():
        return
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=0.1)
        rows = connection.execute(
            "SELECT m.name, m.game, m.played, group_concat(s.person, ', ') FROM matches m "
            "LEFT JOIN seats s USING (match_id) WHERE m.archived_at IS NULL "
            "GROUP BY m.match_id ORDER BY m.opened_at DESC"
        ).fetchall()
        connection.close()
    except sqlite3.Error:
        return
    for found, game, played, people in rows:
        if found.startswith(name):
            yield found, f"{game} {played} {people or ''}".strip()


def complete_game(incomplete: str) -> Iterator[str]:
    """Yield the installed games whose names begin so."""
    from engines.registry import list_games

    return (game for game in list_games() if game.startswith(incomplete))


def complete_person(incomplete: str) -> Iterator[str]:
    """Yield the people of earlier matches whose names begin so, most frequent first."""
    from ledger.location import locate_ledger

    path = locate_ledger()[0]
    if not path.is_file():
        return
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=0.1)
        rows = connection.execute(
            "SELECT person FROM seats GROUP BY person ORDER BY COUNT(*) DESC"
        ).fetchall()
        connection.close()
    except sqlite3.Error:
        return
    for (person,) in rows:
        if person.casefold().startswith(incomplete.casefold()):
            yield person

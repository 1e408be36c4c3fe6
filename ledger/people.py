"""Who sat at which tables, and where they were: sums over all matches, in SQL."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from ledger.database import Database
from ledger.headlines import fold_name
from ledger.listings import EVERY_LETTER, IS_LISTED, clean_text

COUNTED: Final = f"{IS_LISTED} AND m.parent_id IS NULL"
"""Which matches count, in SQL: those that belong in lists and are no what-if."""

NEAR: Final = 60
"""How many names are compared with one that nobody has."""


class PersonRow(NamedTuple):
    """A name as it stands in seats: in how many matches, how many were won, the last day."""

    name: str
    matches: int
    won: int
    last: str


class PlaceRow(NamedTuple):
    """A place as it stands in matches: in how many, and the last day."""

    name: str
    matches: int
    last: str


def read_people(database: Database) -> list[PersonRow]:
    """Return the names in seats of matches that count, most matches first."""
    rows = database.execute(
        "SELECT s.person, COUNT(*), SUM(CASE WHEN s.won THEN 1 ELSE 0 END), MAX(m.played) "  # noqa: S608
        f"FROM seats s JOIN matches m ON m.match_id = s.match_id WHERE {COUNTED} "
        "GROUP BY s.person ORDER BY COUNT(*) DESC, s.person"
    )
    return [
        PersonRow(clean_text(name), matches, int(won), clean_text(last))
        for name, matches, won, last in rows
    ]


def read_places(database: Database, *, everything: bool = False) -> list[PlaceRow]:
    """Return the places of matches that count, or of all; most matches first, then the latest."""
    counted = "1 = 1" if everything else COUNTED
    rows = database.execute(
        "SELECT m.place, COUNT(*), MAX(m.played) FROM matches m "  # noqa: S608
        f"WHERE m.place <> '' AND {counted} GROUP BY m.place "
        "ORDER BY COUNT(*) DESC, MAX(m.played) DESC, m.place"
    )
    return [PlaceRow(clean_text(name), matches, clean_text(last)) for name, matches, last in rows]


def has_person(database: Database, name: str) -> bool:
    """Return whether somebody with this name has a seat in a match."""
    query = "SELECT 1 FROM seats WHERE folded = ? LIMIT 1"
    return bool(database.execute(query, (fold_name(name),)))


def find_near_people(database: Database, name: str) -> list[str]:
    """Return names that begin with the letter of a name, one query each, not more than NEAR."""
    last, end = fold_name(name)[:1], fold_name(name)[:1] + EVERY_LETTER
    compare, found = ">=", list[str]()
    while len(found) < NEAR:
        rows = database.execute(
            f"SELECT folded, person FROM seats WHERE folded {compare} ? AND folded < ? "  # noqa: S608
            "ORDER BY folded LIMIT 1",
            (last, end),
        )
        if not rows:
            break
        last, compare = rows[0][0], ">"
        found.append(clean_text(rows[0][1]))
    return found


def find_shared_match(database: Database, some: Collection[str], others: Collection[str]) -> str:
    """Return the name of a match at which one of `some` sat with one of `others`, "" for none."""
    rows = database.execute(
        "SELECT m.name FROM seats s JOIN seats t ON t.match_id = s.match_id AND t.seat <> s.seat "  # noqa: S608
        "JOIN matches m ON m.match_id = s.match_id "
        f"WHERE s.folded IN ({_marks(some)}) AND t.folded IN ({_marks(others)}) "
        f"AND {COUNTED} LIMIT 1",
        (*some, *others),
    )
    return str(clean_text(rows[0][0])) if rows else ""


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))

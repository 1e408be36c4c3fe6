"""How a match is found by what people type: its name, its id, or the beginning of either."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ledger.database import Database
from ledger.errors import AmbiguousMatch, NoSuchMatch
from ledger.headlines import MatchInfo, fold_name
from ledger.listings import EVERY_LETTER, clean_text, select_match_infos
from ledger.packing import Packed, list_packed_ranges

Range = tuple[str, Packed, Packed]
"""A column, and between which of its values."""

NEAR: Final = 50
"""How many names are offered where none fits: the latest, and as many that begin alike."""


def find_match(database: Database, text: str) -> MatchInfo:
    """Return the match with this name or id, else the only one whose name or id begins so.

    Raise NoSuchMatch or AmbiguousMatch.
    """
    pack_id, wanted = database.dialect.pack_id, fold_name(text)
    for column, value in (("name", text), ("match_id", pack_id(text))):
        found = select_match_infos(database, f"m.{column} = ?", [value], 1)
        if found:
            return found[0]
    if not wanted:
        raise NoSuchMatch("A match has a name.", near=find_near_names(database, ""))
    whole: list[Range] = [
        ("folded", wanted, wanted),
        ("match_id", pack_id(wanted), pack_id(wanted)),
    ]
    beginnings: list[Range] = [("folded", wanted, wanted + EVERY_LETTER)]
    if database.dialect.packs:
        beginnings += [("match_id", *ends) for ends in list_packed_ranges(wanted)]
    else:
        beginnings.append(("match_id", wanted, wanted + EVERY_LETTER))
    found = find_in_ranges(database, whole) or find_in_ranges(database, beginnings)
    if len(found) == 1:
        return found[0]
    if found:
        names = [info.name for info in found]
        raise AmbiguousMatch("Several matches begin with “{text}”.", names=names, text=text)
    near = find_near_names(database, wanted)
    raise NoSuchMatch("No match is called “{text}”.", near=near, text=text)


def find_in_ranges(database: Database, ranges: Sequence[Range]) -> list[MatchInfo]:
    """Return matches with a value in one of some ranges, latest event first."""
    found = []
    for column, first, last in ranges:
        found += database.execute(
            f"SELECT match_id FROM matches WHERE {column} BETWEEN ? AND ? LIMIT ?",  # noqa: S608
            (first, last, NEAR),
        )
    if not found:
        return []
    marks = ", ".join("?" * len(found))
    return select_match_infos(database, f"m.match_id IN ({marks})", [row[0] for row in found])


def has_name(database: Database, beginning: str) -> bool:
    """Return whether the name of a match begins so."""
    first = fold_name(beginning)
    query = "SELECT 1 FROM matches WHERE folded BETWEEN ? AND ? LIMIT 1"
    return bool(database.execute(query, (first, first + EVERY_LETTER)))


def find_near_names(database: Database, folded: str) -> list[str]:
    """Return names that could have been meant: the latest, and some that begin with its letter."""
    latest = "SELECT name FROM matches m ORDER BY last_at DESC, match_id DESC LIMIT ?"
    rows = database.execute(latest, (NEAR,))
    for length in (3, 2, 1) if folded else ():
        beginning = folded[:length]
        alike = "SELECT name FROM matches WHERE folded BETWEEN ? AND ? ORDER BY folded LIMIT ?"
        rows += database.execute(alike, (beginning, beginning + EVERY_LETTER, NEAR))
    return list(dict.fromkeys(clean_text(name) for (name,) in rows))


def find_free_name(database: Database, wanted: str) -> str:
    """Return `wanted`, followed by a number if a match has that name already.

    The numbers are searched in steps that double, then between the last two.
    """

    def is_taken(name: str) -> bool:
        return bool(database.execute("SELECT 1 FROM matches WHERE name = ?", (name,)))

    if not is_taken(wanted):
        return wanted
    taken, free = 1, 2
    while is_taken(f"{wanted}-{free}"):
        taken, free = free, 2 * free
    while free - taken > 1:
        middle = (taken + free) // 2
        if is_taken(f"{wanted}-{middle}"):
            taken = middle
        else:
            free = middle
    return f"{wanted}-{free}"

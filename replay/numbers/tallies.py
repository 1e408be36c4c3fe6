"""Sums over all matches by person and by place, with what the directory knows of them."""

from __future__ import annotations

from typing import NamedTuple

from ledger.facts import Kind
from ledger.headlines import fold_name
from ledger.store import Ledger
from replay.numbers.directory import Directory, Known
from replay.record.results import store_missing


class Tally(NamedTuple):
    """A person or a place: all its names, the one it is shown by first; matches and won ones that
    count, the last day; the groups of a person."""

    name: str
    names: tuple[str, ...]
    matches: int
    won: int
    last: str
    groups: tuple[str, ...] = ()


def tally_people(ledger: Ledger, directory: Directory) -> list[Tally]:
    """Return everybody who has a seat, or of whom a fact tells; most matches first."""
    store_missing(ledger)
    rows = [(row.name, row.matches, row.won, row.last) for row in ledger.people()]
    return _tally("person", rows, directory)


def tally_places(ledger: Ledger, directory: Directory) -> list[Tally]:
    """Return every place of a match, or of which a fact tells; most matches first."""
    store_missing(ledger)
    rows = [(row.name, row.matches, 0, row.last) for row in ledger.places()]
    return _tally("place", rows, directory)


def _tally(kind: Kind, rows: list[tuple[str, int, int, str]], directory: Directory) -> list[Tally]:
    """Return the sums of some rows, by what their names mean."""
    found: dict[str, Tally] = {}
    groups = directory.map_groups()
    for known in directory.list_known(kind):
        belongs = tuple(groups.get(known.id, ())) if kind == "person" else ()
        found[known.id] = Tally(known.name, known.names, 0, 0, "", belongs)
    for name, matches, won, last in rows:
        known_as = directory.find(kind, name)
        key = f"={fold_name(name)}" if known_as is None else known_as.id
        before = found.get(key) or Tally(name, (name,), 0, 0, "")
        found[key] = before._replace(
            matches=before.matches + matches,
            won=before.won + won,
            last=max(before.last, last),
        )
    return sorted(found.values(), key=lambda each: (-each.matches, fold_name(each.name)))


def count_group_matches(ledger: Ledger, directory: Directory, group: Known) -> int:
    """Return how many matches are a group's: more than half of the people belong to it."""
    return ledger.count_matches(list_group_names(directory, group))


def list_group_names(directory: Directory, group: Known) -> tuple[str, ...]:
    """Return all names of the people of a group, in the form that names are compared in."""
    members = directory.list_members(group.id)
    return tuple(dict.fromkeys(fold_name(name) for each in members for name in each.names))

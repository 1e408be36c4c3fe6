"""The directory: which names mean the same person or place, and who belongs to which group.

It is read from the facts in the journal of a ledger. A name that no fact is about is a person or a
place by itself; nobody has to be entered. Matches are not changed by any of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ledger.facts import (
    AliasFact,
    Fact,
    Kind,
    MappingFact,
    MemberFact,
    MergeFact,
    NameFact,
    SplitFact,
    StoredFact,
)
from ledger.headlines import fold_name


class Known(NamedTuple):
    """A person, place or group of which a fact says something.

    `names` are all names that mean it, its own first, those of what was merged into it included;
    `merged` are the ids of what was merged into it directly.
    """

    kind: Kind
    id: str
    name: str
    names: tuple[str, ...]
    merged: tuple[str, ...] = ()


Owner = tuple[Kind, str]
"""A kind and an id."""


class Directory:
    """Who is who in a ledger. `version` is that of the last fact, 0 for none."""

    def __init__(self, facts: Iterable[StoredFact] = ()) -> None:
        self.version = 0
        self._names: dict[Owner, str] = {}
        self._into: dict[Owner, str] = {}
        self._owners: dict[tuple[Kind, str], tuple[str, str]] = {}
        self._members: dict[str, dict[str, None]] = {}
        self._mappings: dict[tuple[str, Kind, str], str] = {}
        self._merged: dict[Owner, list[str]] | None = None
        self._by_owner: dict[Owner, list[str]] | None = None
        for stored in facts:
            self.version = stored.version
            self.add(stored.fact)

    def add(self, fact: Fact) -> None:
        """Take in a fact."""
        self._merged = self._by_owner = None
        if isinstance(fact, NameFact):
            self._names[fact.kind, fact.id] = fact.name
            self._owners[fact.kind, fold_name(fact.name)] = (fact.id, fact.name)
        elif isinstance(fact, AliasFact):
            self._change_alias(fact)
        elif isinstance(fact, MergeFact):
            if self._find_root(fact.kind, fact.into) != fact.id:
                self._into[fact.kind, fact.id] = fact.into
        elif isinstance(fact, SplitFact):
            self._into.pop((fact.kind, fact.id), None)
        elif isinstance(fact, MemberFact):
            members = self._members.setdefault(fact.group, {})
            if fact.removed:
                members.pop(fact.person, None)
            else:
                members[fact.person] = None
        elif isinstance(fact, MappingFact):
            self._mappings[fact.source, fact.kind, fact.key] = fact.id

    def _change_alias(self, fact: AliasFact) -> None:
        """Take in that a name means something, or no longer."""
        key = (fact.kind, fold_name(fact.name))
        if not fact.removed:
            self._owners[key] = (fact.id, fact.name)
        elif self._owners.get(key, ("", ""))[0] == fact.id:
            del self._owners[key]

    def _find_root(self, kind: Kind, id_: str) -> str:
        """Return the id of what something was merged into, its own if it was not."""
        while (kind, id_) in self._into:
            id_ = self._into[kind, id_]
        return id_

    def find(self, kind: Kind, name: str) -> Known | None:
        """Return what a name means, what it was merged into included; None where no fact says."""
        owner = self._owners.get((kind, fold_name(name)))
        return None if owner is None else self.get(kind, self._find_root(kind, owner[0]))

    def find_own(self, kind: Kind, name: str) -> Known | None:
        """Return what a name means by itself, also where that was merged into something else."""
        owner = self._owners.get((kind, fold_name(name)))
        return None if owner is None else self.get(kind, owner[0])

    def get(self, kind: Kind, id_: str) -> Known | None:
        """Return what has an id, None where nothing has it."""
        name = self._names.get((kind, id_))
        if name is None:
            return None
        merged, inside, waiting = self._list_merged(kind, id_), list[str](), [id_]
        while waiting:
            inside += [waiting.pop()]
            waiting += self._list_merged(kind, inside[-1])
        index = self._index_names()
        names = [said for each in inside for said in index.get((kind, each), ())]
        return Known(kind, id_, name, tuple(dict.fromkeys((name, *names))), merged)

    def _list_merged(self, kind: Kind, id_: str) -> tuple[str, ...]:
        """Return the ids of what was merged into something directly."""
        if self._merged is None:
            self._merged = {}
            for (of, each), into in self._into.items():
                self._merged.setdefault((of, into), []).append(each)
        return tuple(self._merged.get((kind, id_), ()))

    def _index_names(self) -> dict[Owner, list[str]]:
        """Return the names that mean something by itself, by kind and id."""
        if self._by_owner is None:
            self._by_owner = {}
            for (kind, _folded), (owner, said) in self._owners.items():
                self._by_owner.setdefault((kind, owner), []).append(said)
        return self._by_owner

    def is_merged(self, kind: Kind, id_: str) -> bool:
        """Return whether something was merged into something else."""
        return (kind, id_) in self._into

    def show(self, kind: Kind, name: str) -> str:
        """Return the name that a person or place is shown by."""
        found = self.find(kind, name)
        return name if found is None else found.name

    def fold_names(self, kind: Kind, name: str) -> tuple[str, ...]:
        """Return all names, in the form that names are compared in, that mean what a name means."""
        found = self.find(kind, name)
        return tuple(dict.fromkeys(map(fold_name, (name,) if found is None else found.names)))

    def fold_names_like(self, kind: Kind, beginning: str) -> tuple[str, ...]:
        """Return all names, in the form that names are compared in, of what has a name that begins
        so."""
        first = fold_name(beginning)
        ids = {
            self._find_root(kind, owner)
            for (of, folded), (owner, _said) in self._owners.items()
            if of == kind and folded.startswith(first)
        }
        found = [known for id_ in ids if (known := self.get(kind, id_)) is not None]
        return tuple(sorted({fold_name(name) for known in found for name in known.names}))

    def list_known(self, kind: Kind) -> list[Known]:
        """Return all of a kind that facts are about, by name; what was merged is in another."""
        ids = [id_ for (of, id_) in self._names if of == kind and (of, id_) not in self._into]
        found = [known for id_ in ids if (known := self.get(kind, id_)) is not None]
        return sorted(found, key=lambda known: fold_name(known.name))

    def list_members(self, group: str) -> list[Known]:
        """Return the people of a group, in the order in which they came."""
        roots = [self._find_root("person", id_) for id_ in self._members.get(group, {})]
        found = [self.get("person", id_) for id_ in dict.fromkeys(roots)]
        return [known for known in found if known is not None]

    def list_member_ids(self, group: str, person: str) -> list[str]:
        """Return the ids by which a person belongs to a group: also of people who are this one."""
        return [
            id_ for id_ in self._members.get(group, {}) if self._find_root("person", id_) == person
        ]

    def map_groups(self) -> dict[str, list[str]]:
        """Return the names of the groups that people belong to, by the ids of the people."""
        found: dict[str, list[str]] = {}
        for group in self.list_known("group"):
            for member in self.list_members(group.id):
                found.setdefault(member.id, []).append(group.name)
        return found

    def find_mapped(self, source: str, kind: Kind, key: str) -> Known | None:
        """Return what another program calls so, as it was remembered; None for nothing."""
        id_ = self._mappings.get((source, kind, key))
        return None if id_ is None else self.get(kind, self._find_root(kind, id_))

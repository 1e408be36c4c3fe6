"""Plans of facts about names: merge, split, rename, alias; the people of a group.

Each function returns facts to be stored after those of the directory that it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ledger.errors import Conflict
from ledger.event import make_id
from ledger.facts import (
    AliasFact,
    Fact,
    Kind,
    MappingFact,
    MemberFact,
    MergeFact,
    NameFact,
    SplitFact,
)
from ledger.headlines import fold_name
from ledger.store import Ledger
from replay.base.errors import NothingToDo
from replay.numbers.directory import Directory, Known
from replay.record.descriptions import check_text
from replay.record.names import require_seat_names

ATTEMPTS: Final = 5
"""How often facts are planned again because somebody else stored others."""

Plan = Callable[[Directory], Sequence[Fact]]
"""Returns the facts to be stored after those of a directory."""


def store_facts(ledger: Ledger, plan: Plan, actor: str) -> Directory:
    """Plan facts and store them; return the directory with them.

    Where somebody else has stored others meanwhile, it is planned again. Raise what `plan` raises,
    and Conflict where others are always faster.
    """
    for attempt in range(ATTEMPTS):
        directory = Directory(ledger.facts())
        facts = plan(directory)
        if not facts:
            return directory
        try:
            ledger.append_facts(facts, directory.version, actor)
        except Conflict:
            if attempt == ATTEMPTS - 1:
                raise
            continue
        break
    return Directory(ledger.facts())


def check_name(kind: Kind, name: str) -> str:
    """Return a name as it is stored. Raise NothingToDo for one that cannot be one."""
    if kind == "place":
        text = check_text(name)
        if not text:
            raise NothingToDo("a place has a name")
        return text
    require_seat_names([name.strip()])
    return name.strip()


def require(directory: Directory, kind: Kind, name: str) -> tuple[str, list[Fact]]:
    """Return the id of what a name means, and the fact that gives it one where it has none."""
    found = directory.find(kind, name)
    if found is not None:
        return found.id, []
    id_ = make_id()
    return id_, [NameFact(kind=kind, id=id_, name=check_name(kind, name))]


def plan_merge(directory: Directory, kind: Kind, one: str, other: str) -> list[Fact]:
    """Return the facts by which `other` is `one` from now on, in all matches.

    Raise NothingToDo where they are the same already.
    """
    into, named = require(directory, kind, one)
    merged, also = require(directory, kind, other)
    if into == merged or fold_name(one) == fold_name(other):
        raise NothingToDo("{one} and {other} are one already", one=one, other=other)
    return [*named, *also, MergeFact(kind=kind, id=merged, into=into)]


def plan_split(directory: Directory, kind: Kind, name: str) -> list[Fact]:
    """Return the fact that takes back what made a name mean something else: a merge, an alias.

    Raise NothingToDo where nothing did.
    """
    own = directory.find_own(kind, name)
    if own is not None and directory.is_merged(kind, own.id):
        return [SplitFact(kind=kind, id=own.id)]
    if own is not None and fold_name(own.name) != fold_name(name):
        return [AliasFact(kind=kind, id=own.id, name=name, removed=True)]
    inside = list_other_names(own)
    if inside:
        raise NothingToDo(
            "“{name}” stands for {others}, too",
            "split takes the name that is to stand for itself again: {first}",
            name=name,
            others=", ".join(inside),
            first=inside[0],
        )
    raise NothingToDo("“{name}” was not merged with anything", name=name)


def list_other_names(known: Known | None) -> list[str]:
    """Return the names of something beside the one that it is shown by."""
    return [] if known is None else [each for each in known.names if each != known.name]


def plan_rename(
    directory: Directory, kind: Kind, old: str, new: str, is_used: Callable[[str], bool]
) -> list[Fact]:
    """Return the facts by which something is shown as `new`; `old` still means it.

    `is_used` says whether a name stands in matches. Raise NothingToDo where it is somebody else's.
    """
    new = check_name(kind, new)
    id_, named = require(directory, kind, old)
    present = directory.get(kind, id_)
    if new == (old.strip() if present is None else present.name):
        raise NothingToDo("{name} is called so already", name=new)
    _require_free(directory, kind, new, id_, is_used, old)
    return [*named, NameFact(kind=kind, id=id_, name=new)]


def plan_alias(
    directory: Directory, kind: Kind, name: str, alias: str, is_used: Callable[[str], bool]
) -> list[Fact]:
    """Return the facts by which `alias` means what `name` means, too.

    `is_used` says whether a name stands in matches. Raise NothingToDo where it is somebody else's.
    """
    alias = check_name(kind, alias)
    id_, named = require(directory, kind, name)
    if fold_name(alias) in directory.fold_names(kind, name):
        raise NothingToDo("“{alias}” means {name} already", alias=alias, name=name)
    _require_free(directory, kind, alias, id_, is_used, name)
    return [*named, AliasFact(kind=kind, id=id_, name=alias)]


def _require_free(
    directory: Directory,
    kind: Kind,
    name: str,
    id_: str,
    is_used: Callable[[str], bool],
    other: str,
) -> None:
    """Raise NothingToDo where a name means something else than `id_`."""
    found = directory.find(kind, name)
    if found is not None and found.id == id_:
        return
    if found is not None or (fold_name(name) != fold_name(other) and is_used(name)):
        raise NothingToDo(
            "“{name}” is somebody or something else already",
            "If they are one: merge “{other}” “{name}”",
            name=name,
            other=other,
        )


def plan_group(directory: Directory, name: str, people: Sequence[str]) -> list[Fact]:
    """Return the facts that make a group of some people. Raise NothingToDo where there is one."""
    if directory.find("group", name) is not None:
        raise NothingToDo("There is a group “{name}” already", name=name)
    id_, named = require(directory, "group", name)
    return [*named, *_plan_members(directory, id_, people)]


def plan_group_name(directory: Directory, old: str, new: str) -> list[Fact]:
    """Return the fact that gives a group another name. Raise NothingToDo."""
    new = check_name("group", new)
    group, other = require_group(directory, old), directory.find("group", new)
    if group.name == new:
        raise NothingToDo("{name} is called so already", name=new)
    if other is not None and other.id != group.id:
        raise NothingToDo("There is a group “{name}” already", name=new)
    return [NameFact(kind="group", id=group.id, name=new)]


def plan_members(directory: Directory, group: str, people: Sequence[str]) -> list[Fact]:
    """Return the facts by which people belong to a group. Raise NothingToDo where all do."""
    facts = _plan_members(directory, require_group(directory, group).id, people)
    if not facts:
        raise NothingToDo("All of them belong to it already.")
    return facts


def _plan_members(directory: Directory, group: str, people: Sequence[str]) -> list[Fact]:
    """Return the facts by which people belong to a group who did not yet."""
    facts: list[Fact] = []
    members = {member.id for member in directory.list_members(group)}
    given = dict.fromkeys(map(fold_name, people))
    for name in [next(each for each in people if fold_name(each) == folded) for folded in given]:
        id_, named = require(directory, "person", name)
        if id_ not in members:
            facts += [*named, MemberFact(group=group, person=id_)]
            members.add(id_)
    return facts


def plan_removal(directory: Directory, group: str, people: Sequence[str]) -> list[Fact]:
    """Return the facts by which people no longer belong to a group.

    Raise NothingToDo for somebody who does not.
    """
    found = require_group(directory, group)
    facts: list[Fact] = []
    for name in people:
        known = directory.find("person", name)
        ids = [] if known is None else directory.list_member_ids(found.id, known.id)
        if not ids:
            raise NothingToDo("{name} does not belong to {group}", name=name, group=found.name)
        facts += [MemberFact(group=found.id, person=id_, removed=True) for id_ in ids]
    return facts


def require_group(directory: Directory, name: str) -> Known:
    """Return the group with a name. Raise NothingToDo where there is none."""
    found = directory.find("group", name)
    if found is None:
        known = ", ".join(each.name for each in directory.list_known("group"))
        raise NothingToDo(
            "There is no group “{name}”",
            "There are: {known}. foldtable groups create makes one.",
            name=name,
            known=known or "–",
        )
    return found


def plan_mapping(directory: Directory, source: str, kind: Kind, key: str, name: str) -> list[Fact]:
    """Return the facts that remember what another program calls `key`; none where that is known."""
    id_, named = require(directory, kind, name)
    known = directory.find_mapped(source, kind, key)
    if known is not None and known.id == id_:
        return []
    return [*named, MappingFact(source=source, kind=kind, key=key, id=id_)]

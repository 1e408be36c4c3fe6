"""Facts beyond one match: who is who, which places are one, who belongs to which group.

They are events of the journal, beside the entries about matches. Nothing of them is in a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Literal, NamedTuple

import msgspec

from ledger.database import Database
from ledger.errors import Conflict
from ledger.event import draft_event
from ledger.rows import ABOUT_THE_RECORD, chain_draft, insert_events, read_head

Kind = Literal["person", "place", "group"]
"""What has a name."""


class Fact(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The payload of a fact; `type` is the type of the event."""

    type: ClassVar[str] = ""


class NameFact(Fact, frozen=True, kw_only=True):
    """A person, a place or a group is called `name` from now on. Its earlier names still mean it.

    `id` is a UUID of its own.
    """

    type: ClassVar[str] = "ledger.name"

    kind: Kind
    id: str
    name: str


class AliasFact(Fact, frozen=True, kw_only=True):
    """`name` means the person, place or group, too; or, if `removed`, no longer."""

    type: ClassVar[str] = "ledger.alias"

    kind: Kind
    id: str
    name: str
    removed: bool = False


class MergeFact(Fact, frozen=True, kw_only=True):
    """The person or place `id` is the one called `into`."""

    type: ClassVar[str] = "ledger.merge"

    kind: Kind
    id: str
    into: str


class SplitFact(Fact, frozen=True, kw_only=True):
    """The person or place `id` is another one than it was said to be."""

    type: ClassVar[str] = "ledger.split"

    kind: Kind
    id: str


class MemberFact(Fact, frozen=True, kw_only=True):
    """A person belongs to a group; or, if `removed`, no longer. Both are ids."""

    type: ClassVar[str] = "ledger.member"

    group: str
    person: str
    removed: bool = False


class MappingFact(Fact, frozen=True, kw_only=True):
    """What another program calls `key` is the person or place `id`: remembered for the next time.

    `source` is the name of the program or of the kind of file.
    """

    type: ClassVar[str] = "ledger.mapping"

    source: str
    kind: Kind
    key: str
    id: str


FACTS: Final[dict[str, type[Fact]]] = {
    fact.type: fact for fact in (NameFact, AliasFact, MergeFact, SplitFact, MemberFact, MappingFact)
}


class StoredFact(NamedTuple):
    """A fact with the version of its event in the journal."""

    version: int
    fact: Fact


def read_facts(database: Database, journal: str) -> list[StoredFact]:
    """Return the facts of a ledger in their order; what cannot be read is left out.

    `journal` is the match id of the journal's events. The entries about matches are not read.
    """
    number, text = database.dialect.number.format("version"), database.dialect.text
    types = ", ".join("?" * len(FACTS))
    rows = database.execute(
        f"SELECT {number}, {text.format('type')}, {text.format('payload')} FROM events "  # noqa: S608
        f"WHERE type IN ({types}) AND {ABOUT_THE_RECORD} AND match_id = ? ORDER BY version",
        (*FACTS, journal),
    )
    found = []
    for version, kind, payload in rows:
        try:
            found.append(StoredFact(version, msgspec.json.decode(payload, type=FACTS[kind])))
        except msgspec.DecodeError:
            continue
    return found


def append_facts(
    database: Database,
    journal: str,
    facts: Sequence[Fact],
    expected: int,
    actor: str,
    recorded_at: str,
) -> bool:
    """Store facts at the end of the journal, where `expected` is the version of the last fact
    that their author has read; return whether the journal ends with them.

    Raise Conflict where somebody else has stored a fact since.
    """
    database.lock(journal)
    known = read_facts(database, journal)
    last = known[-1].version if known else 0
    if last != expected:
        raise Conflict(
            "{n} events were appended since {expected}.",
            "Look at what happened meanwhile, then record yours again if it still holds.",
            [each.version for each in known if each.version > expected],
            n=sum(each.version > expected for each in known),
            expected=expected,
        )
    head = read_head(database, journal)
    events, first = [], None
    for fact in facts:
        draft = draft_event(fact.type, fact, batch=first)
        event = chain_draft(draft, journal, head, actor, recorded_at)
        first = first or event.event_id
        head = head._replace(version=event.version, hash=event.hash)
        events.append(event)
    return insert_events(database, events)

"""The journal: what happened to the ledger as a whole, as a stream of its own among the events.

Its events lie in the table of events under the match id JOURNAL, with versions and a chain of
their own. An entry is stored in the transaction that it is about. So a match that is gone, or
whose last events are gone, is still known. Facts beyond one match (`facts`) lie in it, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final, Literal, NamedTuple

import msgspec

from ledger.clerk import Sign
from ledger.database import Database
from ledger.event import Draft, Event, draft_event
from ledger.facts import FACTS
from ledger.headlines import VOID, Headline
from ledger.rows import Head, chain_draft, insert_events, make_head, read_events, read_head

JOURNAL: Final = "ledger"
"""The match id of the journal's events. No match has it: ids of matches are UUIDs."""

Cause = Literal["open", "fork", "close", "reopen", "sign", "void", "restore", "import", "upgrade"]
"""What happened to a match when its head was noted. `upgrade`: the ledger was an older one."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The payload of an entry about a match; `type` is the type of the event."""

    type: ClassVar[str] = ""

    match: str


class HeadEntry(Entry, frozen=True, kw_only=True):
    """The head of a match: the version and the hash of its last event.

    `name` is the name of the match, `digests` how many digests were stored for it.
    """

    type: ClassVar[str] = "ledger.head"

    cause: Cause
    name: str
    version: int
    hash: str
    digests: int


class ArchiveEntry(Entry, frozen=True, kw_only=True):
    """A match was hidden from listings at a time, or is shown again (None)."""

    type: ClassVar[str] = "ledger.archive"

    archived_at: str | None


class Status(NamedTuple):
    """What a headline says of the end of a match."""

    closed_at: str | None
    how: str


class Journal:
    """The journal of a ledger or a part of it, by match.

    `unread` are the versions of entries of no known form, `previous` the hash that each entry is
    chained to, by its version; without it, `events` are the whole journal.
    """

    def __init__(self, events: Iterable[Event], previous: Mapping[int, str] | None = None) -> None:
        self.events = tuple(events)
        if previous is None:
            previous = {event.version + 1: event.hash for event in self.events}
        self.previous = previous
        self.heads: dict[str, list[HeadEntry]] = {}
        self.archived: dict[str, str | None] = {}
        self.unread: list[int] = []
        for event in self.events:
            try:
                self._read(event)
            except msgspec.DecodeError:
                self.unread.append(event.version)

    def _read(self, event: Event) -> None:
        """Take in an event. Raise DecodeError where it is no entry."""
        if event.type == ArchiveEntry.type:
            hidden = msgspec.json.decode(event.payload, type=ArchiveEntry)
            self.archived[hidden.match] = hidden.archived_at
        elif event.type == HeadEntry.type:
            noted = msgspec.json.decode(event.payload, type=HeadEntry)
            self.heads.setdefault(noted.match, []).append(noted)
        elif event.type in FACTS:
            msgspec.json.decode(event.payload, type=FACTS[event.type])
        else:
            raise msgspec.ValidationError(event.type)


def read_journal_of(database: Database, match_id: str) -> Journal:
    """Return the part of the journal that is about a match."""
    about = database.dialect.entry_match
    versions = database.execute(
        f"SELECT version FROM events WHERE match_id = '{JOURNAL}' AND {about} = ? "  # noqa: S608
        "ORDER BY version",
        (match_id,),
    )
    events: dict[int, Event] = {}
    for (version,) in versions:
        for event in read_events(database, JOURNAL, version - 2, version):
            events[event.version] = event
    previous = {version + 1: event.hash for version, event in events.items()}
    return Journal([events[version] for (version,) in versions], previous)


def find_cause(
    before: Status | None, headline: Headline | None, drafts: Sequence[Draft]
) -> Cause | None:
    """Return what an append does to a match that the journal notes, None for anything else.

    `before` is what was stored of its end, None for a new match; `headline` is what is stored now,
    None where nothing of it changes.
    """
    if headline is None or before == (headline.closed_at, headline.how):
        return "sign" if any(draft.type == Sign.type for draft in drafts) else None
    if before is None:
        return "open" if headline.parent_id is None else "fork"
    if headline.how == VOID:
        return "void"
    if before.how == VOID:
        return "restore"
    return "reopen" if headline.closed_at is None else "close"


def read_status(database: Database, match_id: str) -> Status | None:
    """Return what the stored headline says of the end of a match, None for a match not stored."""
    stored = (database.dialect.pack_id(match_id),)
    rows = database.execute("SELECT closed_at, how FROM matches WHERE match_id = ?", stored)
    return Status(*rows[0]) if rows else None


def read_ending(database: Database, match_id: str) -> tuple[Status | None, Head]:
    """Return what the headline says of the end of a match, and the last event of its stream.

    Of a match that is not stored they are None and the head of an empty stream.
    """
    rows = database.execute(
        "SELECT m.closed_at, m.how, m.base_version, m.base_hash, e.version, e.hash "
        "FROM matches m LEFT JOIN events e ON e.match_id = m.match_id WHERE m.match_id = ? "
        "ORDER BY e.version DESC LIMIT 1",
        (database.dialect.pack_id(match_id),),
    )
    if not rows:
        return None, make_head(None, None)
    closed_at, how, base_version, base_hash, version, hash_ = rows[0]
    head = (base_version, base_hash) if version is None else (version, hash_)
    return Status(closed_at, how), make_head(*head)


def note_head(
    database: Database, match_id: str, head: Head, cause: Cause, actor: str, at: str
) -> bool:
    """Store an entry about the head of a match; return whether the journal ends with it."""
    stored = (database.dialect.pack_id(match_id),)
    ((name,),) = database.execute("SELECT name FROM matches WHERE match_id = ?", stored)
    ((digests,),) = database.execute("SELECT COUNT(*) FROM digests WHERE match_id = ?", stored)
    entry = HeadEntry(
        match=match_id,
        cause=cause,
        name=name,
        version=head.version,
        hash=head.hash,
        digests=digests,
    )
    return append_entry(database, entry, actor, at)


def append_entry(database: Database, entry: Entry, actor: str, recorded_at: str) -> bool:
    """Store an entry at the end of the journal; return whether it now ends with it."""
    database.lock(JOURNAL)
    draft = draft_event(entry.type, entry)
    event = chain_draft(draft, JOURNAL, read_head(database, JOURNAL), actor, recorded_at)
    return insert_events(database, [event])

"""The ledger: append, read and find events.

Every append is one transaction. The version is part of the primary key, so of two appends after
the same event only one succeeds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

from ledger.batches import find_batch
from ledger.clerk import Close
from ledger.database import Database
from ledger.errors import (
    Conflict,
    DamagedLedger,
    NoSuchMatch,
    RefusedRow,
    TryAgain,
)
from ledger.event import Draft, Event, format_now
from ledger.facts import Fact, StoredFact, append_facts, read_facts
from ledger.headlines import (
    Headline,
    MatchInfo,
    list_underived,
    note_derived,
    note_last_event,
    read_headline,
    write_headline,
)
from ledger.journal import (
    JOURNAL,
    ArchiveEntry,
    Cause,
    Journal,
    append_entry,
    find_cause,
    note_head,
    read_ending,
    read_journal_of,
    read_status,
)
from ledger.listings import EVERY, Wanted, count_matches, find_last_day, read_match_infos
from ledger.location import Location
from ledger.match_search import find_free_name, find_match, has_name
from ledger.opening import open_database
from ledger.people import (
    PersonRow,
    PlaceRow,
    find_near_people,
    find_shared_match,
    has_person,
    read_people,
    read_places,
)
from ledger.rows import (
    Head,
    chain_draft,
    has_content,
    insert_digests,
    insert_events,
    read_clerk_events,
    read_digests,
    read_events,
    read_events_of_type,
    read_hashes,
    read_head,
    read_origin,
    read_times,
)

ATTEMPTS: Final = 3
"""How often an append is tried that meets others', or loses its connection."""


class Ledger:
    """An open ledger: its database, and a context manager that closes it."""

    def __init__(self, where: Location) -> None:
        """Open a ledger; create or migrate it first where needed. Raise LedgerError."""
        self.where = where
        self.database = open_database(where)
        self._writing = False

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    @contextmanager
    def read_transaction(self) -> Iterator[None]:
        """Read everything inside as it is at one moment, whatever others append meanwhile.

        Read transactions can be nested, and nothing can be appended in one.
        """
        if self.database.in_transaction:
            yield
            return
        with self.database.read_transaction():
            yield

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Store everything inside, or nothing of it if an exception leaves it."""
        with self._begin():
            yield

    @contextmanager
    def _begin(self, match_id: str | None = None) -> Iterator[Database]:
        """Write to the database in a transaction, with `match_id` only to that match."""
        if self._writing:
            yield self.database
            return
        with self.database.write_transaction(match_id):
            self._writing = True
            try:
                yield self.database
            finally:
                self._writing = False

    def append(
        self,
        match_id: str,
        expected: int,
        drafts: Sequence[Draft],
        actor: str,
        *,
        digests: Sequence[tuple[str, str] | None] = (),
        headline: Headline | None = None,
    ) -> list[Event]:
        """Append drafts after the event `expected` and return the stored events.

        All drafts are stored, or none. Where all of them are stored already, with the same
        content, nothing is appended: a retry is safe, whatever was appended since. Intents are no
        part of the content; the stored ones stay. `digests` are
        pairs (rules, digest) of the state after each draft, None where none is kept. `headline`
        replaces the stored one.

        Raise Conflict if another recorder appended after `expected`, or if an event id belongs to
        another content. Raise NoSuchMatch if the match is not stored and has no headline.
        """
        attempts = 1 if self._writing else ATTEMPTS
        while True:
            attempts -= 1
            try:
                return self._append(match_id, expected, drafts, actor, digests, headline)
            except TryAgain:  # what is stored already is found, so nothing is stored twice
                if not attempts:
                    raise

    def _append(
        self,
        match_id: str,
        expected: int,
        drafts: Sequence[Draft],
        actor: str,
        digests: Sequence[tuple[str, str] | None],
        headline: Headline | None,
    ) -> list[Event]:
        """Append drafts in one transaction and return the stored events."""
        recorded_at = format_now()
        with self._begin(match_id) as database:
            before, head = read_ending(database, match_id)
            if before is None:
                if headline is not None:
                    write_headline(database, match_id, headline, recorded_at)
                head = read_head(database, match_id)
            last = head.version
            if last != expected:
                return self._find_stored(match_id, expected, last, drafts)
            events = []
            for draft in drafts:
                event = chain_draft(draft, match_id, head, actor, recorded_at)
                head = Head(event.version, event.hash)
                events.append(event)
            try:
                self._require_kept(insert_events(database, events))
            except RefusedRow:
                return self._find_stored(match_id, expected, last, drafts)
            if before is not None:
                note_last_event(database, match_id, recorded_at)
            if digests:
                insert_digests(database, events, digests)
            if headline is not None and before is not None:
                if headline.closed_at and any(draft.type == Close.type for draft in drafts):
                    headline = headline._replace(closed_at=recorded_at)
                write_headline(database, match_id, headline, recorded_at)
            cause = find_cause(before, headline, drafts)
            if cause is not None:
                self._note_head(match_id, cause, actor, recorded_at)
        return events

    def _note_head(self, match_id: str, cause: Cause, actor: str, at: str) -> None:
        """Store in the journal what has happened to a match, and how far it has come by it."""
        head = read_head(self.database, match_id)
        self._require_kept(note_head(self.database, match_id, head, cause, actor, at))

    def _find_stored(
        self, match_id: str, expected: int, last: int, drafts: Sequence[Draft]
    ) -> list[Event]:
        """Return the stored events of drafts that were appended before. Raise Conflict otherwise.

        Events after `last` do not count: they belong to this append.
        """
        own = [e for e in self.events(match_id) if e.match_id == match_id and e.version <= last]
        stored = {event.event_id: event for event in own}
        same = [
            event
            for draft in drafts
            if (event := stored.get(draft.event_id)) is not None and has_content(event, draft)
        ]
        if len(same) == len(drafts):
            return same
        meanwhile = [event.version for event in own if event.version > expected]
        if meanwhile:
            raise Conflict(
                "{n} events were appended since {expected}.",
                "Look at what happened meanwhile, then record yours again if it still holds.",
                meanwhile,
                n=len(meanwhile),
                expected=expected,
            )
        if last != expected:
            raise Conflict(
                "The match ends with event {last}; {expected} is not there.",
                last=last,
                expected=expected,
            )
        if not stored and last == 0:
            raise NoSuchMatch("No match has the id {match_id}.", match_id=match_id)
        raise Conflict("An event with this id is already there, with another content.")

    def ingest(self, events: Sequence[Event], headline: Headline, actor: str = "") -> int:
        """Store verified events of another ledger and return how many were new.

        `actor` is who brings them here. Events that are stored already are left alone. Raise
        Conflict where the stored events are others, or where events are missing between them and
        the new ones.
        """
        match_id = events[0].match_id
        with self._begin(match_id) as database:
            stored = read_hashes(database, match_id)
            for event in events:
                if stored.get(event.version, event.hash) != event.hash:
                    raise Conflict(
                        "The ledger has another event {version} of this match.",
                        "Import it as a match of its own with --as-copy.",
                        version=event.version,
                    )
            new = [event for event in events if event.version not in stored]
            last = max(stored, default=0)
            if new and stored and new[0].version != last + 1:
                raise Conflict(
                    "This match ends with event {last} in the ledger; the next one is missing.",
                    "Import it as a match of its own with --as-copy.",
                    last=last,
                )
            if new:
                write_headline(database, match_id, headline, events[0].recorded_at)
                self._require_kept(insert_events(database, new))
                note_last_event(database, match_id, new[-1].recorded_at)
                self._note_head(match_id, "import", actor, format_now())
        return len(new)

    def _require_kept(self, kept: bool) -> None:
        """Raise DamagedLedger unless the database keeps the events that it was given."""
        if not kept:
            raise DamagedLedger(
                "{path} does not keep the events that it is given.",
                "Nothing was recorded. foldtable verify --all says what was changed in it.",
                path=self.where,
            )

    def events(self, match_id: str, after: int | None = None) -> list[Event]:
        """Return the stream of a match; that of a fork begins with the shared events.

        With `after`, only the events after that version.
        """
        return self._read_stream(match_id, partial(read_events, after=after), after or 0)

    def clerk_events(self, match_id: str) -> list[Event]:
        """Return the events of a stream that are about the record, not of the game."""
        return self._read_stream(match_id, read_clerk_events)

    def _read_stream(
        self, match_id: str, read: Callable[[Database, str], list[Event]], after: int = 0
    ) -> list[Event]:
        """Return the events of a stream that `read` returns of a match and of its ancestors.

        `after` is the version that all of them are after.
        """
        stream: list[Event] = []
        following: str | None = match_id
        seen: set[str] = set()
        end: int | None = None
        with self.read_transaction():
            while following is not None and following not in seen and (end is None or end > after):
                seen.add(following)
                own = read(self.database, following)
                stream[:0] = [event for event in own if end is None or event.version <= end]
                following, base = read_origin(self.database, following)
                end = base if end is None else min(end, base)
        return stream

    def events_of_type(self, kind: str) -> list[Event]:
        """Return the events of a type in all matches, oldest first."""
        return read_events_of_type(self.database, kind)

    def events_of_batch(self, match_id: str, batch: str) -> list[Event]:
        """Return the events of a batch in their order; `batch` is the id of its first event.

        Return an empty list when the stream of the match has no such event.
        """
        events = self.events(match_id)
        first = next((event for event in events if event.event_id == batch), None)
        return [] if first is None else find_batch(events, first)

    def head(self, match_id: str) -> Head:
        """Return the last event of a stream."""
        return read_head(self.database, match_id)

    def wait(self, match_id: str, after: int, seconds: float) -> bool:
        """Return whether a stream has events after a version; wait for them so many seconds."""
        until = time.monotonic() + seconds
        while self.head(match_id).version <= after:
            left = until - time.monotonic()
            if left <= 0:
                return False
            self.database.wait(match_id, left)
        return True

    def journal(self) -> Journal:
        """Return the journal: what happened to the ledger as a whole."""
        return Journal(read_events(self.database, JOURNAL))

    def journal_of(self, match_id: str) -> Journal:
        """Return the part of the journal that is about a match."""
        with self.read_transaction():
            return read_journal_of(self.database, match_id)

    def facts(self) -> list[StoredFact]:
        """Return the facts beyond one match, in their order: names, members, mappings."""
        return read_facts(self.database, JOURNAL)

    def append_facts(self, facts: Sequence[Fact], expected: int, actor: str) -> None:
        """Store facts beyond one match. `expected` is the version of the last one that was read.

        Raise Conflict where somebody else has stored one since.
        """
        now = format_now()
        with self._begin(JOURNAL) as database:
            kept = append_facts(database, JOURNAL, facts, expected, actor, now)
            self._require_kept(kept)

    def people(self) -> list[PersonRow]:
        """Return everybody who has a seat in a match that counts, by name as it was written."""
        return read_people(self.database)

    def places(self, *, everything: bool = False) -> list[PlaceRow]:
        """Return the places of matches that count, or of all; those used most first."""
        return read_places(self.database, everything=everything)

    def near_people(self, name: str) -> list[str]:
        """Return names of people that begin as a name does."""
        return find_near_people(self.database, name)

    def count_matches(self, group: Sequence[str]) -> int:
        """Return how many matches count of which more than half of the people are in a group,
        given by its folded names."""
        return count_matches(self.database, Wanted(listed=True, group=tuple(group), own=True))

    def has_person(self, name: str) -> bool:
        """Return whether somebody with this name has a seat in a match."""
        return has_person(self.database, name)

    def shared_match(self, some: Collection[str], others: Collection[str]) -> str:
        """Return the name of a match at which one of `some` sat with one of `others`, "" for none.

        All are folded names.
        """
        return find_shared_match(self.database, some, others)

    def digests(self, match_id: str) -> dict[int, tuple[str, str]]:
        """Return the pairs (rules, digest) that were stored with the events, by version."""
        return read_digests(self.database, match_id)

    def headline(self, match_id: str) -> Headline:
        """Return the stored headline of a match. Raise NoSuchMatch."""
        with self.read_transaction():
            return read_headline(self.database, match_id)

    def matches(self, wanted: Wanted = EVERY, limit: int | None = None) -> list[MatchInfo]:
        """Return matches, latest event first: all or those `wanted`, not more than `limit`."""
        with self.read_transaction():
            return read_match_infos(self.database, wanted, limit)

    def find_last_day(self) -> str:
        """Return the last day on which a match was played that belongs in lists, "" for none."""
        return find_last_day(self.database)

    def times(self, match_ids: Sequence[str]) -> dict[str, list[str]]:
        """Return when the opening, the actions and the closing of some matches were recorded."""
        return read_times(self.database, match_ids) if match_ids else {}

    def list_underived(self, limit: int) -> list[str]:
        """Return the ids of matches of which a list lacks place, level and outcomes: those of an
        older ledger."""
        return list_underived(self.database, limit)

    def note_derived(self, headlines: Mapping[str, Headline]) -> None:
        """Store places, levels and outcomes of matches, by their ids."""
        with self._begin() as database:
            for match_id, headline in headlines.items():
                note_derived(database, match_id, headline)

    def walk_matches(self, wanted: Wanted = EVERY) -> Iterator[MatchInfo]:
        """Yield the matches that are wanted, latest event first; a few are read at a time."""
        limit, known = 8, 0
        while True:
            infos = self.matches(wanted, limit)
            yield from infos[known:]
            if len(infos) < limit:
                return
            limit, known = 4 * limit, len(infos)

    def find(self, text: str) -> MatchInfo:
        """Return the match with this name or id, else the only one whose name or id begins so.

        Raise NoSuchMatch or AmbiguousMatch.
        """
        with self.read_transaction():
            return find_match(self.database, text)

    def has_name(self, beginning: str) -> bool:
        """Return whether the name of a match begins so."""
        return has_name(self.database, beginning)

    def has_match(self, match_id: str) -> bool:
        """Return whether a match with this id is stored."""
        return read_status(self.database, match_id) is not None

    def find_free_name(self, wanted: str) -> str:
        """Return `wanted`, followed by a number if a match has that name already."""
        return find_free_name(self.database, wanted)

    def hide(self, match_id: str, hidden: bool = True, actor: str = "") -> None:
        """Hide a match from listings, or show it again. Its events stay."""
        now = format_now()
        entry = ArchiveEntry(match=match_id, archived_at=now if hidden else None)
        with self._begin(match_id) as database:
            database.execute(
                "UPDATE matches SET archived_at = ? WHERE match_id = ?",
                (entry.archived_at, database.dialect.pack_id(match_id)),
            )
            self._require_kept(append_entry(database, entry, actor, now))

    def find_damage(self) -> DamagedLedger | None:
        """Return the first fault in the database or between its tables, None for none."""
        with self.read_transaction():
            found, astray = self.find_broken_pages(), self.find_astray_tables()
        if found:
            return DamagedLedger("The database is damaged: {text}.", text=found)
        if astray:
            return DamagedLedger(
                "The database is damaged: a row of {table} belongs to no match.", table=astray[0]
            )
        return None

    def find_broken_pages(self) -> str | None:
        """Return the first fault that the database finds in itself, None if it finds none."""
        return self.database.find_broken_pages()

    def find_astray_tables(self) -> tuple[str, ...]:
        """Return the names of the tables with rows that belong to no match."""
        with self.read_transaction():
            return self.database.find_astray_tables()

    def find_schema_changes(self) -> tuple[str, ...]:
        """Return the names of the tables, indexes and triggers that are not as they were made."""
        return self.database.find_schema_changes()

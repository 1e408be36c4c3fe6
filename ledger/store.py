"""The ledger: append, read and find events.

Every append is one transaction. The version is part of the primary key, so of two appends after
the same event only one succeeds.
"""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from ledger import sqlite
from ledger.batches import find_batch
from ledger.errors import (
    AmbiguousMatch,
    Conflict,
    DamagedLedger,
    LedgerError,
    NoSuchMatch,
    UnwritableLedger,
)
from ledger.event import GENESIS, Draft, Event, format_now, hash_event
from ledger.schema import find_schema_changes


class Head(NamedTuple):
    """The version and the hash of the last event of a stream. The next event is chained to it."""

    version: int
    hash: str


class Headline(NamedTuple):
    """What listings show of a match. It is derived from the events."""

    name: str
    game: str
    rules: str
    title: str
    played: str
    seats: tuple[str, ...]
    closed_at: str | None = None
    how: str = ""
    simulated: bool = False
    parent_id: str | None = None
    base_version: int | None = None
    base_hash: str | None = None


class MatchInfo(NamedTuple):
    """A stored headline with ids and times. `version` and `last_at` are those of the last event."""

    match_id: str
    name: str
    game: str
    rules: str
    title: str
    opened_at: str
    played: str
    closed_at: str | None
    how: str
    archived_at: str | None
    simulated: bool
    parent_id: str | None
    base_version: int | None
    base_hash: str | None
    version: int
    last_at: str
    seats: tuple[str, ...]


_EVENT = (
    "match_id, version, event_id, type, schema_version, payload, actor, recorded_at, "
    "played_at, hash, batch"
)
_INSERT = f"INSERT INTO events ({_EVENT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
_TEXT = "IFNULL(CAST({0} AS TEXT), '')"
_TEXT_OR_NONE = "CAST({0} AS TEXT)"
_NUMBER = "CASE WHEN typeof({0}) = 'integer' THEN {0} ELSE -1 END"
_READ = ", ".join(
    {
        "version": _NUMBER,
        "schema_version": _NUMBER,
        "played_at": _TEXT_OR_NONE,
        "batch": _TEXT_OR_NONE,
    }.get(column, _TEXT).format(column)
    for column in _EVENT.split(", ")
)
"""The columns of an event, cast: SQLite stores values of any type, and an audit must read them."""

_SELECT = f"SELECT {_READ} FROM events WHERE match_id = ?"  # noqa: S608
_DIGEST = "INSERT OR REPLACE INTO digests (match_id, version, engine, digest) VALUES (?, ?, ?, ?)"
_LISTED = ("name", "game", "rules", "title", "opened_at", "played", "closed_at", "how")
"""The text columns of a match that listings show."""

_MATCH = f"""
SELECT m.match_id, {", ".join(f"CAST(m.{column} AS TEXT)" for column in _LISTED)},
       m.archived_at, m.simulated, m.parent_id, m.base_version, m.base_hash,
       COALESCE(e.version, m.base_version, 0), COALESCE(e.recorded_at, m.opened_at)
FROM matches m
LEFT JOIN events e ON e.match_id = m.match_id
     AND e.version = (SELECT MAX(version) FROM events WHERE match_id = m.match_id)
"""  # noqa: S608


class Ledger:
    """An open ledger file: a connection and a context manager that closes it."""

    def __init__(self, path: Path) -> None:
        """Open a ledger file; create or migrate it first where needed. Raise LedgerError."""
        self.path = path
        self._connection = sqlite.connect(path)
        self._writing = False
        self._file = _identify_file(path)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    @contextmanager
    def read_transaction(self) -> Iterator[None]:
        """Read everything inside as it is at one moment, whatever others append meanwhile.

        Read transactions can be nested, and nothing can be appended in one.
        """
        if self._connection.in_transaction:
            yield
            return
        with sqlite.translate_errors(self.path):
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Store everything inside, or nothing of it if an exception leaves it."""
        with self._begin():
            yield

    @contextmanager
    def _begin(self) -> Iterator[sqlite3.Connection]:
        if self._writing:
            yield self._connection
            return
        if self._file != _identify_file(self.path):
            raise UnwritableLedger(
                "{path} is no longer the file that was opened: it was moved or deleted.",
                "Put it back; nothing more was recorded.",
                path=self.path,
            )
        with (
            sqlite.translate_errors(self.path),
            sqlite.begin_transaction(self._connection) as connection,
        ):
            self._writing = True
            try:
                yield connection
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
        content, nothing is appended: a retry is safe, whatever was appended since. `digests` are
        pairs (rules, digest) of the state after each draft, None where none is kept. `headline`
        replaces the stored one.

        Raise Conflict if another recorder appended after `expected`, or if an event id belongs to
        another content. Raise NoSuchMatch if the match is not stored and has no headline.
        """
        recorded_at = format_now()
        with self._begin() as connection:
            if headline is not None:
                _write_headline(connection, match_id, headline, recorded_at)
            head = _read_head(connection, match_id)
            last = head.version
            if last != expected:
                return self._find_stored(match_id, expected, last, drafts)
            events = []
            for draft in drafts:
                event = Event(
                    match_id,
                    head.version + 1,
                    draft.event_id,
                    draft.type,
                    draft.schema,
                    draft.payload,
                    actor,
                    recorded_at,
                    draft.played_at,
                    "",
                    draft.batch,
                )
                head = Head(event.version, hash_event(head.hash, event))
                events.append(replace(event, hash=head.hash))
            try:
                connection.executemany(_INSERT, [_make_row(event) for event in events])
            except sqlite3.IntegrityError:
                return self._find_stored(match_id, expected, last, drafts)
            self._require_stored(match_id, events)
            if digests:
                seen = zip(events, digests, strict=True)
                rows = [(match_id, e.version, *digest) for e, digest in seen if digest is not None]
                connection.executemany(_DIGEST, rows)
        return events

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
            if (event := stored.get(draft.event_id)) is not None and _is_same(event, draft)
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

    def ingest(self, events: Sequence[Event], headline: Headline) -> int:
        """Store verified events of another ledger and return how many were new.

        Events that are stored already are left alone. Raise Conflict where the stored events are
        others, or where events are missing between them and the new ones.
        """
        match_id = events[0].match_id
        with self._begin() as connection:
            mine = [_make_event(row) for row in connection.execute(_SELECT, (match_id,))]
            stored = {event.version: event.hash for event in mine}
            for event in events:
                if stored.get(event.version, event.hash) != event.hash:
                    raise Conflict(
                        "The ledger has another event {version} of this match.",
                        "Import it as a match of its own with --as-copy.",
                        version=event.version,
                    )
            new = [event for event in events if event.version not in stored]
            last = max(stored, default=0)
            if new and mine and new[0].version != last + 1:
                raise Conflict(
                    "This match ends with event {last} in the ledger; the next one is missing.",
                    "Import it as a match of its own with --as-copy.",
                    last=last,
                )
            if new:
                _write_headline(connection, match_id, headline, events[0].recorded_at)
                connection.executemany(_INSERT, [_make_row(event) for event in new])
                self._require_stored(match_id, new)
        return len(new)

    def _require_stored(self, match_id: str, events: Sequence[Event]) -> None:
        """Raise DamagedLedger unless the database holds these last events of a match."""
        before = events[0].version - 1 if events else 0
        rows = self._connection.execute(
            f"{_SELECT} AND version > ? ORDER BY version", (match_id, before)
        )
        if events and [_make_event(row) for row in rows] != list(events):
            raise DamagedLedger(
                "{path} does not keep the events that it is given.",
                "Nothing was recorded. foldtable verify --all says what was changed in it.",
                path=self.path,
            )

    def events(self, match_id: str) -> list[Event]:
        """Return the stream of a match; that of a fork begins with the shared events."""
        stream: list[Event] = []
        following: str | None = match_id
        seen: set[str] = set()
        end: int | None = None
        with sqlite.translate_errors(self.path), self.read_transaction():
            while following is not None and following not in seen:
                seen.add(following)
                rows = self._connection.execute(f"{_SELECT} ORDER BY version", (following,))
                own = [_make_event(row) for row in rows]
                stream[:0] = [event for event in own if end is None or event.version <= end]
                following, base = self._read_origin(following)
                end = base if end is None else min(end, base)
        return stream

    def _read_origin(self, match_id: str) -> tuple[str | None, int]:
        """Return the match that a match branches off, and after which event; None for no branch."""
        found = self._connection.execute(
            f"SELECT parent_id, {_NUMBER.format('base_version')} FROM matches WHERE match_id = ?",  # noqa: S608
            (match_id,),
        ).fetchone()
        return found or (None, 0)

    def events_of_type(self, kind: str) -> list[Event]:
        """Return the events of a type in all matches, oldest first."""
        with sqlite.translate_errors(self.path):
            rows = self._connection.execute(
                f"SELECT {_EVENT} FROM events WHERE type = ? ORDER BY recorded_at, version",  # noqa: S608
                (kind,),
            )
            return [_make_event(row) for row in rows]

    def events_of_batch(self, match_id: str, batch: str) -> list[Event]:
        """Return the events of a batch in their order; `batch` is the id of its first event.

        Return an empty list when the stream of the match has no such event.
        """
        events = self.events(match_id)
        first = next((event for event in events if event.event_id == batch), None)
        return [] if first is None else find_batch(events, first)

    def head(self, match_id: str) -> Head:
        """Return the last event of a stream."""
        with sqlite.translate_errors(self.path):
            return _read_head(self._connection, match_id)

    def digests(self, match_id: str) -> dict[int, tuple[str, str]]:
        """Return the pairs (rules, digest) that were stored with the events, by version."""
        with sqlite.translate_errors(self.path):
            rows = self._connection.execute(
                f"SELECT {_NUMBER.format('version')}, {_TEXT.format('engine')}, "  # noqa: S608
                f"{_TEXT.format('digest')} FROM digests WHERE match_id = ?",
                (match_id,),
            )
            return {version: (engine, digest) for version, engine, digest in rows}

    def headline(self, match_id: str) -> Headline:
        """Return the stored headline of a match. Raise NoSuchMatch."""
        fields = ", ".join(field for field in Headline._fields if field != "seats")
        with sqlite.translate_errors(self.path), self.read_transaction():
            row = self._connection.execute(
                f"SELECT {fields} FROM matches WHERE match_id = ?",  # noqa: S608
                (match_id,),
            ).fetchone()
            people = self._connection.execute(
                "SELECT seat, person FROM seats WHERE match_id = ? ORDER BY seat", (match_id,)
            ).fetchall()
        if row is None:
            raise NoSuchMatch("No match has the id {match_id}.", match_id=match_id)
        seats = tuple(
            person if seat == number else f"{seat}: {person}"
            for number, (seat, person) in enumerate(people)
        )
        place = Headline._fields.index("seats")
        return Headline._make([*row[:place], seats, *row[place:]])

    def matches(self) -> list[MatchInfo]:
        """Return all matches, latest event first."""
        with sqlite.translate_errors(self.path), self.read_transaction():
            people: dict[str, list[str]] = {}
            for match_id, person in self._connection.execute(
                "SELECT match_id, person FROM seats ORDER BY match_id, seat"
            ):
                people.setdefault(match_id, []).append(person)
            rows = self._connection.execute(f"{_MATCH} ORDER BY 16 DESC, m.match_id DESC")
            return [_make_match_info(row, people.get(row[0], [])) for row in rows]

    def find(self, text: str) -> MatchInfo:
        """Return the match with this name or id, else the only one whose name or id begins so.

        Raise NoSuchMatch or AmbiguousMatch.
        """
        infos = self.matches()
        for info in infos:
            if text in (info.name, info.match_id):
                return info
        wanted = _fold_name(text)
        if not wanted:
            raise NoSuchMatch("A match has a name.", near=[info.name for info in infos])
        found = [i for i in infos if wanted in (_fold_name(i.name), i.match_id)] or [
            i
            for i in infos
            if _fold_name(i.name).startswith(wanted) or i.match_id.startswith(wanted)
        ]
        if len(found) == 1:
            return found[0]
        names = [info.name for info in found or infos]
        if found:
            raise AmbiguousMatch("Several matches begin with “{text}”.", names=names, text=text)
        raise NoSuchMatch("No match is called “{text}”.", near=names, text=text)

    def find_free_name(self, wanted: str) -> str:
        """Return `wanted`, followed by a number if a match has that name already."""
        with sqlite.translate_errors(self.path):
            taken = {row[0] for row in self._connection.execute("SELECT name FROM matches")}
        name, number = wanted, 1
        while name in taken:
            number += 1
            name = f"{wanted}-{number}"
        return name

    def archive(self, match_id: str, archived: bool = True) -> None:
        """Hide a match from listings, or show it again. Its events stay."""
        with self._begin() as connection:
            connection.execute(
                "UPDATE matches SET archived_at = ? WHERE match_id = ?",
                (format_now() if archived else None, match_id),
            )

    def find_damage(self) -> str | None:
        """Return the first fault that SQLite finds in the file, None if it finds none."""
        with sqlite.translate_errors(self.path), self.read_transaction():
            found = self._connection.execute("PRAGMA integrity_check").fetchone()[0]
            astray = self._connection.execute("PRAGMA foreign_key_check").fetchone()
        if found != "ok":
            return str(found)
        if astray is not None:
            return f"a row of {astray[0]} belongs to no match"
        return None

    def find_schema_changes(self) -> tuple[str, ...]:
        """Return the names of the tables, indexes and triggers that are not as they were made."""
        with sqlite.translate_errors(self.path):
            return find_schema_changes(self._connection)


def _identify_file(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file, None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _fold_name(name: str) -> str:
    """Return a name in the form that names are compared in: composed, without case."""
    return unicodedata.normalize("NFC", name).casefold()


def _read_head(connection: sqlite3.Connection, match_id: str) -> Head:
    row = connection.execute(
        "SELECT version, hash FROM events WHERE match_id = ? ORDER BY version DESC LIMIT 1",
        (match_id,),
    ).fetchone()
    if row is None:
        row = connection.execute(
            "SELECT base_version, base_hash FROM matches WHERE match_id = ?", (match_id,)
        ).fetchone()
    if row is None or row[0] is None:
        return Head(0, GENESIS)
    return Head(row[0], row[1])


def _write_headline(
    connection: sqlite3.Connection, match_id: str, headline: Headline, opened_at: str
) -> None:
    known = connection.execute(
        "SELECT name FROM matches WHERE match_id = ?", (match_id,)
    ).fetchone()
    try:
        if known is None:
            connection.execute(
                "INSERT INTO matches (match_id, name, game, rules, title, opened_at, played, "
                "closed_at, how, simulated, parent_id, base_version, base_hash) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    match_id,
                    headline.name,
                    headline.game,
                    headline.rules,
                    headline.title,
                    opened_at,
                    headline.played,
                    headline.closed_at,
                    headline.how,
                    headline.simulated,
                    headline.parent_id,
                    headline.base_version,
                    headline.base_hash,
                ),
            )
        else:
            connection.execute(
                "UPDATE matches SET title = ?, played = ?, closed_at = ?, how = ? "
                "WHERE match_id = ?",
                (headline.title, headline.played, headline.closed_at, headline.how, match_id),
            )
    except sqlite3.IntegrityError as error:
        raise LedgerError("There already is a match called {name}.", name=headline.name) from error
    connection.execute("DELETE FROM seats WHERE match_id = ?", (match_id,))
    connection.executemany(
        "INSERT INTO seats (match_id, seat, person) VALUES (?, ?, ?)",
        [(match_id, seat, person) for seat, person in enumerate(headline.seats)],
    )


def _make_row(event: Event) -> tuple[object, ...]:
    return (
        event.match_id,
        event.version,
        event.event_id,
        event.type,
        event.schema,
        event.payload.decode(),
        event.actor,
        event.recorded_at,
        event.played_at,
        event.hash,
        event.batch,
    )


def _make_event(row: tuple[object, ...]) -> Event:
    match_id, version, event_id, kind, schema, payload, *rest = row
    return Event(match_id, version, event_id, kind, schema, str(payload).encode(), *rest)  # type: ignore[arg-type]


def _is_same(event: Event, draft: Draft) -> bool:
    """Return whether a stored event has the content of a draft."""
    return (event.type, event.payload, event.schema, event.played_at, event.batch) == (
        draft.type,
        draft.payload,
        draft.schema,
        draft.played_at,
        draft.batch,
    )


def _make_match_info(row: tuple[object, ...], people: Sequence[str]) -> MatchInfo:
    fields: list[Any] = list(row)
    fields[10] = bool(fields[10])
    return MatchInfo._make([*fields, tuple(people)])

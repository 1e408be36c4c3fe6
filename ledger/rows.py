"""Rows of the tables `events` and `digests`: read and written here, as values of `event`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from ledger.database import Database, Dialect, Row
from ledger.event import GENESIS, Draft, Event, hash_event
from ledger.packing import Packed, unpack_hash, unpack_id


class Head(NamedTuple):
    """The version and the hash of the last event of a stream. The next event is chained to it."""

    version: int
    hash: str


_EVENT = (
    "match_id, version, event_id, type, schema_version, payload, actor, recorded_at, "
    "played_at, hash, batch, intent"
)
_INSERT = f"INSERT INTO events ({_EVENT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
_DIGEST = (
    "INSERT INTO digests (match_id, version, engine, digest) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (match_id, version) DO UPDATE SET engine = excluded.engine, "
    "digest = excluded.digest"
)
ABOUT_THE_RECORD: Final = "type LIKE '%.%'"
"""Which events are about the record, in SQL: their types have a dot."""


@cache
def _select_events(dialect: Dialect) -> str:
    """Return the beginning of a query of events."""
    columns = ", ".join(
        {
            "version": dialect.number,
            "schema_version": dialect.number,
            "played_at": dialect.text_or_none,
            "intent": dialect.text_or_none,
            **dict.fromkeys(("match_id", "event_id", "hash", "batch"), "{0}"),
        }.get(column, dialect.text).format(column)
        for column in _EVENT.split(", ")
    )
    return f"SELECT {columns} FROM events"  # noqa: S608


def read_events(
    database: Database, match_id: str, after: int | None = None, until: int | None = None
) -> list[Event]:
    """Return the events that are stored for a match, without those that a fork shares.

    With `after`, only those after that version; with `until`, only those up to that one.
    """
    where = "match_id = ?"
    values: list[object] = [database.dialect.pack_id(match_id)]
    if after is not None:
        where, values = f"{where} AND version > ?", [*values, after]
    if until is not None:
        where, values = f"{where} AND version <= ?", [*values, until]
    return _query_events(database, f"{where} ORDER BY version", values)


def read_clerk_events(database: Database, match_id: str) -> list[Event]:
    """Return the events about the record that are stored for a match."""
    where = f"match_id = ? AND {ABOUT_THE_RECORD} ORDER BY version"
    return _query_events(database, where, [database.dialect.pack_id(match_id)])


def read_events_of_type(database: Database, kind: str) -> list[Event]:
    """Return the events about the record of a type in all matches, oldest first."""
    where = f"type = ? AND {ABOUT_THE_RECORD} ORDER BY recorded_at, version"
    return _query_events(database, where, [kind])


def _query_events(database: Database, where: str, values: Sequence[object]) -> list[Event]:
    """Return the events of a condition and an order in SQL."""
    select = _select_events(database.dialect)
    return [_make_event(row) for row in database.execute(f"{select} WHERE {where}", values)]


def read_times(database: Database, match_ids: Sequence[str]) -> dict[str, list[str]]:
    """Return when the events of some matches were recorded, by match and in their order: of the
    opening, of what happened in the game, of the closing."""
    packed = [database.dialect.pack_id(match_id) for match_id in match_ids]
    marks = ", ".join("?" * len(packed))
    rows = database.execute(
        f"SELECT match_id, recorded_at FROM events WHERE match_id IN ({marks}) "  # noqa: S608
        "AND (type NOT LIKE '%.%' OR type IN ('match.open', 'match.close')) "
        "ORDER BY match_id, version",
        packed,
    )
    times: dict[str, list[str]] = {}
    for match_id, recorded_at in rows:
        times.setdefault(unpack_id(match_id), []).append(str(recorded_at))
    return times


def read_hashes(database: Database, match_id: str) -> dict[int, str]:
    """Return the hashes of the events that are stored for a match, by version."""
    rows = database.execute(
        "SELECT version, hash FROM events WHERE match_id = ?", (database.dialect.pack_id(match_id),)
    )
    return {version: unpack_hash(hash_) for version, hash_ in rows}


def read_head(database: Database, match_id: str) -> Head:
    """Return the last event of a stream; that of a fork without events is the last shared one."""
    stored = (database.dialect.pack_id(match_id),)
    rows = database.execute(
        "SELECT version, hash FROM events WHERE match_id = ? ORDER BY version DESC LIMIT 1", stored
    ) or database.execute("SELECT base_version, base_hash FROM matches WHERE match_id = ?", stored)
    return make_head(*rows[0]) if rows else Head(0, GENESIS)


def make_head(version: int | None, hash_: Packed | None) -> Head:
    """Return the head of a stored version and its hash, that of an empty stream without any."""
    return Head(0, GENESIS) if version is None else Head(version, unpack_hash(hash_))


def read_origin(database: Database, match_id: str) -> tuple[str | None, int]:
    """Return the match that a match branches off, and after which event; None for no branch."""
    base = database.dialect.number.format("base_version")
    rows = database.execute(
        f"SELECT parent_id, {base} FROM matches WHERE match_id = ?",  # noqa: S608
        (database.dialect.pack_id(match_id),),
    )
    if not rows or rows[0][0] is None:
        return None, 0
    return unpack_id(rows[0][0]), rows[0][1]


def chain_draft(draft: Draft, match_id: str, head: Head, actor: str, recorded_at: str) -> Event:
    """Return the event that a draft becomes after the last event of a stream."""
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
        draft.intent,
    )
    return replace(event, hash=hash_event(head.hash, event))


def insert_events(database: Database, events: Sequence[Event]) -> bool:
    """Store the next events of a match; return whether the match now ends with just these.

    They are read again, unless the database is known to keep what it is given. Raise RefusedRow
    where a version or an id is stored already.
    """
    if not events:
        return True
    dialect, first = database.dialect, events[0]
    rows = [_make_row(dialect, event) for event in events]
    database.execute_many(_INSERT, rows)
    if database.keeps_rows:
        return True
    stored = database.execute(
        f"SELECT {_EVENT} FROM events WHERE match_id = ? AND version >= ? "  # noqa: S608
        "ORDER BY version",
        (dialect.pack_id(first.match_id), first.version),
    )
    return stored == rows


def read_digests(database: Database, match_id: str) -> dict[int, tuple[str, str]]:
    """Return the pairs (rules, digest) that were stored with the events, by version."""
    dialect = database.dialect
    version, engine = dialect.number.format("version"), dialect.text.format("engine")
    rows = database.execute(
        f"SELECT {version}, {engine}, digest FROM digests WHERE match_id = ?",  # noqa: S608
        (dialect.pack_id(match_id),),
    )
    return {version: (engine, unpack_hash(digest)) for version, engine, digest in rows}


def insert_digests(
    database: Database, events: Sequence[Event], digests: Sequence[tuple[str, str] | None]
) -> None:
    """Store the pairs (rules, digest) of the states after some events, None where none is kept."""
    dialect = database.dialect
    rows = [
        (dialect.pack_id(event.match_id), event.version, digest[0], dialect.pack_hash(digest[1]))
        for event, digest in zip(events, digests, strict=True)
        if digest is not None
    ]
    database.execute_many(_DIGEST, rows)


def has_content(event: Event, draft: Draft) -> bool:
    """Return whether a stored event has the content of a draft; the intent is not part of it."""
    return (event.type, event.payload, event.schema, event.played_at, event.batch) == (
        draft.type,
        draft.payload,
        draft.schema,
        draft.played_at,
        draft.batch,
    )


def _make_row(dialect: Dialect, event: Event) -> tuple[object, ...]:
    """Return the columns of an event."""
    return (
        dialect.pack_id(event.match_id),
        event.version,
        dialect.pack_id(event.event_id),
        event.type,
        event.schema,
        event.payload.decode(),
        event.actor,
        event.recorded_at,
        event.played_at,
        dialect.pack_hash(event.hash),
        None if event.batch is None else dialect.pack_id(event.batch),
        None if event.intent is None else event.intent.decode(),
    )


def _make_event(row: Row) -> Event:
    """Return the event of some columns."""
    match_id, version, event_id, kind, schema, payload, actor, *rest = row
    recorded_at, played_at, hash_, batch, intent = rest
    return Event(
        unpack_id(match_id),
        version,
        unpack_id(event_id),
        kind,
        schema,
        payload.encode(),
        actor,
        recorded_at,
        played_at,
        unpack_hash(hash_),
        None if batch is None else unpack_id(batch),
        None if intent is None else intent.encode(),
    )

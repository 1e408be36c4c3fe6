"""Rows of the tables `events` and `digests`: read and written here, as values of `event`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from ledger.database import Database, Dialect, Row
from ledger.event import GENESIS, Draft, Event, hash_event


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


@cache
def _select_events(dialect: Dialect) -> str:
    """Return the beginning of a query of the events of a match."""
    columns = ", ".join(
        {
            "version": dialect.number,
            "schema_version": dialect.number,
            "played_at": dialect.text_or_none,
            "batch": dialect.text_or_none,
            "intent": dialect.text_or_none,
        }.get(column, dialect.text).format(column)
        for column in _EVENT.split(", ")
    )
    return f"SELECT {columns} FROM events WHERE match_id = ?"  # noqa: S608


@cache
def _select_digests(dialect: Dialect) -> str:
    """Return the query of the digests of a match."""
    version, engine = dialect.number.format("version"), dialect.text.format("engine")
    digest = dialect.text.format("digest")
    return f"SELECT {version}, {engine}, {digest} FROM digests WHERE match_id = ?"  # noqa: S608


def read_events(
    database: Database, match_id: str, after: int | None = None, until: int | None = None
) -> list[Event]:
    """Return the events that are stored for a match, without those that a fork shares.

    With `after`, only those after that version; with `until`, only those up to that one.
    """
    where = ""
    values: list[str | int] = [match_id]
    if after is not None:
        where, values = f"{where} AND version > ?", [*values, after]
    if until is not None:
        where, values = f"{where} AND version <= ?", [*values, until]
    select = _select_events(database.dialect)
    rows = database.execute(f"{select}{where} ORDER BY version", values)
    return [_make_event(row) for row in rows]


def read_clerk_events(database: Database, match_id: str) -> list[Event]:
    """Return the events about the record that are stored for a match: their types have a dot."""
    select = _select_events(database.dialect)
    rows = database.execute(f"{select} AND type LIKE '%.%' ORDER BY version", (match_id,))
    return [_make_event(row) for row in rows]


def read_events_of_type(database: Database, kind: str) -> list[Event]:
    """Return the events of a type in all matches, oldest first."""
    rows = database.execute(
        f"SELECT {_EVENT} FROM events WHERE type = ? ORDER BY recorded_at, version",  # noqa: S608
        (kind,),
    )
    return [_make_event(row) for row in rows]


def read_head(database: Database, match_id: str) -> Head:
    """Return the last event of a stream; that of a fork without events is the last shared one."""
    rows = database.execute(
        "SELECT version, hash FROM events WHERE match_id = ? ORDER BY version DESC LIMIT 1",
        (match_id,),
    ) or database.execute(
        "SELECT base_version, base_hash FROM matches WHERE match_id = ?", (match_id,)
    )
    if not rows or rows[0][0] is None:
        return Head(0, GENESIS)
    return Head(*rows[0])


def read_origin(database: Database, match_id: str) -> tuple[str | None, int]:
    """Return the match that a match branches off, and after which event; None for no branch."""
    base = database.dialect.number.format("base_version")
    rows = database.execute(
        f"SELECT parent_id, {base} FROM matches WHERE match_id = ?",  # noqa: S608
        (match_id,),
    )
    return (rows[0][0], rows[0][1]) if rows else (None, 0)


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


def insert_events(database: Database, events: Sequence[Event]) -> None:
    """Store events. Raise RefusedRow where a version or an id is stored already."""
    database.execute_many(_INSERT, [_make_row(event) for event in events])


def read_digests(database: Database, match_id: str) -> dict[int, tuple[str, str]]:
    """Return the pairs (rules, digest) that were stored with the events, by version."""
    rows = database.execute(_select_digests(database.dialect), (match_id,))
    return {version: (engine, digest) for version, engine, digest in rows}


def insert_digests(
    database: Database,
    events: Sequence[Event],
    digests: Sequence[tuple[str, str] | None],
) -> None:
    """Store the pairs (rules, digest) of the states after some events, None where none is kept."""
    rows = [
        (event.match_id, event.version, *digest)
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


def _make_row(event: Event) -> tuple[object, ...]:
    """Return the columns of an event."""
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
        None if event.intent is None else event.intent.decode(),
    )


def _make_event(row: Row) -> Event:
    """Return the event of some columns."""
    columns: list[Any] = list(row)
    payload, intent = Event.__struct_fields__.index("payload"), -1
    columns[payload] = str(columns[payload]).encode()
    columns[intent] = None if columns[intent] is None else str(columns[intent]).encode()
    return Event(*columns)

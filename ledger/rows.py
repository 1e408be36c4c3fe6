"""Rows of the tables `events` and `digests`: read and written here, as values of `event`."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

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
_TEXT = "IFNULL(CAST({0} AS TEXT), '')"
_TEXT_OR_NONE = "CAST({0} AS TEXT)"
_NUMBER = "CASE WHEN typeof({0}) = 'integer' THEN {0} ELSE -1 END"
_READ = ", ".join(
    {
        "version": _NUMBER,
        "schema_version": _NUMBER,
        "played_at": _TEXT_OR_NONE,
        "batch": _TEXT_OR_NONE,
        "intent": _TEXT_OR_NONE,
    }.get(column, _TEXT).format(column)
    for column in _EVENT.split(", ")
)
"""The columns of an event, cast: SQLite stores values of any type, and an audit must read them."""

_SELECT = f"SELECT {_READ} FROM events WHERE match_id = ?"  # noqa: S608
_DIGEST = "INSERT OR REPLACE INTO digests (match_id, version, engine, digest) VALUES (?, ?, ?, ?)"


def read_events(
    connection: sqlite3.Connection, match_id: str, after: int | None = None
) -> list[Event]:
    """Return the events that are stored for a match, without those that a fork shares.

    With `after`, only those after that version.
    """
    if after is None:
        rows = connection.execute(f"{_SELECT} ORDER BY version", (match_id,))
    else:
        rows = connection.execute(f"{_SELECT} AND version > ? ORDER BY version", (match_id, after))
    return [_make_event(row) for row in rows]


def read_clerk_events(connection: sqlite3.Connection, match_id: str) -> list[Event]:
    """Return the events about the record that are stored for a match: their types have a dot."""
    rows = connection.execute(f"{_SELECT} AND instr(type, '.') ORDER BY version", (match_id,))
    return [_make_event(row) for row in rows]


def read_events_of_type(connection: sqlite3.Connection, kind: str) -> list[Event]:
    """Return the events of a type in all matches, oldest first."""
    rows = connection.execute(
        f"SELECT {_EVENT} FROM events WHERE type = ? ORDER BY recorded_at, version",  # noqa: S608
        (kind,),
    )
    return [_make_event(row) for row in rows]


def read_head(connection: sqlite3.Connection, match_id: str) -> Head:
    """Return the last event of a stream; that of a fork without events is the last shared one."""
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


def read_origin(connection: sqlite3.Connection, match_id: str) -> tuple[str | None, int]:
    """Return the match that a match branches off, and after which event; None for no branch."""
    found = connection.execute(
        f"SELECT parent_id, {_NUMBER.format('base_version')} FROM matches WHERE match_id = ?",  # noqa: S608
        (match_id,),
    ).fetchone()
    return found or (None, 0)


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


def insert_events(connection: sqlite3.Connection, events: Sequence[Event]) -> None:
    """Store events. Raise sqlite3.IntegrityError where a version or an id is stored already."""
    connection.executemany(_INSERT, [_make_row(event) for event in events])


def read_digests(connection: sqlite3.Connection, match_id: str) -> dict[int, tuple[str, str]]:
    """Return the pairs (rules, digest) that were stored with the events, by version."""
    rows = connection.execute(
        f"SELECT {_NUMBER.format('version')}, {_TEXT.format('engine')}, "  # noqa: S608
        f"{_TEXT.format('digest')} FROM digests WHERE match_id = ?",
        (match_id,),
    )
    return {version: (engine, digest) for version, engine, digest in rows}


def insert_digests(
    connection: sqlite3.Connection,
    events: Sequence[Event],
    digests: Sequence[tuple[str, str] | None],
) -> None:
    """Store the pairs (rules, digest) of the states after some events, None where none is kept."""
    rows = [
        (event.match_id, event.version, *digest)
        for event, digest in zip(events, digests, strict=True)
        if digest is not None
    ]
    connection.executemany(_DIGEST, rows)


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


def _make_event(row: tuple[object, ...]) -> Event:
    """Return the event of some columns."""
    columns: list[Any] = list(row)
    payload, intent = Event.__struct_fields__.index("payload"), -1
    columns[payload] = str(columns[payload]).encode()
    columns[intent] = None if columns[intent] is None else str(columns[intent]).encode()
    return Event(*columns)

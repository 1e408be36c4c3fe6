"""Mutations: each changes a world in one way and says what a finding must name.

A mutation returns a description of what it did, with words of which a finding must have one; or
None when it changed nothing.
"""

from __future__ import annotations

import os
import random
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, NamedTuple

import orjson

from ledger.event import GENESIS, Event, encode_canonical, hash_event
from ledger.journal import JOURNAL
from ledger.packing import pack_hash, pack_id, unpack_hash, unpack_id
from replay.files import match_file
from replay.files.exchange import make_head, read_match_file
from replay.files.signing import VARIABLE, sign_document
from replay.fold.digests import compute_digest
from replay.referee.recorded_states import replay_as_recorded
from tests.tampering.world import STRANGER, World, read_content, unguarded


class Tampered(NamedTuple):
    """What was changed, and the kinds of finding that name it (any, where there are none)."""

    done: str
    kinds: tuple[str, ...]


Mutation = Callable[[World, random.Random], Tampered | None]

ANY = ()
"""Whatever is found will do: a changed byte may be anything."""


def vary_value(chance: random.Random, value: Any) -> Any:
    """Return another value in the place of one, near it or of another nature altogether."""
    if chance.random() < 0.1:
        return chance.choice([v for v in (None, 0, 1, "", "x", b"\xff", 2.5) if v != value])
    if isinstance(value, int):
        return value + chance.choice((-1, 1, 1000))
    if isinstance(value, str) and value:
        at = chance.randrange(len(value))
        letter = chance.choice("0123456789abcdefxyz ")
        return value[:at] + (letter if letter != value[at] else "#") + value[at + 1 :]
    if isinstance(value, bytes) and value:
        at = chance.randrange(len(value))
        return value[:at] + bytes([value[at] ^ 1 << chance.randrange(8)]) + value[at + 1 :]
    return chance.choice(("x", 1))


# -- the database --------------------------------------------------------------------------------


TRIES = 40
"""How often a byte is changed until one matters: half of a small database is empty."""


def database_byte(world: World, chance: random.Random) -> Tampered | None:
    """A byte of the file, anywhere."""
    whole = world.ledger.read_bytes()
    before = read_content(world.ledger)
    for _ in range(TRIES):
        changed = bytearray(whole)
        at = chance.randrange(len(whole))
        changed[at] ^= 1 << chance.randrange(8)
        world.ledger.write_bytes(changed)
        if read_content(world.ledger) != before:
            return Tampered(f"byte {at} of the database", ANY)
    return None


def _read_rows(connection: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    found = connection.execute(f"SELECT * FROM {table}")  # noqa: S608
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found]


def _update_value(
    connection: sqlite3.Connection, table: str, key: dict[str, Any], column: str, value: Any
) -> bool:
    where = " AND ".join(f"{name} = ?" for name in key)
    try:
        connection.execute(
            f"UPDATE {table} SET {column} = ? WHERE {where}",  # noqa: S608
            (value, *key.values()),
        )
    except sqlite3.IntegrityError:
        return False
    return True


def _change_value(
    world: World, chance: random.Random, table: str, key: tuple[str, ...], kinds: tuple[str, ...]
) -> Tampered | None:
    """Change one value of a table."""
    before = read_content(world.ledger)
    with unguarded(world.ledger) as connection:
        row = chance.choice(_read_rows(connection, table))
        column = chance.choice(list(row))
        value = vary_value(chance, row[column])
        done = f"{table}.{column} of {[row[name] for name in key]}: {row[column]!r} → {value!r}"
        if not _update_value(connection, table, {name: row[name] for name in key}, column, value):
            return None
    return Tampered(done, kinds) if read_content(world.ledger) != before else None


def stored_event(world: World, chance: random.Random) -> Tampered | None:
    """A field of an event, under the triggers."""
    return _change_value(
        world,
        chance,
        "events",
        ("match_id", "version"),
        ("chain", "read", "refused", "seal", "journal"),
    )


def listed_match(world: World, chance: random.Random) -> Tampered | None:
    """What listings show: a name, a date, a winner, whose branch it is, who sat there."""
    table, key = chance.choice((("matches", ("match_id",)), ("seats", ("match_id", "seat"))))
    return _change_value(
        world, chance, table, key, ("listing", "chain", "refused", "seal", "read", "missing")
    )


def stored_digest(world: World, chance: random.Random) -> Tampered | None:
    """How the engine saw a position when it was recorded."""
    kinds = ("digest", "chain", "refused", "missing")
    return _change_value(world, chance, "digests", ("match_id", "version"), kinds)


def dropped_event(world: World, chance: random.Random) -> Tampered | None:
    """An event is gone, not the last one; with its digest."""
    with unguarded(world.ledger) as connection:
        rows = _read_rows(connection, "events")
        last = {row["match_id"]: row["version"] for row in rows}
        row = chance.choice([r for r in rows if r["version"] < last[r["match_id"]]])
        for table in ("events", "digests"):
            connection.execute(
                f"DELETE FROM {table} WHERE match_id = ? AND version = ?",  # noqa: S608
                (row["match_id"], row["version"]),
            )
    return Tampered(f"event {row['version']} dropped", ("chain", "read", "journal"))


def swapped_events(world: World, chance: random.Random) -> Tampered | None:
    """Two events stand in each other's place."""
    with unguarded(world.ledger) as connection:
        rows = _read_rows(connection, "events")
        one = chance.choice(rows)
        alike = [r for r in rows if r["match_id"] == one["match_id"] and r != one]
        two = chance.choice(alike)
        for was, now in ((one, -1), (two, one["version"]), ({"version": -1}, two["version"])):
            connection.execute(
                "UPDATE events SET version = ? WHERE match_id = ? AND version = ?",
                (now, one["match_id"], was["version"]),
            )
    done = f"events {one['version']} and {two['version']} swapped"
    return Tampered(done, ("chain", "read", "journal"))


def cut_tail(world: World, chance: random.Random) -> Tampered | None:
    """The last events are gone with their digests: a seal tells, or the journal."""
    with unguarded(world.ledger) as connection:
        infos = _read_rows(connection, "matches")
        info = chance.choice(infos)
        events = [r for r in _read_rows(connection, "events") if r["match_id"] == info["match_id"]]
        begins = chance.randrange(1, len(events))
        version = events[begins]["version"]
        for table in ("digests", "events"):
            connection.execute(
                f"DELETE FROM {table} WHERE match_id = ? AND version >= ?",  # noqa: S608
                (info["match_id"], version),
            )
        if not any(e["type"] == "match.close" for e in events[:begins]):
            connection.execute(
                "UPDATE matches SET closed_at = NULL, how = '' WHERE match_id = ?",
                (info["match_id"],),
            )
    return Tampered(f"{info['name']} cut before {version}", ("seal", "chain", "listing"))


def rewritten(world: World, chance: random.Random) -> Tampered | None:
    """An event of another content, every hash and every digest made anew: a seal tells, or the
    journal."""
    with unguarded(world.ledger) as connection:
        info = chance.choice(
            [m for m in _read_rows(connection, "matches") if m["parent_id"] is None]
        )
        rows = [r for r in _read_rows(connection, "events") if r["match_id"] == info["match_id"]]
        row = chance.choice(rows[1:])
        row["actor"] = STRANGER
        events = rechain_events([_read_event(r) for r in rows])
        connection.executemany(
            "UPDATE events SET actor = ?, hash = ? WHERE match_id = ? AND version = ?",
            [(e.actor, pack_hash(e.hash), pack_id(e.match_id), e.version) for e in events],
        )
        connection.executemany(
            "UPDATE digests SET digest = ? WHERE match_id = ? AND version = ?",
            [
                (
                    pack_hash(compute_digest(timeline.engine, frame.state)),
                    pack_id(event.match_id),
                    event.version,
                )
                for event, frame, timeline in replay_as_recorded(events, 1)
            ],
        )
    return Tampered(f"{info['name']} rewritten from {row['version']}", ("seal", "chain"))


_FIELD = {"schema_version": "schema"}


def _read_event(row: dict[str, Any]) -> Event:
    """Return the event of a stored row."""
    said = {_FIELD.get(name, name): value for name, value in row.items()}
    said["payload"] = row["payload"].encode()
    said["intent"] = row["intent"] and row["intent"].encode()
    said["hash"] = unpack_hash(row["hash"])
    for name in ("match_id", "event_id", "batch"):
        said[name] = row[name] and unpack_id(row[name])
    return Event(**said)


def rechain_events(events: list[Event]) -> list[Event]:
    """Return events with the hashes that fit them."""
    from msgspec.structs import replace

    previous, found = GENESIS, []
    for event in events:
        previous = hash_event(previous, event)
        found.append(replace(event, hash=previous))
    return found


def deleted_match(world: World, chance: random.Random) -> Tampered | None:
    """A match is gone with all its rows; its branches may be gone with it."""
    with unguarded(world.ledger) as connection:
        infos = _read_rows(connection, "matches")
        info = chance.choice(infos)
        whole = [each["match_id"] for each in infos if each["parent_id"] == info["match_id"]]
        for match_id in (info["match_id"], *(whole if chance.random() < 0.5 else ())):
            for table in ("digests", "events", "seats", "matches"):
                connection.execute(f"DELETE FROM {table} WHERE match_id = ?", (match_id,))  # noqa: S608
    return Tampered(f"{info['name']} deleted", ("missing",))


def deleted_digests(world: World, chance: random.Random) -> Tampered | None:
    """All digests of a match, those from a version on, or one that is not the last."""
    with unguarded(world.ledger) as connection:
        match_id = chance.choice(_read_rows(connection, "digests"))["match_id"]
        stored = [r for r in _read_rows(connection, "digests") if r["match_id"] == match_id]
        since = chance.choice(stored)["version"]
        kind = chance.choice((">= 0", f">= {since}", f"= {since}"))
        connection.execute(
            f"DELETE FROM digests WHERE match_id = ? AND version {kind}",  # noqa: S608
            (match_id,),
        )
    return Tampered(f"digests {kind} of {match_id}", ("undigested",))


def deleted_journal(world: World, chance: random.Random) -> Tampered | None:
    """The journal is gone, or its last entries are."""
    with unguarded(world.ledger) as connection:
        journal = [r for r in _read_rows(connection, "events") if r["match_id"] == JOURNAL]
        since = chance.choice((1, len(journal)))
        connection.execute(
            "DELETE FROM events WHERE match_id = ? AND version >= ?", (JOURNAL, since)
        )
    return Tampered(f"journal from {since} on", ("journal",))


def unguarded_events(world: World, chance: random.Random) -> Tampered | None:
    """A trigger that keeps the events is gone, or does nothing any more."""
    with closing(sqlite3.connect(world.ledger)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        name, statement = chance.choice(rows.fetchall())
        connection.execute(f"DROP TRIGGER {name}")
        if chance.random() < 0.5:
            connection.execute(re.sub(r"RAISE\(.*?\)", "1", statement))
        connection.commit()
    return Tampered(f"trigger {name}", ("unguarded",))


# -- the files -----------------------------------------------------------------------------------


def _change_byte(raw: bytes, chance: random.Random) -> tuple[bytes, str]:
    changed = bytearray(raw)
    at = chance.randrange(len(raw))
    kind = chance.choice(("flipped", "dropped", "added", "cut"))
    if kind == "flipped":
        changed[at] ^= 1 << chance.randrange(8)
    elif kind == "dropped":
        del changed[at]
    elif kind == "added":
        changed.insert(at, chance.randrange(256))
    else:
        del changed[at:]
    return bytes(changed), f"byte {at} {kind}"


def match_file_byte(world: World, chance: random.Random) -> Tampered | None:
    """A byte of a match file."""
    changed, done = _change_byte(world.match_file.read_bytes(), chance)
    world.match_file.write_bytes(changed)
    return Tampered(f"match file: {done}", ANY)


def evidence_byte(world: World, chance: random.Random) -> Tampered | None:
    """A byte of the evidence."""
    changed, done = _change_byte(world.evidence.read_bytes(), chance)
    world.evidence.write_bytes(changed)
    return Tampered(f"evidence: {done}", ANY)


def match_file_events(world: World, chance: random.Random) -> Tampered | None:
    """Events dropped, swapped, repeated or cut off in a file that is canonical and keeps its
    signature."""
    raw = orjson.loads(world.match_file.read_bytes())
    events = chance.choice(raw["streams"])["events"]
    one, two = chance.sample(range(len(events)), 2)
    kind = chance.choice(("drop", "swap", "repeat", "cut"))
    if kind == "drop":
        del events[one]
    elif kind == "swap":
        events[one], events[two] = events[two], events[one]
    elif kind == "repeat":
        events.insert(one, events[two])
    else:
        del events[max(one, 1) :]
    world.match_file.write_bytes(encode_canonical(raw) + b"\n")
    return Tampered(f"match file: {kind} {one} {two}", ("chain", "seal", "unreadable", "read"))


def match_file_rewritten(world: World, chance: random.Random) -> Tampered | None:
    """Another content, chained and sealed anew: the signature no longer fits, is taken away, or is
    somebody else's."""
    raw = orjson.loads(world.match_file.read_bytes())
    found, whole, _flaws = read_match_file(world.match_file.read_bytes())
    own = [e for e in whole if e.match_id == whole[0].match_id]
    from msgspec.structs import replace

    at = chance.randrange(1, len(own))
    own[at] = replace(own[at], recorded_at="2020-01-01T00:00:00.000Z")
    events = rechain_events(own)
    document = orjson.loads(match_file.encode_match_file([events], make_head(events)))
    how = chance.choice(("kept", "stripped", "replaced"))
    if how == "kept":
        document["signature"] = raw["signature"]
    elif how == "replaced":
        document = _signed_by_stranger(world, document)
    world.match_file.write_bytes(encode_canonical(document) + b"\n")
    assert found.signature is not None
    return Tampered(f"match file: event {at} rewritten, signature {how}", ("signature",))


def replaced_signature(world: World, chance: random.Random) -> Tampered | None:
    """The same content under another name, another key or none."""
    path = chance.choice((world.match_file, world.evidence))
    document = orjson.loads(path.read_bytes())
    signature = document.pop("signature")
    how = chance.choice(("by", "key", "value", "stripped", "replaced"))
    if how == "replaced":
        document = _signed_by_stranger(world, document)
    elif how != "stripped":
        document["signature"] = {**signature, how: str(vary_value(chance, signature[how]))}
        if document["signature"] == signature:
            return None
    path.write_bytes(encode_canonical(document) + b"\n")
    return Tampered(f"{path.name}: signature {how}", ("signature",))


def _signed_by_stranger(world: World, document: dict[str, Any]) -> dict[str, Any]:
    """Return a document signed with another key, in the name of whoever signed before."""
    ours = os.environ[VARIABLE]
    os.environ[VARIABLE] = str(world.folder / "their-keys")
    try:
        return sign_document(document, STRANGER)
    finally:
        os.environ[VARIABLE] = ours


def evidence_content(world: World, chance: random.Random) -> Tampered | None:
    """What the evidence shows is something else, in a file that is canonical: the proof, or the
    signature, does not fit."""
    raw = orjson.loads(world.evidence.read_bytes())
    places = list(_leaves({k: v for k, v in raw.items() if k != "signature"}))
    path, value = chance.choice(places)
    changed = vary_value(chance, value)
    if isinstance(changed, (bytes, float)) or changed == value:
        return None
    inner = raw
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = changed
    world.evidence.write_bytes(encode_canonical(raw) + b"\n")
    return Tampered(f"evidence: {path} {value!r} → {changed!r}", ANY)


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield every value of a document that is no list or object, with its path."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _leaves(one, (*path, key))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from _leaves(one, (*path, number))
    else:
        yield path, value


IN_LEDGER: tuple[Mutation, ...] = (
    database_byte,
    stored_event,
    listed_match,
    stored_digest,
    dropped_event,
    swapped_events,
    cut_tail,
    rewritten,
    deleted_match,
    deleted_digests,
    deleted_journal,
    unguarded_events,
)
IN_MATCH_FILE: tuple[Mutation, ...] = (match_file_byte, match_file_events, match_file_rewritten)
IN_EVIDENCE: tuple[Mutation, ...] = (evidence_byte, evidence_content)
IN_FILES: tuple[Mutation, ...] = (replaced_signature,)
MUTATIONS: tuple[Mutation, ...] = (*IN_LEDGER, *IN_MATCH_FILE, *IN_EVIDENCE, *IN_FILES)

"""The match file: one match as canonical JSON, complete and verifiable.

A file holds one stream, or several when the match is a fork: the shared past of each ancestor
first. The bytes are the canonical form of the content, so any changed byte is noticed.

Version 1 of the format has neither batches nor intents. A file is written in version 1 when none
of its events has one, and in version 2 otherwise; so a match that was recorded before there were
batches is exported to the same bytes for ever. Where an event has none, its key is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

import msgspec
import orjson
from msgspec import UNSET, UnsetType

from engines.values import find_json_path
from ledger.clerk import Fork
from ledger.errors import NotCanonical
from ledger.event import (
    GENESIS,
    Event,
    encode_canonical,
    format_seal,
    hash_event,
    normalize_value,
)
from replay.base.errors import UserError
from replay.base.i18n import _
from replay.files.signing import Signature, is_valid, sign_document

FORMAT: Final = "foldtable/match"
VERSIONS: Final = (1, 2)
SUFFIX: Final = ".match.json"


class UnreadableFile(UserError, ValueError):
    """A file is no match file, or it is damaged."""


class FileEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event with its envelope. `hash` chains it to the event before it.

    `batch` is the id of the first event of its batch. `intent` says what was said in place of the
    values of the payload; no rule reads it.
    """

    match_id: str
    version: int
    event_id: str
    type: str
    schema_version: int
    payload: dict[str, Any]
    actor: str
    recorded_at: str
    played_at: str | None
    hash: str
    batch: str | UnsetType = UNSET
    intent: dict[str, Any] | UnsetType = UNSET


class Stream(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The events of one match; of an ancestor, those that the fork shares."""

    match_id: str
    events: tuple[FileEvent, ...]


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match that a branch comes from: its id, its name, and the version of the fork."""

    match_id: str
    name: str
    version: int


class MatchHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A summary of the match, derived from its events. `origin` is there for a branch."""

    match_id: str
    game: str
    name: str
    seats: tuple[str, ...]
    events: int
    seal: str
    origin: Origin | None = None


class MatchFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match file. The signature covers everything but its own value."""

    format: Literal["foldtable/match"]
    version: Literal[1, 2]
    match: MatchHead
    streams: tuple[Stream, ...]
    signature: Signature | None = None


class FileProblem(msgspec.Struct, frozen=True):
    """A problem of a match file, in words. `version` is that of the event at fault, if any."""

    kind: Literal["bytes", "chain", "header", "seal", "signature"]
    text: str
    version: int | None = None


def encode_match_file(streams: list[list[Event]], head: MatchHead, signed_by: str = "") -> bytes:
    """Return a match file: canonical JSON and a newline. With `signed_by` it is signed."""
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": choose_version(event for events in streams for event in events),
        "match": msgspec.to_builtins(head),
        "streams": [
            {
                "match_id": events[0].match_id,
                "events": [encode_file_event(event) for event in events],
            }
            for events in streams
        ],
    }
    if signed_by:
        content = sign_document(content, signed_by)
    return encode_canonical(content) + b"\n"


def choose_version(events: Iterable[Event]) -> int:
    """Return the version of the format for these events: 2 if one has a batch or intent, else 1."""
    return 1 if all(event.batch is None and event.intent is None for event in events) else 2


def encode_file_event(event: Event) -> dict[str, Any]:
    """Return an event as an object of a match file."""
    batch = {} if event.batch is None else {"batch": event.batch}
    intent = {} if event.intent is None else {"intent": orjson.loads(event.intent)}
    return {
        "match_id": event.match_id,
        "version": event.version,
        "event_id": event.event_id,
        "type": event.type,
        "schema_version": event.schema,
        "payload": orjson.loads(event.payload),
        "actor": event.actor,
        "recorded_at": event.recorded_at,
        "played_at": event.played_at,
        "hash": event.hash,
        **batch,
        **intent,
    }


def decode_match_file(content: bytes) -> MatchFile:
    """Return the match file in `content`. Raise UnreadableFile for anything else."""
    try:
        raw = orjson.loads(content)
    except orjson.JSONDecodeError as error:
        end = error.pos >= len(content.decode("utf-8", "replace").rstrip())
        where = {"line": error.lineno, "column": error.colno}
        if end:
            raise UnreadableFile(
                "The file ends too early (line {line}, column {column}).",
                "It may have been cut off when it was copied: export it again.",
                **where,
            ) from None
        raise UnreadableFile(
            "The file is no JSON (line {line}, column {column}).",
            "A match file is written by foldtable export.",
            **where,
        ) from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise UnreadableFile(
            "This is no match file.", "A match file is written by foldtable export."
        )
    if raw.get("version") not in VERSIONS:
        raise UnreadableFile(
            "The match file has version {version}; this foldtable reads 1 and 2.",
            "Update foldtable.",
            version=raw.get("version"),
        )
    try:
        normalize_value(raw, "$")
        found = msgspec.convert(raw, MatchFile)
    except (msgspec.ValidationError, NotCanonical) as error:
        path = error.data["path"] if isinstance(error, NotCanonical) else find_json_path(error)
        raise UnreadableFile(
            "The match file is damaged at {path}.", "Export it again.", path=path
        ) from error
    if not found.streams or not all(stream.events for stream in found.streams):
        raise UnreadableFile("The match file holds no events.", "Export it again.")
    return found


def decode_events(stream: Stream) -> list[Event]:
    """Return the events of a stream as events of a ledger."""
    return [
        Event(
            event.match_id,
            event.version,
            event.event_id,
            event.type,
            event.schema_version,
            encode_canonical(event.payload),
            event.actor,
            event.recorded_at,
            event.played_at,
            event.hash,
            None if event.batch is UNSET else event.batch,
            None if event.intent is UNSET else encode_canonical(event.intent),
        )
        for event in stream.events
    ]


def find_problems(content: bytes, found: MatchFile, head: MatchHead) -> list[FileProblem]:
    """Return the problems of a match file. `head` is derived from its events."""
    problems: list[FileProblem] = []
    expected = encode_canonical(orjson.loads(content)) + b"\n"
    if content != expected:
        offset = next(
            (n for n, (a, b) in enumerate(zip(content, expected, strict=False)) if a != b),
            min(len(content), len(expected)),
        )
        problems.append(
            FileProblem("bytes", _("byte {n} is not as canonical JSON has it").format(n=offset))
        )
    everything = [event for stream in found.streams for event in decode_events(stream)]
    problems.extend(find_version_problems(found.version, everything))
    ids = [stream.match_id for stream in found.streams]
    if len(set(ids)) < len(ids):
        text = _("the match {match_id} branches off itself")
        twice = next(each for each in ids if ids.count(each) > 1)
        problems.append(FileProblem("header", text.format(match_id=twice)))
    last: Event | None = None
    for stream in found.streams:
        events = decode_events(stream)
        problems.extend(find_fork_problems(events, last))
        for event in events:
            previous, version = (last.hash, last.version) if last else (GENESIS, 0)
            problems.extend(find_link_problems(event, previous, version, stream.match_id))
            last = event
    for field in ("match_id", "game", "name", "seats", "events", "seal", "origin"):
        said, is_ = getattr(found.match, field), getattr(head, field)
        if said != is_:
            kind: Literal["seal", "header"] = "seal" if field == "seal" else "header"
            text = _("match.{field} says {said}, the events say {meant}")
            problems.append(FileProblem(kind, text.format(field=field, said=said, meant=is_)))
    if found.signature is not None and not is_valid(orjson.loads(content), found.signature):
        text = _("the signature of {name} does not fit the file")
        problems.append(FileProblem("signature", text.format(name=found.signature.by)))
    return problems


def find_version_problems(said: int, events: Sequence[Event]) -> list[FileProblem]:
    """Return the problem of a file that has another version than its events need."""
    needed = choose_version(events)
    if said == needed:
        return []
    text = _("the file says version {said}, its events are written in version {needed}")
    return [FileProblem("header", text.format(said=said, needed=needed))]


def find_link_problems(
    event: Event, previous: str, version: int, match_id: str
) -> list[FileProblem]:
    """Return the problems of an event after one with the hash `previous` and this version."""
    problems = []
    if event.match_id != match_id:
        text = _("event {n} belongs to another match").format(n=event.version)
        problems.append(FileProblem("chain", text, event.version))
    if event.version != version + 1:
        text = _("event {n} follows event {before}").format(n=event.version, before=version)
        problems.append(FileProblem("chain", text, event.version))
    if hash_event(previous, event) != event.hash:
        text = _("event {n} ({kind}) is not what was sealed")
        told = text.format(n=event.version, kind=event.type)
        problems.append(FileProblem("chain", told, event.version))
    return problems


def find_fork_problems(events: list[Event], base: Event | None) -> list[FileProblem]:
    """Return the problems of a stream as a fork of the stream before it, which ends with `base`.

    A stream that follows another begins with `match.fork`, which names `base`. No other event is
    a fork.
    """
    problems = []
    for number, event in enumerate(events):
        if (event.type == Fork.type) != (number == 0 and base is not None):
            text = _("event {n} ({kind}) stands where no fork begins")
            if event.type != Fork.type:
                text = _("event {n} ({kind}) should say what it branches off")
            told = text.format(n=event.version, kind=event.type)
            problems.append(FileProblem("chain", told, event.version))
        elif base is not None and number == 0:
            fork = event.data()
            said = (fork.get("parent"), fork.get("base_version"), fork.get("base_hash"))
            if said != (base.match_id, base.version, base.hash):
                text = _("event {n} branches off another past than the file has")
                problems.append(FileProblem("chain", text.format(n=event.version), event.version))
    return problems


def format_stream_seal(events: list[Event]) -> str:
    """Return the seal of a stream."""
    return format_seal(events[-1].hash)


def make_schema() -> dict[str, Any]:
    """Return the JSON Schema of match files of version 2. That of version 1 never changes."""
    described = msgspec.json.schema(MatchFile)
    described["$defs"]["MatchFile"]["properties"]["version"] = {"enum": [2]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "foldtable match file, version 2",
        **described,
    }


if __name__ == "__main__":  # prints the content of match-2.schema.json
    print(orjson.dumps(make_schema(), option=orjson.OPT_INDENT_2).decode())

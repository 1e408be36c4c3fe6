"""The match file: one match as canonical JSON, complete and verifiable.

A file holds one stream, or several when the match is a fork: the shared past of each ancestor
first. The bytes are the canonical form of the content, so any changed byte is noticed.

A match is exported in the version of the format that it was opened with (`match.open` says which),
so a match is exported to the same bytes for ever. One that was opened before version 3 is written
in version 1 when its events have neither batches nor intents, in version 2 when they have only
batches. Where an event has none, its key is left out.

`docs/match-file.md` specifies the format for those who read it with another program.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec
import orjson
from msgspec import UNSET

from engines.values import find_json_path
from ledger.clerk import Fork, Open
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
from replay.files.match_schemas import (
    FORMAT,
    VERSIONS,
    MatchFile,
    MatchFile1,
    MatchFile3,
    MatchHead,
    Stream,
    find_layout,
)
from replay.files.plain_file import list_events, read_plain_file
from replay.files.signing import NoCryptography, Signature, is_valid, sign_document

SUFFIX: Final = ".match.json"


class UnreadableFile(UserError, ValueError):
    """A file is no match file, or it is damaged."""


class FileProblem(msgspec.Struct, frozen=True):
    """A problem of a match file, in words. `version` is that of the event at fault, if any."""

    kind: Literal["bytes", "chain", "header", "seal", "signature", "unchecked"]
    text: str
    version: int | None = None


def encode_match_file(streams: list[list[Event]], head: MatchHead, signed_by: str = "") -> bytes:
    """Return a match file: canonical JSON and a newline. With `signed_by` it is signed."""
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": choose_version([event for events in streams for event in events]),
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


def choose_version(events: Sequence[Event]) -> int:
    """Return the version of the format for the events of a match, or for some of them.

    It is 3 where the match was opened with it or an event has an intent, 2 where an event names a
    batch, else 1.
    """
    needed = 1 if all(event.batch is None for event in events) else 2
    if any(event.intent is not None for event in events):
        needed = 3
    begun = events[0].data().get("format") if events[0].type == Open.type else None
    return max(needed, begun) if begun in VERSIONS else needed


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


class Content(NamedTuple):
    """What a match file says: its version, its head, its signature, its events by stream.

    `document` is the parsed JSON, `canonical` its canonical form. `ids` are those of the streams.
    """

    version: int
    head: MatchHead
    signature: Signature | None
    ids: tuple[str, ...]
    streams: list[list[Event]]
    document: dict[str, Any]
    canonical: bytes


def read_content(content: bytes) -> Content:
    """Return what the match file in `content` says. Raise UnreadableFile for anything else."""
    document = parse_document(content)
    version = document["version"]
    try:
        canonical = encode_canonical(document) + b"\n"
    except NotCanonical:
        convert_document(document)  # says where it is nested too deeply
        raise
    plain = read_plain_file(content, document) if content == canonical else None
    if plain is not None:
        head, signed = plain.match, plain.signed
        ids = tuple(stream.match_id for stream in plain.streams)
        streams = [list_events(stream) for stream in plain.streams]
    else:
        found = convert_document(document)
        head, signed = found.match, found.signed
        ids = tuple(stream.match_id for stream in found.streams)
        streams = [decode_events(stream) for stream in found.streams]
    signature = None if signed is UNSET else signed
    return Content(version, head, signature, ids, streams, document, canonical)


def parse_document(content: bytes) -> dict[str, Any]:
    """Return the JSON of a match file of a known version. Raise UnreadableFile for another text."""
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
            "The match file has version {version}; this foldtable reads {known}.",
            "Update foldtable.",
            version=raw.get("version"),
            known=", ".join(map(str, VERSIONS)),
        )
    return raw


def convert_document(document: dict[str, Any]) -> MatchFile:
    """Return the match file in a parsed document. Raise UnreadableFile for anything else."""
    try:
        normalize_value(document, "$")
        found: MatchFile1 | MatchFile3 = msgspec.convert(document, find_layout(document["version"]))
    except (msgspec.ValidationError, NotCanonical) as error:
        path = error.data["path"] if isinstance(error, NotCanonical) else find_json_path(error)
        raise UnreadableFile(
            "The match file is damaged at {path}.", "Export it again.", path=path
        ) from error
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


def find_problems(content: bytes, found: Content, head: MatchHead) -> list[FileProblem]:
    """Return the problems of a match file that says what was `found`; `head` is derived of it."""
    problems: list[FileProblem] = []
    expected = found.canonical
    if content != expected:
        offset = next(
            (n for n, (a, b) in enumerate(zip(content, expected, strict=False)) if a != b),
            min(len(content), len(expected)),
        )
        problems.append(
            FileProblem("bytes", _("byte {n} is not as canonical JSON has it").format(n=offset))
        )
    everything = [event for events in found.streams for event in events]
    problems.extend(find_version_problems(found.version, everything))
    ids = found.ids
    if len(set(ids)) < len(ids):
        text = _("the match {match_id} branches off itself")
        twice = next(each for each in ids if ids.count(each) > 1)
        problems.append(FileProblem("header", text.format(match_id=twice)))
    last: Event | None = None
    for match_id, events in zip(ids, found.streams, strict=True):
        problems.extend(find_fork_problems(events, last))
        for event in events:
            previous, version = (last.hash, last.version) if last else (GENESIS, 0)
            problems.extend(find_link_problems(event, previous, version, match_id))
            last = event
    problems.extend(find_head_problems(found.head, head))
    return [*problems, *find_signature_problems(found.document, found.signature)]


def find_signature_problems(
    document: dict[str, Any], signature: Signature | None
) -> list[FileProblem]:
    """Return the problem of a signature that does not fit its document, or cannot be checked."""
    if signature is None:
        return []
    try:
        if is_valid(document, signature):
            return []
    except NoCryptography:
        text = _("the signature of {name} is not checked: that needs the package cryptography")
        return [FileProblem("unchecked", text.format(name=signature.by))]
    text = _("the signature of {name} does not fit the file")
    return [FileProblem("signature", text.format(name=signature.by))]


def find_head_problems(said: MatchHead, derived: MatchHead) -> list[FileProblem]:
    """Return where the head of a file is not the one that its events give."""
    problems = []
    for field in derived.__struct_fields__:
        told, meant = getattr(said, field, UNSET), getattr(derived, field)
        if told != meant:
            kind: Literal["seal", "header"] = "seal" if field in ("seal", "head") else "header"
            text = _("match.{field} says {said}, the events say {meant}").format(
                field=field,
                said="–" if told is UNSET else told,
                meant="–" if meant is UNSET else meant,
            )
            problems.append(FileProblem(kind, text))
    return problems


def find_version_problems(said: int, events: Sequence[Event]) -> list[FileProblem]:
    """Return the problem of a file that has another version than its events are written in."""
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


def format_stream_seal(events: Sequence[Event]) -> str:
    """Return the seal of a stream."""
    return format_seal(events[-1].hash)

"""Match files as foldtable writes them, in one pass: what is written plainly is taken as it stands.

A file that is not plain may still be a match file; `match_file` reads it, and says what is wrong.
What is plain here is what the layouts of `match_schemas` admit, in its canonical form.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec
import orjson
from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from ledger.errors import NotCanonical
from ledger.event import DEEPEST, Event, normalize_value
from ledger.packing import pack_hash, pack_id
from replay.files.match_schemas import (
    END,
    WORD,
    Id,
    MatchHead,
    MatchHead1,
    MatchHead3,
    Moment,
    Number,
    PlayedAt,
)
from replay.files.signing import Signature

H = TypeVar("H", bound=MatchHead)

DOUBTFUL: Final = re.compile(rb"[:\[,]-?[0-9]+[.eE]|[0-9]{16}")
"""What may be a float or too large an integer in canonical JSON."""

INSIDE: Final = 5
"""How many objects and lists of a file the payload of an event lies in."""

LONGEST_WORD: Final = 80
"""How many letters the type of an event has at most."""


class PlainEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """An event of a file; what is no number or time is looked at by `is_plain_event`."""

    match_id: str
    version: Number
    event_id: str
    type: str
    schema_version: Number
    payload: Raw
    actor: str
    recorded_at: Moment
    played_at: PlayedAt | None
    hash: str
    batch: str | UnsetType = UNSET
    intent: Raw | UnsetType = UNSET


class PlainStream(Struct, frozen=True, forbid_unknown_fields=True):
    """The events of one match."""

    match_id: Id
    events: Annotated[tuple[PlainEvent, ...], Meta(min_length=1)]


class PlainFile(Struct, Generic[H], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match file whose head has one of the forms."""

    format: str
    version: int
    match: H
    streams: Annotated[tuple[PlainStream, ...], Meta(min_length=1)]
    signed: Signature | UnsetType = field(default=UNSET, name="signature")


@cache
def _make_decoder(version: int) -> msgspec.json.Decoder[PlainFile[MatchHead]]:
    """Return the decoder of plain files of a version of the format."""
    layout = PlainFile[MatchHead3] if version >= 3 else PlainFile[MatchHead1]
    decoder: msgspec.json.Decoder[PlainFile[MatchHead]] = msgspec.json.Decoder(layout)
    return decoder


def read_plain_file(content: bytes, document: dict[str, Any]) -> PlainFile[MatchHead] | None:
    """Return the match file of a known version in canonical JSON, None where it is not plain.

    `document` is the parsed JSON.
    """
    try:
        normalize_value({**document, "streams": None})
        found = _make_decoder(document["version"]).decode(content)
    except (msgspec.DecodeError, NotCanonical):
        return None
    plain = all(
        is_plain_event(event, stream.match_id)
        for stream in found.streams
        for event in stream.events
    )
    return found if plain else None


def is_plain_event(event: PlainEvent, match_id: str) -> bool:
    """Return whether an event of a match is one that every layout admits."""
    return (
        event.match_id == match_id
        and isinstance(pack_id(event.event_id), bytes)
        and len(event.hash) == 64
        and isinstance(pack_hash(event.hash), bytes)
        and is_word(event.type)
        and is_normal(event.actor)
        and is_plain_object(bytes(event.payload))
        and (event.batch is UNSET or isinstance(pack_id(event.batch), bytes))
        and (event.intent is UNSET or is_plain_object(bytes(event.intent)))
    )


@lru_cache(maxsize=256)
def is_word(text: str) -> bool:
    """Return whether a text may be the type of an event."""
    return len(text) <= LONGEST_WORD and re.search(WORD + END, text) is not None


@lru_cache(maxsize=256)
def is_normal(text: str) -> bool:
    """Return whether a text of JSON is in NFC."""
    return text.isascii() or unicodedata.is_normalized("NFC", text)


def is_plain_object(content: bytes) -> bool:
    """Return whether canonical JSON is an object that an event can hold.

    >>> [is_plain_object(each) for each in (b'{"n":1}', b'{"n":1.5}', b'[1]', '{"é":1}'.encode())]
    [True, False, False, False]
    """
    if not content.startswith(b"{"):
        return False
    deep = content.count(b"{") + content.count(b"[") > DEEPEST - INSIDE
    if content.isascii() and not deep and not DOUBTFUL.search(content):
        return True
    value = orjson.loads(content)
    try:
        return bool(normalize_value(value, depth=INSIDE) == value)
    except NotCanonical:
        return False


def list_events(stream: PlainStream) -> list[Event]:
    """Return the events of a stream as events of a ledger."""
    return [
        Event(
            stream.match_id,
            each.version,
            each.event_id,
            each.type,
            each.schema_version,
            bytes(each.payload),
            each.actor,
            each.recorded_at,
            each.played_at,
            each.hash,
            None if each.batch is UNSET else each.batch,
            None if each.intent is UNSET else bytes(each.intent),
        )
        for each in stream.events
    ]

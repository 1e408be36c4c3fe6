r"""Events: envelope, payload, canonical form, hash.

The canonical form is the JSON that RFC 8785 prescribes, restricted to what every JSON library
agrees on: ASCII keys, no floats, integers that a double holds exactly. So anybody can verify an
export with any JCS library: ``hash_n = sha256(hash_(n-1) + "\n" + canonical(event_n))``.
"""

from __future__ import annotations

import hashlib
import os
import time
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

import msgspec
import orjson

from ledger.errors import NotCanonical

LARGEST: Final = 2**53 - 1
"""The largest integer that canonical JSON can hold."""

DEEPEST: Final = 100
"""How many objects and lists may lie in each other in canonical JSON."""

GENESIS: Final = ""
"""What the first event of a match is chained to."""


class Draft(msgspec.Struct, frozen=True):
    """An event that is not in a log yet.

    `payload` is canonical JSON, `event_id` makes a repeated append harmless, `played_at` is when
    it happened at the table if that was not when it was recorded (ISO 8601). `batch` is the id of
    the first event of the batch, None in that event itself and in one that is entered alone.
    `intent` says how the payload was meant, as canonical JSON; None: as it says (see `Event`).
    """

    type: str
    payload: bytes
    event_id: str
    schema: int = 1
    played_at: str | None = None
    batch: str | None = None
    intent: bytes | None = None


class Event(msgspec.Struct, frozen=True):
    """An event of a match, as stored. `actor` is who recorded it, `recorded_at` when (UTC).

    `batch` is as in the draft. `intent` is an object of ids: for a field of the payload, what was
    said in place of its value (``{"card":{"slot":"market.3.1"},"paid":"usual"}``). Corrections of
    earlier events read it and nothing else does.
    """

    match_id: str
    version: int
    event_id: str
    type: str
    schema: int
    payload: bytes
    actor: str
    recorded_at: str
    played_at: str | None
    hash: str
    batch: str | None = None
    intent: bytes | None = None

    @property
    def batch_id(self) -> str:
        """The id of the batch that the event belongs to: that of its first event."""
        return self.event_id if self.batch is None else self.batch

    def data(self) -> dict[str, Any]:
        """Return the payload as a dict."""
        data: dict[str, Any] = orjson.loads(self.payload)
        return data


def draft_event(
    kind: str,
    payload: object,
    *,
    schema: int = 1,
    played_at: str | None = None,
    event_id: str = "",
    batch: str | None = None,
    intent: Mapping[str, Any] | None = None,
) -> Draft:
    """Return a draft of an event, with a fresh id if it is given none.

    `payload` is a dict, a msgspec Struct or JSON bytes; an empty `intent` is none. Raise
    NotCanonical if one of them has no canonical form. All texts are brought into NFC.
    """
    if isinstance(payload, bytes):
        payload = orjson.loads(payload)
    plain = payload if isinstance(payload, dict) else msgspec.to_builtins(payload)
    return Draft(
        kind,
        encode_canonical(normalize_value(plain)),
        event_id or make_id(),
        schema,
        played_at,
        batch,
        encode_canonical(normalize_value(dict(intent), "intent")) if intent else None,
    )


def encode_canonical(value: Any) -> bytes:
    """Return the canonical JSON of a value that `normalize_value` has admitted.

    Raise NotCanonical for a value that cannot be encoded at all.

    >>> encode_canonical({"b": 1, "a": "é"}).decode()
    '{"a":"é","b":1}'
    """
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError as error:
        raise NotCanonical("The content has no canonical form: {why}", why=str(error)) from error


def normalize_value(value: Any, path: str = "payload", depth: int = 0) -> Any:
    """Return `value` with its texts in NFC. Raise NotCanonical where it has no canonical form.

    >>> normalize_value({"n": 1.5})
    Traceback (most recent call last):
    ...
    ledger.errors.NotCanonical: payload.n is a float: 1.5
    """
    if is_plain(value):
        return value
    if isinstance(value, str):
        if any("\ud800" <= c <= "\udfff" for c in value):
            raise NotCanonical(
                "{path} is no valid text", "Remove the broken characters.", path=path
            )
        return unicodedata.normalize("NFC", value)
    if isinstance(value, int):
        if abs(value) > LARGEST:
            raise NotCanonical(
                "{path} is too large: {n}", "At most {most}.", path=path, n=value, most=LARGEST
            )
        return value
    if depth == DEEPEST:
        raise NotCanonical(
            "{path} is nested too deeply", "At most {most} levels.", path=path[:60], most=DEEPEST
        )
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str) or not key.isascii():
                raise NotCanonical(
                    "{path} has a key outside ASCII: {key}", path=path, key=repr(key)
                )
        return {
            key: item if is_plain(item) else normalize_value(item, f"{path}.{key}", depth + 1)
            for key, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [normalize_value(item, f"{path}[{n}]", depth + 1) for n, item in enumerate(value)]
    raise NotCanonical(
        "{path} is a {kind}: {value}", path=path, kind=type(value).__name__, value=repr(value)
    )


def is_plain(value: object) -> bool:
    """Return whether a value is canonical as it is: null, a boolean, ASCII, a small integer."""
    if isinstance(value, str):
        return value.isascii()
    return value is None or (isinstance(value, int) and -LARGEST <= value <= LARGEST)


def encode_event(event: Event) -> bytes:
    """Return the canonical form of an event: its envelope and payload, without its hash.

    An event without a batch or an intent has no such field.
    """
    fields: dict[str, object] = {"actor": event.actor}
    if event.batch is not None:
        fields["batch"] = event.batch
    fields["event_id"] = event.event_id
    if event.intent is not None:
        fields["intent"] = orjson.Fragment(event.intent)
    fields["match_id"] = event.match_id
    fields["payload"] = orjson.Fragment(event.payload)
    fields["played_at"] = event.played_at
    fields["recorded_at"] = event.recorded_at
    fields["schema_version"] = event.schema
    fields["type"] = event.type
    fields["version"] = event.version
    return orjson.dumps(fields)


def hash_event(previous: str, event: Event) -> str:
    """Return the hash of an event that follows one with the hash `previous`."""
    return hashlib.sha256(previous.encode() + b"\n" + encode_event(event)).hexdigest()


def format_seal(head: str) -> str:
    """Return the seal: the chain's head, its first 32 hex digits in fours, to be read aloud.

    >>> format_seal("0123456789abcdef" * 4)
    '0123-4567-89ab-cdef-0123-4567-89ab-cdef'
    """
    return "-".join(head[i : i + 4] for i in range(0, 32, 4))


def format_now() -> str:
    """Return the present time as a text: UTC, to the millisecond.

    Such texts sort like the times that they name (RFC 3339).
    """
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def make_id() -> str:
    """Return a UUID of version 7: sorted by time, random in its tail (RFC 9562)."""
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    value = milliseconds << 80 | random
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return str(UUID(int=value))

"""Tests of the canonical form of events, their hashes, seals, ids and times."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import NotCanonical
from ledger.event import (
    GENESIS,
    LARGEST,
    Event,
    draft_event,
    encode_canonical,
    encode_event,
    format_now,
    format_seal,
    hash_event,
    make_id,
    normalize_value,
)

# -- canonical form ------------------------------------------------------------------------------

SHORT = {8: r"\b", 9: r"\t", 10: r"\n", 12: r"\f", 13: r"\r", 34: r"\"", 92: r"\\"}


def encode_by_rfc_8785(value: Any) -> str:
    """Return the canonical form by RFC 8785, sections 3.2.1 to 3.2.3."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)  # an IEEE double below 2**53 is written without point or exponent
    if isinstance(value, str):
        letters = (SHORT.get(ord(c)) or (c if c >= " " else f"\\u{ord(c):04x}") for c in value)
        return '"' + "".join(letters) + '"'
    if isinstance(value, list):
        return "[" + ",".join(encode_by_rfc_8785(item) for item in value) + "]"
    by_utf16 = sorted(value, key=lambda key: key.encode("utf-16-be"))
    return (
        "{"
        + ",".join(
            f"{encode_by_rfc_8785(key)}:{encode_by_rfc_8785(value[key])}" for key in by_utf16
        )
        + "}"
    )


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
KEYS = st.text(st.characters(max_codepoint=127))
NUMBERS = st.integers(-LARGEST, LARGEST)
ADMITTED = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
)


@given(ADMITTED)
def test_what_is_admitted_has_the_canonical_form_of_rfc_8785(value: Any) -> None:
    """Any JCS library can verify an export."""
    plain = normalize_value(value)
    assert encode_canonical(plain).decode() == encode_by_rfc_8785(plain)


@given(ADMITTED)
def test_the_canonical_form_loses_nothing(value: Any) -> None:
    """It is JSON with the same content, and encoding it again gives the same bytes."""
    plain = normalize_value(value)
    again = json.loads(encode_canonical(plain))
    assert again == plain
    assert encode_canonical(again) == encode_canonical(plain)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (1.5, "a float has several spellings"),
        (1.0, "even a whole one"),
        (float("nan"), "this one has none"),
        (LARGEST + 1, "a double cannot hold it"),
        (-LARGEST - 1, "nor this one"),
        (10**400, "nor anything can"),
        ("\ud800", "half a character"),
        ("a\udc00b", "the other half"),
        ({"á": 1}, "a key outside ASCII is sorted otherwise in UTF-16"),
        ({1: 1}, "a key is a text"),
        (b"bytes", "no JSON"),
        ({1, 2}, "no JSON either"),
    ],
)
def test_what_has_no_canonical_form_is_refused(value: Any, why: str) -> None:
    """The error names the place of the value."""
    for payload, path in [
        ({"n": value}, "payload.n"),
        ({"deep": [0, {"er": value}]}, "payload.deep[1].er"),
    ]:
        with pytest.raises(NotCanonical, match=re.escape(path)):
            draft_event("note", payload)


@pytest.mark.parametrize("value", [LARGEST, -LARGEST, 0, True, None, "", {}, [], {"": ""}])
def test_the_limits_themselves_are_admitted(value: Any) -> None:
    """Integers up to 2**53 - 1, and empty values."""
    assert draft_event("note", {"n": value}).payload == b'{"n":' + encode_canonical(value) + b"}"


def test_texts_are_composed() -> None:
    """The same name gives the same bytes, however a keyboard composes it."""
    composed, decomposed = "é 민", unicodedata.normalize("NFD", "é 민")
    assert composed != decomposed
    assert (
        draft_event("note", {"t": [decomposed]}).payload
        == draft_event("note", {"t": [composed]}).payload
    )


def test_keys_are_sorted() -> None:
    """There are no spaces between them."""
    assert draft_event("buy", {"paid": {"red": 1, "blue": 2}, "card": "2r-k5"}).payload == (
        b'{"card":"2r-k5","paid":{"blue":2,"red":1}}'
    )


# -- the chain -----------------------------------------------------------------------------------

OPEN = Event(
    match_id="m",
    version=1,
    event_id="e1",
    type="match.open",
    schema=1,
    payload=b'{"game":"splendor"}',
    actor="tess",
    recorded_at="2026-11-30T20:15:00.000Z",
    played_at=None,
    hash="",
)
TAKE = Event(
    match_id="m",
    version=2,
    event_id="e2",
    type="take",
    schema=1,
    payload='{"who":"민지"}'.encode(),
    actor="tess",
    recorded_at="2026-11-30T20:16:00.000Z",
    played_at="2026-11-30T20:14:00Z",
    hash="",
)

OPEN_BYTES = (
    b'{"actor":"tess","event_id":"e1","match_id":"m","payload":{"game":"splendor"},'
    b'"played_at":null,"recorded_at":"2026-11-30T20:15:00.000Z","schema_version":1,'
    b'"type":"match.open","version":1}'
)
FIRST = "f35948e82b62273aecef126c94cc10adf880c57ab8da1f3ffcfcbced6ee75709"
SECOND = "3f2640a763a66aacbfd20086f82e34d59e01fd57b3ed45e7dfa8fd1ac1a50290"


def test_the_hashes_are_those_of_sha256sum() -> None:
    """hash = sha256(previous hash + newline + canonical event)"""
    assert encode_event(OPEN) == OPEN_BYTES
    assert hash_event(GENESIS, OPEN) == hashlib.sha256(b"\n" + OPEN_BYTES).hexdigest() == FIRST
    assert hash_event(FIRST, TAKE) == SECOND


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("match_id", "n"),
        ("version", 3),
        ("event_id", "e3"),
        ("type", "buy"),
        ("schema", 2),
        ("payload", b'{"who":"minji"}'),
        ("actor", "tom"),
        ("recorded_at", "2026-11-30T20:16:00.001Z"),
        ("played_at", None),
        ("batch", "e1"),
        ("batch", ""),
        ("intent", b'{"paid":"usual"}'),
    ],
)
def test_the_hash_covers_everything_but_itself(field: str, value: Any) -> None:
    """No field of the envelope can be changed unnoticed."""
    fields = {name: getattr(TAKE, name) for name in TAKE.__struct_fields__}
    assert hash_event(FIRST, Event(**(fields | {field: value}))) != SECOND
    assert hash_event(FIRST, Event(**(fields | {"hash": "anything"}))) == SECOND


def test_the_hash_covers_what_went_before() -> None:
    """A changed event changes the hashes of all later events."""
    assert hash_event(GENESIS, TAKE) != hash_event(FIRST, TAKE)


def test_the_seal_fits_on_a_score_sheet() -> None:
    """It has the first 32 digits of the last hash, in groups of four."""
    assert format_seal(FIRST) == "-".join(re.findall("....", FIRST)[:8])
    assert len(format_seal(FIRST)) == 39


# -- ids and times -------------------------------------------------------------------------------


def test_ids_are_uuids_of_version_7() -> None:
    """They sort by time, and none is made twice."""
    ids = [make_id() for _ in range(2000)]
    assert {UUID(one).version for one in ids} == {7}
    assert len(set(ids)) == len(ids)
    milliseconds = [one[:13] for one in ids]
    assert milliseconds == sorted(milliseconds)


def test_times_are_utc_to_the_millisecond() -> None:
    """They have the form of RFC 3339, so they sort as texts."""
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", format_now())

"""Files that are read in one pass: the same as those that are looked at field by field."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.registry import load_engine
from ledger.event import encode_canonical
from ledger.store import Ledger
from replay.files.exchange import export_match
from replay.files.match_file import UnreadableFile, convert_document, decode_events, parse_document
from replay.files.plain_file import is_plain_object, list_events, read_plain_file
from replay.lab.simulation import simulate_match
from tests.conftest import LONG
from tests.fuzz.json_edits import edited
from tests.some import some
from tests.test_match_format import FILES

STRANGE: tuple[Any, ...] = (
    None,
    True,
    1,
    -1,
    1.0,
    2**53,
    2**53 - 1,
    "",
    "é",
    "e\u0301",
    "\n",
    [],
    {},
    {"é": 1},
)
"""Values that may stand anywhere in JSON."""


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a short match."""
    with Ledger(tmp_path_factory.mktemp("short") / "ledger.db") as ledger:
        info = simulate_match(ledger, load_engine("splendor"), 2, 3)
        document = orjson.loads(export_match(ledger, info))
    del document["streams"][0]["events"][4:]
    return encode_canonical(document) + b"\n"


def test_what_foldtable_has_written_is_plain() -> None:
    """In every version of the format."""
    for path in some(FILES):
        content = path.read_bytes()
        document = parse_document(content)
        plain = read_plain_file(content, document)
        assert plain is not None
        strict = convert_document(document)
        assert plain.match == strict.match
        assert plain.signed == strict.signed
        assert [list_events(each) for each in plain.streams] == [
            decode_events(each) for each in strict.streams
        ]


@given(data=st.data())
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=2000 if LONG else 200
)
def test_what_is_plain_has_the_form_of_a_match_file(short: bytes, data: st.DataObject) -> None:
    """Whatever is changed in it: nothing is read in one pass that would be refused otherwise."""
    document = data.draw(edited(orjson.loads(short), STRANGE))
    content = encode_canonical(document) + b"\n"
    try:
        parse_document(content)
    except UnreadableFile:
        return
    plain = read_plain_file(content, document)
    if plain is not None:
        strict = convert_document(document)
        assert plain.match == strict.match
        assert [list_events(each) for each in plain.streams] == [
            decode_events(each) for each in strict.streams
        ]


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ({"n": 2**53 - 1}, True),
        ({"n": 2**53}, False),
        ({"n": [-(2**53)]}, False),
        ({"n": 1.0}, False),
        ({"text": "a:1.5,2e3"}, True),
        ({"text": "빵집"}, True),
        ({"text": "e\u0301"}, False),
        ({"é": 1}, False),
        ({"n": {"n": [[{}]]}}, True),
        ([], False),
    ],
)
def test_objects_are_plain_as_events_hold_them(value: object, plain: bool) -> None:
    """No floats, no huge numbers, texts in NFC, keys in ASCII."""
    assert is_plain_object(encode_canonical(value)) == plain


def test_what_is_nested_too_deeply_is_not_plain() -> None:
    for depth, plain in ((95, True), (96, False)):
        assert is_plain_object(b'{"a":' * depth + b"1" + b"}" * depth) == plain

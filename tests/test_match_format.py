"""The match file as docs/match-file.md has it; the schemas; the verifier in JavaScript."""

from __future__ import annotations

import copy
import hashlib
import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from ledger.event import encode_canonical
from replay.files.exchange import read_match_file
from replay.files.match_file import SUFFIX, UnreadableFile
from replay.files.match_schemas import VERSIONS, make_schema
from tests.conftest import LONG
from tests.some import some

ROOT = Path(__file__).parent.parent
VERIFIER = ROOT / "examples" / "verify-match.js"
SPECIFICATION = ROOT / "docs" / "match-file.md"
VECTORS = sorted((ROOT / "tests" / "data" / "match-file").glob(f"*{SUFFIX}"))
FILES = sorted((ROOT / "tests" / "data").glob(f"*/*{SUFFIX}"))
MUTATIONS = 2000 if LONG else 400


@pytest.fixture(scope="module")
def node() -> str:
    """The JavaScript interpreter. Where the tests run for everybody it must be there."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed: the verifier in JavaScript is not run")
    return found


def run_verifier(node: str, paths: list[Path]) -> list[bool]:
    """Return of every file whether the verifier in JavaScript says that it is intact."""
    command = [node, str(VERIFIER), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert len(lines) == len(paths), done.stdout
    assert done.returncode == int(any("NOT INTACT" in line for line in lines))
    return ["NOT INTACT" not in line for line in lines]


def is_intact(content: bytes) -> bool | None:
    """Return whether foldtable says that a file is intact.

    None for one whose opening has a form that no foldtable reads: the specification leaves the
    payloads to the games.
    """
    try:
        flaws = read_match_file(content)[2]
    except UnreadableFile:
        return False
    return None if any("cannot be read" in flaw.text for flaw in flaws) else not flaws


def test_J9_the_verifier_finds_every_file_intact(node: str) -> None:
    """Those of every version, with branches, corrections and signatures, and those of long ago."""
    assert {json.loads(path.read_bytes())["version"] for path in FILES} == set(VERSIONS)
    assert len(FILES) > len(VECTORS) > 3
    assert run_verifier(node, FILES) == [True] * len(FILES)


def test_J9_the_verifier_finds_what_foldtable_finds(node: str, tmp_path: Path) -> None:
    """Hundreds of changes: bytes, values, and events that are chained anew after a change."""
    chance = random.Random(9)
    changed: list[Path] = []
    said: list[bool | None] = []
    while len(changed) < MUTATIONS:
        path = chance.choice(FILES)
        if path.stat().st_size > 60_000:
            continue
        before = path.read_bytes()
        content = chance.choice((change_byte, change_value, change_and_chain))(before, chance)
        if content == before:
            continue
        changed.append(tmp_path / f"{len(changed)}{SUFFIX}")
        changed[-1].write_bytes(content)
        said.append(is_intact(content))
    verdicts = run_verifier(node, changed)
    others = [
        path.name
        for path, ours, theirs in zip(changed, said, verdicts, strict=True)
        if ours is not None and ours != theirs
    ]
    assert others == [], others
    assert said.count(False) > MUTATIONS * 0.9


def change_byte(content: bytes, chance: random.Random) -> bytes:
    """Return a file in which one byte is another, gone or new."""
    changed = bytearray(content)
    at = chance.randrange(len(changed))
    match chance.choice(("flip", "drop", "add")):
        case "flip":
            changed[at] ^= 1 << chance.randrange(8)
        case "drop":
            del changed[at]
        case _:
            changed.insert(at, chance.choice(b' 0-.e"\\/\n\xff'))
    return bytes(changed)


def list_places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of everything in a document."""
    if not isinstance(value, (dict, list)):
        return [path]
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return [
        *([path] if path else []),
        *(place for key, item in items for place in list_places(item, (*path, key))),
    ]


STRANGE: tuple[Any, ...] = (None, 0, 1, -1, 2**53, "", "abc", "yesterday", [], {}, True, 3)


def edit(document: dict[str, Any], chance: random.Random) -> None:
    """Change a value of a document, take it away, or add one to an object."""
    places = list_places(document)
    path = chance.choice(places)
    inner: Any = document
    for key in path[:-1]:
        inner = inner[key]
    match chance.choice(("change", "change", "drop", "add")):
        case "drop":
            del inner[path[-1]]
        case "add" if isinstance(inner, dict):
            inner[chance.choice(("more", "origin", "signature", "batch", "seal", "head"))] = (
                chance.choice(STRANGE)
            )
        case _:
            inner[path[-1]] = chance.choice([v for v in STRANGE if v != inner[path[-1]]])


def change_value(content: bytes, chance: random.Random) -> bytes:
    """Return a file with another value somewhere; it is canonical JSON."""
    document = json.loads(content)
    edit(document, chance)
    return encode_canonical(document) + b"\n"


def change_and_chain(content: bytes, chance: random.Random) -> bytes:
    """Return a file with another event, its hashes, its head and its last hash made anew."""
    document = json.loads(content)
    stream = chance.choice(document["streams"])
    edit(chance.choice(stream["events"]), chance)
    return chain_anew(document)


def chain_anew(document: dict[str, Any]) -> bytes:
    """Return a file in which every hash fits. What the events say of hashes stays."""
    document.pop("signature", None)
    previous = ""
    for stream in document["streams"]:
        for event in stream["events"]:
            content = {key: value for key, value in event.items() if key != "hash"}
            try:
                text = encode_canonical(content)
            except Exception:
                text = b"?"
            previous = hashlib.sha256(previous.encode() + b"\n" + text).hexdigest()
            event["hash"] = previous
    seals = [
        "-".join(re.findall("....", event["hash"][:32]))
        for stream in document["streams"]
        for event in stream["events"]
        if event.get("type") == "match.close" or document["version"] < 3
    ]
    if document["version"] >= 3:
        document["match"]["head"] = previous
    if "seal" in document["match"]:
        document["match"]["seal"] = seals[-1]
    return orjson.dumps(document, option=orjson.OPT_SORT_KEYS) + b"\n"


# -- the specification ---------------------------------------------------------------------------


def test_J9_the_example_of_the_specification_is_the_first_event_of_a_file() -> None:
    """Its bytes give the hash that stands below them."""
    text = SPECIFICATION.read_text(encoding="utf-8")
    found = re.search(r"(?ms)^    (\{.*\})$.*?its hash is `([0-9a-f]{64})`", text)
    assert found is not None
    assert hashlib.sha256(b"\n" + found[1].encode()).hexdigest() == found[2]
    content = json.loads(VECTORS[1].read_bytes())
    assert content["version"] == 1
    event = content["streams"][0]["events"][0]
    assert event.pop("hash") == found[2]
    assert encode_canonical(event).decode() == found[1]


def test_J9_the_specification_names_every_key() -> None:
    """Those of every version of the schema, and the types that say something of other events."""
    text = SPECIFICATION.read_text(encoding="utf-8")
    for version in VERSIONS:
        for described in some(make_schema(version)["$defs"].values()):
            for key in some(described.get("properties", {})):
                assert f"`{key}`" in text or f'"{key}"' in text, key


# -- the schema ----------------------------------------------------------------------------------


def set_value(*path: Any) -> Callable[[Any], Callable[[Any], None]]:
    """Return what makes a change of a document: the value at `path` becomes another."""

    def make(value: Any) -> Callable[[Any], None]:
        def change(document: Any) -> None:
            for key in path[:-1]:
                document = document[key]
            document[path[-1]] = value

        return change

    return make


EVENT = ("streams", 0, "events", 1)
WRONG: dict[str, Callable[[Any], None]] = {
    "no streams": set_value("streams")([]),
    "no events": set_value("streams", 0, "events")([]),
    "hash": set_value(*EVENT, "hash")("abc"),
    "hash in capitals": set_value(*EVENT, "hash")("A" * 64),
    "hash and a line break": set_value(*EVENT, "hash")("a" * 64 + "\n"),
    "head": set_value("match", "head")("abc"),
    "seal": set_value("match", "seal")(""),
    "short seal": set_value("match", "seal")("0123-4567"),
    "version": set_value(*EVENT, "version")(0),
    "schema_version": set_value(*EVENT, "schema_version")(0),
    "large version": set_value(*EVENT, "version")(2**53),
    "recorded_at": set_value(*EVENT, "recorded_at")("yesterday"),
    "month": set_value(*EVENT, "recorded_at")("2026-13-01T00:00:00.000Z"),
    "played_at": set_value(*EVENT, "played_at")("in the evening"),
    "match_id": set_value(*EVENT, "match_id")("m"),
    "event_id": set_value(*EVENT, "event_id")(""),
    "type": set_value(*EVENT, "type")("Log Note"),
    "payload": set_value(*EVENT, "payload")([]),
    "batch": set_value(*EVENT, "batch")(None),
    "intent": set_value(*EVENT, "intent")("what was meant"),
    "unknown key of an event": set_value(*EVENT, "more")(1),
    "unknown key of a stream": set_value("streams", 0, "more")(1),
    "unknown key of the head": set_value("match", "more")(1),
    "unknown key": set_value("more")(1),
    "signature": set_value("signature")(None),
    "origin": set_value("match", "origin")(None),
    "name": set_value("match", "name")("x@3"),
    "name that is an option": set_value("match", "name")("-o"),
    "no name": set_value("match", "name")(""),
    "long name": set_value("match", "name")("x" * 10_000),
    "path as a name": set_value("match", "name")("../../../x"),
    "control character": set_value("match", "seats")(["Ana\x1b]0;x\x07", "Bo"]),
    "line break": set_value("match", "seats")(["Ana\u2028", "Bo"]),
    "events": set_value("match", "events")(0),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_J10_the_schema_and_foldtable_refuse_the_same(change: Callable[[Any], None]) -> None:
    """Patterns, least values, closed objects; each is damage, whatever the chain says."""
    for path in VECTORS:
        document = json.loads(path.read_bytes())
        check = Draft202012Validator(make_schema(document["version"]))
        check.validate(document)
        wrong = copy.deepcopy(document)
        change(wrong)
        assert not check.is_valid(wrong)
        with pytest.raises(UnreadableFile):
            read_match_file(encode_canonical(wrong) + b"\n")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_J10_every_file_fits_the_schema_of_its_version(path: Path) -> None:
    """Those of long ago, too."""
    document = json.loads(path.read_bytes())
    Draft202012Validator(make_schema(document["version"])).validate(document)


@pytest.mark.parametrize("field", ["key", "value"])
def test_J10_a_signature_has_one_form(field: str) -> None:
    """The schema refuses base64 that is not canonical, as foldtable does."""
    document = json.loads((VECTORS[0]).read_bytes())
    text = document["signature"][field]
    last = len(text.rstrip("=")) - 1
    for wrong in ("", text[:-1], text[:last] + chr(ord(text[last]) ^ 1) + text[last + 1 :]):
        changed = copy.deepcopy(document)
        changed["signature"][field] = wrong
        assert not Draft202012Validator(make_schema(document["version"])).is_valid(changed)
        assert is_intact(encode_canonical(changed) + b"\n") is False


# -- what events say of others -------------------------------------------------------------------


def load_vector(version: int) -> Any:
    """Return the file of a version of the format as plain data."""
    path = ROOT / "tests" / "data" / "match-file" / f"version-{version}{SUFFIX}"
    return json.loads(path.read_bytes())


@pytest.mark.parametrize("version", [2, 3])
def test_J7_a_signature_of_another_seal_is_found(version: int) -> None:
    """A match was changed and chained anew; `match.sign` in it still quotes the old seal."""
    document = load_vector(version)
    opening = document["streams"][0]["events"][0]
    opening["payload"]["title"] = "another evening"
    flaws = read_match_file(chain_anew(document))[2]
    assert {flaw.kind for flaw in flaws} == {"seal"}
    assert all("acknowledges the seal" in flaw.text for flaw in some(flaws))


@pytest.mark.parametrize(
    ("place", "field", "value"),
    [(-2, "version", 14), (4, "target", 9), (-1, "at", 30)],
)
def test_J7_an_event_names_only_events_before_it(place: int, field: str, value: int) -> None:
    """Signatures, corrections, notes."""
    document = load_vector(3)
    event = document["streams"][0]["events"][place]
    event["payload"][field] = value
    flaws = read_match_file(chain_anew(document))[2]
    assert event["version"] in {flaw.version for flaw in flaws if flaw.kind == "chain"}


def test_J7_a_batch_is_begun_by_an_earlier_event() -> None:
    """Its id is that of an event of the match which belongs to no other batch."""
    for batch in ("00000000-0000-0000-0000-000000000000", None):
        document = load_vector(2)
        events = document["streams"][0]["events"]
        later = next(event for event in events if "batch" in event)
        later["batch"] = batch or later["event_id"]
        assert any("batch" in flaw.text for flaw in read_match_file(chain_anew(document))[2])


def test_J8_the_head_and_the_seal_have_names_of_their_own() -> None:
    """The seal is the one that `close` printed, though a signature and a note came after it."""
    document = load_vector(3)
    events = document["streams"][0]["events"]
    closing = [event for event in events if event["type"] == "match.close"][-1]
    assert events[-1] is not closing
    assert document["match"]["head"] == events[-1]["hash"]
    assert document["match"]["seal"].replace("-", "") == closing["hash"][:32]

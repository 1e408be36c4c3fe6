"""Tests of exporting and importing match files."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jsonschema import (  # type: ignore[import-untyped]
    Draft202012Validator,
    ValidationError,
)

from ledger.clerk import Close, Note
from ledger.errors import Conflict
from ledger.event import draft_event, encode_canonical, format_seal, hash_event
from ledger.store import Ledger
from replay.files import match_file, match_schemas
from replay.files.exchange import export_match, import_file, read_match_file
from replay.files.match_file import UnreadableFile
from replay.fold.timeline import Timeline
from replay.record.opening import fork_match
from replay.record.session import Session
from replay.referee.audit import audit_match
from tests import table
from tests.conftest import LONG
from tests.replay.walks import deal_actions, dump_frames
from tests.some import some


@pytest.fixture
def evening(session: Session) -> Session:
    """A closed match with every kind of event."""
    desk = table.open_desk(session)
    session.note("before the first move", 1)
    table.type_accepted(desk, "wug", "kkk ! so what", "ugr", "undo", "wrk", "# 민지 wins “easily”")
    table.type_accepted(desk, "waive S4", "insert 18 b: ugk ! forgotten", "amend 18 wgr")
    session.close(Close(how="finished", points=(15, 12), winners=(0,)))
    session.note("after the last move")
    return session


@pytest.fixture
def file(evening: Session) -> bytes:
    """The match file of that match."""
    return export_match(evening.ledger, evening.info)


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Ledger]:
    """The ledger of another device."""
    with Ledger(tmp_path / "other.db") as opened:
        yield opened


def count_events(ledger: Ledger) -> int:
    """Return the number of events in a ledger."""
    ((n,),) = ledger.database.execute("SELECT COUNT(*) FROM events WHERE match_id <> 'ledger'")
    return int(n)


# -- out -----------------------------------------------------------------------------------------


def test_a_file_is_canonical_json(file: bytes) -> None:
    """There is only one way to write it."""
    assert file == encode_canonical(json.loads(file)) + b"\n"


def test_the_head_of_a_file_summarizes_the_match(file: bytes, evening: Session) -> None:
    """It is derived from the events."""
    head = json.loads(file)["match"]
    closing = evening.timeline.closing
    assert closing is not None
    assert closing.version == evening.timeline.version - 1
    assert head == {
        "match_id": evening.info.match_id,
        "game": "splendor",
        "name": "maple",
        "seats": ["Ana", "Bo"],
        "events": evening.timeline.version,
        "head": evening.timeline.events[-1].hash,
        "seal": closing.seal,
    }


def test_exporting_again_gives_the_same_bytes(file: bytes, evening: Session) -> None:
    """They do not depend on the time or place of the export."""
    assert export_match(evening.ledger, evening.info) == file


def test_the_chain_in_a_file_can_be_followed_with_any_jcs_library(file: bytes) -> None:
    """The hash covers the previous hash, a newline, and the event without its own hash."""
    import hashlib

    previous = ""
    for stream in some(json.loads(file)["streams"]):
        for event in some(stream["events"]):
            hashed = event.pop("hash")
            text = json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            assert hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest() == hashed
            previous = hashed


# -- the schema ----------------------------------------------------------------------------------


def load_schema(version: int = 3) -> Any:
    """Return the JSON Schema that the package ships for a version of the format."""
    return json.loads((files("replay.files") / f"match-{version}.schema.json").read_text("utf-8"))


@pytest.mark.parametrize("version", match_schemas.VERSIONS)
def test_the_schema_in_the_package_is_that_of_the_code(version: int) -> None:
    """After a change: python -m replay.files.match_schemas"""
    assert load_schema(version) == match_schemas.make_schema(version)


def test_exports_fit_the_schema(file: bytes, evening: Session) -> None:
    """A match with corrections, and a fork."""
    check = Draft202012Validator(load_schema())
    check.check_schema(load_schema())
    check.validate(json.loads(file))
    branch = fork_match(evening.ledger, evening.info, 18, "tess")
    check.validate(json.loads(export_match(evening.ledger, branch)))


def open_old_session(ledger: Ledger, monkeypatch: pytest.MonkeyPatch, name: str) -> Session:
    """Return a session on a match that was opened before version 3."""
    monkeypatch.setattr("replay.record.opening.FILE_VERSION", None)
    return table.open_session(ledger, name=name)


def test_an_old_match_without_batches_is_exported_in_version_1(
    ledger: Ledger, other: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version 1 has no batches. The first batch makes it version 2."""
    session = open_old_session(ledger, monkeypatch, "maple")
    session.note("tea")
    old = export_match(ledger, session.info)
    assert json.loads(old)["version"] == 1
    assert json.loads(old)["match"]["seal"] == session.seal
    Draft202012Validator(load_schema(1)).validate(json.loads(old))
    import_file(other, old)
    session.record(deal_actions(session, 1, 2))
    new = export_match(ledger, session.info)
    assert json.loads(new)["version"] == 2
    Draft202012Validator(load_schema(2)).validate(json.loads(new))
    assert import_file(other, new).new == 2
    assert other.events(session.info.match_id) == session.timeline.events


@pytest.mark.parametrize("version", [1, 2])
def test_a_file_of_another_version_than_its_events_is_refused(
    ledger: Ledger, other: Ledger, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is one way to write a match."""
    session = open_old_session(ledger, monkeypatch, "oak")
    if version == 2:
        session.record(deal_actions(session, 1, 2))
    file = export_match(session.ledger, session.info)
    wrong = file.replace(b'"version":%d}\n' % version, b'"version":%d}\n' % (3 - version))
    assert wrong != file
    assert [flaw.kind for flaw in read_match_file(wrong)[2]] == ["header"]
    with pytest.raises(UnreadableFile):
        import_file(other, wrong)


@pytest.mark.parametrize("version", [1, 2])
def test_a_file_of_an_earlier_version_than_its_match_was_opened_with_is_refused(
    file: bytes, version: int
) -> None:
    """Its head is another one, too."""
    content = json.loads(file) | {"version": version}
    content["match"].pop("head")
    content["match"]["seal"] = format_seal(content["streams"][0]["events"][-1]["hash"])
    flaws = read_match_file(encode_canonical(content) + b"\n")[2]
    assert "header" in {flaw.kind for flaw in flaws}


def test_a_batch_that_is_null_is_refused(file: bytes) -> None:
    """The field is left out or names an event: there is only one way to write it."""
    wrong = json.loads(file)
    wrong["streams"][0]["events"][0]["batch"] = None
    with pytest.raises(UnreadableFile, match="batch"):
        read_match_file(encode_canonical(wrong) + b"\n")


@pytest.mark.parametrize(
    "change",
    [
        {"format": "foldtable/other"},
        {"version": 4},
        {"version": "3"},
        {"streams": {}},
        {"more": 1},
        {"match": {}},
    ],
    ids=str,
)
def test_the_schema_refuses_what_is_no_match_file(file: bytes, change: dict[str, Any]) -> None:
    """The program refuses it, too."""
    wrong = json.loads(file) | change
    with pytest.raises(ValidationError):
        Draft202012Validator(load_schema()).validate(wrong)
    with pytest.raises(UnreadableFile):
        match_file.read_content(orjson.dumps(wrong))


# -- in ------------------------------------------------------------------------------------------


def test_an_imported_match_is_the_exported_one(
    file: bytes, evening: Session, other: Ledger
) -> None:
    """All events and frames are the same, and so is the headline."""
    done = import_file(other, file)
    assert (done.name, done.events, done.new) == ("maple", 29, 29)
    assert other.events(done.match_id) == evening.timeline.events
    assert dump_frames(Timeline(other.events(done.match_id))) == dump_frames(evening.timeline)
    info = other.find("maple")
    assert (info.how, info.seats, info.opened_at, info.version) == (
        "finished",
        table.SEATS,
        evening.info.opened_at,
        29,
    )
    assert audit_match(other, info).intact
    assert export_match(other, info) == file


def test_importing_twice_adds_nothing(file: bytes, other: Ledger) -> None:
    """It can be repeated."""
    import_file(other, file)
    for _ in range(2):
        assert import_file(other, file).new == 0
    assert count_events(other) == 29


def test_importing_a_match_that_was_recorded_here_adds_nothing(
    file: bytes, evening: Session
) -> None:
    """The ledger knows the id of the match."""
    assert import_file(evening.ledger, file).new == 0
    assert len(evening.ledger.matches()) == 1


def test_a_longer_copy_continues(session: Session, other: Ledger) -> None:
    """The match was sent in a break, and again at its end."""
    table.type_accepted(table.open_desk(session), "wug")
    import_file(other, export_match(session.ledger, session.info))
    table.type_accepted(table.open_desk(session), "wrk")
    session.close(Close(how="abandoned"))
    done = import_file(other, export_match(session.ledger, session.info))
    assert (done.new, done.events) == (2, 19)
    assert other.find("maple").how == "abandoned"
    assert audit_match(other, other.find("maple")).intact


def test_a_shorter_copy_adds_nothing(session: Session, other: Ledger) -> None:
    """The older file may be imported again."""
    early = export_match(session.ledger, session.info)
    table.type_accepted(table.open_desk(session), "wug")
    import_file(other, export_match(session.ledger, session.info))
    assert import_file(other, early).new == 0
    assert other.find("maple").version == 17


def record_both(session: Session, other: Ledger) -> bytes:
    """Continue a match in two ledgers; return the match file of the session."""
    import_file(other, export_match(session.ledger, session.info))
    theirs = Session(other, other.find("maple"), "bo")
    table.type_accepted(table.open_desk(theirs), "wrk")
    table.type_accepted(table.open_desk(session), "wug")
    return export_match(session.ledger, session.info)


def test_a_copy_that_was_continued_otherwise_is_a_conflict(session: Session, other: Ledger) -> None:
    """Nothing of it is imported."""
    file = record_both(session, other)
    before = other.events(session.info.match_id)
    with pytest.raises(Conflict) as refused:
        import_file(other, file)
    assert "--as-copy" in refused.value.hint
    assert other.events(session.info.match_id) == before


def test_a_copy_that_was_continued_otherwise_is_imported_as_its_own_match(
    session: Session, other: Ledger
) -> None:
    """With --as-copy it gets another id and a free name; all else is the same."""
    done = import_file(other, record_both(session, other), as_copy=True)
    assert done.name == "maple-2"
    assert done.match_id != session.info.match_id
    copy = other.find("maple-2")
    assert audit_match(other, copy).intact
    timeline = Timeline(other.events(copy.match_id))
    assert timeline.state == session.state
    assert [e.payload for e in timeline.events] == [e.payload for e in session.timeline.events]
    assert [e.recorded_at for e in timeline.events] == [
        e.recorded_at for e in session.timeline.events
    ]


def test_a_copy_can_be_exported_and_imported_like_any_match(
    session: Session, other: Ledger, ledger_three: Ledger
) -> None:
    """It is a match like any other."""
    done = import_file(other, record_both(session, other), as_copy=True)
    file = export_match(other, other.find(done.match_id))
    import_file(ledger_three, file)
    assert ledger_three.events(done.match_id) == other.events(done.match_id)


@pytest.fixture
def ledger_three(tmp_path: Path) -> Iterator[Ledger]:
    """The ledger of a third device."""
    with Ledger(tmp_path / "three.db") as opened:
        yield opened


def test_another_match_of_the_same_name_gets_a_number(file: bytes, other: Ledger) -> None:
    """Matches are told apart by their ids."""
    table.open_session(other, name="maple")
    assert import_file(other, file).name == "maple-2"
    assert import_file(other, file).name == "maple-2"


# -- forks ---------------------------------------------------------------------------------------


def record_fork(session: Session) -> Session:
    """Record a fork of the session's match with an event of its own; return its session."""
    table.type_accepted(table.open_desk(session), "wug", "wrk")
    info = fork_match(session.ledger, session.info, 17, "tess", "what-if")
    branch = Session(session.ledger, info, "tess")
    table.type_accepted(table.open_desk(branch), "ugr")
    return branch


def test_the_file_of_a_fork_contains_the_shared_events(session: Session, other: Ledger) -> None:
    """They are the first stream, up to the point of the fork."""
    branch = record_fork(session)
    file = export_match(branch.ledger, branch.info)
    streams = json.loads(file)["streams"]
    assert [(len(s["events"]), s["match_id"]) for s in streams] == [
        (17, session.info.match_id),
        (2, branch.info.match_id),
    ]
    done = import_file(other, file)
    assert (done.name, done.events, done.new) == ("what-if", 19, 2)
    assert other.events(branch.info.match_id) == branch.timeline.events
    assert other.find("what-if").parent_id == session.info.match_id
    assert audit_match(other, other.find("what-if")).intact
    assert export_match(other, other.find("what-if")) == file


def test_the_head_of_a_branch_names_its_origin(session: Session) -> None:
    """A changed origin is a problem of the file."""
    session.record(deal_actions(session, 3, 2))
    branch = fork_match(session.ledger, session.info, 17, "tess", "what-if")
    second = fork_match(session.ledger, branch, 18, "tess", "what-if-not")
    for info, parent, version in ((branch, session.info, 17), (second, branch, 18)):
        content = export_match(session.ledger, info)
        origin = {"match_id": parent.match_id, "name": parent.name, "version": version}
        assert json.loads(content)["match"]["origin"] == origin
        edited = content.replace(b'"version":%d},"seats"' % version, b'"version":3},"seats"')
        assert edited != content
        assert [flaw.kind for flaw in read_match_file(edited)[2]] == ["header"]


def test_the_parent_can_be_imported_after_its_fork(session: Session, other: Ledger) -> None:
    """The shared events are continued."""
    branch = record_fork(session)
    import_file(other, export_match(branch.ledger, branch.info))
    done = import_file(other, export_match(session.ledger, session.info))
    assert (done.name, done.new) == ("maple", 1)
    assert other.events(session.info.match_id) == session.timeline.events


def test_a_fork_can_be_imported_after_its_parent(session: Session, other: Ledger) -> None:
    """Only its own events are new."""
    branch = record_fork(session)
    import_file(other, export_match(session.ledger, session.info))
    assert import_file(other, export_match(branch.ledger, branch.info)).new == 2
    assert import_file(other, export_match(branch.ledger, branch.info)).new == 0
    assert count_events(other) == 20


def test_the_file_of_a_fork_of_a_fork_contains_both_pasts(session: Session, other: Ledger) -> None:
    """There are three streams, in order."""
    branch = record_fork(session)
    info = fork_match(branch.ledger, branch.info, 19, "tess", "what-if-not")
    twig = Session(branch.ledger, info, "tess")
    twig.record(deal_actions(twig, 3, 2))
    file = export_match(twig.ledger, twig.info)
    assert len(json.loads(file)["streams"]) == 3
    import_file(other, file)
    assert other.events(info.match_id) == twig.timeline.events
    assert audit_match(other, other.find("what-if-not")).intact


def test_a_fork_of_a_match_that_was_continued_otherwise_is_a_conflict(
    session: Session, other: Ledger
) -> None:
    """The ledger holds another past; nothing is imported."""
    record_both(session, other)
    info = fork_match(session.ledger, session.info, 17, "tess", "what-if")
    before = count_events(other)
    with pytest.raises(Conflict):
        import_file(other, export_match(session.ledger, info))
    assert count_events(other) == before
    assert len(other.matches()) == 1


def test_a_copy_of_a_fork_brings_its_own_past(session: Session, other: Ledger) -> None:
    """The past becomes a match of its own, too."""
    record_both(session, other)
    info = fork_match(session.ledger, session.info, 17, "tess", "what-if")
    branch = Session(session.ledger, info, "tess")
    done = import_file(other, export_match(session.ledger, info), as_copy=True)
    copy = other.find(done.match_id)
    assert Timeline(other.events(copy.match_id)).state == branch.state
    assert audit_match(other, copy).intact
    assert other.events(session.info.match_id)[16].data() != branch.timeline.events[16].data()


def test_a_copy_of_a_fork_shares_a_past_that_is_here(session: Session, other: Ledger) -> None:
    """The shared events are not stored twice."""
    branch = record_fork(session)
    import_file(other, export_match(session.ledger, session.info))
    done = import_file(other, export_match(branch.ledger, branch.info), as_copy=True)
    assert other.find(done.match_id).parent_id == session.info.match_id
    assert count_events(other) == 18 + 2


# -- what is not intact --------------------------------------------------------------------------


def find_flaws(content: bytes) -> list[str]:
    """Return the problems of a file in words."""
    try:
        _found, _events, flaws = read_match_file(content)
    except UnreadableFile as error:
        return [str(error)]
    return [flaw.text for flaw in flaws]


def names_a_place(text: str) -> bool:
    """Return whether a problem names a place: an event, a field, a byte, a line."""
    words = ("event ", "byte ", "match.", "line ", "field ", "has version")
    return any(word in text for word in words) or bool(re.search(r"\$[.\[].", text))


def test_any_changed_byte_is_found(file: bytes) -> None:
    """A bit of every byte is changed: the problem names the place.

    The name of the format is an exception: without it, it is no match file.
    """
    assert find_flaws(file) == []
    named = range(file.index(b"format"), file.index(b"foldtable/match") + 15)
    for place in some(range(0, len(file), 1 if LONG else 3)):
        changed = bytearray(file)
        changed[place] ^= 1 << place % 8
        found = find_flaws(bytes(changed))
        assert found, f"byte {place}"
        assert place in named or any(names_a_place(text) for text in found), (place, found)


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_edit_is_found(file: bytes, data: st.DataObject) -> None:
    """Bytes are cut out, put in or replaced."""
    start = data.draw(st.integers(0, len(file)))
    end = data.draw(st.integers(start, min(len(file), start + 200)))
    instead = data.draw(st.sampled_from([b"", b" ", b"0", b'"', b"}", b"\n", file[:50], b"\xff"]))
    edited = file[:start] + instead + file[end:]
    assume(edited != file)
    assert find_flaws(edited)


@pytest.mark.parametrize("cut", [1, 2, 3, 50, 1000, 5000])
def test_a_truncated_file_is_refused(file: bytes, other: Ledger, cut: int) -> None:
    """The error says that the file ends too early; nothing is imported."""
    with pytest.raises(UnreadableFile) as refused:
        import_file(other, file[:-cut])
    assert refused.value.hint
    if cut > 1:
        assert "too early" in str(refused.value)
    assert other.matches() == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"null",
        b"[]",
        b"{}",
        b"hello",
        b'{"format":"foldtable/match"}',
        b'{"format":"foldtable/match","version":1}',
        b"\xff\xfe\x00",
        b"\x89PNG\r\n\x1a\n",
        b"SQLite format 3\0",
        b'{"a":' * 5000,
        b'{"format":"foldtable/match","version":1,"match":{"match_id":"m","game":"g","name":"n",'
        b'"seats":[],"events":0,"seal":""},"streams":[]}',
    ],
    ids=lambda content: repr(content[:30]),
)
def test_what_is_no_match_file_is_refused(other: Ledger, content: bytes) -> None:
    """The hint says what to do."""
    with pytest.raises(UnreadableFile) as refused:
        import_file(other, content)
    assert str(refused.value)
    assert refused.value.hint
    assert other.matches() == []


@pytest.mark.parametrize("version", [4, 0, "1", None])
def test_a_newer_version_is_refused(file: bytes, version: object) -> None:
    """The hint says to update."""
    newer = json.loads(file) | {"version": version}
    with pytest.raises(UnreadableFile, match="version") as refused:
        match_file.read_content(orjson.dumps(newer))
    assert "Update" in refused.value.hint


def test_a_reformatted_file_is_refused(file: bytes, other: Ledger) -> None:
    """The problem names the first byte that differs."""
    pretty = json.dumps(json.loads(file), indent=2).encode()
    assert any("byte 1 " in text for text in find_flaws(pretty))
    assert [(flaw.kind, flaw.text) for flaw in read_match_file(pretty)[2]] == [
        ("bytes", "byte 1 is not as canonical JSON has it")
    ]
    longer = read_match_file(file + b"\n")[2]
    assert [(flaw.kind, flaw.text) for flaw in longer] == [
        ("bytes", f"byte {len(file)} is not as canonical JSON has it")
    ]
    with pytest.raises(UnreadableFile):
        import_file(other, pretty)


def forge_file(file: bytes, change: Any) -> bytes:
    """Change a file and write its hashes and its seal anew."""
    content = json.loads(file)
    change(content)
    previous = ""
    for stream in content["streams"]:
        for event in stream["events"]:
            event.pop("hash")
            kept = match_schemas.FileEvent(**event, hash="")
            previous = hash_event(
                previous,
                match_file.decode_events(match_schemas.Stream(stream["match_id"], (kept,)))[0],
            )
            event["hash"] = previous
    events = [event for stream in content["streams"] for event in stream["events"]]
    closings = [event for event in events if event["type"] == "match.close"]
    content["match"]["head"] = previous
    content["match"].pop("seal", None)
    if closings:
        content["match"]["seal"] = format_seal(closings[-1]["hash"])
    return encode_canonical(content) + b"\n"


def test_a_forged_file_that_fits_is_only_found_against_a_seal(file: bytes, other: Ledger) -> None:
    """Its chain fits; only the seal on a score sheet is another."""

    def move(content: Any) -> None:
        content["streams"][0]["events"][17]["payload"]["tokens"] = {"white": 1}

    assert find_flaws(forge_file(file, move)) == []
    done = import_file(other, forge_file(file, move))
    sealed = json.loads(file)["match"]["seal"]
    assert not audit_match(other, other.find(done.match_id), sealed).intact


@pytest.mark.parametrize(
    ("field", "value"),
    [("parent", "another"), ("base_version", 3), ("base_hash", "0" * 64)],
)
def test_a_fork_that_does_not_fit_its_past_is_refused(
    session: Session, other: Ledger, field: str, value: object
) -> None:
    """The fork must name the last event of the stream before it."""
    branch = record_fork(session)

    def change(content: Any) -> None:
        content["streams"][1]["events"][0]["payload"][field] = value

    wrong = forge_file(export_match(branch.ledger, branch.info), change)
    assert any("event 18" in text for text in find_flaws(wrong))
    with pytest.raises(UnreadableFile):
        import_file(other, wrong)
    assert other.matches() == []


def test_a_later_stream_that_is_no_fork_is_refused(session: Session, other: Ledger) -> None:
    """Nothing names the event that it follows."""
    branch = record_fork(session)

    def change(content: Any) -> None:
        del content["streams"][1]["events"][0]
        for event in content["streams"][1]["events"]:
            event["version"] -= 1
        content["match"]["events"] -= 1

    with pytest.raises(UnreadableFile):
        import_file(other, forge_file(export_match(branch.ledger, branch.info), change))
    assert other.matches() == []


@pytest.mark.parametrize("place", [2, -2])
@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("log.strike", {"target": 3}),
        ("log.amend", {"target": 3, "kind": "say", "payload": {}}),
        ("log.insert", {"after": 3, "kind": "say", "payload": {}}),
        ("log.strike", {"target": 10**15}),
        ("log.note", {"text": 5}),
        ("match.close", {"how": "somehow"}),
        ("match.open", {"game": "splendor"}),
    ],
)
def test_strange_events_in_a_file_break_nothing(
    file: bytes, other: Ledger, kind: str, payload: dict[str, Any], place: int
) -> None:
    """Corrections of nothing, and clerk events with wrong fields."""

    def change(content: Any) -> None:
        content["streams"][0]["events"][place] |= {"type": kind, "payload": payload}

    strange = forge_file(file, change)
    if find_flaws(strange):
        with pytest.raises(UnreadableFile):
            import_file(other, strange)
        return
    done = import_file(other, strange)
    audit_match(other, other.find(done.match_id))
    assert export_match(other, other.find(done.match_id)) == strange


def test_a_game_that_is_not_installed_can_be_kept(file: bytes, other: Ledger) -> None:
    """Its events are stored; only folding them needs the engine."""

    def change(content: Any) -> None:
        content["match"]["game"] = "chess-boxing"
        content["streams"][0]["events"][0]["payload"]["game"] = "chess-boxing"

    unknown = forge_file(file, change)
    done = import_file(other, unknown)
    assert other.find(done.match_id).game == "chess-boxing"
    assert export_match(other, other.find(done.match_id)) == unknown
    assert [f.kind for f in audit_match(other, other.find(done.match_id)).findings] == ["read"]


def test_notes_are_imported(file: bytes, other: Ledger) -> None:
    """Before the first action, after the last one, in any script."""
    done = import_file(other, file)
    notes = Timeline(other.events(done.match_id)).notes()
    texts = {at: [note.text for _, note in found] for at, found in notes.items()}
    assert texts[1] == ["before the first move"]
    assert texts[28] == ["after the last move"]
    assert "민지 wins “easily”" in {text for found in texts.values() for text in found}
    assert Note.type in {event.type for event in other.events(done.match_id)}


# -- hostile files -------------------------------------------------------------------------------


def forge_opening(file: bytes, **fields: Any) -> bytes:
    """Change the opening of a match file and write its hashes, its head and its seal anew."""

    def change(content: Any) -> None:
        opening = content["streams"][0]["events"][0]["payload"]
        opening |= fields
        content["match"]["seats"] = opening["seats"]

    return forge_file(file, change)


IMPOSSIBLE: tuple[dict[str, Any], ...] = (
    {"first": -1},
    {"first": 7},
    {"seats": []},
    {"seats": [f"p{n}" for n in range(20_000)]},
    {"options": {"no_such_option": [{}]}},
    {"level": "no such level"},
)


@pytest.mark.parametrize("fields", IMPOSSIBLE, ids=lambda fields: next(iter(fields)))
def test_H4_a_match_that_cannot_be_opened_is_not_stored(
    file: bytes, other: Ledger, fields: dict[str, Any]
) -> None:
    """The chain of the file is valid; the set-up is impossible."""
    forged = forge_opening(file, **fields)
    assert find_flaws(forged) == []
    for as_copy in (False, True):
        with pytest.raises(UnreadableFile, match="cannot be opened"):
            import_file(other, forged, as_copy=as_copy)
    assert other.matches() == []
    assert count_events(other) == 0


def test_H4_a_fork_that_is_refused_does_not_bring_its_parent(
    session: Session, other: Ledger, ledger_three: Ledger
) -> None:
    """The fork was continued otherwise in the other ledger, the parent is longer in the file."""
    table.type_accepted(table.open_desk(session), "wug")
    branch = fork_match(session.ledger, session.info, 17, "tess", "what-if")
    import_file(other, export_match(session.ledger, branch))
    theirs = Session(other, other.find("what-if"), "bo")
    theirs.note("theirs")
    Session(session.ledger, branch, "tess").note("mine")
    before = count_events(other)
    with pytest.raises(Conflict):
        import_file(other, export_match(session.ledger, branch))
    assert count_events(other) == before


def nest(depth: int) -> Any:
    """Return lists in lists, `depth` of them."""
    value: Any = []
    for _ in range(depth - 1):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("payload", {"text": nest(300)}),
        ("payload", {"text": nest(200)}),
        ("payload", {"text": 2**53}),
        ("payload", {"text": 0.5}),
        ("schema_version", 2**64 - 1),
        ("schema_version", 2**63),
        ("version", 2**63),
    ],
    ids=lambda value: str(value)[:20],
)
def test_H5_what_has_no_canonical_form_is_refused(
    file: bytes, other: Ledger, field: str, value: object
) -> None:
    """Nesting without end, numbers that no double or no database holds."""
    content = json.loads(file)
    content["streams"][0]["events"][3][field] = value
    with pytest.raises(UnreadableFile, match=re.escape("$.streams[0].events[3]")):
        import_file(other, json.dumps(content).encode())
    assert other.matches() == []


def test_H5_a_fork_of_itself_is_refused(session: Session, other: Ledger) -> None:
    """Its parent is the match itself; the chain is valid."""
    branch = record_fork(session)

    def change(content: Any) -> None:
        parent = content["streams"][0]["match_id"]
        content["streams"][1]["match_id"] = content["match"]["match_id"] = parent
        for event in content["streams"][1]["events"]:
            event["match_id"] = parent

    forged = forge_file(export_match(branch.ledger, branch.info), change)
    assert any("branches off itself" in flaw for flaw in find_flaws(forged))
    with pytest.raises(UnreadableFile):
        import_file(other, forged)
    assert other.matches() == []


def test_F11_a_file_holds_intents_where_there_are_any(ledger: Ledger, other: Ledger) -> None:
    """The key `intent` is in version 3, the schema knows it, and a second export is the same."""
    session = table.open_session(ledger)
    intent = {"card": {"slot": "market.3.1"}, "paid": "usual"}
    note = draft_event("log.note", {"text": "tea"}, intent=intent)
    ledger.append(session.info.match_id, 1, [note, draft_event("log.note", {"text": "x"})], "tess")
    content = export_match(ledger, session.info)
    found = json.loads(content)
    events = found["streams"][0]["events"]
    assert (found["version"], events[1]["intent"]) == (3, intent)
    assert ["intent" in event for event in events] == [False, True, False]
    Draft202012Validator(match_schemas.make_schema(3)).validate(found)
    import_file(other, content)
    (copy,) = other.matches()
    assert export_match(other, copy) == content
    assert other.events(copy.match_id) == ledger.events(session.info.match_id)
    assert audit_match(other, copy).intact
    changed = content.replace(b"market.3.1", b"market.3.2")
    with pytest.raises(UnreadableFile):
        import_file(other, changed, as_copy=True)


@pytest.mark.parametrize(
    "name", ["../../../x", "x@3", "", "-o", "x" * 10_000, "a b", "\x1b]0;x\x07", "a\nb", "x\u202ey"]
)
def test_H7_a_match_with_a_name_that_new_refuses_is_not_imported(
    file: bytes, other: Ledger, name: str
) -> None:
    """The chain of the file is valid. Nothing of it is stored."""

    def change(content: Any) -> None:
        content["match"]["name"] = content["streams"][0]["events"][0]["payload"]["name"] = name

    for as_copy in (False, True):
        with pytest.raises(UnreadableFile):
            import_file(other, forge_file(file, change), as_copy=as_copy)
    assert other.matches() == []


@pytest.mark.parametrize(
    "seats",
    [
        ["", "Bo"],
        ["Ana:", "Bo"],
        ["A\x1b[2J", "Bo"],
        ["Ana\u2028", "Bo"],
        ["x" * 41, "Bo"],
        ["Ana", "ana"],
        ["Ana", "Аna"],
    ],
)
def test_H7_a_match_with_seats_that_new_refuses_is_not_imported(
    file: bytes, other: Ledger, seats: list[str]
) -> None:
    """Empty, a mark, controls, too long, the same name twice, or one that looks the same."""
    with pytest.raises(UnreadableFile):
        import_file(other, forge_opening(file, seats=seats))
    assert other.matches() == []


def test_H7_a_name_in_an_event_is_checked_as_well(file: bytes, other: Ledger) -> None:
    """A seat that is renamed later gets a name that `new` would refuse."""

    def change(content: Any) -> None:
        content["streams"][0]["events"][-1] |= {
            "type": "seat.rename",
            "payload": {"seat": 0, "name": "Ana\x1b[2J"},
        }

    with pytest.raises(UnreadableFile):
        import_file(other, forge_file(file, change))


def test_H13_without_cryptography_the_chain_of_a_signed_file_is_checked(
    session: Session, other: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the signature is not; the file can be imported."""
    signed = export_match(session.ledger, session.info, "tess")
    for module in ("cryptography", "cryptography.exceptions"):
        monkeypatch.setitem(sys.modules, module, None)
    assert [flaw.kind for flaw in read_match_file(signed)[2]] == ["unchecked"]
    changed = signed.replace(b'"actor":"tess"', b'"actor":"bess"', 1)
    assert {"chain", "unchecked"} <= {flaw.kind for flaw in read_match_file(changed)[2]}
    with pytest.raises(UnreadableFile):
        import_file(other, changed)
    assert import_file(other, signed).new == session.timeline.version

"""Auditing: what was changed is found, and said where; what happened at the table is no fault."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engines.splendor import engine
from engines.splendor.state import State
from engines.values import Move
from ledger.clerk import Close
from ledger.errors import LedgerError
from ledger.event import Event, draft_event, hash_event
from ledger.journal import Cause, HeadEntry
from ledger.store import Ledger
from replay.base.i18n import set_language
from replay.files.exchange import rename_stream
from replay.files.match_file import format_stream_seal
from replay.fold.line import Closing, Line
from replay.fold.rulings import covers
from replay.record.opening import fork_match
from replay.record.session import Session
from replay.referee.audit import audit_events, audit_match, is_same_seal
from replay.referee.doctor import find_symptoms
from replay.referee.findings import Audit, Finding
from replay.referee.listing_checks import _was_closed_before
from tests import table
from tests.conftest import LONG
from tests.replay.walks import deal_actions, wander


@pytest.fixture
def closed(session: Session) -> Session:
    """A match with a ruling, a correction, a note and a closing."""
    table.type_accepted(
        table.open_desk(session), "wug", "kkk ! so what", "ugr", "undo", "wrk", "note 민지"
    )
    session.insert(17, table.parse_action(session, "b: ugk"), "forgotten")
    session.close(Close(how="abandoned"))
    return session


def audit(session: Session, expected_seal: str = "") -> Audit:
    """Audit the match of a session as it is stored."""
    with Ledger(session.ledger.where) as ledger:
        return audit_match(ledger, session.info, expected_seal)


# ruff: noqa: S608  (the statements are ours)


def tamper(session: Session, statement: str, *values: object) -> None:
    """Change the file as somebody would who knows how: the triggers are dropped first."""
    stranger = sqlite3.connect(table.file_of(session.ledger))
    triggers = stranger.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in triggers:
        stranger.execute(f"DROP TRIGGER {name}")
    assert stranger.execute(statement, values).rowcount > 0
    stranger.commit()
    stranger.close()


# -- what is no fault ----------------------------------------------------------------------------


def test_a_match_as_it_was_recorded_is_intact(closed: Session) -> None:
    """With its seal; what broke a rule is listed and is no fault."""
    found = audit(closed)
    assert found.intact
    assert found.seal == closed.seal
    assert found.events == closed.timeline.version
    kinds = {(finding.kind, finding.rule, finding.version) for finding in found.findings}
    assert ("ruled", "S5", 18) in kinds


def test_H1_a_match_is_intact_while_somebody_records_it(
    closed: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two things that the audit reads, a recorder reopens, notes and closes the match."""
    recorder = Session(closed.ledger, closed.info, "bo")
    read = Ledger.digests

    def record_and_read(ledger: Ledger, match_id: str) -> dict[int, tuple[str, str]]:
        recorder.reopen()
        recorder.note("one more")
        recorder.close(Close(how="conceded", seat=1))
        return read(ledger, match_id)

    before = closed.timeline.version
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Ledger, "digests", record_and_read)
        found = audit(closed)
    assert found.intact, found.findings
    assert found.events == before
    assert audit(closed).events == before + 3


def test_H11_a_seal_is_read_as_it_was_printed(closed: Session) -> None:
    """With its label, in capitals, with spaces."""
    seal = closed.seal
    for text in (
        f"seal: {seal}",
        f"Sealed {seal.upper()}",
        seal.replace("-", " "),
        f"봉인: {seal}",
    ):
        assert audit(closed, text).findings == audit(closed).findings
    assert not audit(closed, f"seal: {'0000-' * 7}0000").intact


def test_H11_a_match_that_was_changed_after_its_seal_says_so(closed: Session) -> None:
    """Reopened, amended and closed anew: the old seal is not that of the match any more."""
    seal, sealed_at = closed.seal, closed.timeline.version
    closed.sign(0)
    closed.note("remarks change nothing")
    found = audit(closed, seal)
    assert (found.intact, found.changed_since) == (True, None)
    closed.reopen()
    closed.amend(18, table.parse_action(closed, "a: ugr"))
    closed.close(Close(how="abandoned"))
    found = audit(closed, seal)
    assert (found.intact, found.changed_since) == (True, sealed_at)
    assert audit(closed, closed.seal).changed_since is None


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("match.open", {"game": "splendor", "rules": "r", "seats": ["Ana", "Bo"]}),
        ("match.fork", {"parent": "m", "base_version": 1, "base_hash": ""}),
        ("roll", {"seat": 0, "total": 7}),
        ("log.nonsense", {}),
    ],
)
def test_H12_nonsense_in_a_valid_chain_is_found(
    session: Session, kind: str, payload: dict[str, Any]
) -> None:
    """A second opening, a fork within a match, an event of another game, an unknown type."""
    at = session.timeline.version
    session.ledger.append(session.info.match_id, at, [draft_event(kind, payload)], "tess")
    found = audit(session)
    assert [(f.kind, f.version) for f in found.findings if f.kind in FAULTS] == [("read", at + 1)]


def test_H12_points_that_the_record_does_not_count_are_named(session: Session) -> None:
    """The people may count otherwise: it is a fact, no fault."""
    session.close(Close(how="finished", points=(15, 12), winners=(0,)))
    found = audit(session)
    assert found.intact
    (finding,) = (f for f in found.findings if f.kind == "result")
    assert (finding.version, finding.text) == (
        17,
        "the closing says 15, 12, the record counts 0, 0",
    )


@pytest.mark.parametrize("seed", range(30 if LONG else 5))
def test_a_corrected_match_is_intact(session: Session, seed: int) -> None:
    """Undo, redo, amendments, insertions, waivers: all of them are the record."""
    for _step in wander(session, seed, 40):
        pass
    found = audit(session)
    assert found.intact, [f for f in found.findings if f.kind not in ("breach", "ruled")]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_simulated_matches_have_no_findings(ledger: Ledger, seats: int) -> None:
    """They were played by the rules."""
    assert audit_match(ledger, table.simulate(ledger, 11, seats)).findings == ()


def test_what_the_record_cannot_explain_is_listed(session: Session) -> None:
    """Somebody paid what nobody saw him take."""
    table.type_accepted(table.open_desk(session), "b11=u3 ! he says he had them")
    found = audit(session)
    assert found.intact
    assert Finding("unaccounted", "-3 sapphires") in found.findings


def test_a_breach_without_a_ruling_is_a_breach(session: Session) -> None:
    """A later correction made it one; nobody has ruled on it."""
    table.type_accepted(table.open_desk(session), "wug", "wrk", "undo 17")
    assert ("breach", "S3", 18) in {(f.kind, f.rule, f.version) for f in audit(session).findings}


def test_a_ruling_covers_the_rules_that_it_names(session: Session) -> None:
    """A take of three alike out of turn: the table has decided about the three, not about the turn.

    Citing a rule cites its parts.
    """
    table.type_accepted(table.open_desk(session), "wug", "a: rrr ! we do not know")
    found = {(f.kind, f.rule) for f in audit(session).findings}
    assert {("ruled", "S3"), ("ruled", "S5")} <= found
    session.undo(19)
    session.rule(18, "stands", "it was short", rules=("S5",))
    found = {(f.kind, f.rule) for f in audit(session).findings}
    assert {("breach", "S3"), ("ruled", "S5")} <= found
    assert [s.breach.rule for s in find_symptoms(session.timeline) if s.breach] == ["S3"]
    assert (covers("S7", "S7c"), covers("S7c", "S7"), covers("S1", "S14")) == (True, False, False)


def test_a_breach_of_a_waived_rule_is_listed_as_waived(session: Session) -> None:
    """It is no breach, and it is not hidden; the waiver is an event like any other."""
    table.type_accepted(table.open_desk(session), "waive S5", "rrr")
    found = [(f.kind, f.rule, f.version) for f in audit(session).findings]
    assert found == [("waived", "S5", 18)]


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "S5: 3 onyxes are taken; two alike are the most."), ("ko", "S5: 오닉스 3개를")],
)
def test_findings_are_in_the_language_of_the_reader(closed: Session, lang: str, told: str) -> None:
    """English or Korean."""
    set_language(lang)
    (ruled,) = (f for f in audit(closed).findings if f.kind == "ruled")
    assert ruled.text.startswith(told)


# -- the stored events ---------------------------------------------------------------------------

COLUMNS = {
    "match_id": "other",
    "version": 99,
    "event_id": "other",
    "type": "pass",
    "schema_version": 2,
    "payload": '{"seat":1}',
    "actor": "tom",
    "recorded_at": "2020-01-01T00:00:00.000Z",
    "played_at": "2020-01-01",
    "hash": "0" * 64,
}


@pytest.mark.parametrize("version", [1, 17, 18, 19, 21, 25])
@pytest.mark.parametrize("column", COLUMNS)
def test_a_changed_field_of_a_stored_event_is_found(
    closed: Session, column: str, version: int
) -> None:
    """In any column of any event: the opening, an action, a ruling, a correction, the closing."""
    match_id = table.quote_id(closed.ledger, closed.info.match_id)
    where = f"version = {version} AND match_id = {match_id}"
    tamper(closed, f"UPDATE events SET {column} = ? WHERE {where}", COLUMNS[column])
    found = audit(closed)
    assert not found.intact
    near = {version, version + 1}
    if column not in ("match_id", "version"):
        assert {f.version for f in found.findings if f.kind == "chain"} & near


@pytest.mark.parametrize("value", [b"\xff\xfe", b"bytes", 7, 1.5], ids=repr)
@pytest.mark.parametrize("column", [c for c in COLUMNS if c not in ("match_id", "version")])
def test_a_field_of_another_kind_is_found(closed: Session, column: str, value: object) -> None:
    """Bytes that are no text, numbers: the database does not mind, the audit does."""
    tamper(closed, f"UPDATE events SET {column} = ? WHERE version = 19", value)
    found = audit(closed)
    assert not found.intact
    assert 19 in {f.version for f in found.findings if f.kind == "chain"}


@pytest.mark.parametrize("payload", ["", "{", "[]", "null", '{"seat":0}{"seat":0}', " {}"])
def test_a_payload_that_is_no_object_is_found(closed: Session, payload: str) -> None:
    """Whatever it is instead."""
    for version in (1, 17, 22):
        tamper(closed, "UPDATE events SET payload = ? WHERE version = ?", payload, version)
    assert {1, 17, 22} <= {f.version for f in audit(closed).findings if f.kind == "chain"}


@pytest.mark.parametrize("version", range(1, 26))
def test_a_dropped_event_is_found(closed: Session, version: int) -> None:
    """From the first to the last."""
    assert closed.timeline.version == 25
    tamper(closed, "DELETE FROM events WHERE version = ?", version)
    found = audit(closed)
    assert not found.intact
    where = {f.version for f in found.findings if f.kind == "chain"}
    assert where & {version, version + 1} or version == 25


def test_a_tail_that_was_cut_off_is_found(session: Session) -> None:
    """What the engine saw after the missing events is still there."""
    session.record(deal_actions(session, 5, 8))
    tamper(session, "DELETE FROM events WHERE version > 20")
    found = audit(session)
    assert not found.intact
    assert 21 in {f.version for f in found.findings}


def test_a_match_whose_events_are_gone_is_found(session: Session) -> None:
    """An empty match is none."""
    tamper(session, "DELETE FROM events")
    assert not audit(session).intact


@pytest.mark.parametrize(("one", "other"), [(17, 19), (18, 19), (2, 3), (1, 25)])
def test_swapped_events_are_found(closed: Session, one: int, other: int) -> None:
    """Two events with each other's numbers."""
    for wrong, right in ((one, 1000), (other, one), (1000, other)):
        tamper(closed, "UPDATE events SET version = ? WHERE version = ?", right, wrong)
    found = audit(closed)
    assert {one, other} <= {f.version for f in found.findings if f.kind == "chain"}


def test_a_forged_event_is_found_by_the_one_after_it(closed: Session) -> None:
    """With a hash that fits it: then the next one's does not."""
    events = closed.timeline.events
    forged = replace(events[16], payload=b'{"seat":0,"tokens":{"red":2}}')
    right = hash_event(events[15].hash, forged)
    tamper(
        closed,
        "UPDATE events SET payload = ?, hash = ? WHERE version = 17",
        forged.payload.decode(),
        right,
    )
    assert 18 in {f.version for f in audit(closed).findings if f.kind == "chain"}


def rewrite(session: Session, version: int, payload: str) -> None:
    """Change an event and every hash from there on."""
    where = "match_id <> 'ledger' AND version = ?"
    tamper(session, f"UPDATE events SET payload = ? WHERE {where}", payload, version)
    events = session.ledger.events(session.info.match_id)
    previous = ""
    for event in events:
        previous = hash_event(previous, event)
        tamper(session, f"UPDATE events SET hash = ? WHERE {where}", previous, event.version)


def test_a_whole_rewritten_log_is_found_only_against_a_seal(session: Session) -> None:
    """The chain fits, and nothing in the log tells; the score sheet does."""
    table.type_accepted(table.open_desk(session), "wug", "wrk")
    sealed = session.seal
    rewrite(session, 18, '{"seat":1,"tokens":{"black":1,"red":1,"white":1},"actual":{}}')
    assert audit(session).intact
    against = audit(session, sealed)
    assert not against.intact
    assert [f.kind for f in against.findings if f.kind == "seal"] == ["seal"]
    assert sealed in next(f.text for f in against.findings if f.kind == "seal")


def test_a_rewritten_log_that_reads_otherwise_is_found(session: Session) -> None:
    """Unless the digests were rewritten too: the state is not what was seen then."""
    table.type_accepted(table.open_desk(session), "wug", "wrk")
    session.close(Close(how="abandoned"))
    rewrite(session, 17, '{"seat":0,"tokens":{"black":1,"red":1,"white":1}}')
    assert [f.version for f in audit(session).findings if f.kind == "digest"] == [17]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("name", "oak"),
        ("name", b"\xff"),
        ("title", b"\xff"),
        ("game", "wizard"),
        ("rules", "splendor-1999/1"),
        ("title", "finale"),
        ("opened_at", "2020-01-01T00:00:00.000Z"),
        ("played", "2020-01-01"),
        ("closed_at", None),
        ("closed_at", "2020-01-01T00:00:00.000Z"),
        ("how", "finished"),
        ("simulated", 1),
    ],
)
def test_a_listing_that_says_otherwise_is_found(
    closed: Session, column: str, value: object
) -> None:
    """Every column of a match, and who sat where: it is named with what the events say."""
    tamper(closed, f"UPDATE matches SET {column} = ?", value)
    with Ledger(closed.ledger.where) as ledger:
        (info,) = ledger.matches()
        (finding,) = (f for f in audit_match(ledger, info).findings if f.kind == "listing")
    assert finding.text.startswith(f"{column} is listed as ")


@pytest.mark.parametrize(("column", "value"), [("engine", ""), ("engine", "x"), ("digest", "0")])
def test_an_edited_digest_is_found(closed: Session, column: str, value: str) -> None:
    """What the engine saw, and by which rules: the one covers the other."""
    tamper(closed, f"UPDATE digests SET {column} = ? WHERE version = 18", value)
    assert [f.version for f in audit(closed).findings if f.kind == "digest"] == [18]


def test_a_time_of_closing_written_otherwise_is_found(closed: Session) -> None:
    """Though it is the same time: the ledger writes it in one way."""
    tamper(closed, "UPDATE matches SET closed_at = replace(closed_at, 'T', ' ')")
    assert [f.kind for f in audit(closed).findings if f.kind == "listing"] == ["listing"]


@pytest.mark.parametrize(
    "statement", ["SET person = 'Tom' WHERE seat = 1", "SET seat = 5 WHERE seat = 1"]
)
def test_somebody_else_in_a_seat_is_found(closed: Session, statement: str) -> None:
    """By name, and by place."""
    tamper(closed, f"UPDATE seats {statement}")
    assert [f.kind for f in audit(closed).findings if f.kind == "listing"] == ["listing"]


def test_a_changed_past_is_found_in_the_fork_too(session: Session) -> None:
    """It stands on its parent's events."""
    session.record(deal_actions(session, 5, 6))
    branch = fork_match(session.ledger, session.info, 20, "tess")
    tamper(session, "UPDATE events SET actor = 'tom' WHERE version = 18")
    for info in (session.info, branch):
        found = audit_match(session.ledger, info)
        assert 18 in {f.version for f in found.findings if f.kind == "chain"}


# -- the file ------------------------------------------------------------------------------------


def faults(path: Path) -> Iterator[str]:
    """Yield what is wrong with a ledger file, as `foldtable verify --all` goes about it."""
    try:
        with Ledger(path) as ledger:
            if damage := ledger.find_damage():
                yield str(damage)
            for info in ledger.matches():
                yield from (f.text for f in audit_match(ledger, info).findings if f.kind in FAULTS)
    except LedgerError as error:
        yield str(error)


FAULTS = ("chain", "read", "conservation", "digest", "seal")


def everything(path: Path) -> list[list[Event]] | None:
    """Return all events in a ledger file, None when they cannot be read."""
    try:
        with Ledger(path) as ledger:
            return [ledger.events(info.match_id) for info in ledger.matches()]
    except LedgerError:
        return None


def test_no_changed_byte_of_the_file_hides_a_changed_event(closed: Session, tmp_path: Path) -> None:
    """A byte of the database file is changed: either all events are as they were, or it is found.

    Never anything else: no crash, no silence.
    """
    closed.ledger.close()
    whole = table.file_of(closed.ledger).read_bytes()
    path = tmp_path / "flipped.db"
    path.write_bytes(whole)
    before = everything(path)
    assert before is not None
    assert list(faults(path)) == []
    chance = random.Random(1)
    places = sorted(chance.sample(range(len(whole)), 8000 if LONG else 250))
    # the payloads are where somebody would look: some of their bytes are always tried
    start = whole.index(b'"tokens"')
    for place in [*places, *range(start, start + 40)]:
        for old in tmp_path.glob("flipped.db*"):
            old.unlink()
        changed = bytearray(whole)
        changed[place] ^= 1 << chance.randrange(8)
        path.write_bytes(changed)
        if everything(path) != before:
            assert list(faults(path)), f"byte {place} was changed and nothing was found"
        else:
            list(faults(path))


# -- seals and engines ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("ab12-cd34", True),
        ("AB12 CD34", True),
        ("ab12cd34", True),
        ("ab12-cd3", False),
        ("ab12-cd35", False),
        ("", False),
    ],
)
def test_a_seal_may_be_written_down_in_any_way(written: str, same: bool) -> None:
    """Its digits count."""
    assert is_same_seal("ab12-cd34", written) is same


def test_another_reading_of_the_engine_is_found_at_its_first_event(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rules fix changed what an old match comes to."""
    session.record(deal_actions(session, 5, 8))
    assert audit(session).intact
    apply = engine.apply

    def generous(state: object, action: object) -> tuple[object, tuple[Move, ...]]:
        after, moves = apply(state, action)  # type: ignore[arg-type]
        if after.played == 3:
            after = replace(after, turn=(after.turn + 1) % after.seats)
        return after, moves

    monkeypatch.setattr(engine, "apply", generous)
    (finding,) = (f for f in audit(session).findings if f.kind == "digest")
    assert finding.version == next(
        frame.version
        for frame in session.timeline.frames
        if isinstance(frame.state, State) and frame.state.played == 3
    )
    assert session.engine.rules in finding.text


@pytest.mark.parametrize(("later", "kind"), [(1, "older-rules"), (0, "digest")])
def test_F23_a_state_of_an_older_revision_of_the_rules_is_a_fact(
    session: Session, monkeypatch: pytest.MonkeyPatch, later: int, kind: str
) -> None:
    """A mended rule reads old events otherwise; by the same revision that would be a fault."""
    session.record(deal_actions(session, 5, 8))
    apply, recorded_by = engine.apply, engine.rules

    def mended(state: object, action: object) -> tuple[object, tuple[Move, ...]]:
        after, moves = apply(state, action)  # type: ignore[arg-type]
        return replace(after, turn=(after.turn + 1) % after.seats), moves

    monkeypatch.setattr(engine, "apply", mended)
    name, _slash, number = recorded_by.partition("/")
    revised = replace(engine.rulebook, revision=f"{name}/{int(number) + later}")
    monkeypatch.setattr(type(engine), "rulebook", revised)
    found = audit(session)
    (finding,) = (f for f in found.findings if f.kind in ("digest", "older-rules"))
    assert (finding.kind, found.intact) == (kind, kind == "older-rules")
    assert recorded_by in finding.text


def test_an_engine_that_loses_a_piece_is_found(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Conservation is audited in every match, not only in tests."""
    session.record(deal_actions(session, 5, 4))
    apply = engine.apply

    def careless(state: object, action: object) -> tuple[object, tuple[Move, ...]]:
        after, moves = apply(state, action)  # type: ignore[arg-type]
        if after.played == 2:
            places = {place: dict(held) for place, held in after.book.places.items()}
            places["bank"]["gold"] -= 1
            after = replace(after, book=replace(after.book, places=places))
        return after, moves

    monkeypatch.setattr(engine, "apply", careless)
    found = [f for f in audit_events(session.timeline.events) if f.kind == "conservation"]
    assert found


def test_a_copy_under_another_id_has_another_seal(session: Session) -> None:
    """The hash covers whose match it is."""
    copy = rename_stream(session.timeline.events)
    assert format_stream_seal(copy) != format_stream_seal(session.timeline.events)
    assert not [f for f in audit_events(copy) if f.kind in FAULTS]


def test_an_empty_stream_is_a_broken_chain() -> None:
    """There is nothing to audit in it."""
    assert [f.kind for f in audit_events([])] == ["chain"]


def test_K2_a_falsified_digest_of_the_first_event_is_found(session: Session) -> None:
    """The digest of the opening is compared, too."""
    tamper(session, "UPDATE digests SET digest = ? WHERE version = 1", "0" * 32)
    assert [(f.kind, f.version) for f in audit(session).findings if f.kind in FAULTS] == [
        ("digest", 1)
    ]


def test_K2_a_seal_finding_names_the_seal_of_today(closed: Session) -> None:
    """It names the seal that was given, too."""
    given = "-".join(["0000"] * 8)
    (finding,) = (f for f in audit(closed, given).findings if f.kind == "seal")
    assert closed.seal in finding.text
    assert given in finding.text


@pytest.mark.parametrize(
    ("closed_at", "cause", "version", "before"),
    [
        (5, "upgrade", 6, True),
        (5, "upgrade", 5, True),
        (5, "upgrade", 4, False),
        (5, "close", 6, False),
        (None, "upgrade", 6, False),
        (5, None, 0, False),
    ],
)
def test_what_was_closed_before_there_was_a_journal(
    closed_at: int | None, cause: Cause | None, version: int, before: bool
) -> None:
    """Its journal begins with the upgrade, at a version that has the closing already."""
    closing = closed_at and Closing(closed_at, Close(how="abandoned"), "", "")
    head = HeadEntry(
        match="m", cause=cause or "close", name="maple", version=version, hash="", digests=0
    )
    heads = [head, replace(head, cause="close", version=9)] if cause else []
    assert _was_closed_before(Line((), {}, {}, closing=closing or None), heads) == before

"""Tests of appending: whole or not at all, never twice, never changed, two recorders at once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from ledger.database import Row
from ledger.errors import Conflict, LedgerError, NoSuchMatch, NotCanonical, RefusedRow
from ledger.event import GENESIS, Event, draft_event, hash_event
from ledger.location import write_location
from ledger.rows import Head
from ledger.store import Ledger
from tests.conftest import LONG
from tests.some import some
from tests.table import append_opening, draft_note, make_headline


def parse_numbers(events: Sequence[Event]) -> list[int]:
    """Return the numbers that the notes among some events hold."""
    return [event.data()["n"] for event in events if event.type == "note"]


def assert_chained(events: Sequence[Event]) -> None:
    """Fail unless the versions count from 1 and every hash covers the one before."""
    assert [event.version for event in events] == list(range(1, len(events) + 1))
    hashes = [GENESIS, *(event.hash for event in events)]
    for (before, after), event in some(zip(pairwise(hashes), events, strict=True)):
        assert hash_event(before, event) == after


# -- what is stored ------------------------------------------------------------------------------


def test_events_come_back_as_they_were_appended(ledger: Ledger) -> None:
    """Payload bytes, ids, times: all of it, in order."""
    append_opening(ledger)
    drafts = [
        draft_note(1),
        draft_event("note", {"n": 2, "text": "빵집"}, schema=3, played_at="2026-11-29"),
    ]
    stored = ledger.append("m", 1, drafts, "tess")
    assert ledger.events("m")[1:] == stored
    for kept, given in some(zip(stored, drafts, strict=True)):
        assert (kept.type, kept.payload, kept.event_id) == (
            given.type,
            given.payload,
            given.event_id,
        )
        assert (kept.schema, kept.played_at) == (given.schema, given.played_at)
        assert (kept.match_id, kept.actor) == ("m", "tess")
    assert_chained(ledger.events("m"))
    assert ledger.head("m") == Head(3, stored[-1].hash)


def test_an_append_takes_few_statements(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite reads the events again only where its tables are not as they were made."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1)], "tess")
    database, statements = ledger.database, list[str]()
    execute, execute_many = database.execute, database.execute_many

    def note_execute(statement: str, values: Sequence[object] = ()) -> list[Row]:
        statements.append(statement)
        return execute(statement, values)

    def note_execute_many(statement: str, rows: Iterable[Sequence[object]]) -> None:
        statements.append(statement)
        execute_many(statement, rows)

    monkeypatch.setattr(database, "execute", note_execute)
    monkeypatch.setattr(database, "execute_many", note_execute_many)
    ledger.append("m", 2, [draft_note(2)], "tess")
    said = [statement.split()[0] for statement in statements]
    ours = ["PRAGMA", "SELECT", "INSERT", "UPDATE"]
    theirs = ["SELECT", "SELECT", "INSERT", "SELECT", "UPDATE"]
    assert said == ["BEGIN", *(ours if database.keeps_rows else theirs), "COMMIT"]
    assert database.keeps_rows == isinstance(ledger.where, Path)


def test_a_match_that_is_not_there_has_no_events(ledger: Ledger) -> None:
    """Appending to it without a headline is refused."""
    assert ledger.events("nobody") == []
    assert ledger.head("nobody") == Head(0, GENESIS)
    with pytest.raises(NoSuchMatch):
        ledger.append("nobody", 0, [draft_note(1)], "tess")


def test_another_connection_sees_what_was_appended(ledger: Ledger) -> None:
    """What one connection has appended, another one reads."""
    append_opening(ledger)
    with Ledger(ledger.where) as other:
        assert other.events("m") == ledger.events("m")


# -- the expected version ------------------------------------------------------------------------


def test_a_late_append_is_refused_with_the_events_in_between(ledger: Ledger) -> None:
    """Two recorders append after event 1: the second one gets the versions of the first."""
    append_opening(ledger)
    first = ledger.append("m", 1, [draft_note(1), draft_note(2)], "ann")
    with pytest.raises(Conflict) as refused:
        ledger.append("m", 1, [draft_note(3)], "bo")
    assert refused.value.meanwhile == tuple(event.version for event in first) == (2, 3)
    assert ledger.events("m")[1:] == first
    assert parse_numbers(ledger.events("m")) == [1, 2]


def test_nothing_is_appended_ahead_of_the_stream(ledger: Ledger) -> None:
    """The expected event must exist."""
    append_opening(ledger)
    with pytest.raises(Conflict):
        ledger.append("m", 5, [draft_note(1)], "tess")
    assert len(ledger.events("m")) == 1


def test_an_append_is_stored_whole_or_not_at_all(ledger: Ledger) -> None:
    """The second id is taken, so neither the first event nor the headline is stored."""
    append_opening(ledger)
    taken = ledger.append("m", 1, [draft_note(1)], "tess")[0]
    again = replace(draft_note(3), event_id=taken.event_id)
    with pytest.raises(Conflict):
        ledger.append(
            "m", 2, [draft_note(2), again], "tess", headline=make_headline(title="changed")
        )
    assert parse_numbers(ledger.events("m")) == [1]
    assert ledger.find("maple").title == ""


def test_digests_are_stored_with_their_events(ledger: Ledger) -> None:
    """They are returned by version."""
    append_opening(ledger)
    ledger.append(
        "m", 1, [draft_note(1), draft_note(2)], "tess", digests=[("e/1", "aa"), ("e/1", "bb")]
    )
    assert ledger.digests("m") == {2: ("e/1", "aa"), 3: ("e/1", "bb")}


# -- the safe retry ------------------------------------------------------------------------------


def test_the_same_append_again_changes_nothing(ledger: Ledger) -> None:
    """A client that tries again gets the stored events."""
    append_opening(ledger)
    drafts = [draft_note(1), draft_note(2)]
    stored = ledger.append("m", 1, drafts, "tess")
    assert ledger.append("m", 1, drafts, "tess") == stored
    assert ledger.events("m")[1:] == stored


@pytest.mark.parametrize("expected", [1, 2, 3])
def test_a_retry_is_safe_from_any_version(ledger: Ledger, expected: int) -> None:
    """Also after the client has read the stream anew, and after others have gone on."""
    append_opening(ledger)
    mine = draft_note(1)
    stored = ledger.append("m", 1, [mine], "tess")
    ledger.append("m", 2, [draft_note(2)], "bo")
    assert ledger.append("m", expected, [mine], "tess") == stored
    assert parse_numbers(ledger.events("m")) == [1, 2]


@pytest.mark.parametrize("expected", [1, 2])
@pytest.mark.parametrize(
    "other",
    [{"payload": b'{"n":9}'}, {"type": "remark"}, {"schema": 2}, {"played_at": "2020-01-01"}],
    ids=str,
)
def test_the_same_id_with_another_content_is_a_conflict(
    ledger: Ledger, other: dict[str, object], expected: int
) -> None:
    """An id belongs to one event for ever."""
    append_opening(ledger)
    mine = draft_note(1)
    ledger.append("m", 1, [mine], "tess")
    with pytest.raises(Conflict):
        ledger.append("m", expected, [replace(mine, **other)], "tess")
    assert parse_numbers(ledger.events("m")) == [1]


def test_half_a_retry_is_a_conflict(ledger: Ledger) -> None:
    """One draft is stored and the other is not: the client decides what to do."""
    append_opening(ledger)
    mine = draft_note(1)
    ledger.append("m", 1, [mine], "tess")
    with pytest.raises(Conflict):
        ledger.append("m", 1, [mine, draft_note(2)], "tess")
    assert parse_numbers(ledger.events("m")) == [1]


def test_two_matches_may_use_the_same_event_id(ledger: Ledger) -> None:
    """A match can be copied under another match id."""
    append_opening(ledger, "m", "maple")
    append_opening(ledger, "n", "nutmeg")
    mine = draft_note(1)
    assert ledger.append("m", 1, [mine], "tess")[0].event_id == mine.event_id
    assert ledger.append("n", 1, [mine], "tess")[0].event_id == mine.event_id


# -- races ---------------------------------------------------------------------------------------

EACH = 60 if LONG else 15

RECORDER = """
import sys
from ledger.database import Row
from ledger.errors import Conflict
from ledger.event import draft_event
from ledger.location import parse_location
from ledger.store import Ledger

where, name, each = parse_location(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
with Ledger(where) as ledger:
    for n in range(each):
        mine = draft_event("note", {"n": name * 1000 + n})
        while True:
            try:
                ledger.append("m", ledger.head("m").version, [mine], str(name))
                break
            except Conflict:
                pass
"""


def assert_nothing_lost_or_doubled(ledger: Ledger, recorders: int) -> None:
    """Fail unless every note is stored once, those of each recorder in order."""
    events = ledger.events("m")
    assert_chained(events)
    found = parse_numbers(events)
    wanted = {name: [name * 1000 + n for n in range(EACH)] for name in range(recorders)}
    assert {name: [n for n in found if n // 1000 == name] for name in wanted} == wanted
    assert len(found) == recorders * EACH


def test_two_threads_lose_nothing(ledger: Ledger) -> None:
    """Each with a connection of its own."""
    append_opening(ledger)

    def race(name: int) -> None:
        with Ledger(ledger.where) as mine:
            for n in range(EACH):
                event = draft_note(name * 1000 + n)
                while True:
                    try:
                        mine.append("m", mine.head("m").version, [event], str(name))
                        break
                    except Conflict:
                        continue

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(race, range(2)))
    assert_nothing_lost_or_doubled(ledger, 2)


def test_two_processes_lose_nothing(ledger: Ledger) -> None:
    """Two people record the same match."""
    append_opening(ledger)
    command = [sys.executable, "-c", RECORDER, write_location(ledger.where)]
    racing = [subprocess.Popen([*command, str(name), str(EACH)]) for name in range(2)]
    assert [process.wait(60) for process in racing] == [0, 0]
    assert_nothing_lost_or_doubled(ledger, 2)


def test_of_many_appends_after_one_event_one_succeeds(ledger: Ledger) -> None:
    """The others would have to read the stream first."""
    append_opening(ledger)

    def push(n: int) -> bool:
        with Ledger(ledger.where) as mine:
            try:
                mine.append("m", 1, [draft_note(n)], "tess")
            except Conflict:
                return False
            return True

    with ThreadPoolExecutor(4) as pool:
        won = list(pool.map(push, range(8)))
    assert sum(won) == 1
    assert parse_numbers(ledger.events("m")) == [won.index(True)]


# -- intents -------------------------------------------------------------------------------------


SLOT = {"card": {"slot": "market.3.1"}, "paid": "usual"}
"""How a purchase was meant: the card in a slot, at the usual price."""


def test_F11_an_intent_is_stored_and_covered_by_the_hash(ledger: Ledger) -> None:
    """An event without one has none, and an empty one is none."""
    append_opening(ledger)
    drafts = [draft_event("note", {"n": n}, intent=each) for n, each in enumerate((SLOT, None, {}))]
    stored = ledger.append("m", 1, drafts, "tess")
    assert ledger.events("m")[1:] == stored
    assert [event.intent for event in stored] == [
        b'{"card":{"slot":"market.3.1"},"paid":"usual"}',
        None,
        None,
    ]
    assert_chained(ledger.events("m"))
    forged = replace(stored[0], intent=b'{"paid":"usual"}')
    assert hash_event(ledger.events("m")[0].hash, forged) != stored[0].hash
    with pytest.raises(NotCanonical, match=r"intent\.n"):
        draft_event("note", {}, intent={"n": 1.5})


def test_F11_a_retry_with_another_intent_is_the_same_event(ledger: Ledger) -> None:
    """What was said is no part of the content: the stored intent stays."""
    append_opening(ledger)
    draft = draft_event("note", {"n": 1}, intent=SLOT)
    stored = ledger.append("m", 1, [draft], "tess")
    assert ledger.append("m", 1, [replace(draft, intent=None)], "tess") == stored


# -- append-only ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET payload = '{}'",
        "UPDATE events SET hash = 'x' WHERE version = 1",
        "DELETE FROM events",
        "DELETE FROM events WHERE version = 2",
        "INSERT INTO events SELECT * FROM events WHERE true "
        "ON CONFLICT (match_id, version) DO UPDATE SET payload = '{}'",
    ],
)
def test_the_database_refuses_to_change_an_event(ledger: Ledger, statement: str) -> None:
    """A program that does not use the ledger cannot change one either."""
    assert_refused(ledger, statement)


@pytest.mark.only("sqlite")
def test_sqlite_refuses_to_replace_an_event(ledger: Ledger) -> None:
    """REPLACE deletes the row without firing the trigger of deletions."""
    assert_refused(
        ledger,
        "INSERT OR REPLACE INTO events SELECT match_id, version, event_id, type, schema_version, "
        "'{}', actor, recorded_at, played_at, hash, batch, intent FROM events",
    )


@pytest.mark.only("postgres")
def test_postgres_refuses_to_empty_the_table(ledger: Ledger) -> None:
    """TRUNCATE fires no trigger of rows."""
    assert_refused(ledger, "TRUNCATE events")


def assert_refused(ledger: Ledger, statement: str) -> None:
    """Fail unless a statement of another program is refused and the events stay."""
    append_opening(ledger)
    ledger.append("m", 1, [draft_note(1)], "tess")
    before = ledger.events("m")
    with Ledger(ledger.where) as stranger, pytest.raises(RefusedRow, match="append-only"):
        stranger.database.execute(statement)
    assert ledger.events("m") == before


def test_a_name_that_is_taken_is_refused(ledger: Ledger) -> None:
    """The second match is not stored at all."""
    append_opening(ledger, "m", "maple")
    with pytest.raises(LedgerError, match="maple"):
        append_opening(ledger, "n", "maple")
    assert ledger.events("n") == []

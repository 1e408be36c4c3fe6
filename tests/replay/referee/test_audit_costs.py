"""How much work an audit is: each event is folded once, and a correction folds what it changes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ledger.clerk import Amend, Clerk, Insert, Open, Strike
from ledger.event import GENESIS, Event, draft_event, hash_event
from replay.fold import timeline as timelines
from replay.record.session import Session
from replay.referee.audit import audit_match
from replay.referee.recorded_states import fold_and_compare
from tests.replay.record.test_costs import CountingSplendor
from tests.replay.walks import deal_actions


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> CountingSplendor:
    """The engine that timelines are folded with."""
    engine = CountingSplendor()
    monkeypatch.setattr(timelines, "load_bound", lambda _game, _setup: engine)
    return engine


def test_audit_applies_and_checks_each_action_once(
    session: Session, counting: CountingSplendor
) -> None:
    session.record(deal_actions(session, 1, 20))
    n = sum(1 for _frame in session.timeline.actions())
    assert n > 20
    counting.calls.clear()
    assert audit_match(session.ledger, session.info).intact
    assert counting.calls == {"apply": n, "check": n}


TAKE = {"seat": 0, "tokens": {"blue": 1, "red": 1, "white": 1}}


def correct_often(rounds: int, *corrections: str) -> list[Event]:
    """Return a stream in which eight actions and some corrections of the last ones alternate."""
    events: list[Event] = []

    def add(kind: str, payload: object) -> None:
        draft = draft_event(kind, payload)
        version = len(events) + 1
        event = Event("m", version, draft.event_id, kind, 1, draft.payload, "t", "now", None, "")
        previous = events[-1].hash if events else GENESIS
        events.append(replace(event, hash=hash_event(previous, event)))

    opening = Open(game="splendor", rules="splendor-2014/3", seats=("A", "B"), level="actions")
    add(Open.type, opening)
    for _ in range(rounds):
        for seat in (0, 1) * 4:
            add("take", {**TAKE, "seat": seat})
        for correction in corrections:
            clerk = make_correction(correction, len(events))
            add(clerk.type, clerk)
    return events


def make_correction(kind: str, last: int) -> Clerk:
    """Return a correction of an event shortly before the version `last`."""
    payload = {**TAKE, "seat": 1}
    return {
        "undo": Strike(target=last),
        "amend": Amend(target=last - 2, kind="take", payload=payload),
        "insert": Insert(after=last - 2, kind="take", payload=payload),
    }[kind]


@pytest.mark.parametrize(
    "corrections",
    [("undo",), ("amend",), ("insert",), ("undo", "undo"), ("amend", "undo"), ("insert", "undo")],
)
def test_work_of_an_audit_grows_as_the_corrections_do(
    counting: CountingSplendor, monkeypatch: pytest.MonkeyPatch, corrections: tuple[str, ...]
) -> None:
    """Ten times as many corrections are ten times as much to fold, and to read."""
    reading = CountingReads(monkeypatch)
    work: list[tuple[int, int]] = []
    for rounds in (10, 100):
        events = correct_often(rounds, *corrections)
        counting.calls.clear()
        reading.events = 0
        fold_and_compare(events, {1: ("splendor-2014/3", "other")})
        work.append((counting.calls["apply"], reading.events))
    (few, few_read), (many, many_read) = work
    assert 0 < few <= many <= 10.5 * few
    assert 0 < few_read <= many_read <= 10.5 * few_read


class CountingReads:
    """Counts the events that lines are read from."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from replay.fold import growing_line, line

        self.events = 0
        read_line = line.read_line

        def count_and_read(events: list[Event], as_of: int | None = None) -> line.Line:
            self.events += len(events)
            return read_line(events, as_of)

        monkeypatch.setattr(growing_line, "read_line", count_and_read)
        monkeypatch.setattr(timelines, "read_line", count_and_read)

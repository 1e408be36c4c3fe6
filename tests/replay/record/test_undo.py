"""Undo and redo: events are struck, and come back, in the order of a stack."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from ledger.clerk import Close
from ledger.store import Ledger
from replay.base.errors import NothingToDo
from replay.fold.timeline import Timeline
from replay.record.opening import fork_match
from replay.record.session import Session
from tests import table
from tests.replay.walks import deal_actions
from tests.some import some

WALKS = 300


def tokens(session: Session, seat: str = "a") -> dict[str, int]:
    """What lies before a seat."""
    return dict(session.state.book.holding(f"{seat}.tokens"))


# -- undo and redo -------------------------------------------------------------------------------


def test_undo_takes_back_the_last_event(session: Session) -> None:
    """It is struck, not gone."""
    before = session.state
    session.record([table.parse_action(session, "wug")])
    (struck,) = session.undo()
    assert struck.version == 17
    assert session.state == before
    assert session.timeline.line.struck == {17: 18}
    assert session.ledger.events(session.info.match_id)[16] == struck


def test_redo_brings_it_back(session: Session) -> None:
    """The same event at the same number."""
    session.record([table.parse_action(session, "wug")])
    after = session.state
    session.undo()
    assert [event.version for event in session.redo()] == [17]
    assert session.state == after
    assert session.timeline.line.struck == {18: 19}


def test_walks_of_undo_and_redo_are_the_identity(ledger: Ledger) -> None:
    """However they go back and forth, every depth shows its own state, and the end is the start."""
    chance = random.Random(12)
    for number in range(WALKS):
        if number % 10 == 0:
            session = table.open_session(ledger, name="", level="actions")
            for step in range(4):
                session.record(deal_actions(session, number * 4 + step, 1))
            states = [frame.state for frame in session.timeline.frames]
            line = shown_line(session)
        depth = 0
        for _ in some(range(chance.randint(1, 7))):
            back = depth == 0 or (depth < 4 and chance.random() < 0.55)
            if back:
                session.undo()
            else:
                session.redo()
            depth += 1 if back else -1
            assert session.state == states[4 - depth]
        for _ in range(depth):
            session.redo()
        assert shown_line(session) == line
        with pytest.raises(NothingToDo):
            session.redo()


def shown_line(session: Session) -> list[tuple[int, str, bytes]]:
    """The line of a session."""
    return [(e.version, e.kind, e.payload) for e in session.timeline.line.entries]


def test_an_undone_breach_takes_no_extra_undo_for_its_ruling(session: Session) -> None:
    """Who typed one line takes back one line."""
    before = session.state
    session.record([table.parse_action(session, "wug")])
    session.record([table.parse_action(session, "kkk")], "fine")
    session.undo()
    session.undo()
    assert session.state == before
    session.redo()
    session.redo()
    assert session.timeline.at(18).breaches


@pytest.mark.parametrize("step", ["record", "note", "amend", "insert", "waive", "close"])
def test_anything_new_empties_redo(session: Session, step: str) -> None:
    """What was undone before it stays undone."""
    table.type_accepted(table.open_desk(session), "wug", "wrk")
    session.undo()
    steps: dict[str, Callable[[], object]] = {
        "record": lambda: session.record([table.parse_action(session, "kgr")]),
        "note": lambda: session.note("hm"),
        "amend": lambda: session.amend(17, table.parse_action(session, "a: ugr")),
        "insert": lambda: session.insert(16, table.parse_action(session, "b: ugr")),
        "waive": lambda: session.waive("S9"),
        "close": lambda: session.close(Close(how="abandoned")),
    }
    steps[step]()
    line = shown_line(session)
    with pytest.raises(NothingToDo):
        session.redo()
    assert shown_line(session) == line


def test_an_undone_correction_is_undone(session: Session) -> None:
    """An amendment, an insertion, a waiver: the last of them is the last event."""
    table.type_accepted(table.open_desk(session), "wug", "wrk")
    changes: list[Callable[[], object]] = [
        lambda: session.amend(17, table.parse_action(session, "a: ugr")),
        lambda: session.insert(16, table.parse_action(session, "b: ugr")),
        lambda: session.waive("S9"),
        lambda: session.note("hm"),
    ]
    for change in some(changes):
        line = shown_line(session)
        change()
        assert shown_line(session) != line
        session.undo()
        assert shown_line(session) == line
        session.redo()
        assert shown_line(session) != line
        session.undo()


def test_any_event_can_be_undone_by_its_number(session: Session) -> None:
    """What follows is judged again: Bo was not on turn if Ana had none."""
    table.type_accepted(table.open_desk(session), "wug", "wrk")
    session.undo(17)
    assert {breach.rule for breach in session.timeline.at(18).breaches} == {"S3"}


@pytest.mark.parametrize(("target", "why"), [(1, "amended"), (99, "1 to 18"), (17, "already")])
def test_what_cannot_be_undone_says_why(session: Session, target: int, why: str) -> None:
    """The opening, what is not there, what is struck."""
    table.type_accepted(table.open_desk(session), "wug", "undo")
    with pytest.raises((NothingToDo, LookupError), match=why):
        session.undo(target)
    assert session.timeline.version == 18


def test_undo_ends_at_the_opening(ledger: Ledger) -> None:
    """A match stays a match; a fork ends at its branching off."""
    session = table.open_session(ledger, level="actions")
    with pytest.raises(NothingToDo):
        session.undo()
    session.record(deal_actions(session, 1, 2))
    branch = Session(ledger, fork_match(ledger, session.info, 3, "tess"), "tess")
    with pytest.raises(NothingToDo):
        branch.undo()
    with pytest.raises(NothingToDo):
        branch.undo(4)
    branch.undo(2)
    assert Timeline(ledger.events(session.info.match_id)).line.struck == {}


def test_K3_undo_takes_what_is_left_of_a_batch_that_is_partly_struck(session: Session) -> None:
    """Of a line of three events one is struck by its number; undo strikes the other two."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug; wrk; ugr", "undo 18")
    assert [event.version for event in session.undo()] == [17, 19]
    assert session.timeline.line.struck == {18: 20, 17: 21, 19: 22}
    session.redo()
    assert session.timeline.line.struck.keys() >= {18}
    assert {17, 19}.isdisjoint(session.timeline.line.struck)
    with pytest.raises(NothingToDo):
        session.undo(18)


def test_G9_redo_after_another_event_names_what_can_be_brought_back(session: Session) -> None:
    """A note does not hide what was undone: its number is named, and typed it comes back."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug", "wrk", "undo", "note tea")
    (reply,) = desk.handle("redo")
    assert reply.kind == "refused"
    assert "“redo 18” brings back 18  Bo takes" in str(reply.shows[0])
    table.type_accepted(desk, "redo 18")
    assert session.timeline.line.struck == {19: 21}
    assert session.timeline.frames[-1].version == 20
    assert [frame.version for frame in session.timeline.actions()][-2:] == [17, 18]


def test_G9_redo_of_an_event_brings_back_all_that_was_struck_with_it(session: Session) -> None:
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug; wrk", "undo", "ugr")
    with pytest.raises(NothingToDo, match="17"):
        session.redo()
    table.type_accepted(desk, "redo 18")
    assert {17, 18}.isdisjoint(session.timeline.line.struck)


@pytest.mark.parametrize(("text", "why"), [("redo 17", "not struck"), ("redo 99", "1 to 17")])
def test_G9_redo_of_what_is_not_struck_says_why(session: Session, text: str, why: str) -> None:
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug")
    (reply,) = desk.handle(text)
    assert reply.kind == "refused"
    assert why in str(reply.shows[0])


def test_G9_nothing_was_undone_at_all(session: Session) -> None:
    desk = table.open_desk(session)
    (reply,) = desk.handle("redo")
    assert "othing was undone" in str(reply.shows[0])


def test_a_group_ends_where_it_ends(session: Session) -> None:
    """What is recorded after it is undone alone; the group is undone whole, and so redone."""
    before = session.state
    with session.undo_group():
        session.record([table.parse_action(session, "wug")])
        session.record([table.parse_action(session, "rkw")])
    grouped = session.state
    session.record([table.parse_action(session, "ugr")])
    session.record([table.parse_action(session, "kwu")])
    assert [event.version for event in session.undo()] == [20]
    assert [event.version for event in session.undo()] == [19]
    assert session.state == grouped
    assert sorted(event.version for event in session.undo()) == [17, 18]
    assert session.state == before
    assert sorted(event.version for event in session.redo()) == [17, 18]
    assert session.state == grouped

"""Somebody leaves or joins a match: as events that act from their position in the line."""

from __future__ import annotations

from typing import Any

import pytest

from engines.registry import load_engine
from engines.values import Setup
from ledger.clerk import Join, Leave, Strike
from ledger.event import draft_event
from ledger.store import Ledger
from replay.base.errors import NothingToDo
from replay.explain.balances import is_conserved
from replay.explain.explanations import explain_number
from replay.files.exchange import export_match, find_unread, import_file, read_match_file
from replay.fold.digests import compute_digest
from replay.fold.rounds import number_rounds
from replay.fold.timeline import Timeline
from replay.record.descriptions import plan_join, plan_leave, plan_return, plan_swap
from replay.record.session import Session
from replay.referee.audit import audit_match
from tests import table
from tests.engines.seating import list_setups, walk
from tests.some import some

SEEDS = {
    "splendor": 6,
    "machi-koro": 5,
    "wizard": 5,
    "seven-wonders-duel": 5,
    "challengers": 11,
}
"""Game to the seed of a random game in which people leave, come back and, if they can, join."""


def open_three(ledger: Ledger, game: str = "splendor", **details: Any) -> Session:
    """Return the session of a new match of three people."""
    how = {"seats": ("Ana", "Bo", "Cy"), "level": "actions", **details}
    return table.open_session(ledger, game=game, name="oak", **how)


def list_left(session: Session) -> tuple[int, ...]:
    """Return the seats whose people have left."""
    return session.engine.list_left(session.state)


def leave(session: Session, seat: int, reason: str = "") -> None:
    """Record that somebody leaves."""
    at = session.timeline.frames[-1]
    session.remark(plan_leave(session.timeline, at, seat, reason))


def join(session: Session, name: str, points: int | None = None) -> None:
    """Record that somebody new joins."""
    at = session.timeline.frames[-1]
    session.remark(plan_join(session.timeline, at, name, points))


def test_seat_leave_acts_from_its_position_on(ledger: Ledger) -> None:
    """What was before stays as it was; nothing is rewritten."""
    session = open_three(ledger)
    table.type_accepted(table.open_desk(session), "wug")
    before = session.timeline.frames[-1].state
    leave(session, 1)
    table.type_accepted(table.open_desk(session), "wug")
    timeline = Timeline(ledger.events(session.info.match_id))
    assert timeline.frames[1].state == before
    assert [frame.action.seat for frame in timeline.actions() if frame.action] == [0, 2]
    assert timeline.engine.list_left(timeline.state) == (1,)
    assert is_conserved(timeline, timeline.frames[-1])


def test_seat_leave_can_be_undone_and_redone(ledger: Ledger) -> None:
    """By strikes: the stream keeps all of it."""
    session = open_three(ledger)
    leave(session, 0)
    assert list_left(session) == (0,)
    session.undo()
    assert list_left(session) == ()
    session.redo()
    assert list_left(session) == (0,)
    kinds = [event.type for event in session.timeline.events]
    assert kinds == ["match.open", "seat.leave", "log.strike", "log.strike"]


def test_seat_join_adds_a_seat_with_a_letter(ledger: Ledger) -> None:
    """The initial where it is free; the other letters stay."""
    session = open_three(ledger)
    join(session, "Dora")
    assert session.timeline.seats.letters[:4] == ("a", "b", "c", "d")
    assert session.timeline.seats == ("Ana", "Bo", "Cy", "Dora")
    assert session.timeline.frames[0].seat_names == ("Ana", "Bo", "Cy")
    assert ledger.find("oak").seats == ("Ana", "Bo", "Cy", "Dora")
    session.undo()
    assert session.timeline.seats == ledger.find("oak").seats == ("Ana", "Bo", "Cy")


@pytest.mark.parametrize(
    ("name", "letters"), [("Hugo", "abch"), ("Ben", "aice"), ("김", "abcd"), ("Greg", "abcd")]
)
def test_seat_join_follows_the_rules_of_letters(ledger: Ledger, name: str, letters: str) -> None:
    """No letter is somebody else's initial, or means something in the game (g is green)."""
    session = open_three(ledger)
    event = plan_join(session.timeline, session.timeline.frames[-1], name, None, "fgknprtuwyqu")
    session.remark(event)
    given = "".join(session.timeline.seats.letters[:4])
    assert len(set(given)) == 4
    if name != "Ben":
        assert given == letters
    assert not set(given) & set("fgknprtuwyqu")


@pytest.mark.parametrize("name", ["Ana", "ana", "", "b", "a: c", "x" * 41])
def test_seat_join_needs_a_name_of_its_own(ledger: Ledger, name: str) -> None:
    """Nothing is recorded."""
    session = open_three(ledger)
    with pytest.raises(NothingToDo):
        join(session, name)
    assert session.timeline.version == 1


def test_seat_leave_twice_says_how_to_come_back(ledger: Ledger) -> None:
    """And whoever is here cannot join."""
    session = open_three(ledger)
    leave(session, 1)
    with pytest.raises(NothingToDo) as caught:
        leave(session, 1)
    assert "join" in caught.value.hint
    at = session.timeline.frames[-1]
    with pytest.raises(NothingToDo, match="Ana"):
        plan_return(session.timeline, at, 0)
    session.remark(plan_return(session.timeline, at, 1))
    assert list_left(session) == ()


@pytest.mark.parametrize(("game", "rule"), [("seven-wonders-duel", "D64"), ("challengers", "C99")])
def test_seat_join_that_a_game_refuses_says_why_and_what_to_type(
    ledger: Ledger, game: str, rule: str
) -> None:
    """Somebody else may take over a seat: `rename`."""
    session = table.open_session(ledger, game=game, name="elm")
    with pytest.raises(NothingToDo, match=rule) as caught:
        join(session, "Dee")
    assert "rename" in caught.value.hint
    leave(session, 1)
    with pytest.raises(NothingToDo, match=rule) as caught:
        join(session, "Dee")
    assert {"rename", "join"} <= {word.strip("“") for word in caught.value.hint.split()}


def test_seat_leave_of_a_match_that_is_over_or_closed_is_refused(ledger: Ledger) -> None:
    """Its result stands."""
    session = open_three(ledger, level="results")
    table.type_accepted(table.open_desk(session), "result 15 12 9")
    with pytest.raises(NothingToDo):
        leave(session, 1)


def test_seat_swap_after_seat_leave_moves_the_names(ledger: Ledger) -> None:
    """What lies at a seat, and that its person has left, stays with the seat."""
    session = open_three(ledger)
    leave(session, 1)
    session.remark(plan_swap(session.timeline, 0, 1))
    assert session.timeline.seats == ("Bo", "Ana", "Cy")
    assert list_left(session) == (1,)


def list_seats(session: Session) -> list[int]:
    """Return the seats that have acted."""
    return [frame.action.seat for frame in session.timeline.actions() if frame.action]


def test_seat_leave_and_seat_join_can_be_inserted_and_amended(ledger: Ledger) -> None:
    """Typed behind the number of an event; turns that were typed without a seat follow."""
    session = open_three(ledger)
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug", "wug", "wkg")
    table.type_accepted(desk, "insert 2 leave b ! nobody noticed")
    assert session.engine.list_left(session.timeline.frames[2].state) == (1,)
    assert list_seats(session) == [0, 2, 0]
    (inserted,) = [frame for frame in session.timeline.frames if frame.entry.kind == Leave.type]
    table.type_accepted(desk, f"amend {inserted.version} leave c")
    assert session.engine.list_left(session.timeline.frames[2].state) == (2,)
    assert list_seats(session) == [0, 1, 0]
    table.type_accepted(desk, f"undo {inserted.version}")
    assert list_left(session) == ()
    table.type_accepted(desk, "insert 1 join Dee")
    assert session.timeline.frames[1].seat_names == ("Ana", "Bo", "Cy", "Dee")
    (refused,) = table.type_lines(desk, "insert 1 leave z")
    assert refused.kind == "refused"
    (refused,) = table.type_lines(desk, "amend 2 leave a")
    assert refused.kind == "refused"


def test_seat_join_struck_leaves_the_actions_of_that_seat_unread(ledger: Ledger) -> None:
    """They are kept, and count again with the event."""
    session = open_three(ledger)
    join(session, "Dora")
    table.type_accepted(table.open_desk(session), "wug", "wug", "wug", "wug")
    last = session.timeline.version
    session.correct(Strike(target=2))
    assert session.timeline.at(last).error
    session.redo()
    assert not session.timeline.at(last).error
    assert [prompt.seat for prompt in session.list_prompts()] == [0]


@pytest.mark.parametrize(
    "event",
    [
        Leave(seat=7),
        Leave(seat=-1),
        Join(seat=0),
        Join(seat=5, name="Dee"),
        Join(seat=3),
        Join(seat=0, name="Dee"),
        Join(seat=3, name="Dee", points=3),
        Join(seat=3, name="Dee", letters=("a", "b")),
    ],
)
def test_seat_events_that_cannot_be_read_change_nothing(
    ledger: Ledger, event: Leave | Join
) -> None:
    """A file may hold them; the event is a breach of READ."""
    session = open_three(ledger)
    before = session.state
    stored = draft_event(event.type, event)
    timeline = session.timeline.imagine([stored])
    assert timeline.frames[-1].error
    assert timeline.state == before
    assert timeline.seats == ("Ana", "Bo", "Cy")


def test_seat_leave_explains_where_the_tokens_went(ledger: Ledger) -> None:
    """`why` cites the event and S21."""
    session = open_three(ledger)
    table.type_accepted(table.open_desk(session), "wug")
    leave(session, 0)
    last = explain_number(session.timeline, None, "bank.white").postings[-1]
    assert last.move is not None
    assert (last.version, last.n, last.move.rule) == (3, 1, "S21")


def test_seat_leave_of_the_first_seat_leaves_rounds_to_count(ledger: Ledger) -> None:
    """A round begins with the next who is there."""
    session = open_three(ledger)
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug", "wug", "wkg")
    leave(session, 0)
    table.type_accepted(desk, "wrk", "wrk", "ukr")
    numbers = number_rounds(session.timeline)
    actions = [n for n, f in zip(numbers, session.timeline.frames, strict=True) if f.action]
    assert actions == [1, 1, 1, 2, 2, 3]


def record_walk(ledger: Ledger, game: str, seed: int) -> Session:
    """Return the session of a random game in which people leave and join, all of it recorded."""
    engine = load_engine(game)
    (setup, *_others) = list_setups(engine, 1, seed)
    people = ("Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal")
    session = table.open_session(
        ledger,
        game=game,
        name=f"walk-{seed}",
        seats=people[: setup.seats],
        level=setup.level,
        options=setup.options,
        first=setup.first,
    )
    for step in some(walk(engine, setup, seed, steps=60)):
        left = engine.list_left(step.before)
        if step.action is not None:
            session.record([step.action])
        elif set(engine.list_left(step.after)) > set(left):
            (gone,) = set(engine.list_left(step.after)) - set(left)
            session.remark(Leave(seat=gone))
        elif step.after.seats > step.before.seats:
            new = step.before.seats
            points = next((move.n for move in step.moves if move.target.endswith(".points")), None)
            session.remark(Join(seat=new, name=people[new], points=points))
        else:
            (back,) = set(left) - set(engine.list_left(step.after))
            moved = any(".points" in move.source + move.target for move in step.moves)
            points = 40 if moved else None
            session.remark(Join(seat=back, points=points))
        assert session.state == step.after
    return session


@pytest.mark.parametrize("game", SEEDS)
def test_seat_leave_and_seat_join_are_recorded_exported_and_verified(
    ledger: Ledger, game: str
) -> None:
    """Random games: folded again, exported and copied they have the same positions and digests."""
    session = record_walk(ledger, game, seed=SEEDS[game])
    match_id = session.info.match_id
    assert {"seat.leave", "seat.join"} <= {event.type for event in session.timeline.events}
    folded = Timeline(ledger.events(match_id))
    assert folded.state == session.state
    engine = session.engine
    assert [compute_digest(engine, frame.state) for frame in folded.frames] == [
        compute_digest(engine, frame.state) for frame in session.timeline.frames
    ]
    assert audit_match(ledger, session.info).intact
    content = export_match(ledger, session.info)
    _found, events, problems = read_match_file(content)
    assert problems == []
    assert Timeline(events).state == session.state
    copied = import_file(ledger, content, as_copy=True)
    assert find_unread(copied.stream) == ()
    assert Timeline(ledger.events(copied.match_id)).state == session.state
    for eyes in (-1, 0):
        seen = Timeline(ledger.events(match_id), eyes=eyes)
        assert len(seen.frames) == len(folded.frames)
        assert engine.list_left(seen.state) == engine.list_left(folded.state)


def test_a_setup_still_opens_with_its_own_seats() -> None:
    """Who joins later is no part of the opening."""
    assert load_engine("splendor").open(Setup(3)).seats == 3

"""A timeline: every past state is kept, and each is what a record up to there would show."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from engines.values import TABLE
from ledger.clerk import Amend, Close
from ledger.event import Event, draft_event
from ledger.store import Ledger
from replay.fold.digests import compute_digest
from replay.fold.timeline import Timeline
from replay.record.opening import fork_match
from replay.record.session import Session
from replay.referee.audit import audit_match
from tests import table
from tests.conftest import LONG
from tests.replay.walks import deal_actions, dump_frames, dump_scores, wander
from tests.some import some

WALKS = range(40 if LONG else 6)
STEPS = 60 if LONG else 25


def recorded(ledger: Ledger, seed: int, seats: int = 2) -> list[Event]:
    """Return the stream of a simulated match."""
    return ledger.events(table.simulate(ledger, seed, seats).match_id)


# -- seeking is folding --------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (2, 3), (3, 4)])
def test_every_position_is_that_of_a_match_recorded_only_to_there(
    ledger: Ledger, seed: int, seats: int
) -> None:
    """State, score, breaches and questions: for every n, those at M@n."""
    events = recorded(ledger, seed, seats)
    whole = Timeline(events)
    growing = Timeline(events[:1])
    for event in some(events[1:]):
        growing.extend([event])
        frame = whole.at(event.version)
        assert frame.version == event.version
        assert frame.state == growing.state
        assert dump_scores(frame.state) == dump_scores(growing.state)
        assert frame.breaches == growing.frames[-1].breaches
        assert whole.engine.list_prompts(frame.state) == growing.engine.list_prompts(growing.state)


@pytest.mark.parametrize("seed", WALKS)
def test_with_corrections_a_position_is_that_of_the_record_as_it_stood(
    session: Session, seed: int
) -> None:
    """Growing step by step, refolding after corrections, or built at once: the same frames."""
    for _step in some(wander(session, seed, STEPS)):
        assert dump_frames(session.timeline) == dump_frames(Timeline(session.timeline.events))
    events = session.timeline.events
    for n in some(range(1, len(events) + 1, 1 if LONG else 7)):
        then, prefix = Timeline(events, as_of=n), Timeline(events[:n])
        assert dump_frames(then) == dump_frames(prefix)
        assert then.closing == prefix.closing


@pytest.mark.parametrize("seed", WALKS)
def test_another_recorder_who_is_told_sees_the_same(session: Session, seed: int) -> None:
    """In one go or in pieces of any size."""
    other = Session(session.ledger, session.info, "bo")
    told = 0
    for number, _step in enumerate(wander(session, seed, STEPS)):
        if number % 5 == 4:
            other.refresh()
            assert dump_frames(other.timeline) == dump_frames(session.timeline)
            told += 1
    assert told > 2


@pytest.mark.parametrize("seed", WALKS)
def test_however_it_was_corrected_it_is_the_line_typed_afresh(session: Session, seed: int) -> None:
    """Every frame of an action has the state that it has where nobody ever made a mistake."""
    for _step in wander(session, seed, STEPS):
        pass
    actions = [frame.action for frame in session.timeline.actions() if frame.action]
    afresh = table.open_session(session.ledger, name="afresh")
    afresh.record(actions, "as it was")
    states = [frame.state for frame in session.timeline.actions()]
    assert [frame.state for frame in afresh.timeline.actions()] == states
    assert dump_scores(afresh.state) == dump_scores(session.state)


def test_the_walks_go_everywhere(session: Session) -> None:
    """Every kind of step is taken, and is not always in vain."""
    taken = Counter(wander(session, 3, 150))
    kinds = {"record", "undo", "redo", "amend", "insert", "note", "waive", "close", "reopen"}
    assert kinds <= set(taken)
    assert taken["nothing"] < 75


def test_states_are_kept_not_computed_again(session: Session) -> None:
    """Stepping back is indexing; what comes later changes no earlier state."""
    before = [frame.state for frame in session.timeline.frames]
    session.record(deal_actions(session, 5, 20))
    after = [frame.state for frame in session.timeline.frames]
    assert len(after) == len(before) + 20
    assert list(map(id, after[: len(before)])) == list(map(id, before))


def test_only_what_a_correction_touches_is_folded_again(session: Session) -> None:
    """`extend` says from where on the frames are new."""
    session.record(deal_actions(session, 5, 10))
    kept = [frame.state for frame in session.timeline.frames]
    target = table.FIRST + 4
    strike = session.ledger.append(
        session.info.match_id,
        session.timeline.version,
        [draft_event("log.strike", {"target": target})],
        "bo",
    )
    first = session.timeline.extend(strike)
    assert session.timeline.frames[first - 1].version == target - 1
    folded = [frame.state for frame in session.timeline.frames]
    assert list(map(id, folded[:first])) == list(map(id, kept[:first]))
    assert not set(map(id, folded[first:])) & set(map(id, kept))


# -- addresses -----------------------------------------------------------------------------------


def test_an_address_is_the_number_of_the_event(session: Session) -> None:
    """For ever: also when something is put before it, and when it reads otherwise."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug", "wrk", "ugr")
    timeline = session.timeline
    meant = {n: timeline.at(n).entry.event.event_id for n in range(1, timeline.version + 1)}
    table.type_accepted(desk, "insert 17 b: wur ! forgotten", "amend 18 ugr", "undo 19", "redo")
    for n, event_id in some(meant.items()):
        assert timeline.at(n).version == n
        assert timeline.at(n).entry.event.event_id == event_id
    assert [frame.version for frame in timeline.actions()][-4:] == [17, 20, 18, 19]


def test_an_address_that_does_not_count_is_the_position_shown_there(session: Session) -> None:
    """A struck event, and the correction that struck it."""
    table.type_accepted(table.open_desk(session), "wug", "wrk", "undo", "wur")
    timeline = session.timeline
    assert timeline.at(18).version == 17
    assert timeline.at(19).version == 17
    assert timeline.at(20).version == 20
    assert timeline.at(None) is timeline.frames[-1]


@pytest.mark.parametrize("n", [0, -1, 18, 10**9])
def test_an_address_beyond_the_stream_is_none(session: Session, n: int) -> None:
    """It is said what there is."""
    table.type_accepted(table.open_desk(session), "wug")
    with pytest.raises(LookupError, match="1 to 17"):
        session.timeline.at(n)


def test_actions_are_counted_apart(session: Session) -> None:
    """Rules speak of plies; an address is found for each."""
    table.type_accepted(table.open_desk(session), "wug", "note so far so good", "wrk")
    timeline = session.timeline
    plies = [timeline.version_of(ply) for ply in range(17)]
    assert plies == [*range(2, 18), 19]
    assert [timeline.at(n).ply for n in (1, 2, 17, 18, 19)] == [0, 1, 16, 16, 17]
    with pytest.raises(LookupError):
        timeline.version_of(17)


# -- what clerks say -----------------------------------------------------------------------------


def test_a_waived_rule_is_no_breach_from_there_on(session: Session) -> None:
    """What was broken before stays broken; what is broken under the waiver is remembered."""
    table.type_accepted(
        table.open_desk(session), "www ! before", "waive S5", "uuu", "unwaive S5", "ggg ! after"
    )
    before, under, after = (session.timeline.at(n) for n in (17, 20, 22))
    assert "S5" in {breach.rule for breach in before.breaches}
    assert "S5" in {breach.rule for breach in under.waived}
    assert "S5" not in {breach.rule for breach in under.breaches}
    assert "S5" in {breach.rule for breach in after.breaches}


def test_striking_the_waiver_judges_everything_after_it_again(session: Session) -> None:
    """As if it had never been given."""
    table.type_accepted(table.open_desk(session), "waive S5", "uuu")
    assert not session.timeline.at(18).breaches
    table.type_accepted(table.open_desk(session), "undo 17")
    assert {breach.rule for breach in session.timeline.at(18).breaches} == {"S5"}


def test_notes_and_rulings_are_found_by_what_they_are_about(session: Session) -> None:
    """Wherever in the stream they were written."""
    desk = table.open_desk(session)
    table.type_accepted(
        desk, "www ! fine", "note Bo frowned", "wrk", "rule 17 penalty a drink each"
    )
    session.note("late", 17)
    timeline = session.timeline
    assert [(n, ruling.reason) for n, ruling in timeline.rulings()[17]] == [
        (18, "fine"),
        (21, "a drink each"),
    ]
    assert [(n, note.text) for n, note in timeline.notes()[17]] == [(22, "late")]
    assert [note.text for _, note in timeline.notes()[18]] == ["Bo frowned"]


def test_a_closed_match_says_how(session: Session) -> None:
    """Until it is reopened."""
    session.close(Close(how="conceded", seat=table.BO, winners=(table.ANA,)))
    assert session.timeline.closing is not None
    assert session.timeline.closing.close.seat == table.BO
    session.reopen()
    assert session.timeline.closing is None


def test_the_opening_can_be_amended(session: Session) -> None:
    """Another name changes what people are called, another first seat whose turn it was."""
    session.amend(1, replace(session.timeline.opening, seats=("Anna", "Bo"), first=1))
    assert session.timeline.seats == ("Anna", "Bo")
    assert session.timeline.engine.list_prompts(session.state)[0].seat == table.BO
    assert dump_frames(session.timeline) == dump_frames(Timeline(session.timeline.events))


# -- what cannot be read -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("juggle", {"seat": 0}),
        ("take", {"seat": 0}),
        ("take", {"seat": 0, "tokens": {"pink": 1}}),
        ("take", {"seat": 5, "tokens": {"red": 1}}),
        ("buy", {"seat": 0, "card": "9z-z9", "paid": {}}),
        ("result", {"points": [1, 2, 3]}),
    ],
)
def test_an_event_that_cannot_be_read_changes_nothing(
    session: Session, kind: str, payload: dict[str, object]
) -> None:
    """It is kept, marked, and the match goes on after it."""
    stored = session.ledger.append(
        session.info.match_id, session.timeline.version, [draft_event(kind, payload)], "future"
    )
    before = session.state
    session.timeline.extend(stored)
    assert session.state == before
    assert [breach.rule for breach in session.timeline.frames[-1].breaches] == ["READ"]
    table.type_accepted(table.open_desk(session), "wug")
    assert session.timeline.frames[-1].ply == 16


def test_a_payload_of_a_newer_shape_is_not_guessed_at(session: Session) -> None:
    """Its version says that this program is too old."""
    newer = draft_event("take", {"seat": 0, "tokens": {"red": 1}}, schema=99)
    stored = session.ledger.append(session.info.match_id, 16, [newer], "future")
    session.timeline.extend(stored)
    (breach,) = session.timeline.frames[-1].breaches
    assert breach.rule == "READ"
    assert "newer" in breach.data["error"]


def test_a_stream_that_does_not_begin_is_no_match(session: Session) -> None:
    """There is nothing to fold."""
    with pytest.raises(ValueError, match=r"match\.open"):
        Timeline(session.timeline.events[1:])


# -- forks and digests ---------------------------------------------------------------------------


def test_a_fork_goes_on_from_its_parents_position(session: Session) -> None:
    """The same state, then its own future."""
    session.record(deal_actions(session, 5, 10))
    info = fork_match(session.ledger, session.info, 20, "tess")
    branch = Session(session.ledger, info, "tess")
    assert branch.state == session.timeline.at(20).state
    branch.record(deal_actions(branch, 6, 5))
    assert branch.timeline.at(20).state == session.timeline.at(20).state
    assert branch.timeline.version == 26
    assert audit_match(session.ledger, info).intact


@pytest.mark.parametrize("at", [0, -3, 17, 999])
def test_nothing_branches_off_where_nothing_is(session: Session, at: int) -> None:
    """Before the first event, or after the last."""
    with pytest.raises(LookupError):
        fork_match(session.ledger, session.info, at, "tess")
    assert len(session.ledger.matches()) == 1


def test_the_digest_tells_states_apart_and_nothing_else(session: Session) -> None:
    """The same reading of the same actions, whoever folds them."""
    session.record(deal_actions(session, 5, 12))
    frames = session.timeline.frames
    digests = [compute_digest(session.engine, frame.state) for frame in frames]
    assert len(set(digests)) == len(frames)
    again = Timeline(session.timeline.events)
    assert [compute_digest(again.engine, frame.state) for frame in again.frames] == digests


def test_eyes_see_what_they_were_shown(session: Session) -> None:
    """A card drawn unseen is its owner's; the table's facts are everybody's."""
    table.type_accepted(table.open_desk(session), "d1 1kg3")
    events = session.timeline.events
    seen = {
        eyes: Timeline(events, eyes=eyes).state.book.count("a.reserved", "1k-g3")
        for eyes in (table.ANA, table.BO, TABLE)
    }
    assert seen == {table.ANA: 1, table.BO: 0, TABLE: 0}
    assert session.state.book.count("a.reserved", "1k-g3") == 1


def test_an_amended_amendment_is_read_at_the_last(session: Session) -> None:
    """The frame says which correction gave it its reading."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug", "amend 17 wur", "amend 17 wgr")
    (frame,) = (f for f in session.timeline.frames if f.version == 17)
    assert frame.entry.content_version == 19
    assert isinstance(session.timeline.events[18].data(), dict)
    assert session.timeline.events[18].type == Amend.type
    assert session.state.book.holding("a.tokens") == {"white": 1, "green": 1, "red": 1}


def test_F11_certain_eyes_see_no_intent(ledger: Ledger) -> None:
    """What was said belongs to the record; nothing of the fold depends on it."""
    session = table.open_session(ledger)
    plain = draft_event("take", {"seat": 0, "tokens": {"red": 1, "blue": 1, "green": 1}})
    meant = replace(plain, intent=b'{"seat":"turn"}')
    line = session.timeline.imagine([meant])
    assert line.frames[-1].intent == {"seat": "turn"}
    assert line.state == session.timeline.imagine([plain]).state
    assert line.imagine([]).frames[-1].breaches == ()
    for eyes in (TABLE, 0, 1):
        assert Timeline(line.events, eyes=eyes).frames[-1].intent == {}
    for broken in (b"{", b"[]", b"1"):
        assert session.timeline.imagine([replace(plain, intent=broken)]).frames[-1].intent == {}


@pytest.mark.parametrize("seed", range(4))
def test_every_event_is_found_where_a_timeline_made_anew_finds_it(
    session: Session, seed: int
) -> None:
    """Whatever was recorded, corrected and undone since the last look."""
    for _step in some(wander(session, seed, 30)):
        timeline = session.timeline
        anew = Timeline(timeline.events)
        versions = range(1, timeline.version + 1)
        found = [timeline.index(version) for version in versions]
        assert found == [anew.index(version) for version in versions]

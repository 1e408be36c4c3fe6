"""Tests of corrections at the desk: shown before they are made, one batch each, told in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines.splendor.actions import Take
from engines.values import TABLE, Action
from ledger.batches import find_batch
from ledger.clerk import Amend, Close, Open, Ruling, Strike
from ledger.store import Ledger
from replay.base.errors import NothingToDo
from replay.desk.correction_dialogue import preview_correction
from replay.desk.desk import Desk
from replay.desk.proposals import (
    CorrectionProposal,
    propose_amendment,
    propose_insertion,
    propose_shift,
    propose_undo,
)
from replay.desk.replies import Reply
from replay.desk.table import Table
from replay.record.consequences import find_shift_hint
from replay.record.corrections import (
    find_insertion_index,
    find_state_before,
    plan_amendment,
    plan_insertions,
    plan_shift,
)
from replay.record.opening import open_match
from replay.record.session import Overtaken, Session
from replay.referee.audit import audit_match
from replay.speech.voice import Voice
from tests import table
from tests.some import some

PEOPLE = ("Ana", "Bo", "Cy")


@pytest.fixture
def machi(ledger: Ledger) -> Desk:
    """Return a desk with five turns of Machi Koro by three people, each a roll and a building."""
    info = open_match(ledger, Open(game="machi-koro", rules="", seats=PEOPLE, name="koro"), "tess")
    session = Session(ledger, info, "tess")
    desk = Desk(session, Voice(session.engine, "en", PEOPLE))
    table.type_accepted(desk, "5 ran", "4 -", "3 bak", "2 wheat", "5 -")
    return desk


def action_versions(desk: Desk) -> list[int]:
    """Return the numbers of the actions that count, in their order."""
    return [frame.version for frame in desk.session.timeline.actions()]


def acting_seats(desk: Desk) -> list[int]:
    """Return the seats of the actions that count, without facts of the table."""
    actions = [frame.action for frame in desk.session.timeline.actions()]
    return [action.seat for action in actions if action is not None and action.seat != TABLE]


def type_line(desk: Desk, text: str) -> Reply:
    """Type a line and return its only reply."""
    (reply,) = desk.handle(text)
    return reply


def preview(desk: Desk, proposal: CorrectionProposal) -> list[str]:
    """Return what a correction would do and change."""
    return list(preview_correction(desk.table, proposal))


def make_confirm(answers: list[bool]) -> tuple[list[tuple[tuple[str, ...], bool]], Any]:
    """Return the list of questions asked so far, and a `confirm` that gives `answers` in turn."""
    asked: list[tuple[tuple[str, ...], bool]] = []

    def confirm(shown: tuple[str, ...], harmless: bool) -> bool:
        asked.append((shown, harmless))
        return answers.pop(0)

    return asked, confirm


# -- batches -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["wug; wrk; ugr", "wug; wrk; amend 16 ?; note hm"])
def test_undo_strikes_all_parts_of_the_last_line(desk: Desk, text: str) -> None:
    """It says how many events it struck, and redo brings back all of them."""
    before = desk.session.state
    table.type_accepted(desk, text)
    after = desk.session.state
    n = text.count(";") + 1
    said = table.join_replies([type_line(desk, "undo")])
    assert said.startswith(f"Struck {n} events:")
    assert desk.session.state == before
    assert table.join_replies([type_line(desk, "redo")]).startswith(f"{n} events count again:")
    assert desk.session.state == after


def test_a_line_of_one_event_names_no_batch(desk: Desk) -> None:
    """Only the events after the first one of a line name it."""
    table.type_accepted(desk, "wug", "wrk; ugr; note hm")
    alone, first, *later = desk.session.timeline.events[16:]
    assert (alone.batch, first.batch) == (None, None)
    assert [event.batch for event in later] == [first.event_id] * 2


def test_another_session_undoes_a_whole_line(desk: Desk) -> None:
    """The log says what belongs together, not the memory of a session."""
    table.type_accepted(desk, "wug; wrk")
    session = Session(desk.session.ledger, desk.session.info, "bo")
    assert [event.version for event in session.undo()] == [17, 18]


def test_undo_strikes_all_events_of_one_input(machi: Desk) -> None:
    """A roll and a building are typed as one text."""
    assert action_versions(machi)[-2:] == [10, 11]
    said = table.join_replies([type_line(machi, "undo")])
    assert "10  the die shows 5" in said
    assert "11  Bo builds nothing" in said
    assert action_versions(machi)[-2:] == [8, 9]


def test_a_batch_may_have_events_of_others_in_between(desk: Desk) -> None:
    """An event of another session between two of its events is no part of it."""
    session = desk.session
    with session.undo_group():
        session.note("one")
        Session(session.ledger, session.info, "bo").note("between")
        session.refresh()
        session.note("two")
    first = session.timeline.events[16]
    assert [event.version for event in find_batch(session.timeline.events, first)] == [17, 19]


def test_undo_by_number_strikes_one_event_and_its_ruling(desk: Desk) -> None:
    """The other events of its line still count."""
    table.type_accepted(desk, "wug; kkk ! he was tired")
    said = table.join_replies([type_line(desk, "undo 18")])
    assert desk.session.timeline.line.struck.keys() == {18, 19}
    assert "18  Bo takes 3 onyxes" in said
    assert action_versions(desk)[-1] == 17


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("wug", "Struck: 17  Ana takes 1 diamond, 1 sapphire, 1 emerald"),
        ("note Bo yawns", "Struck: 17  # Bo yawns"),
        ("waive S9", "Struck: 17  S9 is waived from here on."),
        ("rule 16 penalty a drink", "Struck: 17  16 penalty, ruled by tess: a drink"),
        ("amend 16 ?", "Struck: 17  16 reads: "),
    ],
)
def test_undo_says_in_words_what_was_struck(desk: Desk, text: str, sentence: str) -> None:
    """Actions, remarks, rulings, waivers and corrections are named as in the log."""
    before = [(e.version, e.payload) for e in desk.session.timeline.line.entries]
    table.type_accepted(desk, text)
    assert table.join_replies([type_line(desk, "undo")]).startswith(sentence)
    assert [(e.version, e.payload) for e in desk.session.timeline.line.entries] == before
    assert table.join_replies([type_line(desk, "redo")]).startswith(
        sentence.replace("Struck", "Counts again")
    )


def test_undoing_a_strike_brings_back_what_it_struck(desk: Desk) -> None:
    """The strike is named by its number."""
    table.type_accepted(desk, "wug", "undo", "note hm")
    assert table.join_replies([type_line(desk, "undo 18")]).startswith("Counts again: 17")
    assert action_versions(desk)[-1] == 17


# -- amend ---------------------------------------------------------------------------------------


def test_amend_without_a_number_is_about_the_last_action(desk: Desk) -> None:
    """Remarks after the action do not matter."""
    table.type_accepted(desk, "wug", "note hm")
    said = table.join_replies([type_line(desk, "amend ugr")])
    assert said.startswith("17 now reads: Ana takes 1 sapphire, 1 emerald, 1 ruby (was: ")
    assert type_line(desk, "amend").prefill == "amend 17 a: take u1g1r1"


def test_amend_without_any_action_is_refused(ledger: Ledger) -> None:
    """The opening is no action."""
    desk = table.open_desk(table.open_session(ledger, level="actions"))
    assert type_line(desk, "amend").kind == "refused"
    assert type_line(desk, "amend wug").kind == "refused"


def test_an_amendment_of_an_amendment_is_parsed_at_the_first_event(desk: Desk) -> None:
    """It is Ana's turn at 17, although it was Bo's when 17 was amended first."""
    table.type_accepted(desk, "wug", "wrk", "amend 17 ugr", "ugk")
    assert desk.session.timeline.events[18].type == Amend.type
    before = find_state_before(desk.session.timeline, 19)
    assert before == desk.session.timeline.at(16).state
    shown = preview(desk, propose_amendment(desk.table, 19, "rgk"))
    said = table.join_replies([type_line(desk, "amend 19 rgk")])
    assert said.startswith("17 now reads: Ana takes 1 emerald, 1 ruby, 1 onyx")
    assert shown[1:] == said.splitlines()[1:]
    assert desk.session.timeline.at(17).action == Take(
        seat=0, tokens={"green": 1, "red": 1, "black": 1}
    )


def test_an_overruled_amendment_cannot_be_amended(desk: Desk) -> None:
    """The refusal names the event to amend instead."""
    table.type_accepted(desk, "wug", "amend 17 ugr", "amend 17 rgk")
    reply = type_line(desk, "amend 18 wuk")
    assert reply.kind == "refused"
    assert "amend 17" in table.join_replies([reply])


@pytest.mark.parametrize("text", ["amend 17 wug", "amend wug", "amend 17 a: take u1g1w1"])
def test_an_amendment_that_changes_nothing_is_refused(desk: Desk, text: str) -> None:
    """Nothing is recorded."""
    table.type_accepted(desk, "wug")
    assert table.join_replies([type_line(desk, text)]) == "17 reads so already."
    assert desk.session.timeline.version == 17


def test_a_seat_that_does_not_exist_is_refused_in_a_correction(desk: Desk) -> None:
    """An amendment and an insertion raise the error that recording raises."""
    table.type_accepted(desk, "wug")
    for session_call in (
        lambda: plan_amendment(desk.session.timeline, 17, Take(seat=2, tokens={"red": 1})),
        lambda: plan_insertions(desk.session.timeline, 17, [Take(seat=2, tokens={"red": 1})]),
    ):
        with pytest.raises(ValueError, match="seat"):
            session_call()


# -- outcomes ------------------------------------------------------------------------------------


def test_an_outcome_alone_amends_the_last_action_that_has_it(machi: Desk) -> None:
    """Ana's Ranch pays for the 2, two turns ago. It pays nothing for the 5 since then."""
    said = table.join_replies([type_line(machi, "~a.ranch=0")])
    assert said.startswith("8 now reads: the die shows 2; carried out: ~a.ranch=0")
    action: Any = machi.session.timeline.at(8).action
    assert action.actual == {"a.ranch": 0}


def test_a_second_outcome_keeps_the_first(machi: Desk) -> None:
    """Both outcomes are noted on the same action."""
    table.type_accepted(machi, "~a.ranch=0", "~a.bak=3 ! she insisted")
    action: Any = machi.session.timeline.at(8).action
    assert action.actual == {"a.ranch": 0, "a.bakery": 3}
    assert machi.session.timeline.events[-1].data()["reason"] == "she insisted"


def test_an_outcome_not_derived_by_the_rules_goes_to_the_last_roll(machi: Desk) -> None:
    """Somebody took coins that were not due."""
    said = table.join_replies([type_line(machi, "~c.mine=5")])
    assert said.startswith("10 now reads: ")
    assert "M" in said.splitlines()[1]


@pytest.mark.parametrize("text", ["~nonsense=1", "~", "~a.ranch", "~a.ranch=x"])
def test_an_outcome_that_does_not_exist_is_refused(machi: Desk, text: str) -> None:
    """Nothing is recorded."""
    version = machi.session.timeline.version
    assert type_line(machi, text).kind == "refused"
    assert machi.session.timeline.version == version


def test_an_outcome_without_any_action_is_refused(ledger: Ledger) -> None:
    """The refusal speaks of outcomes."""
    desk = table.open_desk(table.open_session(ledger, level="actions"))
    assert "outcomes" in table.join_replies([type_line(desk, "~noble=-")])


def test_an_amendment_may_be_an_outcome_alone(machi: Desk) -> None:
    """The event is named by its number."""
    table.type_accepted(machi, "amend 6 ~c.bak=0")
    action: Any = machi.session.timeline.at(6).action
    assert action.actual == {"c.bakery": 0}


# -- insert and shift ----------------------------------------------------------------------------


def test_several_actions_are_inserted_in_their_order(machi: Desk) -> None:
    """A roll and a building are one batch, undone together."""
    before = action_versions(machi)
    said = table.join_replies([type_line(machi, "insert 3 4 - ! forgotten")])
    assert "Inserted after 3: the die shows 4" in said
    assert "Inserted after 3: Bo builds nothing" in said
    assert action_versions(machi)[:4] == [2, 3, 12, 13]
    assert table.join_replies([type_line(machi, "undo")]).startswith("Struck 2 events:")
    assert action_versions(machi) == before


def test_a_second_insertion_comes_after_the_first(machi: Desk) -> None:
    """It is parsed in the state after the first: after Bo's turn it is Cy's."""
    table.type_accepted(machi, "insert 3 4 -")
    assert find_insertion_index(machi.session.timeline, 3) == 4
    table.type_accepted(machi, "insert 3 1 -")
    assert action_versions(machi)[:6] == [2, 3, 12, 13, 14, 15]
    assert (
        machi.session.timeline.at(15).action
        == machi.session.engine.parse("c: pass", machi.session.state)[0]
    )


def test_a_shift_gives_every_later_turn_to_the_next_seat(machi: Desk) -> None:
    """Facts of the table stay as they are, and the shift is one batch."""
    assert acting_seats(machi) == [0, 1, 2, 0, 1]
    said = table.join_replies([type_line(machi, "shift 4")])
    assert said.startswith("4 actions moved to another seat; the first: 5  Cy builds nothing")
    assert acting_seats(machi) == [0, 2, 0, 1, 2]
    assert audit_match(machi.session.ledger, machi.session.info).intact
    table.type_accepted(machi, "undo")
    assert acting_seats(machi) == [0, 1, 2, 0, 1]
    table.type_accepted(machi, "redo", "shift 4 -1")
    assert acting_seats(machi) == [0, 1, 2, 0, 1]


def test_a_shift_moves_amended_and_inserted_actions(machi: Desk) -> None:
    """It moves them as they read now."""
    table.type_accepted(machi, "amend 5 b: build ranch =1", "insert 5 1 -", "shift 4")
    action: Any = machi.session.timeline.at(5).action
    assert (action.seat, action.card) == (2, "ranch")
    assert acting_seats(machi) == [0, 2, 0, 0, 1, 2]


@pytest.mark.parametrize(
    "text", ["shift", "shift x", "shift 99", "shift 4 3", "shift 4 0", "shift 4 x"]
)
def test_a_shift_that_changes_nothing_is_refused(machi: Desk, text: str) -> None:
    """Nothing is recorded."""
    assert type_line(machi, text).kind == "refused"
    assert machi.session.timeline.version == 11


def test_a_shift_after_the_last_action_is_refused(machi: Desk) -> None:
    """The refusal says that no seat has acted since."""
    table.type_accepted(machi, "note tea")
    assert "no seat has acted" in table.join_replies([type_line(machi, "shift 12")])


def test_actions_out_of_turn_are_told_in_one_sentence_with_a_shift(machi: Desk) -> None:
    """The shift that it proposes leaves no breach."""
    said = table.join_replies([type_line(machi, "insert 3 4 -")]).splitlines()[2:]
    assert said == [
        "4 actions are no longer by the seat on turn: 5, 7, 9, 11. “shift 5” gives every action "
        "from there on to the next seat."
    ]
    table.type_accepted(machi, "shift 5")
    assert not any(frame.breaches for frame in some(machi.session.timeline.frames))


def test_after_a_struck_turn_a_shift_back_is_proposed(machi: Desk) -> None:
    """Bo never had that turn: what the record gives to Cy was Bo's."""
    said = table.join_replies(table.type_lines(machi, "undo 4; undo 5"))
    assert "“shift 7 2” gives every action from there on to another seat." in said
    table.type_accepted(machi, "shift 7 2")
    assert acting_seats(machi) == [0, 1, 2, 0]
    assert not any(frame.breaches for frame in some(machi.session.timeline.frames))


def test_no_shift_is_proposed_for_other_breaches(desk: Desk) -> None:
    """Three equal tokens have nothing to do with whose turn it is."""
    table.type_accepted(desk, "wug", "wrk")
    plan = desk.session.plan(
        plan_amendment(desk.session.timeline, 17, table.parse_action(desk.session, "a: uuu"))
    )
    found = plan.consequences()
    assert found.off_turn == []
    assert find_shift_hint(plan.after, found) is None


# -- shown before ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "propose", "harmless"),
    [
        ("amend 17 ugr", lambda at: propose_amendment(at, 17, "ugr"), True),
        ("amend 17 www", lambda at: propose_amendment(at, 17, "www"), False),
        ("insert 17 b: kgr", lambda at: propose_insertion(at, 17, "b: kgr"), False),
        ("undo 17", lambda at: propose_undo(at, 17), False),
        ("shift 17", lambda at: propose_shift(at, 17), False),
    ],
)
def test_a_correction_is_shown_before_it_is_made(
    desk: Desk, text: str, propose: Callable[[Table], CorrectionProposal], harmless: bool
) -> None:
    """The question shows what it would change and whether later events break. No means no."""
    table.type_accepted(desk, "wug", "wrk")
    state, version = desk.session.state, desk.session.timeline.version
    shown = preview(desk, propose(desk.table))
    asked, desk.table.confirm = make_confirm([False, True])
    reply = type_line(desk, text)
    assert reply.kind == "declined"
    assert (desk.session.state, desk.session.timeline.version) == (state, version)
    assert list(asked[0][0]) == shown
    assert asked[0][1] == harmless
    assert type_line(desk, text).kind == "told"
    assert desk.session.timeline.version > version


def test_a_declined_correction_stops_the_line(desk: Desk) -> None:
    """The parts behind it are named as not carried out."""
    table.type_accepted(desk, "wug")
    _asked, desk.table.confirm = make_confirm([False])
    replies = table.type_lines(desk, "amend 17 www; wrk")
    assert [reply.kind for reply in replies] == ["declined"]
    assert "Not carried out: wrk" in table.join_replies(replies)


@pytest.mark.parametrize("text", ["undo", "redo"])
def test_undo_and_redo_of_the_last_line_are_made_without_asking(desk: Desk, text: str) -> None:
    """No later action depends on it."""
    table.type_accepted(desk, "wug", *(["undo"] if text == "redo" else []))
    asked, desk.table.confirm = make_confirm([])
    assert type_line(desk, text).kind == "told"
    assert asked == []


def test_unaccounted_pieces_are_told_only_where_they_change(desk: Desk) -> None:
    """An amendment that leaves them as they are does not name them."""
    table.type_accepted(desk, "= a u3 ! counted", "wug")
    said = table.join_replies([type_line(desk, "amend 18 wgr")])
    assert "unaccounted" not in said
    assert "unaccounted: " in table.join_replies([type_line(desk, "undo 17")])


# -- closed --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["undo", "undo 17", "redo", "amend 17 ugr", "insert 17 ugr", "shift 17"]
)
def test_a_closed_match_is_not_corrected(desk: Desk, text: str) -> None:
    """The refusal names `reopen`. Notes and rulings are still recorded."""
    table.type_accepted(desk, "wug", "wrk", "undo 18")
    desk.session.close(Close(how="abandoned"))
    reply = type_line(desk, text)
    assert reply.kind == "refused"
    assert "reopen" in table.join_replies([reply])
    table.type_accepted(desk, "note a pity", "rule 17 stands it was late")
    desk.session.sign(0)
    desk.session.reopen()
    if text != "redo":
        assert type_line(desk, text).kind in ("told", "refused")
        assert "reopen" not in table.join_replies([type_line(desk, text)])


def test_a_closing_is_struck_by_reopen_alone(session: Session) -> None:
    """Undo by its number is refused."""
    session.close(Close(how="abandoned"))
    session.reopen()
    session.close(Close(how="abandoned"))
    with pytest.raises(NothingToDo, match="reopen"):
        session.undo(19)
    with pytest.raises(NothingToDo, match="reopen"):
        session.correct(Strike(target=19))
    session.reopen()


# -- parts ---------------------------------------------------------------------------------------


def test_a_part_that_fails_says_what_became_of_the_others(desk: Desk) -> None:
    """It says which part it was, how many were carried out, and which were not."""
    replies = table.type_lines(desk, "wug; wrk; xyzzy; ugr; rgk")
    said = table.join_replies(replies[-1:])
    assert "part 3 of 5, “xyzzy”" in said
    assert "The 2 parts before it were carried out." in said
    assert "Not carried out: ugr; rgk" in said
    assert action_versions(desk)[-2:] == [17, 18]


def test_a_failing_line_of_one_part_names_no_parts(desk: Desk) -> None:
    """There are no other parts."""
    assert "part" not in table.join_replies([type_line(desk, "xyzzy")])


@pytest.mark.parametrize(
    ("text", "said"), [("xyzzy; wug", "part 1 of 2"), ("wug; www", "The part before")]
)
def test_a_failing_first_or_last_part_names_one_side_only(desk: Desk, text: str, said: str) -> None:
    """Nothing stands before the first part, nothing behind the last."""
    told = table.join_replies(table.type_lines(desk, text)[-1:])
    assert said in told
    assert ("Not carried out" in told) == text.startswith("xyzzy")


# -- the log -------------------------------------------------------------------------------------


def test_a_batch_of_corrections_leaves_an_intact_record(machi: Desk) -> None:
    """Only its last event has a digest: the states between them were never shown."""
    session = machi.session
    table.type_accepted(machi, "insert 3 4 -", "shift 5", "undo", "redo", "amend 6 ~a.bak=0", "4 -")
    audit = audit_match(session.ledger, session.info)
    assert audit.intact, audit.findings
    fresh = Session(session.ledger, session.info, "bo")
    assert fresh.state == session.state
    assert fresh.timeline.frames == session.timeline.frames
    assert fresh.timeline.line == session.timeline.line


def test_an_outdated_plan_raises_overtaken(session: Session) -> None:
    """Another session has recorded since it was made."""
    table.type_accepted(table.open_desk(session), "wug")
    plan = session.plan(*plan_shift(session.timeline, 17))
    Session(session.ledger, session.info, "bo").note("wait")
    with pytest.raises(Overtaken):
        session.commit(plan)
    with pytest.raises(Overtaken):
        session.commit(plan)
    assert not session.timeline.line.amended


def test_events_recorded_separately_are_undone_separately(session: Session) -> None:
    """A ruling and a note of different inputs are two batches."""
    session.rule(16, "stands", "so be it")
    session.note("tea")
    assert [event.type for event in session.undo()] == ["log.note"]
    assert [event.type for event in session.undo()] == [Ruling.type]


def test_a_correction_folds_from_its_place_on(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is folded once to show what it changes, and the events before it are not folded again."""
    session = table.open_session(ledger, level="actions")
    give = {"red": 1, "blue": 1, "green": 1}
    takes = [Take(seat=n % 2, tokens=give, returned=give) for n in range(1000)]
    session.record(takes, "a long evening")
    desk = table.open_desk(session)
    applied: list[Action] = []
    apply = session.engine.apply

    def counted(state: Any, action: Action) -> Any:
        applied.append(action)
        return apply(state, action)

    monkeypatch.setattr(session.engine, "apply", counted)
    table.type_accepted(desk, "amend 900 wuk")
    later = session.timeline.version - 900
    assert len(applied) < 4 * later
    applied.clear()
    table.type_accepted(desk, "amend 10 wuk")
    assert 900 < len(applied) < 4 * session.timeline.version


def test_a_preview_records_nothing(machi: Desk) -> None:
    """Proposing and previewing a correction leaves the log as it is."""
    proposals = (
        propose_amendment(machi.table, 5, "ran"),
        propose_insertion(machi.table, 3, "4 -"),
        propose_shift(machi.table, 4),
        propose_undo(machi.table, 4),
    )
    for proposal in some(proposals):
        assert preview(machi, proposal)
    assert machi.session.timeline.version == 11
    with pytest.raises(LookupError, match="no event 99"):
        propose_shift(machi.table, 99)


def test_a_proposal_that_was_overtaken_is_not_made(desk: Desk) -> None:
    """The reply shows what another session recorded while the question was asked."""
    table.type_accepted(desk, "wug")
    other = Session(desk.session.ledger, desk.session.info, "bo")

    def confirm(_shown: tuple[str, ...], _harmless: bool) -> bool:
        other.note("wait")
        return True

    desk.table.confirm = confirm
    reply = desk.correct(propose_amendment(desk.table, 17, "ugr"))
    assert reply.kind == "overtaken"
    assert "18  # wait" in table.join_replies([reply])
    assert not desk.session.timeline.line.amended


def test_F16_undo_of_an_amendment_is_asked_about(machi: Desk) -> None:
    """It changes an event that others were recorded after, as the amendment did."""
    proposals = ["amend 4 3", "insert 3 4 -"]
    for line in some(proposals):
        table.type_accepted(machi, line)
        assert propose_undo(machi.table).asks, line
        table.type_accepted(machi, "undo")
    table.type_accepted(machi, "4 -")
    assert not propose_undo(machi.table).asks
    table.type_accepted(machi, "amend 4 3")
    assert propose_undo(machi.table).asks

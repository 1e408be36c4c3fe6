"""Corrections at the desk: shown before they are made, whole lines at once, and told in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines.splendor.actions import Take
from engines.values import TABLE, Action
from ledger.batches import batch_of
from ledger.clerk import Amend, Close, Open, Ruling, Strike
from ledger.store import Ledger
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
from replay.record.consequences import cure
from replay.record.corrections import (
    NothingToDo,
    amendment,
    index_after,
    insertions,
    shift,
    state_before,
)
from replay.record.opening import open_match
from replay.record.session import Overtaken, Session
from replay.referee.audit import audit_match
from replay.speech.voice import Voice
from tests import table

PEOPLE = ("Ana", "Bo", "Cy")


@pytest.fixture
def machi(ledger: Ledger) -> Desk:
    """Three people at Machi Koro: five turns, each a roll and what was built."""
    info = open_match(ledger, Open(game="machi-koro", rules="", seats=PEOPLE, name="koro"), "tess")
    session = Session(ledger, info, "tess")
    desk = Desk(session, Voice(session.engine, "en", PEOPLE))
    table.accepted(desk, "5 ran", "4 -", "3 bak", "2 wheat", "5 -")
    return desk


def line(desk: Desk) -> list[int]:
    """The numbers of the actions that count, in their order."""
    return [frame.version for frame in desk.session.timeline.actions()]


def seats(desk: Desk) -> list[int]:
    """Who acted, table facts left out."""
    actions = [frame.action for frame in desk.session.timeline.actions()]
    return [action.seat for action in actions if action is not None and action.seat != TABLE]


def one(desk: Desk, text: str) -> Reply:
    """Type a line; return its only reply."""
    (reply,) = desk.handle(text)
    return reply


def preview(desk: Desk, proposal: CorrectionProposal) -> list[str]:
    """Return what a correction would do and change."""
    return list(preview_correction(desk.table, proposal))


def asking(answers: list[bool]) -> tuple[list[tuple[tuple[str, ...], bool]], Any]:
    """Return what was asked so far, and a way to ask that gives these answers."""
    asked: list[tuple[tuple[str, ...], bool]] = []

    def confirm(shown: tuple[str, ...], harmless: bool) -> bool:
        asked.append((shown, harmless))
        return answers.pop(0)

    return asked, confirm


# -- batches -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["wug; wrk; ugr", "wug; wrk; amend 16 ?; note hm"])
def test_what_was_typed_on_one_line_is_undone_at_once(desk: Desk, text: str) -> None:
    """However many parts it had; it is said how many, and redo brings all of it back."""
    before = desk.session.state
    table.accepted(desk, text)
    after = desk.session.state
    n = text.count(";") + 1
    said = table.told([one(desk, "undo")])
    assert said.startswith(f"Struck {n} events:")
    assert desk.session.state == before
    assert table.told([one(desk, "redo")]).startswith(f"{n} events count again:")
    assert desk.session.state == after


def test_a_line_of_one_event_names_no_batch(desk: Desk) -> None:
    """Only the events after the first one of a line name it."""
    table.accepted(desk, "wug", "wrk; ugr; note hm")
    alone, first, *later = desk.session.timeline.events[16:]
    assert (alone.batch, first.batch) == (None, None)
    assert [event.batch for event in later] == [first.event_id] * 2


def test_a_line_is_undone_by_whoever_opens_the_match_next(desk: Desk) -> None:
    """What belongs together is in the log, not in the memory of a program."""
    table.accepted(desk, "wug; wrk")
    session = Session(desk.session.ledger, desk.session.info, "bo")
    assert [event.version for event in session.undo()] == [17, 18]


def test_one_action_of_several_events_is_undone_whole(machi: Desk) -> None:
    """A roll and what was built: nobody typed two things."""
    assert line(machi)[-2:] == [10, 11]
    said = table.told([one(machi, "undo")])
    assert "10  the die shows 5" in said
    assert "11  Bo builds nothing" in said
    assert line(machi)[-2:] == [8, 9]


def test_a_batch_stays_one_though_somebody_records_in_between(desk: Desk) -> None:
    """Between the parts of a line."""
    session = desk.session
    with session.together():
        session.note("one")
        Session(session.ledger, session.info, "bo").note("between")
        session.refresh()
        session.note("two")
    first = session.timeline.events[16]
    assert [event.version for event in batch_of(session.timeline.events, first)] == [17, 19]


def test_undo_by_number_strikes_that_event_alone(desk: Desk) -> None:
    """With the ruling that let it stand, not with the rest of its line."""
    table.accepted(desk, "wug; kkk ! he was tired")
    said = table.told([one(desk, "undo 18")])
    assert desk.session.timeline.line.struck.keys() == {18, 19}
    assert "18  Bo takes 3 onyx" in said
    assert line(desk)[-1] == 17


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
    """Actions, remarks, rulings, waivers, corrections: whatever was entered last."""
    before = [(e.version, e.payload) for e in desk.session.timeline.line.entries]
    table.accepted(desk, text)
    assert table.told([one(desk, "undo")]).startswith(sentence)
    assert [(e.version, e.payload) for e in desk.session.timeline.line.entries] == before
    assert table.told([one(desk, "redo")]).startswith(sentence.replace("Struck", "Counts again"))


def test_undoing_a_strike_brings_back_what_it_struck(desk: Desk) -> None:
    """By its number."""
    table.accepted(desk, "wug", "undo", "note hm")
    assert table.told([one(desk, "undo 18")]).startswith("Counts again: 17")
    assert line(desk)[-1] == 17


# -- amend ---------------------------------------------------------------------------------------


def test_amend_without_a_number_is_about_the_last_action(desk: Desk) -> None:
    """Whatever was remarked since."""
    table.accepted(desk, "wug", "note hm")
    said = table.told([one(desk, "amend ugr")])
    assert said.startswith("17 now reads: Ana takes 1 sapphire, 1 emerald, 1 ruby (was: ")
    assert one(desk, "amend").prefill == "amend 17 a: take u1g1r1"


def test_there_must_be_an_action_to_amend(ledger: Ledger) -> None:
    """Not the opening."""
    desk = table.desk_of(table.opened(ledger, level="actions"))
    assert one(desk, "amend").kind == "refused"
    assert one(desk, "amend wug").kind == "refused"


def test_an_amendment_of_an_amendment_is_read_where_its_event_stands(desk: Desk) -> None:
    """It is Ana's turn at 17, whoever's turn it was when that was first amended."""
    table.accepted(desk, "wug", "wrk", "amend 17 ugr", "ugk")
    assert desk.session.timeline.events[18].type == Amend.type
    before = state_before(desk.session.timeline, 19)
    assert before == desk.session.timeline.at(16).state
    shown = preview(desk, propose_amendment(desk.table, 19, "rgk"))
    said = table.told([one(desk, "amend 19 rgk")])
    assert said.startswith("17 now reads: Ana takes 1 emerald, 1 ruby, 1 onyx")
    assert shown[1:] == said.splitlines()[1:]
    assert desk.session.timeline.at(17).action == Take(
        seat=0, tokens={"green": 1, "red": 1, "black": 1}
    )


def test_an_amendment_that_no_longer_counts_is_not_amended(desk: Desk) -> None:
    """It would change nothing."""
    table.accepted(desk, "wug", "amend 17 ugr", "amend 17 rgk")
    reply = one(desk, "amend 18 wuk")
    assert reply.kind == "refused"
    assert "amend 17" in table.told([reply])


@pytest.mark.parametrize("text", ["amend 17 wug", "amend wug", "amend 17 a: take u1g1w1"])
def test_an_amendment_that_changes_nothing_is_refused(desk: Desk, text: str) -> None:
    """And not recorded."""
    table.accepted(desk, "wug")
    assert table.told([one(desk, text)]) == "17 reads so already."
    assert desk.session.timeline.version == 17


def test_what_the_match_does_not_have_is_not_amended_to(desk: Desk) -> None:
    """No more than it is recorded: there is no third seat."""
    table.accepted(desk, "wug")
    for session_call in (
        lambda: amendment(desk.session.timeline, 17, Take(seat=2, tokens={"red": 1})),
        lambda: insertions(desk.session.timeline, 17, [Take(seat=2, tokens={"red": 1})]),
    ):
        with pytest.raises(ValueError, match="seat"):
            session_call()


# -- outcomes ------------------------------------------------------------------------------------


def test_an_outcome_alone_amends_the_last_action_that_has_it(machi: Desk) -> None:
    """Ana's Ranch pays on a 2, two turns ago; on the 5 since then it has nothing to pay."""
    said = table.told([one(machi, "~a.ranch=0")])
    assert said.startswith("8 now reads: the die shows 2; carried out: ~a.ranch=0")
    action: Any = machi.session.timeline.at(8).action
    assert action.actual == {"a.ranch": 0}


def test_outcomes_add_up(machi: Desk) -> None:
    """What was noted before stays."""
    table.accepted(machi, "~a.ranch=0", "~a.bak=3 ! she insisted")
    action: Any = machi.session.timeline.at(8).action
    assert action.actual == {"a.ranch": 0, "a.bakery": 3}
    assert machi.session.timeline.events[-1].data()["reason"] == "she insisted"


def test_an_outcome_that_nothing_derives_belongs_to_the_last_that_can_have_it(machi: Desk) -> None:
    """Somebody took what was not due: on the last roll."""
    said = table.told([one(machi, "~c.mine=5")])
    assert said.startswith("10 now reads: ")
    assert "M" in said.splitlines()[1]


@pytest.mark.parametrize("text", ["~nonsense=1", "~", "~a.ranch", "~a.ranch=x"])
def test_an_outcome_that_does_not_exist_is_refused(machi: Desk, text: str) -> None:
    """In a sentence."""
    version = machi.session.timeline.version
    assert one(machi, text).kind == "refused"
    assert machi.session.timeline.version == version


def test_where_no_action_has_outcomes_it_is_said(ledger: Ledger) -> None:
    """Nothing has been recorded yet."""
    desk = table.desk_of(table.opened(ledger, level="actions"))
    assert "outcomes" in table.told([one(desk, "~noble=-")])


def test_an_amendment_may_be_an_outcome_alone(machi: Desk) -> None:
    """Of the event that is named."""
    table.accepted(machi, "amend 6 ~c.bak=0")
    action: Any = machi.session.timeline.at(6).action
    assert action.actual == {"c.bakery": 0}


# -- insert and shift ----------------------------------------------------------------------------


def test_several_actions_are_inserted_in_their_order(machi: Desk) -> None:
    """A roll and what was built: one batch, undone at once."""
    before = line(machi)
    said = table.told([one(machi, "insert 3 4 - ! forgotten")])
    assert "Inserted after 3: the die shows 4" in said
    assert "Inserted after 3: Bo builds nothing" in said
    assert line(machi)[:4] == [2, 3, 12, 13]
    assert table.told([one(machi, "undo")]).startswith("Struck 2 events:")
    assert line(machi) == before


def test_what_is_inserted_where_something_was_inserted_comes_behind_it(machi: Desk) -> None:
    """And is read where it comes to stand: after Bo's turn it is Cy's."""
    table.accepted(machi, "insert 3 4 -")
    assert index_after(machi.session.timeline, 3) == 4
    table.accepted(machi, "insert 3 1 -")
    assert line(machi)[:6] == [2, 3, 12, 13, 14, 15]
    assert (
        machi.session.timeline.at(15).action
        == machi.session.engine.parse("c: pass", machi.session.state)[0]
    )


def test_a_shift_gives_every_later_turn_to_the_next_seat(machi: Desk) -> None:
    """The facts of the table stay; it is one batch."""
    assert seats(machi) == [0, 1, 2, 0, 1]
    said = table.told([one(machi, "shift 4")])
    assert said.startswith("4 actions moved to another seat; the first: 5  Cy builds nothing")
    assert seats(machi) == [0, 2, 0, 1, 2]
    assert audit_match(machi.session.ledger, machi.session.info).intact
    table.accepted(machi, "undo")
    assert seats(machi) == [0, 1, 2, 0, 1]
    table.accepted(machi, "redo", "shift 4 -1")
    assert seats(machi) == [0, 1, 2, 0, 1]


def test_a_shift_moves_what_was_amended_and_inserted_too(machi: Desk) -> None:
    """As it reads, not as it was typed."""
    table.accepted(machi, "amend 5 b: build ranch =1", "insert 5 1 -", "shift 4")
    action: Any = machi.session.timeline.at(5).action
    assert (action.seat, action.card) == (2, "ranch")
    assert seats(machi) == [0, 2, 0, 0, 1, 2]


@pytest.mark.parametrize(
    "text", ["shift", "shift x", "shift 99", "shift 4 3", "shift 4 0", "shift 4 x"]
)
def test_a_shift_of_nothing_is_refused(machi: Desk, text: str) -> None:
    """Nothing is recorded."""
    assert one(machi, text).kind == "refused"
    assert machi.session.timeline.version == 11


def test_a_shift_after_the_last_action_is_refused(machi: Desk) -> None:
    """No seat has acted since."""
    table.accepted(machi, "note tea")
    assert "no seat has acted" in table.told([one(machi, "shift 12")])


def test_a_cascade_is_told_in_one_line_with_what_puts_it_right(machi: Desk) -> None:
    """Every later turn is somebody else's now; the hint does what it says."""
    said = table.told([one(machi, "insert 3 4 -")]).splitlines()[2:]
    assert said == [
        "4 actions are no longer by the seat on turn: 5, 7, 9, 11. “shift 5” gives every action "
        "from there on to the next seat."
    ]
    table.accepted(machi, "shift 5")
    assert not any(frame.breaches for frame in machi.session.timeline.frames)


def test_a_turn_too_many_is_put_right_by_a_shift_back(machi: Desk) -> None:
    """Bo's turn was never played: what is Cy's in the record was Bo's."""
    said = table.told(table.typed(machi, "undo 4; undo 5"))
    assert "“shift 7 2” gives every action from there on to another seat." in said
    table.accepted(machi, "shift 7 2")
    assert seats(machi) == [0, 1, 2, 0]
    assert not any(frame.breaches for frame in machi.session.timeline.frames)


def test_what_no_shift_puts_right_gets_no_hint(desk: Desk) -> None:
    """A breach that has nothing to do with whose turn it is."""
    table.accepted(desk, "wug", "wrk")
    plan = desk.session.plan(
        amendment(desk.session.timeline, 17, table.act(desk.session, "a: uuu"))
    )
    found = plan.consequences()
    assert found.off_turn == []
    assert cure(plan.after, found) is None


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
    """What it would do and change, and whether something breaks; no means no."""
    table.accepted(desk, "wug", "wrk")
    state, version = desk.session.state, desk.session.timeline.version
    shown = preview(desk, propose(desk.table))
    asked, desk.table.confirm = asking([False, True])
    reply = one(desk, text)
    assert reply.kind == "declined"
    assert (desk.session.state, desk.session.timeline.version) == (state, version)
    assert list(asked[0][0]) == shown
    assert asked[0][1] == harmless
    assert one(desk, text).kind == "told"
    assert desk.session.timeline.version > version


def test_what_is_declined_stops_the_line(desk: Desk) -> None:
    """What stands behind it was meant for another past."""
    table.accepted(desk, "wug")
    _asked, desk.table.confirm = asking([False])
    replies = table.typed(desk, "amend 17 www; wrk")
    assert [reply.kind for reply in replies] == ["declined"]
    assert "Not carried out: wrk" in table.told(replies)


@pytest.mark.parametrize("text", ["undo", "redo"])
def test_the_last_line_is_undone_without_asking(desk: Desk, text: str) -> None:
    """Nothing stands behind it."""
    table.accepted(desk, "wug", *(["undo"] if text == "redo" else []))
    asked, desk.table.confirm = asking([])
    assert one(desk, text).kind == "told"
    assert asked == []


def test_unaccounted_is_told_where_it_changes(desk: Desk) -> None:
    """Not whenever there is some."""
    table.accepted(desk, "= a u3 ! counted", "wug")
    said = table.told([one(desk, "amend 18 wgr")])
    assert "unaccounted" not in said
    assert "unaccounted: " in table.told([one(desk, "undo 17")])


# -- closed --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["undo", "undo 17", "redo", "amend 17 ugr", "insert 17 ugr", "shift 17"]
)
def test_a_closed_match_is_not_corrected(desk: Desk, text: str) -> None:
    """It says what lets it go on; remarks and rulings are about what was."""
    table.accepted(desk, "wug", "wrk", "undo 18")
    desk.session.close(Close(how="abandoned"))
    reply = one(desk, text)
    assert reply.kind == "refused"
    assert "reopen" in table.told([reply])
    table.accepted(desk, "note a pity", "rule 17 stands it was late")
    desk.session.sign(0)
    desk.session.reopen()
    if text != "redo":
        assert one(desk, text).kind in ("told", "refused")
        assert "reopen" not in table.told([one(desk, text)])


def test_a_closing_is_struck_by_reopening(session: Session) -> None:
    """Not by its number."""
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
    """Which it was, that what stood before it is recorded, what was not looked at."""
    replies = table.typed(desk, "wug; wrk; xyzzy; ugr; rgk")
    said = table.told(replies[-1:])
    assert "part 3 of 5, “xyzzy”" in said
    assert "The 2 parts before it were carried out." in said
    assert "Not carried out: ugr; rgk" in said
    assert line(desk)[-2:] == [17, 18]


def test_a_line_of_one_part_says_no_more_than_what_is_wrong(desk: Desk) -> None:
    """There are no others."""
    assert "part" not in table.told([one(desk, "xyzzy")])


@pytest.mark.parametrize(
    ("text", "said"), [("xyzzy; wug", "part 1 of 2"), ("wug; www", "The part before")]
)
def test_the_first_and_the_last_part_say_only_what_there_is(
    desk: Desk, text: str, said: str
) -> None:
    """Nothing before, nothing after."""
    told = table.told(table.typed(desk, text)[-1:])
    assert said in told
    assert ("Not carried out" in told) == text.startswith("xyzzy")


# -- the log -------------------------------------------------------------------------------------


def test_several_corrections_at_once_leave_an_intact_record(machi: Desk) -> None:
    """Only the last of them has a digest: the line as it stood between them was never shown."""
    session = machi.session
    table.accepted(machi, "insert 3 4 -", "shift 5", "undo", "redo", "amend 6 ~a.bak=0", "4 -")
    audit = audit_match(session.ledger, session.info)
    assert audit.intact, audit.findings
    fresh = Session(session.ledger, session.info, "bo")
    assert fresh.state == session.state
    assert fresh.timeline.frames == session.timeline.frames
    assert fresh.timeline.line == session.timeline.line


def test_a_plan_for_a_match_that_moved_on_is_not_carried_out(session: Session) -> None:
    """It is shown and asked about again."""
    table.accepted(table.desk_of(session), "wug")
    plan = session.plan(*shift(session.timeline, 17))
    Session(session.ledger, session.info, "bo").note("wait")
    with pytest.raises(Overtaken):
        session.carry_out(plan)
    with pytest.raises(Overtaken):
        session.carry_out(plan)
    assert not session.timeline.line.amended


def test_a_ruling_of_an_older_record_is_its_own_line(session: Session) -> None:
    """Before lines were batches, ids told nothing: every event is undone by itself."""
    session.rule(16, "stands", "so be it")
    session.note("tea")
    assert [event.type for event in session.undo()] == ["log.note"]
    assert [event.type for event in session.undo()] == [Ruling.type]


def test_a_correction_folds_from_its_place_on(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the match is: once to show what it changes, once to make it."""
    session = table.opened(ledger, level="actions")
    give = {"red": 1, "blue": 1, "green": 1}
    takes = [Take(seat=n % 2, tokens=give, returned=give) for n in range(1000)]
    session.record(takes, "a long evening")
    desk = table.desk_of(session)
    applied: list[Action] = []
    apply = session.engine.apply

    def counted(state: Any, action: Action) -> Any:
        applied.append(action)
        return apply(state, action)

    monkeypatch.setattr(session.engine, "apply", counted)
    table.accepted(desk, "amend 900 wuk")
    later = session.timeline.version - 900
    assert len(applied) < 4 * later
    applied.clear()
    table.accepted(desk, "amend 10 wuk")
    assert 900 < len(applied) < 4 * session.timeline.version


def test_a_preview_records_nothing(machi: Desk) -> None:
    """Proposing and previewing a correction leaves the log as it is."""
    proposals = (
        propose_amendment(machi.table, 5, "ran"),
        propose_insertion(machi.table, 3, "4 -"),
        propose_shift(machi.table, 4),
        propose_undo(machi.table, 4),
    )
    for proposal in proposals:
        assert preview(machi, proposal)
    assert machi.session.timeline.version == 11
    with pytest.raises(LookupError, match="no event 99"):
        propose_shift(machi.table, 99)

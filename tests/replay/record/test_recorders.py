"""Two recorders of one match: who comes late is shown what happened meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.clerk import Close, Note, Ruling, Strike
from ledger.errors import Conflict
from ledger.event import Event, make_id
from ledger.store import Ledger
from replay.record.corrections import plan_undo
from replay.record.session import Overtaken, Session
from replay.referee.audit import audit_match
from tests import table
from tests.replay.walks import deal_actions, dump_frames, dump_scores


def tokens(session: Session, seat: str = "a") -> dict[str, int]:
    """What lies before a seat."""
    return dict(session.state.book.holding(f"{seat}.tokens"))


def another(session: Session, actor: str = "bo") -> Session:
    """Somebody else who records the same match."""
    return Session(session.ledger, session.info, actor)


# -- two recorders -------------------------------------------------------------------------------


def test_what_changes_nothing_is_recorded_silently(session: Session) -> None:
    """Bo wrote a note; Ana's take is judged as before and goes after it."""
    bo = another(session)
    bo.note("thirsty")
    (note, take) = session.record([table.parse_action(session, "wug")])
    assert (note.entry.kind, note.entry.event.actor) == (Note.type, "bo")
    assert (take.version, take.entry.event.actor) == (18, "tess")
    bo.refresh()
    assert dump_frames(bo.timeline) == dump_frames(session.timeline)


def test_a_rebased_action_has_the_digest_of_where_it_stands(session: Session) -> None:
    """Not of where it would have stood: Bo's tokens were counted meanwhile."""
    bo = another(session)
    bo.record([table.parse_action(bo, "= b r3")])
    session.record([table.parse_action(session, "wug"), table.parse_action(session, "b: wrk")])
    assert session.timeline.version == 19
    assert audit_match(session.ledger, session.info).intact


def test_who_comes_late_is_shown_and_asked(session: Session) -> None:
    """Bo has recorded Ana's turn already: hers is not recorded again."""
    bo = another(session)
    bo.record([table.parse_action(bo, "wug")])
    with pytest.raises(Overtaken) as overtaken:
        session.record([table.parse_action(session, "wug")])
    assert [event.version for event in overtaken.value.meanwhile] == [17]
    assert session.timeline.version == 17
    assert session.ledger.find("maple").version == 17
    assert dump_scores(session.state) == dump_scores(bo.state)


def test_a_ruling_on_another_breach_is_not_carried_over(session: Session) -> None:
    """The reason was given for one breach; after Bo's event the take breaks other rules."""
    bo = another(session)
    bo.record([table.parse_action(bo, "= bank w1")], "counted")
    with pytest.raises(Overtaken):
        session.record([table.parse_action(session, "www")], "fine")
    assert list_rulings(session) == []


def list_rulings(session: Session) -> list[tuple[int, Ruling]]:
    """Return the rulings of a match with their versions."""
    return [each for found in session.timeline.rulings().values() for each in found]


def test_H14_a_breach_that_stays_the_same_is_recorded(session: Session) -> None:
    """Bo wrote a note: the question and the breach are the same, so the ruling holds."""
    another(session).note("thirsty")
    _note, take, _ruling = session.record([table.parse_action(session, "www")], "fine")
    ((version, ruling),) = list_rulings(session)
    assert (take.version, ruling.at, version, ruling.reason) == (18, 18, 19, "fine")
    assert audit_match(session.ledger, session.info).intact


def test_H14_writers_of_breaches_do_not_starve(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others record something before each of ten attempts; the line is recorded in the end."""
    bo = another(session)
    append, lost = Ledger.append, iter(range(10))

    def append_late(ledger: Ledger, *given: Any, **named: Any) -> list[Event]:
        if given[3] == "tess" and next(lost, None) is not None:
            bo.note("thirsty")
        return append(ledger, *given, **named)

    monkeypatch.setattr(Ledger, "append", append_late)
    frames = session.record([table.parse_action(session, "www")], "fine")
    assert [frame.entry.kind for frame in frames] == ["log.note"] * 10 + ["take", "log.ruling"]


def test_H15_an_answer_to_another_question_does_not_stop_an_entry(session: Session) -> None:
    """Bo tells the card that was refilled; Ana's turn is asked for as before."""
    table.type_accepted(table.open_desk(session), "wug", "wrk", "r11")
    bo = another(session)
    asked = session.list_prompts()
    assert {prompt.kind for prompt in asked} >= {"take", "reveal"}, asked
    bo.record([table.parse_action(bo, "1kg3")])
    assert bo.list_prompts() != asked
    mine = table.parse_action(session, "ugr")
    frames = session.record([mine])
    assert [frame.entry.kind for frame in frames] == ["reveal", "take"]


def test_H15_an_answer_to_the_same_question_stops_an_entry(session: Session) -> None:
    """Both enter Ana's turn, differently."""
    bo = another(session)
    bo.record([table.parse_action(bo, "wrk")])
    with pytest.raises(Overtaken) as overtaken:
        session.record([table.parse_action(session, "wug")])
    assert not overtaken.value.same


def test_H16_the_same_fact_is_recorded_once(session: Session) -> None:
    """Both count Bo's tokens, which nobody has asked for: the second count is not recorded."""
    bo = another(session)
    bo.record([table.parse_action(bo, "= b r3")])
    desk = table.open_desk(session)
    (reply,) = table.type_lines(desk, "= b r3")
    assert reply.kind == "overtaken"
    assert "the same" in str(reply.shows[0])
    assert session.timeline.version == 17
    (reply,) = table.type_lines(desk, "= b r3")
    assert reply.kind == "recorded"
    assert session.timeline.version == 18


@pytest.mark.parametrize("reason", [None, "fine"])
def test_H17_a_retry_of_a_batch_is_safe(session: Session, reason: str | None) -> None:
    """The answer was lost and Bo went on: the batch is found before anything is planned."""
    bo, batch = another(session), make_id()
    take = [table.parse_action(session, "www" if reason else "wug")]
    recorded = session.record(take, reason, batch)
    bo.refresh()
    bo.record([table.parse_action(bo, "wrk")])
    for each in (session, another(session)):
        again = each.record(take, reason, batch)
        assert [frame.entry.event for frame in again] == [f.entry.event for f in recorded]
    assert session.timeline.version == bo.timeline.version
    with pytest.raises(Conflict):
        session.record([table.parse_action(session, "a: ugr")], reason, batch)


def test_a_correction_of_what_has_moved_on_is_asked_about(session: Session) -> None:
    """The undo was meant for what Ana saw last, not for what Bo recorded meanwhile."""
    table.type_accepted(table.open_desk(session), "wug")
    bo = another(session)
    bo.record([table.parse_action(bo, "wrk")])
    with pytest.raises(Overtaken):
        session.undo()
    assert session.timeline.line.struck == {}


def test_remarks_hold_whatever_others_record(session: Session) -> None:
    """A note about a position stays about it."""
    bo = another(session)
    bo.record([table.parse_action(bo, "wug")])
    session.note("a long think", 16)
    assert [note.text for _, note in session.timeline.notes()[16]] == ["a long think"]
    assert session.timeline.version == 18


def test_a_match_that_was_closed_meanwhile_is_not_recorded_on(session: Session) -> None:
    """Although the game could go on."""
    another(session).close(Close(how="abandoned"))
    with pytest.raises(Overtaken) as overtaken:
        session.record([table.parse_action(session, "wug")])
    assert [event.type for event in overtaken.value.meanwhile] == [Close.type]
    assert session.ledger.find("maple").version == 17


def test_who_always_loses_is_told_in_the_end(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Silent retries are few."""

    def lost(*_: object, **__: object) -> list[Event]:
        raise Conflict("lost again")

    monkeypatch.setattr(session.ledger, "append", lost)
    with pytest.raises(Overtaken):
        session.record([table.parse_action(session, "wug")])


def test_two_recorders_in_turn(session: Session) -> None:
    """Each records what the other's last event asks for; both end with the same match."""
    sessions = [session, another(session)]
    for number in range(12):
        mine = sessions[number % 2]
        mine.refresh()
        mine.record(deal_actions(mine, number, 1))
    for each in sessions:
        each.refresh()
    assert dump_frames(sessions[0].timeline) == dump_frames(sessions[1].timeline)
    assert [e.version for e in session.timeline.events] == list(range(1, 29))


def test_F16_loser_of_two_undos_is_shown_what_was_struck(session: Session) -> None:
    """Both undo Bo's turn at once; who comes late reads that it is struck already."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug", "wrk")
    other = another(session)
    plan = session.plan(*plan_undo(session.timeline))
    other.undo()
    with pytest.raises(Overtaken) as overtaken:
        session.commit(plan)
    assert [event.type for event in overtaken.value.meanwhile] == [Strike.type]


def test_F16_reply_names_the_struck_event(session: Session) -> None:
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug", "wrk")
    another(session).undo()
    (reply,) = desk.handle("undo")
    assert reply.kind == "overtaken"
    assert reply.shows[0] == "1 event was recorded by somebody else meanwhile:"
    assert "19  strikes 18: Bo takes" in str(reply.shows[1])
    assert session.timeline.line.struck == {18: 19}

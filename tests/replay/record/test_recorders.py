"""Two recorders of one match: who comes late is shown what happened meanwhile."""

from __future__ import annotations

import pytest

from ledger.clerk import Close, Note, Strike
from ledger.errors import Conflict
from ledger.event import Event
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


def test_a_ruling_is_not_carried_over(session: Session) -> None:
    """The reason was given for another position."""
    another(session).note("thirsty")
    with pytest.raises(Overtaken):
        session.record([table.parse_action(session, "www")], "fine")
    assert not session.timeline.rulings()


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

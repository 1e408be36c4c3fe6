"""A live recording: everything is an event, and every correction can be corrected."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from unicodedata import normalize

import pytest
from msgspec.structs import replace

from engines.splendor.actions import Pass, Reserve, Result, Take
from engines.values import DecodeError, SetupError
from ledger.clerk import Close, Note, Open, Ruling, Strike
from ledger.errors import NotCanonical
from ledger.event import Draft
from ledger.store import Ledger
from replay.base.errors import NothingToDo
from replay.record.corrections import plan_amendment
from replay.record.match_names import load_names
from replay.record.opening import open_match
from replay.record.session import Session, Unruled
from replay.referee.audit import audit_match
from tests import table
from tests.replay.walks import deal_actions
from tests.some import some


def tokens(session: Session, seat: str = "a") -> dict[str, int]:
    """What lies before a seat."""
    return dict(session.state.book.holding(f"{seat}.tokens"))


def another(session: Session, actor: str = "bo") -> Session:
    """Somebody else who records the same match."""
    return Session(session.ledger, session.info, actor)


# -- opening -------------------------------------------------------------------------------------


def test_a_match_gets_a_word_for_its_name(ledger: Ledger) -> None:
    """One of a list, so that a few letters are enough; never one that is taken."""
    names = []
    for _ in range(30):
        info = open_match(ledger, Open(game="splendor", rules="", seats=table.SEATS), "tess")
        names.append(info.name)
    assert len(set(names)) == 30
    assert {name.split("-")[0] for name in names} <= set(load_names())


def test_the_rules_are_those_of_today(ledger: Ledger) -> None:
    """The revision is kept with the match."""
    session = table.open_session(ledger)
    assert session.timeline.opening.rules == session.engine.rules
    assert session.info.rules == session.engine.rules


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": ("Ana",)},
        {"seats": ("A", "B", "C", "D", "E")},
        {"first": 2},
        {"level": "everything"},
        {"options": {"no_such": True}},
        {"options": {"tie_tokens": "perhaps"}},
    ],
    ids=str,
)
def test_what_the_rules_do_not_have_is_not_opened(ledger: Ledger, wrong: dict[str, Any]) -> None:
    """And leaves nothing behind."""
    with pytest.raises(SetupError):
        table.open_session(ledger, **wrong)
    assert ledger.matches() == []


def test_names_are_composed_wherever_they_are_kept(ledger: Ledger) -> None:
    """In the log, in listings and for whoever looks for them."""
    session = table.open_session(
        ledger, name=normalize("NFD", "가을"), seats=(normalize("NFD", "민지"), "Bo")
    )
    assert session.timeline.seats == ("민지", "Bo")
    assert session.info.seats == ("민지", "Bo")
    assert session.info.name == session.timeline.opening.name == "가을"


# -- recording -----------------------------------------------------------------------------------


def test_what_is_recorded_is_in_the_log_at_once(session: Session) -> None:
    """With the state's digest beside it."""
    (frame,) = session.record([table.parse_action(session, "wug")])
    stored = session.ledger.events(session.info.match_id)[-1]
    assert stored == frame.entry.event
    assert stored.actor == "tess"
    assert stored.data() == {"seat": 0, "tokens": {"blue": 1, "green": 1, "white": 1}}
    assert frame.version in session.ledger.digests(session.info.match_id)


def test_several_actions_are_one_append(session: Session) -> None:
    """All of them or none: the second breaks a rule, so the first is not recorded either."""
    wug, www = table.parse_action(session, "wug"), table.parse_action(session, "b: www")
    with pytest.raises(Unruled) as refused:
        session.record([wug, www])
    assert refused.value.action == www
    assert {breach.rule for breach in refused.value.breaches} == {"S5"}
    assert session.timeline.version == session.ledger.find("maple").version == table.FIRST - 1


def test_later_actions_are_judged_after_the_earlier_ones(session: Session) -> None:
    """It is Bo's turn only once Ana has had hers."""
    session.record([table.parse_action(session, "wug"), table.parse_action(session, "b: wrk")])
    assert not any(frame.breaches for frame in some(session.timeline.frames))


def test_a_breach_with_a_reason_becomes_a_ruling(session: Session) -> None:
    """Of the table, about that event, by that rule."""
    session.record([table.parse_action(session, "www")], "we play it that way")
    assert session.timeline.at(17).breaches[0].rule == "S5"
    ((version, ruling),) = session.timeline.rulings()[17]
    assert version == 18
    assert ruling == Ruling(at=17, rules=("S5",), reason="we play it that way", by="tess")


def test_every_breach_of_several_actions_is_ruled_on(session: Session) -> None:
    """And only those; the rulings stand after the actions they are about."""
    actions = [table.parse_action(session, text) for text in ("www", "b: wur", "kkk")]
    session.record(actions, "a friendly evening")
    rulings = session.timeline.rulings()
    assert {at: ruling[0][1].rules for at, ruling in rulings.items()} == {17: ("S5",), 19: ("S5",)}


def test_an_empty_reason_is_a_reason(session: Session) -> None:
    """What counts as one is for whoever asks; no reason at all is refused."""
    with pytest.raises(Unruled):
        session.record([table.parse_action(session, "www")])
    session.record([table.parse_action(session, "www")], "")
    assert session.timeline.version == 18


@pytest.mark.parametrize(
    "action",
    [Take(seat=2, tokens={"red": 1}), Pass(seat=-2), Result(points=(1, 2, 3))],
    ids=str,
)
def test_what_the_match_does_not_have_is_refused(session: Session, action: Take) -> None:
    """A reason does not help: there is no such seat."""
    with pytest.raises(DecodeError):
        session.record([action], "but I saw it")
    assert session.timeline.version == table.FIRST - 1


def test_what_has_no_canonical_form_is_refused(session: Session) -> None:
    """Before anything is written."""
    with pytest.raises(NotCanonical):
        session.note("half a character: \ud83d")
    with pytest.raises(NotCanonical):
        session.record([Take(seat=0, tokens={"red": 2**60})], "so many")
    assert session.ledger.find("maple").version == table.FIRST - 1


def test_recording_no_action_stores_nothing(session: Session) -> None:
    assert session.record([]) == []
    assert session.timeline.version == table.FIRST - 1


def test_a_closed_match_takes_no_more_actions(session: Session) -> None:
    """It is reopened first; remarks and corrections are about what was."""
    session.close(Close(how="abandoned"))
    with pytest.raises(NothingToDo, match="closed"):
        session.record([table.parse_action(session, "wug")])
    session.note("a pity")
    session.reopen()
    session.record([table.parse_action(session, "wug")])


# -- amending and inserting ----------------------------------------------------------------------


def test_an_amended_event_reads_otherwise(session: Session) -> None:
    """Everything after it is folded again; the stream still has what was typed."""
    table.type_accepted(table.open_desk(session), "wug", "wrk")
    session.amend(17, table.parse_action(session, "a: ugr"), "misheard")
    assert tokens(session) == {"blue": 1, "green": 1, "red": 1}
    assert session.timeline.events[16].data()["tokens"] == {"blue": 1, "green": 1, "white": 1}
    assert session.timeline.events[18].data()["reason"] == "misheard"


def test_a_forgotten_action_is_put_where_it_happened(session: Session) -> None:
    """And the turns after it fall into place."""
    table.type_accepted(table.open_desk(session), "wug")
    session.record([table.parse_action(session, "a: wrk")], "whose turn is it?")
    assert session.timeline.at(18).breaches
    session.insert(17, table.parse_action(session, "b: kgr"))
    assert not session.timeline.at(18).breaches
    assert [frame.version for frame in session.timeline.actions()][-3:] == [17, 20, 18]


def test_a_correction_says_beforehand_what_it_changes(session: Session) -> None:
    """Breaches that appear and vanish, totals, the winner, what cannot be explained."""
    table.type_accepted(
        table.open_desk(session), "www ! so what", "rkg", "uuu ! again", "grk", "b11", "?"
    )
    events, state = session.timeline.events[:], session.state
    change = plan_amendment(session.timeline, 17, table.parse_action(session, "a: wug"))
    found = session.consequences(change)
    assert [(version, breach.rule) for version, breach in found.vanish] == [(17, "S5")]
    assert found.appear == []
    assert found.unaccounted == {}
    assert (session.timeline.events, session.state) == (events, state)
    session.correct(change)
    assert not session.timeline.at(17).breaches


def test_what_a_correction_leaves_unexplained_is_said(session: Session) -> None:
    """Ana pays what she now never took."""
    table.type_accepted(table.open_desk(session), "uuu ! so what", "rkg", "b11", "1wg4")
    found = session.consequences(
        plan_amendment(session.timeline, 17, table.parse_action(session, "a: rgk"))
    )
    assert found.unaccounted == {"blue": -3}
    assert "BOOK" in {breach.rule for version, breach in found.appear if version == 20}


def test_a_correction_says_who_wins_then(session: Session) -> None:
    """Totals by seat and winners, before and after."""
    table.type_accepted(table.open_desk(session), "= a points 15 ! counted", "wug", "wrk")
    found = session.consequences(
        plan_amendment(session.timeline, 17, table.parse_action(session, "= b points 16"))
    )
    assert found.totals == [(15, 0), (0, 16)]
    assert found.winners == ((0,), (0,)) or found.winners[0] != found.winners[1]


@pytest.mark.parametrize("target", [1, 19, 20])
def test_an_event_keeps_its_nature(session: Session, target: int) -> None:
    """A clerk's event does not become a move: not the opening, a note, or a strike."""
    table.type_accepted(table.open_desk(session), "wug", "wrk", "note hm", "undo 18")
    with pytest.raises(NothingToDo, match="cannot become"):
        session.amend(target, table.parse_action(session, "a: ugr"))
    with pytest.raises(NothingToDo, match="cannot become"):
        session.amend(17, Note(text="not a move"))


def test_a_note_can_be_worded_otherwise(session: Session) -> None:
    """By another note."""
    session.note("teh table")
    session.amend(17, Note(text="the table", at=16))
    assert [note.text for _, note in session.timeline.notes()[16]] == ["the table"]


def test_a_struck_event_is_not_amended(session: Session) -> None:
    """It is brought back first."""
    table.type_accepted(table.open_desk(session), "wug", "undo")
    with pytest.raises(NothingToDo, match="struck"):
        session.amend(17, table.parse_action(session, "ugr"))


@pytest.mark.parametrize("n", [0, -1, 17, 10**12])
def test_nothing_is_corrected_where_nothing_is(session: Session, n: int) -> None:
    """Neither amended nor followed."""
    wug = table.parse_action(session, "wug")
    for correct in (session.amend, session.insert):
        with pytest.raises(LookupError, match="1 to 16"):
            correct(n, wug)
    with pytest.raises(LookupError, match="1 to 16"):
        session.note("hm", n)
    assert session.timeline.version == 16


def test_listings_follow_the_corrections(session: Session) -> None:
    """Who sat there, how it ended."""
    session.amend(1, replace(session.timeline.opening, seats=("Anna", "Bo"), title="finals"))
    session.close(Close(how="finished", points=(15, 12), winners=(0,)))
    info = session.ledger.find("maple")
    assert (info.seats, info.title, info.how) == (("Anna", "Bo"), "finals", "finished")
    session.reopen()
    info = session.ledger.find("maple")
    assert (info.closed_at, info.how) == (None, "")


def test_a_match_is_closed_when_it_is_closed(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not when the last event before was recorded, days ago."""
    with monkeypatch.context() as earlier:
        earlier.setattr("ledger.store.format_now", lambda: "2026-11-01T20:15:00.000Z")
        session.record([table.parse_action(session, "wug")])
    session.close(Close(how="abandoned"))
    closed_at = datetime.fromisoformat(session.ledger.find("maple").closed_at or "")
    recorded_at = datetime.fromisoformat(session.timeline.events[-1].recorded_at)
    assert abs(closed_at - recorded_at) < timedelta(seconds=5)


def test_every_correction_leaves_an_intact_record(session: Session) -> None:
    """Also one in the middle: its digest is that of the whole line after it."""
    table.type_accepted(table.open_desk(session), "wug", "wrk", "ugr", "kgr")
    session.insert(17, table.parse_action(session, "b: wur"))
    session.amend(18, table.parse_action(session, "a: wwu"))
    session.undo(19)
    session.record(deal_actions(session, 3, 2), "on we go")
    audit = audit_match(session.ledger, session.info)
    assert audit.intact, audit.findings


# -- remarks -------------------------------------------------------------------------------------


def test_a_note_is_about_the_position_it_was_written_at(session: Session) -> None:
    """Or another one."""
    session.note("now")
    session.note("then", 5)
    assert session.timeline.notes() == {
        16: [(17, Note(text="now", at=16))],
        5: [(18, Note(text="then", at=5))],
    }


def test_a_ruling_cites_what_was_broken_there(session: Session) -> None:
    """Unless it says by which rules; a position where nothing was broken cites none."""
    table.type_accepted(table.open_desk(session), "www ! fine", "wrk")
    session.rule(17, "penalty", "a drink", by="Cy")
    session.rule(19, "stands", "nothing wrong")
    session.rule(17, "stands", "by the book", rules=("S4",))
    found = [ruling for at in (17, 19) for _, ruling in session.timeline.rulings()[at]]
    assert [ruling.rules for ruling in found] == [("S5",), ("S5",), ("S4",), ()]
    assert found[1].by == "Cy"


def test_a_ruling_on_a_struck_event_cites_no_other_events_breaches(session: Session) -> None:
    """What was broken before it is not its doing."""
    session.record(
        [table.parse_action(session, "www"), table.parse_action(session, "b: wrk")], "fine"
    )
    session.undo(18)
    session.rule(18, "taken-back", "changed his mind")
    (ruling,) = (ruling for _, ruling in session.timeline.rulings()[18])
    assert ruling.rules == ()


@pytest.mark.parametrize("rule", ["S3", "S16", "BOOK", "S99", "", "s5 "])
def test_only_a_prohibition_can_be_waived(session: Session, rule: str) -> None:
    """A rule that says what happens cannot."""
    with pytest.raises(NothingToDo):
        session.waive(rule)


def test_closing_returns_the_seal(session: Session) -> None:
    """The head of the chain, as the score sheet gets it."""
    sealed = session.close(Close(how="abandoned"))
    assert sealed == session.seal
    assert sealed.replace("-", "") == session.timeline.events[-1].hash[:32]


def test_an_open_match_is_not_reopened(session: Session) -> None:
    """There is no closing to strike."""
    with pytest.raises(NothingToDo, match="open"):
        session.reopen()


# -- drafts --------------------------------------------------------------------------------------


def test_a_lost_answer_is_no_second_event(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The append came through, its answer did not; trying again with the same drafts is safe."""
    kept: list[list[Draft]] = []
    append = session.ledger.append

    def twice(match: str, expected: int, drafts: list[Draft], *a: object, **k: object) -> object:
        kept.append(drafts)
        append(match, expected, drafts, *a, **k)  # type: ignore[arg-type]
        return append(match, expected, drafts, *a, **k)  # type: ignore[arg-type]

    monkeypatch.setattr(session.ledger, "append", twice)
    session.record([table.parse_action(session, "wug")])
    assert session.timeline.version == 17
    assert session.ledger.find("maple").version == 17


def test_reserving_names_a_card_that_is_there(session: Session) -> None:
    """Actions are typed; what is recorded is the id."""
    (frame,) = session.record([table.parse_action(session, "r 2rk5")])
    assert isinstance(frame.action, Reserve)
    assert frame.entry.event.data()["card"] == "2r-k5"
    assert Strike.type not in {event.type for event in session.timeline.events}

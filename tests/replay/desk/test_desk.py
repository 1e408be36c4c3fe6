"""Tests of the desk: a typed line is carried out, or refused in one paragraph that helps."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ledger.clerk import Note, Waive
from ledger.errors import UnwritableLedger
from ledger.store import Ledger
from replay.desk.commands import COMMANDS, split_command
from replay.desk.correction_dialogue import preview_correction
from replay.desk.desk import Desk
from replay.desk.proposals import propose_amendment
from replay.desk.replies import BoardRequest, LogRequest, Reply
from replay.explain.explanations import Explanation
from replay.record.session import Session
from replay.speech import log_lines
from tests import table
from tests.some import some


def type_line(desk: Desk, line: str) -> Reply:
    """Type a line and return its only reply."""
    (reply,) = desk.handle(line)
    return reply


def last_version(desk: Desk) -> int:
    """Return the number of the last event."""
    return desk.session.timeline.version


def payload(desk: Desk, version: int) -> dict[str, Any]:
    """Return the stored payload of an event."""
    return desk.session.timeline.events[version - 1].data()


# -- actions -------------------------------------------------------------------------------------


def test_a_line_is_an_action(desk: Desk) -> None:
    """It is recorded at once, and the reply holds its frame."""
    reply = type_line(desk, "wug")
    assert reply.kind == "recorded"
    assert [frame.version for frame in reply.frames] == [17]
    said = log_lines.write_log_line(reply.frames[0], desk.voice)
    assert said.split()[:2] == ["17", "Ana"]


def test_several_actions_go_on_one_line(desk: Desk) -> None:
    """Each is an event. The first that cannot be carried out stops the rest."""
    assert [reply.kind for reply in desk.handle("wug; wrk")] == ["recorded", "recorded"]
    assert [reply.kind for reply in desk.handle("ugr; xyzzy; grk")] == ["recorded", "refused"]
    assert last_version(desk) == 19


@pytest.mark.parametrize("line", ["", "   ", "\t", ";", " ; ; "])
def test_an_empty_line_has_no_reply(desk: Desk, line: str) -> None:
    """It never means zero or pass."""
    assert list(desk.handle(line)) == []
    assert last_version(desk) == 16


def test_a_breach_is_not_recorded_without_a_reason(desk: Desk) -> None:
    """The reply says what is wrong, what the rule says, and how to record it all the same."""
    reply = type_line(desk, "www")
    assert reply.kind == "breach"
    assert {breach.rule for breach in reply.breaches} == {"S5"}
    said = table.join_replies([reply])
    assert desk.voice.rule_text("S5") in said
    assert "!" in said
    assert last_version(desk) == 16


def test_the_reason_may_follow_on_the_next_line(desk: Desk) -> None:
    """A line that begins with ``!`` records what was refused last."""
    type_line(desk, "www")
    reply = type_line(desk, "! we all agreed")
    assert reply.kind == "recorded"
    ((_, ruling),) = desk.session.timeline.rulings()[17]
    assert (ruling.reason, ruling.rules, ruling.by) == ("we all agreed", ("S5",), "tess")


def test_the_reason_may_stand_behind_the_actions(desk: Desk) -> None:
    """It takes the rest of the line, ``;`` and ``!`` included."""
    table.type_accepted(desk, "wug; kkk ! Bo's birthday; he may! (once)")
    ((_, ruling),) = desk.session.timeline.rulings()[18]
    assert ruling.reason == "Bo's birthday; he may! (once)"


@pytest.mark.parametrize("line", ["www !", "www !   "])
def test_an_exclamation_mark_alone_is_no_reason(desk: Desk, line: str) -> None:
    """The line is refused."""
    assert type_line(desk, line).kind == "refused"
    assert last_version(desk) == 16


def test_a_reason_without_refused_actions_is_refused(desk: Desk) -> None:
    """Actions that were refused before the last line are forgotten."""
    assert type_line(desk, "! because").kind == "refused"
    type_line(desk, "www")
    type_line(desk, "wug")
    assert type_line(desk, "! because").kind == "refused"
    type_line(desk, "kkk")
    assert type_line(desk, "!").kind == "refused"
    assert type_line(desk, "! because").kind == "recorded"
    assert last_version(desk) == 19


def test_a_reason_without_a_breach_becomes_a_note(desk: Desk) -> None:
    """The reply says so, and undo strikes the note with its action."""
    (reply,) = table.type_accepted(desk, "wug ! just in case; x")
    assert table.join_replies([reply]) == "No rule is broken; kept as a note: just in case; x"
    assert last_version(desk) == 18
    note = desk.session.timeline.events[-1]
    assert (note.type, note.data()) == ("log.note", {"at": 17, "text": "just in case; x"})
    table.type_accepted(desk, "undo")
    assert desk.session.timeline.line.struck.keys() == {17, 18}


def test_a_slightly_misspelt_word_is_understood(desk: Desk) -> None:
    """The reply says what it was taken for."""
    reply = type_line(desk, "= a saphire 3")
    assert reply.kind == "recorded"
    assert table.join_replies([reply]) == "(saphire read as sapphire)"
    assert payload(desk, 17)["holds"] == {"a.tokens": {"blue": 3}}


def test_a_code_is_never_guessed(desk: Desk) -> None:
    """A similar code is only suggested."""
    reply = type_line(desk, "r 2rk5x")
    assert reply.kind == "refused"
    assert "2r-k5" in table.join_replies([reply])


@pytest.mark.parametrize("line", ["what can I do", "the", "who is this", "what is the"])
def test_F9_a_sentence_that_shares_a_word_with_a_name_records_nothing(
    ledger: Ledger, line: str
) -> None:
    """While nobles and cards are asked for it is a question, or refused: no Isabella of Castile."""
    for game in ("splendor", "seven-wonders-duel"):
        opened = table.open_desk(table.open_session(ledger, game=game, name=game))
        reply = type_line(opened, line)
        assert reply.kind in ("refused", "told")
        assert not reply.frames
        assert "Isabella" not in table.join_replies([reply])


@pytest.mark.parametrize("line", ["helpp", "xpx", "undoo", "passs me that", "wugx"])
def test_a_word_that_only_contains_a_name_is_refused(desk: Desk, line: str) -> None:
    """A letter of a word is no abbreviation, and a sentence is not one of its words."""
    assert type_line(desk, line).kind == "refused"


@pytest.mark.parametrize(
    ("line", "meant"),
    [("undoo", "undo"), ("reserv 23", "reserve"), ("helpp", "help")],
)
def test_the_most_similar_word_is_suggested(desk: Desk, line: str, meant: str) -> None:
    """It may be a verb of the game or a command of the desk."""
    assert meant in table.join_replies([type_line(desk, line)]).partition("mean")[2]


def test_an_ambiguous_name_is_refused_with_its_candidates(desk: Desk) -> None:
    """Nothing is recorded."""
    reply = type_line(desk, "r sapphire")
    assert reply.kind == "refused"
    assert "1u-k3" in table.join_replies([reply])
    assert "2u-u5" in table.join_replies([reply])
    assert last_version(desk) == 16


# -- commands ------------------------------------------------------------------------------------


@pytest.mark.parametrize("undo", ["undo", "u", "취소", "UNDO"])
@pytest.mark.parametrize("redo", ["redo", "다시"])
def test_undo_and_redo_by_any_of_their_names(desk: Desk, undo: str, redo: str) -> None:
    """Names are understood in any language and case."""
    table.type_accepted(desk, "wug")
    table.type_accepted(desk, undo)
    assert 17 in desk.session.timeline.line.struck
    table.type_accepted(desk, redo)
    assert 17 not in desk.session.timeline.line.struck


def test_undo_by_number_strikes_that_event(desk: Desk) -> None:
    """It need not be the last one."""
    table.type_accepted(desk, "wug", "wrk", "undo 17")
    assert desk.session.timeline.line.struck == {17: 19}


def test_amend_shows_what_changes(desk: Desk) -> None:
    """The text is parsed in the state at that event, and may end with a reason."""
    table.type_accepted(desk, "wug", "wrk")
    reply = type_line(desk, "amend 17 uuu ! it was three")
    assert reply.kind == "told"
    said = table.join_replies([reply])
    assert "17" in said
    assert "S5" in said
    assert payload(desk, last_version(desk))["reason"] == "it was three"


def test_amend_without_a_text_offers_the_old_one_for_editing(desk: Desk) -> None:
    """Nothing is recorded until the edited line is typed."""
    table.type_accepted(desk, "wug")
    reply = type_line(desk, "amend 17")
    assert reply.prefill.startswith("amend 17 ")
    assert last_version(desk) == 17
    table.type_accepted(desk, reply.prefill.replace("w1", "r1"))
    assert payload(desk, 18)["payload"]["tokens"] == {"red": 1, "blue": 1, "green": 1}


def test_the_text_that_amend_offers_changes_nothing(desk: Desk) -> None:
    """Typed unchanged, it is refused and not recorded."""
    table.type_accepted(desk, "wug", "r 2rk5", "2kw5", "b11=wug ! fine", "1kg3")
    before = last_version(desk)
    for version in (17, 18, 19, 20, 22):
        (reply,) = desk.handle(type_line(desk, f"amend {version}").prefill)
        assert reply.kind == "refused"
        assert "already" in table.join_replies([reply])
    assert last_version(desk) == before


def test_an_insertion_stands_after_its_event(desk: Desk) -> None:
    """The later action is then no breach."""
    table.type_accepted(desk, "wug", "a: rgk ! out of turn", "insert 17 b: kgr ! forgotten")
    assert [f.version for f in desk.session.timeline.actions()][-3:] == [17, 20, 18]
    assert not desk.session.timeline.at(18).breaches


def test_a_correction_ends_at_a_semicolon(desk: Desk) -> None:
    """The next part of the line is carried out by itself."""
    table.type_accepted(desk, "wur")
    replies = table.type_lines(desk, "amend 17 wug; wrk")
    assert replies[0].kind == "told"
    assert len(replies) == 2


def test_an_insertion_takes_the_rest_of_the_line(desk: Desk) -> None:
    """All actions behind it are inserted, none is recorded as new."""
    table.type_accepted(desk, "wug", "b: wrk")
    (reply,) = table.type_lines(desk, "insert 17 b: kgr; a: kgr ! forgotten")
    assert reply.kind == "told"
    assert [f.version for f in desk.session.timeline.actions()][-4:] == [17, 19, 20, 18]


def test_a_preview_says_what_the_correction_says(desk: Desk) -> None:
    """Nothing is recorded."""
    table.type_accepted(desk, "www ! so", "wrk ! so")
    before = last_version(desk)
    said = list(preview_correction(desk.table, propose_amendment(desk.table, 17, "wug")))
    assert any("S5" in text for text in said)
    assert last_version(desk) == before
    assert said[1:] == list(type_line(desk, "amend 17 wug").shows)[1:]


@pytest.mark.parametrize(
    "line", ["note Bo; yawns! # twice", "# Bo; yawns! # twice", "메모 Bo; yawns! # twice"]
)
def test_a_note_is_free_text(desk: Desk, line: str) -> None:
    """It takes the rest of the line, ``;`` included."""
    assert type_line(desk, line).kind == "told"
    ((_, note),) = desk.session.timeline.notes()[16]
    assert note == Note(text="Bo; yawns! # twice", at=16)


@pytest.mark.parametrize("decision", ["stands", "taken-back", "corrected", "replayed", "penalty"])
def test_a_ruling_is_recorded_with_its_reason(desk: Desk, decision: str) -> None:
    """Every decision can be typed."""
    table.type_accepted(desk, "www ! hm", f"rule 17 {decision} after a talk; a long one")
    _, ruling = desk.session.timeline.rulings()[17][-1]
    assert (ruling.decision, ruling.reason) == (decision, "after a talk; a long one")


def test_rules_are_waived_and_restored(desk: Desk) -> None:
    """A waived rule is not checked, a restored one is."""
    table.type_accepted(desk, "waive S5", "www", "unwaive S5")
    assert type_line(desk, "kkk").kind == "breach"
    events = [e.data() for e in desk.session.timeline.events if e.type == Waive.type]
    assert events == [{"rule": "S5"}, {"rule": "S5", "waived": False}]


def test_questions_record_nothing(desk: Desk) -> None:
    """The board, the log, why and help are shown."""
    table.type_accepted(desk, "wug")
    shows = [
        type_line(desk, line).shows for line in ("board", "log", "log 3", "why ana.blue", "help")
    ]
    assert shows[0] == (BoardRequest(),)
    assert shows[1] == (LogRequest(10),)
    assert shows[2] == (LogRequest(3),)
    assert isinstance(shows[3][0], Explanation)
    assert shows[3][0].total == 1
    assert desk.voice.say("help.short") in shows[4]
    assert last_version(desk) == 17


def test_why_after_an_earlier_event(desk: Desk) -> None:
    """Before the take there was nothing."""
    table.type_accepted(desk, "wug")
    (found,) = type_line(desk, "why ana.blue @16").shows
    assert isinstance(found, Explanation)
    assert found.total == 0


@pytest.mark.parametrize("line", ["quit", "q", "exit", "끝"])
def test_the_parts_behind_quit_are_not_carried_out(desk: Desk, line: str) -> None:
    """Quit is understood by any of its names."""
    assert [reply.kind for reply in desk.handle(f"{line}; wug")] == ["left"]
    assert last_version(desk) == 16


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_found_by_all_its_names(desk: Desk, command: str) -> None:
    """None of them is taken for an action."""
    record = COMMANDS[command]
    for name in some(record.names()):
        assert split_command(desk.table, name) == (record, "")
        assert split_command(desk.table, f"{name} 17 x") == (record, "17 x")
        assert split_command(desk.table, f"{name}x") == (None, f"{name}x")


def test_the_prompt_says_what_is_asked(session: Session) -> None:
    """It shows the number of the next event, and the seat or the place that is asked about."""
    desk = table.open_desk(session)
    assert desk.write_prompt() == "17 a Ana> "
    table.type_accepted(desk, "r 2rk5")
    assert desk.write_prompt().startswith("18 ")
    assert desk.write_prompt().endswith("? ")
    table.type_accepted(desk, "?")
    assert desk.write_prompt() == "19 b Bo> "


# -- what is refused -----------------------------------------------------------------------------

WRONG = [
    "xyzzy",
    "b",
    "b99",
    "b24",
    "r",
    "d4",
    "n",
    "n w9",
    "z: wug",
    ": wug",
    "a:",
    "= ",
    "= a",
    "= a tokens many",
    "= c w1",
    "result",
    "result 1",
    "result 1 2 3",
    "result x y",
    "b11=z",
    "b11=q9",
    "wug-z",
    "wug ~noble=nobody",
    "wug ~other=1",
    "undo x",
    "undo 1",
    "undo 99",
    "undo -1",
    "undo 17 18",
    "redo",
    "amend x",
    "amend 99",
    "amend 1 wug",
    "amend 99 wug",
    "amend 2 xyzzy",
    "insert",
    "insert 2",
    "insert 0 wug",
    "insert 99 wug",
    "note",
    "#",
    "rule",
    "rule 2",
    "rule 2 maybe so",
    "rule 99 stands",
    "waive",
    "waive S3",
    "waive nonsense",
    "unwaive S99",
    "log x",
    "log -1",
    "why",
    "why nothing",
    "why a.red @99",
    "why a.red @x",
    "why price @1",
    "!",
    "! why",
    "note \ud83d",
    "www ! \ud83d",
    "w" + "9" * 400,
    "= a w" + "9" * 30,
    "undo " + "9" * 30,
    "wug" * 5000,
]


@pytest.mark.parametrize("line", WRONG, ids=lambda line: repr(line[:20]))
def test_bad_input_is_refused_in_one_paragraph_and_changes_nothing(
    session: Session, line: str
) -> None:
    """The paragraph says what is wrong. There is no traceback, and no part is recorded."""
    desk = table.open_desk(session)
    before = session.state
    replies = list(desk.handle(line))
    assert replies[-1].kind in ("refused", "breach")
    said = table.join_replies(replies)
    assert said.strip()
    assert "Traceback" not in said
    assert "Error" not in said
    if replies[-1].kind == "refused":
        assert "\n" not in said
        assert said.rstrip()[-1] in ".?!…)" or ";" in said or len(said) < 200
    assert session.state == before
    assert session.timeline.version == session.ledger.find("maple").version == 16


TYPED = """
wug wwu b11 b24 r23 d1 n p ? 2rk5 1wu3 2r 1w-u3 a: b: Bo: = w1 =w1 -r +1 +0 ~noble=- ! ; # undo redo
amend insert note rule waive unwaive board log why help 1 2 17 18 99 -1 0 points cards bonus bank
a.tokens red=3 result 15 12/8 stands S5 S3 price @17 @ , 가 밀밭 취소 왜 ' " { } [ % $(x) save
"""
WORDS = st.sampled_from([*TYPED.split(), "\x00", "\u202e", "\U0001f600", "\ud800", "\\"])
LINES = st.lists(WORDS | st.text(max_size=6), max_size=7).map(" ".join) | st.text(max_size=40)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(LINES, min_size=1, max_size=6))
@example(lines=["www", "! a reason", "undo", "redo", "amend 17 wug", "undo 17", "redo"])
@example(lines=["wug", "insert 17 b: wrk", "amend 18 ugr", "undo 18", "insert 18 kgr"])
def test_every_line_has_a_reply_that_matches_the_log(session: Session, lines: list[str]) -> None:
    """The replies hold exactly the events that were recorded."""
    desk = table.open_desk(session)
    session.refresh()
    for line in some(lines):
        before = session.ledger.find("maple").version
        replies = list(desk.handle(line))
        recorded = sum(len(reply.frames) for reply in replies)
        after = session.ledger.find("maple").version
        assert after == session.timeline.version
        if not any(reply.kind == "told" for reply in replies):
            assert after - before == recorded
        for reply in replies:
            table.join_replies([reply])


def test_a_full_disk_is_reported(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every way of recording reports it, and works again afterwards."""
    append = desk.session.ledger.append

    def full(*_: object, **__: object) -> None:
        raise UnwritableLedger("The disk is full.", "Free some space.")

    table.type_accepted(desk, "wug")
    type_line(desk, "kkk")
    monkeypatch.setattr(desk.session.ledger, "append", full)
    for line in ("! fine", "wrk", "note hm", "undo", "amend 17 wur", "waive S5", "rule 17 stands"):
        reply = type_line(desk, line)
        assert reply.kind == "refused", line
        assert "Free some space" in table.join_replies([reply])
    monkeypatch.setattr(desk.session.ledger, "append", append)
    assert type_line(desk, "wrk").kind == "recorded"
    assert desk.session.ledger.find("maple").version == 18


def test_events_of_another_recorder_are_shown(session: Session) -> None:
    """The line is not recorded, and no reason can be given for it."""
    bo = table.open_desk(Session(session.ledger, session.info, "bo"))
    ana = table.open_desk(session)
    table.type_accepted(bo, "wug")
    reply = type_line(ana, "wur")
    assert reply.kind == "overtaken"
    said = table.join_replies([reply])
    assert "1 event" in said
    assert "17" in said
    assert last_version(ana) == 17
    assert type_line(ana, "! but why").kind == "refused"


def test_H14_nobody_is_accused_on_a_table_that_others_have_moved_on(session: Session) -> None:
    """Bo's turn was recorded elsewhere, so Ana's is not out of turn: it is said what happened, and
    typed again it is recorded."""
    table.type_accepted(table.open_desk(session), "wug")
    ana = table.open_desk(Session(session.ledger, session.info, "ana"))
    table.type_accepted(table.open_desk(session), "rgk")
    reply = type_line(ana, "Ana wur")
    assert reply.kind == "overtaken"
    assert "Bo takes" in table.join_replies([reply])
    assert type_line(ana, "Ana wur").kind == "recorded"


def test_H14_a_word_that_means_nothing_yet_is_shown_what_others_recorded(session: Session) -> None:
    ana = table.open_desk(Session(session.ledger, session.info, "ana"))
    table.type_accepted(table.open_desk(session), "wug")
    assert type_line(ana, "frobnicate").kind == "overtaken"
    assert type_line(ana, "frobnicate").kind == "refused"


def test_a_reason_is_not_accepted_after_events_of_another_recorder(
    session: Session,
) -> None:
    """The reason was given for another position."""
    ana = table.open_desk(session)
    type_line(ana, "www")
    table.type_accepted(table.open_desk(Session(session.ledger, session.info, "bo")), "wug")
    assert type_line(ana, "! fine").kind == "overtaken"
    assert last_version(ana) == 17


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_desk_understands_and_answers_in_both_languages(session: Session, lang: str) -> None:
    """The same ids are recorded."""
    desk = table.open_desk(session, lang)
    said = table.join_replies(table.type_lines(desk, "www"))
    assert ("루비" in said or "다이아몬드" in said or "토큰" in said) == (lang == "ko")
    table.type_accepted(desk, "루비 사파이어 오닉스" if lang == "ko" else "ruby sapphire onyx")
    assert payload(desk, 17)["tokens"] == {"red": 1, "blue": 1, "black": 1}


# -- pasted lines --------------------------------------------------------------------------------


def test_F4_pasted_lines_are_carried_out_one_by_one(desk: Desk) -> None:
    """Pasted at once (bracketed paste), every line is a line: its own events, its own undo."""
    replies = list(desk.handle("wug\rwrk\r\n\nugr"))
    assert [reply.kind for reply in replies] == ["recorded"] * 3
    assert last_version(desk) == 19
    table.type_accepted(desk, "undo")
    assert desk.session.timeline.line.struck.keys() == {19}


def test_F4_two_dice_are_two_rolls(ledger: Ledger) -> None:
    """Machi Koro: ``3⏎4`` is a roll of 3 and a roll of 4, not one of two dice."""
    session = table.open_session(ledger, game="machi-koro")
    desk = table.open_desk(session)
    table.type_accepted(desk, "3\n4")
    rolls = [f.action for f in session.timeline.frames if f.entry.kind == "roll"]
    assert [getattr(roll, "dice", None) for roll in rolls] == [(3,), (4,)]


def test_F4_the_first_refused_line_stops_and_the_rest_is_shown(desk: Desk) -> None:
    """Nothing behind it is carried out."""
    replies = list(desk.handle("wug\nxyzzy\nwrk\nnote hm"))
    assert [reply.kind for reply in replies] == ["recorded", "refused"]
    assert replies[-1].shows[-3:] == ("2 more lines were not carried out:", "  wrk", "  note hm")
    assert last_version(desk) == 17


def test_F4_a_breach_stops_pasted_lines_too(desk: Desk) -> None:
    """A reason pasted behind it is not taken for another line's."""
    replies = list(desk.handle("www\nwug"))
    assert [reply.kind for reply in replies] == ["breach"]
    assert replies[-1].shows[-1] == "  wug"
    assert last_version(desk) == 16


# -- the end -------------------------------------------------------------------------------------


def test_G2_the_winner_is_announced_by_the_line_that_ends_the_game(ledger: Ledger) -> None:
    """At once, whatever may still be told; and only then."""
    desk = table.open_desk(table.open_session(ledger, level="results"))
    reply = type_line(desk, "result 15/9 12/8")
    assert any("Ana wins." in str(show) for show in reply.shows), reply.shows
    assert "wins" not in table.join_replies([type_line(desk, "note hm")])


def test_what_follows_from_a_ruling_names_its_event(desk: Desk) -> None:
    """`undo` alone would take back the ruling itself; a question follows from nothing."""
    table.type_accepted(desk, "wug")
    for text in ("undo", "log", ""):
        assert desk.follow_ruling(text).kind == "refused", text
    assert desk.session.timeline.version == 17
    reply = desk.follow_ruling("undo 17")
    assert reply.kind == "told"
    assert [frame.version for frame in desk.session.timeline.actions()][-1] == 16

"""Corrections keep the intent: what was typed as a place, or filled in, follows a correction."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ledger.clerk import Amend
from ledger.store import Ledger
from replay.desk.correction_dialogue import make_preview
from replay.desk.desk import Desk
from replay.desk.proposals import describe_followers, name_followers, propose_insertion
from replay.record.followers import Follower
from replay.record.session import Session
from replay.referee.audit import audit_match
from tests import table
from tests.engines.test_intents import shorten
from tests.replay.walks import deal_actions
from tests.some import some

MISREAD = 10
"""The event in which the card of the first slot of level 3 was turned up."""


@pytest.fixture
def desk(session: Session) -> Desk:
    """Ana and Bo have taken tokens, and Ana has reserved what lies in a slot."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug", "wrk", "r31")
    return desk


def open_game(ledger: Ledger, game: str, *lines: str, **details: Any) -> Desk:
    """Return the desk of a new match of a game in which some lines were typed."""
    desk = table.open_desk(table.open_session(ledger, game=game, **details))
    table.type_accepted(desk, *lines)
    return desk


def action_at(desk: Desk, version: int) -> Any:
    """Return the action of an event as it reads now."""
    return desk.session.timeline.at(version).action


def count_breaches(desk: Desk) -> int:
    """Return how many rules the match breaks."""
    return sum(len(frame.breaches) for frame in desk.session.timeline.frames)


def type_text(desk: Desk, *lines: str) -> str:
    """Type some lines and return what the desk says."""
    return table.join_replies(table.type_accepted(desk, *lines))


# -- Splendor ------------------------------------------------------------------------------------


def test_F11_a_card_typed_as_a_slot_follows_the_slot(desk: Desk) -> None:
    """The reservation is of the card that lies there, in one batch with the amendment."""
    before = desk.session.state
    said = type_text(desk, f"amend {MISREAD} 3gu7g3")
    assert "with it: 19 now reads: Ana reserves" in said
    assert "Everything after it still holds." in said
    assert action_at(desk, 19).card == action_at(desk, MISREAD).card == "3g-u7g3"
    assert count_breaches(desk) == 0
    assert not desk.session.state.book.holding("unaccounted")
    assert [event.type for event in desk.session.timeline.events[19:]] == [Amend.type] * 2
    assert audit_match(desk.session.ledger, desk.session.info).intact
    assert type_text(desk, "undo").startswith("Struck 2 events:")
    assert desk.session.state == before
    type_text(desk, "redo")
    assert action_at(desk, 19).card == "3g-u7g3"


def test_F11_a_second_correction_carries_on_too(desk: Desk) -> None:
    """The amendment of the later event keeps how it was meant."""
    type_text(desk, f"amend {MISREAD} 3gu7g3", f"amend {MISREAD} 3w-w3k7")
    assert action_at(desk, 19).card == "3w-w3k7"
    assert count_breaches(desk) == 0


def test_F11_the_first_amendment_alone_can_be_struck(desk: Desk) -> None:
    """The event that had followed it goes back with it."""
    was = action_at(desk, 19)
    type_text(desk, f"amend {MISREAD} 3gu7g3", "undo 20")
    assert action_at(desk, 19) == was
    assert count_breaches(desk) == 0


def test_F11_what_was_said_in_full_stays(session: Session) -> None:
    """A card that was named is the one that was named."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug", "wrk", "reserve 3wk7 @market.3.1")
    said = type_text(desk, f"amend {MISREAD} 3gu7g3")
    assert "with it" not in said
    assert action_at(desk, 19).card == "3w-k7"
    assert count_breaches(desk) > 0


def test_F11_an_event_without_an_intent_is_fully_specified(session: Session) -> None:
    """Those of older records are as they say."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug", "wrk")
    session.record([table.parse_action(session, "r31")])
    assert session.timeline.events[-1].intent is None
    assert "with it" not in type_text(desk, f"amend {MISREAD} 3gu7g3")
    assert action_at(desk, 19).card == "3w-k7"


def test_F11_what_was_turned_up_follows_the_place_that_was_asked_for(desk: Desk) -> None:
    """It was another slot that was emptied."""
    table.type_accepted(desk, "3w-w3k7")
    assert action_at(desk, 20).place == "market.3.1"
    type_text(desk, "amend 19 r32")
    assert action_at(desk, 20).place == "market.3.2"
    assert count_breaches(desk) == 0


def test_F13_the_usual_payment_is_worked_out_again(session: Session) -> None:
    """Ana took a third onyx where she was said to have reserved a card: no gold is needed."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "kk", "wrg", "r31", "3w-w3k7", "wug", "b12")
    assert action_at(desk, 22).paid == {"black": 2, "gold": 1}
    said = type_text(desk, "undo 20; amend 19 kwu")
    assert action_at(desk, 22).paid == {"black": 3}
    assert count_breaches(desk) == 0, said


def test_F13_a_payment_that_was_typed_stays(session: Session) -> None:
    """It says what lay on the table."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "kk", "wrg", "r31", "3w-w3k7", "wug", "b12=k2y1")
    type_text(desk, "undo 20; amend 19 kwu")
    assert action_at(desk, 22).paid == {"black": 2, "gold": 1}
    assert count_breaches(desk) > 0


def test_F13_a_count_of_points_is_worked_out_again(session: Session) -> None:
    """What the table counted is 4 points in all, however many the record knew of."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug", "wrk", "= a points 4 ! a rule of ours")
    assert action_at(desk, 19).holds["a.points"] == {"points": 4}
    type_text(desk, "amend 17 b 3wk7=kkkkkkk ! for nothing")
    assert action_at(desk, 19).holds["a.points"] == {"points": 0}


def test_F11_at_the_prompt_one_question_is_about_all_of_it(desk: Desk) -> None:
    """Yes corrects everything; what was shown with the question is not shown again."""
    asked: list[tuple[tuple[str, ...], str]] = []

    def confirm_all(shown: tuple[str, ...], question: str) -> bool:
        asked.append((shown, question))
        return True

    desk.table.confirm = lambda _shown, _harmless: pytest.fail("asked twice")
    desk.table.confirm_all = confirm_all
    said = type_text(desk, f"amend {MISREAD} 3gu7g3")
    ((shown, question),) = asked
    assert question == "Correct event 19 with it? [Y/n] "
    assert any(text.startswith("with it: 19 would read: Ana reserves") for text in shown)
    assert not any(text.startswith("now a breach") for text in some(shown))
    assert "19 now reads" in said
    assert "Everything after it" not in said
    assert action_at(desk, 19).card == "3g-u7g3"


@pytest.mark.parametrize("answer", [True, False])
def test_F11_whoever_says_no_is_asked_about_the_correction_alone(desk: Desk, answer: bool) -> None:
    """Then the breaches that it leaves are shown, and Enter means no."""
    asked: list[tuple[tuple[str, ...], bool]] = []

    def confirm(shown: tuple[str, ...], harmless: bool) -> bool:
        asked.append((shown, harmless))
        return answer

    desk.table.confirm = confirm
    desk.table.confirm_all = lambda _shown, _question: False
    (reply,) = desk.handle(f"amend {MISREAD} 3gu7g3")
    ((shown, harmless),) = asked
    assert any(text.startswith("now a breach: 19") for text in shown)
    assert not harmless
    assert reply.kind == ("told" if answer else "declined")
    assert action_at(desk, 19).card == "3w-k7"
    assert (count_breaches(desk) > 0) == answer


def test_F11_several_events_are_named_in_the_question(desk: Desk) -> None:
    """All of them read otherwise in one step."""
    table.type_accepted(desk, "3w-w3k7", "r32", "3r-g7r3")
    asked: list[str] = []

    def confirm_all(_shown: tuple[str, ...], question: str) -> bool:
        asked.append(question)
        return False

    desk.table.confirm = lambda _shown, _harmless: False
    desk.table.confirm_all = confirm_all
    list(desk.handle("amend 11 3u-w7u3"))
    list(desk.handle("amend 19 r33"))
    list(desk.handle("amend 10 12 1uk3 ! it lay there"))
    assert asked[:2] == ["Correct event 21 with it? [Y/n] ", "Correct event 20 with it? [Y/n] "]


@pytest.mark.parametrize("seed", range(6))
def test_F11_undoing_a_correction_restores_random_matches(session: Session, seed: int) -> None:
    """Whatever followed it. In between the record is intact."""
    desk = table.open_desk(session)
    for _turn in range(25):
        (action,) = deal_actions(session, seed + session.timeline.version, 1)
        text = min(shorten(session.engine.write(action)), key=len)
        if next(iter(desk.handle(text))).kind != "recorded":
            session.record([action], "so be it")
    frames = [frame for frame in session.timeline.frames if frame.action is not None]
    before, corrected = session.state, 0
    for frame in frames[5::7]:
        (action,) = deal_actions(session, seed, 1)
        (reply,) = desk.handle(f"amend {frame.version} {session.engine.write(action)}")
        if reply.kind == "told":
            assert audit_match(session.ledger, session.info).intact
            table.type_accepted(desk, "undo")
            corrected += 1
        assert session.state == before
    assert corrected


# -- the other games -----------------------------------------------------------------------------


DUEL = (
    "ec, st, mas, ur, ag, py, te, great lig, ci",
    "gr; py; te; ci",
    "gr, han, sp, ma",
    "han; sp; ma; gr",
    "qu, sc, pr, gl, ap, ba, stone r, th, pa, wor, al, lo",
)
"""The tokens, the draft and the first cards of 7 Wonders Duel."""


def find_slot(desk: Desk, slot: int) -> int:
    """Return the event in which the card of a slot of 7 Wonders Duel was told."""
    return next(
        frame.version
        for frame in desk.session.timeline.actions()
        if getattr(frame.action, "place", "") == f"slot.{slot}"
    )


def test_F11_seven_wonders_duel_a_discarded_slot_follows_its_card(ledger: Ledger) -> None:
    desk = open_game(ledger, "seven-wonders-duel", *DUEL, "16-")
    version = desk.session.timeline.version
    card = action_at(desk, version).card
    told = find_slot(desk, 16)
    assert action_at(desk, told).card == card
    type_text(desk, f"amend {told} 16 tavern")
    assert action_at(desk, version).card == "tavern"
    assert count_breaches(desk) == 0


EVENING = Path("examples/seven-wonders-duel-evening.txt")


def record_without(ledger: Ledger, line: int) -> tuple[Desk, int, str]:
    """Record the first age of an evening without one line; return also where it belongs, and it."""
    desk = table.open_desk(table.open_session(ledger, game="seven-wonders-duel", level="full"))
    place = 0
    lines = EVENING.read_text(encoding="utf-8").splitlines()[:35]
    for number, text in enumerate(lines):
        if number == line:
            place = desk.session.timeline.version
            continue
        if [reply.kind for reply in desk.handle(text)] == ["breach"]:
            table.type_accepted(desk, "! nobody noticed")
    return desk, place, lines[line]


@pytest.mark.parametrize("line", [15, 18, 20])
def test_F13_seven_wonders_duel_a_shift_works_out_what_nobody_typed(
    ledger: Ledger, line: int
) -> None:
    """A turn was forgotten. The prices of all later ones, and what discards bring, are those of the
    other seat then; the hint comes, and its shift leaves no breach."""
    desk, place, text = record_without(ledger, line)
    said = type_text(desk, f"insert {place} {text}")
    hint = re.search(r"“(shift [0-9]+)”", said)
    assert hint is not None, said
    type_text(desk, hint[1])
    assert count_breaches(desk) == 0
    assert not desk.session.state.book.holding("unaccounted")


def test_F13_seven_wonders_duel_no_shift_is_proposed_for_the_wrong_place(ledger: Ledger) -> None:
    """Two turns later the seats would change whose cards were built by then."""
    desk, place, text = record_without(ledger, 15)
    preview = make_preview(desk.table, propose_insertion(desk.table, place + 4, text))
    assert not any("shift" in change for change in some(preview.changes))


def test_F11_wizard_the_winner_of_a_corrected_trick_leads(ledger: Ledger) -> None:
    """The cards of the next trick were laid by those who came after the winner."""
    people = ("Ana", "Bo", "Cy")
    lines = ("g5", "0 1 0", "b7 b9 b2", "r4", "1 1 0", "r7 r9 r2", "b7 b3 b1")
    desk = open_game(ledger, "wizard", *lines, seats=people, level="actions")
    assert [action_at(desk, n).seat for n in range(16, 19)] == [0, 1, 2]
    said = type_text(desk, "amend 13 r12")
    assert [action_at(desk, n).seat for n in range(16, 19)] == [2, 0, 1], said
    assert not any(frame.breaches for frame in some(desk.session.timeline.frames[14:]))


def test_F11_wizard_a_trick_given_to_somebody_else_leads_on(ledger: Ledger) -> None:
    """``~winner=c`` on the last card of a trick."""
    people = ("Ana", "Bo", "Cy")
    lines = ("g5", "0 1 0", "b7 b9 b2", "r4", "1 1 0", "r7 r9 r2", "b7 b3 b1")
    desk = open_game(ledger, "wizard", *lines, seats=people, level="actions")
    type_text(desk, "amend 15 ~winner=c")
    assert [action_at(desk, n).seat for n in range(16, 19)] == [2, 0, 1]


def test_F11_machi_koro_the_supply_follows_what_was_counted(ledger: Ledger) -> None:
    """Before the first turn cards are counted out of the supply."""
    desk = open_game(ledger, "machi-koro", "= a ran 2", "= b ran 2")
    left = action_at(desk, 3).holds["supply"]["ranch"]
    type_text(desk, "amend 2 = a ran 1")
    assert action_at(desk, 3).holds["supply"]["ranch"] == left + 1
    assert count_breaches(desk) == 0


def test_F13_machi_koro_turns_follow_a_corrected_roll(ledger: Ledger) -> None:
    """It was no double: the next turn was Bo's."""
    desk = open_game(ledger, "machi-koro", "= a train 1 amusement 1", "3+3", "-", "1", "-")
    assert action_at(desk, 6).seat == 0
    type_text(desk, "amend 3 3+4")
    assert action_at(desk, 6).seat == 1
    assert count_breaches(desk) == 0


def test_F11_challengers_results_follow_the_plans(ledger: Ledger) -> None:
    """The plans were dealt to others: the duels were in other parks."""
    people = ("Ana", "Bo", "Cy", "Dee")
    lines = ("plans 1 2 3 4", "a2", "c3")
    desk = open_game(ledger, "challengers", *lines, seats=people, level="results")
    assert [action_at(desk, n).park for n in (3, 4)] == ["green", "red"]
    type_text(desk, "amend 2 plans 3 4 1 2")
    assert [action_at(desk, n).park for n in (3, 4)] == ["red", "green"]
    assert count_breaches(desk) == 0


@pytest.mark.parametrize(
    ("number", "named"),
    [
        (1, "2"),
        (2, "2 and 3"),
        (6, "2, 3, 4, 5, 6 and 7"),
        (7, "2, 3, 4, 5, 6, 7 and 1 more"),
        (9, "2, 3, 4, 5, 6, 7 and 3 more"),
    ],
)
def test_F11_followers_are_named_as_far_as_there_is_room(
    session: Session, number: int, named: str
) -> None:
    """Six of them, and how many there are besides."""
    frames = [frame for frame in session.timeline.frames if frame.action is not None]
    followers = [Follower(each, each.action, {}) for each in frames[:number] if each.action]
    assert name_followers(followers) == named
    desk = table.open_desk(session)
    shown = list(describe_followers(desk.table, followers, done=True))
    assert len(shown) == min(number, 7)
    assert (shown[-1] == f"… and {number - 6} more") == (number > 6)

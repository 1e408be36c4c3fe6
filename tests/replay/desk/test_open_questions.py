"""Tests of what the desk asks: what was forgotten, and only what the table tells."""

from __future__ import annotations

import pytest

from ledger.clerk import Close
from ledger.store import Ledger
from replay.desk.desk import Desk
from tests import table

NAMES = ("Ana", "Bo", "Cy", "Di")


def asked(desk: Desk) -> str:
    """Return the question that the desk asks first."""
    return desk.describe_question()


def test_G3_a_forgotten_refill_is_asked_about_again(desk: Desk) -> None:
    """While nobody told it, also after another one was entered; what is told is not asked."""
    table.type_accepted(desk, "r11", "r21")
    assert "level 2, slot 1" in asked(desk)
    assert "level 1, slot 1" in desk.describe_other_prompts()
    table.type_accepted(desk, "2gu5")
    assert "level 1, slot 1" in asked(desk)
    table.type_accepted(desk, "wug")
    assert "level 1, slot 1" in asked(desk)
    table.type_accepted(desk, "1w g4")
    assert "Bo to play" in asked(desk)


def test_G3_nobody_saw_it_ends_the_question(desk: Desk) -> None:
    """``??`` at a forgotten place is remembered; a later piece there is asked about."""
    table.type_accepted(desk, "r11", "wug")
    assert "level 1, slot 1" in asked(desk)
    assert "Not asked about again" in table.join_replies(table.type_accepted(desk, "??"))
    assert "Ana to play" in asked(desk)
    assert desk.write_prompt().startswith("19 ")


def test_G3_an_answer_that_nobody_saw_it_is_an_answer(desk: Desk) -> None:
    """At once, it is recorded; the place is not asked about again."""
    table.type_accepted(desk, "r11", "??", "wug", "wrk")
    assert "to play" in asked(desk)
    assert "slot" not in desk.describe_other_prompts()


def test_G3_korean(ledger: Ledger) -> None:
    """The forgotten place is asked about in Korean too."""
    session = table.lay_out_session(ledger)
    desk = table.open_desk(session, "ko")
    table.type_accepted(desk, "r11", "wug")
    assert "1단계" in asked(desk)


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_G14_challengers_does_not_ask_about_decks_where_results_are_told(
    ledger: Ledger, lang: str
) -> None:
    """After three results a result is expected; decks are still taken, and asked about then."""
    session = table.open_session(ledger, game="challengers", seats=NAMES)
    desk = table.open_desk(session, lang)
    assert "Ana" in asked(desk)
    table.type_accepted(desk, "b", "a", "c")
    assert (
        asked(desk)
        == {
            "en": "next, as before: a duel’s result",
            "ko": asked(desk),
        }[lang]
    )
    assert desk.write_prompt() == "5 > "
    table.type_accepted(desk, "a: reporter, talent")
    assert desk.write_prompt() != "6 > "


def test_G14_splendor_does_not_ask_about_refills_that_are_never_told(ledger: Ledger) -> None:
    """The market and the nobles are asked about three times, then only mentioned."""
    desk = table.open_desk(table.open_session(ledger))
    for line in ("wug", "wug", "rkw", "rkw"):
        assert "to play" not in asked(desk)
        table.type_accepted(desk, line)
    assert "Ana to play" in asked(desk)
    assert "also: " in desk.describe_other_prompts()
    table.type_accepted(desk, "1wu3")
    assert "to play" not in asked(desk)


def test_G14_wizard_expects_lines_of_the_pad_where_they_are_told(ledger: Ledger) -> None:
    """Not the card turned up, nor hands."""
    session = table.open_session(ledger, game="wizard", seats=NAMES[:3])
    desk = table.open_desk(session)
    table.type_accepted(desk, "1/1 0/0 0/0", "1/1 0/0 1/1", "0/1 1/1 1/1")
    assert asked(desk) == "next, as before: a line of the pad"
    table.type_accepted(desk, "g5")
    assert "pad" not in asked(desk)


def test_G14_seven_wonders_duel_asks_for_turns_where_reveals_are_not_told(ledger: Ledger) -> None:
    """Tokens and wonders on offer are not asked about first for ever."""
    session = table.open_session(ledger, game="seven-wonders-duel", seats=NAMES[:2])
    desk = table.open_desk(session)
    for line in ("a: pyramids", "b: sphinx", "b: zeus", "a: colossus"):
        table.type_lines(desk, line)
    assert "progress tokens" not in asked(desk)


def test_G14_what_is_told_of_one_place_answers_nothing_about_another(ledger: Ledger) -> None:
    """Cards are told, tokens are not: cards are asked for first."""
    session = table.open_session(
        ledger, game="seven-wonders-duel", seats=NAMES[:2], options={"wonders": "first-game"}
    )
    desk = table.open_desk(session)
    for slot, line in zip((1, 2, 6), ("1 quarry", "2 scriptorium", "6 press"), strict=True):
        assert "progress tokens" in asked(desk), slot
        table.type_accepted(desk, line)
    assert "slot 7" in asked(desk)


def test_G14_what_was_told_once_is_not_expected_again(ledger: Ledger) -> None:
    """An agreement and a penalty are no reason to ask for a third one."""
    session = table.open_session(ledger, game="wizard", seats=NAMES[:3], level="pad")
    desk = table.open_desk(session)
    table.type_accepted(desk, "1/1 0/0 0/0", "x b 10", "redeal", "rounds 17")
    assert asked(desk) == "Cy bids 0 to 2"


def test_F1_a_question_about_a_place_has_the_letter_of_its_owner(ledger: Ledger) -> None:
    """At Challengers! everybody is asked about a deck."""
    people, letters = ("Dusk", "Amber"), ("d", "a")
    session = table.open_session(ledger, game="challengers", seats=people, letters=letters)
    assert table.open_desk(session).write_prompt() == "2 d Dusk’s deck? "


def test_G14_a_flip_that_nobody_told_does_not_hide_what_goes_on(ledger: Ledger) -> None:
    """The bids are asked for, then the cards, and who takes a trick that the trump would decide."""
    desk = table.open_desk(table.open_session(ledger, game="wizard", level="full", seats=NAMES))

    def list_asked() -> set[str]:
        """Return the kinds of action that are asked for."""
        return {verb for prompt in desk.find_questions().prompts for verb in prompt.verbs}

    assert "bid" not in list_asked()
    table.type_accepted(desk, "Bo 0", "Cy 0")
    assert {"flip", "bid"} <= list_asked()
    table.type_accepted(desk, "Di 1", "Ana 0")
    assert {"flip", "play"} <= list_asked()
    table.type_accepted(desk, "Bo b5", "Cy g7", "Di b9", "Ana r2")
    assert {"flip", "trick"} <= list_asked()
    assert not desk.find_questions().usual
    (reply,) = table.type_lines(desk, "Bo b6")
    assert reply.kind == "breach"
    assert "nobody told who takes it" in str(reply.shows[0])
    table.type_accepted(desk, "trick Di")
    assert [score.total for score in desk.session.engine.standing(desk.session.state).scores] == [
        20,
        20,
        20,
        30,
    ]


def test_G14_where_results_are_told_the_open_duels_are_named(ledger: Ledger) -> None:
    """Nothing is asked about decks any more, not even beside it."""
    desk = table.open_desk(table.open_session(ledger, game="challengers", seats=NAMES))
    table.type_accepted(desk, "b", "a", "c")
    others = desk.describe_other_prompts()
    assert "round 2" in others
    assert "Ana or" in others
    assert "picked" not in others


def test_G2_a_match_that_is_closed_asks_for_nothing(ledger: Ledger) -> None:
    """It is said that it is closed, not that it can be closed; the winner stays on the screen."""
    session = table.open_session(ledger, game="wizard", level="results", seats=NAMES)
    desk = table.open_desk(session)
    table.type_accepted(desk, "result 60 50 40 30")
    assert "Ana wins" in desk.describe_question()
    assert "foldtable close ends" in desk.describe_question()
    session.close(Close(how="finished"))
    assert "Ana wins" in desk.describe_question()
    assert "The match is closed; foldtable reopen" in desk.describe_question()
    assert desk.describe_other_prompts() == ""


def test_G14_a_match_that_was_given_up_and_closed_asks_for_nothing(desk: Desk) -> None:
    desk.session.close(Close(how="abandoned"))
    assert desk.describe_question() == "The match is closed; foldtable reopen lets it go on."
    assert desk.next_prompt() is None


def test_G14_what_was_agreed_long_ago_is_not_expected_again(ledger: Ledger) -> None:
    """Nor anything once the game is over."""
    session = table.open_session(ledger, game="wizard", seats=NAMES[:3], level="actions")
    desk = table.open_desk(session)
    table.type_accepted(desk, "rounds 3", "rounds 1", "up b7", "1 0 0", "b1 b2 b3")
    assert desk.find_questions().usual == ""
    assert "wins" in desk.describe_question()


def test_G3_a_card_of_the_layout_that_was_passed_over_is_asked_about_again(ledger: Ledger) -> None:
    """At 7 Wonders Duel: play goes on, another card is told, and the forgotten one is asked for."""
    session = table.open_session(ledger, game="seven-wonders-duel")
    duel = table.open_desk(session)
    table.type_accepted(
        duel,
        "law, economy, strategy, masonry, urbanism",
        "sphinx, zeus, colossus, pyramids",
        "sphinx; zeus; colossus; pyramids",
        "library, piraeus, appian, mausoleum",
        "library; piraeus; appian; mausoleum",
        "lumber yard, clay pool, quarry, glassworks, press, guard tower, stable, workshop, theater,"
        "altar, baths, tavern",
        "d 20",
        "d 19",
    )
    asked = duel.next_prompt()
    assert asked is not None
    forgotten = asked.place
    assert forgotten.startswith("slot.")
    table.type_accepted(duel, "d 18")
    places = [prompt.place for prompt in duel.find_questions().prompts]
    assert forgotten in places
    told = next(place for place in places if place not in ("", forgotten))
    table.type_accepted(duel, f"{told.removeprefix('slot.')} pharmacist")
    again = duel.next_prompt()
    assert again is not None
    assert again.place == forgotten


def test_G14_counts_are_no_answer_that_is_expected_again(ledger: Ledger) -> None:
    session = table.open_session(ledger, game="challengers", seats=NAMES, level="results")
    desk = table.open_desk(session)
    table.type_accepted(desk, "ana", "bo", "= ana 0", "= bo 0", "= cy 0")
    assert "count" not in asked(desk)

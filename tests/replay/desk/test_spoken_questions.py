"""Tests of questions in people's own words: each is answered, and nothing is recorded."""

from __future__ import annotations

import pytest

from ledger.clerk import Open
from ledger.store import Ledger
from replay.desk.desk import Desk
from replay.desk.spoken_questions import WORDINGS, Asked, read_question
from replay.record.opening import open_match
from replay.record.session import Session
from replay.speech.voice import Voice
from tests import table
from tests.some import some

GAMES = ("splendor", "machi-koro", "wizard", "seven-wonders-duel", "challengers")


def open_game(ledger: Ledger, game: str, *seats: str) -> Desk:
    """Return the desk of a new match."""
    info = open_match(ledger, Open(game=game, rules="", seats=seats), "tess")
    session = Session(ledger, info, "tess")
    return Desk(session, Voice(session.engine, "en", seats))


def ask(desk: Desk, text: str) -> str:
    """Return the answer to a question, which has recorded nothing."""
    before = desk.session.timeline.version
    (reply,) = table.type_lines(desk, text)
    assert desk.session.timeline.version == before
    assert reply.kind == "told", reply.shows
    return table.join_replies([reply])


# -- what a text asks for ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("whose turn is it?", Asked("turn")),
        ("so whats next", Asked("turn")),
        ("누구 차례야", Asked("turn")),
        ("who is winning", Asked("score")),
        ("Who's ahead now?", Asked("score")),
        ("누가 이기고 있어?", Asked("score")),
        ("what just happened", Asked("log")),
        ("what can I do", Asked("options", "i", "do")),
        ("뭐 살 수 있어", Asked("options", "", "살")),
        ("can i buy 24", Asked("may", "i", "buy 24")),
        ("b23 할 수 있어?", Asked("may", "", "b23")),
        ("what does 24 cost?", Asked("price", "", "24")),
        ("price of the mine", Asked("price", "", "mine")),
        ("how many coins does Bo have?", Asked("holding", "bo", "coins")),
        ("how do I undo", Asked("how", "", "undo")),
        ("what is trump", Asked("thing", "", "trump")),
        ("how strong is merman", Asked("thing", "", "merman")),
        ("how much is left in the bank", Asked("thing", "", "bank")),
        ("who still has to pick", Asked("turn")),
        ("누가 먼저 내?", Asked("turn")),
        ("점수 어떻게 돼", Asked("score")),
        ("귀족이 뭐야", Asked("thing", "", "귀족")),
        ("Stadium?", Asked("word", "", "Stadium")),
    ],
)
def test_a_question_is_read(text: str, asked: Asked) -> None:
    """In English and Korean, hasty and in full, with a question mark or without."""
    assert read_question(text) == asked


@pytest.mark.parametrize("text", ["wug", "g?", "d2 ?", "??", "Ana takes wug", "will buys ranch"])
def test_an_action_is_no_question(text: str) -> None:
    """A mark behind a letter or a space says that nobody saw a piece."""
    assert read_question(text) is None


def test_every_kind_of_question_has_wordings() -> None:
    """No kind is known that nobody can ask for."""
    for _kind, wordings in some(WORDINGS):
        assert some(wordings)


# -- what is answered ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "text", ["whose turn?", "who is winning", "what can I do", "what happened", "점수?"]
)
def test_F9_a_question_is_no_misspelt_piece(ledger: Ledger, game: str, text: str) -> None:
    """In every game it is answered, and no card or noble is suggested for it."""
    seats = ("Ana", "Bo") if game == "seven-wonders-duel" else ("Ana", "Bo", "Cy")
    assert ask(open_game(ledger, game, *seats), text)


def test_F9_a_command_with_a_question_mark_is_that_command(desk: Desk) -> None:
    """``score?`` was answered by “did you mean score?”."""
    assert ask(desk, "score?") == ask(desk, "score")
    assert "S5" in ask(desk, "rules s5?")
    assert "undo [N]" in ask(desk, "undo?")


def test_G13_whether_something_may_be_done_is_answered(desk: Desk) -> None:
    """With the price; where it breaks a rule, with the rule."""
    assert ask(desk, "can I take wug").startswith("Yes: Ana takes")
    answer = ask(desk, "can i buy 13")
    assert answer.startswith("No: Ana buys")
    assert "S7c: Ana pays 3 rubies but has only 0" in answer
    assert "BOOK" not in answer


def test_G13_somebody_else_may_be_asked_about(desk: Desk) -> None:
    """It is Bo then who would act."""
    assert "Bo takes" in ask(desk, "can bo take wug?")


def test_G13_somebody_may_be_called_will(ledger: Ledger) -> None:
    """``can will buy a ranch`` is about him."""
    town = open_game(ledger, "machi-koro", "Will", "Bill", "Ann")
    table.type_accepted(town, "3")
    assert ask(town, "can will buy a ranch").startswith("Yes: Will builds Ranch")


def test_G13_without_anything_of_the_kind_the_rest_is_listed(desk: Desk) -> None:
    """Nobody can buy anything at the beginning."""
    answer = ask(desk, "what can i buy")
    assert answer.startswith("Nothing like “buy” is legal now.")
    assert "take:" in answer


def test_a_price_is_asked_for_in_words(desk: Desk) -> None:
    """As `why price` says it."""
    assert ask(desk, "how much is 13") == ask(desk, "why price 13")


def test_what_somebody_has_is_listed(desk: Desk) -> None:
    """All of it, or what a word names; nothing is said as well."""
    assert "nothing" in ask(desk, "what does bo have?")
    table.type_accepted(desk, "wug")
    assert "emerald" in ask(desk, "what does ana have")
    assert "sapphire" not in ask(desk, "how many emeralds does Ana have")


def test_F9_the_name_of_a_card_with_a_question_mark_is_no_purchase(ledger: Ledger) -> None:
    """``stadium?`` tells of the card, where it lies, and whether it may be built now."""
    town = open_game(ledger, "machi-koro", "Ana", "Bo", "Cy")
    table.type_accepted(town, "3")
    answer = ask(town, "stadium?")
    assert "Stadium ×4" in answer
    assert "the supply: 4" in answer
    assert "No: Ana builds Stadium" in answer


def test_a_row_of_the_board_is_read_out(desk: Desk) -> None:
    """What is in the bank, and what is trump."""
    assert "w 4" in ask(desk, "whats in the bank?")


def test_how_something_is_corrected_is_told(desk: Desk) -> None:
    """In whatever words it is asked."""
    answer = ask(desk, "how do i fix a mistake")
    assert "undo [N]" in answer
    assert "amend [N]" in answer


def test_F10_a_question_that_cannot_be_read_says_which_can(desk: Desk) -> None:
    """It is no action, and no noble is suggested."""
    (reply,) = table.type_lines(desk, "is this fun?")
    assert reply.kind == "refused"
    assert "whose turn" in table.join_replies([reply])
    assert "Did you mean" not in table.join_replies([reply])


@pytest.mark.parametrize("text", ["note is this allowed?", "# was that ok?", "title Who won?"])
def test_a_remark_may_be_a_question(desk: Desk, text: str) -> None:
    """It is noted, not answered."""
    before = desk.session.timeline.version
    table.type_accepted(desk, text)
    assert desk.session.timeline.version == before + 1


def test_a_reason_may_be_a_question(desk: Desk) -> None:
    """The action before it is recorded."""
    (reply,) = table.type_accepted(desk, "rrr ! were we asleep?")
    assert reply.kind == "recorded"


def test_G13_what_somebody_else_could_do_is_said_as_such(ledger: Ledger) -> None:
    """Cy is not on turn; who is to roll is on turn."""
    desk = table.open_desk(table.open_session(ledger, game="machi-koro", seats=("Ana", "Bo", "Cy")))
    assert "not Cy's turn" in table.join_replies(table.type_accepted(desk, "what can cy do?"))
    assert "turn" not in table.join_replies(table.type_accepted(desk, "what can ana do?"))


def test_G13_whether_somebody_else_can_afford_a_card_is_judged_on_their_turn(desk: Desk) -> None:
    table.type_accepted(desk, "wug", "wrk")
    told = table.join_replies(table.type_accepted(desk, "can bo afford 13?"))
    assert "No: Bo buys" in told
    assert "S3" not in told
    assert "as if it were their turn" in told


def test_G13_who_is_ahead_in_military_is_answered(ledger: Ledger) -> None:
    """By where the conflict pawn stands."""
    desk = open_game(ledger, "seven-wonders-duel", "Ana", "Bo")
    assert ask(desk, "who is ahead in military?") == "The conflict pawn stands in the middle."
    assert ask(desk, "where is the pawn") == "The conflict pawn stands in the middle."

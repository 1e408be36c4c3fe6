"""What newcomers type at Wizard: whole sentences, names without a colon, words for numbers."""

from __future__ import annotations

import pytest

from engines.seats import Seats
from engines.values import NotationError, Seat
from engines.wizard import engine
from engines.wizard.state import State
from tests.engines.wizard.cases import type_lines
from tests.engines.wizard.test_rules import start, start_round

NAMES = ("Ana", "Bo", "Cy", "Dee")


def turned(level: str = "actions") -> State:
    """Return round 3 of four, in which bids are to be made, seat 0 first."""
    return type_lines(start_round(3, 4, level), "up y1")


def played(level: str = "actions") -> State:
    """Return round 3 of four, in which cards are to be played, seat 0 first."""
    return type_lines(turned(level), "1 0 1 1")


FLIP = start_round(3, 4)
PAD = start(4, "pad")
HANDS = type_lines(start(3, "full"), "up r12")
NAMED = type_lines(start_round(3, 4), "up W")
SHEET = start(4, "results")


@pytest.mark.parametrize(
    ("state", "typed", "notation"),
    [
        (FLIP, "red 7", "up r7"),
        (FLIP, "7 red", "up r7"),
        (FLIP, "7r", "up r7"),
        (FLIP, "12 blue", "up b12"),
        (FLIP, "trump is green", "up g"),
        (FLIP, "green is trump", "up g"),
        (FLIP, "trump: green", "up g"),
        (FLIP, "no trump", "up N"),
        (FLIP, "red 7 turned up", "up r7"),
        (FLIP, "pass", "up ?"),
        (FLIP, "flip blue 7", "up b7"),
        (FLIP, "blue seven turned up", "up b7"),
        (NAMED, "dealer says blue", "d: t b"),
        (NAMED, "dealer Dee says blue", "d: t b"),
        (NAMED, "the dealer, Dee, picks red", "d: t r"),
        (HANDS, "Bo leads r5", "b: play r5"),
        (played(), "Ana plays a green ten", "a: g10"),
        (PAD, "Ana 1 1, Bo 0 0, Cy 1 0, Dee 0 0", "1/1 0/0 1/0 0/0"),
        (PAD, "Ana bid 1 got 1, Bo 0 0, Cy 1 0, Dee 0 0", "1/1 0/0 1/0 0/0"),
        (NAMED, "Dee says red", "d: t r"),
        (NAMED, "d names blue", "d: t b"),
        (turned(), "Ana 1", "a: 1"),
        (turned(), "ana bids 0", "a: 0"),
        (turned(), "Ana says two", "a: 2"),
        (turned(), "ana bids nothing", "a: 0"),
        (turned(), "zero", "0"),
        (turned(), "b 1", "b: 1"),
        (turned(), "bids: 2 1 1 0", "bids 2 1 1 0"),
        (turned(), "bid 2 1 1 0", "bids 2 1 1 0"),
        (turned(), "Ana 1, Bo 1, Cy 1, Dee 0", "1 1 1 0"),
        (turned(), "a 1 b 1 c 1 d 0", "1 1 1 0"),
        (turned(), "zero one two zero", "0 1 2 0"),
        (played(), "Ana r7", "a: r7"),
        (played(), "ana plays a wizard", "a: W"),
        (played(), "Ana leads red 7", "a: r7"),
        (played(), "ana r 7", "a: r7"),
        (played(), "10 yellow, 3 yellow, 1 red, 12 yellow", "y10 y3 r1 y12"),
        (played(), "ana b7, bo b2, cy b9, dee wizard", "b7 b2 b9 W"),
        (played(), "ana: blue 7; bo: b2; cy: 9 blue", "a: b7; b: b2; c: b9"),
        (played(), "ana b7 bo plays b2 cy b9 dee W", "b7 b2 b9 W"),
        (played(), "ana y10, y11, y12, y13", "a: y10 y11 y12 y13"),
        (played("summary"), "Cy wins", "trick c"),
        (played("summary"), "cy takes it", "trick c"),
        (played("summary"), "Cy won the trick", "trick c"),
        (played("summary"), "trick to cy", "trick c"),
        (played("summary"), "ana won 2", "trick a; trick a"),
        (played("pad"), "won 1 1 1 0", "tricks 1 1 1 0"),
        (played("pad"), "made 1 1 1 0", "tricks 1 1 1 0"),
        (played("pad"), "Ana 1, Bo 1, Cy 1, Dee 0", "tricks 1 1 1 0"),
        (HANDS, "ana has b7", "a: h b7"),
        (HANDS, "Ana's hand: b7", "a: h b7"),
        (HANDS, "bo ?", "b: h ?"),
        (HANDS, "pass", "h ?"),
        (PAD, "bids 1 1 0 1 / tricks 1 0 0 0", "1/1 1/0 0/0 1/0"),
        (PAD, "bids 1 1 0 1, won 1 0 0 0", "1/1 1/0 0/0 1/0"),
        (PAD, "1 1 0 1 / 1 0 0 0", "1/1 1/0 0/0 1/0"),
        (PAD, "1-1 1-0 0-0 1-0", "1/1 1/0 0/0 1/0"),
        (PAD, "Ana 1/1 Bo 1/0 Cy 0/0 Dee 1/0", "1/1 1/0 0/0 1/0"),
        (PAD, "Dee 1/0, Ana 1/1, Bo 1/0, Cy 0/0", "1/1 1/0 0/0 1/0"),
        (PAD, "Ana bid 1 won 1, Bo bid 1 won 0, Cy 0 got 0, Dee 1 won 0", "1/1 1/0 0/0 1/0"),
        (PAD, "round 1: 1/1 1/0 0/0 1/0", "1/1 1/0 0/0 1/0"),
        (PAD, "r1 1/1 1/0 0/0 1/0", "1/1 1/0 0/0 1/0"),
        (PAD, "penalty 20 for Bo", "x b 20"),
        (PAD, "bo penalty 10", "x b 10"),
        (PAD, "Bo loses 20 points", "x b 20"),
        (PAD, "Bo gets a penalty of 20", "x b 20"),
        (PAD, "-10 for Bo", "x b 10"),
        (PAD, "first round: Ana 1/1, Bo 1/0, Cy 0/0, Dee 1/0", "1/1 1/0 0/0 1/0"),
        (PAD, "1: 1/1 1/0 0/0 1/0", "1/1 1/0 0/0 1/0"),
        (PAD, "bid 1/0/0/1", "bids 1 0 0 1"),
        (played("pad"), "they won 1 1 1 0", "tricks 1 1 1 0"),
        (PAD, "only 10 rounds", "rounds 10"),
        (PAD, "stop after 10 rounds", "rounds 10"),
        (PAD, "misdeal", "redeal"),
        (PAD, "deal again", "redeal"),
        (PAD, "Bo deals", "deal b"),
        (PAD, "dealer is Bo", "deal b"),
        (PAD, "play 17 rounds", "rounds 17"),
        (PAD, "17 rounds", "rounds 17"),
        (PAD, "points: Ana 200, Bo 150, Cy 90, Dee -30", "= 200 150 90 -30"),
        (PAD, "total 200 150 90 30", "= 200 150 90 30"),
        (PAD, "= totals 200 150 90 30", "= 200 150 90 30"),
        (PAD, "Ana has 110 points", "= a 110"),
        (PAD, "Bo won the game", "result b"),
        (SHEET, "120 40 -20 60", "result 120 40 -20 60"),
        (SHEET, "Ana 120, Bo 40, Cy -20, Dee 60", "result 120 40 -20 60"),
        (SHEET, "final score 120 40 -20 60", "result 120 40 -20 60"),
        (SHEET, "ana wins", "result a"),
        (SHEET, "Ana and Bo win", "result a b"),
        (SHEET, "winner: Ana", "result a"),
    ],
)
def test_a_sentence_means_what_the_notation_says(state: State, typed: str, notation: str) -> None:
    expected = tuple(
        action for part in notation.split(";") for action in engine.parse(part, state, NAMES)
    )
    found = tuple(
        action for part in typed.split(";") for action in engine.parse(part, state, NAMES)
    )
    assert found == expected


def test_a_trick_that_the_cards_have_given_need_not_be_told() -> None:
    """Nothing is recorded twice, and somebody else than by the cards is asked about."""
    state = type_lines(played(), "b7 b2 b9 W")
    assert engine.parse("Dee wins", state, NAMES) == ()
    (told,) = engine.list_guesses(state, "Dee wins", ())
    assert (told.key, told.data["seat"]) == ("trick-settled", Seat(3))
    with pytest.raises(NotationError) as refused:
        engine.parse("Bo takes it", state, NAMES)
    assert (refused.value.key, refused.value.data["letter"]) == ("trick-others", "b")


def test_another_round_than_the_running_one_says_how_to_correct_it() -> None:
    with pytest.raises(NotationError) as refused:
        engine.parse("round 4: 1/1 1/0 0/0 1/0", PAD, NAMES)
    assert (refused.value.key, refused.value.data) == ("round-now", {"given": "4", "n": 1})


@pytest.mark.parametrize("typed", ["Ana 1/1 Bo 1/0", "Ana wins", "Bo bids purple", "Bo dances"])
def test_half_a_sentence_is_refused(typed: str) -> None:
    """What is missing of a line of the pad is named, and no other word is taken for a number."""
    with pytest.raises(NotationError) as refused:
        engine.parse(typed, PAD, NAMES)
    assert refused.value.key in {"round-form", "tricks-form", "number-form", "not-understood"}


def test_F1_an_initial_that_types_nobody_still_names_its_person() -> None:
    """``t`` is trump here, so Tom is typed with another letter; in a row of people it is Tom."""
    seats = Seats(("Mia", "Tom", "Lea", "Jon"), ("m", "b", "l", "d"))
    (line,) = engine.parse("M 1/1 T 1/0 L 0/0 J 1/0", PAD, seats)
    assert line == engine.parse("1/1 1/0 0/0 1/0", PAD, seats)[0]


def test_a_jester_behind_a_name_is_no_initial() -> None:
    """``N`` is Nora at the head of a sentence, and “no” is nobody."""
    seats = Seats(("Nora", "Paul", "Emil", "Ruth"), ("a", "b", "e", "d"))
    state = played()
    read = engine.parse("Nora N, Paul W, Emil N, Ruth y2", state, seats)
    assert read == engine.parse("N W N y2", state, seats)
    assert engine.parse("no trump", FLIP, seats) == engine.parse("up N", FLIP, seats)


def test_F8_a_line_of_the_pad_may_have_semicolons_between_its_people() -> None:
    """Cards of several people are each read by themselves."""
    parts = ["Ana: bid 1, won 1", "Bo: bid 1, won 0", "Cy: bid 0, won 0", "Dee: bid 1, won 0"]
    assert engine.is_list(PAD, parts, NAMES)
    assert engine.parse(", ".join(parts), PAD, NAMES) == engine.parse("1/1 1/0 0/0 1/0", PAD, NAMES)
    assert not engine.is_list(PAD, parts[:3], NAMES)
    assert not engine.is_list(played(), ["ana: r7", "bo: r2", "cy: r3", "dee: r4"], NAMES)


def test_F1_somebody_called_like_a_question_word_bids() -> None:
    people = Seats(("May", "Bo", "Cy", "Dee"))
    assert engine.parse("May bids 2", turned(), people) == engine.parse("a: 2", turned(), people)

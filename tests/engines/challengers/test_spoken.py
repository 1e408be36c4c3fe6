"""What newcomers type at Challengers!: whole sentences about duels, decks and trophies."""

from __future__ import annotations

import pytest

from engines.challengers import engine
from engines.challengers.state import State
from engines.protocol import find_breaches
from engines.seats import Seats
from engines.values import NotationError, Setup
from ledger.store import Ledger
from replay.explain.explanations import Explanation
from tests import table
from tests.engines.challengers.positions import play_texts

NAMES = ("Ana", "Bo", "Cy", "Dee")
COLOURS = Seats(("Dusk", "Amber", "Moss", "Blue"), ("d", "a", "m", "b"))

RESULTS = engine.open(Setup(4, level="results"))
"""Ana plays Dee in the green park, Bo plays Cy in the red one."""

LAST = play_texts(RESULTS, "a", "b", "a", "c", "a", "b", "a", "b", "a", "c", "a", "b", "a", "b")
SUMMARY = engine.open(Setup(3, level="summary"))
"""Ana plays the robot in the green park, Bo plays Cy in the red one."""

DECKS = engine.open(Setup(2, level="full"))
DUEL = play_texts(DECKS, "a: pig, cat", "a: ok", "b: ok", "s a")
PICKS = engine.open(Setup(4, level="full"))
START = play_texts(PICKS, "a: ok", "d: ok")
"""Ana or Dee starts their duel in the green park; Bo and Cy still choose cards."""

LOOK = play_texts(DECKS, "a: reporter", "a: ok", "b: ok", "s a", "reporter")
SHOWN = play_texts(PICKS, "a: ok", "d: ok", "win a")
"""Ana has beaten Dee; the other duel of the round has not begun."""


def read(text: str, state: State, names: tuple[str, ...]) -> tuple[object, ...]:
    """Return what the parts of a line are read as."""
    return tuple(a for part in text.split("; ") for a in engine.parse(part, state, names))


@pytest.mark.parametrize(
    ("state", "typed", "notation"),
    [
        (RESULTS, "ana won", "win a"),
        (RESULTS, "Ana wins", "win a"),
        (RESULTS, "c beats b 2", "win c 2"),
        (RESULTS, "Dee beats ana", "win d"),
        (RESULTS, "ana lost", "win d"),
        (RESULTS, "bo lost to cy", "win c"),
        (RESULTS, "green: ana 3", "g win a 3"),
        (RESULTS, "red bo", "red win b"),
        (RESULTS, "Ana wins 3 fans", "win a 3"),
        (RESULTS, "ana takes the trophy 2", "win a 2"),
        (RESULTS, "ana takes the trophy", "win a"),
        (RESULTS, "Bo wins 2 +2", "win b 2 +2"),
        (RESULTS, "ana & bo", "win a; win b"),
        (RESULTS, "ana and cy won", "win a; win c"),
        (RESULTS, "dee won 3, bo lost", "win d 3; win c"),
        (RESULTS, "ana 2 cy 3", "win a 2; win c 3"),
        (RESULTS, "34 28 20 10", "result 34 28 20 10"),
        (RESULTS, "result Bo 28, Ana 34, Cy 20, Dee 10", "result 34 28 20 10"),
        (RESULTS, "Cy won the game", "result c"),
        (RESULTS, "winner: Cy", "result c"),
        (LAST, "finalists: ana and bo", "finalists a b"),
        (LAST, "final: ana, bo", "finalists a b"),
        (LAST, "Ana's round 6 trophy was 8", "t a 6 8"),
        (LAST, "trophy ana 2", "t a 2"),
        (LAST, "2", "t a 1 2"),
        (LAST, "ana 3 4", "t a 3 4"),
        (LAST, "Ana's trophy of round 3 was a 4", "t a 3 4"),
        (LAST, "ana had a 4 in round 3", "t a 3 4"),
        (LAST, "ana round 3: 4", "t a 3 4"),
        (LAST, "bo 2 3, bo 6 8", "t b 2 3; t b 6 8"),
        (RESULTS, "red park: bo", "red win b"),
        (RESULTS, "in the red park bo won", "red win b"),
        (RESULTS, "Bo wins 2 and gets 1 fan", "win b 2 +1"),
        (RESULTS, "Bo beat Cy and got a fan token", "win b +1"),
        (RESULTS, "Bo beats Cy 2, Cy gets a fan token", "win b 2 c+1"),
        (RESULTS, "ana conceded to dee", "win d conceded"),
        (RESULTS, "Bo has 2 fan tokens", "= b 2"),
        (RESULTS, "round 1: ana, cy", "win a; win c"),
        (SUMMARY, "robot wins", "robot"),
        (SUMMARY, "the robot beat Ana", "robot"),
        (SUMMARY, "ana loses", "robot"),
        (SUMMARY, "bo wins 2, deck empty", "b 2 d"),
        (SUMMARY, "bo beats cy 2, bench full", "b 2 x"),
        (SUMMARY, "ana picks pig and cat", "a: pig, cat"),
        (SUMMARY, "bo takes gangster, jester", "b: gangster, jester"),
        (SUMMARY, "bo: gangster and jester", "b: gangster, jester"),
        (SUMMARY, "ana picks a hermit", "a: hermit"),
        (SUMMARY, "ana removes newcomer", "a: -newcomer"),
        (SUMMARY, "bo -newcomer", "b: -newcomer"),
        (SUMMARY, "cy: clown, juggler minus newcomer", "c: clown, juggler -newcomer"),
        (SUMMARY, "cy picks clown and removes a newcomer", "c: clown -newcomer"),
        (SUMMARY, "bo takes two cats", "b: cat*2"),
        (SUMMARY, "ana takes 2 from A", "a: a2"),
        (SUMMARY, "ana redraws", "a: redraw"),
        (SUMMARY, "ana is done", "a: ok"),
        (SUMMARY, "bo passes", "b: ok"),
        (SUMMARY, "all done", "a: ok; b: ok; c: ok"),
        (DECKS, "ana starts", "s a"),
        (DECKS, "bo begins", "s b"),
        (DECKS, "Bo goes first", "s b"),
        (DUEL, "the dog", "dog"),
        (DUEL, "Ana champ", "a: champion"),
        (DUEL, "ana reveals talent", "a: talent"),
        (DUEL, "ana plays a dog", "a: dog"),
        (DUEL, "Ana has 2 cards left", "left a 2"),
        (DUEL, "ana is out of cards", "o a"),
        (DUEL, "Ana has 3 fans", "= a 3"),
        (DUEL, "Ana wins 3", "win a 3"),
        (DUEL, "Ana's deck has 2 cards", "left a 2"),
        (RESULTS, "ana 2 vs dee", "win a 2"),
        (RESULTS, "Ana vs Dee: Ana wins 2", "win a 2"),
        (RESULTS, "cy lost against bo", "win b"),
        (SUMMARY, "bo wins 2, cy's deck was empty after 11 cards, cy started", "b 2 d n11 sc"),
        (SUMMARY, "bo 2 +2 fans", "b 2 +2"),
        (SUMMARY, "cy gave up", "win b conceded"),
        (SUMMARY, "bo wins 2, cy conceded", "b 2 conceded"),
        (SUMMARY, "ana picks a hermit too", "a: hermit"),
        (LAST, "fans: ana 4, bo 2", "= a 4, b 2"),
        (LAST, "trophies: ana 2, bo 10", "t a 2; t b 10"),
        (RESULTS, "r1: ana won against dee, bo lost to cy", "win a; win c"),
        (RESULTS, "ana 2 dee 0", "win a 2"),
        (RESULTS, "ana 2, dee +1", "win a 2 d+1"),
        (RESULTS, "ana won 2, dee gets a fan from the heroine", "win a 2 d+1"),
        (RESULTS, "ana beats dee 2, dees bench was full", "win a 2 bench"),
        (RESULTS, "red park: bo beat cy, 3 fans on it", "win b 3"),
        (RESULTS, "first round: ana 3, cy 2", "win a 3; win c 2"),
        (RESULTS, "1st: ana 3, cy 2", "win a 3; win c 2"),
        (RESULTS, "ana beat dee 2, bo beat cy 3 with an empty deck", "win a 2; win b 3 d"),
        (RESULTS, "ana wins, trophy says 3", "win a 3"),
        (RESULTS, "ana won it anyway, 2 points", "win a 2"),
        (DUEL, "ana newcomer, that captures", "a: newcomer"),
        (DUEL, "ana dog takes it back", "a: dog"),
        (PICKS, "ana grabbed pig and cat", "a: pig, cat"),
        (START, "dee won the toss", "s d"),
        (START, "dee won the flip so she begins", "s d"),
        (START, "ana lost the coin toss", "s d"),
        (PICKS, "ana: pig, pig, done", "a: pig, pig; a: ok"),
        (PICKS, "ana picks pig, kicks out both newcomers", "a: pig; a: -newcomer*2"),
        (PICKS, "ana takes pig and cat from A2", "a: a2; a: pig, cat"),
        (DUEL, "newcomer newcomer", "newcomer; newcomer"),
        (LOOK, "top talent, newcomer to the bottom", "l talent/newcomer"),
        (LOOK, "she put talent on top and newcomer below", "l talent/newcomer"),
        (LOOK, "nobody saw", "l ?"),
        (SHOWN, "ana's trophy is a 2", "t a 1 2"),
        (SHOWN, "trophy 2", "t a 1 2"),
        (SHOWN, "ana 2", "t a 1 2"),
        (LAST, "ana's were 2, 4 and 5", "t a 1 2; t a 2 4; t a 3 5"),
    ],
)
def test_a_sentence_means_what_the_notation_says(state: State, typed: str, notation: str) -> None:
    assert read(typed, state, NAMES) == read(notation, state, NAMES)


@pytest.mark.parametrize(
    ("typed", "notation"),
    [("a wins", "win a"), ("dusk beats blue", "win d"), ("moss won 2, d 2", "m2; d2")],
)
def test_F1_a_sentence_names_people_by_their_own_letters(typed: str, notation: str) -> None:
    """``a wins`` is no Talent (A) of somebody else."""
    assert read(typed, RESULTS, COLOURS) == read(notation, RESULTS, COLOURS)


@pytest.mark.parametrize(
    "text",
    [
        *("Bo gets a fan token", "bo +1 fan", "Bo takes 2 tokens", "bo +1", "bo 1 token"),
        "bo got a fan from the heroine",
    ],
)
def test_F3_fan_tokens_without_a_duel_are_not_taken_for_a_win(text: str) -> None:
    """It is said how they are told: with the duel that brought them."""
    with pytest.raises(NotationError) as caught:
        engine.parse(text, RESULTS, NAMES)
    assert caught.value.key == "tokens-alone"


def test_F1_a_park_is_named_although_its_letter_may_mean_somebody() -> None:
    """``r`` may be Rose, the robot or the red park; ``red`` is the park."""
    people = Seats(("Cat", "Minji", "Rose"), ("c", "m", "e"))
    state = engine.open(Setup(3, level="results"))
    (action,) = engine.parse("in the red park Minji won", state, people)
    assert engine.write(action, people) == "win red m"


def test_F9_a_round_that_somebody_is_not_in_is_named() -> None:
    with pytest.raises(NotationError) as caught:
        engine.parse("round 3: ana, cy", RESULTS, NAMES)
    assert caught.value.key == "round-of"
    assert caught.value.data["n"] == 1


def test_F9_a_number_alone_is_on_the_trophy_that_is_asked_for() -> None:
    """For two people trophies are open, and asked for at once; a name and a number are a win."""
    state = play_texts(engine.open(Setup(2, level="results")), "a", "b")
    assert read("2", state, NAMES) == read("t a 1 2", state, NAMES)
    assert read("bo 2 3", state, NAMES) == read("t b 2 3", state, NAMES)
    assert read("bo wins 4", state, NAMES) == read("win b 4", state, NAMES)


def test_F18_a_hidden_trophy_leaves_open_how_many_fans_somebody_has() -> None:
    """``score`` shows the fewest and the most, as the board does."""
    state = play_texts(RESULTS, "a", "b 2")
    assert engine.list_open_totals(state) == {0: (2, 3)}


def test_F9_whoever_names_nobody_is_asked_whose_deck_it_is() -> None:
    for text in ("picks pig and cat", "removed a newcomer", "A2에서 고양이랑 돼지 뽑음"):
        with pytest.raises(NotationError) as caught:
            engine.parse(text, PICKS, NAMES)
        assert caught.value.key == "whose-deck"


def test_F9_a_card_revealed_before_the_decks_are_done_is_not_picked() -> None:
    (told,) = engine.parse("ana flips reporter", PICKS, NAMES)
    assert told.verb == "reveal"


def test_whoever_is_beaten_elsewhere_is_a_breach() -> None:
    """Ana plays Dee; a sentence by which she beats Cy is recorded as it was said, and cited."""
    (win,) = engine.parse("ana beats cy", RESULTS, NAMES)
    assert [breach.rule for breach in find_breaches(engine, RESULTS, win)] == ["C21"]


@pytest.mark.parametrize("typed", ["ana dances", "ana wins purple", "ana picks xyzzy"])
def test_other_words_are_not_taken_for_any(typed: str) -> None:
    with pytest.raises(NotationError):
        engine.parse(typed, SUMMARY, NAMES)


def test_G11_a_trophy_that_no_box_has_is_named_in_words() -> None:
    """Also once it is recorded; it is a breach of C60 alone, for it was seen nowhere else."""
    (win,) = engine.parse("a5", RESULTS, NAMES)
    breaches = find_breaches(engine, RESULTS, win)
    assert [breach.rule for breach in breaches] == ["C60"]
    state, _moves = engine.apply(RESULTS, win)
    assert engine.own_names(state, "en") == {"trophy-1-5": "round 1 trophy (5 fans)"}


def test_G4_a_tournament_goes_on_in_a_later_round() -> None:
    """What is in the decks is not known then; the fans are counted as tokens."""
    (count,) = engine.parse("= round 3, a 7, b 5", RESULTS, NAMES)
    assert not find_breaches(engine, RESULTS, count)
    state, _moves = engine.apply(RESULTS, count)
    assert [player.round for player in state.players.values()] == [3, 3, 3, 3]
    assert [score.total for score in engine.standing(state).scores] == [7, 5, 0, 0]
    (win,) = engine.parse("a4", state, NAMES)
    assert not find_breaches(engine, state, win)
    state, _moves = engine.apply(state, win)
    (again,) = engine.parse("= round 2", state, NAMES)
    assert [breach.why for breach in find_breaches(engine, state, again)] == ["COUNT.round"]


def test_the_only_deck_that_is_not_finished_needs_no_seat() -> None:
    """While several are, a seat is named in front."""
    state = play_texts(DECKS, "a: ok")
    assert read("gangster, jester", state, NAMES) == read("b: gangster, jester", state, NAMES)
    assert read("pig", state, NAMES) == read("b: pig", state, NAMES)
    assert read("-newcomer", state, NAMES) == read("b: -newcomer", state, NAMES)
    assert read("ok", state, NAMES) == read("b: ok", state, NAMES)
    assert read("done", state, NAMES) == read("b: ok", state, NAMES)
    with pytest.raises(NotationError):
        read("pig, cat", engine.open(Setup(4)), NAMES)


def test_G13_why_of_a_place_with_nothing_in_it_is_nought(ledger: Ledger) -> None:
    """Nobody has a fan token yet; the word is no trophy's."""
    session = table.open_session(ledger, game="challengers", seats=("Ana", "Bo"))
    (reply,) = table.open_desk(session).handle("why ana.fans")
    (explained,) = reply.shows
    assert isinstance(explained, Explanation)
    assert (explained.subject, explained.total) == ("a.fans", 0)

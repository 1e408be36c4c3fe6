"""What people type beside the notation of any game: names in front, numbers as words."""

from __future__ import annotations

import pytest

from engines.registry import list_games, load_engine
from engines.seats import Seats
from engines.values import NotationError, Setup
from tests.engines.typist import NAMES


def parse(game: str, text: str, names: tuple[str, ...] = ("Dusk", "Amber")) -> list[str]:
    """Return in full what a text means at the beginning of a match of two or three."""
    engine = load_engine(game)
    seats = max(2, engine.seats.start)
    people = (*names, "Moss")[:seats]
    state = engine.open(Setup(seats))
    return [engine.write(each) for each in engine.parse(text, state, people)]


@pytest.mark.parametrize("said", ["Dusk {}", "dusk {}", "Dusk, {}", "dus {}", "Dusk: {}"])
@pytest.mark.parametrize(("game", "text"), [("splendor", "wug"), ("machi-koro", "5 bak")])
def test_F1_a_name_in_front_needs_no_colon(game: str, text: str, said: str) -> None:
    assert parse(game, said.format(text)) == parse(game, text)


def test_F1_whoever_is_named_has_done_it() -> None:
    """Also where it is not their turn, which is a breach then."""
    assert parse("splendor", "Amber wug") == ["b: take w1u1g1"]
    assert parse("machi-koro", "Amber 5 bak") == ["roll 5", "b: build bakery =1"]


def test_F1_a_letter_that_means_something_else_is_no_person() -> None:
    """``b sapphire`` fits several cards that are bought; it is not Bo's take."""
    engine = load_engine("splendor")
    state = engine.open(Setup(2))
    with pytest.raises(NotationError) as caught:
        engine.parse("b sapphire", state, NAMES)
    assert caught.value.unclear


def test_F1_a_fact_of_the_table_may_be_anybodys() -> None:
    assert parse("splendor", "Amber 1wr2k1") == parse("splendor", "1wr2k1")


def test_F1_the_letters_of_the_match_count() -> None:
    engine = load_engine("splendor")
    state = engine.open(Setup(2))
    people = Seats(("Moss", "Cy"), ("m", "c"))
    (action,) = engine.parse("m wug", state, people)
    assert action.seat == 0


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("text", ["Dusk frobnicates", "frobnicate", "Dusk: frobnicate"])
def test_F9_what_is_no_phrase_is_refused(game: str, text: str) -> None:
    with pytest.raises(NotationError):
        parse(game, text)


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize(
    "asked",
    [
        "how many cards are left",
        "who has won",
        "what is trump",
        "who is winning",
        "is blue trump",
        "did Dusk win",
        "which card is next",
    ],
)
def test_F9_a_question_records_nothing(game: str, asked: str) -> None:
    """In no game, whatever it asks: the desk answers it."""
    with pytest.raises(NotationError):
        parse(game, asked)


def test_F9_a_question_in_the_middle_of_a_duel_is_no_empty_deck() -> None:
    engine = load_engine("challengers")
    state = engine.open(Setup(2, level="actions"))
    for text in ("a: ok", "b: ok", "s a", "newcomer", "dog"):
        for action in engine.parse(text, state, NAMES):
            state, _moves = engine.apply(state, action)
    assert engine.parse("no cards left", state, NAMES)
    for asked in ("how many cards are left", "are there no cards left"):
        with pytest.raises(NotationError):
            engine.parse(asked, state, NAMES)

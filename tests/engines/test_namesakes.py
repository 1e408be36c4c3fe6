"""People whose names are words of the game: Red and Joker at Wizard, Cat at Challengers! (F1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engines.protocol import Engine
from engines.registry import list_games, load_engine
from engines.seats import Seats, choose_letters
from engines.values import NotationError, Setup
from tests.engines.typist import Typist
from tests.some import some

WIZARDS = ("Red", "Joker", "Minji", "Will")


def sit_down(game: str, people: Sequence[str]) -> tuple[Typist[Any], Any]:
    """Return a typist at a table of people with the letters of a new match, and the first state."""
    engine: Engine[Any] = load_engine(game)
    letters = choose_letters(people, engine.reserved_letters)
    return Typist(engine, Seats(people, letters)), engine.open(Setup(len(people)))


def write(typist: Typist[Any], text: str, state: Any) -> list[str]:
    """Return what a text means, in full and with the letters of the people."""
    parsed = typist.engine.parse(text, state, typist.names)
    return [typist.engine.write(action, typist.names) for action in parsed]


def list_guesses(typist: Typist[Any], text: str, state: Any) -> list[str]:
    """Return the keys of what is said about how a text was read."""
    actions = typist.engine.parse(text, state, typist.names)
    guesses = typist.engine.list_guesses(state, text, actions, typist.names)
    return [guess.key for guess in guesses]


def list_readings(refused: NotationError) -> list[str]:
    """Return what may be meant, as it is typed in full."""
    readings: Any = refused.data["readings"]
    return [str(message.data["typed"]) for message in readings]


def bid_at_wizard() -> tuple[Typist[Any], Any]:
    """Return a table at which Joker leads the first trick; blue was turned up."""
    typist, state = sit_down("wizard", WIZARDS)
    return typist, typist.type_texts(state, "up b7", "b: 1", "m: 0", "d: 0", "a: 0")


@pytest.mark.parametrize("text", ["red 1", "Red 1", "red says 1", "Red: 1"])
def test_F1_a_bid_of_somebody_called_like_a_colour(text: str) -> None:
    """While Red is to bid, ``red 1`` is no card that is led too early."""
    typist, state = sit_down("wizard", WIZARDS)
    state = typist.type_texts(state, "up b7", "b: 1", "m: 0", "d: 0")
    assert write(typist, text, state) == ["a: bid 1"]


def test_F1_a_card_of_somebodys_colour() -> None:
    """Red has bid, so ``red 5`` is a card; it is said that it was not taken for the person."""
    typist, state = bid_at_wizard()
    assert write(typist, "red 5", state) == ["b: play r5"]
    assert list_guesses(typist, "red 5", state) == ["guess.namesake"]


@pytest.mark.parametrize("text", ["joker g8", "joker jester", "joker"])
def test_F1_a_name_and_a_card_that_both_fit_are_never_taken_silently(text: str) -> None:
    """Joker plays a card, or a jester is played and then the card: both are said, with what to
    type."""
    typist, state = bid_at_wizard()
    refused = typist.find_refusal(text, state)
    assert refused.key == "two-readings"
    assert refused.unclear
    readings = list_readings(refused)
    assert len(readings) > 1
    for typed in some(readings):
        assert write(typist, typed.split("; ")[0], state)


def test_F1_what_is_offered_for_an_unclear_name_can_be_typed() -> None:
    typist, state = bid_at_wizard()
    refused = typist.find_refusal("joker g8", state)
    assert list_readings(refused) == ["b: play g8", "b: play N; m: play g8"]


def test_F1_a_sentence_about_a_namesake_goes_through() -> None:
    typist, state = bid_at_wizard()
    state = typist.type_texts(state, "b: g8", "m: g9", "d: g2")
    assert write(typist, "red plays a green ten", state) == ["a: play g10"]
    assert write(typist, "red plays the joker", state) == ["a: play N"]
    assert write(typist, "red red 5", state) == ["a: play r5"]


def test_F1_a_colon_makes_the_person_certain() -> None:
    typist, state = bid_at_wizard()
    assert write(typist, "joker: jester", state) == ["b: play N"]


def test_F1_a_winner_called_like_a_card() -> None:
    """Cat, Dog and Champion at Challengers!: before any card is revealed they are people."""
    typist, state = sit_down("challengers", ("Cat", "Dog", "Champion", "Bob"))
    assert write(typist, "cat beats dog", state) == ["win green a over d"]
    assert write(typist, "champion lost", state) == ["win red d"]
    assert write(typist, "cat picks dog", state) == ["a: pick city-dog-s"]


@pytest.mark.parametrize(
    ("game", "people", "text", "meant"),
    [
        ("splendor", ("Pass", "Emerald", "Onyx"), "emerald takes wug", "e: take w1u1g1"),
        ("splendor", ("Pass", "Emerald", "Onyx"), "pass wug", "a: take w1u1g1"),
        ("splendor", ("Pass", "Emerald", "Onyx"), "pass passes", "a: pass"),
        ("machi-koro", ("Pass", "Forest", "Mine"), "pass 5", "roll 5"),
        ("seven-wonders-duel", ("Altar", "Forest"), "altar b baths", "a: build baths @0 =2"),
    ],
)
def test_F1_namesakes_in_every_game(
    game: str, people: tuple[str, ...], text: str, meant: str
) -> None:
    typist, state = sit_down(game, people)
    assert write(typist, text, state) == [meant]


@pytest.mark.parametrize("game", list_games())
def test_F1_other_names_are_read_as_before(game: str) -> None:
    """Nothing is said about a name that is no word of the game."""
    typist, state = sit_down(game, ("Ana", "Bo", "Cem")[: max(2, load_engine(game).seats.start)])
    with pytest.raises(NotationError) as caught:
        typist.engine.parse("Ana frobnicates", state, typist.names)
    assert caught.value.key != "two-readings"

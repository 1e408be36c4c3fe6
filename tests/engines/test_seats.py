"""Seats are typed with letters that the people at the table would guess."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.challengers import engine as challengers
from engines.challengers.actions import Win
from engines.notation import find_seat, parse_place, parse_seat
from engines.protocol import find_breaches
from engines.registry import load_engine
from engines.seats import Seats, choose_letters, find_wrong_letter
from engines.values import NotationError, Setup
from engines.wizard import engine as wizard
from replay.files.exchange import read_match_file
from replay.fold.timeline import Timeline

RECORDED = Path(__file__).parents[1] / "data" / "recorded"

COLOURS = Seats(("Dusk", "Amber", "Moss", "Blue"), ("d", "a", "m", "b"))


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Ana", "Bo", "Cy"], ""),
        (["Dusk", "Amber", "Moss", "Blue"], "damb"),
        (["Ana K", "Ana M"], "km"),
        (["Max", "Mia", "Mark"], "xir"),
        (["P1", "P2"], ""),
        (["가나", "다라"], ""),
        (["김", "Ana"], "ba"),
    ],
)
def test_F1_letters_are_initials_and_nobody_elses(names: list[str], letters: str) -> None:
    """Shared initials give way to the first letter that differs, other names to the place."""
    assert "".join(choose_letters(names)) == letters


@pytest.mark.parametrize("game", ["challengers", "machi-koro", "seven-wonders-duel", "wizard"])
def test_F1_a_letter_is_no_word_of_the_notation(game: str) -> None:
    """Who has such an initial gets the letter of the place at the table."""
    reserved = load_engine(game).reserved_letters
    assert reserved
    for letter in reserved:
        assert letter not in choose_letters([f"{letter}ix", "Quentin"], reserved)
        assert find_wrong_letter(["Ana", "Bo"], ["a", letter], reserved) == letter


def test_F1_a_letter_that_fits_two_people_is_never_taken_silently() -> None:
    """In a match without letters of its own ``a`` may be the first seat, or Amber."""
    for read in (find_seat, parse_seat):
        with pytest.raises(NotationError) as refused:
            read("a", 4, tuple(COLOURS))
        assert refused.value.unclear
        assert list(refused.value.candidates) == ["Dusk", "Amber"]
    state = challengers.open(Setup(4, level="results"))
    with pytest.raises(NotationError):
        challengers.parse("a", state, tuple(COLOURS))


@pytest.mark.parametrize(("text", "winner"), [("d", "a"), ("a", "b"), ("m", "c"), ("b3", "d")])
def test_F1_the_letters_of_a_match_say_who_has_won(text: str, winner: str) -> None:
    """A win is typed with them, and stored with the letter of the place."""
    state = challengers.open(Setup(4, level="results"))
    (action,) = challengers.parse(text, state, COLOURS)
    assert isinstance(action, Win)
    assert action.winner == winner
    for names in ((), COLOURS):
        assert challengers.parse(challengers.write(action, names), state, names) == (action,)


def test_F1_places_and_outcomes_are_typed_with_the_letters_too() -> None:
    """Also what somebody else's place would be called elsewhere."""
    assert parse_place("m.coins", 4, COLOURS) == "c.coins"
    assert parse_place("a.coins", 4, COLOURS) == "b.coins"
    with pytest.raises(NotationError):
        parse_place("c.coins", 4, COLOURS)
    state = wizard.open(Setup(4, level="pad"))
    (count,) = wizard.parse("= m 120", state, COLOURS)
    assert wizard.write(count, COLOURS) == "count m.points points=120"
    (ended,) = wizard.parse("1/1 0/0 0/0 0/0 ~m=40", state, COLOURS)
    assert wizard.write(ended, COLOURS).endswith("~m=40")
    assert wizard.write(ended).endswith("~c=40")


def test_F3_nobody_takes_fans_in_a_duel_of_others() -> None:
    """Who is not in it has no part in its result."""
    state = challengers.open(Setup(4, level="results"))
    (action,) = challengers.parse("a 2 b+1", state)
    assert [breach.why for breach in find_breaches(challengers, state, action)] == ["C21.others"]
    (fine,) = challengers.parse("a 2 d+1", state)
    assert not find_breaches(challengers, state, fine)


@pytest.mark.parametrize("text", ["R", "r", "R2", "r2", "robot 2", "the robot 2", "로봇 2"])
def test_F3_the_robots_win_can_be_guessed(text: str) -> None:
    """By its letter in the tables or its name."""
    state = challengers.open(Setup(1, level="results"))
    (action,) = challengers.parse(text, state, ("Ana",))
    assert isinstance(action, Win)
    assert action.winner == "robot"


@pytest.mark.parametrize(
    "game", ["challengers", "machi-koro", "seven-wonders-duel", "splendor", "wizard"]
)
def test_F1_whatever_is_written_with_the_letters_of_a_match_is_read_again(game: str) -> None:
    """Every action of the recorded matches, in a match where a is not the first seat; and what is
    written without names still means the same in one that has no letters."""
    content = (RECORDED / f"{game}.match.json").read_bytes()
    timeline = Timeline(read_match_file(content)[1])
    engine = timeline.engine
    count = timeline.state.seats
    people = Seats([f"{letter.upper()}olf" for letter in "quvzjmin"[:count]], "quvzjmin"[:count])
    before, tried = timeline.frames[0].state, 0
    for frame in timeline.frames[1:]:
        action = frame.action
        if action is not None:
            tried += 1
            for names in (people, ()):
                written = engine.write(action, names)
                assert engine.parse(written, before, names) == (action,), written
        before = frame.state
    assert tried > 20

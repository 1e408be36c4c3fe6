"""Machi Koro as people type it who have read the notation once: whole phrases."""

from __future__ import annotations

import pytest

from engines.machi_koro import engine
from engines.machi_koro.state import State
from engines.values import NotationError, Setup
from tests.engines.typist import NAMES


def write_in_full(text: str, state: State | None = None) -> list[str]:
    """Return in full what a phrase means."""
    start = engine.open(Setup(seats=3)) if state is None else state
    return [engine.write(action) for action in engine.parse(text, start, NAMES)]


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("four", ["roll 4"]),
        ("rolls a six", ["roll 6"]),
        ("Ana rolled a 4", ["roll 4"]),
        ("ana 5", ["roll 5"]),
        ("a: two and six", ["roll 2 6"]),
        ("2-2", ["roll 2 2"]),
        ("3 and 4", ["roll 3 4"]),
        ("rolls 4 + 5", ["roll 4 5"]),
        ("2/6", ["roll 2 6"]),
        ("double 4s", ["roll 4 4"]),
        ("rolls doubles 3", ["roll 3 3"]),
        ("(4,5)", ["roll 4 5"]),
        ("dice 4 5", ["roll 4 5"]),
        ("5 plus 6", ["roll 5 6"]),
        ("rolls a 1 and a 6", ["roll 1 6"]),
        ("rolls a total of 8", ["roll total 8"]),
    ],
)
def test_F4_a_roll_is_read_as_it_is_said(text: str, full: list[str]) -> None:
    assert write_in_full(text) == full


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("Ana rolls 2, builds the ranch", ["roll 2", "a: build ranch =1"]),
        ("roll 1 built Wheat Field", ["roll 1", "a: build wheat_field =1"]),
        ("ana: 2 and buys a bakery", ["roll 2", "a: build bakery =1"]),
        ("5, fruit & veg market", ["roll 5", "a: build fruit_and_vegetable_market =2"]),
        ("one bought the Café.", ["roll 1", "a: build cafe =2"]),
        ("6 pass", ["roll 6", "a: pass"]),
        ("rolls 5 and 6, builds nothing", ["roll 5 6", "a: pass"]),
        ("ana five saves", ["roll 5", "a: pass"]),
        ("ana 5, saves up her money", ["roll 5", "a: pass"]),
        ("ana rolls a two and does nothing", ["roll 2", "a: pass"]),
        ("ana 5, no money", ["roll 5", "a: pass"]),
        ("ana 5. passes", ["roll 5", "a: pass"]),
        ("4, doesn't buy anything", ["roll 4", "a: pass"]),
        ("rolled a 2, bought another bakery", ["roll 2", "a: build bakery =1"]),
        ("dice 3 gets RANCH", ["roll 3", "a: build ranch =1"]),
        ("threw 6 purchases 1 café", ["roll 6", "a: build cafe =2"]),
        ("Bo rolls 2, builds the ranch", ["roll 2", "b: build ranch =1"]),
        ("rolls 3, nothing built", ["roll 3", "a: pass"]),
        ("3, also a bakery", ["roll 3", "a: build bakery =1"]),
        ("one die, 2, bakery", ["roll 2", "a: build bakery =1"]),
        ("rolls 2 with one die, bakery", ["roll 2", "a: build bakery =1"]),
    ],
)
def test_F8_a_turn_is_read_as_it_is_said(text: str, full: list[str]) -> None:
    assert write_in_full(text) == full


def lay_out() -> State:
    """Return a table at which Ana has every landmark's help, the TV Station and the Business
    Center, and has not rolled."""
    state: State = engine.position(
        Setup(seats=3),
        {
            "a.cards": {"wheat_field": 1, "bakery": 1, "tv_station": 1, "business_center": 1},
            "b.cards": {"wheat_field": 1, "mine": 1},
            "a.landmarks": {"radio_tower": 1},
            "a.plans": {"radio_tower": 0},
            "a.coins": {"coin": 9},
            "b.coins": {"coin": 9},
        },
    )
    return state


@pytest.mark.parametrize(
    "text",
    [
        "6 k tv bo x bo wheat mine bak",
        "rolls a six, keeps it, tv takes 5 from bo, swaps wheat field for bo's mine, buys a bakery",
        "6, tv station bo, trades wheat for mine with bo, builds bakery",
        "six, bo pays 5, gives bo wheat field, takes mine, bakery",
    ],
)
def test_F8_what_purple_cards_bring_is_read_as_it_is_said(text: str) -> None:
    assert write_in_full(text, lay_out()) == [
        "roll 6",
        "a: keep",
        "a: tv b",
        "a: swap b wheat_field mine",
        "a: build bakery =1",
    ]


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("6, rerolls, 5", ["roll 6", "a: reroll", "roll 5"]),
        ("rolls 6, rolls again 5", ["roll 6", "a: reroll", "roll 5"]),
        ("6, k, tv from bo, no swap", ["roll 6", "a: keep", "a: tv b", "a: decline"]),
    ],
)
def test_F8_what_is_decided_is_read_as_it_is_said(text: str, full: list[str]) -> None:
    assert write_in_full(text, lay_out()) == full


@pytest.mark.parametrize("text", ["3 4 5", "rolls 3 4 5", "roll total 13", "a: keep calm", "ana"])
def test_F9_what_is_no_phrase_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        write_in_full(text)


@pytest.mark.parametrize(
    ("text", "key"),
    [("ana 4", "rolled-already"), ("ana: 4 ranch", "rolled-already"), ("cy 4", "not-whose-roll")],
)
def test_F1_dice_are_never_those_of_somebody_else(text: str, key: str) -> None:
    """Where Ana is to build, her second roll is not Bo's, and neither is that of Cy."""
    state: State = engine.open(Setup(seats=3))
    for action in engine.parse("3", state, ("Ana", "Bo", "Cy")):
        state, _moves = engine.apply(state, action)
    with pytest.raises(NotationError) as caught:
        engine.parse(text, state, ("Ana", "Bo", "Cy"))
    assert caught.value.key == key


def test_F1_the_next_persons_dice_end_the_turn_before() -> None:
    """Ana has built nothing then."""
    state: State = engine.open(Setup(seats=3))
    for action in engine.parse("3", state, ("Ana", "Bo", "Cy")):
        state, _moves = engine.apply(state, action)
    written = [
        engine.write(each) for each in engine.parse("bo 4 ranch", state, ("Ana", "Bo", "Cy"))
    ]
    assert written == ["a: pass", "roll 4", "b: build ranch =1"]

"""Every question that Machi Koro asks: of whom, for which actions, in which words."""

from __future__ import annotations

import pytest

from engines.machi_koro import engine
from engines.machi_koro.state import State
from engines.values import Setup
from tests.engines.machi_koro.positions import PARK, STATION, TOWER, town, type_legal
from tests.engines.prompts import list_asked, list_kinds, list_questions

PURPLE = {"tv_station": 1, "business_center": 1, "wheat_field": 1}
RICH = town({}, {}, landmarks=[[STATION, PARK], []])
POOR = town({}, {}, coins=[1, 1], landmarks=[[STATION, PARK], []])
DOUBLE = "Was 6 a double? ~again=1 if another turn follows, ~again=0 if not"

CASES: list[tuple[State, list[str]]] = [
    (town({}, {}), ["table roll: what did Ana roll? 5, or with what is then built: 5 ran"]),
    (RICH, ["table roll: what did Ana roll? 5 one die, 34 two dice, 7 their total"]),
    (
        type_legal(town({}, {}, landmarks=[[STATION, TOWER], []]), "34"),
        ["a keep/reroll: Ana rolled 7: k keep it, rr roll again"],
    ),
    (
        type_legal(town({}, {}, landmarks=[[TOWER], []]), "3 rr"),
        ["table roll: what did Ana roll the second time? 5"],
    ),
    (
        type_legal(town({}, {}, landmarks=[[STATION, TOWER], []]), "34 rr"),
        ["table roll: what did Ana roll the second time? 5 one die, 34 two dice"],
    ),
    (
        type_legal(town({}, {}), "5"),
        ["a build/pass: Ana has 9 coins: what is built? - for nothing"],
    ),
    (
        type_legal(town({}, {}, coins=[0, 1], turn=1), "5"),
        ["b build/pass: Bo has 1 coin: what is built? - for nothing"],
    ),
    (type_legal(RICH, "33"), ["a build/pass: Ana has 9 coins: what is built? - for nothing"]),
    (
        type_legal(RICH, "roll total 6"),
        [f"a build/pass: Ana has 9 coins: what is built? {DOUBLE}"],
    ),
    (
        type_legal(POOR, "roll total 6"),
        [f"a build/pass: Ana has 1 coin: what is built? {DOUBLE}"],
    ),
    (
        type_legal(town(PURPLE, {"mine": 1}), "6"),
        [
            "a tv: Ana names who pays for the TV Station: tv b",
            "a swap/decline: Ana may exchange a card: x b wheat mine (give, take), x - for none",
        ],
    ),
    (
        type_legal(town(PURPLE, {"mine": 1}, options={"business_center": "must"}), "6 tv"),
        ["a swap: Ana exchanges a card: x b wheat mine (give, take)"],
    ),
    (
        engine.open(Setup(3, level="results")),
        ["table result: the landmarks of every seat: result 4 2 ?, or the winner alone: result b"],
    ),
]


@pytest.mark.parametrize(("state", "asked"), CASES, ids=[asked[-1][:40] for _, asked in CASES])
def test_what_is_asked(state: State, asked: list[str]) -> None:
    assert list_asked(engine, state) == asked


def test_every_question_is_in_the_table() -> None:
    assert set().union(*(list_kinds(engine, state) for state, _ in CASES)) == list_questions(engine)

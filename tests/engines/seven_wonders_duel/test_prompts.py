"""Every question that 7 Wonders Duel asks: of whom, for which actions, in which words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.seven_wonders_duel import engine
from engines.seven_wonders_duel.state import State
from engines.values import Setup
from tests.engines.prompts import list_asked, list_kinds, list_questions
from tests.engines.seven_wonders_duel.positions import City, lay_out, play_all
from tests.engines.seven_wonders_duel.test_rules import third_age

NEW = engine.open(Setup(2))
KNOWN = play_all(NEW, "?, ?, ?, ?, ?", "offer pyramids, sphinx, zeus, colossus")[0]
TOLD = "(one by one or a, b, c; or play on)"
BOARD = [f"table reveal? board: which progress tokens lie on the board? {TOLD}"] * 5
OFFER = [f"table reveal? offer: which wonders are on offer? {TOLD}"] * 4
DRAWN = ["table reveal? drawn: which tokens were drawn from the box? (or play on)"] * 3
LIBRARY = lay_out(
    City(coins=60, planned=["the-great-library"]),
    slots={19: "altar", 20: "baths"},
    board=["agriculture", "architecture", "masonry", "mathematics", "strategy"],
    level="full",
)


def slots(*numbers: int) -> list[str]:
    """Return the questions about the cards that lie face up in some slots."""
    told = "(told row by row from the top; ?? if nobody noted it; or play on)"
    return [f"table reveal? slot.{n}: what lies in slot {n}? {told}" for n in numbers]


def pend(choice: str) -> State:
    """Return a table at which seat b owes a choice."""
    return lay_out(City(), City(), slots={19: "altar"}, age=1, turn=1, pending=choice)


FIRST = slots(1, 2, 6, 7, 8, 9, 15, 16, 17, 18, 19, 20)
THIRD = slots(1, 2, 6, 7, 8, 9, 12, 13, 14, 15, 19, 20)
CASES: list[tuple[State, list[str]]] = [
    (NEW, [*BOARD, *OFFER, "a draft: Ana takes a wonder"]),
    (KNOWN, ["a draft: Ana takes a wonder"]),
    (
        engine.open(Setup(2, first=1, options={"wonders": "first-game"})),
        [*BOARD, *FIRST, "b build/discard/wonder: Bo to play: build, discard, wonder"],
    ),
    (
        lay_out(slots={19: "altar"}, age=1, extra=True),
        ["a build/discard/wonder: Ana plays again: build, discard, wonder"],
    ),
    (third_age(), [*THIRD, "a begin: Ana says who begins the age"]),
    (
        replace(third_age(), wanted=("backs",)),
        [
            "table backs? backs: which face-down cards are guilds?"
            " 3 are: g 3 5 (g ? if nobody noted it)",
            "a begin: Ana says who begins the age",
        ],
    ),
    (
        play_all(LIBRARY, "w library < altar")[0],
        [*DRAWN, "a keep: Ana keeps one of the tokens drawn"],
    ),
    (pend("token"), ["b token: Bo chooses a progress token from the board"]),
    (pend("keep"), ["b keep: Bo keeps one of the tokens drawn"]),
    (pend("grey"), ["b raze: Bo razes a grey card of the opponent"]),
    (pend("brown"), ["b raze: Bo razes a brown card of the opponent"]),
    (pend("revive"), ["b revive: Bo constructs a card of the discard pile"]),
    (pend("begin"), ["b begin: Bo says who begins the age"]),
    (
        engine.open(Setup(2, level="results")),
        ["table result: the score sheet: result 60 57, result mil a, result sci b"],
    ),
]


@pytest.mark.parametrize(("state", "asked"), CASES, ids=[str(n) for n in range(len(CASES))])
def test_what_is_asked(state: State, asked: list[str]) -> None:
    assert list_asked(engine, state) == asked


def test_every_question_is_in_the_table() -> None:
    assert set().union(*(list_kinds(engine, state) for state, _ in CASES)) == list_questions(engine)

"""Every question that Splendor asks: of whom, for which actions, in which words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.splendor import engine
from engines.splendor.state import State
from engines.values import Setup
from tests.engines.prompts import list_asked, list_kinds, list_questions
from tests.engines.splendor.positions import seat, table, type_texts

NEW = engine.open(Setup(2))
FACTS = [
    *(
        f"table reveal? market.{level}.{slot}: what lies at level {level}, slot {slot}?"
        " (a card; ?? if nobody saw it; or play on)"
        for level in (1, 2, 3)
        for slot in (1, 2, 3, 4)
    ),
    *["table reveal? nobles: which nobles lie there? (one by one; ?? if nobody saw it; or play on)"]
    * 3,
]
"""What lies there at the beginning: with two seats three nobles."""

EARNED = seat(bonuses="wwwwuuuugggg")
KNOWN = replace(table(), wanted=())
CHOOSING = table(EARNED, seat(), nobles=["w4u4", "u4g4"], pending=["w4u4", "u4g4"])
OVER = table(seat(points=15), seat(), over=True, triggered=True)
CASES: list[tuple[State, list[str]]] = [
    (NEW, [*FACTS, "a take/buy/reserve/draw/pass: Ana to play: take, buy, reserve"]),
    (type_texts(NEW, "wug"), ["b take/buy/reserve/draw/pass: Bo to play: take, buy, reserve"]),
    (
        replace(KNOWN, wanted=("market.2.4",), turn=1),
        [FACTS[7], "b take/buy/reserve/draw/pass: Bo to play: take, buy, reserve"],
    ),
    (
        replace(CHOOSING, wanted=("nobles",)),
        [
            FACTS[-1],
            "a noble: Ana chooses a noble: Niccolò Machiavelli, Suleiman the Magnificent",
        ],
    ),
    (replace(OVER, wanted=("market.1.1",)), [FACTS[0]]),
    (replace(OVER, wanted=()), []),
    (
        engine.open(Setup(2, level="results")),
        ["table result: the final points, seat by seat: result 15 12"],
    ),
    (type_texts(engine.open(Setup(2, level="results")), "result 15 12"), []),
]


@pytest.mark.parametrize(("state", "asked"), CASES, ids=[str(n) for n in range(len(CASES))])
def test_what_is_asked(state: State, asked: list[str]) -> None:
    assert list_asked(engine, state) == asked


def test_every_question_is_in_the_table() -> None:
    assert set().union(*(list_kinds(engine, state) for state, _ in CASES)) == list_questions(engine)

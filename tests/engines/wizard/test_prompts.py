"""Every question that Wizard asks: of whom, for which actions, in which words."""

from __future__ import annotations

import pytest

from engines.values import Setup
from engines.wizard import engine
from engines.wizard.state import State
from tests.engines.prompts import list_asked, list_kinds, list_questions
from tests.engines.wizard.cases import type_lines


def start(level: str = "actions", **options: object) -> State:
    """Return the table at the start of a match of three, which Ana deals."""
    state: State = engine.open(Setup(seats=3, level=level, options=options))
    return state


FLIP = "table flip flip: what is turned up? (card or colour, ?? if nobody noted it)"
TRUMP = "a trump: Ana names trump: b g r y"
HANDS = [
    f"{letter} hand? {letter}.hand: {name}'s hand, if it is known: b7 g2 (or ??)"
    for letter, name in (("b", "Bo"), ("c", "Cy"), ("a", "Ana"))
]
TOGETHER = "table bids?: all bids together, in the order Ana, Bo, Cy: 1 0 1"
CASES: list[tuple[State, list[str]]] = [
    (start(), [FLIP]),
    (start("full"), [FLIP, *HANDS]),
    (type_lines(start("full"), "b: 1"), [FLIP, *HANDS, "c bid: Cy bids 0 to 1"]),
    (type_lines(start(), "W"), [TRUMP]),
    (type_lines(start("full"), "W"), [*HANDS, TRUMP]),
    (type_lines(start(), "y1"), ["b bid: Bo bids 0 to 1"]),
    (type_lines(start(), "y1", "0 0 1"), ["b play: Bo to play a card"]),
    (type_lines(start(), "y1", "0 0 1", "b1 b2"), ["a play: Ana to play a card"]),
    (
        type_lines(start(bid_mode="simultaneous"), "y1"),
        [
            TOGETHER,
            *(f"{bidder} bids 0 to 1" for bidder in ("a bid: Ana", "b bid: Bo", "c bid: Cy")),
        ],
    ),
    (
        type_lines(start(bid_mode="simultaneous"), "y1", "c: 0"),
        ["a bid: Ana bids 0 to 1", "b bid: Bo bids 0 to 1"],
    ),
    (type_lines(start(bid_mode="secret"), "y1"), ["b play: Bo to play a card"]),
    (start("summary"), ["b bid: Bo bids 0 to 1"]),
    (type_lines(start("summary"), "0 0 1"), ["table trick: who takes trick 1?"]),
    (start("pad"), ["b bid/round: Bo bids 0 to 1"]),
    (type_lines(start("pad"), "b: 1"), ["c bid/round: Cy bids 0 to 1"]),
    (type_lines(start("pad"), "0 0 1"), ["table tricks: tricks won, seat by seat (1 in all)"]),
    (
        start("results"),
        [
            "table result: the final totals, seat by seat:"
            " result 120 40 -20, or the winner alone: result b"
        ],
    ),
]


@pytest.mark.parametrize(("state", "asked"), CASES, ids=[str(n) for n in range(len(CASES))])
def test_what_is_asked(state: State, asked: list[str]) -> None:
    assert list_asked(engine, state) == asked


def test_every_question_is_in_the_table() -> None:
    assert set().union(*(list_kinds(engine, state) for state, _ in CASES)) == list_questions(engine)

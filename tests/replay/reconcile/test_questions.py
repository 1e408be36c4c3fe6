"""What is to be counted next: what tells candidates apart, of what was counted already first."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from replay.reconcile.facts import Key
from replay.reconcile.questions import Countable, Position, choose_questions

RED, BLUE = ("b.tokens", "red"), ("b.tokens", "blue")
BANK, MINE, THEIRS = ("bank", "red"), ("a.tokens", "red"), ("c.tokens", "red")


class Everything(Countable):
    """People can count everything but what is `hidden`."""

    def __init__(self, *hidden: Key) -> None:
        self.hidden = hidden

    def __contains__(self, key: Key) -> bool:
        return key not in self.hidden


def lie(*holdings: Mapping[Key, int]) -> list[Position]:
    """Return candidates that are as good as each other, with what lies there by each of them."""
    return [(1.0, holding) for holding in holdings]


THREE = lie({BANK: 1, MINE: 1}, {BANK: 2, MINE: 1}, {BANK: 3, MINE: 2})
"""Three candidates: the bank tells all of them apart, a's tokens one of them."""


@pytest.mark.parametrize(
    ("positions", "facts", "hidden", "asked"),
    [
        # what tells most of them apart
        (THREE, {}, (), (BANK,)),
        # first the kind that was counted already, though it tells less
        (THREE, {RED: 1}, (), (MINE,)),
        # another kind that was counted is none
        (THREE, {BLUE: 1}, (), (BANK,)),
        # what a place of the table holds is no kind of seats
        (THREE, {("nobles", "red"): 1}, (), (BANK,)),
        # what nobody can count is not asked
        (THREE, {}, (BANK,), (MINE,)),
        (THREE, {RED: 1}, (MINE,), (BANK,)),
        (THREE, {}, (BANK, MINE), ()),
        # what was counted tells no more
        (THREE, {BANK: 1}, (), (MINE,)),
        (THREE, {BANK: 1, MINE: 1}, (), ()),
        # of every seat where it tells candidates apart
        (lie({MINE: 1, THEIRS: 2, RED: 4}, {MINE: 2, THEIRS: 1, RED: 4}), {}, (), (MINE, THEIRS)),
        (lie({MINE: 1, THEIRS: 2}, {MINE: 2, THEIRS: 1}), {}, (THEIRS,), (MINE,)),
        (lie({MINE: 1, THEIRS: 2}, {MINE: 2, THEIRS: 1}), {MINE: 1}, (), (THEIRS,)),
        # a bank with less than nothing in it was never counted so
        (lie({BANK: -1, MINE: 1}, {BANK: 2, MINE: 1}, {BANK: 3, MINE: 2}), {}, (), (MINE,)),
        # a seat may owe something: its points
        (lie({MINE: -1}, {MINE: 2}), {}, (), (MINE,)),
        # one candidate, or several that are alike
        (lie({BANK: 1}), {}, (), ()),
        (lie({BANK: 1}, {BANK: 1}), {}, (), ()),
        ([], {}, (), ()),
    ],
)
def test_what_is_asked_next(
    positions: list[Position],
    facts: dict[Key, int],
    hidden: tuple[Key, ...],
    asked: tuple[Key, ...],
) -> None:
    assert choose_questions(positions, facts, Everything(*hidden)) == asked


def test_a_costly_candidate_counts_for_less() -> None:
    """Two likely ones are told apart before an unlikely third."""
    positions = [(1.0, {MINE: 1}), (1.0, {MINE: 2}), (9.0, {BLUE: 1, MINE: 1})]
    assert choose_questions(positions, {}, Everything()) == (MINE,)
    dear = [(9.0, {MINE: 1}), (1.0, {MINE: 2}), (1.0, {BLUE: 1, MINE: 2})]
    assert choose_questions(dear, {}, Everything()) == (BLUE,)

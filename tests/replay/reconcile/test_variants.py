"""What a value may be mistaken for, and what kind of slip an action is of another."""

from __future__ import annotations

from typing import Any

import pytest

from engines.machi_koro.actions import Build
from engines.seven_wonders_duel.actions import Paid
from engines.splendor.actions import Buy, Take
from engines.values import Action
from engines.wizard.actions import Bid, Round
from replay.reconcile.facts import Difference
from replay.reconcile.search import Search
from replay.reconcile.slips import Slip, classify_amendment, is_list
from replay.reconcile.variants import MAX_SIZES, Hints, vary_value
from replay.record.session import Session
from tests.table import FIRST, open_desk, type_accepted

RED: Difference = {("bank", "red"): 1}
BLUE: Difference = {("bank", "blue"): 1}


@pytest.mark.parametrize(
    ("value", "wanted", "variants"),
    [
        # a choice is the other one
        (True, RED, [False]),
        # a number is off by one or two, or by as much as is missing somewhere
        (5, RED, [4, 6, 3, 7]),
        (5, {("b", "x"): -4}, [4, 6, 3, 7, 1, 9]),
        # a name is another piece, or a place, of those that are wrong
        ("green", RED, ["red", "bank"]),
        ("red", {("bank", "red"): 1, ("b", "?x"): 2, ("a", "*"): 1}, ["bank", "b", "a"]),
        # of some pieces there were more or fewer, never less than none
        ({"red": 3}, RED, [{"red": 2}, {"red": 4}, {"red": 1}, {"red": 5}]),
        ({"red": 1}, RED, [{}, {"red": 2}, {"red": 3}]),
        # it was another piece, or what is missing came to them, or was left out
        ({"red": 1}, BLUE, [{"blue": 1}, {"red": 1, "blue": 1}]),
        (
            {"red": 2, "blue": 1},
            {("bank", "blue"): 1, ("bank", "green"): 1},
            [
                {"blue": 1, "green": 2},
                {"red": 2},
                {"red": 2, "blue": 2},
                {"red": 2, "blue": 3},
                {"red": 2, "green": 1},
                {"red": 2, "blue": 2, "green": 1},
            ],
        ),
        ({"a": {"red": 1}}, BLUE, [{"a": {"blue": 1}}, {"a": {"red": 1, "blue": 1}}]),
        # of a list one is another, or one of them had it in the place of another
        (("green",), BLUE, [["blue"], ["bank"]]),
        (
            (1, 0),
            RED,
            [[0, 0], [2, 0], [-1, 0], [3, 0], [1, -1], [1, 1], [1, -2], [1, 2], [0, 1], [2, -1]],
        ),
        # of several numbers one is off
        (
            Paid(2),
            RED,
            [
                *({"bank": n} for n in (1, 3, 0, 4)),
                *({"bank": 2, "opponent": n} for n in (-1, 1, -2, 2)),
            ],
        ),
        ((), RED, []),
        (None, RED, []),
    ],
)
def test_what_a_value_may_be_mistaken_for(
    value: Any, wanted: Difference, variants: list[Any]
) -> None:
    found = list(vary_value(value, Hints(wanted)))
    assert sorted(map(repr, found)) == sorted(map(repr, variants))


def test_where_many_numbers_differ_only_small_errors_are_tried() -> None:
    few = {("bank", str(n)): n + 2 for n in range(1, MAX_SIZES + 1)}
    assert max(Hints(few).steps) == MAX_SIZES + 2
    assert Hints({**few, ("bank", "x"): 99}).steps == (-1, 1, -2, 2)


BOUGHT = Buy(seat=0, card="1u-r4", source="market.1.1", paid={"red": 4})


@pytest.mark.parametrize(
    ("meant", "kind"),
    [
        (Take(seat=0, tokens={"red": 1}), "other"),
        (Buy(seat=1, card="1u-r4", source="market.1.1", paid={"red": 4}), "seat"),
        (Buy(seat=1, card="1u-r4", source="market.1.1", paid={"red": 3}), "other"),
        (Buy(seat=0, card="1u-k3", source="market.1.1", paid={"red": 4}), "piece"),
        (Buy(seat=0, card="1u-k3", source="market.1.1", paid={"black": 3}), "piece"),
        (Buy(seat=0, card="1u-r4", source="market.1.1", paid={"red": 3}), "payment"),
    ],
)
def test_the_kind_of_a_slip(meant: Action, kind: str) -> None:
    """What was recorded is a purchase of seat a for four rubies."""
    assert classify_amendment(BOUGHT, meant) == kind


def test_a_number_that_is_no_payment_and_an_outcome_are_kinds_of_slips() -> None:
    assert classify_amendment(Bid(seat=0, bid=1), Bid(seat=0, bid=2)) == "number"
    ranch = Build(seat=0, card="ranch", paid=1)
    other = Build(seat=0, card="ranch", paid=1, actual={"again": 1})
    assert classify_amendment(ranch, other) == "outcome"


def test_a_line_of_a_pad_is_a_list() -> None:
    assert is_list(Round(bids=(0, 1, 0), tricks=(0, 1, 0)))
    assert not is_list(Bid(seat=0, bid=1))


def test_two_corrections_of_one_event_are_one(session: Session) -> None:
    """What it was meant to be in the end; of what kind that slip is, is worked out anew."""
    type_accepted(open_desk(session), "wug", "rkw")
    timeline = session.timeline
    index = timeline.index(FIRST)
    search = Search(timeline, len(timeline.frames) - 1, {("a.tokens", "red"): 1})
    first = Slip("number", index, Take(seat=0, tokens={"white": 1}))
    other = Slip("number", index, Take(seat=1, tokens={"white": 1, "blue": 1, "green": 1}))
    assert search._join_slips(first, other) == Slip("seat", index, other.action)
    struck = Slip("doubled", index)
    assert search._join_slips(first, struck) == Slip("doubled", index, None)

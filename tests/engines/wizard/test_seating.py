"""Somebody leaves a game of Wizard, or joins it (R6, R7)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.protocol import find_breaches
from engines.values import DecodeError, Setup
from engines.wizard import engine
from engines.wizard.actions import Bid, Count, Play, Result, Round, Tricks
from engines.wizard.catalog import HANDS
from engines.wizard.state import State
from tests.engines.wizard.cases import type_lines
from tests.some import some


def open_table(level: str = "pad", seats: int = 4, **options: object) -> State:
    """Return the start of a match of four, or as many as are said."""
    state: State = engine.open(Setup(seats=seats, level=level, options=dict(options)))
    return state


def leave(state: State, *seats: int) -> State:
    """Return the table after some people have left."""
    for each in seats:
        state, _ = engine.leave(state, each)
    return state


def join(state: State, seat: int, points: int | None = None) -> State:
    """Return the table after somebody has sat down."""
    found: State = engine.join(state, seat, points)[0]
    return found


def list_totals(state: State) -> list[int | None]:
    """Return the total of every seat."""
    return [score.total for score in engine.standing(state).scores]


def play_round(state: State, *lines: str) -> State:
    """Return the state after some lines; none of them breaks a rule."""
    for line in some(lines):
        for action in some(engine.parse(line, state)):
            assert find_breaches(engine, state, action) == (), line
            state, _ = engine.apply(state, action)
    return state


def test_seat_leave_between_rounds_keeps_the_points_and_goes_on_with_fewer() -> None:
    """The pad asks for three pairs from then on (R6)."""
    state = leave(play_round(open_table(), "1/1 0/0 0/0 0/0"), 1)
    state = play_round(state, "1/1 1/1 0/0")
    assert list_totals(state) == [60, 20, 50, 40]
    assert state.pad[-1].absent == (1,)
    assert state.pad[-1].bids == (1, 0, 1, 0)
    state = play_round(join(state, 1), "1/1 0/0 1/1 1/1")
    assert list_totals(state) == [90, 40, 80, 70]


def test_seat_leave_gives_up_the_round_that_had_begun() -> None:
    """All cards go back unseen; the same round is dealt again by the same dealer."""
    state = open_table("actions")
    state = play_round(state, "g5", "0 1 0 0", "b7", "b9")
    assert state.trick
    gone, moves = engine.leave(state, 2)
    assert {move.rule for move in moves} <= {"R6", "W5", "W9"}
    assert (gone.number, gone.dealer, gone.turn) == (1, 0, 1)
    assert (gone.trick, gone.bids, gone.flip) == ((), (None,) * 4, "")
    assert [gone.book.size(hand) for hand in HANDS[:4]] == [1, 1, 0, 1]
    assert gone.book.totals() == state.book.totals()
    after = play_round(gone, "g5", "0 1 0", "b7", "b9", "b1")
    assert list_totals(after) == [20, -10, 0, -10]
    assert after.number == 2


def test_seat_leave_of_the_dealer_lets_the_next_deal() -> None:
    """And the deal goes round among those who are there (W7)."""
    state = play_round(open_table(), "1/1 0/0 0/0 0/0")
    assert state.dealer == 1
    state = leave(state, 1)
    dealers = [state.dealer]
    for line in ("2/2 0/0 0/0", "3/3 0/0 0/0", "4/4 0/0 0/0"):
        state = play_round(state, line)
        dealers.append(state.dealer)
    assert dealers == [2, 3, 0, 2]


def test_seat_leave_keeps_tricks_short() -> None:
    """A trick is over with three cards, and is asked of three."""
    state = leave(open_table("actions"), 3)
    state = play_round(state, "g5", "0 0 1", "g7")
    assert state.turn == 2
    state = play_round(state, "g9", "g1")
    assert state.pad[-1].tricks == (0, 0, 1, 0)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("1/1 0/0 0/0", Round(bids=(1, 0, 0, 0), tricks=(1, 0, 0, 0))),
        ("1/1 0/0 0", Round(bids=(1, 0, 0, 0), tricks=(1, 0, 0, 0))),
        ("1/1 0/0 0/0 0/0", Round(bids=(1, 0, 0, 0), tricks=(1, 0, 0, 0))),
        ("tricks 0 0 1", Tricks(tricks=(0, 0, 0, 1))),
        ("tricks 0 0", Tricks(tricks=(0, 0, 0, 1))),
    ],
)
def test_seat_leave_is_left_out_of_the_lists_of_the_pad(text: str, action: Any) -> None:
    """Numbers of those who are there will do; the full notation has all seats."""
    state = leave(open_table(), 1)
    assert engine.parse(text, state) == (action,)
    assert engine.parse(engine.write(action), state) == (action,)


def test_seat_leave_is_left_out_of_totals() -> None:
    """Of a count and of a result; what the record has stands for who has left."""
    state = leave(play_round(open_table(), "1/1 0/0 0/0 0/0"), 1)
    (count,) = engine.parse("= 30 20 20", state)
    assert isinstance(count, Count)
    assert count.holds.keys() == {"a.points", "c.points", "d.points"}
    (result,) = engine.parse("result 60 40 20", state)
    assert isinstance(result, Result)
    assert result.points == (60, 20, 40, 20)


def test_seat_leave_makes_a_bid_out_of_turn() -> None:
    """R6 says why."""
    state = leave(open_table("summary"), 1)
    found = find_breaches(engine, state, Bid(seat=1, bid=0))
    assert {breach.rule for breach in found} == {"R6", "W20"}
    found = find_breaches(engine, state, Play(seat=1, card="b7"))
    assert "R6" in {breach.rule for breach in found}


def test_seat_leave_with_plus_minus_one_counts_those_who_bid() -> None:
    """The last of three bids may not make the sum even (V1)."""
    state = leave(open_table(bid_sum_rule="not_equal"), 3)
    (first, second, third) = engine.parse("0 0 1", state)
    for bid in (first, second):
        state, _ = engine.apply(state, bid)
    assert {breach.rule for breach in find_breaches(engine, state, third)} == {"V1"}


def test_seat_leave_of_two_of_four_ends_the_match() -> None:
    """Two cannot go on; the better of them wins, whoever has left (W1)."""
    state = leave(play_round(open_table(), "1/1 0/0 0/0 1/0"), 0, 3)
    standing = engine.standing(state)
    assert (standing.over, standing.reason, standing.winners) == (True, "end.left", (1, 2))
    assert not engine.standing(join(state, 0)).over


@pytest.mark.parametrize(
    ("points", "totals"), [(None, [30, 20, 20, 20, 0]), (40, [30, 20, 20, 20, 40])]
)
def test_seat_join_begins_with_no_points_or_those_told(
    points: int | None, totals: list[int]
) -> None:
    """The term cites R7, and the round in which the person came."""
    state = join(play_round(open_table(), "1/1 0/0 0/0 0/0"), 4, points)
    assert list_totals(state) == totals
    lines = engine.standing(state).scores[4].lines
    assert [(line.n, line.rule) for line in lines] == ([(40, "R7")] if points else [])
    state = play_round(state, "2/2 0/0 0/0 0/0 0/0")
    assert list_totals(state) == [70, 40, 40, 40, totals[4] + 20]


def test_seat_join_in_a_round_that_has_begun_waits_for_the_next_one() -> None:
    """The round goes on without the person, who is there all the same."""
    state = play_round(open_table("actions"), "g5", "0 1 0 0")
    joined = join(state, 4)
    assert engine.list_left(joined) == ()
    assert joined.bids == (0, 1, 0, 0, None)
    after = play_round(joined, "g7", "g1", "g2", "g3")
    assert after.pad[-1].absent == (4,)
    assert after.waiting == ()
    assert [after.book.size(hand) for hand in HANDS[:5]] == [2] * 5
    assert after.dealer == 1


def test_seat_leave_of_whoever_waits_changes_nothing_of_the_round() -> None:
    """The trick on the table stays."""
    state = play_round(open_table("actions"), "g5", "0 1 0 0", "g7")
    gone = leave(join(state, 4), 4)
    assert gone.trick == state.trick
    assert engine.list_left(gone) == (4,)


def test_seat_join_deals_no_more_cards_than_there_are() -> None:
    """With six people nobody gets more than ten; the number of rounds stays (R7)."""
    state = open_table(seats=4)
    state = type_lines(state, *[f"{n}/{n} 0/0 0/0 0/0" for n in range(1, 12)])
    assert state.cards == 12
    state = join(join(state, 4), 5)
    assert (state.number, state.cards, len(state.table.cards)) == (12, 10, 15)
    state = play_round(state, "10/10 0/0 0/0 0/0 0/0 0/0")
    assert (state.number, state.cards) == (13, 10)


def test_seat_join_in_the_colour_war_is_refused() -> None:
    """Every seat needs a folk; who has left may come back."""
    state = open_table(mode="colour_war")
    gone = leave(state, 1)
    with pytest.raises(DecodeError, match="folk"):
        engine.join(gone, 4)
    assert join(gone, 1).left == ()


def test_seat_join_again_goes_on_with_the_points_on_the_pad() -> None:
    """Or with those told."""
    state = leave(play_round(open_table(), "1/1 0/0 0/0 0/0"), 0)
    assert list_totals(join(state, 0))[0] == 30
    assert list_totals(join(state, 0, 10))[0] == 10

"""Somebody leaves a game of Machi Koro, or joins it (M45, M46)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.machi_koro import engine
from engines.machi_koro.actions import Result, Roll, Swap, Tv
from engines.machi_koro.catalog import LANDMARKS
from engines.machi_koro.state import BUILD, PURPLE, ROLL, State, count_coins
from engines.protocol import find_breaches
from engines.values import DecodeError
from tests.engines.machi_koro.positions import TYPIST, town, type_legal


def leave(state: State, *seats: int) -> State:
    """Return the table after some people have left."""
    for each in seats:
        state, _ = engine.leave(state, each)
    return state


def purses(state: State) -> list[int]:
    """Return the coins of every seat."""
    return [count_coins(state, seat) for seat in range(state.seats)]


def test_seat_leave_brings_no_income_and_takes_none() -> None:
    """Blue and red cards of whoever has left do not work; nothing is taken there (M45)."""
    state = town({"stadium": 1, "cafe": 1}, {"wheat_field": 3, "cafe": 2}, {"wheat_field": 1})
    gone = leave(state, 1)
    after = type_legal(gone, "1 pass")
    assert purses(after) == [9, 9, 10]
    paid, _ = engine.apply(gone, Roll(total=6))
    assert purses(paid) == [11, 9, 7]
    assert purses(engine.apply(state, Roll(total=6))[0]) == [13, 7, 7]


def test_seat_leave_passes_over_the_turns() -> None:
    """Also the turn that had begun; what it brought stays."""
    state = type_legal(town({"wheat_field": 1}, {}, {}), "1")
    gone = leave(state, 0)
    assert (gone.turn, gone.phase, purses(gone)[0]) == (1, ROLL, 10)
    assert type_legal(gone, "1 pass", "1 pass").turn == 1
    assert TYPIST.find_broken(type_legal(gone, "1"), "a: pass") >= {"M45", "M5"}


def test_seat_leave_spares_nobody_another_turn() -> None:
    """A double is not used by the next seat (M39)."""
    state = replace(town({}, {}, {}), phase=BUILD, total=8, dice=(4, 4), again=True)
    gone = leave(state, 0)
    assert (gone.turn, gone.extra, gone.again) == (1, False, False)


def test_seat_leave_is_no_target_of_a_purple_card() -> None:
    """Neither for coins nor for an exchange; the other is meant where only one is left."""
    state = town({"tv_station": 1, "business_center": 1, "ranch": 1}, {"cafe": 1}, {"mine": 1})
    gone = leave(type_legal(state, "6"), 1)
    offered = [
        choice.action
        for prompt in engine.list_prompts(gone)
        for choice in engine.choices(gone, prompt)
    ]
    targets = {each.target for each in offered if isinstance(each, Tv | Swap)}
    assert targets == {2}
    assert TYPIST.find_broken(gone, "tv bo") == {"M45"}
    assert engine.parse("tv", gone)[0] == Tv(seat=0, target=2)


def test_seat_leave_of_the_only_one_with_a_card_to_swap_drops_the_exchange() -> None:
    """Where it must be made, nobody would be left to make it with (M28)."""
    cards = ({"business_center": 1, "ranch": 1}, {"cafe": 1}, {"stadium": 1})
    state = town(*cards, options={"business_center": "must"})
    state = type_legal(state, "6")
    assert (state.phase, state.pending) == (PURPLE, ("business_center",))
    gone = leave(state, 1)
    assert (gone.phase, gone.pending) == (BUILD, ())


def test_seat_join_begins_as_everybody_began() -> None:
    """Three coins, two cards and the landmarks face down, by M46; the others keep theirs."""
    state = type_legal(town({}, {}), "1 pass")
    joined, moves = engine.join(state, 2)
    assert {move.rule for move in moves} == {"M46"}
    assert joined.book.holding("c.cards") == {"wheat_field": 1, "bakery": 1}
    assert joined.book.holding("c.plans") == dict.fromkeys(LANDMARKS, 1)
    assert purses(joined) == [9, 9, 3]
    assert joined.book.totals() == state.book.totals()
    played = type_legal(joined, "4 pass", "4 pass", "4 pass")
    assert played.turn == 1


def test_seat_join_pays_and_earns_from_then_on() -> None:
    """The Stadium takes two coins from everybody."""
    joined, _ = engine.join(town({"stadium": 1}, {}), 2)
    assert purses(engine.apply(joined, Roll(total=6))[0]) == [13, 7, 1]


def test_seat_join_again_has_what_lies_there() -> None:
    """Coins, cards and landmarks."""
    state = leave(town({"mine": 2}, {}, {}), 0)
    back, moves = engine.join(state, 0)
    assert (back.left, moves, purses(back)[0]) == ((), (), 9)
    with pytest.raises(DecodeError, match="points"):
        engine.join(state, 0, 4)


def test_seat_leave_is_left_out_of_a_score_sheet() -> None:
    """A number for everybody who is there, or for every seat."""
    state = leave(town({}, {}, {}), 1)
    assert engine.parse("result 4 2", state)[0] == Result(landmarks=(4, None, 2))
    assert engine.parse("result 4 ? 2", state)[0] == Result(landmarks=(4, None, 2))
    assert engine.parse("result c", state)[0] == Result(landmarks=(None, None, 4))
    found = find_breaches(engine, state, Result(landmarks=(4, 3, 2)))
    assert {breach.data.get("seat") for breach in found if breach.why == "M41.differs"} == {0, 2}

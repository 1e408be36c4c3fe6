"""Somebody leaves a game of Splendor, or joins it (S21, S22)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.protocol import find_breaches
from engines.splendor import engine
from engines.splendor.actions import Pass, Result
from engines.splendor.state import State
from engines.values import DecodeError
from tests.engines.splendor.positions import TYPIST, seat, table


def leave(state: State, *seats: int) -> State:
    """Return the table after some people have left."""
    for each in seats:
        state, _ = engine.leave(state, each)
    return state


def test_seat_leave_gives_the_tokens_back_and_keeps_the_rest() -> None:
    """Cards, nobles and the hand stay where they lie; each move cites S21."""
    state = table(seat("wwug", "wwk", reserved=["1w-r2k1"]), seat(), seat())
    gone, moves = engine.leave(state, 0)
    assert {(move.source, move.target, move.rule) for move in moves} == {
        ("a.tokens", "bank", "S21")
    }
    assert sum(move.n for move in moves) == 4
    assert gone.book.count("bank", "white") == state.book.count("bank", "white") + 2
    for place in ("a.cards", "a.reserved"):
        assert gone.book.holding(place) == state.book.holding(place) != {}


def test_seat_leave_passes_over_the_turns() -> None:
    """Also the turn that had begun; whoever has left may not act."""
    state = TYPIST.type_legal(leave(table(seat(), seat(), seat()), 0), "wug", "wug")
    assert state.turn == 1
    assert TYPIST.find_broken(state, "a: rrk") >= {"S21", "S3"}
    assert TYPIST.find_broken(state, "b: rkg") == set()


def test_seat_leave_of_whoever_chooses_a_noble_ends_the_choice() -> None:
    """No noble comes, and the next seat is on turn."""
    pending = replace(table(seat(), seat(), seat()), pending=("n-wug", "n-wgr"), turn=0)
    gone = leave(pending, 0)
    assert (gone.pending, gone.turn) == ((), 1)


@pytest.mark.parametrize(
    ("turn", "first", "over"), [(2, 0, True), (1, 0, False), (0, 1, True), (2, 1, False)]
)
def test_seat_leave_in_the_last_round_may_end_the_game(turn: int, first: int, over: bool) -> None:
    """The round ends where the turn passes the first seat; the best of those left wins (S14)."""
    state = table(seat(points=15), seat(points=16), seat(points=3))
    state = replace(state, last=(turn + 1) % 3, turn=turn, first=first)
    gone = leave(state, turn)
    assert gone.over == over
    standing = engine.standing(gone)
    assert standing.over == over
    assert standing.winners == ((1,) if turn != 1 else (0,)) * over


def test_seat_leave_of_the_leader_lets_the_next_win() -> None:
    """Who has left is ranked last, with the points."""
    state = leave(table(seat(points=20), seat(points=9), seat(points=3)), 0)
    over = replace(state, over=True, last=1)
    standing = engine.standing(over)
    assert standing.winners == (1,)
    assert [(score.total, score.rank) for score in standing.scores] == [(20, 3), (9, 1), (3, 2)]


def test_seat_leave_after_two_passes_ends_a_game_in_which_all_have_passed() -> None:
    """S17 counts those who are there."""
    state = replace(table(seat(), seat(), seat()), passes=2, turn=2)
    assert leave(state, 2).over
    assert not leave(replace(state, passes=1), 2).over


def test_seat_join_begins_with_nothing_behind_the_last_seat() -> None:
    """And plays after it (S22); the supply stays."""
    state = table(seat("w"), seat("u"))
    joined, moves = engine.join(state, 2)
    assert moves == ()
    assert joined.book.places == state.book.places
    assert [score.total for score in engine.standing(joined).scores] == [0, 0, 0]
    joined = TYPIST.type_legal(joined, "ugr", "wgr", "c: kgr")
    assert joined.turn == 0


def test_seat_join_again_has_what_lies_there() -> None:
    """Points and cards, not the tokens."""
    state = leave(table(seat("w", "ww", points=4), seat(), seat()), 0)
    back, _ = engine.join(state, 0)
    assert back.left == ()
    assert back.book.size("a.cards") == 2
    assert not back.book.holding("a.tokens")


def test_seat_join_with_points_is_refused() -> None:
    """Splendor has no pad."""
    with pytest.raises(DecodeError, match="points"):
        engine.join(table(seat(), seat()), 2, 10)


def test_seat_leave_is_left_out_of_a_score_sheet() -> None:
    """Numbers of those who are there will do; what the record has stands for who has left."""
    state = leave(table(seat(points=20), seat(points=9), seat(points=3)), 0)
    (result,) = engine.parse("result 9/0 3/0", state)
    assert result == Result(points=(20, 9, 3), cards=(0, 0, 0))
    (whole,) = engine.parse("result 20 9 3", state)
    assert whole == Result(points=(20, 9, 3))
    played = replace(state, played=9, over=True, last=1)
    assert find_breaches(engine, played, Result(points=(0, 9, 3), winners=(1,))) == ()
    assert engine.standing(engine.apply(played, result)[0]).winners == (1,)


def test_seat_leave_of_one_of_two_ends_the_game() -> None:
    """The other has won; nobody acts any more (S21)."""
    state = leave(table(seat(points=9), seat()), 0)
    assert engine.standing(state).winners == (1,)
    breaches = find_breaches(engine, state, Pass(seat=1))
    assert ("S21", "left.over") in {(breach.rule, breach.why) for breach in breaches}

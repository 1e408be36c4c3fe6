"""Somebody leaves a tournament of Challengers! (C98); nobody joins it (C99)."""

from __future__ import annotations

import pytest

from engines.challengers import engine
from engines.challengers.actions import Win
from engines.challengers.cards.catalog import DECK, FINAL, OFFER, TROPHIES
from engines.challengers.state import State, planned_sides
from engines.protocol import find_breaches
from engines.values import DecodeError, Prompt, Setup
from tests.some import some


def open_table(seats: int = 4, level: str = "results") -> State:
    """Return the start of a tournament."""
    state: State = engine.open(Setup(seats, level=level))
    return state


def leave(state: State, *seats: int) -> State:
    """Return the table after some people have left."""
    for each in seats:
        state, _ = engine.leave(state, each)
    return state


def type_all(state: State, *texts: str) -> State:
    """Return the table after some texts, none of which breaks a rule."""
    for text in some(texts):
        for action in some(engine.parse(text, state)):
            assert find_breaches(engine, state, action) == (), text
            state, _ = engine.apply(state, action)
    return state


def find_prompt(state: State, ask: str) -> Prompt:
    """Return the first prompt of a kind."""
    return next(prompt for prompt in engine.list_prompts(state) if prompt.ask == ask)


def opponent(state: State, side: str, round_: int) -> str:
    """Return whom a side meets in a round."""
    for park in state.rounds:
        sides = planned_sides(state, park, round_)
        if side in sides:
            return next(other for other in sides if other != side)
    raise LookupError(side)


def play_all(state: State) -> State:
    """Return the table once everything was played: the first legal choice of every prompt."""
    while prompts := engine.list_prompts(state):
        choice = next(iter(engine.choices(state, prompts[0])))
        assert find_breaches(engine, state, choice.action) == ()
        state, _ = engine.apply(state, choice.action)
    return state


def test_seat_leave_gives_the_duel_to_the_other() -> None:
    """The prompt names who wins; nothing else is legal, and what is typed is as short as ever."""
    state = leave(open_table(), 1)
    other = opponent(state, "b", 1)
    prompt = find_prompt(state, "ask.walkover")
    (choice,) = engine.choices(state, prompt)
    assert isinstance(choice.action, Win)
    assert (choice.action.winner, choice.action.loser) == (other, "b")
    state = type_all(state, f"{other}2")
    assert state.book.size(TROPHIES[other]) == 1
    assert state.players["b"].round == 2


def test_seat_leave_makes_a_win_a_breach() -> None:
    """Whoever has left wins no duel (C98)."""
    state = leave(open_table(), 1)
    (win,) = engine.parse("b2", state)
    assert {breach.rule for breach in find_breaches(engine, state, win)} == {"C98"}


def test_seat_leave_keeps_deck_and_trophies_and_is_not_in_the_final() -> None:
    """Even with most fans; the two best of the others meet."""
    state = open_table()
    for round_ in range(1, 7):
        other = opponent(state, "a", round_)
        others = [side for side in "abcd" if side not in ("a", other)]
        state = type_all(state, "a", others[0])
    gone = leave(state, 0)
    assert gone.book.holding(DECK["a"]) == state.book.holding(DECK["a"]) != {}
    assert gone.book.size(TROPHIES["a"]) == 6
    over = play_all(gone)
    standing = engine.standing(over)
    assert "a" not in over.finalists
    assert standing.winners[0] != 0
    assert next(score.rank for score in standing.scores if score.seat == 0) == 4


def test_seat_leave_of_both_in_a_duel_passes_it_over() -> None:
    """Its trophy goes to the box, and the park goes on."""
    state = open_table()
    first, second = planned_sides(state, "green", 1)
    seats = [ord(side) - 97 for side in (first, second)]
    once = leave(state, seats[0])
    gone, moves = engine.leave(once, seats[1])
    assert gone.rounds["green"] == 2
    assert {(move.target, move.rule) for move in moves} == {("box", "C98")}
    assert engine.standing(play_all(gone)).over


def test_seat_leave_against_the_robot_passes_the_duel_over() -> None:
    """With an odd number the robot holds a plan (C94); it wins no trophy (C96)."""
    state = leave(open_table(seats=5), 0)
    over = play_all(state)
    assert engine.standing(over).over
    assert 0 not in engine.standing(over).winners


def test_seat_leave_ends_a_duel_under_way() -> None:
    """The cards go back to the decks, and nothing else is asked of the duel."""
    state = open_table(level="actions")
    for side in "abcd":
        state = type_all(state, f"{side}: ready") if state.level == "full" else state
    first, second = planned_sides(state, "green", 1)
    state, _ = engine.apply(state, engine.parse(f"green s {first}", state)[0])
    assert "green" in state.duels
    gone = leave(state, ord(first) - 97)
    asked = [prompt for prompt in engine.list_prompts(gone) if prompt.place == "green"]
    assert [prompt.ask for prompt in asked] == ["ask.walkover"]
    won = type_all(gone, f"{second}2")
    assert "green" not in won.duels
    assert won.book.totals() == state.book.totals()


def test_seat_leave_discards_what_was_on_offer() -> None:
    """The cards go to the discards (C98)."""
    state = open_table(level="full")
    state = type_all(state, "a: A2", "a: offer ? ? ? ? ?")
    assert state.book.size(OFFER["a"]) == 5
    gone = leave(state, 0)
    assert gone.book.size(OFFER["a"]) == 0
    assert gone.book.totals() == state.book.totals()


def test_seat_leave_of_one_of_two_ends_the_match() -> None:
    """The other has won."""
    standing = engine.standing(leave(open_table(seats=2), 0))
    assert (standing.over, standing.winners, standing.rule) == (True, (1,), "C98")


def test_seat_leave_of_a_finalist_lets_the_third_into_the_final() -> None:
    """Unless the final has begun; then the other wins it."""
    state = open_table()
    while not state.finalists:
        prompt = engine.list_prompts(state)[0]
        state, _ = engine.apply(state, next(iter(engine.choices(state, prompt))).action)
    one, other = state.finalists
    gone = leave(state, ord(one) - 97)
    assert one not in gone.finalists
    if gone.finalists:
        assert len(gone.finalists) == 2
    begun, _ = engine.apply(state, Win(park=FINAL, winner=other, loser=one))
    assert engine.standing(begun).winners == (ord(other) - 97,)


def test_seat_join_again_plays_the_rounds_that_are_left() -> None:
    """In between the other has won."""
    state = leave(open_table(), 1)
    other = opponent(state, "b", 1)
    state = type_all(state, f"{other}2")
    back, moves = engine.join(state, 1)
    assert moves == ()
    over = play_all(back)
    assert engine.standing(over).over


def test_seat_join_of_somebody_new_is_refused() -> None:
    """The plans are given out (C99)."""
    with pytest.raises(DecodeError, match="C99"):
        engine.join(open_table(), 4)

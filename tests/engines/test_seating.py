"""People leave while the others go on, come back, and join: what holds in every game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engines import LANGUAGES
from engines.protocol import Engine
from engines.registry import load_engine
from engines.seating import find_next, find_previous, passes_seat, spread
from engines.values import TABLE, Action, DecodeError, Setup
from replay.lab.laws import (
    check_booking,
    check_choices,
    check_citations,
    check_round_trips,
    check_sentence,
    check_totality,
)
from tests.engines.seating import list_setups, walk

GAMES = ("splendor", "machi-koro", "wizard", "seven-wonders-duel", "challengers")
SEATS = {"seven-wonders-duel": 2}

CLOSED = {"seven-wonders-duel": "D64", "challengers": "C99"}
"""Games that nobody new joins, and the rule that says why."""


def open_game(game: str, **how: Any) -> tuple[Engine[Any], Any]:
    """Return a game and a table of four, or as many as it is for."""
    engine = load_engine(game)
    return engine, engine.open(Setup(SEATS.get(game, 4), **how))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_seat_leave_and_seat_join_keep_the_laws_in_random_games(game: str, seed: int) -> None:
    """Nothing vanishes, what is offered is legal, nobody who has left is asked or wins, and the
    game goes on until it is over."""
    engine, chance = load_engine(game), random.Random(seed)
    found: list[Any] = []
    changes = 0
    for number, setup in enumerate(list_setups(engine, 4, seed)):
        totals = engine.open(setup).book.totals()
        pool: list[Action] = []
        for ply, step in enumerate(walk(engine, setup, 10 * seed + number)):
            where = f"{setup}, step {ply}"
            changes += step.action is None
            found += check_booking(step.before, step.after, step.moves, totals, where)
            assert {move.rule for move in step.moves} <= set(engine.rulebook.rules)
            if step.action is not None and ply % 3 == 0:
                found += check_citations(engine, step.before, step.action, step.moves, where)
                found += check_round_trips(engine, step.before, step.action, where)
            prompts, standing = engine.list_prompts(step.after), engine.standing(step.after)
            left = engine.list_left(step.after)
            assert not {prompt.seat for prompt in prompts} & set(left)
            assert not set(standing.winners) & set(left)
            assert prompts or standing.over
            for prompt in prompts:
                found += check_sentence(engine, prompt.ask, prompt.data)
                if ply % 9 == 0:
                    found += check_choices(
                        engine, step.after, prompt, totals, chance, pool, f"{where}, {prompt.ask}"
                    )
            if ply % 15 == 0:
                found += check_totality(engine, step.after, totals, pool, chance, where)
                engine.view(step.after, TABLE)
            assert not found
    assert changes


@pytest.mark.parametrize("game", GAMES)
def test_seat_leave_of_nobody_is_refused(game: str) -> None:
    """There is no such seat, or its person has left already."""
    engine, state = open_game(game)
    for seat in (TABLE, 9):
        with pytest.raises(DecodeError):
            engine.leave(state, seat)
    gone, _ = engine.leave(state, 1)
    with pytest.raises(DecodeError):
        engine.leave(gone, 1)


@pytest.mark.parametrize("game", GAMES)
def test_seat_join_of_a_seat_that_is_taken_is_refused(game: str) -> None:
    """Nobody new sits down there, nor two seats behind the last."""
    engine, state = open_game(game)
    for seat in (TABLE, 0, state.seats + 1):
        with pytest.raises(DecodeError):
            engine.join(state, seat)


@pytest.mark.parametrize("game", GAMES)
def test_seat_join_after_seat_leave_is_the_same_person(game: str) -> None:
    """Before the first turn nothing has changed then but whose turn it is."""
    engine, state = open_game(game)
    gone, _ = engine.leave(state, 1)
    assert engine.list_left(gone) == engine.standing(gone).left == (1,)
    assert engine.view(gone, None).left == (1,)
    back, _ = engine.join(gone, 1)
    assert engine.list_left(back) == engine.standing(back).left == ()
    assert back.book.totals() == state.book.totals()
    assert [score.total for score in engine.standing(back).scores] == [
        score.total for score in engine.standing(state).scores
    ]


@pytest.mark.parametrize("game", sorted(CLOSED))
def test_seat_join_of_somebody_new_is_refused_with_the_rule(game: str) -> None:
    """Also where somebody has left: that person may come back."""
    engine, state = open_game(game)
    gone, _ = engine.leave(state, 1)
    for table in (state, gone):
        with pytest.raises(DecodeError, match=CLOSED[game]):
            engine.join(table, table.seats)
    assert CLOSED[game] in engine.rulebook.rules


@pytest.mark.parametrize("game", [game for game in GAMES if game not in CLOSED])
def test_seat_join_keeps_to_the_limit_of_the_game(game: str) -> None:
    """Whoever has left makes room."""
    engine = load_engine(game)
    most = engine.seats.stop - 1
    state = engine.open(Setup(most))
    with pytest.raises(DecodeError, match=str(most)):
        engine.join(state, most)
    gone, _ = engine.leave(state, 0)
    joined, _ = engine.join(gone, most)
    assert joined.seats == most + 1
    with pytest.raises(DecodeError, match=str(most)):
        engine.join(joined, 0)


@pytest.mark.parametrize("game", GAMES)
def test_seat_leave_of_too_many_ends_the_match(game: str) -> None:
    """The best of those who are left wins, and nothing is asked until somebody is back."""
    engine, state = open_game(game)
    order = [0, *range(2, state.seats)]
    for seat in order:
        state, _ = engine.leave(state, seat)
        if not engine.list_prompts(state):
            break
    standing = engine.standing(state)
    assert standing.over
    assert standing.reason == "end.left"
    assert standing.rule in engine.rulebook.rules
    assert standing.winners
    assert not set(standing.winners) & set(engine.list_left(state))
    assert engine.view(state, None).turn == ()
    with pytest.raises(DecodeError):
        engine.leave(state, 1)
    back, _ = engine.join(state, engine.list_left(state)[-1])
    assert not engine.standing(back).over
    assert engine.list_prompts(back)


def leave_all(engine: Engine[Any], state: Any) -> Any:
    """Return the table after so many people have left that the match is over."""
    for seat in range(state.seats):
        if not engine.standing(state).over and seat not in engine.list_left(state):
            state, _ = engine.leave(state, seat)
    return state


@pytest.mark.parametrize("game", GAMES)
def test_seat_leave_is_named_in_both_languages(game: str) -> None:
    """The sentences about who has left, and the rules."""
    engine, state = open_game(game)
    gone, _ = engine.leave(state, 1)
    rule = engine.standing(leave_all(engine, gone)).rule
    for lang in LANGUAGES:
        words = engine.words(lang).text
        assert {"left.acts", "left.over", "end.left", "note.left"} <= words.keys()
        assert engine.rulebook.rules[rule].title[lang]
    assert gone.left == (1,)


def test_the_way_round_the_table_passes_over_who_has_left() -> None:
    """In both directions; the round ends where the first seat's place is passed."""
    engine, state = open_game("splendor")
    state, _ = engine.leave(state, 1)
    assert [find_next(state, seat) for seat in range(4)] == [2, 2, 3, 0]
    assert [find_previous(state, seat) for seat in range(4)] == [3, 0, 0, 2]
    assert passes_seat(state, 0, 2, 1)
    assert not passes_seat(state, 2, 3, 1)
    assert passes_seat(state, 3, 0, 0)
    assert spread("xyz", state, str) == ["x", "1", "y", "z"]
    assert spread("wxyz", state, str) == ["w", "x", "y", "z"]

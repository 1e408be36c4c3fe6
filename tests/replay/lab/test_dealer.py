"""The dealer plays legal games, and the same game with the same seed."""

from __future__ import annotations

from typing import Any

import pytest

from engines.protocol import find_breaches
from engines.registry import list_games, load_engine
from engines.splendor import Splendor, engine
from engines.splendor.actions import Reveal
from engines.splendor.state import State
from engines.values import TABLE, Action, Choice, Prompt, Setup, SetupError
from ledger.store import Ledger
from replay.fold.timeline import Timeline
from replay.lab.dealer import DeadEnd, Dealer, Endless
from replay.lab.simulation import simulate_match
from tests import table
from tests.some import some


def play_game(seed: int, seats: int = 2, name: str = "splendor", **how: Any) -> list[Action]:
    """Return the actions of a game that the dealer plays."""
    dealer = Dealer(load_engine(name), seed, **how)
    return [action for _, action in dealer.play(Setup(seats))]


@pytest.mark.parametrize("greedy", [False, True])
@pytest.mark.parametrize("name", list_games())
def test_the_same_seed_plays_the_same_game(name: str, greedy: bool) -> None:
    """Another seed plays another game."""
    seats = load_engine(name).seats.start
    once, again, other = (play_game(seed, seats, name, greedy=greedy) for seed in (1, 1, 2))
    assert once == again
    assert once != other


def test_prompts_for_facts_of_the_table_are_answered_first() -> None:
    """Nobody acts while one is open."""
    for state, action in some(Dealer(engine, 3).play(Setup(3))):
        told = [prompt for prompt in engine.list_prompts(state) if prompt.seat == TABLE]
        assert isinstance(action, Reveal) == bool(told)


def test_a_prompt_is_picked_at_random_after_that_of_the_table() -> None:
    """Wherever the table's stands among them."""
    mine, yours, facts = (Prompt(seat, "ask", ("x",)) for seat in (0, 1, TABLE))
    dealer = Dealer(engine, 1)
    assert {dealer.pick_prompt((mine, facts, yours)).seat for _ in range(20)} == {TABLE}
    assert {dealer.pick_prompt((mine, yours)).seat for _ in range(40)} == {0, 1}


def test_a_game_comes_to_its_end() -> None:
    """The last state asks for nothing more."""
    state = engine.open(Setup(4))
    for action in some(play_game(1, 4)):
        assert engine.list_prompts(state)
        state, _ = engine.apply(state, action)
    assert engine.list_prompts(state) == ()
    assert engine.standing(state).over


def test_greedy_play_ends_sooner() -> None:
    """The greedy dealer buys cards with points."""
    assert sum(len(play_game(n, greedy=True)) for n in range(3)) < sum(
        len(play_game(n)) for n in range(3)
    )


def test_an_endless_game_is_noticed() -> None:
    """After `limit` actions."""
    with pytest.raises(Endless):
        list(Dealer(engine, 1).play(Setup(2), limit=10))


def test_a_dead_end_is_noticed() -> None:
    """Somebody must act and nothing is legal."""

    class Stuck(Splendor):
        def choices(self, state: Any, prompt: Prompt) -> Any:
            yield from () if prompt.seat != TABLE else engine.choices(state, prompt)

    with pytest.raises(DeadEnd):
        list(Dealer(Stuck(), 1).play(Setup(2)))


def test_a_choice_is_filled_with_what_it_allows() -> None:
    """As many pieces as must be, out of those that may be."""
    state = engine.open(Setup(2, level="actions"))
    dealer = Dealer(engine, 1)
    for _ in range(40):
        (prompt,) = engine.list_prompts(state)
        choices = list(engine.choices(state, prompt))
        for choice in some(choices[:5]):
            assert find_breaches(engine, state, dealer.fill(choice)) == ()
        assert all(isinstance(choice, Choice) for choice in some(choices))
        action = dealer.answer(state, prompt)
        state, _ = engine.apply(state, action)
        if not engine.list_prompts(state):
            break


# -- simulated matches ---------------------------------------------------------------------------


def test_a_simulated_match_is_a_match(ledger: Ledger) -> None:
    """Recorded through the same path as live ones, marked, closed with its result."""
    info = table.simulate(ledger, 4, 3)
    timeline = Timeline(ledger.events(info.match_id))
    assert (info.simulated, info.how, info.seats) == (True, "finished", ("A", "B", "C"))
    assert timeline.closing is not None
    standing = timeline.engine.standing(timeline.state)
    assert timeline.closing.close.winners == standing.winners
    assert timeline.closing.close.points == tuple(score.total for score in standing.scores)
    assert not any(frame.breaches for frame in some(timeline.frames))


@pytest.mark.parametrize("level", ["full", "actions"])
def test_the_same_seed_records_the_same_match(ledger: Ledger, level: str) -> None:
    """At any level of detail."""
    matches = [table.simulate(ledger, 4, 2, level=level) for _ in range(2)]
    one, other = (
        [(e.type, e.payload) for e in ledger.events(info.match_id)][1:] for info in matches
    )
    assert one == other


@pytest.mark.parametrize("seats", [0, 1, 5, 9, 100])
def test_a_wrong_number_of_seats_is_refused(ledger: Ledger, seats: int) -> None:
    """With the number that was asked for; no match is opened."""
    with pytest.raises(SetupError) as refused:
        simulate_match(ledger, engine, seats, 1)
    assert refused.value.data["seats"] == seats
    assert ledger.matches() == []


def test_a_simulated_match_is_played_with_its_options(ledger: Ledger) -> None:
    """They are in its opening and in its state."""
    info = simulate_match(ledger, engine, 2, 1, options={"tie_tokens": True})
    timeline = Timeline(ledger.events(info.match_id))
    assert timeline.opening.options == {"tie_tokens": True}
    assert isinstance(timeline.state, State)
    assert timeline.state.tie_tokens

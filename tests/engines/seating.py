"""Random games in which people leave, come back and join at random points."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from engines.protocol import Engine
from engines.values import TABLE, Action, DecodeError, Move, Setup
from replay.lab.dealer import Dealer
from replay.lab.setups import generate_setups


class Step(NamedTuple):
    """What happened: the table before it and after it, the action if it was one, the moves."""

    before: Any
    after: Any
    action: Action | None
    moves: tuple[Move, ...]


def list_setups(engine: Engine[Any], games: int, seed: int = 0) -> list[Setup]:
    """Return set-ups over all numbers of seats, levels and options, but for those of which only the
    result is recorded: they are over at once."""
    played = (each for each in generate_setups(engine, seed) if each.level != "results")
    return list(islice(played, games))


def walk(engine: Engine[Any], setup: Setup, seed: int, steps: int = 250) -> Iterator[Step]:
    """Yield the steps of a random game in which now and then somebody leaves or joins."""
    chance, dealer = random.Random(seed), Dealer(engine, seed)
    often = chance.choice((0.1, 0.2, 0.4))
    state = engine.open(setup)
    for _ in range(steps):
        prompts = engine.list_prompts(state)
        changed = change_people(engine, state, chance) if chance.random() < often else None
        if not prompts and changed is None:
            left = engine.list_left(state)
            if engine.standing(state).reason != "end.left":
                return
            changed = engine.join(state, chance.choice(left))
        if changed is None:
            action = dealer.answer(state, dealer.pick_prompt(prompts))
            after, moves = engine.apply(state, action)
            yield Step(state, after, action, moves)
        else:
            after, moves = changed
            yield Step(state, after, None, moves)
        state = after


def change_people(engine: Engine[Any], state: Any, chance: random.Random) -> Any:
    """Return the table and the moves after somebody left or joined at random, None where the game
    refuses it."""
    seat = chance.randrange(TABLE, state.seats + 2)
    try:
        if chance.random() < 0.5:
            return engine.leave(state, seat)
        return engine.join(state, seat, chance.choice((None, None, 40)))
    except DecodeError:
        return None

"""The conformance suite: random games of an engine, checked against the laws of `laws`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import cycle, islice
from typing import Any

from engines.book import BOOK
from engines.protocol import Engine, S
from engines.values import TABLE, Action, Setup
from replay.base.i18n import _
from replay.lab.dealer import LIMIT, DeadEnd, Dealer, Endless
from replay.lab.laws import (
    EVERY,
    PlayedGame,
    Violation,
    check_booking,
    check_choices,
    check_citations,
    check_outcomes,
    check_refold,
    check_refusal,
    check_round_trips,
    check_sentence,
    check_standing,
    check_totality,
    check_words,
    find_leaks,
    fold_states,
    locate_action,
    reveal_secrets,
)
from replay.lab.setups import generate_setups

LOOKING = 4
"""Through the eyes of how many seats a game is viewed, beside the table's."""

ENOUGH = 20
"""The number of violations after which no further game is played."""


def conform(
    engine: Engine[S], setups: Sequence[Setup], games: int, seed: int = 0
) -> list[Violation]:
    """Return the violations in `games` random games over some set-ups."""
    return _play_and_check(engine, islice(cycle(setups), games), seed)


def conform_all(
    engine: Engine[S],
    games: int,
    seed: int = 0,
    advance: Callable[[], None] = lambda: None,
    **given: Any,
) -> list[Violation]:
    """Return the violations in `games` random games over seat counts, levels and options.

    `given` are the `seats`, `levels` and `options` to keep to; see `setups.generate_setups`.
    `advance` is called after every game.
    """
    setups = islice(generate_setups(engine, seed, **given), games)
    return _play_and_check(engine, setups, seed, advance)


def _play_and_check(
    engine: Engine[S],
    setups: Iterable[Setup],
    seed: int,
    advance: Callable[[], None] = lambda: None,
) -> list[Violation]:
    """Return the violations in one random game for every set-up, the same one once."""
    violations = list(check_words(engine))
    for number, setup in enumerate(setups):
        played, problems = play_game(engine, setup, seed + number)
        violations += problems
        violations += check_game(engine, played, seed + number)
        violations = list(dict.fromkeys(violations))
        advance()
        if len(violations) > ENOUGH:
            break
    return violations


def play_game(
    engine: Engine[S], setup: Setup, seed: int, limit: int = LIMIT
) -> tuple[PlayedGame, list[Violation]]:
    """Return a random game, with a violation where it came to a dead end or to no end."""
    actions: list[Action] = []
    dealer = Dealer(engine, seed)
    try:
        for _state, action in dealer.play(setup, limit):
            actions.append(action)
    except (DeadEnd, Endless) as error:
        law = "no-dead-end" if isinstance(error, DeadEnd) else "no-endless-game"
        return PlayedGame(setup, tuple(actions)), [
            Violation(law, str(error), _("seed {n}").format(n=seed))
        ]
    return PlayedGame(setup, tuple(actions)), []


def check_game(engine: Engine[S], played: PlayedGame, seed: int = 0) -> Iterator[Violation]:
    """Yield the violations along a game, which need not have been played by the rules."""
    chance = random.Random(seed)
    state = engine.open(played.setup)
    states = [state]
    totals = state.book.totals()
    pool: list[Action] = []
    learnt: dict[str, str] = {}
    for ply, action in enumerate(played.actions):
        where = locate_action(engine, ply, action)
        if ply % EVERY == 0:
            yield from check_refusal(engine, state)
            for prompt in engine.list_prompts(state):
                yield from check_choices(engine, state, prompt, totals, chance, pool, where)
        if ply % 5 == 0:
            yield from check_totality(engine, state, totals, pool, chance, where)
        message = engine.describe(action)
        yield from check_sentence(engine, message.key, message.data)
        for prompt in engine.list_prompts(state):
            yield from check_sentence(engine, prompt.ask, prompt.data)
        after, moves = engine.apply(state, action)
        yield from check_booking(state, after, moves, totals, where)
        yield from check_round_trips(engine, state, action, where)
        yield from check_outcomes(engine, state, action, where)
        yield from check_citations(engine, state, action, moves, where)
        learnt |= {move.name: move.item for move in moves if move.name and move.rule != BOOK}
        state = after
        states.append(state)
    yield from check_standing(engine, engine.standing(state))
    yield from check_refold(engine, played, state, learnt)
    eyes = (TABLE, *chance.sample(range(played.setup.seats), min(LOOKING, played.setup.seats)))
    yield from find_leaks(engine, played, states, eyes)
    revealed = reveal_secrets(engine, played, learnt)
    if revealed != played:
        yield from find_leaks(engine, revealed, fold_states(engine, revealed), eyes)

"""The conformance suite: random games of an engine, checked against the laws of `laws`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engines.book import BOOK
from engines.protocol import Engine, S
from engines.registry import load_bound
from engines.values import TABLE, Action, Setup
from replay.base.finished_parts import FinishedParts
from replay.base.i18n import _
from replay.base.parts import Done, R
from replay.base.workers import run_parts
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
    *,
    jobs: int = 1,
    scheduler: str = "",
    record: Path | None = None,
    **given: Any,
) -> list[Violation]:
    """Return the violations in `games` random games over seat counts, levels and options.

    `given` are the `seats`, `levels` and `options` to keep to; see `setups.generate_setups`.
    `advance` is called after every game. The games are played by workers (`run_parts`); several
    jobs or a scheduler play a game that is installed. A `record` notes finished games.
    """
    setups = islice(generate_setups(engine, seed, **given), games)
    if jobs == 1 and not scheduler and not record:
        return _play_and_check(engine, setups, seed, advance)
    parts = {
        _("game {n}").format(n=number): Trial(engine.name, keep_sheet(engine, setup), seed + number)
        for number, setup in enumerate(setups)
    }
    described = (engine.rules, games, seed, repr(given))
    finished = FinishedParts(record, described, list[Violation]) if record else None
    work = run_parts(check_trial, parts, jobs=jobs, scheduler=scheduler, record=finished)
    violations = list(check_words(engine))
    for found in sort_results(work, list(parts), advance):
        violations = list(dict.fromkeys([*violations, *found]))
        if len(violations) > ENOUGH:
            break
    return violations


def sort_results(
    work: Iterable[Done[R]], names: Sequence[str], advance: Callable[[], None]
) -> Iterator[R]:
    """Yield the results of parts in the order of their names, each as soon as those before it are
    there."""
    found: dict[str, R] = {}
    left = list(reversed(names))
    for done in work:
        found[done.name] = done.result
        advance()
        while left and left[-1] in found:
            yield found.pop(left.pop())


class Trial(NamedTuple):
    """A random game that is to be played and checked."""

    game: str
    setup: Setup
    seed: int


def check_trial(trial: Trial) -> list[Violation]:
    """Return the violations in a random game of an installed engine."""
    return _check_random_game(load_bound(trial.game, trial.setup), trial.setup, trial.seed)


def keep_sheet(engine: Engine[S], setup: Setup) -> Setup:
    """Return a set-up with what a match of the game keeps, so that any process can play it."""
    return msgspec.structs.replace(setup, options={**engine.kept, **setup.options})


def _play_and_check(
    engine: Engine[S],
    setups: Iterable[Setup],
    seed: int,
    advance: Callable[[], None] = lambda: None,
) -> list[Violation]:
    """Return the violations in one random game for every set-up, the same one once."""
    violations = list(check_words(engine))
    for number, setup in enumerate(setups):
        violations += _check_random_game(engine, setup, seed + number)
        violations = list(dict.fromkeys(violations))
        advance()
        if len(violations) > ENOUGH:
            break
    return violations


def _check_random_game(engine: Engine[S], setup: Setup, seed: int) -> list[Violation]:
    """Return the violations in a random game."""
    played, problems = play_game(engine, setup, seed)
    return [*problems, *check_game(engine, played, seed)]


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

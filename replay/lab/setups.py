"""Set-ups to try an engine in: every option alone, and options together."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any

from engines.protocol import Engine, S
from engines.values import Setup, SetupError
from replay.fold.timeline import open_table

TRIES = 50
"""How often options are drawn at random until a set-up with them can be opened."""

SHARE = 0.4
"""The chance of each option to differ from its default in a combination."""


def list_setups(
    engine: Engine[S],
    seats: Sequence[int] = (),
    levels: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> list[Setup]:
    """Return the set-ups with the given options and at most one other away from its default.

    They range over `seats` and `levels`; without these, over all that the game has. Set-ups that
    cannot be opened are left out. Raise SetupError when none can be opened.
    """
    given = dict(options or {})
    variants = [given]
    variants += [
        {**given, option.name: value}
        for option in engine.options
        if option.name not in given
        for value in option.values
        if value != option.default
    ]
    setups = []
    refused: SetupError | None = None
    for variant in variants:
        for level in levels or engine.levels:
            for n in seats or engine.seats:
                setup = Setup(n, n - 1, variant, level)
                try:
                    open_table(engine, setup)
                except SetupError as error:
                    refused = refused or error
                else:
                    setups.append(setup)
    if refused is not None and not setups:
        raise refused
    return setups


def _combine_options(
    engine: Engine[S], singles: Sequence[Setup], given: Mapping[str, Any], chance: random.Random
) -> Setup | None:
    """Return a random set-up with several options away from their defaults.

    Seats and level are those of one of the `singles`. Return None where no such set-up was found
    that can be opened.
    """
    free = [option for option in engine.options if option.name not in given and option.values]
    for _ in range(TRIES):
        base = chance.choice(singles)
        options = {o.name: chance.choice(o.values) for o in free if chance.random() < SHARE}
        if len(options) < 2:
            continue
        setup = Setup(base.seats, chance.randrange(base.seats), {**given, **options}, base.level)
        try:
            engine.open(setup)
        except SetupError:
            continue
        return setup
    return None


def generate_setups(
    engine: Engine[S],
    seed: int = 0,
    seats: Sequence[int] = (),
    levels: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> Iterator[Setup]:
    """Yield set-ups without end: in turns one with a single option, one with several.

    Raise SetupError when no set-up with the given options can be opened.
    """
    chance = random.Random(seed)
    singles = list_setups(engine, seats, levels, options)
    chance.shuffle(singles)
    for single in cycle(singles):
        yield single
        several = _combine_options(engine, singles, options or {}, chance)
        if several is not None:
            yield several

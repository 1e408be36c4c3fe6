"""The set-ups in which an engine's laws are tried: every option alone, and options together."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any

from engines.protocol import Engine
from engines.values import Setup, SetupError
from replay.fold.timeline import open_table

TRIES = 50
"""How often options are drawn anew when they do not go together."""

SHARE = 0.4
"""How likely each option differs from its default in a combination."""


def all_setups(
    engine: Engine,
    seats: Sequence[int] = (),
    levels: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> list[Setup]:
    """Return set-ups over some numbers of seats and levels (all, when none are named), each with
    the given options and one other option away from its default, as far as they can be opened.

    Raise SetupError when none of them can be.
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


def combined(
    engine: Engine, singles: Sequence[Setup], given: Mapping[str, Any], chance: random.Random
) -> Setup | None:
    """Return a set-up with several options away from their defaults, None where nothing was found
    that goes together. Seats and level are those of one of the `singles`."""
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


def setups_to_try(
    engine: Engine,
    seed: int = 0,
    seats: Sequence[int] = (),
    levels: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> Iterator[Setup]:
    """Yield set-ups without end, by turns with a single option and with several.

    Raise SetupError when the given options cannot be opened at all.
    """
    chance = random.Random(seed)
    singles = all_setups(engine, seats, levels, options)
    chance.shuffle(singles)
    for single in cycle(singles):
        yield single
        several = combined(engine, singles, options or {}, chance)
        if several is not None:
            yield several

"""Trials: tamper with a copy of a world, verify it, and see whether it is found and named."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import copyfile
from typing import NamedTuple

from tests.tampering.mutations import IN_LEDGER, MUTATIONS, Mutation
from tests.tampering.world import CRASH, World


class Trial(NamedTuple):
    """What was changed in a world, the kinds of finding, and whether one names the change."""

    mutation: str
    done: str
    kinds: tuple[str, ...]
    named: bool

    @property
    def unnoticed(self) -> bool:
        """Whether nothing was found."""
        return not self.kinds


def run_trials(
    whole: World, folder: Path, seed: int, n: int, only: Sequence[str] = ()
) -> Iterator[Trial]:
    """Yield `n` trials on copies of a world. Mutations that change nothing do not count."""
    world = World(folder, whole.seals)
    mutations = [each for each in MUTATIONS if not only or each.__name__ in only]
    done = tries = 0
    while done < n:
        mutation = mutations[tries % len(mutations)]
        chance = random.Random(f"{seed} {tries}")
        tries += 1
        trial = run_trial(whole, world, mutation, chance)
        if trial is not None:
            done += 1
            yield trial


def run_trial(
    whole: World, world: World, mutation: Mutation, chance: random.Random
) -> Trial | None:
    """Return the trial of one mutation on a fresh copy, None where it changed nothing."""
    for path in world.folder.glob("ledger.db*"):
        path.unlink()
    for name in (whole.ledger, whole.match_file, whole.evidence):
        copyfile(name, world.folder / name.name)
    tampered = mutation(world, chance)
    if tampered is None:
        return None
    if mutation in IN_LEDGER:
        found = world.verify_ledger()
    else:
        files = (world.match_file, world.evidence)
        found = [f for path in files for f in world.verify(str(path), "--signed-by", "you")]
    kinds = tuple(dict.fromkeys(str(each["kind"]) for each in found))
    named = (
        bool(kinds)
        and CRASH not in kinds
        and (not tampered.kinds or bool(set(kinds) & set(tampered.kinds)))
    )
    return Trial(mutation.__name__, tampered.done, kinds, named)

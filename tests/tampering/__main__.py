"""``python -m tests.tampering N [--seed S]``: tamper N times, at random; print what was found.

Exit 1 when anything went unnoticed, or was found and not named.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.tampering.trial import Trial, run_trials
from tests.tampering.world import build

EVERY = 500
"""After so many trials it is said how far they have come."""


def main(arguments: Sequence[str]) -> int:
    """Run the trials and print a line for every kind of mutation."""
    parser = argparse.ArgumentParser(prog="python -m tests.tampering")
    parser.add_argument("n", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", default=[], help="a mutation, by its name")
    asked = parser.parse_args(arguments)
    started = time.monotonic()
    done: dict[str, list[Trial]] = {}
    with TemporaryDirectory() as whole, TemporaryDirectory() as copy:
        world = build(Path(whole))
        found = run_trials(world, Path(copy), asked.seed, asked.n, asked.only)
        for number, trial in enumerate(found, 1):
            done.setdefault(trial.mutation, []).append(trial)
            if number % EVERY == 0:
                print(f"{number} of {asked.n}", file=sys.stderr)
            if not trial.named:
                print(f"  {trial.mutation}: {trial.done}: found {trial.kinds or 'nothing'}")
    print(f"{'mutation':<22} {'times':>6} {'unnoticed':>10} {'unnamed':>8}  found as")
    for mutation, its in done.items():
        kinds = sorted({kind for trial in its for kind in trial.kinds})
        unnoticed = sum(trial.unnoticed for trial in its)
        unnamed = sum(not trial.named for trial in its) - unnoticed
        print(f"{mutation:<22} {len(its):>6} {unnoticed:>10} {unnamed:>8}  {', '.join(kinds)}")
    print(f"{asked.n} mutations in {time.monotonic() - started:.0f} s")
    return int(any(not trial.named for its in done.values() for trial in its))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

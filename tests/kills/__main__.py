"""``python -m tests.kills N [--seed S]``: kill N commands at random moments; print what was left.

Exit 1 when anything was lost, half stored or damaged.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.kills.trials import build_world, run_trials

EVERY = 100
"""After so many trials it is said how far they have come."""


def main(arguments: Sequence[str]) -> int:
    """Run the trials and print a line for each kind of command."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills")
    parser.add_argument("n", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    started = time.monotonic()
    with TemporaryDirectory() as folder:
        trials = []
        for trial in run_trials(build_world(Path(folder)), asked.seed, asked.n):
            trials.append(trial)
            if len(trials) % EVERY == 0:
                print(f"{len(trials)} of {asked.n}", file=sys.stderr)
            for problem in trial.problems:
                print(f"  {trial.command}: {problem}")
    for command in sorted({trial.command for trial in trials}):
        its = [trial for trial in trials if trial.command == command]
        halfway = sum(trial.interrupted for trial in its)
        printed = sum(trial.printed for trial in its)
        wrong = sum(bool(trial.problems) for trial in its)
        print(
            f"{command}: {len(its)} kills, {halfway} of them halfway; "
            f"{printed} lines were answered; {wrong} with something wrong"
        )
    print(f"{asked.n} kills in {time.monotonic() - started:.0f} s")
    return int(any(trial.problems for trial in trials))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Situations with the right outcome: every case of a game is a test named by its id.

A case is run from its machine-readable part, or by a function written for its id, or it is
listed as out of scope with the reason. `python -m tests.cases FILE...` runs the machine-readable
cases of other files of the same format.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from replay.fold.rulings import covers

DATA = Path(__file__).parent / "data" / "cases"

Case = dict[str, Any]
Runner = Callable[[Case], list[str]]
"""Runs a case and returns the differences from the expected outcome."""


def load(path: Path) -> dict[str, Case]:
    """Return the cases of a file by id."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {case["id"]: case for case in (json.loads(line) for line in lines if line.strip())}


def load_cases(game: str) -> dict[str, Case]:
    """Return the cases of a game: ``load_cases("machi-koro")``."""
    return load(DATA / f"{game}.jsonl")


def is_cited(rules: set[str], wanted: str) -> bool:
    """Return whether one of the rules cited is one that a case names, or a part of it.

    >>> is_cited({"S4b"}, "S4"), is_cited({"S14"}, "S1"), is_cited({"S7c"}, "S6/S7")
    (True, False, True)
    """
    names = [name.strip() for name in wanted.replace("/", ",").split(",")]
    return any(covers(name, rule) for name in names for rule in rules)


def main(arguments: list[str]) -> int:
    """Run the machine-readable cases of some files and print the failures.

    Return 1 where a case failed or none was run.
    """
    failed = ran = left = 0
    for argument in arguments:
        path = Path(argument)
        module = import_module(f"tests.engines.{path.stem.replace('-', '_')}.cases")
        for case_id, case in load(path).items():
            runner: Runner | None = module.runner(case)
            if runner is None:
                left += 1
                continue
            ran += 1
            problems = runner(case)
            if problems:
                failed += 1
                print(f"{case_id}: {problems}")
    print(f"{ran} cases run, {failed} failed, {left} without a machine-readable part")
    return 1 if failed or not ran else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

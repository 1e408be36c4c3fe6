"""Situations with the right outcome: every case of a game is a test named by its id.

A case is run from its machine-readable part, or by a function written for its id, or it is
listed as out of scope with the reason. `python -m tests.cases FILE...` runs the machine-readable
cases of other files of the same format.
"""

from __future__ import annotations

import json
import sys
from collections import UserDict
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from replay.fold.rulings import covers

DATA = Path(__file__).parent / "data" / "cases"

Case = Mapping[str, Any]
Runner = Callable[[Case], list[str]]
"""Runs a case and returns the differences from the expected outcome."""


TOLD = {"id", "source", "situation", "action", "expected", "rule", "note", "certainty"}
"""The parts of a case that are for people."""


class Given(UserDict[str, Any]):
    """A part of a case that knows which of its keys were read.

    >>> given = Given({"turn": 1, "over": False, "bank": {"red": 3}})
    >>> given["turn"], dict(given["bank"])
    (1, {'red': 3})
    >>> list(given.list_unread())
    ['over']
    """

    def __init__(self, given: Case) -> None:
        self.read: set[str] = set()
        super().__init__({key: watch(value) for key, value in given.items()})

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return self.data[key]

    def __iter__(self) -> Iterator[str]:
        self.read |= self.data.keys()
        return iter(self.data)

    def list_unread(self) -> Iterator[str]:
        """Yield the keys that nobody has read, with those of the parts that were read."""
        for key, value in self.data.items():
            if key not in self.read:
                yield key
            else:
                yield from (f"{key}.{inner}" for inner in list_unread(value))


def watch(value: Any) -> Any:
    """Return a value of a case whose dictionaries know which of their keys were read."""
    if isinstance(value, dict):
        return Given(value)
    return [watch(each) for each in value] if isinstance(value, list) else value


def list_unread(value: Any) -> Iterator[str]:
    """Yield the keys of a watched value that nobody has read."""
    if isinstance(value, Given):
        yield from value.list_unread()
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from (f"{number}.{key}" for key in list_unread(each))


def run(module: ModuleType, case: Case) -> list[str] | None:
    """Return what is wrong with a case: differences, and what its runner has not read of it.

    None where nothing runs it. A function for one case need not read it.
    """
    given = Given(case)
    runner: Runner | None = module.runner(given)
    if runner is None:
        return None
    problems = runner(given)
    if runner in module.BY_HAND.values():
        return problems
    ignored = TOLD | module.UNREAD.keys()
    left = [key for key in given.list_unread() if key.split(".")[-1] not in ignored]
    return problems + [f"{key} is not read" for key in left]


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
            problems = run(module, case)
            if problems is None:
                left += 1
                continue
            ran += 1
            if problems:
                failed += 1
                print(f"{case_id}: {problems}")
    print(f"{ran} cases run, {failed} failed, {left} without a machine-readable part")
    return 1 if failed or not ran else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

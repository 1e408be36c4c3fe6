"""Which tests are run for a fault: those that run the function, or those beside the file."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutate.faults import Fault

FEW: Final = 15
"""How many seconds the nearest tests may take, which are run first."""

MANY: Final = 60
"""How many seconds the tests may take that are run for one fault. Slower ones come last."""


class Watched(NamedTuple):
    """What the tests of a repository run: seconds by test, tests by function."""

    seconds: dict[str, float]
    functions: dict[str, list[str]]


def read_tests(paths: Iterable[Path]) -> Watched:
    """Return what ``tests.mutate.watch`` has noted in some files."""
    tests = Watched({}, defaultdict(list))
    for path in paths:
        noted = json.loads(path.read_text(encoding="utf-8"))
        names = list(noted["seconds"])
        tests.seconds.update(noted["seconds"])
        for key, found in noted["functions"].items():
            tests.functions[key] += (names[n] for n in found)
    return tests


def choose_tests(tests: Watched, fault: Fault) -> list[list[str]]:
    """Return the tests that are run for a fault, in two groups: the nearest first.

    What is no function's is everybody's who runs any function of the file.
    """
    path = str(fault.path)
    prefix = f"{path}:{fault.function}"
    found = {
        test
        for key, ran in tests.functions.items()
        if key == prefix or key.startswith(prefix + ".<locals>") or not fault.function
        if key.startswith(path + ":")
        for test in ran
    }
    ordered = sorted(found, key=lambda test: (-nearness(path, test), tests.seconds[test], test))
    near = list(limit(ordered, tests, FEW))
    rest = [test for test in take_turns(ordered) if test not in set(near)]
    return [near, list(limit(rest, tests, MANY))]


def nearness(path: str, test: str) -> int:
    """Return how many folders and words of a file's path the file of a test has, too.

    >>> nearness("engines/wizard/rules.py", "tests/engines/wizard/test_rules.py::test_W5")
    3
    """
    words = [set(each.replace("/", "_").split("_")) for each in (path, test.split("::")[0])]
    return len((words[0] & words[1]) - {"replay"})


def limit(names: list[str], tests: Watched, seconds: float) -> Iterator[str]:
    """Yield the first tests that take no longer than some seconds together; one at least."""
    left = seconds
    for number, name in enumerate(names):
        left -= tests.seconds[name]
        if left > 0 or not number:
            yield name


def take_turns(names: list[str]) -> list[str]:
    """Return tests so that every file of tests comes before the second test of any.

    >>> take_turns(["a::1", "a::2", "b::1"])
    ['a::1', 'b::1', 'a::2']
    """
    before: Counter[str] = Counter()
    turns = {}
    for name in names:
        turns[name] = before[name.split("::")[0]]
        before[name.split("::")[0]] += 1
    return sorted(names, key=turns.__getitem__)

"""``python -m tests.mutate --tests FILE [ROOM…]``: do the tests notice planted faults?

One small fault at a time is planted in a copy of the repository: a comparison is flipped, a
statement is dropped, a number is off by one, a breach is left out, two arguments or two constants
are exchanged. Then the tests are run that run what was touched, the nearest first, up to the first
that fails. A fault that they let through is printed; somebody judges whether it changes what the
program does.

``python -m tests.mutate --watch FILE`` writes which tests run what. It runs all of them, in a copy.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.mutate.faults import Fault, list_places, plant_fault
from tests.mutate.nearby import Watched, choose_tests, read_tests

ROOT: Final = Path(__file__).parent.parent.parent

ROOMS: Final = {
    "engines": "engines/*/**/*.py",
    "common": "engines/*.py",
    "ledger": "ledger/**/*.py",
    "migrations": "migrations/**/*.py",
    **{
        room: f"replay/{room}/**/*.py"
        for room in (
            *("base", "fold", "record", "files", "lab", "speech", "explain", "screens"),
            *("reconcile", "referee", "desk", "cli"),
        )
    },
}
"""Where faults are planted."""

SECONDS: Final = 900
"""How long the tests may run; a fault that makes them run longer counts as noticed."""

PASSED: Final = (0, 5)
"""What pytest returns when nothing failed, or there was nothing to run."""

PYTEST: Final = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")


class Outcome(NamedTuple):
    """What became of a fault: who noticed it, "" where nobody did; how many tests there are."""

    noticed: str
    tests: int


def run_pytest(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a copy of the repository."""
    return subprocess.run(
        [*PYTEST, *arguments],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def plant_and_run(copy: Path, tests: Watched, fault: Fault) -> Outcome:
    """Run tests of a copy of the repository with a fault."""
    target = copy / fault.path
    sound = target.read_text(encoding="utf-8")
    target.write_text(fault.text, encoding="utf-8")
    near, far = choose_tests(tests, fault)
    count = len(near + far)
    try:
        for picked, alike in ((near, ()), (near + far, ("--alike",))):
            if not picked:
                break
            listed = copy.parent / "picked.json"
            listed.write_text(json.dumps(picked), encoding="utf-8")
            options = ("-x", "-rfE", "-p", "tests.mutate.pick", "--picked", str(listed), *alike)
            files = dict.fromkeys(name.split("::")[0] for name in picked)
            done = run_pytest(copy, *options, *files)
            if done.returncode not in PASSED:
                failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
                return Outcome(failed[1] if failed else f"pytest: {done.returncode}", count)
    except subprocess.TimeoutExpired:
        return Outcome("too slow", count)
    finally:
        target.write_text(sound, encoding="utf-8")
    return Outcome("", count)


def find_failing(copy: Path, noticers: set[str]) -> list[str]:
    """Return which of the tests that noticed a fault fail in the copy as it is."""
    listed = copy.parent / "picked.json"
    listed.write_text(json.dumps(sorted(noticers)), encoding="utf-8")
    options = ("-rfE", "-p", "tests.mutate.pick", "--picked", str(listed), "--alike")
    files = {name.split("::")[0] for name in noticers}
    done = run_pytest(copy, *options, *sorted(file for file in files if (copy / file).is_file()))
    return re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)


def choose_faults(pattern: str, seed: int, count: int, containing: str = "") -> list[Fault]:
    """Return faults chosen at random among all that could be planted in some files."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(ROOT.glob(pattern))}
    places = [
        (path, place.number)
        for path, text in texts.items()
        for place in list_places(text, containing)
    ]
    chosen = random.Random(f"{seed} {pattern}").sample(places, min(count, len(places)))
    return [plant_fault(path.relative_to(ROOT), texts[path], number) for path, number in chosen]


def copy_repository(folder: Path) -> Path:
    """Return a copy of the repository."""
    copy = folder / "copy"
    copytree(ROOT, copy, ignore=ignore_patterns(".git", ".mypy_cache", ".venv", "__pycache__"))
    return copy


def watch_tests(written: Path, tests: Sequence[str]) -> int:
    """Run some tests, or all, and note which functions of the program each of them runs."""
    with TemporaryDirectory() as folder:
        copy = copy_repository(Path(folder))
        watching = ("-p", "tests.mutate.watch", "--functions", str(written.resolve()))
        done = subprocess.run([*PYTEST, *watching, *tests], cwd=copy, check=False)
    return done.returncode


def main(arguments: Sequence[str]) -> int:
    """Plant faults one after the other, print those that nobody noticed, and how many were."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help="a room, a file or a pattern")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=4, help="how many faults a room gets")
    parser.add_argument("--containing", default="", help="only in what contains this text")
    parser.add_argument("--survivors", type=Path, help="where the faults let through are written")
    parser.add_argument("--tests", type=Path, action="append", help="what a --watch has written")
    parser.add_argument("--watch", type=Path, help="run tests, write what each of them runs")
    given = parser.parse_args(arguments)
    if given.watch:
        return watch_tests(given.watch, given.rooms)
    if not given.tests:
        parser.error("--tests FILE is missing: python -m tests.mutate --watch FILE writes it")
    tests = read_tests(given.tests)
    noticed: Counter[str] = Counter()
    planted: Counter[str] = Counter()
    noticers: set[str] = set()
    with TemporaryDirectory() as folder:
        copy = copy_repository(Path(folder))
        for room in given.rooms or ROOMS:
            pattern = ROOMS.get(room, room)
            for fault in choose_faults(pattern, given.seed, given.count, given.containing):
                outcome = plant_and_run(copy, tests, fault)
                planted[room] += 1
                noticers.add(outcome.noticed)
                noticed[room] += bool(outcome.noticed)
                missed = "LET THROUGH" if outcome.tests else "RUN BY NO TEST"
                said = f"noticed by {outcome.noticed}" if outcome.noticed else missed
                where = f"{fault.path}:{fault.line} {fault.what}"
                print(f"{room}: {said} ({outcome.tests} tests): {where}", flush=True)
                if given.survivors and not outcome.noticed:
                    with given.survivors.open("a", encoding="utf-8") as file:
                        sound = (copy / fault.path).read_text(encoding="utf-8")
                        file.write(f"# {where}\n{fault.diff(sound)}\n")
        for test in find_failing(copy, noticers):
            print(f"{test} fails without a fault, too: what it has noticed does not count")
    for room, count in planted.items():
        print(f"{room}: {noticed[room]} of {count} noticed")
    print(f"{noticed.total()} of {planted.total()} noticed")
    return 0 if noticed == planted else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""How the time of a command grows with the events of a match, and with the matches of a ledger."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from math import log
from pathlib import Path
from statistics import median
from typing import NamedTuple

from typer.testing import CliRunner

from ledger.store import Ledger
from tests import table
from tests.benchmarks.store import time_run
from tests.ledgers import fill_ledger
from tests.typist import TURNS, Typist, sit_at_terminal

EVENTS = (100, 1_000, 10_000)
MATCHES = (10, 100, 1_000, 10_000)

OF_A_MATCH = ("show long", "log long", "verify long", "export long", "doctor long")
"""Commands about one match, measured by the number of its events."""

BESIDE_OTHERS = ("show maple", "log maple", "verify maple", "note maple hm", "matches --limit 20")
"""Commands about one match or a few, measured by the number of matches in the ledger."""

ABOUT_ALL = ("matches --all --limit 0", "db check")
"""Commands about all matches."""

RUNS = 3
LINES = 6


class Curve(NamedTuple):
    """The seconds that something takes at each size."""

    name: str
    seconds: dict[int, float]

    @property
    def exponent(self) -> float:
        """The power of the size that the two largest sizes show: 0 for no growth, 1 for linear."""
        (small, few), (large, many) = list(self.seconds.items())[-2:]
        return log(many / few) / log(large / small)


def measure_length() -> list[Curve]:
    """Return the curves over the number of events of a match."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {n: Path(folder) / f"{n}.db" for n in EVENTS}
        lines = {n: time_line(path, n) for n, path in paths.items()}
        return [Curve("a line at the live prompt", lines), *_time_commands(paths, OF_A_MATCH)]


def measure_number() -> list[Curve]:
    """Return the curves over the number of matches of a ledger."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {n: Path(folder) / f"{n}.db" for n in MATCHES}
        for n, path in paths.items():
            fill_ledger(path, n)
        return list(_time_commands(paths, (*BESIDE_OTHERS, *ABOUT_ALL)))


def time_line(path: Path, n: int) -> float:
    """Return the seconds from Enter to the next prompt in a new match of `n` events."""
    with Ledger(path) as ledger, sit_at_terminal():
        session = table.open_session(ledger, name="long", game="machi-koro")
        session.record(list(islice(cycle(TURNS), n)))
        typist = Typist(table.open_desk(session))
        typist.enter_line()
        return median(time_run(typist.enter_line) for _ in range(LINES))


def _time_commands(paths: dict[int, Path], commands: tuple[str, ...]) -> Iterator[Curve]:
    for command in commands:
        yield Curve(command, {n: time_command(path, command) for n, path in paths.items()})


def time_command(path: Path, command: str) -> float:
    """Return the seconds of processor time that a command takes, without the start of Python."""
    from replay.cli.app import app

    def run() -> None:
        result = CliRunner().invoke(app, [*command.split(), "--db", str(path)])
        if result.exit_code > 1:
            raise RuntimeError(f"{command}: {result.output}")

    run()
    return median(time_run(run) for _ in range(RUNS))

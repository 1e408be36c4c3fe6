"""Works for the tests of workers: functions that other processes can find."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from replay.base.errors import UserError
from replay.base.finished_parts import FinishedParts
from replay.base.i18n import language
from replay.base.workers import run_parts


class Picky(Exception):
    """An error that cannot be made again from what it says."""

    def __init__(self, one: str, *, other: str) -> None:
        super().__init__(f"{one} and {other}")


def square(n: int) -> int:
    """Return the square of a number."""
    return n * n


def square_but_not_three(n: int) -> int:
    """Return the square of a number other than three."""
    if n == 3:
        raise UserError("{n} is odd in another way", n=n)
    return n * n


def raise_picky(n: int) -> int:
    """Raise an error that other processes cannot read."""
    raise Picky("salt", other="pepper {and more}")


def return_lambda(n: int) -> object:
    """Return what cannot be sent to another process."""
    return lambda: n


def end_process(n: int) -> int:
    """End the process of part three as the system would, without a word."""
    if n == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return n * n


def tell_language(n: int) -> str:
    """Return the language that the process speaks."""
    return language()


def tell_process(n: int) -> int:
    """Return the id of the process that does this, after a while."""
    time.sleep(0.05)
    return os.getpid()


def square_slowly(part: tuple[int, Path]) -> int:
    """Return the square of a number after a while, and leave a file with the process's id."""
    n, folder = part
    (folder / f"{n}-{os.getpid()}").touch()
    time.sleep(0.05)
    return n * n


def square_many(folder: Path, jobs: int, scheduler: str = "") -> dict[str, int]:
    """Return the squares of forty numbers, with a record in the folder."""
    parts = {str(n): (n, folder) for n in range(40)}
    record = FinishedParts(folder / "record.jsonl", "squares", int)
    done = run_parts(square_slowly, parts, jobs=jobs, scheduler=scheduler, record=record)
    return {each.name: each.result for each in done}


if __name__ == "__main__":
    square_many(Path(sys.argv[1]), int(sys.argv[2]))

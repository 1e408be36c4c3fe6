"""Tests of `log --follow`: what others record is printed as it comes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from ledger.location import Location
from ledger.store import Ledger
from tests import table
from tests.replay.cli.conftest import Run
from tests.replay.cli.killed import COMMAND

FIRST = 8
"""The version of the next event of the match."""


@contextmanager
def follow(*arguments: str) -> Iterator[Iterator[str]]:
    """Follow the match in a process of its own, and give the lines as they come."""
    command = [*COMMAND, "log", "maple", "--follow", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as following:
        assert following.stdout is not None
        yield iter(following.stdout)
    assert following.returncode == 0


def test_what_is_recorded_is_printed_until_the_match_is_closed(run: Run, maple: str) -> None:
    """What was there, an action, a correction, the closing."""
    with follow("--since", "7") as lines:
        assert next(lines).startswith("   7  ")
        run("record", maple, given="wug\n")
        assert "takes 1 diamond, 1 sapphire, 1 emerald" in next(lines)
        run("undo", maple)
        assert next(lines).startswith("   9  ")
        run("close", maple, "--abandoned")
        assert next(lines).startswith("  10  ")
        assert list(lines) == []


def test_every_event_is_an_object_of_its_own(run: Run, maple: str) -> None:
    """With --json, one a line."""
    run("close", maple, "--abandoned")
    lines = run("log", maple, "--follow", "--json").stdout.splitlines()
    found = [json.loads(line) for line in lines]
    assert [each["version"] for each in found] == list(range(1, FIRST + 1))
    assert (found[0]["type"], found[-1]["type"]) == ("match.open", "match.close")


@pytest.mark.parametrize("filter_", ["--raw", "--seat=a", "--type=take", "--eyes=a", "--moves"])
def test_what_comes_is_not_filtered(run: Run, maple: str, filter_: str) -> None:
    """It is said, with what goes."""
    assert "--since" in run("log", maple, "--follow", filter_, code=2).stderr


def test_a_follower_is_woken(ledger: Ledger, location: Location) -> None:
    """By an event of its match and not by one of another; otherwise it waits for its time."""
    table.append_opening(ledger)
    table.append_opening(ledger, "n", "nutmeg")

    def wait(seconds: float) -> bool:
        with Ledger(location) as follower:
            return follower.wait("m", 1, seconds)

    assert not wait(0.2)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(wait, 30)
        ledger.append("n", 1, [table.draft_note(1)], "tess")
        assert not waiting.done()
        ledger.append("m", 1, [table.draft_note(1)], "tess")
        assert waiting.result(30)
    assert wait(0)

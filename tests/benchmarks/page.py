"""From Enter to the next prompt, in drawings of the board; and at 10,000 events, as at 100."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from engines.registry import load_engine
from ledger.store import Ledger
from replay.lab.simulation import simulate_match
from replay.record.opening import open_match
from replay.record.session import Session
from tests import table
from tests.typist import Typist, record_turns, sit_at_terminal

PEOPLE = ("Ana", "Bo", "Cy", "Dee", "Eve", "Fay")
"""Whose names are no words of a game."""

LINES = 6
"""How many lines are typed for one measurement."""


@contextmanager
def open_ledger() -> Iterator[Ledger]:
    """Open a ledger that goes away again."""
    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "ledger.db") as ledger:
        yield ledger


def time_calls(call: Callable[[], object]) -> float:
    """Return the seconds of processor time that a call takes, as a mean of several."""
    started = time.process_time()
    for _ in range(LINES):
        call()
    return (time.process_time() - started) / LINES


def build_measure(game: str) -> Callable[[], tuple[float, float]]:
    """Return what measures the page of a game: seconds from Enter to it, and per board."""

    def measure() -> tuple[float, float]:
        with open_ledger() as ledger, sit_at_terminal():
            typist = play_half(ledger, game)
            typist.enter_line()
            return time_calls(typist.enter_line), time_calls(typist.draw_board)

    return measure


def play_half(ledger: Ledger, game: str) -> Typist:
    """Return somebody who has recorded half a match, and types the rest of it."""
    engine = load_engine(game)
    info = simulate_match(
        ledger, engine, engine.seats.start + 1 if len(engine.seats) > 1 else 2, 11
    )
    played = Session(ledger, info, "tess").timeline
    people = PEOPLE[: len(played.opening.seats)]
    opening = replace(played.opening, name="half", seats=people, letters=())
    session = Session(ledger, open_match(ledger, opening, "tess"), "tess")
    actions = [frame.action for frame in played.actions() if frame.action is not None]
    half = len(actions) // 2
    session.record(actions[:half], "as it was played")
    desk = table.open_desk(session)
    return Typist(desk, [desk.voice.write(each) for each in actions[half:]])


def measure_long_match() -> tuple[float, float]:
    """Return the seconds for one line at 10,000 events, and at 100, typed in turns."""
    with open_ledger() as ledger, sit_at_terminal():
        long, short = (Typist(table.open_desk(record_turns(ledger, n))) for n in (10_000, 100))
        seconds = {long: 0.0, short: 0.0}
        for typist in (long, short):
            typist.enter_line()
            typist.enter_line()
        for typist in [long, short] * LINES:
            seconds[typist] += time_calls(typist.enter_line)
        return seconds[long], seconds[short]

"""Killed at any moment, a recording loses at most the line being typed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engines.splendor import engine
from engines.values import Setup
from ledger.store import Ledger
from replay.fold.timeline import Timeline
from replay.lab.dealer import Dealer
from replay.record.session import Session
from replay.referee.audit import audit_match
from tests import table
from tests.conftest import LONG
from tests.replay.cli.killed import record_until_killed, run

KILLS = 200 if LONG else 8
RANDOM = random.Random(20)
POINTS = [
    pytest.param(RANDOM.randrange(90), RANDOM.random() * 0.01, id=f"{n}") for n in range(KILLS)
]

PLAYED = [action for _, action in Dealer(engine, 7).play(Setup(2))][:120]
LINES = [engine.write(action) for action in PLAYED]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A ledger with a match that is about to be recorded."""
    with Ledger(tmp_path / "killed.db") as ledger:
        table.open_session(ledger)
    return tmp_path / "killed.db"


@pytest.mark.parametrize(("answers", "delay"), POINTS)
def test_what_was_answered_is_recorded_and_what_is_recorded_is_whole(
    db: Path, answers: int, delay: float
) -> None:
    """The log is a beginning of what was typed: no gap, nothing twice, nothing half."""
    said = record_until_killed(db, "maple", LINES, answers, delay)
    with Ledger(db) as ledger:
        info = ledger.find("maple")
        timeline = Timeline(ledger.events(info.match_id))
        recorded = [frame.action for frame in timeline.actions()]
        assert recorded == PLAYED[: len(recorded)]
        assert len(said) <= len(recorded)
        assert len(recorded) in (len(said), len(said) + 1) or len(recorded) == len(LINES)
        assert audit_match(ledger, info).intact
        assert ledger.find_damage() is None


def test_another_program_goes_on_where_it_ended(db: Path) -> None:
    """With the same lines from there, the match becomes what it would have become."""
    record_until_killed(db, "maple", LINES, 40)
    with Ledger(db) as ledger:
        info = ledger.find("maple")
        recorded = info.version - 1
        rest = "".join(f"{line}\n" for line in LINES[recorded:])
        assert run(db, "record", given=rest).returncode == 0
        untouched = table.open_session(ledger, name="nutmeg")
        untouched.record(PLAYED)
        resumed = Session(ledger, info, "tess")
        assert resumed.state == untouched.state
        assert audit_match(ledger, info).intact

"""Corrections of every game: undone they leave no trace, and any chain of them is a record."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.registry import list_games, load_engine
from ledger.clerk import Amend, Insert, Open, Strike
from ledger.store import Ledger
from replay.base.errors import NothingToDo
from replay.files.exchange import export_match, import_file
from replay.fold.timeline import Timeline
from replay.record.corrections import plan_amendment, plan_insertions
from replay.record.opening import open_match
from replay.record.session import Session
from replay.referee.audit import audit_match
from tests.conftest import LONG
from tests.replay.walks import deal_actions, dump_frames, pick_action, wander

PLAYED = 24
"""How many actions a match has before it is corrected."""

EXAMPLES = 60 if LONG else 6

quick = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=EXAMPLES)
seeds = st.integers(0, 10**6)


def begun(ledger: Ledger, game: str, seed: int) -> Session:
    """Return a session of a random match."""
    engine = load_engine(game)
    seats = tuple("ABCDEFGH"[: random.Random(seed).choice(engine.seats)])
    info = open_match(ledger, Open(game=game, rules="", seats=seats), "tess")
    session = Session(ledger, info, "tess")
    session.record(deal_actions(session, seed, PLAYED), "as it was dealt")
    return session


def correction(session: Session, chance: random.Random) -> Strike | Amend | Insert:
    """Return any correction that a recorder could make. Raise NothingToDo."""
    version = chance.randint(2, session.timeline.version)
    kind = chance.choice(("strike", "amend", "insert"))
    if kind == "strike":
        return Strike(target=version)
    action = pick_action(session, chance)
    if kind == "amend":
        return plan_amendment(session.timeline, version, action, "misheard")
    (insertion,) = plan_insertions(session.timeline, version, [action], "forgotten")
    return insertion


@pytest.mark.parametrize("game", list_games())
@quick
@given(seed=seeds)
def test_a_correction_that_is_undone_leaves_the_timeline_as_it_was(
    ledger: Ledger, game: str, seed: int
) -> None:
    """Frame by frame: events, states, moves, breaches; for whoever grew it and whoever folds it
    afresh; and so does every further correction of corrections."""
    session = begun(ledger, game, seed)
    chance = random.Random(seed)
    before, undone = dump_frames(session.timeline), 0
    for _ in range(8):
        try:
            session.correct(correction(session, chance))
        except NothingToDo:
            continue
        undone += 1
        made = session.timeline.version
        assert session.timeline.events[-1].version == made
        session.undo(made)
        assert dump_frames(session.timeline) == before
        if undone == 3:
            break
    assert undone == 3
    assert dump_frames(Timeline(ledger.events(session.info.match_id))) == before


@pytest.mark.parametrize("game", list_games())
@quick
@given(seed=seeds)
def test_any_chain_of_corrections_exports_imports_and_verifies(
    ledger: Ledger, tmp_path: Path, game: str, seed: int
) -> None:
    """It is the same match elsewhere, and its digests are those of the time they were taken."""
    session = begun(ledger, game, seed)
    for _step in wander(session, seed, 16):
        pass
    content = export_match(ledger, session.info)
    assert faults(ledger, session.info) == []
    with Ledger(tmp_path / f"{game}-{seed}.db") as other:
        imported = import_file(other, content)
        assert export_match(other, other.find(imported.match_id)) == content
        assert faults(other, other.find(imported.match_id)) == []
        there = Timeline(other.events(imported.match_id))
    assert dump_frames(there) == dump_frames(session.timeline)


def faults(ledger: Ledger, info: Any) -> list[Any]:
    """Return what is wrong with a record; what happened at the table is no fault."""
    found = audit_match(ledger, info)
    return [] if found.intact else list(found.findings)

"""A revoke that is found late, told at the recorder's desk, and settled in each way (R1 to R4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.wizard.state import State
from ledger.clerk import Open
from ledger.store import Ledger
from replay.desk.desk import Desk
from replay.desk.replies import Reply
from replay.record.opening import open_match
from replay.record.session import Session
from replay.referee.audit import check_table
from replay.speech.voice import Voice
from tests.some import some

SEATS = ("Ana", "Bo", "Cy")
ROUNDS = ("1/1 0/0 0/0", "2/0 0/1 1/1")
THIRD = ("y1", "1 1 1", "b5 r2 b6", "b7", "b3")
"""The third round: in its first trick Bo's red two did not follow blue."""
REVOKE = 9
LATE = 13


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Three at a table, hands unknown, up to Bo's second card of the third round."""
    ledger = Ledger(tmp_path / "wizard.db")
    opening = Open(game="wizard", rules="", seats=SEATS, level="actions")
    session = Session(ledger, open_match(ledger, opening, "tess"), "tess")
    desk = Desk(session, Voice(session.engine, "en", SEATS))
    for line in (*ROUNDS, *THIRD):
        assert all(reply.kind == "recorded" for reply in some(desk.handle(line)))
    return desk


def type_line(desk: Desk, line: str) -> Reply:
    """Return the one reply to a line."""
    (reply,) = desk.handle(line)
    return reply


def test_a_revoke_is_reported_with_both_events_its_rule_and_possible_rulings(desk: Desk) -> None:
    """P3: as soon as Bo plays blue. Nothing is recorded before the table has said why."""
    reply = type_line(desk, "b4")
    assert reply.kind == "breach"
    said = "\n".join(map(str, reply.shows))
    assert said.startswith("W33: A revoke by Bo: red 2 did not follow blue in trick 1, yet here")
    assert "blue 4" in said
    assert f"(see {REVOKE})" in said
    assert "W33 Following suit" in said
    for way in ("correct it", "let it stand", "redeal", "penalty points"):
        assert way in said
    assert desk.session.timeline.version == LATE - 1


def test_a_revoke_may_stand_and_cost_points(desk: Desk) -> None:
    """R2, R4: the ruling is kept, the points are their own line, and the audit still tells."""
    type_line(desk, "b4")
    assert type_line(desk, "! we let it stand").kind == "recorded"
    type_line(desk, "x b 20")
    bo = desk.session.engine.standing(desk.session.state).scores[1]
    assert [(line.label, line.n, line.rule) for line in bo.lines] == [
        ("line.round", 20, "W50"),
        ("line.round", -10, "W51"),
        ("line.penalty", -20, "R4"),
    ]
    frames = {frame.version: frame for frame in desk.session.timeline.frames}
    assert [breach.rule for breach in frames[LATE].breaches] == ["W33"]
    assert desk.session.timeline.rulings()[LATE][0][1].decision == "stands"
    assert any("W33" in str(found) for found in check_table(desk.session.timeline))


def test_a_card_that_revoked_may_be_taken_back(desk: Desk) -> None:
    """R1: the red two is amended into a blue card; then the blue four is no breach."""
    type_line(desk, f"amend {REVOKE} b2")
    assert type_line(desk, "b4").kind == "recorded"
    assert not any(frame.breaches for frame in some(desk.session.timeline.frames))


def test_a_round_with_a_revoke_may_be_dealt_again(desk: Desk) -> None:
    """R3: the same round, the same dealer; the bids are asked for anew."""
    type_line(desk, "b4")
    type_line(desk, "! the round is void")
    before = desk.session.state
    type_line(desk, "redeal")
    after = desk.session.state
    assert isinstance(before, State)
    assert isinstance(after, State)
    assert (after.number, after.dealer) == (before.number, before.dealer) == (3, 2)
    assert after.bids == (None, None, None)

"""Whole evenings as they were typed at the table, through the real desk."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

from ledger.clerk import Open
from ledger.store import Ledger
from replay.desk import Desk
from replay.hindsight import with_hindsight
from replay.session import Session, open_match
from replay.voice import Voice

EXAMPLES = Path(__file__).parent.parent / "examples"
EVENINGS = {
    "splendor": ((14, 13, 16), (2,)),
    "machi-koro": ((3, 4, 3), (1,)),
    "seven-wonders-duel": ((42, 31), (1,)),
    "wizard": ((180, 280, 100, 260, 80, 60), (1,)),
}
"""The totals by seat and the winners at the end of every evening."""
NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")
FOUND = {"wizard": [("W33", ["stands", "penalty"])]}
"""The breaches that are found, each with how it was ruled on."""
MOST_KEYS = 6
"""The most keystrokes that an event may take, as a median over an evening."""


def evening(game: str) -> list[str]:
    """Return the lines that were typed."""
    return (EXAMPLES / f"{game}-evening.txt").read_text(encoding="utf-8").splitlines()


@pytest.fixture(params=EVENINGS)
def game(request: pytest.FixtureRequest) -> str:
    """Every game of which there is an evening."""
    return str(request.param)


@pytest.fixture
def desk(game: str, tmp_path: Path) -> Desk:
    """A desk for a new match of as many as there were."""
    seats = NAMES[: len(EVENINGS[game][0])]
    ledger = Ledger(tmp_path / "evening.db")
    info = open_match(ledger, Open(game=game, rules="", seats=seats), "test")
    session = Session(ledger, info, "test")
    return Desk(session, Voice(session.engine, "en", seats))


def test_the_evening_is_recorded_and_decided(game: str, desk: Desk) -> None:
    """Every line is carried out, and the scores are those of the table."""
    for line in evening(game):
        for reply in desk.handle(line):
            assert reply.kind in ("recorded", "told"), (line, reply.shows)
    standing = desk.session.engine.standing(desk.session.state)
    assert (tuple(score.total for score in standing.scores), standing.winners) == EVENINGS[game]
    rulings = desk.session.timeline.rulings()
    found = [
        (breach.rule, [ruling.decision for _, ruling in rulings[frame.version]])
        for frame in desk.session.timeline.frames
        for breach in frame.breaches
    ]
    assert found == FOUND.get(game, [])


def test_a_revoke_is_found_when_its_suit_is_played(desk: Desk, game: str) -> None:
    """At once, though nobody's hand is known; with hindsight it stands at the card itself."""
    if game != "wizard":
        pytest.skip("no hand is hidden")
    for line in evening(game):
        list(desk.handle(line))
    timeline = desk.session.timeline
    (frame,) = (frame for frame in timeline.frames if frame.breaches)
    (ply,) = frame.breaches[0].at
    revoked = timeline.version_of(ply)
    assert frame.version - revoked < 2 * len(NAMES)
    seen = with_hindsight(timeline.events)
    assert "W33" in {breach.rule for breach in seen.at(revoked).breaches}


def test_an_event_takes_few_keystrokes(game: str, desk: Desk) -> None:
    """Enter counts, and so does everything that is typed to put a mistake right."""
    keys: list[float] = []
    for line in evening(game):
        before = desk.session.timeline.version
        list(desk.handle(line))
        recorded = desk.session.timeline.version - before
        keys += [(len(line) + 1) / recorded] * recorded
    assert median(keys) <= MOST_KEYS

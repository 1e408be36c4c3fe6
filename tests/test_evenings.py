"""Whole evenings as they were typed at the table, through the real desk."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pytest

from engines.challengers.state import State
from ledger.clerk import Open
from ledger.store import Ledger
from replay.cli.record.closing import make_closing
from replay.desk.desk import Desk
from replay.fold.hindsight import fold_with_hindsight
from replay.record.opening import open_match
from replay.record.session import Session
from replay.screens.result_sheet import write_result_sheet
from replay.screens.terminal import draw, print_plain
from replay.speech.voice import Voice
from tests.some import some

EXAMPLES = Path(__file__).parent.parent / "examples"
PEOPLE = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal")


class Evening(NamedTuple):
    """The totals by seat and the winners at the end of an evening; how finely it was recorded."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    level: str = "full"


EVENINGS = {
    "splendor": Evening((14, 13, 16), (2,)),
    "machi-koro": Evening((3, 4, 3), (1,)),
    "seven-wonders-duel": Evening((42, 31), (1,)),
    "challengers": Evening((12, 31, 11, 30, 30, 6, 17, 13), (3,), "results"),
    "wizard": Evening((180, 280, 100, 260, 80, 60), (1,)),
}
ENDINGS = {
    "splendor": "The last round is finished. Cy wins.",
    "machi-koro": "The last landmark is built. Bo wins.",
    "seven-wonders-duel": "Six different symbols. Bo wins.",
    "challengers": "The final is won. Dee wins.",
    "wizard": "The last round is scored. Bo wins.",
}
"""What the score sheet says of the end."""
FOUND = {"wizard": [("W33", ["stands", "penalty"])]}
"""The breaches that are found in an evening, each with how it was ruled on."""
MOST_KEYS = 6
"""The most keystrokes that an event may take, as a median over an evening."""


def read_evening(game: str) -> list[str]:
    """Return the lines that were typed."""
    return (EXAMPLES / f"{game}-evening.txt").read_text(encoding="utf-8").splitlines()


@pytest.fixture(params=EVENINGS)
def game(request: pytest.FixtureRequest) -> str:
    """A game of which an evening was typed; every one in turn."""
    return str(request.param)


@pytest.fixture
def desk(game: str, tmp_path: Path) -> Desk:
    """A desk for a new match of as many as there were."""
    return desk_for(game, tmp_path)


def desk_for(game: str, folder: Path) -> Desk:
    """Return a desk for a new match of as many as there were, in a ledger of its own."""
    seats = PEOPLE[: len(EVENINGS[game].totals)]
    ledger = Ledger(folder / "evening.db")
    opening = Open(game=game, rules="", seats=seats, level=EVENINGS[game].level)
    info = open_match(ledger, opening, "test")
    session = Session(ledger, info, "test")
    return Desk(session, Voice(session.engine, "en", seats))


def test_the_evening_is_recorded_and_decided(game: str, desk: Desk) -> None:
    """Every line is carried out, and the scores are those of the table."""
    for line in some(read_evening(game)):
        for reply in some(desk.handle(line)):
            assert reply.kind in ("recorded", "told"), (line, reply.shows)
    standing = desk.session.engine.standing(desk.session.state)
    totals = tuple(score.total for score in standing.scores)
    assert (totals, standing.winners) == EVENINGS[game][:2]
    rulings = desk.session.timeline.rulings()
    found = [
        (breach.rule, [ruling.decision for _, ruling in rulings[frame.version]])
        for frame in desk.session.timeline.frames
        for breach in frame.breaches
    ]
    assert found == FOUND.get(game, [])


def test_F11_whatever_was_filled_in_is_filled_in_the_same_way_again(game: str, desk: Desk) -> None:
    """Of every event of an evening, on the table before it; most of them had something."""
    for line in read_evening(game):
        list(desk.handle(line))
    engine, frames = desk.session.engine, desk.session.timeline.frames
    meant = 0
    for before, frame in pairwise(frames):
        if frame.action is not None and frame.entry.content_version == frame.version:
            assert engine.resolve(before.state, frame.action, frame.intent) == frame.action
            meant += bool(frame.intent)
    assert meant > len(frames) / 3


def test_a_revoke_is_found_when_its_suit_is_played(tmp_path: Path) -> None:
    """At Wizard, though nobody's hand is known; with hindsight the card itself is the breach."""
    desk = desk_for("wizard", tmp_path)
    for line in read_evening("wizard"):
        list(desk.handle(line))
    timeline = desk.session.timeline
    (frame,) = (frame for frame in timeline.frames if frame.breaches)
    (ply,) = frame.breaches[0].at
    revoked = timeline.version_of(ply)
    assert frame.version - revoked < 2 * desk.session.state.seats
    seen = fold_with_hindsight(timeline.events)
    assert "W33" in {breach.rule for breach in seen.at(revoked).breaches}


def test_an_event_takes_few_keystrokes(game: str, desk: Desk) -> None:
    """Enter counts, and so does everything that is typed to put a mistake right."""
    keys: list[float] = []
    for line in read_evening(game):
        before = desk.session.timeline.version
        list(desk.handle(line))
        recorded = desk.session.timeline.version - before
        keys += [(len(line) + 1) / recorded] * recorded
    assert median(keys) <= MOST_KEYS


def list_verbs(desk: Desk, since: int) -> list[str]:
    """Return the verbs of the actions recorded after an event."""
    frames = (frame for frame in desk.session.timeline.frames if frame.version > since)
    return [frame.action.verb for frame in frames if frame.action is not None]


class TestEightInFourParks:
    """One person records eight at Challengers!: results, one duel card by card, the final."""

    @pytest.fixture
    def desk(self, tmp_path: Path) -> Desk:
        """A desk for the tournament."""
        return desk_for("challengers", tmp_path)

    def test_a_duel_takes_twelve_keystrokes_and_a_reveal_five(self, desk: Desk) -> None:
        """A result is a line, the one that was undone as well. In the duel card by card, who
        starts and what is chosen is spread over the reveals."""
        results: list[int] = []
        cards: list[int] = []
        reveals = 0
        for line in read_evening("challengers"):
            before = desk.session.timeline.version
            list(desk.handle(line))
            new = list_verbs(desk, before)
            if new == ["win"]:
                results.append(len(line) + 1)
            elif {"start", "reveal", "choose"} & set(new):
                cards.append(len(line) + 1)
                reveals += new.count("reveal")
        assert (len(results), reveals) == (29, 17)
        assert max(results) <= 12
        assert sum(cards) / reveals <= 5

    def test_standings_finalists_and_reasons(self, desk: Desk) -> None:
        """Dee and Eli have as many fans; Dee has more trophies, and wins the final against Bo, who
        has more fans than anybody."""
        for line in read_evening("challengers"):
            list(desk.handle(line))
        state = desk.session.state
        assert isinstance(state, State)
        assert state.finalists == ("b", "d")
        assert (desk.session.engine.standing(state).rule) == "C92"
        scores = desk.session.engine.standing(state).scores
        assert [(s.rank, s.ties) for s in scores[1:5]] == [
            (2, (6, 7)),
            (7, (2, 5)),
            (1, (6, 7)),
            (3, (5, 6)),
        ]
        by_hand = state.outcomes["green.5"]
        assert (by_hand.winner, by_hand.reason, by_hand.reveals) == ("e", "bench", 17)
        lines = print_plain(
            draw(desk.session.engine.view(state, None), desk.voice, frozenset(), plain=True), 80
        )
        final = [line.split() for line in lines.splitlines() if "winner" in line or "fewer" in line]
        assert final == [
            ["d", "Dee", "30", "6", "winner"],
            ["e", "Eli", "30", "5", "fewer", "trophies"],
        ]


def test_the_score_sheet_says_why_somebody_wins(desk: Desk, game: str) -> None:
    """As the board does; not where people have agreed on something else."""
    for line in read_evening(game):
        list(desk.handle(line))
    session = desk.session
    session.close(make_closing(session, "", "", False))
    assert ENDINGS[game] in write_result_sheet(session, desk.voice).splitlines()
    session.reopen()
    session.close(make_closing(session, "", "a", False))
    assert ENDINGS[game].split(".")[0] not in write_result_sheet(session, desk.voice)

"""Evenings: the matches of one night, the first one first. What is played after midnight belongs to
the evening before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from ledger.headlines import MatchInfo
from ledger.listings import Wanted
from ledger.store import Ledger
from replay.base.times import parse_moment
from replay.fold.line import read_line
from replay.fold.metadata import find_opening
from replay.numbers.directory import Directory
from replay.numbers.durations import Duration, measure
from replay.record.results import derive_missing
from replay.record.rotation import find_next_seat

MORNING: Final = timedelta(hours=6)
"""Until which hour the evening before goes on."""

DAY: Final = timedelta(days=1)


class Played(NamedTuple):
    """A match of an evening, and how long it took; None where nothing tells."""

    info: MatchInfo
    duration: Duration | None


class Following(NamedTuple):
    """Who begins the next match of a game."""

    game: str
    name: str


class Evening(NamedTuple):
    """One night: its date, its matches as they were begun, and who begins next, by game, the game
    that was played last first. `directory` knows who is who."""

    day: date
    matches: tuple[Played, ...]
    following: tuple[Following, ...]
    directory: Directory

    @property
    def wins(self) -> dict[str, int]:
        """How many matches people have won, whoever won most first; shared ones count for each."""
        wins: dict[str, int] = {}
        for played in self.matches:
            for name, outcome in zip(played.info.seats, played.info.outcomes, strict=False):
                if outcome.won:
                    name = self.directory.show("person", name)
                    wins[name] = wins.get(name, 0) + 1
        return dict(sorted(wins.items(), key=lambda each: (-each[1], each[0])))


def find_present_evening(now: datetime) -> date:
    """Return the date of the evening that a moment belongs to, here.

    >>> find_present_evening(datetime(2026, 12, 1, 2, 30)).isoformat()
    '2026-11-30'
    """
    return (now - MORNING).date()


def find_evening_of(info: MatchInfo) -> str:
    """Return the date of the evening of a match: the day it was played; the day before for what
    was opened on that day before the morning."""
    opened = parse_moment(info.opened_at)
    if opened is not None:
        here = opened.astimezone()
        if here.date().isoformat() == info.played:
            return find_present_evening(here).isoformat()
    return info.played


def find_last_evening(ledger: Ledger) -> date | None:
    """Return the date of the last evening with a match, None where there is none."""
    try:
        last = date.fromisoformat(ledger.find_last_day())
    except ValueError:
        return None
    found = ledger.matches(Wanted(listed=True, since=last.isoformat(), is_root=True))
    return max((date.fromisoformat(find_evening_of(info)) for info in found), default=last)


def read_evening(ledger: Ledger, day: date, group: tuple[str, ...] | None = None) -> Evening:
    """Return the matches of an evening, of a group given by its folded names; what-ifs are none."""
    since, until = day.isoformat(), (day + DAY).isoformat()
    wanted = Wanted(listed=True, group=group, since=since, until=until)
    infos = [
        info
        for info in ledger.matches(wanted)
        if info.parent_id is None and find_evening_of(info) == day.isoformat()
    ]
    latest = derive_missing(ledger, infos)
    times = ledger.times([info.match_id for info in latest])
    matches = tuple(
        Played(info, _measure(info, times.get(info.match_id, [])))
        for info in sorted(latest, key=lambda each: (each.opened_at, each.match_id))
    )
    directory = Directory(ledger.facts())
    return Evening(day, matches, tuple(_list_following(ledger, latest)), directory)


def _measure(info: MatchInfo, times: Sequence[str]) -> Duration | None:
    """Return how long a match took, None where it was recorded on another day."""
    opened = parse_moment(info.opened_at)
    if opened is None or opened.astimezone().date().isoformat() != info.played:
        return None
    return measure(times)


def _list_following(ledger: Ledger, latest: Sequence[MatchInfo]) -> list[Following]:
    """Return who begins next in each game, by its match that was recorded on last."""
    found: dict[str, Following] = {}
    for info in latest:
        if info.game not in found and info.seats:
            try:
                first = find_opening(read_line(ledger.clerk_events(info.match_id))).first
            except ValueError:
                continue
            left = [seat for seat, outcome in enumerate(info.outcomes) if outcome.left]
            following = find_next_seat(first, len(info.seats), left)
            found[info.game] = Following(info.game, info.seats[following])
    return list(found.values())


def now_here() -> datetime:
    """Return the present moment by the clock on the wall."""
    return datetime.now(UTC).astimezone()

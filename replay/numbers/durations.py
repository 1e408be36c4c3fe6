"""How long matches took, as far as their events tell."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import Final, NamedTuple

from replay.base.times import parse_moment

PAUSE: Final = timedelta(minutes=20)
"""What is shorter is no pause."""

TIMES_USUAL: Final = 10
"""How many times as long as usual nothing is recorded in a pause."""

TYPED: Final = timedelta(seconds=1)
"""What comes sooner after another event was not typed at the table, but came from a file."""


class Duration(NamedTuple):
    """When a match began and ended, and how much of that was no play."""

    began: datetime
    ended: datetime
    pauses: timedelta

    @property
    def played(self) -> timedelta:
        """How long people played."""
        return self.ended - self.began - self.pauses


def measure(times: Sequence[str]) -> Duration | None:
    """Return how long a match took whose events were recorded at some times, opening first.

    A pause is 20 minutes without an event, and 10 times as long as usual in the match. Return None
    for a match that was not recorded while it was played: most events came at once, or the times
    cannot be read.
    """
    moments = [moment for text in times if (moment := parse_moment(text)) is not None]
    if len(moments) < 2 or len(moments) < len(times):
        return None
    gaps = [max(later - earlier, timedelta()) for earlier, later in pairwise(moments)]
    if 2 * sum(gap >= TYPED for gap in gaps) <= len(gaps):
        return None
    usual = timedelta(seconds=TIMES_USUAL * median(gap.total_seconds() for gap in gaps))
    pauses = sum((gap for gap in gaps if gap > max(PAUSE, usual)), timedelta())
    return Duration(moments[0], moments[0] + sum(gaps, timedelta()), pauses)

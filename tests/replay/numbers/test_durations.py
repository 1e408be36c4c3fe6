"""Tests of how long a match took: pauses are left out, what was not recorded live has no time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from replay.numbers.durations import measure

START = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)


def at(*minutes: float) -> list[str]:
    """Times so many minutes after the start."""
    return [(START + timedelta(minutes=each)).isoformat() for each in minutes]


@pytest.mark.parametrize(
    ("minutes", "played", "pauses"),
    [
        ((0, 90), 90, 0),  # a result alone: what passed is the match
        ((0, 1, 2, 3, 4, 5), 5, 0),
        ((0, 1, 2, 3, 33, 34, 35), 5, 30),
        ((0, 1, 2, 3, 22, 23, 24), 24, 0),  # somebody thought for nineteen minutes
        ((0, 5, 10, 15, 45, 50, 55), 55, 0),  # thirty minutes are not ten times as long as usual
        ((0, 1, 2, 40, 41, 42, 90, 91, 92), 6, 86),
        ((0, 5, 4, 6), 7, 0),  # a clock that was set back
    ],
)
def test_a_pause_is_long_and_unusual(minutes: tuple[float, ...], played: int, pauses: int) -> None:
    """Twenty minutes without an event, and ten times as long as between others."""
    found = measure(at(*minutes))
    assert found is not None
    assert found.played == timedelta(minutes=played)
    assert found.pauses == timedelta(minutes=pauses)


@pytest.mark.parametrize(
    "times",
    [
        [],
        at(0),
        at(0, 0.001, 0.002),  # pasted
        at(0, 0.001, 0.002, 5),
        [*at(0), "yesterday"],
        ["2026-11-30", "2026-12-01"],
    ],
)
def test_what_was_not_recorded_live_has_no_duration(times: list[str]) -> None:
    """One event, events that came at once, times that are none."""
    assert measure(times) is None

"""Tests of what a correction changes, in words."""

from __future__ import annotations

import pytest

from engines.splendor import engine
from engines.values import Breach
from replay.record.consequences import Consequences, ShiftHint
from replay.speech.consequences import LISTED, describe_consequences
from replay.speech.voice import Voice

VOICE = Voice(engine, "en", ("Ana", "Bo"))
NOTHING = Consequences([], [], [(3, 3), (None, None)], ((0,), (0,)), {}, {}, [])


def tell(changes: Consequences) -> list[str]:
    """Return the sentences about a correction."""
    return list(describe_consequences(changes, VOICE))


def test_what_stays_is_not_told() -> None:
    assert tell(NOTHING) == []
    assert tell(NOTHING._replace(unaccounted={"red": 1}, explained={"red": 1})) == []


def test_totals_and_winners_are_told_as_they_are_afterwards() -> None:
    """Of whoever has another total; “–” where nobody wins."""
    changes = NOTHING._replace(totals=[(3, 3), (4, 6)], winners=((0,), (0, 1)))
    assert tell(changes) == ["Bo: 4 → 6", "winner now: Ana, Bo"]
    assert tell(NOTHING._replace(winners=((1,), (0,)))) == ["winner now: Ana"]
    assert tell(NOTHING._replace(winners=((0,), ()))) == ["winner now: –"]


@pytest.mark.parametrize(
    ("unaccounted", "said"), [({"red": 2}, "unaccounted: 2 rubies"), ({}, "unaccounted: –")]
)
def test_what_is_unaccounted_is_told_where_it_changes(
    unaccounted: dict[str, int], said: str
) -> None:
    changes = NOTHING._replace(unaccounted=unaccounted, explained={"red": 1})
    assert tell(changes) == [said]


@pytest.mark.parametrize("more", [0, 1, 3])
def test_breaches_are_told_one_by_one_and_then_counted(more: int) -> None:
    found = [(n, Breach("S5", "S5", {"colour": "red"})) for n in range(LISTED + more)]
    lines = tell(NOTHING._replace(appear=found))
    assert [line.split()[3] for line in lines[:LISTED]] == [str(n) for n in range(LISTED)]
    assert lines[LISTED:] == ([f"… and {more} more"] if more else [])


@pytest.mark.parametrize(
    ("by", "line", "whom"), [(1, "shift 7", "next"), (2, "shift 7 2", "other")]
)
def test_a_shift_is_offered_where_turns_slip(by: int, line: str, whom: str) -> None:
    """To the next seat, or to another one."""
    to = {"next": "to the next seat.", "other": "to another seat."}[whom]
    hint = ShiftHint(7, by, frozenset({(7, "S3")}))
    said = describe_consequences(NOTHING._replace(off_turn=[7, 8]), VOICE, hint)
    assert list(said) == [
        "2 actions are no longer by the seat on turn: 7, 8. "
        f"“{line}” gives every action from there on {to}"
    ]

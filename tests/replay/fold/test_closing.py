"""The result of a closed match, by seat."""

from __future__ import annotations

import pytest

from ledger.clerk import Close
from replay.fold.closing import list_results


@pytest.mark.parametrize(
    ("close", "expected"),
    [
        (Close(how="finished", points=(10, 10, 4), winners=(0, 1)), [1, 1, 3]),
        (Close(how="finished", points=(3, 7, 5), winners=(0,)), [1, 2, 3]),
        (Close(how="finished", points=(3, 7, 7)), [3, 1, 1]),
        (Close(how="finished", points=(8, None, 9), winners=(2,)), [2, 3, 1]),
        (Close(how="conceded", seat=1, winners=(0, 2)), [1, 3, 1]),
        (Close(how="conceded", seat=0, points=(9, 5, 2), winners=(2,)), [3, 2, 1]),
        (Close(how="abandoned"), [None, None, None]),
    ],
)
def test_ranks_are_those_of_winners_and_points(close: Close, expected: list[int | None]) -> None:
    """Winners come first, whoever conceded last, and equal seats share a rank."""
    results = list_results(close, 3)
    assert [each.rank for each in results] == expected
    assert [each.seat for each in results if each.won] == list(close.winners)
    assert [each.points for each in results] == list(close.points or (None, None, None))

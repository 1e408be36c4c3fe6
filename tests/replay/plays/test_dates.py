"""Tests of reading days."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.plays.dates import Order, find_order, read_day


@given(st.dates(date(1900, 1, 1), date(2999, 12, 31)))
def test_a_day_is_read_in_each_of_its_forms(day: date) -> None:
    """Year first with any separator, and year last in the order that is said."""
    expected = day.isoformat()
    assert read_day(expected) == expected
    assert read_day(f"{day.year}/{day.month}/{day.day}") == expected
    assert read_day(f"{day.day}.{day.month}.{day.year}") == expected
    assert read_day(f"{day.day}/{day.month}/{day.year}", "dmy") == expected
    assert read_day(f"{day.month}/{day.day}/{day.year}", "mdy") == expected


@pytest.mark.parametrize(
    "text", ["", "yesterday", "2026-02-30", "2026-13-01", "0214-03-14", "1899-12-31", "14/03/26"]
)
def test_any_other_text_is_no_day(text: str) -> None:
    """Days of another century are slips of typing."""
    assert read_day(text) is None


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["03/04/2026"], None),
        (["03/04/2026", "13/04/2026"], "dmy"),
        (["03/04/2026", "04/13/2026"], "mdy"),
        (["03.04.2026"], "dmy"),
        (["2026-04-03"], "dmy"),
        (["", "Total"], "dmy"),
    ],
)
def test_one_clear_day_tells_the_order_of_all(texts: list[str], order: Order | None) -> None:
    """Without one nobody knows whether the day or the month comes first."""
    assert find_order(texts) == order

"""Tests of reading points."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.plays.points import LONGEST, read_points


@pytest.mark.parametrize(
    ("text", "value", "parts"),
    [
        ("12", "12", 0),
        (" -7 ", "-7", 0),
        ("-10+7+22", "19", 3),
        ("0+0+0", "0", 3),
        ("8-3", "5", 2),
        ("6+6.+8", "20", 3),
        ("12+13+", "25", 2),
        ("10.", "10", 0),
        ("13.5", "13.5", 0),
        ("21,7", "21.7", 0),
        ("+4", "4", 0),
        ("20 + 10", "30", 2),
    ],
)
def test_a_number_or_a_sum_is_read(text: str, value: str, parts: int) -> None:
    """A sum keeps its terms."""
    points = read_points(text)
    assert points is not None
    assert points.text == text.strip()
    assert points.value == Decimal(value)
    assert len(points.parts) == parts
    assert not parts or sum(points.parts) == points.value


@pytest.mark.parametrize(
    "text", ["49-46ish", "36, 42", "1,234,567", "1,234", "win", "--3", "3+-4", "١٢"]
)
def test_any_other_text_is_kept_without_a_number(text: str) -> None:
    """It was written, so it stays."""
    points = read_points(text)
    assert points is not None
    assert (points.text, points.value, points.parts) == (text, None, ())


@pytest.mark.parametrize("text", [None, "", "  "])
def test_nothing_is_no_points(text: str | None) -> None:
    """Neither zero nor a text."""
    assert read_points(text) is None


@given(st.text(max_size=400))
def test_any_text_is_read(text: str) -> None:
    """Whatever somebody wrote there, it is bounded."""
    points = read_points(text)
    assert points is None or len(points.text) <= LONGEST


@given(st.lists(st.integers(-999, 999), min_size=2, max_size=25))
def test_the_terms_of_a_sum_are_its_parts(terms: list[int]) -> None:
    """In order, with their signs."""
    points = read_points("".join(f"{term:+d}" for term in terms))
    assert points is not None
    assert [int(part) for part in points.parts] == terms

"""The page of measured figures tells what the benchmarks are."""

from __future__ import annotations

import pytest

from tests.benchmarks.__main__ import BENCHMARKS
from tests.benchmarks.growth import ABOUT_ALL, BESIDE_OTHERS, OF_A_MATCH, Curve
from tests.benchmarks.report import DOCUMENT, Result

PAGE = DOCUMENT.read_text("utf-8")


@pytest.mark.parametrize("name", [each.name for each in BENCHMARKS])
def test_page_has_every_benchmark(name: str) -> None:
    """With its target."""
    target = next(each.target for each in BENCHMARKS if each.name == name)
    (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| {name} |")]
    assert target.replace(">=", "≥").replace("<=", "≤") in row


@pytest.mark.parametrize("command", [*OF_A_MATCH, *BESIDE_OTHERS, *ABOUT_ALL])
def test_page_has_every_curve(command: str) -> None:
    assert f"| `{command}` |" in PAGE


@pytest.mark.parametrize(
    ("seconds", "exponent"),
    [({10: 1.0, 100: 1.0}, 0), ({10: 1.0, 100: 10.0}, 1), ({1: 7.0, 10: 1.0, 100: 100.0}, 2)],
)
def test_exponent_is_that_of_the_two_largest_sizes(
    seconds: dict[int, float], exponent: float
) -> None:
    assert Curve("", seconds).exponent == pytest.approx(exponent)


@pytest.mark.parametrize(
    ("ratio", "target", "met"),
    [
        (0.5, ">= 0.50", True),
        (0.49, ">= 0.50", False),
        (1.5, "<= 1.5", True),
        (1.6, "<= 1.5", False),
    ],
)
def test_target_is_a_least_or_a_most(ratio: float, target: str, met: bool) -> None:
    assert Result("", ratio, target).met is met

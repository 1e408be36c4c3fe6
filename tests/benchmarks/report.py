"""The measured figures in Markdown, and where they stand in the documentation."""

from __future__ import annotations

import os
import platform
import re
import sqlite3
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.growth import Curve

DOCUMENT = Path(__file__).parents[2] / "docs" / "performance.md"
"""The page whose part between the marks is made from a run."""

BEGIN, END = "<!-- measured -->", "<!-- end of what was measured -->"
REFERENCES = ("chess", "eventsourcing", "typer", "rich", "dask")


class Result(NamedTuple):
    """What a benchmark came to: the ratio, beside its target."""

    name: str
    ratio: float
    target: str

    @property
    def met(self) -> bool:
        """Whether the target is met."""
        sign, value = self.target.split()
        return self.ratio >= float(value) if sign == ">=" else self.ratio <= float(value)


def describe_machine() -> str:
    """Return what the figures were measured on."""
    versions = ", ".join(f"{name} {version(name)}" for name in REFERENCES)
    return (
        f"{platform.system()} on {platform.machine()}, {os.cpu_count()} cores; "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}; {versions}."
    )


def draw_results(results: Sequence[Result]) -> Iterator[str]:
    """Yield a table of ratios with their targets."""
    yield "| ratio of two medians of one run | measured | target | |"
    yield "| --- | ---: | ---: | --- |"
    for result in results:
        verdict = "met" if result.met else "**missed**"
        target = result.target.replace(">=", "≥").replace("<=", "≤")
        yield f"| {result.name} | {result.ratio:.2f} | {target} | {verdict} |"


def draw_curves(unit: str, curves: Sequence[Curve]) -> Iterator[str]:
    """Yield a table of the milliseconds at each size, with the exponents."""
    sizes = list(curves[0].seconds)
    yield f"| milliseconds at … {unit} | {' | '.join(f'{n:,}' for n in sizes)} | exponent |"
    yield f"| --- |{' ---: |' * (len(sizes) + 1)}"
    for curve in curves:
        times = " | ".join(f"{curve.seconds[n] * 1000:.1f}" for n in sizes)
        yield f"| `{curve.name}` | {times} | {curve.exponent:.2f} |"


def write_document(parts: Sequence[str]) -> None:
    """Put the parts, Markdown each, between the marks of the page."""
    text = DOCUMENT.read_text("utf-8")
    measured = "\n\n".join((BEGIN, *parts, END))
    found = re.compile(f"{re.escape(BEGIN)}.*{re.escape(END)}", re.DOTALL)
    DOCUMENT.write_text(found.sub(lambda _: measured, text), "utf-8")

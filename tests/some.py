"""What a test goes through: at least one, or the test has tested nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

Each = TypeVar("Each")


def some(items: Iterable[Each]) -> Iterator[Each]:
    """Yield each of some items, of which there must be at least one."""
    found = False
    for item in items:
        found = True
        yield item
    assert found, "there is nothing to test"

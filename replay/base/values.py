"""The texts in a value, wherever they stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text in a value of dicts, lists and plain things, keys among them.

    >>> list(texts_in({"card": "red", "paid": {"blue": 2}, "n": 1}))
    ['card', 'red', 'paid', 'blue', 'n']
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from (key, *texts_in(item))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_in(item)

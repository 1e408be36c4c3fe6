"""The texts in a value, wherever they stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def list_texts(value: Any) -> Iterator[str]:
    """Yield every text in a value of dicts, lists and plain things, keys among them.

    >>> list(list_texts({"card": "red", "paid": {"blue": 2}, "n": 1}))
    ['card', 'red', 'paid', 'blue', 'n']
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from (key, *list_texts(item))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from list_texts(item)

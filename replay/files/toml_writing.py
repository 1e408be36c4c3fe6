"""Trees of texts, numbers, lists and tables, written as TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

BARE: Final = re.compile(r"[A-Za-z0-9_-]+\Z")
"""A key that needs no quotes."""


def write_toml(content: Mapping[str, Any]) -> str:
    """Return a tree as TOML: a line for each field, and one for each table of a list.

    >>> print(write_toml({"id": "gems", "rows": [{"id": "ruby", "times": 3}]}), end="")
    id = "gems"
    rows = [
      {id = "ruby", times = 3},
    ]
    """
    return "".join(f"{write_key(key)} = {write_field(value)}\n" for key, value in content.items())


def write_field(value: Any) -> str:
    """Return the value of a field; a list of tables has a line for each."""
    if isinstance(value, Sequence) and value and isinstance(value[0], Mapping):
        return "".join(["[\n", *(f"  {write_value(each)},\n" for each in value), "]"])
    return write_value(value)


def write_value(value: Any) -> str:
    """Return a value in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        fields = (f"{write_key(key)} = {write_value(each)}" for key, each in value.items())
        return f"{{{', '.join(fields)}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(write_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


def write_key(key: str) -> str:
    """Return a key, in quotes where it needs them."""
    return key if BARE.match(key) else json.dumps(key, ensure_ascii=False)

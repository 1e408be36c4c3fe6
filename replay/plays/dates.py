"""Days as tables and exports write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Final, Literal, get_args

Order = Literal["ymd", "dmy", "mdy"]
"""The order of year, month and day in a written day."""

ORDERS: Final[tuple[Order, ...]] = get_args(Order)

FIRST_YEAR: Final = 1900
"""The first year in which a play is believed to have been."""

_YEAR_FIRST: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?")
_YEAR_LAST: Final = re.compile(r"(\d{1,2})([./-])(\d{1,2})[./-](\d{4})")


def read_day(text: str, order: Order = "dmy") -> str | None:
    """Return a written day as ``2026-03-14``, None where it is none or of another century.

    `order` says which of two numbers before a year is the day.

    >>> read_day("2026/3/14"), read_day("14.03.2026"), read_day("03/14/2026", "mdy")
    ('2026-03-14', '2026-03-14', '2026-03-14')
    >>> read_day("2026-02-30"), read_day("0026-01-01"), read_day("yesterday")
    (None, None, None)
    """
    said = re.sub(r"\s*", "", text) if "." in text else text.strip()
    if found := _YEAR_FIRST.fullmatch(said):
        year, month, day = (int(part) for part in found.groups())
    elif found := _YEAR_LAST.fullmatch(said):
        one, separator, two, last = found.groups()
        by_month = order == "mdy" and separator != "."
        month, day = (int(one), int(two)) if by_month else (int(two), int(one))
        year = int(last)
    else:
        return None
    try:
        return date(year, month, day).isoformat() if year >= FIRST_YEAR else None
    except ValueError:
        return None


def find_order(texts: Iterable[str]) -> Order | None:
    """Return the order in which a file writes its days; None where it cannot be told.

    ``03/14/2026`` tells it for the whole file, and a day with points is written day first.

    >>> find_order(["03/04/2026", "03/14/2026"]), find_order(["03/04/2026"])
    ('mdy', None)
    """
    unclear = False
    for text in texts:
        found = _YEAR_LAST.fullmatch(text.strip())
        if found is None or found[2] == ".":
            continue
        if int(found[1]) > 12:
            return "dmy"
        if int(found[3]) > 12:
            return "mdy"
        unclear = True
    return None if unclear else "dmy"

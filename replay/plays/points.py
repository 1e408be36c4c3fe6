"""Points as people and programs write them: ``12``, ``13,5``, ``-10+7+22``, ``49-46ish``."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from replay.plays.play import Points

LONGEST: Final = 200
"""The most characters of a text that is kept as points."""

_TERM: Final = r"\d{1,12}(?:[.,]\d{0,6})?"
_SUM: Final = re.compile(rf"[+-]?{_TERM}(?:[+-]{_TERM})*", re.ASCII)
_AMBIGUOUS: Final = re.compile(r"(?<!\d)\d{1,3},\d{3}(?!\d)", re.ASCII)
_SIGNED: Final = re.compile(rf"[+-]?{_TERM}", re.ASCII)


def read_points(text: str | None) -> Points | None:
    """Return the points in a text, None for an empty one.

    A sum has its terms as parts. A decimal comma is a point; ``1,234`` may be a thousand or not. A
    text that is neither a number nor a sum is kept without a value.

    >>> read_points("-10+7+22").value, read_points("21,7").value
    (Decimal('19'), Decimal('21.7'))
    >>> read_points("49-46ish"), read_points(" ")
    (Points(text='49-46ish', value=None, parts=()), None)
    """
    said = (text or "").strip()
    if not said:
        return None
    whole = re.sub(r"\s*([+-])\s*", r"\1", said).removesuffix("+")
    if _AMBIGUOUS.search(whole) or not _SUM.fullmatch(whole):
        return Points(said[:LONGEST])
    terms = tuple(_read_term(term) for term in _SIGNED.findall(whole))
    return Points(said[:LONGEST], sum(terms, Decimal(0)), terms if len(terms) > 1 else ())


def _read_term(term: str) -> Decimal:
    """Return the number of a term: ``10.`` is 10, ``+3,5`` is 3.5."""
    return Decimal(term.replace(",", ".").rstrip("."))

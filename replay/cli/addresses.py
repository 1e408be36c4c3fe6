"""Addresses: a match, a position in it, a stretch of it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from replay.cli.exits import Exit, Stop

LAST: Final = "@"
"""The address of the match that is meant when none is named. (An empty name is none.)"""


ROUND: Final = re.compile(
    r"(?:(?:round|rd|r|라운드)\.?\s*[0-9]{1,4}|[0-9]{1,4}\s*라운드)(?:[\s.]+\w+)?", re.IGNORECASE
)
"""A round behind ``@``, perhaps with a seat."""


class Address(NamedTuple):
    """``maple@57``: the match as it was typed, and the event; None without one.

    `round` is the round of ``maple@round6`` or ``maple@r6.b``, whose last event is meant.
    """

    match: str
    at: int | None
    round: str = ""


def parse_address(text: str) -> Address:
    """Return the address in a text. Raise Stop for one that is none.

    >>> parse_address("maple@57"), parse_address("maple")
    (Address(match='maple', at=57, round=''), Address(match='maple', at=None, round=''))
    """
    name, at, number = text.partition("@")
    if not at or text == LAST:
        return Address(name, None)
    if ROUND.fullmatch(number):
        return Address(name, None, number)
    if not re.fullmatch(r"[0-9]{1,9}", number):
        raise Stop(
            Exit.USAGE,
            "“{text}” is no address.",
            "A position reads MATCH@NUMBER or MATCH@round6, as in maple@57.",
            text=text,
        )
    return Address(name, int(number))


def parse_stretch(text: str) -> tuple[str, int, int]:
    """Return the match and the two events of ``maple@12..20``. Raise Stop.

    >>> parse_stretch("maple@12..20")
    ('maple', 12, 20)
    """
    found = re.fullmatch(r"(.+)@([0-9]{1,9})\.\.([0-9]{1,9})", text)
    if not found:
        raise Stop(
            Exit.USAGE,
            "“{text}” is no stretch of a match.",
            "It reads MATCH@FROM..TO or MATCH FROM TO, as in maple@12..20.",
            text=text,
        )
    return found[1], int(found[2]), int(found[3])

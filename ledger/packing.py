"""Packing: ids and hashes as bytes, where a database keeps them so. Hashes cover the texts.

A UUID in its canonical form becomes 16 bytes, lower-case hex digits half as many bytes. Every other
text stays a text, so nothing is ever lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

UUID_FORM: Final = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
HEX_FORM: Final = re.compile("(?:[0-9a-f]{32}){1,2}")
NIL: Final = "00000000-0000-0000-0000-000000000000"

Packed = bytes | str
"""A text as it is stored."""


@lru_cache(maxsize=1024)
def pack_id(text: str) -> Packed:
    """Return an id as it is stored.

    >>> pack_id("01a22b84-fbfc-71ad-8322-9e0f0295bab6").hex(), pack_id("maple")
    ('01a22b84fbfc71ad83229e0f0295bab6', 'maple')
    """
    return bytes.fromhex(text.replace("-", "")) if UUID_FORM.fullmatch(text) else text


def pack_hash(text: str) -> Packed:
    """Return a hash or a digest as it is stored.

    >>> len(pack_hash("0f" * 32)), pack_hash("0F")
    (32, '0F')
    """
    return bytes.fromhex(text) if HEX_FORM.fullmatch(text) else text


def unpack_id(stored: object) -> str:
    """Return the id that is stored so, whatever type it has.

    >>> unpack_id(pack_id("01a22b84-fbfc-71ad-8322-9e0f0295bab6")), unpack_id("maple")
    ('01a22b84-fbfc-71ad-8322-9e0f0295bab6', 'maple')
    """
    if isinstance(stored, bytes):
        if len(stored) != 16:
            return stored.decode(errors="replace")
        digits = stored.hex()
        return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"
    return "" if stored is None else str(stored)


def unpack_hash(stored: object) -> str:
    """Return the hash or the digest that is stored so, whatever type it has."""
    if isinstance(stored, bytes):
        return stored.hex()
    return "" if stored is None else str(stored)


def list_packed_ranges(beginning: str) -> Iterator[tuple[Packed, Packed]]:
    """Yield from where to where the stored ids lie that begin so, both ends included.

    >>> [[end.hex()[:6] for end in each] for each in list_packed_ranges("01a") if each[0][0] == 1]
    [['01a000', '01afff']]
    """
    yield beginning, beginning + "\U0010ffff"
    if UUID_FORM.fullmatch(beginning + NIL[len(beginning) :]):
        digits = beginning.replace("-", "")
        yield bytes.fromhex(digits.ljust(32, "0")), bytes.fromhex(digits.ljust(32, "f"))

"""Recognising files of other programs and reading their plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from replay.plays import bgg, bgstats, csv_plays
from replay.plays.dates import Order
from replay.plays.errors import UnreadablePlays
from replay.plays.play import PlayFile
from replay.plays.tables import decode_text, find_columns, read_header, read_table

_COLLECTION: Final = {"objectname", "objectid", "numplays"}
"""Columns by which a table of one's games at BoardGameGeek is known: it holds no plays."""


def is_plays(content: bytes, columns: Mapping[str, str] | None = None) -> bool:
    """Return whether a file is meant to hold plays of another program, damaged or not.

    >>> is_plays(b"<plays/>"), is_plays(b"Date,Game,Ann"), is_plays(b"hello")
    (True, True, False)
    """
    start = content[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"{"):
        return b'"playerScores"' in content or b'"bggId"' in content
    if start.startswith(b"<"):
        return True
    if b"\x00" in content[:4096] and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    text, _remarks = decode_text(content[:4096])
    header = read_header(text)
    return len(header) > 1 and bool(columns or find_columns(header) or set(header) & _COLLECTION)


def read_plays(
    content: bytes,
    source: str,
    columns: Mapping[str, str] | None = None,
    dates: Order | None = None,
) -> PlayFile:
    """Return the plays in a file of another program; `source` is the name of the file.

    Raise UnreadablePlays for a file that is none that foldtable knows, or that breaks off.
    """
    start = content[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith((b"{", b"[")):
        return _read_json(content)
    text, _remarks = decode_text(content)
    if bgg.is_listing(text):
        return bgg.read_listing(text)
    if start.startswith(b"<"):
        raise UnreadablePlays(
            "This is a page, not a list of plays.",
            "BoardGameGeek answers so when it asks to wait or to log in; save the list again.",
        )
    if b"\x00" in content[:4096] and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _make_unknown_error()
    table = read_table(content)
    if {name.casefold() for name in table.header} >= _COLLECTION:
        raise UnreadablePlays(
            "This is the list of a collection: it says how often each game was played, and "
            "holds no plays.",
            "Plays come from BG Stats, from BoardGameGeek's list of plays, or from a table.",
        )
    if len(table.header) < 2 and not find_columns(table.header):
        raise _make_unknown_error()
    return csv_plays.read_plays(table, source, columns, dates)


def _read_json(content: bytes) -> PlayFile:
    """Return the plays in JSON. Raise UnreadablePlays where it is cut off or of another kind."""
    try:
        found = msgspec.json.decode(content.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise UnreadablePlays(
            "The file breaks off or is no JSON: {why}.",
            "Nothing was imported; export it again.",
            why=str(error),
        ) from error
    if not bgstats.is_export(found):
        raise _make_unknown_error()
    return bgstats.read_export(found)


def _make_unknown_error() -> UnreadablePlays:
    """Return the error of a file that foldtable does not know."""
    return UnreadablePlays(
        "The file is none that foldtable knows.",
        "It reads match files, exports of BG Stats, lists of plays of BoardGameGeek (XML), and "
        "tables of plays (CSV).",
    )

"""Plays of BoardGameGeek, as its XML interface lists them: several documents may follow in a file.

A row may stand for several plays. Points, start positions and colours are free text there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException

from replay.plays.dates import read_day
from replay.plays.errors import UnreadablePlays
from replay.plays.play import Play, PlayedGame, PlayFile, PlaySeat, Remark, is_anonymous
from replay.plays.points import read_points

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST: Final = 100
"""The most plays that are made of one row."""

_DOCUMENT: Final = re.compile(r"<\?xml[^>]*\?>")
_EXPANSION: Final = re.compile(r"\[thing=\d+\]([^\[]*)\[/thing\]")


def is_listing(text: str) -> bool:
    """Return whether a text is a list of plays in XML."""
    return re.match(r"\s*(<\?xml[^>]*\?>\s*)*<plays[\s>]", text) is not None


def read_listing(text: str) -> PlayFile:
    """Return the plays of a listing. Raise UnreadablePlays for XML that cannot be read."""
    plays: list[Play] = []
    skipped: list[Remark] = []
    pages: list[tuple[int, int]] = []
    rows = 0
    owner = ""
    for document in filter(str.strip, _DOCUMENT.split(text)):
        root = _parse_document(document)
        owner = owner or root.get("username", "").strip()
        listed = root.findall("play")
        for row in listed:
            rows += 1
            found = _read_row(row, root.get("username", "").strip())
            if isinstance(found, Remark):
                skipped.append(found._replace(row=rows))
            else:
                plays += found
        pages.append((_number(root.get("total")), len(listed)))
    remarks = tuple(_list_missing(pages))
    return PlayFile("bgg-xml", tuple(plays), rows, tuple(skipped), remarks, owner)


def _parse_document(text: str) -> Element:
    """Return the root of a document.

    Raise UnreadablePlays where it is cut off or declares entities.
    """
    try:
        root: Element = ElementTree.fromstring(text.strip())
    except ElementTree.ParseError as error:
        line, column = error.position
        raise UnreadablePlays(
            "The list of plays is no whole XML: it breaks off or has a fault in line {line}, "
            "column {column}.",
            "Nothing was imported; save the page again.",
            line=line,
            column=column,
        ) from error
    except DefusedXmlException as error:
        raise UnreadablePlays(
            "The list of plays declares entities of its own, which no list of BoardGameGeek does.",
            "Nothing was imported.",
        ) from error
    return root


def _list_missing(pages: Sequence[tuple[int, int]]) -> Iterator[Remark]:
    """Yield how many plays are on other pages, from the total and the rows of each page."""
    total = max((total for total, _rows in pages), default=0)
    missing = total - sum(rows for _total, rows in pages)
    if missing > 0:
        yield Remark(
            "{missing} of {total} plays are not in this file: it holds a part of the pages",
            {"missing": missing, "total": total},
        )


def _read_row(row: Element, owner: str) -> list[Play] | Remark:
    """Return the plays of a row, or why it has none."""
    day = row.get("date", "").strip()
    item = row.find("item")
    if item is None or not item.get("name", "").strip():
        return Remark("the play names no game")
    if read_day(day) is None:
        return Remark("the play has no date: {text}", {"text": day})
    listed = row.findall("players/player")
    quantity = min(max(_number(row.get("quantity")), 1), MOST)
    single = quantity == 1
    seats = [_read_seat(each, single=single) for each in listed]
    if not seats:
        seats = [PlaySeat(owner, f"bgg:{owner.lower()}" if owner else "", known=bool(owner))]
    comments = (row.findtext("comments") or "").strip()
    play = Play(
        id=_make_id(row, item, seats),
        game=PlayedGame(item.get("name", "").strip(), max(_number(item.get("objectid")), 0)),
        date=day,
        seats=tuple(seats),
        kind="solo" if len(listed) == 1 else "versus",
        minutes=_number(row.get("length")) or None if single else None,
        place=row.get("location", "").strip(),
        comments=comments,
        expansions=tuple(name.strip() for name in _EXPANSION.findall(comments)),
        uncounted="incomplete" if row.get("incomplete") == "1" else "",
        results=bool(listed) and single and row.get("nowinstats") != "1",
    )
    return [play, *(play._replace(id=f"{play.id}#{n}") for n in range(2, quantity + 1))]


def _make_id(row: Element, item: Element, seats: Sequence[PlaySeat]) -> str:
    """Return the lasting id of a row; a draft, whose number is negative, has what it is about."""
    number = row.get("id", "").strip()
    if number.isdigit():
        return make_play_id(number, _number(item.get("objectid")))
    who = ",".join(sorted(seat.name for seat in seats))
    return f"bgg:{row.get('date', '')}/{item.get('objectid', '')}/{who}"


def make_play_id(number: str | int, game: int) -> str:
    """Return the lasting id of a play with this number at BoardGameGeek, of the game `game`.

    >>> make_play_id(500001, 148228)
    'bgg:500001/148228'
    """
    return f"bgg:{number}/{game}"


def _read_seat(player: Element, *, single: bool) -> PlaySeat:
    """Return a seat; of a row for several plays nobody knows who won which."""
    name = player.get("name", "").strip()
    user = player.get("username", "").strip()
    name = name or user
    return PlaySeat(
        name=name,
        person=f"bgg:{user.lower()}" if user else "",
        known=not is_anonymous(name),
        points=read_points(player.get("score")) if single else None,
        winner=single and player.get("win") == "1",
        starts=player.get("startposition", "").strip() == "1",
        role=player.get("color", "").strip(),
    )


def _number(text: str | None) -> int:
    """Return a whole number, 0 for any other text."""
    said = (text or "").strip()
    return int(said) if said.isascii() and said.lstrip("-").isdigit() and len(said) < 16 else 0

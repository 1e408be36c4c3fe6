"""Tables in text files: which letters, which separator, which columns."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from replay.plays.errors import UnreadablePlays
from replay.plays.play import Remark

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "play": ("play_id", "playid", "match_id", "match", "session", "game_id", "경기"),
    "date": ("date", "play_date", "playdate", "game_date", "played", "day", "datum", "날짜"),
    "time": ("time", "start", "begin", "uhrzeit", "시각"),
    "game": ("game", "game_name", "title", "boardgame", "spiel", "게임"),
    "minutes": ("minutes", "min", "duration", "duration_min", "durationmin", "length", "dauer"),
    "place": ("place", "location", "where", "ort", "장소"),
    "winner": ("winner", "winners", "won_by", "win", "won", "sieger", "gewinner", "승자", "승리"),
    "comments": ("notes", "note", "comment", "comments", "notizen", "메모"),
    "player": ("player", "player_name", "person", "name", "spieler", "선수", "사람", "이름"),
    "points": ("score", "points", "result", "punkte", "점수"),
    "rank": ("rank", "position", "placement", "platz", "순위"),
    "team": ("team", "side", "팀"),
    "role": ("role", "color", "colour", "faction", "역할"),
    "new": ("new", "new_player", "first_time", "처음"),
    "starts": ("starts", "starter", "start_player", "startplayer", "first", "선"),
    "seat": ("seat", "start_position", "startposition", "seat_order", "자리"),
}
"""The columns that a table of plays may have, each with the headers it is known by."""

_LARGEST_FIELD: Final = 1 << 20


class Table(NamedTuple):
    """A table: the names of its columns and its rows, with what was odd about the file."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    separator: str
    remarks: tuple[Remark, ...] = ()


def decode_text(content: bytes) -> tuple[str, tuple[Remark, ...]]:
    """Return the text of a file, and a remark where it is not written in UTF-8.

    >>> decode_text("Zoë".encode("cp1252"))[0]
    'Zoë'
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace"), (Remark("the file is written in UTF-16"),)
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        remark = Remark("the file is not written in UTF-8; it was read as Windows-1252")
        return content.decode("cp1252", "replace"), (remark,)


def read_table(content: bytes) -> Table:
    """Return the table in a file. Raise UnreadablePlays where a quoted cell never ends."""
    text, remarks = decode_text(content)
    separator = _find_separator(_find_first_line(text))
    csv.field_size_limit(_LARGEST_FIELD)
    try:
        read = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        lines = [tuple(cell.strip() for cell in line) for line in read]
    except csv.Error as error:
        raise UnreadablePlays(
            "The table cannot be read: {why}.",
            "A quotation mark that opens a cell and never closes it is the usual reason.",
            why=str(error),
        ) from error
    filled = [line for line in lines if any(line)]
    header, *rows = filled or [()]
    return Table(header, tuple(rows), separator, remarks)


def read_header(text: str) -> tuple[str, ...]:
    """Return the names of the columns of a table, of which only the beginning is needed.

    >>> read_header("Date;Game;Ann")
    ('Date', 'Game', 'Ann')
    """
    line = _find_first_line(text)
    cells = next(csv.reader([line], delimiter=_find_separator(line)), [])
    return tuple(cell.strip() for cell in cells)


def _find_first_line(text: str) -> str:
    """Return the first line of a text that is not blank."""
    return next((line for line in text.splitlines() if line.strip()), "")


def _find_separator(line: str) -> str:
    """Return what parts the cells of a line: a comma, a semicolon or a tab."""
    return max(",;\t", key=line.count)


def find_columns(header: Sequence[str], chosen: Mapping[str, str] | None = None) -> dict[str, int]:
    """Return which column is where: the kinds of `COLUMNS` with their positions in a header.

    `chosen` says it for headers that are not known, as header → kind or a header of that kind.
    Raise UnreadablePlays for a kind that no table has.

    >>> find_columns(["Date", "Game", "Ann", "Winner"])
    {'date': 0, 'game': 1, 'winner': 3}
    """
    known = {name: kind for kind, names in COLUMNS.items() for name in (kind, *names)}
    for name, said in (chosen or {}).items():
        if _simplify(said) not in known:
            raise UnreadablePlays(
                "No column of a table of plays is called “{kind}”.",
                "There are: {kinds}.",
                kind=said,
                kinds=", ".join(COLUMNS),
            )
        known[_simplify(name)] = known[_simplify(said)]
    found: dict[str, int] = {}
    for position, name in enumerate(header):
        if _simplify(name) in known:
            found.setdefault(known[_simplify(name)], position)
    return found


def _simplify(name: str) -> str:
    """Return a header in the form in which it is compared."""
    return re.sub(r"[\s-]+", "_", name.strip().casefold())


def read_flag(text: str) -> bool:
    """Return whether a cell says yes."""
    return text.strip().casefold() in ("1", "true", "yes", "y", "x", "ja", "예", "o", "승")

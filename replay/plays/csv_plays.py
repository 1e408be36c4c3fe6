"""Plays in tables: a row a match with a column a person (wide), or a row a person (long)."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from replay.plays.dates import Order, find_order, read_day
from replay.plays.errors import UnreadablePlays
from replay.plays.play import Play, PlayedGame, PlayFile, PlaySeat, Remark, is_anonymous
from replay.plays.points import read_points
from replay.plays.tables import Table, find_columns, read_flag

_SUMMARY: Final = ("total", "totals", "sum", "average", "mean", "wins", "gesamt", "합계", "평균")
_NAMES: Final = re.compile(r"\s*(?:[;,&+/]|\band\b|\bund\b|그리고)\s*", re.IGNORECASE)

Columns = Mapping[str, int]


def is_long(columns: Columns) -> bool:
    """Return whether a table has a row for each person of a match."""
    return {"player", "date", "game"} <= set(columns)


def is_wide(table: Table, columns: Columns) -> bool:
    """Return whether a table has a column for each person, and a row for each match."""
    people = [name for name in _list_people(table, columns) if name]
    return {"date", "game"} <= set(columns) and "player" not in columns and bool(people)


def read_plays(
    table: Table,
    source: str,
    chosen: Mapping[str, str] | None = None,
    order: Order | None = None,
) -> PlayFile:
    """Return the plays of a table; `source` is the name of its file.

    `chosen` gives the meaning of headers that are not known, `order` how its days are written.
    Raise UnreadablePlays where the columns are not those of plays, or the days may be read in two
    ways.
    """
    columns = find_columns(table.header, chosen)
    if not (is_long(columns) or is_wide(table, columns)):
        raise UnreadablePlays(
            "The table has no plays that can be told: it needs a date, a game, and either a "
            "column for each person or a column that names the person. Its columns are: {columns}.",
            "--columns 'HEADER=date,HEADER=game' says which column is which.",
            columns=", ".join(name or "–" for name in table.header[:12]),
        )
    days = [_cell(row, columns, "date") for row in table.rows]
    found = order or find_order(days)
    if found is None:
        raise UnreadablePlays(
            "The days of the table may be read in two ways: {text}.",
            "--dates {day_first} reads the day first, --dates {month_first} the month.",
            day_first="dmy",
            month_first="mdy",
            text=next(day for day in days if read_day(day)),
        )
    read = _read_long if is_long(columns) else _read_wide
    return read(table, columns, source, found)


def _read_wide(table: Table, columns: Columns, source: str, order: Order) -> PlayFile:
    """Return the plays of a table with a column for each person."""
    people = _list_people(table, columns)
    plays: list[Play] = []
    skipped: list[Remark] = []
    remarks = list(table.remarks)
    ids: Counter[str] = Counter()
    for number, row in enumerate(table.rows, 2):
        day = read_day(_cell(row, columns, "date"), order)
        if day is None or not _cell(row, columns, "game"):
            skipped.append(_explain_row(row, columns, number))
            continue
        entries = [(name, row[at]) for at, name in enumerate(people) if name and _get(row, at)]
        named = _split_names(_cell(row, columns, "winner"))
        seats = [
            PlaySeat(
                name,
                known=not is_anonymous(name),
                points=None if text.casefold() == "x" else read_points(text.rstrip("*")),
                winner=text.endswith("*") or name.casefold() in named,
            )
            for name, text in entries
        ]
        present = {name.casefold() for name, _text in entries}
        seats += [PlaySeat(name, winner=True) for key, name in named.items() if key not in present]
        play = _make_play(_make_id(source, row, ids), row, columns, day, seats)
        plays.append(_choose_winner(play, number, remarks))
    return PlayFile("csv-wide", tuple(plays), len(table.rows), tuple(skipped), tuple(remarks))


def _read_long(table: Table, columns: Columns, source: str, order: Order) -> PlayFile:
    """Return the plays of a table with a row for each person.

    Rows belong together by the id of their play; without such a column, neighbours do that share
    day, time, game and place, until a person comes a second time.
    """
    plays: list[Play] = []
    skipped: list[Remark] = []
    remarks = list(table.remarks)
    ids: Counter[str] = Counter()
    good: list[tuple[int, tuple[str, ...]]] = []
    for number, row in enumerate(table.rows, 2):
        day = read_day(_cell(row, columns, "date"), order)
        if day and _cell(row, columns, "game") and _cell(row, columns, "player"):
            good.append((number, row))
        else:
            skipped.append(_explain_row(row, columns, number))
    for number, rows in _group_rows(good, columns):
        first = rows[0]
        seats = [_read_seat(row, columns) for row in _order_rows(rows, columns)]
        day = read_day(_cell(first, columns, "date"), order) or ""
        key = _cell(first, columns, "play")
        named = f"csv:{source}/{key}" if key else _make_id(source, sum(rows, ()), ids)
        play = _make_play(named, first, columns, day, seats)
        plays.append(_choose_winner(play, number, remarks))
    return PlayFile("csv-long", tuple(plays), len(table.rows), tuple(skipped), tuple(remarks))


def _group_rows(
    rows: Sequence[tuple[int, tuple[str, ...]]], columns: Columns
) -> Iterator[tuple[int, list[tuple[str, ...]]]]:
    """Yield the rows of each play, with the number of its first row."""
    if "play" in columns:
        groups: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
        for number, row in rows:
            groups.setdefault(_cell(row, columns, "play"), []).append((number, row))
        for group in groups.values():
            yield group[0][0], [row for _number, row in group]
        return
    start = 0
    key: tuple[str, ...] = ()
    held: list[tuple[str, ...]] = []
    for number, row in rows:
        here = tuple(_cell(row, columns, kind) for kind in ("date", "time", "game", "place"))
        people = [_cell(each, columns, "player") for each in held]
        if held and (here != key or _cell(row, columns, "player") in people):
            yield start, held
            held = []
        if not held:
            start, key = number, here
        held.append(row)
    if held:
        yield start, held


def _order_rows(rows: Sequence[tuple[str, ...]], columns: Columns) -> Sequence[tuple[str, ...]]:
    """Return the rows of a play in the order of its seats, where the table tells it."""
    numbers = [_cell(row, columns, "seat") for row in rows]
    if all(number.isdigit() for number in numbers) and len(set(numbers)) == len(numbers):
        return sorted(rows, key=lambda row: int(_cell(row, columns, "seat")))
    return rows


def _read_seat(row: Sequence[str], columns: Columns) -> PlaySeat:
    """Return the seat that a row is about."""
    name = _cell(row, columns, "player")
    won = _cell(row, columns, "winner")
    rank = _cell(row, columns, "rank")
    return PlaySeat(
        name,
        known=not is_anonymous(name),
        points=read_points(_cell(row, columns, "points")),
        winner=read_flag(won) or won.casefold() == name.casefold() != "",
        rank=int(rank) if rank.isdigit() and 0 < int(rank) < 100 else None,
        starts=read_flag(_cell(row, columns, "starts")),
        team=_cell(row, columns, "team"),
        role=_cell(row, columns, "role"),
    )


def _make_play(
    named: str, row: Sequence[str], columns: Columns, day: str, seats: Sequence[PlaySeat]
) -> Play:
    """Return a play whose day, game and place stand in a row."""
    minutes = _cell(row, columns, "minutes")
    teams = {seat.team for seat in seats if seat.team}
    return Play(
        id=named,
        game=PlayedGame(_cell(row, columns, "game")),
        date=day,
        seats=tuple(seats),
        kind="solo" if len(seats) == 1 else "teams" if len(teams) > 1 else "versus",
        time=_read_time(_cell(row, columns, "time")),
        minutes=int(minutes) or None if minutes.isdigit() and len(minutes) < 6 else None,
        place=_cell(row, columns, "place"),
        comments=_cell(row, columns, "comments"),
    )


def _choose_winner(play: Play, row: int, remarks: list[Remark]) -> Play:
    """Return a play with its winner worked out where only points were written.

    The most points win, and a remark says so: the table does not say how the game is won.
    """
    values = [seat.points.value for seat in play.seats if seat.points]
    numbers = [value for value in values if value is not None]
    if play.winners or play.kind != "versus" or len(numbers) != len(play.seats):
        return play
    best = max(numbers)
    remarks.append(
        Remark(
            "nobody is named as the winner of {game} on {day}; most points were taken to win",
            {"game": play.game.name, "day": play.date},
            row,
        )
    )
    seats = [
        seat._replace(winner=value == best) for seat, value in zip(play.seats, numbers, strict=True)
    ]
    return play._replace(seats=tuple(seats))


def _explain_row(row: Sequence[str], columns: Columns, number: int) -> Remark:
    """Return why a row is no play."""
    first = next((cell for cell in row if cell), "")
    if first.casefold().rstrip(":") in _SUMMARY:
        return Remark("a row of sums is no play", row=number)
    day = _cell(row, columns, "date")
    if read_day(day) is None:
        return Remark("the play has no date: {text}", {"text": day}, number)
    if not _cell(row, columns, "game"):
        return Remark("the play names no game", row=number)
    return Remark("the row names nobody", row=number)


def _list_people(table: Table, columns: Columns) -> list[str]:
    """Return the person that each column belongs to, "" for other columns."""
    taken = set(columns.values())
    return ["" if at in taken else name for at, name in enumerate(table.header)]


def _split_names(text: str) -> dict[str, str]:
    """Return the names in a cell, by their form for comparing."""
    return {name.casefold(): name for name in _NAMES.split(text) if name}


def _make_id(source: str, row: Sequence[str], ids: Counter[str]) -> str:
    """Return an id for a row without one: what it says, and its number among equal rows."""
    said = hashlib.sha256("\x1f".join(row).encode()).hexdigest()[:24]
    ids[said] += 1
    return f"csv:{source}/{said}" + (f"#{ids[said]}" if ids[said] > 1 else "")


def _read_time(text: str) -> str:
    """Return a time of day as ``19:05:00``, "" for anything else."""
    found = re.fullmatch(r"([01]?\d|2[0-3])[:.]([0-5]\d)(?:[:.]([0-5]\d))?", text)
    return f"{int(found[1]):02}:{found[2]}:{found[3] or '00'}" if found else ""


def _cell(row: Sequence[str], columns: Columns, kind: str) -> str:
    """Return what stands in the column of a kind, "" where the table has none."""
    return _get(row, columns[kind]) if kind in columns else ""


def _get(row: Sequence[str], at: int) -> str:
    """Return a cell of a row, "" behind its end."""
    return row[at] if at < len(row) else ""

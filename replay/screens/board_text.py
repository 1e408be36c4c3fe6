"""Boards as text, without anything that draws: what a cell says, and whole boards for a pipe.

What has changed is marked with ``*``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engines.board import Board, Cell, Panel, Row
from engines.values import Seat
from replay.base.i18n import _
from replay.base.terminal_text import count_columns
from replay.fold.timeline import Frame
from replay.speech.voice import Voice

GAP: Final = "  "
"""What lies between two columns, and between two notes."""

CHANGED = "*"

Changed = frozenset[tuple[str, str]]
"""What has just changed: (place, item), and (place, "") for the place as a whole."""


def find_changes(frame: Frame) -> Changed:
    """Return what a frame's moves touched."""
    return frozenset(
        (place, item)
        for move in frame.moves
        for place in (move.source, move.target)
        for item in (move.item, "")
    )


def name_row(row: Row, voice: Voice) -> str:
    """Return what stands before a row; ``>`` is before the seat on turn. Behind a round stand the
    numbers of its events: ``5 @74–78``."""
    name = voice.label(row.seat) if row.seat is not None else voice.say(row.label)
    if row.events:
        name = f"{name} @{'–'.join(map(str, dict.fromkeys(row.events)))}"
    return f"> {name}" if row.active else name


def write_cell(cell: Cell, voice: Voice, changed: Changed = frozenset()) -> str:
    """Return what a cell says, with a mark where it has just changed."""
    words = voice.say(cell.text) if cell.text else ""
    text = " ".join(part for part in (words, "" if cell.n is None else str(cell.n)) if part)
    if cell.note:
        text = f"{text} ({voice.say(cell.note)})"
    return text if changed.isdisjoint(cell.shows()) else f"{text}{CHANGED}"


def list_left(board: Board, voice: Voice) -> list[str]:
    """Return who has left the table, as one note; none where everybody is there."""
    said = voice.say("note.left", {"seats": [*map(Seat, board.left)]})
    return [said] if board.left else []


def describe_suspense(held: Mapping[str, int], voice: Voice) -> str:
    """Return what the record cannot explain, "" when it explains everything."""
    if not held:
        return ""
    return _("unaccounted: {held}").format(held=voice.words.name_value(dict(held)))


def write_board(board: Board, voice: Voice, changed: Changed, width: int) -> str | None:
    """Return a board as `terminal.draw` draws it plainly, None where a line has no room for it."""
    lines: list[str] = []
    for panel in board.panels:
        lines += _write_panel(panel, voice, changed)
    if board.notes or board.left:
        notes = [write_cell(cell, voice, changed) for cell in board.notes]
        lines.append(GAP.join([*notes, *list_left(board, voice)]))
    if any(count_columns(line) > width for line in lines):
        return None
    return "\n".join(line.rstrip() for line in lines)


def _write_panel(panel: Panel, voice: Voice, changed: Changed) -> list[str]:
    """Return the lines of a panel."""
    if panel.layout == "pyramid":
        return _write_pyramid(panel, voice, changed)
    title = voice.say(panel.title)
    width = max((len(row.cells) for row in panel.rows), default=0)
    rows = []
    if panel.columns:
        rows.append([title, *name_columns(panel, voice, width)])
    for row in panel.rows:
        label = name_row(row, voice)
        cells = [write_cell(cell, voice, changed) for cell in row.cells]
        rows.append([label if panel.columns else f"{title} {label}", *cells])
    return align_columns(rows)


def name_columns(panel: Panel, voice: Voice, width: int) -> list[str]:
    """Return the heads of so many columns of a panel, "" where it has none."""
    heads = [*panel.columns[:width], *[""] * (width - len(panel.columns))]
    return [voice.column(head) if isinstance(head, Seat) else voice.say(head) for head in heads]


def align_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of cells as lines in which the columns lie below each other.

    >>> align_columns([["a", "", "c"], ["longer", "b"]])
    ['a          c', 'longer  b']
    """
    widths: dict[int, int] = {}
    for row in rows:
        for number, cell in enumerate(row):
            widths[number] = max(widths.get(number, 0), count_columns(cell))
    return [
        GAP.join(cell + " " * (widths[n] - count_columns(cell)) for n, cell in enumerate(row))
        for row in rows
    ]


def _write_pyramid(panel: Panel, voice: Voice, changed: Changed) -> list[str]:
    """Return the lines of rows of cells, each row centred over the next."""
    rows = [[write_cell(cell, voice, changed) for cell in row.cells] for row in panel.rows]
    while rows and not any(cell.strip() for cell in rows[-1]):
        rows.pop()
    width = max((count_columns(cell) for row in rows for cell in row), default=1)
    most = max((len(row) for row in rows), default=0)
    lines = [voice.say(panel.title)]
    for row in rows:
        line = " " * ((most - len(row)) * (width + 2) // 2)
        for cell in row:
            left = (width - count_columns(cell)) // 2
            line += " " * left + cell + " " * (width - left - count_columns(cell) + 2)
        lines.append(line)
    return lines

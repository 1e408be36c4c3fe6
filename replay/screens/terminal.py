"""Boards, logs and explanations as text: for a terminal, for a narrow one, for a pipe.

Colour never carries anything alone: every colour of a game has its letter in the text, and what
has changed is marked with ``*`` as well as by style.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial

import msgspec
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text

from engines.board import Board, Cell, Panel, Row
from engines.values import Seat
from replay.explain.explanations import Account, Explanation, find_account
from replay.screens.board_text import (
    Changed,
    describe_suspense,
    list_left,
    name_row,
    write_cell,
)
from replay.speech.voice import Voice

TONES = {
    "white": "bold",
    "blue": "#56b4e9",
    "green": "#009e73",
    "red": "#d55e00",
    "black": "",
    "gold": "#e69f00",
    "yellow": "#e69f00",
    "purple": "#cc79a7",
    "brown": "#b07d48",
    "grey": "dim",
    "gray": "dim",
}
"""A game's colours in the Okabe-Ito set, which most colour-blind people can tell apart."""


def draw(board: Board, voice: Voice, changed: Changed, *, plain: bool) -> RenderableType:
    """Return a board, what has `changed` marked."""
    drawn: list[RenderableType] = []
    for panel in board.panels:
        if drawn and not plain:
            drawn.append(Text(""))
        drawn.append(draw_panel(panel, voice, changed))
    if board.notes or board.left:
        drawn.append(draw_notes(board, voice, changed))
    return Group(*drawn)


def draw_notes(board: Board, voice: Voice, changed: Changed) -> Text:
    """Return what stands below the panels."""
    notes = [_make_cell(cell, voice, changed) for cell in board.notes]
    return Text("  ").join([*notes, *map(Text, list_left(board, voice))])


def draw_suspense(held: Mapping[str, int], voice: Voice) -> Text | None:
    """Return what the record cannot explain, None when it explains everything."""
    said = describe_suspense(held, voice)
    return Text(said, style="bold") if said else None


@cache
def mark_row(number: int) -> Style:
    """Return the style of the lines of a row of a panel; it looks like nothing."""
    return Style.from_meta({"row": number})


def find_row(line: Iterable[Segment]) -> int | None:
    """Return the number of the row of a panel that is drawn on a line; None for its head."""
    marks = (segment.style.meta.get("row") for segment in line if segment.style is not None)
    return next((mark for mark in marks if mark is not None), None)


def draw_panel(panel: Panel, voice: Voice, changed: Changed) -> RenderableType:
    """Return one panel of a board."""
    if panel.layout == "pyramid":
        return _draw_pyramid(panel, voice, changed)
    table = Table(
        box=None,
        pad_edge=False,
        show_header=bool(panel.columns),
        header_style="dim",
        padding=(0, 1),
    )
    table.add_column(Text(voice.say(panel.title), style="bold"), no_wrap=True)
    width = max((len(row.cells) for row in panel.rows), default=0)
    for number in range(width):
        head = panel.columns[number] if number < len(panel.columns) else ""
        if isinstance(head, Seat):
            table.add_column(voice.column(head), overflow="ellipsis")
        else:
            table.add_column(voice.say(head), overflow="fold")
    for number, row in enumerate(panel.rows):
        cells = [_make_cell(cell, voice, changed) for cell in row.cells]
        cells += [Text("")] * (width - len(cells))
        label = _make_label(row, voice)
        if not panel.columns:
            label = Text.assemble((voice.say(panel.title), "bold"), " ", label)
        table.add_row(label, *cells, style=mark_row(number))
    return Panelled(table, partial(_draw_list, panel, voice, changed))


class Panelled:
    """A panel as a table; as a list where the table has not room for every column."""

    def __init__(self, table: Table, listed: Callable[[], RenderableType]) -> None:
        self.table = table
        self.listed = listed

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table if its longest words fit side by side, else the list."""
        least = self.table.__rich_measure__(console, options).minimum
        yield self.table if least <= options.max_width else self.listed()

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return how wide the table is."""
        return self.table.__rich_measure__(console, options)


def _draw_list(panel: Panel, voice: Voice, changed: Changed) -> RenderableType:
    """Return a panel row by row, each cell behind the head of its column."""
    lines = [Text(voice.say(panel.title), style="bold")]
    for place, row in enumerate(panel.rows):
        line = _make_label(row, voice)
        for number, cell in enumerate(row.cells):
            named = _name_column(panel, number, voice)
            shown = _make_cell(cell, voice, changed)
            if shown.plain:
                line.append(" · " if number else "  ").append(f"{named} " if named else "", "dim")
                line.append_text(shown)
        lines.append(_mark_line(line, place))
    return Group(*lines)


def join_rows(panel: Panel) -> list[Row]:
    """Return the rows of a panel, all with as many cells, and those that go on with the one above
    them joined to it: rows without a label and without a seat, as the second line of a city."""
    joined: list[Row] = []
    width = max((len(row.cells) for row in panel.rows), default=0)
    for row in panel.rows:
        missing = (Cell(),) * (width - len(row.cells))
        row = msgspec.structs.replace(row, cells=(*row.cells, *missing))
        if joined and not row.label and row.seat is None:
            above = joined[-1]
            joined[-1] = msgspec.structs.replace(above, cells=(*above.cells, *row.cells))
        else:
            joined.append(row)
    return joined


def draw_closely(panel: Panel, voice: Voice, changed: Changed) -> RenderableType:
    """Return a panel in as few lines as it takes, each of `join_rows` behind its label, and what
    stands in a column behind the head of it."""
    width = max((len(row.cells) for row in panel.rows), default=0)
    lines = []
    for number, row in enumerate(join_rows(panel)):
        line = Text.assemble((voice.say(panel.title), "bold"), " ", _make_label(row, voice))
        parts = [row.cells[column::width] for column in range(width)] if panel.columns else []
        between = "  "
        for column, cells in enumerate(parts or [row.cells]):
            shown = [text for cell in cells if (text := _make_cell(cell, voice, changed)).plain]
            if not shown:
                continue
            named = _name_column(panel, column, voice)
            line.append(between).append(f"{named} " if named else "", "dim")
            line.append_text(Text(", ").join(shown))
            between = " · "
        lines.append(_mark_line(line, number))
    return Group(*lines)


def _name_column(panel: Panel, number: int, voice: Voice) -> str:
    """Return the head of a column of a panel, "" where it has none."""
    head = panel.columns[number] if number < len(panel.columns) else ""
    return voice.column(head) if isinstance(head, Seat) else voice.say(head)


def _mark_line(line: Text, number: int) -> Text:
    """Return the line of a row of a panel, marked as such; it is never empty."""
    line.append("" if line else " ")
    line.stylize(mark_row(number))
    return line


def _make_label(row: Row, voice: Voice) -> Text:
    return Text(name_row(row, voice), style="bold" if row.active else "")


def _make_cell(cell: Cell, voice: Voice, changed: Changed) -> Text:
    style = TONES.get(cell.tone, "")
    if not changed.isdisjoint(cell.shows()):
        style = f"{style} reverse".strip()
    return Text(write_cell(cell, voice, changed), style=style)


def _draw_pyramid(panel: Panel, voice: Voice, changed: Changed) -> RenderableType:
    """Return rows of cells, each row centred over the next, as cards lie that cover each other."""
    rows = [[_make_cell(cell, voice, changed) for cell in row.cells] for row in panel.rows]
    while rows and not any(cell.plain.strip() for cell in rows[-1]):
        rows.pop()
    width = max((cell_len(cell.plain) for row in rows for cell in row), default=1)
    most = max((len(row) for row in rows), default=0)
    lines: list[RenderableType] = [Text(voice.say(panel.title), style="bold")]
    for number, row in enumerate(rows):
        line = Text(" " * ((most - len(row)) * (width + 2) // 2))
        for cell in row:
            left = (width - cell_len(cell.plain)) // 2
            line.append(" " * left)
            line.append_text(cell)
            line.append(" " * (width - left - cell_len(cell.plain) + 2))
        line.rstrip()
        lines.append(_mark_line(line, number))
    return Group(*lines)


def draw_explanation(found: Explanation, voice: Voice) -> RenderableType:
    """Return why a number is what it is: a register with balances, or a sum with its lines."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    for justify in ("right", "right", "right"):
        table.add_column(justify=justify, no_wrap=True)
    table.add_column(overflow="fold")
    for posting in found.postings:
        move = posting.move
        text = voice.words.say("why.start") if move is None else voice.move(move)
        rule = "" if move is None else f"  [{move.rule} {voice.rule(move.rule)}]"
        table.add_row(
            str(posting.version), f"{posting.n:+}", str(posting.balance), Text(text + rule)
        )
    sums: dict[Account, int] = {}
    for each in found.terms:
        account = Account() if found.total is not None else find_account(each.term)
        sums[account] = sums.get(account, 0) + each.term.n
        where = "" if each.version is None else str(each.version)
        rule = f"  [{each.term.rule} {voice.rule(each.term.rule)}]"
        balance = str(sums[account])
        table.add_row(where, f"{each.term.n:+}", balance, Text(voice.term(each.term) + rule))
    if found.total is not None:
        table.add_row("", "=", str(found.total), Text(name_subject(found, voice)))
    else:
        for account, n in found.sums.items():
            table.add_row("", "=", str(n), Text(_name_account(account, voice)))
    return table


def _name_account(account: Account, voice: Voice) -> str:
    """Return whose sum it is and of what, in words."""
    names = [voice.seat(account.seat)] if account.seat is not None else []
    names += [voice.item(account.unit)] if account.unit else []
    return ": ".join(names) or voice.say("price")


def name_subject(found: Explanation, voice: Voice) -> str:
    """Return what an explanation is about, in words."""
    place, dot, item = found.subject.rpartition(".")
    spoken = voice.place(found.subject)
    owned = bool(dot) and len(place) == 1
    # a score is more than what lies in the place
    score = "" if found.postings else f"score.{item}"
    if owned and score not in voice.words.text and f"place.{item}" in voice.words.text:
        return spoken
    if owned:
        return f"{voice.seat(ord(place) - ord('a'))}: {voice.say(item)}"
    if "." not in place and (spoken != found.subject or not dot):
        return spoken if dot else voice.say(found.subject)
    return f"{voice.place(place)}: {voice.item(item)}"


def print_plain(renderable: RenderableType, width: int = 100) -> str:
    """Return what is drawn as plain text: no colour, no trailing spaces."""
    console = Console(width=width, color_system=None, legacy_windows=False, emoji=False)
    with console.capture() as capture:
        console.print(renderable)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())

"""A board on a small screen: what matters least goes first, and it is said what is missing.

What does not fit is drawn closely first: in lines instead of columns. Where that is not enough, it
is cut. Central panels matter most, then the panel of the place that is asked about, then what has
just changed, what is asked about and the seat on turn, then what lies before seats. Of panels that
matter as little the tallest is cut, row by row, then left out. Everything is drawn once, or twice
where it is drawn closely: what is cut are lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from rich.console import Console, RenderableType
from rich.segment import Segment, SegmentLines
from rich.text import Text

from engines.board import Board, Panel, Row
from replay.base.i18n import _
from replay.screens.board_text import Changed
from replay.screens.terminal import draw_closely, draw_notes, draw_panel, find_row, join_rows
from replay.speech.voice import Voice

LEAST: Final = 20
"""The fewest columns that anything is laid out for."""

Lines: TypeAlias = list[list[Segment]]
"""What is drawn, line by line."""


@lru_cache(maxsize=1)
def _make_console(width: int) -> Console:
    return Console(width=width, color_system=None, legacy_windows=False, emoji=False)


def lay_out(what: RenderableType, width: int) -> Lines:
    """Return the lines that something takes on a screen."""
    if isinstance(what, SegmentLines):
        return list(what.lines)
    text = Text(what) if isinstance(what, str) else what
    return _make_console(max(width, 1)).render_lines(text, pad=False)


def join_lines(lines: Lines) -> SegmentLines:
    """Return lines as something to print."""
    return SegmentLines(lines, new_lines=True)


def fit_board(
    board: Board,
    voice: Voice,
    changed: Changed,
    *,
    width: int,
    height: int,
    asked: str = "",
    dense: Board | None = None,
    laid: Sequence[LaidPanel] = (),
) -> Lines:
    """Return a board in at most `height` lines; `asked` is the place asked about.

    Where not all of it fits, it is `dense`, the same board in fewer lines, that is cut. `laid` are
    its panels where they were laid out already.
    """
    width = max(width, LEAST)
    panels = [*laid] or lay_out_panels(board, voice, changed, width)
    notes = lay_out(draw_notes(board, voice, changed), width) if board.notes or board.left else []
    least = sum(panel.height for panel in panels) + len(notes)
    if least + max(len(panels) - 1, 0) <= height:
        return _join_panels(panels, notes, apart=True)
    if dense is not None and dense.panels != board.panels:
        return fit_board(dense, voice, changed, width=width, height=height, asked=asked)
    weights = _Weights(changed, asked)
    for number in sorted(range(len(panels)), key=lambda n: weights.weigh_panel(panels[n])):
        if sum(panel.height for panel in panels) + len(notes) > height:
            panels[number] = _lay_out_closely(panels[number], voice, changed, width)
    cut = _cut_panels(panels, height - len(notes), weights)
    if len(notes) + bool(cut) > height:
        notes = []
    lines = _join_panels(panels, notes, apart=False)
    if cut and height > 0:
        names = ", ".join(dict.fromkeys(map(voice.say, cut)))
        said = _("(cut to fit: {names})").format(names=names)
        text = Text(said, style="dim", no_wrap=True, overflow="ellipsis")
        text.truncate(width, overflow="ellipsis")
        lines += lay_out(text, width)
    return lines


def lay_out_panels(board: Board, voice: Voice, changed: Changed, width: int) -> list[LaidPanel]:
    """Return the panels of a board with the lines that each takes."""
    width = max(width, LEAST)
    return [
        LaidPanel(panel, panel.rows, lay_out(draw_panel(panel, voice, changed), width))
        for panel in board.panels
    ]


def count_central_lines(laid: Sequence[LaidPanel]) -> int:
    """Return how many lines the central panels of a board take."""
    return sum(each.height for each in laid if each.panel.central)


def _lay_out_closely(laid: LaidPanel, voice: Voice, changed: Changed, width: int) -> LaidPanel:
    """Return a panel that is no pyramid as it is drawn closely, if that takes fewer lines."""
    panel = laid.panel
    if panel.layout == "pyramid":
        return laid
    closely = LaidPanel(
        panel, join_rows(panel), lay_out(draw_closely(panel, voice, changed), width)
    )
    return closely if closely.height < laid.height else laid


def is_empty(row: Row) -> bool:
    """Return whether a row shows nothing: its slots are taken."""
    return not row.label and not any(cell.text or cell.n is not None for cell in row.cells)


class LaidPanel:
    """A panel as it is drawn: the lines of its head, and its rows with their lines."""

    def __init__(self, panel: Panel, rows: Sequence[Row], lines: Lines) -> None:
        self.panel = panel
        self.head: Lines = []
        self.rows: list[tuple[Row, Lines]] = [(row, []) for row in rows]
        for line in lines:
            number = find_row(line)
            (self.head if number is None else self.rows[number][1]).append(line)

    @property
    def lines(self) -> Lines:
        """All its lines."""
        return [*self.head, *(line for _row, lines in self.rows for line in lines)]

    @property
    def height(self) -> int:
        """How many lines it takes."""
        return len(self.head) + sum(len(lines) for _row, lines in self.rows)


class _Weights:
    """How much panels and rows matter, given what has `changed` and the place `asked` about."""

    def __init__(self, changed: Changed, asked: str) -> None:
        self.changed = changed
        self.asked = asked

    def weigh_panel(self, laid: LaidPanel) -> int:
        """Return how much a panel matters, as far as it is not cut."""
        if laid.panel.central:
            return 4
        if self.asked and laid.panel.title == self.asked:
            return 3
        if any(self.matters(row) for row, _lines in laid.rows):
            return 2
        return 1 if any(row.seat is not None for row, _lines in laid.rows) else 0

    def matters(self, row: Row) -> bool:
        """Return whether a row is of the seat on turn, has changed, or is asked about."""
        return row.active or any(
            cell.place and (cell.place == self.asked or (cell.place, cell.item) in self.changed)
            for cell in row.cells
        )

    def find_least_row(self, laid: LaidPanel) -> int:
        """Return the number of the row that matters least: one in which nothing is left, else the
        last of those that do not matter, else the last."""
        rows = [row for row, _lines in laid.rows]
        return min(
            range(len(rows)), key=lambda n: (not is_empty(rows[n]), self.matters(rows[n]), -n)
        )


def _cut_panels(panels: list[LaidPanel], height: int, weights: _Weights) -> list[str]:
    """Cut panels until they take at most `height` lines, with one that says so; return the titles
    of those that were cut."""
    cut: list[str] = []
    while panels and sum(panel.height for panel in panels) + bool(cut) > height:
        least = min(panels, key=lambda panel: (weights.weigh_panel(panel), -panel.height))
        if len(least.rows) < 2:
            panels.remove(least)
            cut.append(least.panel.title)
            continue
        number = weights.find_least_row(least)
        if not is_empty(least.rows[number][0]):
            cut.append(least.panel.title)
        del least.rows[number]
    return cut


def _join_panels(panels: list[LaidPanel], notes: Lines, *, apart: bool) -> Lines:
    """Return the lines of panels, with an empty one between them where they stand `apart`, and the
    notes below."""
    lines: Lines = []
    for number, panel in enumerate(panels):
        if number and apart:
            lines.append([])
        lines += panel.lines
    return lines + notes

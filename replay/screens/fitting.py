"""A board on a small screen: what matters least goes first, and it is said what is missing.

Central panels matter most, then the panel of the place that is asked about, then what has just
changed, what is asked about and the seat on turn, then what lies before seats. Of panels that
matter as little the tallest is cut, row by row, then left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from rich.console import Console, Group, RenderableType
from rich.text import Text

from engines.board import Board, Panel, Row
from replay.base.i18n import _
from replay.screens.terminal import Changed, draw_notes, draw_panel
from replay.speech.voice import Voice

LEAST: Final = 20
"""The fewest columns that anything is laid out for."""


def count_lines(what: RenderableType, width: int) -> int:
    """Return how many lines something takes on a screen."""
    console = Console(width=max(width, 1), color_system=None, legacy_windows=False, emoji=False)
    return len(console.render_lines(what, pad=False))


def fit_board(
    board: Board, voice: Voice, changed: Changed, *, width: int, height: int, asked: str = ""
) -> RenderableType:
    """Return a board that takes at most `height` lines; `asked` is the place asked about."""
    return Group(*_Fitting(board, voice, changed, width, asked).within(height))


def is_empty(row: Row) -> bool:
    """Return whether a row shows nothing: its slots are taken."""
    return not row.label and not any(cell.text or cell.n is not None for cell in row.cells)


class _Fitting:
    def __init__(
        self, board: Board, voice: Voice, changed: Changed, width: int, asked: str
    ) -> None:
        self.board = board
        self.voice = voice
        self.changed = changed
        self.width = max(width, LEAST)
        self.asked = asked

    def within(self, height: int) -> Iterator[RenderableType]:
        """Yield what is shown."""
        panels = list(self.board.panels)
        heights = [self._height(panel) for panel in panels]
        has_notes = self.board.notes or self.board.left
        notes = draw_notes(self.board, self.voice, self.changed) if has_notes else None
        below = count_lines(notes, self.width) if notes else 0
        roomy = sum(heights) + below + max(len(panels) - 1, 0) <= height
        cut: list[str] = []
        while panels and sum(heights) + below + bool(cut) > height:
            which = min(range(len(panels)), key=lambda n: (self._weight(panels[n]), -heights[n]))
            title = self.voice.say(panels[which].title)
            if title not in cut:
                cut.append(title)
            shorter = self._shorter(panels[which])
            if shorter is None:
                del panels[which], heights[which]
            else:
                panels[which], heights[which] = shorter, self._height(shorter)
        for number, panel in enumerate(panels):
            if number and roomy:
                yield Text("")
            yield draw_panel(panel, self.voice, self.changed)
        if notes and below + bool(cut) <= height:
            yield notes
        if cut and height > 0:
            said = _("(cut to fit: {names})").format(names=", ".join(cut))
            text = Text(said, style="dim", no_wrap=True, overflow="ellipsis")
            text.truncate(self.width, overflow="ellipsis")
            yield text

    def _height(self, panel: Panel) -> int:
        return count_lines(draw_panel(panel, self.voice, self.changed), self.width)

    def _weight(self, panel: Panel) -> int:
        if panel.central:
            return 4
        if self.asked and panel.title == self.asked:
            return 3
        if any(self._matters(row) for row in panel.rows):
            return 2
        return 1 if any(row.seat is not None for row in panel.rows) else 0

    def _matters(self, row: Row) -> bool:
        return row.active or any(
            cell.place and (cell.place == self.asked or (cell.place, cell.item) in self.changed)
            for cell in row.cells
        )

    def _shorter(self, panel: Panel) -> Panel | None:
        """Return a panel without one of its rows that matter least, None when none can go.

        Rows in which nothing is left go first.
        """
        rows = panel.rows
        if len(rows) < 2:
            return None
        least = min(
            range(len(rows)), key=lambda n: (not is_empty(rows[n]), self._matters(rows[n]), -n)
        )
        return msgspec.structs.replace(panel, rows=rows[:least] + rows[least + 1 :])

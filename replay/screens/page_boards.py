"""Boards as tables of a page, in HTML and in Markdown: no column depends on the width of a letter.

A panel is a table with its title, its columns and its rows; a pyramid is a table in which a cell
takes two columns and each row begins half a cell further in.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from engines.board import Board, Cell, Panel
from engines.values import Seat
from replay.screens.board_text import Changed, list_left, name_row, write_cell
from replay.screens.markdown import escape_markdown
from replay.screens.terminal import TONES
from replay.speech.voice import Voice

if TYPE_CHECKING:
    from markupsafe import Markup


def draw_tables(board: Board, voice: Voice, changed: Changed) -> Markup:
    """Return a board as HTML: a table for every panel, what has `changed` in ``mark``."""
    from markupsafe import Markup

    drawn = [_draw_panel(panel, voice, changed) for panel in board.panels]
    if board.notes or board.left:
        cells = [_draw_cell(cell, voice, changed) for cell in board.notes]
        notes = Markup(" · ").join([*cells, *list_left(board, voice)])
        drawn.append(Markup("<p>{}</p>").format(notes))
    return Markup("\n").join(drawn)


def _draw_panel(panel: Panel, voice: Voice, changed: Changed) -> Markup:
    """Return a panel as a table of HTML."""
    from markupsafe import Markup

    rows = _draw_pyramid(panel, voice, changed) if _is_pyramid(panel) else []
    if not _is_pyramid(panel):
        heads = _list_heads(panel, voice)
        if any(heads):
            cells = [Markup('<th scope="col">{}</th>').format(head) for head in heads]
            rows.append(Markup("<tr>{}</tr>").format(Markup().join(cells)))
        rows += _draw_rows(panel, voice, changed)
    whole = Markup("\n").join(rows)
    table = Markup('<table class="{}">\n<caption>{}</caption>\n{}\n</table>').format(
        panel.layout, voice.say(panel.title), whole
    )
    return Markup('<div class="panel">{}</div>').format(table)


def _draw_rows(panel: Panel, voice: Voice, changed: Changed) -> list[Markup]:
    """Return the rows of a panel, each with its label where any row has one."""
    from markupsafe import Markup

    width, labelled = count_cells(panel), has_labels(panel, voice)
    rows = []
    for row in panel.rows:
        cells = [Markup("<td>{}</td>").format(_draw_cell(c, voice, changed)) for c in row.cells]
        cells += [Markup("<td></td>")] * (width - len(cells))
        if labelled:
            cells.insert(0, Markup('<th scope="row">{}</th>').format(name_row(row, voice)))
        kind = Markup(' class="active"') if row.active else Markup()
        rows.append(Markup("<tr{}>{}</tr>").format(kind, Markup().join(cells)))
    return rows


def _draw_pyramid(panel: Panel, voice: Voice, changed: Changed) -> list[Markup]:
    """Return the rows of a pyramid, each cell over the gap of the two below it."""
    from markupsafe import Markup

    rows = _list_pyramid(panel, voice, changed)
    most = max((len(row) for row in rows), default=0)
    drawn = []
    for row in rows:
        cells = []
        for cell in row:
            shown = _draw_cell(cell, voice, changed)
            kind = Markup() if write_cell(cell, voice, changed) else Markup(' class="gap"')
            cells.append(Markup('<td colspan="2"{}>{}</td>').format(kind, shown))
        aside = most - len(row)
        if aside:
            gap = Markup('<td class="gap" colspan="{}"></td>').format(aside)
            cells = [gap, *cells, gap]
        drawn.append(Markup("<tr>{}</tr>").format(Markup().join(cells)))
    return drawn


def _draw_cell(cell: Cell, voice: Voice, changed: Changed) -> Markup:
    """Return a cell in its colour as HTML; where it has changed, marked."""
    from markupsafe import Markup, escape

    text = write_cell(cell, voice, changed)
    drawn = escape(text)
    if text and not changed.isdisjoint(cell.shows()):
        drawn = Markup("<mark>{}</mark>").format(text)
    if text and cell.tone in TONES:
        drawn = Markup('<span class="{}">{}</span>').format(cell.tone, drawn)
    return drawn


def write_tables(board: Board, voice: Voice, changed: Changed = frozenset()) -> Markup:
    """Return a board as Markdown: a table for every panel."""
    from markupsafe import Markup

    written = [_write_panel(panel, voice, changed) for panel in board.panels]
    if board.notes or board.left:
        notes = [write_cell(cell, voice, changed) for cell in board.notes]
        notes += list_left(board, voice)
        written.append(" · ".join(escape_markdown(note) for note in notes))
    return Markup("\n\n".join(written))  # noqa: S704 (every text in it is escaped)


def _write_panel(panel: Panel, voice: Voice, changed: Changed) -> str:
    """Return a panel as a table of Markdown; its title is the first head."""
    title = f"**{escape_markdown(voice.say(panel.title))}**"
    if _is_pyramid(panel):
        rows = _write_pyramid(panel, voice, changed)
        heads = [""] * max((len(row) for row in rows), default=1)
    else:
        labelled = has_labels(panel, voice)
        heads = _list_heads(panel, voice) or [""] * (count_cells(panel) + labelled)
        rows = [
            [name_row(row, voice)] * labelled + [write_cell(c, voice, changed) for c in row.cells]
            for row in panel.rows
        ]
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join([title, "", *(_write_line(line, len(heads)) for line in lines)])


def _write_line(texts: Sequence[str], width: int) -> str:
    """Return a row of a table of Markdown."""
    cells = [escape_markdown(text) if text != "---" else text for text in texts]
    cells += [""] * (width - len(cells))
    return f"| {' | '.join(cells)} |"


def _write_pyramid(panel: Panel, voice: Voice, changed: Changed) -> list[list[str]]:
    """Return the texts of a pyramid in a grid; every cell is followed by an empty one."""
    rows = _list_pyramid(panel, voice, changed)
    most = max((len(row) for row in rows), default=0)
    return [
        [""] * (most - len(row))
        + [text for cell in row for text in (write_cell(cell, voice, changed), "")]
        for row in rows
    ]


def _list_pyramid(panel: Panel, voice: Voice, changed: Changed) -> list[tuple[Cell, ...]]:
    """Return the cells of a pyramid row by row, without the rows at its end that show nothing."""
    rows = [row.cells for row in panel.rows]
    while rows and not any(write_cell(cell, voice, changed) for cell in rows[-1]):
        rows.pop()
    return rows


def _is_pyramid(panel: Panel) -> bool:
    return panel.layout == "pyramid"


def count_cells(panel: Panel) -> int:
    """Return how many cells the longest row of a panel has."""
    return max((len(row.cells) for row in panel.rows), default=0)


def has_labels(panel: Panel, voice: Voice) -> bool:
    """Return whether any row of a panel has a label."""
    return any(name_row(row, voice) for row in panel.rows)


def _list_heads(panel: Panel, voice: Voice) -> list[str]:
    """Return what stands over the labels and the cells of a panel, nothing without heads."""
    if not panel.columns:
        return []
    heads = [""] if has_labels(panel, voice) else []
    for _cell, head in zip_longest(range(count_cells(panel)), panel.columns, fillvalue=""):
        heads.append(voice.label(head) if isinstance(head, Seat) else voice.say(str(head)))
    return heads

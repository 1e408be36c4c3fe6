"""The board at a frame: what the game shows, and the result that people wrote down."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engines.board import Board, Cell, Panel, Row
from engines.seating import end_turns
from engines.values import Score, Standing
from replay.fold.closing import SeatResult, list_results
from replay.fold.line import Closing
from replay.fold.rounds import find_spans
from replay.fold.timeline import Frame, Timeline

RESULT = "result"
"""The verb of a score sheet, in every game that has one."""


def describe_board(timeline: Timeline, frame: Frame, *, dense: bool = False) -> Board:
    """Return the board at a frame as the eyes of its timeline see it, `dense` in fewer lines.

    A result that people wrote down is shown with it; alone, where nothing else was recorded. Nobody
    is on turn once the match is closed.
    """
    view = timeline.engine.view_dense if dense else timeline.engine.view
    board = number_events(timeline, frame, view(frame.state, timeline.eyes))
    closing = find_closing_at(timeline, frame)
    if closing is not None:
        board = end_turns(board)
    panel = _describe_result(timeline, frame, closing)
    if panel is None:
        return board
    if frame.verbs <= {RESULT}:
        return Board((panel,))
    return msgspec.structs.replace(board, panels=(*board.panels, panel))


def number_events(timeline: Timeline, frame: Frame, board: Board) -> Board:
    """Return a board with the numbers of their events in the rows of rounds that are over."""
    titles = timeline.engine.round_panels
    if not titles:
        return board
    spans = find_spans(timeline, frame)

    def number_row(row: Row) -> Row:
        span = spans.get(row.label)
        return row if span is None or row.active else msgspec.structs.replace(row, events=span)

    panels = tuple(
        msgspec.structs.replace(panel, rows=tuple(map(number_row, panel.rows)))
        if panel.title in titles
        else panel
        for panel in board.panels
    )
    return msgspec.structs.replace(board, panels=panels)


def find_closing_at(timeline: Timeline, frame: Frame) -> Closing | None:
    """Return the closing in force if it stands at a frame or before it, else None."""
    closing = timeline.closing
    if closing is None or timeline.index(closing.version) > timeline.index(frame.version):
        return None
    return closing


def is_by_record(closing: Closing, standing: Standing) -> bool:
    """Return whether a match was closed as its record ends it, with the same winners."""
    close = closing.close
    return standing.over and close.how == "finished" and close.winners == standing.winners


def _describe_result(timeline: Timeline, frame: Frame, closing: Closing | None) -> Panel | None:
    """Return the result that people wrote down, None where the board says the same."""
    standing = timeline.engine.standing(frame.state)
    if closing is not None:
        results = list_results(closing.close, len(frame.seat_names), standing.left)
        counted = [each.points for each in results]
        told = any(each is not None for each in counted)
        if told and counted != [score.total for score in _sort_by_seat(standing)]:
            return _make_closing_panel(results)
    if RESULT in frame.verbs:
        return _make_result_panel(_sort_by_seat(standing))
    return None


def _make_closing_panel(results: Sequence[SeatResult]) -> Panel:
    """Return the points and ranks of a closing, a row for every seat."""
    rows = [_make_row(each.seat, each.points, each.rank) for each in results]
    return Panel("panel.result", tuple(rows), ("panel.total", "panel.rank"))


def _make_result_panel(scores: Sequence[Score]) -> Panel:
    """Return the points and ranks of a standing, with the terms where a seat has several."""
    labels = [term.label for score in scores for term in score.lines]
    several = any(len(score.lines) > 1 for score in scores)
    columns = tuple(dict.fromkeys(labels)) if several else ()
    rows = []
    for score in scores:
        sums = dict.fromkeys(columns, 0)
        for term in score.lines if several else ():
            sums[term.label] += term.n
        rows.append(_make_row(score.seat, score.total, score.rank, tuple(sums.values())))
    return Panel("panel.result", tuple(rows), ("panel.total", "panel.rank", *columns))


def _make_row(seat: int, points: int | None, rank: int | None, terms: tuple[int, ...] = ()) -> Row:
    """Return the row of a seat: its points, its rank, the terms of its points."""
    cells = [Cell("–") if each is None else Cell(n=each) for each in (points, rank, *terms)]
    return Row("", tuple(cells), seat=seat)


def _sort_by_seat(standing: Standing) -> list[Score]:
    """Return the scores of a standing, seats in order."""
    return sorted(standing.scores, key=lambda score: score.seat)

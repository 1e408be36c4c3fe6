"""The board of a position, ready to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from replay.cli.output import find_pipe_width, is_plain
from replay.explain.balances import find_unexplained
from replay.fold.timeline import Frame, Timeline
from replay.screens.board_text import describe_suspense, find_changes, write_board
from replay.screens.boards import describe_board
from replay.speech.voice import Voice

if TYPE_CHECKING:
    from replay.cli.output import Part


def draw_board(voice: Voice, timeline: Timeline, frame: Frame) -> Part:
    """Return the board at a frame, and below it what the record cannot explain.

    In a pipe it is a text, where that has room for it.
    """
    voice = voice.name_seats(frame.seat_names)
    board, changed = describe_board(timeline, frame), find_changes(frame)
    unexplained = find_unexplained(timeline, frame)
    width = find_pipe_width()
    text = None if width is None else write_board(board, voice, changed, width)
    if text is not None:
        return "\n".join(filter(None, [text, describe_suspense(unexplained, voice)]))
    from rich.console import Group

    from replay.screens import terminal

    drawn = terminal.draw(board, voice, changed, plain=is_plain())
    suspense = terminal.draw_suspense(unexplained, voice)
    return Group(drawn, suspense) if suspense else drawn

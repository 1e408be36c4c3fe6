"""The board of a position, ready to print."""

from __future__ import annotations

from typing import Any

from rich.console import Group

from replay.cli.output import is_plain
from replay.explain.balances import find_unexplained
from replay.fold.timeline import Frame, Timeline
from replay.screens import terminal
from replay.screens.boards import describe_board
from replay.speech.voice import Voice


def draw_board(voice: Voice, timeline: Timeline, frame: Frame) -> Any:
    """Return the board at a frame, and below it what the record cannot explain."""
    voice = voice.name_seats(frame.seat_names)
    board = describe_board(timeline, frame)
    drawn = terminal.draw(board, voice, terminal.find_changes(frame), plain=is_plain())
    suspense = terminal.draw_suspense(find_unexplained(timeline, frame), voice)
    return Group(drawn, suspense) if suspense else drawn

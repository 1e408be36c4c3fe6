"""Somebody who types at the live prompt of a match, long or short, and the screen before them."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from itertools import cycle, islice
from typing import Final
from unittest.mock import patch

from rich.console import Console

from engines.machi_koro.actions import Pass, Roll
from engines.values import Action
from ledger.event import draft_event
from ledger.store import Ledger
from replay.cli.terminal.live import catch_up, draw_reply, name_match
from replay.cli.terminal.page import Page, page_through
from replay.desk.desk import Desk
from replay.record.session import Session
from replay.screens import terminal
from replay.screens.boards import describe_board
from tests import table

TURNS: Final[tuple[Action, ...]] = (
    Roll(dice=(6,)),
    Pass(seat=0),
    Roll(dice=(6,)),
    Pass(seat=1),
)
"""Two turns of Machi Koro in which nothing comes of the roll and nothing is built."""

TYPED: Final = ("roll 6", "pass")
"""What is typed for a turn."""


def record_turns(ledger: Ledger, n: int) -> Session:
    """Return the session of a match of Machi Koro with `n` events after its opening."""
    opened = table.open_session(ledger, name=f"long-{n}", game="machi-koro")
    drafts = [
        draft_event(each.verb, opened.engine.encode(each), schema=each.schema)
        for each in islice(cycle(TURNS), n)
    ]
    ledger.append(opened.info.match_id, opened.timeline.version, drafts, "tess")
    return Session(ledger, opened.info, "tess")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Return True."""
        return True


@contextmanager
def sit_at_terminal(width: int = 100, height: int = 40) -> Iterator[Terminal]:
    """Let all that is printed inside go to a terminal of a size, which is given."""
    size = {"COLUMNS": str(width), "LINES": str(height), "TERM": "xterm-256color"}
    with patch.dict(os.environ, size), redirect_stdout(Terminal()) as screen:
        yield screen


class Typist:
    """Types at a desk, and sees the page drawn after each line."""

    def __init__(self, desk: Desk, typed: Sequence[str] = TYPED) -> None:
        self.desk = desk
        self.page = Page(desk)
        self._lines = cycle(typed)

    def enter_line(self) -> None:
        """Type the next line: all that happens between Enter and the next prompt."""
        told = []
        for reply in self.desk.handle(next(self._lines)):
            told += draw_reply(self.desk, reply)
        talked = page_through(told) + catch_up(self.desk)
        self.page.draw(talked)
        self.desk.write_prompt()
        name_match(self.desk, 100)

    def draw_board(self) -> None:
        """Draw the board alone, as the last page shows it."""
        timeline = self.desk.session.timeline
        board = describe_board(timeline, timeline.frames[-1])
        drawn = terminal.draw(board, self.desk.voice, self.page.marked, plain=False)
        Console(file=io.StringIO(), width=100, height=40, force_terminal=True).print(drawn)

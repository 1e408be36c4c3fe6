"""What a line at the live prompt costs: counted, never timed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import pytest
from rich.table import Table

from engines.board import Panel
from ledger.store import Ledger
from replay.screens import terminal
from replay.screens.boards import describe_board
from tests import table
from tests.typist import Typist, record_turns, sit_at_terminal

SHORT, LONG = 100, 1600
"""Numbers of events before the line that is typed."""


def count_steps(carry_out: Callable[[], None]) -> int:
    """Return how many steps of Python's machine a call takes."""
    steps = 0

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal steps
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        steps += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        carry_out()
    finally:
        sys.settrace(before)
    return steps


def count_statements(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, carry_out: Callable[[], None]
) -> int:
    """Return how many statements a call sends to the database."""
    statements: list[str] = []
    execute = ledger.database.execute

    def note_statement(statement: str, values: Sequence[object] = ()) -> Any:
        statements.append(statement)
        return execute(statement, values)

    with monkeypatch.context() as patched:
        patched.setattr(ledger.database, "execute", note_statement)
        carry_out()
    return len(statements)


def sit_down(ledger: Ledger, n: int) -> Typist:
    """Return somebody who has typed two lines after `n` events."""
    typist = Typist(table.open_desk(record_turns(ledger, n)))
    typist.enter_line()
    typist.enter_line()
    return typist


def test_a_line_after_many_events_costs_what_it_costs_after_few(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From Enter to the next prompt: steps of Python, and statements of SQL."""
    with sit_at_terminal():
        short, long = sit_down(ledger, SHORT), sit_down(ledger, LONG)
        assert count_steps(long.enter_line) < 1.05 * count_steps(short.enter_line)
        few, many = (
            count_statements(ledger, monkeypatch, each.enter_line) for each in (short, long)
        )
    assert few == many > 0


@pytest.mark.parametrize("line", ["log 5", "undo", "board", "note hm", "help"])
def test_so_do_the_commands_of_the_desk(ledger: Ledger, line: str) -> None:
    with sit_at_terminal():
        short, long = (
            Typist(table.open_desk(record_turns(ledger, n)), ["roll 6", line, "pass", line])
            for n in (SHORT, LONG)
        )
        for typist in (short, long):
            typist.enter_line()
            typist.enter_line()
            typist.enter_line()
        assert count_steps(long.enter_line) < 1.2 * count_steps(short.enter_line)


@pytest.mark.parametrize("height", [15, 24, 60])
@pytest.mark.parametrize("game", ["splendor", "machi-koro", "seven-wonders-duel"])
def test_a_page_draws_each_panel_once_and_once_more_in_fewer_lines(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, game: str, height: int
) -> None:
    """However much of the board must be cut; what fits is drawn once."""
    desk = table.open_desk(table.open_session(ledger, game=game))
    panels = describe_board(desk.session.timeline, desk.session.timeline.frames[-1]).panels
    drawn: list[str] = []

    def note_panel(panel: Panel, *how: Any) -> Any:
        drawn.append(panel.title)
        return terminal.draw_panel(panel, *how)

    monkeypatch.setattr("replay.screens.fitting.draw_panel", note_panel)
    tables = count_tables(monkeypatch)
    with sit_at_terminal(100, height):
        Typist(desk).page.draw([])
    titles = [panel.title for panel in panels]
    assert drawn[: len(titles)] == titles
    assert len(drawn) <= len(titles) * (1 if height == 60 else 2)
    assert 0 < len(tables) <= 2 * len(panels)


def count_tables(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """Return a list to which every table is added that is drawn."""
    drawn: list[Table] = []
    render = Table._render

    def note_table(self: Table, *how: Any) -> Any:
        drawn.append(self)
        return render(self, *how)

    monkeypatch.setattr(Table, "_render", note_table)
    return drawn

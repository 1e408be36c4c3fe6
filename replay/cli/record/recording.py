"""Commands that record: record, note."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from replay.base.terminal_text import clean_line
from replay.cli import completion
from replay.cli.command import RECORD, Commands
from replay.cli.context import MatchName, open_desk, require_name
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown
from replay.cli.settings import settings

commands = Commands(RECORD)


@commands.add("record")
def record(
    match: Annotated[
        str,
        typer.Argument(
            help="The match (default: the last one).", autocompletion=completion.complete_match
        ),
    ] = "",
    expression: Annotated[
        list[str] | None, typer.Option("--expression", "-e", help="A line to record.")
    ] = None,
    no_board: Annotated[
        bool, typer.Option("--no-board", help="No board above the prompt.")
    ] = False,
) -> Shown | None:
    """Record a match: at a live prompt, from a pipe (one line of input a line), or with -e.

    foldtable record maple < evening.txt
    """
    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, match)
        if session.timeline.closing is not None:
            raise Stop(
                Exit.REFUSED,
                "{name} is closed.",
                "foldtable reopen {name} lets it go on.",
                name=session.info.name,
            )
        from replay.cli.terminal.recorder import record_lines
        from replay.cli.terminal.shell import open_shell

        open_shell(desk)
        if expression:
            return record_lines(desk, [os.fsencode(line) for line in expression]).shown
        if settings.interactive:
            from replay.cli.terminal.live import record_live

            record_live(desk, board=not no_board)
            return None
        if sys.stdin is None:
            raise Stop(Exit.USAGE, "There is no input.", 'foldtable record MATCH -e "…"')
        return record_lines(desk, sys.stdin.buffer).shown


def _record_line(match: str, line: str) -> Shown:
    """Carry out one line at the desk of a match."""
    require_name(match)
    with settings.ledger() as ledger:
        from replay.cli.terminal.recorder import record_lines

        _session, desk = open_desk(ledger, match)
        return record_lines(desk, [os.fsencode(line)]).shown


@commands.add("note")
def note(match: MatchName, text: Annotated[list[str], typer.Argument(help="The remark.")]) -> Shown:
    """Write a remark about the present position.

    foldtable note maple "the bank was short of a red"
    """
    return _record_line(match, f"note {clean_line(' '.join(text))}")

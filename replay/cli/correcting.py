"""Commands that correct: undo, redo, amend, insert, shift."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from replay.cli.exits import Exit, Stop
from replay.cli.groups import RECORD, app
from replay.cli.output import emit, say
from replay.cli.record import MatchName, must_be_named, open_desk
from replay.cli.settings import settings
from replay.cli.shared import command

if TYPE_CHECKING:
    from replay.desk import Desk

DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]


def _correct(match: str, line: str, dry_run: bool, yes: bool) -> None:
    """Correct a match by one line: shown only, or asked about where somebody can be asked."""
    must_be_named(match)
    with settings.ledger() as ledger:
        _session, desk = open_desk(ledger, match)
        if dry_run:
            _dry_run(desk, match, line)
            return
        from replay.cli.recorder import pipe

        if settings.interactive and not yes:
            from replay.cli.live import confirmed

            desk.confirm = confirmed
        pipe(desk, [os.fsencode(line)])


def _dry_run(desk: Desk, match: str, line: str) -> None:
    from engines.protocol import NotationError

    try:
        told = list(desk.preview(line))
    except NotationError as error:
        raise Stop(Exit.USAGE, desk.explain_error(error, line)) from error
    if settings.json:
        emit({"match": match, "changes": told})
        return
    for text in told:
        say(text)


@command(app, "undo", RECORD)
def undo(
    match: MatchName,
    version: Annotated[
        int | None, typer.Argument(help="The event (default: all of the last line).")
    ] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Strike the last line or an event; it stays in the log and can come back with redo."""
    _correct(match, f"undo {version if version is not None else ''}", dry_run, yes)


@command(app, "redo", RECORD)
def redo(match: MatchName, dry_run: DryRun = False) -> None:
    """Bring back what was struck last."""
    _correct(match, "redo", dry_run, yes=True)


@command(app, "amend", RECORD)
def amend(
    match: MatchName,
    version: Annotated[int, typer.Argument(help="The event that reads wrong.")],
    action: Annotated[list[str], typer.Argument(help="What it should read.")],
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Let an event read otherwise; what follows is judged again and shown."""
    _correct(match, f"amend {version} {' '.join(action)}", dry_run, yes)


@command(app, "insert", RECORD)
def insert(
    match: MatchName,
    version: Annotated[int, typer.Argument(help="The event it happened after.")],
    action: Annotated[list[str], typer.Argument(help="What was forgotten, in its order.")],
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Record what was forgotten where it happened: one action or several."""
    _correct(match, f"insert {version} {' '.join(action)}", dry_run, yes)


@command(app, "shift", RECORD)
def shift(
    match: MatchName,
    version: Annotated[int, typer.Argument(help="The first event that was another seat's.")],
    seats: Annotated[int, typer.Argument(help="How many seats further on.")] = 1,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Give every seat's actions, from an event on, to the next seat: a turn had been forgotten."""
    _correct(match, f"shift {version} {seats}", dry_run, yes)

"""Commands that correct: undo, redo, amend, insert, shift."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from replay.base.i18n import _
from replay.cli.exits import Exit, Stop
from replay.cli.groups import RECORD, app
from replay.cli.output import emit, say
from replay.cli.record import MatchName, must_be_named, open_desk
from replay.cli.settings import settings
from replay.cli.shared import command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from replay.desk.desk import Desk

DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]


def _correct(match: str, line: str, dry_run: bool, yes: bool, texts: Sequence[str] = ()) -> None:
    """Correct a match by one line: shown only, or asked about where somebody can be asked.

    `texts` are the arguments that say at the end of the line what an event should read.
    """
    must_be_named(match)
    line = " ".join((line, *texts)).strip()
    with settings.ledger() as ledger:
        _session, desk = open_desk(ledger, match)
        if len(texts) > 1:
            _must_be_one_text(desk, line, texts)
        if dry_run:
            _dry_run(desk, match, line)
            return
        from replay.cli.recorder import correct

        if settings.interactive and not yes:
            from replay.cli.live import confirmed

            desk.confirm = confirmed
        correct(desk, line)


def _must_be_one_text(desk: Desk, line: str, texts: Sequence[str]) -> None:
    """Stop where each argument is an action by itself: together they would read otherwise."""
    from engines.values import NotationError
    from replay.desk.correction_dialogue import read_before

    command, version, *_texts = line.split(" ")
    state = read_before(desk.session.timeline, command, int(version))
    try:
        for text in texts:
            desk.session.engine.parse(text, state, desk.voice.names)
    except NotationError:
        return
    raise Stop(
        Exit.USAGE,
        _("Each of these is an action by itself: {texts}.").format(texts=", ".join(texts)),
        _("Quote what is one text; several actions have ; between them: {text}").format(
            text=f"'{'; '.join(texts)}'"
        ),
    )


def _dry_run(desk: Desk, match: str, line: str) -> None:
    from engines.values import NotationError

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
    _correct(match, f"amend {version}", dry_run, yes, action)


@command(app, "insert", RECORD)
def insert(
    match: MatchName,
    version: Annotated[int, typer.Argument(help="The event it happened after.")],
    action: Annotated[list[str], typer.Argument(help="What was forgotten; several with ;.")],
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Record what was forgotten where it happened: one action or several."""
    _correct(match, f"insert {version}", dry_run, yes, action)


@command(app, "shift", RECORD, negative=True)
def shift(
    match: MatchName,
    version: Annotated[int, typer.Argument(help="The first event that was another seat's.")],
    seats: Annotated[int, typer.Argument(help="How many seats further on.")] = 1,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Give every seat's actions, from an event on, to the next seat: a turn had been forgotten."""
    _correct(match, f"shift {version} {seats}", dry_run, yes)

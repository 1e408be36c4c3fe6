"""Commands that correct: undo, redo, amend, insert, shift."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from replay.cli.command import RECORD, Commands
from replay.cli.context import MatchName, open_desk, require_name
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown
from replay.cli.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engines.protocol import State
    from replay.desk.proposals import CorrectionProposal
    from replay.desk.table import Table

commands = Commands(RECORD)

DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")]
Alone = Annotated[bool, typer.Option("--alone", help="Leave all later events as they read.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]


def _correct(
    match: str,
    propose: Callable[[Table], CorrectionProposal],
    dry_run: bool,
    yes: bool = False,
    alone: bool = False,
) -> Shown:
    """Make the correction that `propose` returns; return what it changed.

    With `dry_run` it is only shown. Otherwise whoever sits at a terminal is asked, unless `yes`.
    With `alone` no later event is corrected with it.
    """
    from engines.values import NotationError
    from replay.cli.terminal.recorder import make_correction
    from replay.desk.correction_dialogue import make_preview
    from replay.desk.refusals import explain_error

    require_name(match)
    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, match)
        try:
            proposal = propose(desk.table)
        except NotationError as error:
            raise Stop(Exit.USAGE, explain_error(desk.table, error)) from error
        proposal = proposal._replace(follows=proposal.follows and not alone)
        if dry_run:
            changes, following = make_preview(desk.table, proposal)
            name = session.info.name
            return Shown({"match": name, "changes": changes, "following": following}, changes)
        if settings.interactive and not yes:
            from replay.cli.terminal.live import Confirmation

            confirmation = Confirmation()
            desk.table.confirm = confirmation.ask
            desk.table.confirm_all = confirmation.ask_all
        return make_correction(desk, proposal)


def _join_texts(table: Table, state: State, texts: Sequence[str]) -> str:
    """Return arguments as one text. Raise Stop where each is an action by itself in `state`."""
    from engines.values import NotationError

    joined = " ".join(texts).strip()
    if len(texts) == 1:
        return joined
    try:
        for text in texts:
            table.session.engine.parse(text, state, table.voice.names)
    except NotationError:
        return joined
    quoted = f"'{'; '.join(texts)}'"
    raise Stop(
        Exit.USAGE,
        "Each of these is an action by itself: {texts}.",
        "Quote what is one text; several actions have ; between them: {text}",
        texts=", ".join(texts),
        text=quoted,
    )


def _split_event(table: Table, event: str, texts: Sequence[str]) -> tuple[int, Sequence[str]]:
    """Return the number of an event, and the arguments without the seat that tells which of a
    round it is. Raise NothingToDo or LookupError."""
    from replay.desk.addresses import split_address

    address = split_address(table.timeline, event)
    if len(address.frames) <= 1 or len(texts) <= 1:
        return table.find_event(event), texts
    return table.find_event(f"{event} {texts[0]}"), texts[1:]


def _drop_small_words(event: str, texts: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return an event and the arguments behind it without small words: ``after 22``, ``22 to``."""
    if event.casefold() in ("after", "behind", "at", "event", "line") and len(texts) > 1:
        event, texts = texts[0], texts[1:]
    if texts[0].casefold() in ("to", "into", "as", ":") and len(texts) > 1:
        texts = texts[1:]
    return event.rstrip(":,"), texts


@commands.add("undo")
def undo(
    match: MatchName,
    version: Annotated[
        list[str] | None,
        typer.Argument(help="The event, or round 6 bo (default: all of the last line)."),
    ] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    alone: Alone = False,
) -> Shown:
    """Strike the last line or an event; it stays in the log and can come back with redo.

    foldtable undo maple 41
    """
    from replay.desk.proposals import propose_undo
    from replay.desk.spoken_corrections import plain_number

    event = plain_number(" ".join(version or ()))
    return _correct(
        match,
        lambda table: propose_undo(table, table.find_event(event) if event else None),
        dry_run,
        yes,
        alone,
    )


@commands.add("redo")
def redo(
    match: MatchName,
    version: Annotated[
        str, typer.Argument(help="The struck event (default: all that was struck last).")
    ] = "",
    dry_run: DryRun = False,
    yes: Yes = False,
    alone: Alone = False,
) -> Shown:
    """Bring back what was struck last, or an event that was struck.

    foldtable redo maple 41
    """
    from replay.desk.proposals import propose_redo

    return _correct(
        match,
        lambda table: propose_redo(table, table.find_event(version) if version else None),
        dry_run,
        yes,
        alone,
    )


@commands.add("amend")
def amend(
    match: MatchName,
    version: Annotated[str, typer.Argument(help="The event that reads wrong, or round 6.")],
    action: Annotated[list[str], typer.Argument(help="What it should read.")],
    dry_run: DryRun = False,
    yes: Yes = False,
    alone: Alone = False,
) -> Shown:
    """Let an event read otherwise; what follows is judged again and shown.

    foldtable amend maple 41 b23
    """
    from replay.desk.proposals import propose_amendment
    from replay.record.corrections import find_state_before

    def propose(table: Table) -> CorrectionProposal:
        number, texts = _split_event(table, *_drop_small_words(version, action))
        text = _join_texts(table, find_state_before(table.timeline, number), texts)
        return propose_amendment(table, number, text)

    return _correct(match, propose, dry_run, yes, alone)


@commands.add("insert")
def insert(
    match: MatchName,
    version: Annotated[str, typer.Argument(help="The event it happened after, or round 6.")],
    action: Annotated[list[str], typer.Argument(help="What was forgotten; several with ;.")],
    dry_run: DryRun = False,
    yes: Yes = False,
    alone: Alone = False,
) -> Shown:
    """Record what was forgotten where it happened: one action or several.

    foldtable insert maple 41 wug
    """
    from replay.desk.proposals import propose_insertion, state_after

    def propose(table: Table) -> CorrectionProposal:
        number, texts = _split_event(table, *_drop_small_words(version, action))
        text = _join_texts(table, state_after(table.timeline, number), texts)
        return propose_insertion(table, number, text)

    return _correct(match, propose, dry_run, yes, alone)


@commands.add("shift", negative=True)
def shift(
    match: MatchName,
    version: Annotated[str, typer.Argument(help="The first event that was another seat's.")],
    seats: Annotated[int, typer.Argument(help="How many seats further on.")] = 1,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> Shown:
    """Give every seat's actions, from an event on, to the next seat: a turn had been forgotten.

    foldtable shift maple 41
    """
    from replay.desk.proposals import propose_shift

    return _correct(
        match, lambda table: propose_shift(table, table.find_event(version), seats), dry_run, yes
    )

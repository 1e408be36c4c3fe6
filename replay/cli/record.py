"""Commands that record: record, note, close, reopen, archive."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.base.i18n import _
from replay.cli import complete
from replay.cli.exits import Exit, Stop
from replay.cli.groups import RECORD, app
from replay.cli.output import emit, say, talk
from replay.cli.settings import settings
from replay.cli.shared import command

if TYPE_CHECKING:
    from ledger.store import Ledger, MatchInfo
    from replay.desk.desk import Desk
    from replay.record.session import Session

MatchName = Annotated[
    str,
    typer.Argument(
        help="The match: its name or the beginning of it.", autocompletion=complete.match_names
    ),
]

LIVE_HOURS = 12
"""How long after its last event an open match counts as being played."""


def live_matches(ledger: Ledger) -> list[MatchInfo]:
    """Return the matches that are being played: open, and recorded on in the last hours."""
    from datetime import UTC, datetime, timedelta

    since = (datetime.now(UTC) - timedelta(hours=LIVE_HOURS)).isoformat()
    return [
        info
        for info in ledger.matches()
        if info.closed_at is None
        and info.archived_at is None
        and not info.simulated
        and info.parent_id is None
        and info.last_at > since
    ]


def describe_match(info: MatchInfo) -> dict[str, Any]:
    """Return a match for --json."""
    return {
        "match_id": info.match_id,
        "name": info.name,
        "game": info.game,
        "title": info.title,
        "seats": list(info.seats),
        "played": info.played,
        "opened_at": info.opened_at,
        "last_at": info.last_at,
        "events": info.version,
        "state": info.how or "open",
        "archived": info.archived_at is not None,
        "simulated": info.simulated,
        "fork_of": f"{info.parent_id}@{info.base_version}" if info.parent_id else None,
    }


@command(app, "record", RECORD)
def record(
    match: Annotated[
        str,
        typer.Argument(
            help="The match (default: the last one).", autocompletion=complete.match_names
        ),
    ] = "",
    expression: Annotated[
        list[str] | None, typer.Option("--expression", "-e", help="A line to record.")
    ] = None,
    no_board: Annotated[
        bool, typer.Option("--no-board", help="No board above the prompt.")
    ] = False,
) -> None:
    """Record a match: at a live prompt, from a pipe (one line of input a line), or with -e.

    foldtable record maple < evening.txt
    """
    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, match)
        closed = session.timeline.closed
        if closed is not None:
            raise Stop(
                Exit.REFUSED,
                _("{name} is closed.").format(name=session.info.name),
                _("foldtable reopen {name} lets it go on.").format(name=session.info.name),
            )
        from replay.cli.recorder import pipe

        if expression:
            pipe(desk, [os.fsencode(line) for line in expression])
        elif settings.interactive:
            from replay.cli.live import live

            live(desk, board=not no_board)
        elif sys.stdin is None:
            raise Stop(Exit.USAGE, _("There is no input."), 'foldtable record MATCH -e "…"')
        else:
            pipe(desk, sys.stdin.buffer)


def open_desk(ledger: Ledger, match: str) -> tuple[Session, Desk]:
    """Return a session and its desk for a match, by default the last one recorded on."""
    from replay.base.i18n import language
    from replay.desk.desk import Desk
    from replay.record.session import Session
    from replay.speech.voice import Voice

    info = ledger.find(match) if match else last_match(ledger)
    session = Session(ledger, info, settings.recorder)
    voice = Voice(session.engine, language(), session.timeline.seats, session.state)
    return session, Desk(session, voice)


def last_match(ledger: Ledger) -> MatchInfo:
    """Return the match recorded on last: an open one if there is one."""
    infos = [i for i in ledger.matches() if i.archived_at is None and not i.simulated]
    for info in infos:
        if info.closed_at is None:
            return info
    if infos:
        return infos[0]
    raise Stop(Exit.MISSING, _("There is no match yet."), 'foldtable new splendor --seats "Ana,Bo"')


def must_be_named(match: str) -> None:
    """Stop where no match is named: what changes one does not guess which."""
    if not match:
        raise Stop(Exit.MISSING, _("A match has a name."), _("foldtable matches lists them."))


def _one_line(match: str, line: str) -> None:
    """Carry out one line at the desk of a match."""
    must_be_named(match)
    with settings.ledger() as ledger:
        from replay.cli.recorder import pipe

        _session, desk = open_desk(ledger, match)
        pipe(desk, [os.fsencode(line)])


@command(app, "note", RECORD)
def note(match: MatchName, text: Annotated[list[str], typer.Argument(help="The remark.")]) -> None:
    """Write a remark about the present position."""
    _one_line(match, f"note {' '.join(text)}")


@command(app, "close", RECORD)
def close(
    match: MatchName,
    result: Annotated[str, typer.Option(help="The final points: 15,12.")] = "",
    conceded: Annotated[str, typer.Option(help="The seat that gave up.")] = "",
    abandoned: Annotated[bool, typer.Option("--abandoned", help="Nobody finished it.")] = False,
) -> None:
    """Close a match; print its seal for the score sheet and the result for the group chat."""
    from replay.cli.closing import closing_of, result_sheet

    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, match)
        if session.timeline.closed is not None:
            raise Stop(
                Exit.REFUSED,
                _("{name} is closed already.").format(name=session.info.name),
                f"foldtable reopen {session.info.name}",
            )
        seal = session.close(closing_of(session, result, conceded, abandoned))
        sheet = result_sheet(session, desk.voice)
    _warn_of_disputes(session)
    if settings.json:
        emit({"match": session.info.name, "seal": seal, "result": sheet.splitlines()})
        return
    say(sheet)


def _warn_of_disputes(session: Session) -> None:
    """Say in one line that there are disputes without a ruling, and how to rule on the last."""
    from replay.cli.checkup import settling
    from replay.fold.rulings import open_disputes

    name = session.info.name
    found = [version for version, _dispute in open_disputes(session.timeline)]
    if found:
        disputes = ", ".join(f"{name}@{version}" for version in found)
        text = _("Nobody has ruled on {disputes}: {command}")
        talk(text.format(disputes=disputes, command=settling(name, found[-1])))


@command(app, "reopen", RECORD)
def reopen(match: MatchName) -> None:
    """Let a closed match go on."""
    with settings.ledger() as ledger:
        session, _desk = open_desk(ledger, match)
        session.reopen()
    _done(session.info.name, _("{name} is open again."))


@command(app, "archive", RECORD)
def archive(
    match: MatchName,
    restore: Annotated[bool, typer.Option("--restore", help="Put it back into the lists.")] = False,
) -> None:
    """Take a match out of the lists; its log stays as it is."""
    with settings.ledger() as ledger:
        info = ledger.find(match)
        ledger.archive(info.match_id, not restore)
    _done(info.name, _("{name} is back in the lists.") if restore else _("{name} is archived."))


def _done(name: str, text: str) -> None:
    """Say what was done to a match."""
    if settings.json:
        emit({"match": name})
        return
    talk(text.format(name=name))


def resume_or_list(context: typer.Context) -> None:
    """What `foldtable` alone does: go on with the one live match, else list, else help."""
    from replay.cli.failures import fail
    from replay.cli.review import matches

    try:
        path = settings.where()[0]
        if not path.exists():
            print(context.get_help())
            return
        with settings.ledger() as ledger:
            live = live_matches(ledger)
        if len(live) == 1 and settings.interactive:
            record(match=live[0].name, expression=None, no_board=False)
        else:
            matches(game="", person="", since="", until="", state="", everything=False)
    except (typer.Exit, typer.Abort, BrokenPipeError):
        raise
    except Exception as error:
        raise typer.Exit(fail(error)) from error

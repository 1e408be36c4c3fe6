"""Commands about a match and its seats: describe, rename, swap, void."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from replay.base.i18n import _
from replay.cli import completion
from replay.cli.command import RECORD, Commands
from replay.cli.context import MatchName, open_desk, require_name
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown
from replay.cli.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from ledger.clerk import Clerk, Join, Leave
    from replay.fold.timeline import Timeline

commands = Commands(RECORD)

Seat = Annotated[str, typer.Argument(help="The seat: its letter, or who sits there.")]


def _record(match: str, plan: Callable[[Timeline], Clerk], *, closed: bool = False) -> Shown:
    """Record the event that `plan` returns; return it in words.

    With `closed` the default match is rather one that was closed.
    """
    from replay.speech import log_lines

    require_name(match)
    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, match, closed=closed)
        event = plan(session.timeline)
        session.remark(event)
        text = log_lines.describe_clerk(event, desk.voice)
    return Shown({"match": session.info.name, "version": session.timeline.version}, [text])


@commands.add("describe")
def describe(
    match: MatchName,
    title: Annotated[str | None, typer.Option(help="A title for listings.")] = None,
    place: Annotated[
        str | None,
        typer.Option(help="Where it was played.", autocompletion=completion.complete_place),
    ] = None,
    played: Annotated[str | None, typer.Option(help="When it was played: 2026-11-30.")] = None,
) -> Shown:
    """Give a match a title, a place or a date, also after it was closed.

    foldtable describe maple --title "Tuesday night" --place Kitchen
    """
    from replay.record.descriptions import plan_description

    if title is None and place is None and played is None:
        raise Stop(Exit.USAGE, "What is to be described?", "--title, --place or --played")
    return _record(match, lambda timeline: plan_description(timeline, title, place, played))


@commands.add("rename")
def rename(
    match: MatchName, seat: Seat, name: Annotated[str, typer.Argument(help="The new name.")]
) -> Shown:
    """Give a seat another name from here on: another spelling, or another person.

    foldtable rename maple b Dee
    """
    from replay.desk.seating import TYPED_ALONE
    from replay.record.descriptions import plan_rename

    def plan(timeline: Timeline) -> Clerk:
        reserved = (*timeline.engine.reserved_letters, *TYPED_ALONE)
        return plan_rename(timeline, _find_seat(timeline, seat), name, reserved)

    return _record(match, plan)


@commands.add("swap")
def swap(match: MatchName, one: Seat, other: Seat) -> Shown:
    """Let two people change seats from here on; everything else stays with the seats.

    foldtable swap maple a b
    """
    from replay.record.descriptions import plan_swap

    def plan(timeline: Timeline) -> Clerk:
        return plan_swap(timeline, _find_seat(timeline, one), _find_seat(timeline, other))

    return _record(match, plan)


def _seat(match: str, plan: Callable[[Timeline], Leave | Join]) -> Shown:
    """Record who leaves or joins, as `plan` returns it; return it in words."""
    from replay.desk.descriptions import describe_seating

    require_name(match)
    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, match)
        event = plan(session.timeline)
        session.remark(event)
        said = list(describe_seating(session.timeline, desk.table.voice))
    data = {"match": session.info.name, "version": session.timeline.version, "seat": event.seat}
    return Shown(data, [*said])


@commands.add("leave")
def leave(
    match: MatchName,
    seat: Seat,
    reason: Annotated[str, typer.Option(help="Why the person leaves.")] = "",
) -> Shown:
    """Let somebody leave while the others go on, as the game's rules say; join brings them back.

    foldtable leave maple b
    """
    from replay.record.descriptions import plan_leave

    def plan(timeline: Timeline) -> Leave:
        return plan_leave(timeline, timeline.frames[-1], _find_seat(timeline, seat), reason)

    return _seat(match, plan)


@commands.add("join")
def join(
    match: MatchName,
    name: Annotated[str, typer.Argument(help="Who sits down: a new name, or who had left.")],
    points: Annotated[
        int | None, typer.Option(help="The points to begin with, in games with a pad.")
    ] = None,
) -> Shown:
    """Let somebody join while the others play, behind the last seat, or come back to a seat.

    foldtable join maple Dee
    """
    from replay.desk.seating import plan_seat

    return _seat(match, lambda timeline: plan_seat(timeline, timeline.frames[-1], name, points))


@commands.add("void")
def void(
    match: MatchName,
    reason: Annotated[str, typer.Option(help="Why it does not count.")] = "",
    restore: Annotated[bool, typer.Option("--restore", help="Let it count again.")] = False,
) -> Shown:
    """Say that a match does not count: it leaves lists and statistics; its log stays as it is.

    foldtable void maple --reason "only a demonstration"
    """
    require_name(match)
    with settings.ledger() as ledger:
        session, _desk = open_desk(ledger, match)
        if restore:
            session.restore()
        else:
            session.void(reason)
    name = session.info.name
    text = _("{name} counts again.") if restore else _("{name} does not count.")
    return Shown({"match": name}, remarks=[text.format(name=name)])


def _find_seat(timeline: Timeline, word: str) -> int:
    """Return the seat that a word means. Raise NotationError."""
    from engines.notation import parse_seat

    return parse_seat(word, len(timeline.seats), timeline.seats)

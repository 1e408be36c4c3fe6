"""The commands close, reopen, hide and unhide: a match ends, goes on, leaves the lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from replay.base.i18n import _
from replay.cli.command import RECORD, Commands
from replay.cli.context import MatchName, find_match, open_desk, write_ruling_command
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown, talk
from replay.cli.settings import settings

if TYPE_CHECKING:
    from ledger.clerk import Close
    from replay.record.session import Session

commands = Commands(RECORD)


@commands.add("close")
def close(
    match: MatchName,
    result: Annotated[str, typer.Option(help="The final points: 15,12.")] = "",
    conceded: Annotated[str, typer.Option(help="The seat that gave up.")] = "",
    abandoned: Annotated[bool, typer.Option("--abandoned", help="Nobody finished it.")] = False,
) -> Shown:
    """Close a match; print its seal for the score sheet and the result for the group chat.

    foldtable close maple --result 15,12
    """
    from replay.screens.result_sheet import write_result_sheet

    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, match)
        if session.timeline.closing is not None:
            raise Stop(
                Exit.REFUSED,
                "{name} is closed already.",
                "foldtable reopen {name} lets it go on.",
                name=session.info.name,
            )
        seal = session.close(make_closing(session, result, conceded, abandoned))
        sheet = write_result_sheet(session, desk.voice)
    _warn_of_disputes(session)
    data = {"match": session.info.name, "seal": seal, "result": sheet.splitlines()}
    return Shown(data, [sheet])


def _warn_of_disputes(session: Session) -> None:
    """Print to stderr which disputes have no ruling, and how to rule on the last of them."""
    from replay.fold.rulings import find_open_disputes

    name = session.info.name
    found = [version for version, _dispute in find_open_disputes(session.timeline)]
    if found:
        disputes = ", ".join(f"{name}@{version}" for version in found)
        text = _("Nobody has ruled on {disputes}: {command}")
        talk(text.format(disputes=disputes, command=write_ruling_command(name, found[-1])))


@commands.add("reopen")
def reopen(match: MatchName) -> Shown:
    """Let a closed match go on.

    foldtable reopen maple
    """
    with settings.ledger() as ledger:
        session, _desk = open_desk(ledger, match, closed=True)
        session.reopen()
    return _done(session.info.name, _("{name} is open again."))


@commands.add("hide")
def hide(match: MatchName) -> Shown:
    """Take a match out of the lists; its log stays as it is.

    foldtable hide maple
    """
    return hide_match(match, True)


@commands.add("unhide")
def unhide(match: MatchName) -> Shown:
    """Put a hidden match back into the lists.

    foldtable unhide maple
    """
    return hide_match(match, False)


def hide_match(match: str, hidden: bool) -> Shown:
    """Hide a match, or show it again, and return what was done."""
    with settings.ledger() as ledger:
        info = find_match(ledger, match)
        ledger.hide(info.match_id, hidden, settings.recorder)
    text = _("{name} is hidden.") if hidden else _("{name} is back in the lists.")
    return _done(info.name, text)


def _done(name: str, text: str) -> Shown:
    """Return what was done to a match."""
    return Shown({"match": name}, remarks=[text.format(name=name)])


def make_closing(session: Session, result: str, conceded: str, abandoned: bool) -> Close:
    """Return the closing that the options ask for. Raise Stop when they contradict each other or
    when the match is not over and nothing says how it ended."""
    from engines.notation import parse_seat
    from ledger.clerk import Close

    if sum((bool(result), bool(conceded), abandoned)) > 1:
        raise Stop(Exit.USAGE, "A match ends in one way.", "--result, --conceded or --abandoned")
    seats = session.timeline.seats
    if abandoned:
        return Close(how="abandoned")
    if conceded:
        seat = parse_seat(conceded, len(seats), seats)
        others = tuple(other for other in _list_present(session) if other != seat)
        return Close(how="conceded", seat=seat, winners=others if len(others) == 1 else ())
    if result:
        points = _parse_points(result, session)
        present = _list_present(session) or range(len(seats))
        best = max(points[seat] or 0 for seat in present)
        winners = tuple(seat for seat in present if points[seat] == best)
        return Close(how="finished", points=points, winners=winners)
    standing = session.engine.standing(session.state)
    if not standing.over:
        raise Stop(
            Exit.REFUSED,
            "By the record the game is not over.",
            "Say how it ended: --result 15,12, --conceded SEAT or --abandoned.",
        )
    totals = tuple(score.total for score in standing.scores)
    return Close(how="finished", points=totals, winners=standing.winners)


def _list_present(session: Session) -> list[int]:
    """Return the seats whose people have not left."""
    left = session.engine.list_left(session.state)
    return [seat for seat in range(len(session.timeline.seats)) if seat not in left]


def _parse_points(text: str, session: Session) -> tuple[int | None, ...]:
    """Return the points that ``15,12`` gives to every seat, or to all who have not left; these have
    what the record has then. Raise Stop for no such result."""
    from engines.notation import is_number

    parts = text.replace(",", " ").split()
    seats, present = len(session.timeline.seats), _list_present(session)
    if len(parts) not in (seats, len(present)) or not all(
        is_number(part, signed=True) for part in parts
    ):
        raise Stop(
            Exit.USAGE,
            "“{text}” is no result for {n} seats.",
            "--result 15,12",
            text=text,
            n=len(present),
        )
    counted = list(map(int, parts))
    if len(parts) == seats:
        return tuple(counted)
    scores = {s.seat: s.total for s in session.engine.standing(session.state).scores}
    given = dict(zip(present, counted, strict=True))
    return tuple(given.get(seat, scores[seat]) for seat in range(seats))

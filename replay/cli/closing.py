"""Closing a match: how it ended, and the plain-text result for the group chat."""

from __future__ import annotations

from engines.notation import must_read_seat
from ledger.clerk import Close
from replay.cli.exits import Exit, Stop
from replay.i18n import _
from replay.session import Session, signed
from replay.session import closing_of as closing_at
from replay.voice import Voice


def closing_of(session: Session, result: str, conceded: str, abandoned: bool) -> Close:
    """Return the closing that the options ask for. Raise Stop when they contradict each other or
    when the match is not over and nothing says how it ended."""
    if sum((bool(result), bool(conceded), abandoned)) > 1:
        raise Stop(Exit.USAGE, _("A match ends in one way."), "--result, --conceded or --abandoned")
    seats = session.timeline.seats
    if abandoned:
        return Close(how="abandoned")
    if conceded:
        seat = must_read_seat(conceded, len(seats), seats)
        others = tuple(other for other in range(len(seats)) if other != seat)
        return Close(how="conceded", seat=seat, winners=others if len(seats) == 2 else ())
    if result:
        points = _points(result, len(seats))
        best = max(points)
        winners = tuple(seat for seat, n in enumerate(points) if n == best)
        return Close(how="finished", points=points, winners=winners)
    standing = session.engine.standing(session.state)
    if not standing.over:
        raise Stop(
            Exit.REFUSED,
            _("By the record the game is not over."),
            _("Say how it ended: --result 15,12, --conceded SEAT or --abandoned."),
        )
    points = tuple(score.total for score in standing.scores)
    return Close(how="finished", points=points, winners=standing.winners)


def closing_seal(session: Session) -> str:
    """Return the seal of the closing, of the record as it is while the match is open."""
    if session.timeline.closed is None:
        return session.seal
    return closing_at(session.timeline)[1]


def _points(text: str, seats: int) -> tuple[int, ...]:
    parts = text.replace(",", " ").split()
    try:
        points = tuple(int(part) for part in parts)
    except ValueError:
        points = ()
    if len(points) != seats:
        raise Stop(
            Exit.USAGE,
            _("“{text}” is no result for {n} seats.").format(text=text, n=seats),
            "--result 15,12",
        )
    return points


def ranked(totals: dict[int, int | None]) -> dict[int, int]:
    """Return the rank of every seat by points alone, as a sheet has it that knows nothing more."""
    points = {seat: total or 0 for seat, total in totals.items()}
    return {seat: 1 + sum(n > mine for n in points.values()) for seat, mine in points.items()}


def result_sheet(session: Session, voice: Voice) -> str:
    """Return the result as plain text: game, date, ranks, winner, seal."""
    timeline = session.timeline
    closed = timeline.closed
    standing = session.engine.standing(session.state)
    totals = {score.seat: score.total for score in standing.scores}
    ranks = {score.seat: score.rank for score in standing.scores}
    if closed is not None and closed.points and closed.points != tuple(totals.values()):
        totals = dict(enumerate(closed.points))
        ranks = ranked(totals)
    opening = timeline.opening
    lines = [f"{voice.item(opening.game)}, {opening.played}"]
    for seat in sorted(ranks, key=lambda seat: ranks[seat]):
        points = totals.get(seat)
        lines.append(f"{ranks[seat]}. {voice.seat(seat)} {'–' if points is None else points}")
    if closed is not None and closed.how == "conceded" and closed.seat is not None:
        lines.append(_("{name} conceded.").format(name=voice.seat(closed.seat)))
    elif closed is not None and closed.how == "abandoned":
        lines.append(_("Abandoned."))
    winners = closed.winners if closed is not None else standing.winners
    if winners:
        names = [voice.seat(seat) for seat in winners]
        lines.append(voice.words.say("won.shared" if len(names) > 1 else "won", winners=names))
    lines.append(_("seal {seal}").format(seal=closing_seal(session)))
    if closed is not None:
        acknowledged = signed(timeline)
        unsigned = [name for seat, name in enumerate(timeline.seats) if seat not in acknowledged]
        if unsigned:
            lines.append(_("Not yet signed: {names}.").format(names=", ".join(unsigned)))
    return "\n".join(lines)

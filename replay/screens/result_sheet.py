"""The result of a match as plain text, for the group chat."""

from __future__ import annotations

from collections.abc import Sequence

from engines.values import Standing
from replay.base.i18n import _
from replay.fold.closing import find_signers
from replay.record.session import Session
from replay.speech.voice import Voice


def write_result_sheet(session: Session, voice: Voice) -> str:
    """Return the result as plain text: game, date, ranks, winner and, where the rules say so, why,
    what the record says otherwise, seal, who has not signed."""
    timeline = session.timeline
    closed = timeline.closing.close if timeline.closing else None
    standing = session.engine.standing(session.state)
    totals = [score.total for score in sorted(standing.scores, key=lambda score: score.seat)]
    agreed = list(closed.points) if closed is not None and closed.points else totals
    lines = [f"{voice.item(timeline.opening.game)}, {timeline.opening.played}"]
    ranks = _rank_seats(standing, agreed, closed.seat if closed is not None else None)
    for seat in sorted(ranks, key=lambda seat: ranks[seat]):
        points = agreed[seat]
        line = f"{ranks[seat]}. {voice.seat(seat)} {'–' if points is None else points}"
        lines.append(_("{name} (left)").format(name=line) if seat in standing.left else line)
    if closed is not None and closed.how == "conceded" and closed.seat is not None:
        lines.append(_("{name} conceded.").format(name=voice.seat(closed.seat)))
    elif closed is not None and closed.how == "abandoned":
        lines.append(_("Abandoned."))
    winners = closed.winners if closed is not None else standing.winners
    by_rules = standing.over and agreed == totals and winners == standing.winners
    if by_rules and (closed is None or closed.how == "finished"):
        lines.append(voice.ending(standing))
    elif winners:
        names = [voice.seat(seat) for seat in winners]
        lines.append(voice.words.say("won.shared" if len(names) > 1 else "won", winners=names))
    if agreed != totals and timeline.has_actions:
        said = ", ".join(
            f"{voice.seat(seat)} {'–' if n is None else n}" for seat, n in enumerate(totals)
        )
        lines.append(_("The record says otherwise: {totals}.").format(totals=said))
    if timeline.closing is None:
        lines.append(_("head {head}").format(head=session.seal))
    else:
        lines.append(_("seal {seal}").format(seal=timeline.closing.seal))
        acknowledged = find_signers(timeline)
        signing = {*acknowledged, *standing.left}
        unsigned = [name for seat, name in enumerate(timeline.seats) if seat not in signing]
        if unsigned:
            lines.append(_("Not yet signed: {names}.").format(names=", ".join(unsigned)))
    return "\n".join(lines)


def _rank_seats(
    standing: Standing, points: Sequence[int | None], conceded: int | None
) -> dict[int, int]:
    """Return the rank of every seat: by the points agreed on, ties as the rules break them; who
    conceded is last, but for those who have left."""
    ranked = {score.seat: score.rank for score in standing.scores}
    totals = [score.total for score in sorted(standing.scores, key=lambda score: score.seat)]
    by_rules = standing.over and list(points) == totals and all(ranked.values())

    def place(seat: int) -> tuple[bool, bool, int]:
        left = seat in standing.left
        return left, seat == conceded, ranked[seat] if by_rules else -(points[seat] or 0)

    places = {seat: place(seat) for seat in range(len(points))}
    return {
        seat: 1 + sum(other < mine for other in places.values()) for seat, mine in places.items()
    }

"""What a correction changes: the same match before it and after it, compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.protocol import UNACCOUNTED, Breach
from replay.i18n import _
from replay.timeline import Timeline
from replay.voice import Voice


class Consequences(NamedTuple):
    """What a correction changes: breaches by version that appear and vanish, totals by seat
    before and after, winners before and after, and what the record cannot explain afterwards."""

    appear: list[tuple[int, Breach]]
    vanish: list[tuple[int, Breach]]
    totals: list[tuple[int | None, int | None]]
    winners: tuple[tuple[int, ...], tuple[int, ...]]
    unaccounted: dict[str, int]


def consequences(before: Timeline, after: Timeline) -> Consequences:
    """Return what differs between a match as it was and as corrected."""
    old, new = dict(_findings(before)), dict(_findings(after))
    was, now = (line.engine.standing(line.state) for line in (before, after))
    return Consequences(
        [new[key] for key in new if key not in old],
        [old[key] for key in old if key not in new],
        [(a.total, b.total) for a, b in zip(was.scores, now.scores, strict=True)],
        (was.winners, now.winners),
        dict(after.state.book.holding(UNACCOUNTED)),
    )


def _findings(timeline: Timeline) -> Iterator[tuple[tuple[int, str, str], tuple[int, Breach]]]:
    for frame in timeline.frames:
        for breach in frame.breaches:
            yield (frame.version, breach.rule, breach.why), (frame.version, breach)


def told(changes: Consequences, voice: Voice) -> Iterator[str]:
    """Yield what a correction changes in the whole match: breaches, totals, the winner, and what
    is unaccounted."""
    for version, breach in changes.appear:
        yield _("now a breach: {version} {breach}").format(
            version=version, breach=voice.breach(breach)
        )
    for version, breach in changes.vanish:
        yield _("no longer a breach: {version} {rule}").format(version=version, rule=breach.rule)
    for seat, (before, after) in enumerate(changes.totals):
        if before != after:
            yield f"{voice.seat(seat)}: {before} → {after}"
    if changes.winners[0] != changes.winners[1]:
        names = ", ".join(voice.seat(seat) for seat in changes.winners[1]) or "–"
        yield _("winner now: {names}").format(names=names)
    if changes.unaccounted:
        held = voice.words.speak(changes.unaccounted)
        yield _("unaccounted: {held}").format(held=held)

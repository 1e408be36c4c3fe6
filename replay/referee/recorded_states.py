"""Recorded states: the fold of a match as it was recorded, compared with the digests of then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ledger.event import Event
from replay.base.i18n import _
from replay.fold.digests import Digester
from replay.fold.line import split_at_corrections
from replay.fold.timeline import Frame, Timeline
from replay.referee.findings import Finding


class Folded(NamedTuple):
    """The fold of a match, and the findings about the digests that were stored with its events."""

    timeline: Timeline
    findings: list[Finding]


def fold_and_compare(events: Sequence[Event], digests: Mapping[int, tuple[str, str]]) -> Folded:
    """Return the fold of a match, with a finding for the first event after which it is another.

    A state recorded by an older revision of the rules may differ: that is a fact, and the events
    recorded by today's revision are still compared. `digests` are the rules and the digest recorded
    with the events, by version. Each event is folded once, but for those that a correction changes.
    """
    last = events[-1].version
    found: list[Finding] = []
    digester: Digester | None = None
    for event, frame, timeline in replay_as_recorded(events, min((last, *digests))):
        stored = digests.get(event.version)
        if stored is None or any(finding.kind == "digest" for finding in found):
            continue
        digester = digester or Digester(timeline.engine)
        if digester.compute(frame.state, stored[0]) == stored[1]:
            continue
        text = _("recorded with {then}, read otherwise by {now}")
        text = text.format(then=stored[0], now=timeline.engine.rules)
        if not is_older_revision(stored[0], timeline.engine.rules):
            found.append(Finding("digest", text, event.version))
        elif not found:
            found.append(Finding("older-rules", text, event.version))
    return Folded(timeline, found)


def is_older_revision(rules: str, today: str) -> bool:
    """Return whether a revision of a rulebook is an older one than `today`.

    >>> is_older_revision("pig/1", "pig/2"), is_older_revision("pig/2", "pig/2")
    (True, False)
    """
    (book, _slash, number), (now, _slash, latest) = rules.rpartition("/"), today.rpartition("/")
    if book != now or not (number.isdecimal() and latest.isdecimal()):
        return False
    return 0 < int(number) < int(latest)


def replay_as_recorded(
    events: Sequence[Event], since: int
) -> Iterator[tuple[Event, Frame, Timeline]]:
    """Yield every event from version `since` on, with the frame that was last when it was recorded.

    The frame is that of the line as it was then. So the line grows from one correction to the next:
    the events between them are at its end, one frame each. The timeline yielded is that line's.
    """
    known = [event for event in events if event.version < since] or list(events[:1])
    timeline = Timeline(known)
    if since <= events[0].version:
        yield events[0], timeline.frames[0], timeline
    for stretch in split_at_corrections(events[len(known) :]):
        timeline.extend(stretch)
        last = len(timeline.frames) - len(stretch)
        for number, event in enumerate(stretch):
            yield event, timeline.frames[last + number], timeline

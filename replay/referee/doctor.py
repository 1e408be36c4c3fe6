"""What a record lacks, and what looks odd in it: things to settle while people still remember.

Nothing here is a fault of the record (that is `replay.audit`); a match can be read and verified
and still leave much to ask.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from statistics import median
from typing import Final, Literal, NamedTuple

from engines.book import BOOK, UNKNOWN, is_unknown
from engines.counts import COUNT, Count
from engines.values import TABLE, UNACCOUNTED, Action, Breach, Prompt
from ledger.clerk import Dispute
from replay.base.times import moment_of
from replay.fold.line import corrections
from replay.fold.rulings import is_ruled, open_disputes
from replay.fold.timeline import READ, Frame, Timeline
from replay.reconcile.candidates import find_pools

Kind = Literal["unaccounted", "missing", "disputed", "unruled", "uncounted", "unseen", "gap"]

UNCOUNTED: Final = 60
"""So many actions without a count are a stretch in which a slip is hard to find."""

PAUSE_MINUTES: Final = 15
"""A shorter time between two events is never odd."""

PAUSE_TIMES: Final = 20
"""A longer one is, when it is so many times the usual."""


class Symptom(NamedTuple):
    """Something to settle, from event `since` to event `until`.

    `n` counts what `item` names (actions, minutes, pieces), `place` is where it is, `prompt` what
    was to be answered, `breach` what is unsettled, `dispute` what nobody has ruled on.
    """

    kind: Kind
    since: int
    until: int
    n: int = 0
    item: str = ""
    place: str = ""
    prompt: Prompt | None = None
    breach: Breach | None = None
    dispute: Dispute | None = None


def symptoms(timeline: Timeline) -> list[Symptom]:
    """Return everything to settle in a match, the gravest first."""
    return [
        *unaccounted(timeline),
        *missing(timeline),
        *disputed(timeline),
        *unruled(timeline),
        *uncounted(timeline),
        *unseen(timeline),
        *gaps(timeline),
    ]


def unaccounted(timeline: Timeline) -> Iterator[Symptom]:
    """Yield what lies in the suspense place, and since when."""
    frames = timeline.frames
    for item, n in sorted(timeline.state.book.holding(UNACCOUNTED).items()):
        since = len(frames) - 1
        while since and frames[since - 1].state.book.count(UNACCOUNTED, item):
            since -= 1
        yield Symptom("unaccounted", frames[since].version, timeline.version, n, item)


def missing(timeline: Timeline) -> Iterator[Symptom]:
    """Yield what somebody had to do or tell and nobody recorded before the next action.

    An action that answers nothing that was asked, and breaks a rule by it, was recorded too
    early: what was asked first is missing.
    """
    for before, frame in pairwise(timeline.frames):
        if frame.action is None or isinstance(frame.action, Count) or not frame.breaches:
            continue
        due = [p for p in timeline.engine.awaits(before.state) if not p.optional]
        if due and not any(_answers(frame.action, prompt) for prompt in due):
            yield Symptom("missing", before.version, frame.version, prompt=due[0])


def _answers(action: Action, prompt: Prompt) -> bool:
    return action.verb in prompt.verbs and prompt.seat in (TABLE, action.seat)


def disputed(timeline: Timeline) -> Iterator[Symptom]:
    """Yield the disputes without a ruling."""
    for version, dispute in open_disputes(timeline):
        yield Symptom("disputed", version, version, dispute=dispute)


def unruled(timeline: Timeline) -> Iterator[Symptom]:
    """Yield the breaches that nobody decided about; what is unaccounted is said elsewhere."""
    rulings = timeline.rulings()
    for frame in timeline.frames:
        for breach in frame.breaches:
            if breach.rule in (BOOK, COUNT, READ) or is_ruled(rulings, frame.version, breach):
                continue
            yield Symptom("unruled", frame.version, frame.version, breach=breach)


def uncounted(timeline: Timeline) -> Iterator[Symptom]:
    """Yield the stretches in which nothing was counted for long."""
    start, n = timeline.frames[0], 0
    last = start
    for frame in timeline.actions():
        if isinstance(frame.action, Count):
            yield from _stretch(start, last, n)
            start, n = frame, 0
        else:
            n += 1
        last = frame
    yield from _stretch(start, last, n)


def _stretch(start: Frame, last: Frame, n: int) -> Iterator[Symptom]:
    if n >= UNCOUNTED:
        yield Symptom("uncounted", start.version, last.version, n)


def unseen(timeline: Timeline) -> Iterator[Symptom]:
    """Yield the unknown pieces that lie at the table and were never learnt, since the oldest."""
    book = timeline.state.book
    pools = find_pools(timeline)
    drawn = _drawn(timeline)
    for place, holding in sorted(book.places.items()):
        names = [item for item, n in holding.items() if is_unknown(item) and n > 0]
        if names and place not in pools:
            since = min(drawn.get(name, timeline.frames[0].version) for name in names)
            pool = book.pools.get(names[0], "")
            yield Symptom("unseen", since, timeline.version, len(names), UNKNOWN + pool, place)


def _drawn(timeline: Timeline) -> dict[str, int]:
    """Return the event that every unknown piece was first moved by."""
    first: dict[str, int] = {}
    for frame in timeline.frames:
        for move in frame.moves:
            if is_unknown(move.item):
                first.setdefault(move.item, frame.version)
    return first


def gaps(timeline: Timeline) -> Iterator[Symptom]:
    """Yield the times without an event that are far longer than usual, and clocks set back.

    An event whose time cannot be read has none.
    """
    ours = {event.version for event, _ in corrections(timeline.events)}
    moments = [
        (event.version, moment)
        for event in timeline.events
        if event.version not in ours
        and (moment := moment_of(event.played_at or event.recorded_at)) is not None
    ]
    passed = [
        (since, until, (later - earlier).total_seconds() / 60)
        for (since, earlier), (until, later) in pairwise(moments)
    ]
    usual = median(minutes for _, _, minutes in passed) if passed else 0.0
    longest = max(PAUSE_MINUTES, PAUSE_TIMES * usual)
    for since, until, minutes in passed:
        if minutes > longest or minutes < 0:
            yield Symptom("gap", since, until, round(minutes))

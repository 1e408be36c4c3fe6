"""The doctor finds what a record lacks and what looks odd in it, while people still remember.

A symptom is not a fault of the record (those are found by `replay.referee.audit`): an intact match
can still leave much to ask.
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
from replay.base.times import parse_moment
from replay.explain.balances import find_unexplained
from replay.fold.line import find_corrections
from replay.fold.rulings import find_open_disputes, is_ruled
from replay.fold.timeline import READ, Frame, Timeline
from replay.reconcile.candidates import find_pools

Kind = Literal["unaccounted", "missing", "disputed", "unruled", "uncounted", "unseen", "gap"]

UNCOUNTED: Final = 60
"""After so many actions without a count a slip is hard to find."""

PAUSE_MINUTES: Final = 15
"""A pause of fewer minutes is never odd."""

PAUSE_TIMES: Final = 20
"""A longer pause is odd from so many times the usual pause on."""


class Symptom(NamedTuple):
    """Something to clear up, from event `since` to event `until`.

    `n` is a number of pieces (of `item`, at `place`), of actions or of minutes. `prompt` is what
    nobody answered; `breach` and `dispute` are what nobody ruled on.
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


def find_symptoms(timeline: Timeline) -> list[Symptom]:
    """Return all symptoms of a match, the gravest kinds first."""
    return [
        *find_unaccounted(timeline),
        *find_missing(timeline),
        *find_undecided(timeline),
        *find_unruled(timeline),
        *find_uncounted(timeline),
        *find_unknown(timeline),
        *find_gaps(timeline),
    ]


def find_unaccounted(timeline: Timeline) -> Iterator[Symptom]:
    """Yield the pieces that are unaccounted, and since when."""
    frames = timeline.frames
    for item, n in sorted(find_unexplained(timeline, frames[-1]).items()):
        since = len(frames) - 1
        while since and frames[since - 1].state.book.count(UNACCOUNTED, item):
            since -= 1
        yield Symptom("unaccounted", frames[since].version, timeline.version, n, item)


def find_missing(timeline: Timeline) -> Iterator[Symptom]:
    """Yield the answers to prompts that were not recorded before the next action.

    One is missing where an action answers none of the prompts and breaks a rule.
    """
    for before, frame in pairwise(timeline.frames):
        if frame.action is None or isinstance(frame.action, Count) or not frame.breaches:
            continue
        due = [p for p in timeline.engine.list_prompts(before.state) if not p.optional]
        if due and not any(_is_answer(frame.action, prompt) for prompt in due):
            yield Symptom("missing", before.version, frame.version, prompt=due[0])


def _is_answer(action: Action, prompt: Prompt) -> bool:
    """Return whether an action answers a prompt: the seat's own, or one of the table for all."""
    return action.verb in prompt.verbs and (
        action.seat == TABLE or prompt.seat in (TABLE, action.seat)
    )


def find_undecided(timeline: Timeline) -> Iterator[Symptom]:
    """Yield the disputes that have no ruling."""
    for version, dispute in find_open_disputes(timeline):
        yield Symptom("disputed", version, version, dispute=dispute)


def find_unruled(timeline: Timeline) -> Iterator[Symptom]:
    """Yield the breaches of rules that nobody has ruled on."""
    rulings = timeline.rulings()
    for frame in timeline.frames:
        for breach in frame.breaches:
            if breach.rule in (BOOK, COUNT, READ) or is_ruled(rulings, frame.version, breach):
                continue
            yield Symptom("unruled", frame.version, frame.version, breach=breach)


def find_uncounted(timeline: Timeline) -> Iterator[Symptom]:
    """Yield the stretches of UNCOUNTED actions or more without a count."""
    start, n = timeline.frames[0], 0
    last = start
    for frame in timeline.actions():
        if isinstance(frame.action, Count):
            yield from _report_stretch(start, last, n)
            start, n = frame, 0
        else:
            n += 1
        last = frame
    yield from _report_stretch(start, last, n)


def _report_stretch(start: Frame, last: Frame, n: int) -> Iterator[Symptom]:
    """Yield a symptom where `n` actions without a count are too many."""
    if n >= UNCOUNTED:
        yield Symptom("uncounted", start.version, last.version, n)


def find_unknown(timeline: Timeline) -> Iterator[Symptom]:
    """Yield the places with unknown pieces, outside the pools, since the oldest was moved."""
    book = timeline.state.book
    pools = find_pools(timeline)
    moved_since = _find_first_moves(timeline)
    for place, holding in sorted(book.places.items()):
        names = [item for item, n in holding.items() if is_unknown(item) and n > 0]
        if names and place not in pools:
            since = min(moved_since.get(name, timeline.frames[0].version) for name in names)
            pool = book.pools.get(names[0], "")
            yield Symptom("unseen", since, timeline.version, len(names), UNKNOWN + pool, place)


def _find_first_moves(timeline: Timeline) -> dict[str, int]:
    """Return the version of the event that first moved each unknown piece."""
    first: dict[str, int] = {}
    for frame in timeline.frames:
        for move in frame.moves:
            if is_unknown(move.item):
                first.setdefault(move.item, frame.version)
    return first


def find_gaps(timeline: Timeline) -> Iterator[Symptom]:
    """Yield the pauses that are far longer than usual, and those of a clock set back.

    Corrections, and events whose time cannot be read, are left out.
    """
    corrected = {event.version for event, _ in find_corrections(timeline.events)}
    moments = [
        (event.version, moment)
        for event in timeline.events
        if event.version not in corrected
        and (moment := parse_moment(event.played_at or event.recorded_at)) is not None
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

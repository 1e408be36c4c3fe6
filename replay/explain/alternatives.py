"""Would it have mattered, and what if: other actions, other rules, other branches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from engines.choices import expand
from engines.values import TABLE, Action, Breach
from replay.base.i18n import _
from replay.fold.timeline import Frame, Timeline

MOST: Final = 200
"""How many alternatives are tried at most."""


class Alternative(NamedTuple):
    """A legal action in place of one that broke a rule.

    `until` is the last event of the old line that still fits after it, `fits` whether all do;
    `totals` and `winners` are those at that point.
    """

    action: Action
    until: int
    fits: bool
    totals: tuple[int | None, ...]
    winners: tuple[int, ...]


def alternatives(timeline: Timeline, version: int) -> Iterator[Alternative]:
    """Yield what would have come of every legal action in the place of event `version`.

    Later events are kept as long as they break nothing that they did not break before. Raise
    LookupError when the event is no action.
    """
    index = timeline.index(version)
    frame = timeline.frames[index]
    if frame.action is None or frame.version != version:
        raise LookupError(_("{n} is no action that counts").format(n=version))
    before = timeline.frames[index - 1]
    for action in islice(legal_instead(timeline, before.state, frame.action), MOST):
        state, _moves = timeline.engine.apply(before.state, action)
        yield follow(timeline, action, state, index)


def legal_instead(timeline: Timeline, state: Any, action: Action) -> Iterator[Action]:
    """Yield the legal actions of the same seat, those of the same kind first.

    Where the table carried out an outcome by hand, what was due comes before them all; other dice
    or cards than those that fell are no way in which anybody could have acted.
    """
    engine = timeline.engine
    if getattr(action, "actual", None):
        yield replace(action, actual={})
        if action.seat == TABLE:
            return
    found = [
        each
        for prompt in engine.awaits(state)
        if prompt.seat in (action.seat, TABLE)
        for choice in engine.choices(state, prompt)
        for each in islice(expand(choice), 20)
        if each.seat == action.seat and each != action
    ]
    yield from sorted(found, key=lambda each: each.verb != action.verb)


def follow(timeline: Timeline, action: Action, state: Any, index: int) -> Alternative:
    """Return how far the old line fits after another action, and where everybody stands then."""
    engine = timeline.engine
    until, fits = timeline.frames[index].version, True
    for frame in timeline.frames[index + 1 :]:
        if frame.action is None:
            continue
        known = {breach.rule for breach in (*frame.breaches, *frame.waived)}
        after, moves = engine.apply(state, frame.action)
        if any(breach.rule not in known for breach in engine.check(state, frame.action, moves)):
            fits = False
            break
        state = after
        until = frame.version
    standing = engine.standing(state)
    totals = tuple(score.total for score in standing.scores)
    return Alternative(action, until, fits, totals, standing.winners)


class Difference(NamedTuple):
    """Two matches side by side: the last event they share, their first different events."""

    shared: int
    first: tuple[Frame | None, Frame | None]


def compare(one: Timeline, other: Timeline) -> Difference:
    """Return where two matches part: branches of one another, or two recordings of one game."""
    mine, theirs = list(one.actions()), list(other.actions())
    shared = 0
    for a, b in zip(mine, theirs, strict=False):
        if (a.entry.kind, a.entry.payload) != (b.entry.kind, b.entry.payload):
            break
        shared += 1
    first = tuple(line[shared] if shared < len(line) else None for line in (mine, theirs))
    return Difference(mine[shared - 1].version if shared else 0, (first[0], first[1]))


def findings(timeline: Timeline) -> Mapping[tuple[int, str, str], Breach]:
    """Return every breach of a line by (version, rule, why)."""
    return {
        (frame.version, breach.rule, breach.why): breach
        for frame in timeline.frames
        for breach in frame.breaches
    }


def tree(infos: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """Yield (depth, match) so that every branch stands under the match it branches off."""
    by_parent: dict[str | None, list[Any]] = {}
    known = {info.match_id for info in infos}
    for info in infos:
        parent = info.parent_id if info.parent_id in known else None
        by_parent.setdefault(parent, []).append(info)

    def walk(parent: str | None, depth: int) -> Iterator[tuple[int, Any]]:
        for info in by_parent.get(parent, ()):
            yield depth, info
            yield from walk(info.match_id, depth + 1)

    yield from walk(None, 0)

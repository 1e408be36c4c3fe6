"""Alternatives: other actions in place of a breach, other rules, other branches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from msgspec.structs import replace

from engines.choices import expand_choice
from engines.protocol import State
from engines.values import TABLE, Action, Breach
from ledger.headlines import MatchInfo
from replay.base.errors import NotFound
from replay.fold.seating import take_step
from replay.fold.timeline import Frame, Timeline

MOST: Final = 200
"""The most alternatives that are tried."""


class Alternative(NamedTuple):
    """A legal action in place of a recorded one.

    `until` is the last event of the line that still fits after it, `fits` is whether all of them
    do. `totals` are the scores by seat, and `winners` the winning seats, after `until`.
    """

    action: Action
    until: int
    fits: bool
    totals: tuple[int | None, ...]
    winners: tuple[int, ...]


def find_alternatives(timeline: Timeline, version: int) -> Iterator[Alternative]:
    """Yield the outcome of every legal action in the place of event `version`.

    Later events are kept until one breaks a rule that it did not break before. Raise LookupError
    when the event is no action that counts.
    """
    index = timeline.index(version)
    frame = timeline.frames[index]
    if frame.action is None or frame.version != version:
        raise NotFound("{n} is no action that counts", n=version)
    before = timeline.frames[index - 1]
    for action in islice(find_replacements(timeline, before.state, frame.action), MOST):
        state, _moves = timeline.engine.apply(before.state, action)
        yield try_replacement(timeline, action, state, index)


def find_replacements(timeline: Timeline, state: State, action: Action) -> Iterator[Action]:
    """Yield the legal actions of the same seat, those of the same kind first.

    An action with an outcome that the table overrode is first tried without it. For an overridden
    fact of the table (TABLE) that is the only replacement: nobody chooses dice or cards.
    """
    engine = timeline.engine
    if getattr(action, "actual", None):
        yield replace(action, actual={})
        if action.seat == TABLE:
            return
    found = [
        each
        for prompt in engine.list_prompts(state)
        if prompt.seat in (action.seat, TABLE)
        for choice in engine.choices(state, prompt)
        for each in islice(expand_choice(choice), 20)
        if each.seat == action.seat and each != action
    ]
    yield from sorted(found, key=lambda each: each.verb != action.verb)


def try_replacement(timeline: Timeline, action: Action, state: State, index: int) -> Alternative:
    """Return how far the line fits after another action, and the standing at that point.

    `state` is the state after `action`, `index` that of the frame that it replaces.
    """
    engine = timeline.engine
    until, fits = timeline.frames[index].version, True
    for frame in timeline.frames[index + 1 :]:
        if frame.action is None:
            if frame.step is not None:
                state, _moves = take_step(engine, state, frame.step)
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


class Divergence(NamedTuple):
    """The last event that two matches share, and the first event of each that differs."""

    shared: int
    first: tuple[Frame | None, Frame | None]


def find_divergence(one: Timeline, other: Timeline) -> Divergence:
    """Return where two matches diverge: branches of one match, or two records of one game."""
    mine, theirs = list(one.actions()), list(other.actions())
    shared = 0
    for a, b in zip(mine, theirs, strict=False):
        if (a.entry.kind, a.entry.payload) != (b.entry.kind, b.entry.payload):
            break
        shared += 1
    first = tuple(line[shared] if shared < len(line) else None for line in (mine, theirs))
    return Divergence(mine[shared - 1].version if shared else 0, (first[0], first[1]))


def index_breaches(timeline: Timeline) -> Mapping[tuple[int, str, str], Breach]:
    """Return every breach of a timeline, by (version, rule, why)."""
    return {
        (frame.version, breach.rule, breach.why): breach
        for frame in timeline.frames
        for breach in frame.breaches
    }


def walk_branches(infos: Sequence[MatchInfo]) -> Iterator[tuple[int, MatchInfo]]:
    """Yield (depth, match) for all matches, each branch below the match it branches off."""
    by_parent: dict[str | None, list[MatchInfo]] = {}
    known = {info.match_id for info in infos}
    for info in infos:
        parent = info.parent_id if info.parent_id in known else None
        by_parent.setdefault(parent, []).append(info)

    def walk(parent: str | None, depth: int) -> Iterator[tuple[int, MatchInfo]]:
        """Yield the branches of a match, each with its own branches below it."""
        for info in by_parent.get(parent, ()):
            yield depth, info
            yield from walk(info.match_id, depth + 1)

    yield from walk(None, 0)

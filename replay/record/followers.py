"""Followers: later events that a correction changes because of how they were meant.

``b31`` means the card in a slot. Once the card that was turned up there is corrected, the purchase
is of another card. What was filled in for whoever typed it (a slot's card, the usual payment, the
seat on turn) is filled in again; what was said stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from engines.intents import Intent
from engines.values import UNACCOUNTED, Action
from ledger.clerk import Amend, Insert
from ledger.event import Draft, draft_event
from replay.fold.seating import take_step
from replay.fold.timeline import Frame, Timeline
from replay.record.corrections import Correction, Meant, encode_content, plan_shift


class Follower(NamedTuple):
    """An event that follows a correction: its frame as it reads without that, its new action."""

    frame: Frame
    action: Action
    intent: Intent


def find_followers(before: Timeline, after: Timeline) -> list[Follower]:
    """Return the followers of a correction, given the match before it and after it.

    A correction that adds or takes away turns leaves open whose the later ones were; then the seats
    stay. So does a seat that was out of turn before the correction too.
    """
    same_turns = before.frames[-1].ply == after.frames[-1].ply
    first = _count_shared(before, after)
    if same_turns:
        stay = _find_out_of_turn(before, first)
    else:
        stay = {frame.version for frame in after.frames[first:]}
    return list(_resolve_frames(after, first, stay))


def _find_out_of_turn(timeline: Timeline, first: int) -> set[int]:
    """Return the versions of events, from frame `first` on, whose seat is no longer the one that
    was filled in."""
    found = set()
    for last, frame in pairwise(timeline.frames[max(first - 1, 0) :]):
        if frame.action is not None and "seat" in frame.intent:
            intent = {"seat": frame.intent["seat"]}
            if timeline.engine.resolve(last.state, frame.action, intent) != frame.action:
                found.add(frame.version)
    return found


def _count_shared(before: Timeline, after: Timeline) -> int:
    """Return how many frames at the beginning a correction leaves alone."""
    pairs = enumerate(zip(before.frames, after.frames, strict=False))
    shorter = min(len(before.frames), len(after.frames))
    return next((index for index, (one, other) in pairs if one is not other), shorter)


def _resolve_frames(timeline: Timeline, first: int, stay: set[int]) -> Iterator[Follower]:
    """Yield the events from frame `first` on that read otherwise, each after those before it; the
    seats of the events `stay` are as they were."""
    engine = timeline.engine
    state = timeline.frames[max(first - 1, 0)].state
    changed = False
    for frame in timeline.frames[first:]:
        if frame.action is None:
            if changed and frame.step is not None:
                state, _moves = take_step(engine, state, frame.step)
            elif not changed:
                state = frame.state
            continue
        intent = frame.intent
        said = intent
        if frame.version in stay:
            said = {field: intent[field] for field in intent if field != "seat"}
        action = engine.resolve(state, frame.action, said)
        if action != frame.action:
            yield Follower(frame, action, intent)
            changed = True
        state = engine.apply(state, action)[0] if changed else frame.state


def join_followers(
    before: Timeline, corrections: Sequence[Correction | Meant], followers: Sequence[Follower]
) -> list[Meant]:
    """Return some corrections, planned in the match `before`, with the amendments of followers.

    A follower that one of them has changed already is changed there.
    """
    joined = [each if isinstance(each, Meant) else Meant(each) for each in corrections]
    for frame, action, intent in followers:
        kind, schema, payload = encode_content(before, action)
        place = frame.entry.content_version - before.version - 1
        if place >= 0:
            own, meant = joined[place]
            assert isinstance(own, Amend | Insert)  # noqa: S101
            joined[place] = Meant(replace(own, kind=kind, schema=schema, payload=payload), meant)
        else:
            amend = Amend(target=frame.version, kind=kind, schema=schema, payload=payload)
            joined.append(Meant(amend, intent))
    return joined


def plan_whole_shift(timeline: Timeline, since: int, by: int = 1, reason: str = "") -> list[Meant]:
    """Return a shift with all that follows: what nobody typed is worked out for the new seats.

    Raise NothingToDo as `plan_shift` does.
    """
    shift = []
    for amend in plan_shift(timeline, since, by, reason):
        intent = timeline.at(amend.target).intent
        shift.append(Meant(amend, {field: intent[field] for field in intent if field != "seat"}))
    shifted = timeline.imagine(draft_corrections(shift))
    return join_followers(timeline, shift, find_followers(timeline, shifted))


def draft_corrections(corrections: Sequence[Meant]) -> list[Draft]:
    """Return drafts of corrections, to imagine what they would change."""
    return [draft_event(each.type, each, intent=intent) for each, intent in corrections]


def is_no_worse(whole: Timeline, alone: Timeline) -> bool:
    """Return whether a correction with its followers leaves no more open than it does alone."""
    return _count_faults(whole) <= _count_faults(alone)


def _count_faults(timeline: Timeline) -> int:
    """Return how many breaches a match has, and how many pieces it cannot explain."""
    unexplained = timeline.state.book.holding(UNACCOUNTED).values()
    return sum(len(frame.breaches) for frame in timeline.frames) + sum(map(abs, unexplained))

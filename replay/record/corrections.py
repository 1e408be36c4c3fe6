"""Corrections: which events no longer count, how others read, what was forgotten, whose it was.

Nothing is appended here; a session does that, all corrections of one step as one batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from engines.intents import AS_SAID, Intent
from engines.protocol import State
from engines.values import Action
from ledger.batches import Batches, find_batch
from ledger.clerk import (
    Amend,
    Clerk,
    Close,
    Fork,
    Insert,
    Open,
    Ruling,
    Sign,
    Strike,
    decode_clerk,
    is_clerk_event,
)
from ledger.event import Event
from replay.base.errors import NotFound, NothingToDo
from replay.fold.seating import Step, change_seats
from replay.fold.timeline import Frame, Timeline

Correction: TypeAlias = Strike | Amend | Insert


class Meant(NamedTuple):
    """A correction, and how the action in it was meant."""

    correction: Correction
    intent: Intent = AS_SAID


def require_open(timeline: Timeline) -> None:
    """Raise NothingToDo for a closed match: what was sealed is corrected once it is reopened."""
    if timeline.closing is not None:
        raise NothingToDo("the match is closed; foldtable reopen lets it go on")


def find_event(timeline: Timeline, version: int) -> Event:
    """Return the stored event with a number. Raise LookupError when there is none."""
    first = timeline.events[0].version
    if not first <= version <= timeline.version:
        raise NotFound(
            "no event {n}: this match has {first} to {last}",
            n=version,
            first=first,
            last=timeline.version,
        )
    return timeline.events[version - first]


# -- undo and redo -------------------------------------------------------------------------------


def plan_undo(timeline: Timeline, target: int | None = None, reason: str = "") -> list[Strike]:
    """Return the strikes of an event with its rulings, by default of all that was entered last.

    Raise NothingToDo when there is none, or when it cannot be struck.
    """
    require_open(timeline)
    events = (
        _find_last_entered(timeline) if target is None else _find_with_rulings(timeline, target)
    )
    return [Strike(target=event.version, reason=reason) for event in events]


def _find_with_rulings(timeline: Timeline, target: int) -> list[Event]:
    event = find_event(timeline, target)
    struck = timeline.line.struck
    if target in struck:
        raise NothingToDo("{n} is struck already", n=target)
    if event.type in (Open.type, Fork.type):
        raise NothingToDo("the opening of a match can be amended, not struck")
    if event.type == Close.type:
        raise NothingToDo("foldtable reopen strikes a closing")
    rulings = [
        each
        for each in find_batch(timeline.events, event)
        if each.type == Ruling.type and each.version not in struck and each.data()["at"] == target
    ]
    return [event, *(each for each in rulings if each != event)]


def _find_last_entered(timeline: Timeline) -> list[Event]:
    """Return the events that were entered last.

    Strikes among them are included, as those of a ruling are: what they took back comes back. What
    was entered only to strike events is passed over.
    """

    def counts(event: Event) -> bool:
        return event.type not in (Strike.type, Sign.type) and event.version not in struck

    struck = timeline.line.struck
    for event in reversed(timeline.events):
        if event.type in (Open.type, Fork.type):
            break
        if counts(event):
            batch = [
                each for each in find_batch(timeline.events, event) if each.version not in struck
            ]
            return [each for each in batch if each.type != Sign.type]
    raise NothingToDo("nothing is recorded that could be undone")


class RedoBlocked(NothingToDo):
    """Something was recorded since the last strike; its `n` is the first event that was struck."""


def plan_redo(timeline: Timeline, target: int | None = None) -> list[Strike]:
    """Return the strikes that bring back event `target`, by default all that was struck last.

    What was struck together with the event comes back with it. Raise NothingToDo when `target` is
    not struck, or nothing is; RedoBlocked when something new was recorded since the last strike.
    """
    require_open(timeline)
    struck, batches = timeline.line.struck, Batches(timeline.events)
    if target is not None:
        find_event(timeline, target)
        if target not in struck:
            raise NothingToDo("{n} is not struck", n=target)
        return _strike_strikes(timeline, batches.find(find_event(timeline, struck[target])))
    new = False
    for event in reversed(timeline.events):
        if event.version in struck:
            continue
        batch = [each for each in batches.find(event) if each.version not in struck]
        strikes = [each for each in batch if each.type == Strike.type]
        if not strikes or any(each.type not in (Strike.type, Amend.type) for each in batch):
            new = True
        elif _is_undo(timeline, strikes):
            if new:
                first = min(read_target(each) for each in strikes if _undoes(timeline, each))
                raise RedoBlocked("{n} was struck, but something was recorded since", n=first)
            return _strike_strikes(timeline, batch)
    raise NothingToDo("nothing was undone")


def _strike_strikes(timeline: Timeline, batch: Sequence[Event]) -> list[Strike]:
    """Return the strikes of the strikes in force of a batch, and of what was amended with them."""
    struck = timeline.line.struck
    return [
        Strike(target=each.version)
        for each in batch
        if each.type in (Strike.type, Amend.type) and each.version not in struck
    ]


def _is_undo(timeline: Timeline, strikes: Sequence[Event]) -> bool:
    """Return whether strikes that were entered together take back more than corrections.

    The undo of a ruling also strikes the strikes of that ruling; a redo strikes nothing else.
    """
    targets = {find_event(timeline, read_target(each)).type for each in strikes}
    return Strike.type not in targets or not targets <= {Strike.type, Amend.type}


def _undoes(timeline: Timeline, event: Event) -> bool:
    """Return whether a strike takes something back, and brings nothing back."""
    return find_event(timeline, read_target(event)).type != Strike.type


def read_target(event: Event) -> int:
    """Return the version that a stored strike or amendment is about."""
    clerk = decode_clerk(event.type, event.payload)
    assert isinstance(clerk, Strike | Amend)  # noqa: S101
    return clerk.target


# -- other readings ------------------------------------------------------------------------------


def find_amended(timeline: Timeline, version: int) -> int:
    """Return the version of the event whose reading an amendment of `version` changes.

    That of an amendment is the event that it amends.
    """
    event = find_event(timeline, version)
    while event.type == Amend.type:
        event = find_event(timeline, read_target(event))
    return event.version


def find_readings(timeline: Timeline, version: int) -> list[int]:
    """Return the versions of an event and of the chain of amendments in force of it."""
    chain = [version]
    while chain[-1] in timeline.line.amended:
        chain.append(timeline.line.amended[chain[-1]])
    return chain


def find_state_before(timeline: Timeline, version: int) -> State:
    """Return the table before the event whose reading an amendment of `version` changes."""
    index = timeline.index(find_amended(timeline, version))
    return timeline.frames[max(index - 1, 0)].state


def plan_amendment(
    timeline: Timeline, target: int, replacement: Action | Clerk, reason: str = ""
) -> Amend:
    """Return the correction that lets an event read otherwise.

    Raise NothingToDo when the event is a strike, is struck, reads so already, or is of another
    nature; DecodeError for what this match does not have.
    """
    event = find_event(timeline, target)
    final = find_amended(timeline, target)
    for version in (target, final):
        if version in timeline.line.struck:
            raise NothingToDo("{n} is struck; bring it back with redo first", n=version)
    if target not in find_readings(timeline, final):
        raise NothingToDo("{n} was amended again since; amend {k}", n=target, k=final)
    kind, schema, payload = encode_content(timeline, replacement)
    carried = decode_clerk(event.type, event.payload) if is_clerk_event(event.type) else None
    reads = carried.kind if isinstance(carried, Amend | Insert) else event.type
    other = is_clerk_event(reads) != is_clerk_event(kind) or (
        is_clerk_event(reads) and reads != kind
    )
    if isinstance(carried, Strike) or other:
        raise NothingToDo(
            "{n} is {what}: it cannot become {kind}", n=target, what=event.type, kind=kind
        )
    if isinstance(replacement, Action):
        timeline.engine.admit(find_state_before(timeline, target), replacement)
    else:
        change_seats(timeline.engine, find_state_before(timeline, target), replacement)
    if timeline.at(final).step == replacement:
        raise NothingToDo("{n} reads so already", n=final)
    return Amend(target=target, kind=kind, payload=payload, schema=schema, reason=reason)


def find_insertion_index(timeline: Timeline, after: int) -> int:
    """Return the index of the frame behind which an insertion after event `after` stands.

    It is the event's own, or the last of those that were inserted there before.
    """
    find_event(timeline, after)
    index = timeline.index(after)
    while index + 1 < len(timeline.frames):
        if not _stands_behind(timeline, timeline.frames[index + 1].entry.event, after):
            break
        index += 1
    return index


def _stands_behind(timeline: Timeline, event: Event, after: int) -> bool:
    """Return whether an event was inserted after event `after`, or after one that was."""
    while event.type == Insert.type:
        place = int(event.data()["after"])
        if place == after:
            return True
        event = find_event(timeline, place)
    return False


def plan_insertions(
    timeline: Timeline, after: int, actions: Sequence[Step], reason: str = ""
) -> list[Insert]:
    """Return the corrections that record forgotten actions, in their order, after an event; or
    people who left or joined there.

    Raise DecodeError for what this match does not have.
    """
    state = timeline.frames[find_insertion_index(timeline, after)].state
    found = []
    for action in actions:
        if isinstance(action, Action):
            timeline.engine.admit(state, action)
            state, _moves = timeline.engine.apply(state, action)
        else:
            state, _moves = change_seats(timeline.engine, state, action)
        kind, schema, payload = encode_content(timeline, action)
        found.append(Insert(after=after, kind=kind, payload=payload, schema=schema, reason=reason))
    return found


def plan_shift(timeline: Timeline, since: int, by: int = 1, reason: str = "") -> list[Amend]:
    """Return the amendments that move every action from `since` on to the seat `by` further on.

    Facts of the table stay as they are.

    Raise NothingToDo when there is nothing to give, or an action that another seat cannot take.
    """
    find_event(timeline, since)
    seats = len(timeline.seats)
    if by % seats == 0:
        raise NothingToDo("with {n} seats that shifts nothing", n=seats)
    index = timeline.index(since)
    index += timeline.frames[index].version != since
    found = []
    for frame in timeline.frames[index:]:
        if frame.action is None or frame.action.seat < 0:
            continue
        try:
            given = replace(frame.action, seat=_find_following(timeline, frame, by))
        except ValueError as error:
            raise NothingToDo(
                "{n} cannot be another seat's: {error}", n=frame.version, error=error
            ) from None
        kind, schema, payload = encode_content(timeline, given)
        found.append(
            Amend(target=frame.version, kind=kind, payload=payload, schema=schema, reason=reason)
        )
    if not found:
        raise NothingToDo("from {n} on no seat has acted", n=since)
    return found


def _find_following(timeline: Timeline, frame: Frame, by: int) -> int:
    """Return the seat `by` further on than the one that acts in a frame, without those left."""
    assert frame.action is not None  # noqa: S101
    acts, left = frame.action.seat, timeline.engine.list_left(frame.state)
    here = [seat for seat in range(frame.state.seats) if seat == acts or seat not in left]
    return here[(here.index(acts) + by) % len(here)]


def encode_content(timeline: Timeline, what: Action | Clerk) -> tuple[str, int, dict[str, Any]]:
    """Return the type, the schema version and the payload of an action or a clerk event."""
    if isinstance(what, Clerk):
        payload: dict[str, Any] = msgspec.to_builtins(what)
        return what.type, 1, payload
    return what.verb, what.schema, msgspec.json.decode(timeline.engine.encode(what))

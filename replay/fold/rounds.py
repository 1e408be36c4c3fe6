"""Rounds: in which round of the game each event happened."""

from __future__ import annotations

from typing import NamedTuple

from engines.values import TABLE
from replay.base.errors import NotFound
from replay.fold.timeline import Frame, Timeline


def number_rounds(timeline: Timeline) -> list[int]:
    """Return the round of every frame, from 1; 0 for what happened before the first.

    Where a game numbers no rounds, one begins whenever the turn comes back to the first seat. An
    event that is not of the game is of the round before it.
    """
    return [each.number for each in timeline.walk(_count_round)]


def number_by_version(timeline: Timeline) -> dict[int, int]:
    """Return the round of every event that counts, by its number."""
    pairs = zip(timeline.frames, number_rounds(timeline), strict=True)
    return {frame.version: number for frame, number in pairs}


def find_spans(timeline: Timeline, frame: Frame) -> dict[str, tuple[int, int]]:
    """Return the numbers of the first and the last event of every round up to a frame."""
    return timeline.walk(_extend_spans)[timeline.index(frame.version)]


def _extend_spans(
    timeline: Timeline,
    before: Frame | None,
    spans: dict[str, tuple[int, int]] | None,
    frame: Frame,
) -> dict[str, tuple[int, int]]:
    """Return the spans of the rounds up to a frame, given those up to the frame before it."""
    if spans is None or before is None or frame.action is None:
        return spans or {}
    label = str(find_round(timeline, frame))
    first, last = spans.get(label, (frame.version, frame.version))
    return {**spans, label: (min(first, frame.version), max(last, frame.version))}


def find_round(timeline: Timeline, frame: Frame) -> int:
    """Return the round of a frame of a timeline."""
    return timeline.walk(_count_round)[timeline.index(frame.version)].number


class Counted(NamedTuple):
    """The round of a frame, how many rounds of turns have begun up to it, and whose turn it was
    last."""

    number: int = 0
    rounds: int = 0
    turn: int = TABLE


def _count_round(
    timeline: Timeline, before: Frame | None, last: Counted | None, frame: Frame
) -> Counted:
    """Return the round of a frame, given that of the frame before it."""
    counted = last or Counted()
    if before is None or frame.action is None:
        return counted
    own = timeline.engine.find_round(before.state, frame.action)
    if own is not None:
        return counted._replace(number=own)
    turn = _find_turn(timeline, before)
    begins = turn == _find_first(timeline, before, timeline.opening.first) != counted.turn
    rounds = counted.rounds + begins
    return Counted(rounds, rounds, counted.turn if turn == TABLE else turn)


def _find_first(timeline: Timeline, frame: Frame, first: int) -> int:
    """Return the seat with which a round begins: the first one, or the next whose person is there
    once that one has left."""
    left, seats = timeline.engine.list_left(frame.state), frame.state.seats
    around = ((first + i) % seats for i in range(seats))
    return next((seat for seat in around if seat not in left), first)


def _find_turn(timeline: Timeline, frame: Frame) -> int:
    """Return the seat whose turn it is after a frame, TABLE where no seat is asked."""
    prompts = timeline.engine.list_prompts(frame.state)
    seats = (int(prompt.data.get("seat", prompt.seat)) for prompt in prompts)
    return next((seat for seat in seats if seat != TABLE), TABLE)


def list_round(timeline: Timeline, number: int) -> list[Frame]:
    """Return the frames of a round, those of actions. Raise NotFound when it has none."""
    numbers = number_rounds(timeline)
    pairs = zip(numbers, timeline.frames, strict=True)
    found = [frame for n, frame in pairs if n == number and frame.action is not None]
    if not found:
        last = max(numbers)
        raise NotFound("no round {n}: this match has rounds 1 to {last}", n=number, last=last)
    return found

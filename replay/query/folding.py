"""What the engines derive from a match: its moves, scores and breaches, as rows of the views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from engines.registry import BrokenGame, NoSuchGame
from engines.values import Breach
from ledger.event import Event
from replay.fold.rounds import number_rounds
from replay.fold.rulings import Rulings, is_ruled
from replay.fold.timeline import Frame, Timeline

Rows = list[tuple[Any, ...]]


class Derived(NamedTuple):
    """The rows of a match in the derived views. `folded` is False where it cannot be folded."""

    moves: Rows
    scores: Rows
    breaches: Rows
    folded: bool = True


def derive(events: list[Event]) -> Derived:
    """Return what the engine of a match says of its stream.

    Of a branch, only the events that it does not share move pieces and break rules.
    """
    try:
        timeline = Timeline(events)
    except (NoSuchGame, BrokenGame, ValueError, LookupError):
        return Derived([], [], [], folded=False)
    match_id = events[-1].match_id
    rulings = timeline.rulings()
    moves: Rows = []
    breaches: Rows = []
    for frame, number in zip(timeline.frames, number_rounds(timeline), strict=True):
        if frame.entry.event.match_id == match_id:
            moves += list_moves(match_id, frame, number)
            breaches += list_breaches(match_id, frame, rulings)
    return Derived(moves, list(list_scores(match_id, timeline)), breaches)


def list_moves(match_id: str, frame: Frame, number: int) -> Iterator[tuple[Any, ...]]:
    """Yield the moves of a frame, in a round."""
    for place, move in enumerate(frame.moves):
        told = (match_id, frame.version, place, number, frame.entry.kind, find_seat(frame))
        yield (*told, move.n, move.item, move.source, move.target, move.rule, move.name or None)


def list_breaches(match_id: str, frame: Frame, rulings: Rulings) -> Iterator[tuple[Any, ...]]:
    """Yield the breaches of a frame, then those of rules that were switched off."""
    told = (match_id, frame.version, frame.entry.kind, find_seat(frame))

    def describe(breach: Breach, waived: bool) -> tuple[Any, ...]:
        ruled = is_ruled(rulings, frame.version, breach)
        return (*told, breach.rule, breach.why or breach.rule, ruled, waived)

    yield from (describe(breach, False) for breach in frame.breaches)
    yield from (describe(breach, True) for breach in frame.waived)


def list_scores(match_id: str, timeline: Timeline) -> Iterator[tuple[Any, ...]]:
    """Yield the score of every seat at the end."""
    standing = timeline.engine.standing(timeline.state)
    closing = timeline.closing
    counted = dict(enumerate(closing.close.points)) if closing else {}
    for score in standing.scores:
        seat = score.seat
        won, name = seat in standing.winners, timeline.seats[seat]
        yield match_id, seat, name, score.total, score.rank, won, standing.over, counted.get(seat)


def find_seat(frame: Frame) -> int | None:
    """Return the seat that acted in a frame, None for the table and for events of no game."""
    return frame.action.seat if frame.action is not None and frame.action.seat >= 0 else None

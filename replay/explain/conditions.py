"""Conditions such as ``b.coins < 2``, and the events at which they begin to hold."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from engines.names import fold
from engines.notation import split_owner
from engines.values import NotationError
from replay.explain.explanations import POINTS, find_subject
from replay.fold.timeline import Frame, Timeline

OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "==": operator.eq,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}

Measure = Callable[[Frame], int]
"""Returns a number at a frame: how many pieces lie somewhere, or a score."""


class Condition(NamedTuple):
    """A comparison of a measure with a number; `what` is the measure as it was typed."""

    what: str
    compare: Callable[[int, int], bool]
    number: int
    value: Measure

    def holds(self, frame: Frame) -> bool:
        """Return whether the condition holds after the event of a frame."""
        return self.compare(self.value(frame), self.number)


def parse_condition(timeline: Timeline, text: str) -> Condition:
    """Return the condition that a text means: ``a.cards >= 5``.

    Raise NotationError when it is none, or is about nothing in the match.
    """
    found = re.fullmatch(r"\s*(.+?)\s*(<=|>=|!=|==|=|<|>)\s*(-?[0-9]{1,9})\s*", text)
    if found is None:
        raise NotationError("condition-form", word=text, given=text)
    what, sign, number = found.groups()
    return Condition(what, OPERATORS[sign], int(number), parse_measure(timeline, what))


def parse_measure(timeline: Timeline, what: str) -> Measure:
    """Return the measure that a text means: ``a.points``, ``bank.red``, ``b.coins``, ``a.cards``.

    Raise NotationError when there is none.
    """
    seat, rest = split_owner(what, len(timeline.seats), timeline.seats)
    if seat is not None and fold(rest) in (POINTS, "score", "점수"):
        return lambda frame: _count_points(timeline, frame, seat)
    subject = find_subject(timeline, timeline.frames[-1], what)
    if subject.inside is None:
        raise NotationError("condition-form", word=what, given=what)
    inside, item = subject.inside, subject.item

    def count_pieces(frame: Frame) -> int:
        """Return how many pieces of the subject there are at a frame."""
        return sum(
            n
            for place, holding in frame.state.book.places.items()
            if inside(place)
            for piece, n in holding.items()
            if item in (None, piece)
        )

    return count_pieces


def _count_points(timeline: Timeline, frame: Frame, seat: int) -> int:
    """Return the points of a seat at a frame, 0 before anybody sat there."""
    scores = timeline.engine.standing(frame.state).scores
    return next((score.total or 0 for score in scores if score.seat == seat), 0)


def find_onsets(timeline: Timeline, condition: Condition) -> Iterator[Frame]:
    """Yield each frame at which a condition holds and did not hold at the frame before."""
    before = False
    for frame in timeline.frames:
        now = condition.holds(frame)
        if now and not before:
            yield frame
        before = now

"""When did it happen: conditions such as ``b.coins < 2`` and the first event at which they hold."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from engines.names import fold
from engines.notation import split_owner
from engines.values import NotationError
from replay.explain.explanations import POINTS, resolve
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

Value = Callable[[Frame], int]
"""What a number is at a frame."""


class Condition(NamedTuple):
    """A comparison of what lies somewhere, or of a score, with a number."""

    what: str
    compare: Callable[[int, int], bool]
    number: int
    value: Value

    def holds(self, frame: Frame) -> bool:
        """Return whether it holds after the frame's event."""
        return self.compare(self.value(frame), self.number)


def read_condition(timeline: Timeline, text: str) -> Condition:
    """Return the condition in a text: ``a.cards >= 5``. Raise NotationError."""
    found = re.fullmatch(r"\s*(.+?)\s*(<=|>=|!=|==|=|<|>)\s*(-?\d{1,9})\s*", text)
    if found is None:
        raise NotationError("condition-form", word=text, given=text)
    what, sign, number = found.groups()
    return Condition(what, OPERATORS[sign], int(number), value_of(timeline, what))


def value_of(timeline: Timeline, what: str) -> Value:
    """Return how to find out a number: ``a.points``, ``bank.red``, ``b.coins``, ``a.cards``."""
    seat, rest = split_owner(what, len(timeline.seats), timeline.seats)
    if seat is not None and fold(rest) in (POINTS, "score", "점수"):
        return lambda frame: timeline.engine.standing(frame.state).scores[seat].total or 0
    subject = resolve(timeline, timeline.frames[-1], what)
    if subject.inside is None:
        raise NotationError("condition-form", word=what, given=what)
    inside, item = subject.inside, subject.item

    def held(frame: Frame) -> int:
        return sum(
            n
            for place, holding in frame.state.book.places.items()
            if inside(place)
            for piece, n in holding.items()
            if item in (None, piece)
        )

    return held


def times(timeline: Timeline, condition: Condition) -> Iterator[Frame]:
    """Yield the frames at which a condition begins to hold."""
    before = False
    for frame in timeline.frames:
        now = condition.holds(frame)
        if now and not before:
            yield frame
        before = now

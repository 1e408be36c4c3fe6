"""What a correction changes: the same match before it and after it, compared."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final, NamedTuple, TypeAlias

from engines.values import UNACCOUNTED, Breach, Standing
from replay.base.errors import NothingToDo
from replay.fold.timeline import Timeline
from replay.record.followers import draft_corrections, plan_whole_shift

Key: TypeAlias = tuple[int, str, str, tuple[str, ...]]
"""What tells breaches of a match apart: version, rule, reason, whom and what it concerns."""


class Consequences(NamedTuple):
    """What a correction changes: breaches by version that appear and vanish, totals by seat
    before and after, winners before and after, and what the record cannot explain afterwards.

    `explained` is what it could not explain before, `off_turn` are the events after which an
    action of a seat that is no longer on turn stands.
    """

    appear: list[tuple[int, Breach]]
    vanish: list[tuple[int, Breach]]
    totals: list[tuple[int | None, int | None]]
    winners: tuple[tuple[int, ...], tuple[int, ...]]
    unaccounted: dict[str, int]
    explained: dict[str, int]
    off_turn: list[int]

    @property
    def is_harmless(self) -> bool:
        """Whether nothing is broken that was not before, and no more lacks an explanation."""
        return not self.appear and all(
            abs(n) <= abs(self.explained.get(item, 0)) for item, n in self.unaccounted.items()
        )


class ShiftHint(NamedTuple):
    """A shift that puts right whose turn it was: from which event on, by how many seats, and the
    breaches (version, rule) that it settles."""

    since: int
    by: int
    settles: frozenset[tuple[int, str]]

    @property
    def line(self) -> str:
        """The line to type."""
        return f"shift {self.since}" + (f" {self.by}" if self.by != 1 else "")


def compare_timelines(before: Timeline, after: Timeline) -> Consequences:
    """Return what differs between a match as it was and as corrected."""
    old, new = dict(_list_breaches(before)), dict(_list_breaches(after))
    was, now = (line.engine.standing(line.state) for line in (before, after))
    appear = [new[key] for key in new if key not in old]
    return Consequences(
        appear,
        [old[key] for key in old if key not in new],
        [*zip_longest(list_totals(was), list_totals(now))],
        (was.winners, now.winners),
        dict(after.state.book.holding(UNACCOUNTED)),
        dict(before.state.book.holding(UNACCOUNTED)),
        _find_off_turn(after, {version for version, _breach in appear}),
    )


def list_totals(standing: Standing) -> list[int | None]:
    """Return the total of every seat, seats in order."""
    return [score.total for score in sorted(standing.scores, key=lambda score: score.seat)]


CONCERNED: Final = ("seat", "side", "place", "item", "card")
"""The data of a breach that name whom and what it concerns; the others may change with it."""


def _list_breaches(timeline: Timeline) -> Iterator[tuple[Key, tuple[int, Breach]]]:
    """Yield the breaches of a match with their versions, each under a key of its own.

    An event may break one rule several times, with several pieces.
    """
    for frame in timeline.frames:
        for breach in frame.breaches:
            concerned = tuple(str(breach.data.get(name, "")) for name in CONCERNED)
            yield (frame.version, breach.rule, breach.why, concerned), (frame.version, breach)


def _find_off_turn(timeline: Timeline, among: set[int]) -> list[int]:
    """Return which events hold an action of a seat that nothing was asked of."""
    found = []
    for index, frame in enumerate(timeline.frames):
        if frame.version not in among or frame.action is None or frame.action.seat < 0:
            continue
        prompts = timeline.engine.list_prompts(timeline.frames[index - 1].state)
        asked = {int(prompt.data.get("seat", prompt.seat)) for prompt in prompts} - {-1}
        if asked and frame.action.seat not in asked:
            found.append(frame.version)
    return found


def find_shift_hint(after: Timeline, changes: Consequences) -> ShiftHint | None:
    """Return the shift that puts the turns right again after a correction, None if none does.

    Where it is recorded what was filled in, a right shift breaks nothing more; one that does tells
    that the correction is at the wrong place. Older records keep numbers that nobody typed: there
    it is the shift that breaks the fewest rules.
    """
    if not changes.off_turn:
        return None
    since, best = changes.off_turn[0], None
    fewest = len(changes.appear)
    if any(frame.intent for frame in after.frames[after.index(since) :]):
        fewest = 1
    for by in range(1, len(after.seats)):
        try:
            shifted = after.imagine(draft_corrections(plan_whole_shift(after, since, by)))
        except NothingToDo:
            continue
        then = compare_timelines(after, shifted)
        left = _count_remaining(changes, then)
        if left < fewest:
            settled = frozenset((version, breach.rule) for version, breach in then.vanish)
            fewest, best = left, ShiftHint(since, by, settled)
    return best


def _count_remaining(first: Consequences, then: Consequences) -> int:
    """Return how many breaches two corrections, one after the other, bring about together.

    A piece that only they leave unexplained counts as one.
    """
    healed = {(version, breach.rule, breach.why) for version, breach in then.vanish}
    known = {(version, breach.rule, breach.why) for version, breach in first.vanish}
    left = [each for each in first.appear if (each[0], each[1].rule, each[1].why) not in healed]
    left += [each for each in then.appear if (each[0], each[1].rule, each[1].why) not in known]
    unexplained = sum(
        max(0, abs(n) - abs(first.explained.get(item, 0))) for item, n in then.unaccounted.items()
    )
    return len(left) + unexplained

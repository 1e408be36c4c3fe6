"""The search for the smallest corrections after which the record shows what the table shows.

It is done in rounds: one slip whose predicted effect is just the difference; one whose effect comes
near it, or that stands where breaches begin, or long before; two slips whose effects add up; a slip
that explains a part, and another in the match as it then is. Every solution has been folded, so it
is true. All rounds are bounded, so a question without an answer ends soon.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from engines.book import Book
from engines.protocol import State
from engines.values import UNACCOUNTED
from ledger.event import draft_event
from replay.fold.timeline import Timeline
from replay.reconcile.drains import apply_drains, find_drains, undo_drain
from replay.reconcile.effects import Watch, action_key, subtract
from replay.reconcile.facts import Difference, Facts, Key, compare_facts
from replay.reconcile.slips import (
    PRIOR,
    Prediction,
    Slip,
    SlipPredictor,
    build_correction,
    classify_amendment,
)
from replay.reconcile.trials import ONSET_WINDOW, Trials, find_onsets, weigh_suspicion
from replay.reconcile.variants import Hints

MAX_APPLIED: Final = 60_000
"""How many actions are applied to predict effects; what lies farther back is not looked at."""

MAX_EXACT: Final = 120
"""How many slips are folded whose predicted effect is just the difference."""

MAX_NEAR: Final = 300
"""How many slips are folded whose predicted effect comes near the difference."""

MAX_SUPPORTED: Final = 40
"""How many slips are folded whose pieces were seen where the slips may have led them."""

CHUNK: Final = 50
"""So many near slips are folded in any case, then as many at a time until something is found."""

MAX_PAIRS: Final = 150
"""How many pairs of slips are folded."""

MAX_FIRSTS: Final = 2
"""How many slips are taken for granted to search for a second one."""

MAX_ALIKE: Final = 3
"""How many slips with the same effect take part in pairs."""

SUSPECT: Final = 1.5
"""The suspicion from which a slip is checked by what becomes of the breaches."""

MAX_ONSETS: Final = 6
"""How many beginnings of rows of breaches are tried, the earliest first. Beyond ONSET_WINDOW events
before them only the earliest one is."""

MAX_AT_ONSET: Final = 60
"""How many slips are folded there."""

BATCH: Final = 10
"""How many of them at a time, until something is found."""

BEFORE_ONSET: Final = 16
"""How many events before the beginning of a row of breaches are tried."""

AFTER_ONSET: Final = 2
"""How many events after the beginning of a row of breaches are checked again."""

MAX_CHECKED: Final = 300
"""How many slips are checked by what becomes of the breaches: the first ones and the last ones."""

MAX_FAR: Final = 300
"""How many slips are checked by whether a row of breaches much later still begins."""

MAX_CLEARING: Final = 100
"""How many slips are folded after which breaches vanish."""


def _count_unaccounted(book: Book) -> int:
    """Return how many pieces the record cannot explain."""
    return sum(abs(n) for n in book.holding(UNACCOUNTED).values())


class Solution(NamedTuple):
    """Slips that explain the facts, and the state at the position once they are corrected."""

    slips: tuple[Slip, ...]
    state: State


class Search:
    """Searches for the slips that explain some facts at a position of a match.

    `index` is the frame of the position, `wanted` the facts less the record, `since` the first
    frame that was looked at.
    """

    def __init__(
        self, timeline: Timeline, index: int, facts: Facts, max_applied: int = MAX_APPLIED
    ) -> None:
        self.timeline = timeline
        self.max_applied = max_applied
        self.engine = timeline.engine
        self.index = index
        self.frames = timeline.frames[: index + 1]
        self.now = index == len(timeline.frames) - 1
        self.facts = facts
        self.wanted = compare_facts(self.frames[-1].state.book, facts)
        self.drains = find_drains(self.engine, self.frames)
        counted = {drain.key: drain.frame for drain in self.drains if drain.most is None}
        bounds = [counted.get(key, 0) for key in self.wanted]
        self._size = sum(map(abs, self.wanted.values()))
        self.since = min(bounds, default=0)
        self.bound = max(bounds, default=0)
        watch = Watch((*facts, *(drain.key for drain in self.drains)))
        self.predictor = SlipPredictor(self.engine, self.frames, watch)
        self.trials = Trials(self.engine, self.frames)

    # -- rounds ------------------------------------------------------------------------------

    def search_onsets(self) -> list[Solution]:
        """Return the solutions by one slip where a row of breaches begins.

        One slip can bring a whole row, and then it stands shortly before it. Nearer events are
        tried first.
        """
        if not self.wanted:
            return []
        for back in range(BEFORE_ONSET):
            most = MAX_ONSETS if back < ONSET_WINDOW else 1
            slips = self._find_before_onsets(self.onsets[:most], back)
            for start in range(0, min(len(slips), MAX_AT_ONSET), BATCH):
                found = self._verify(slips[start : start + BATCH])
                if found:
                    return found
        return []

    def search_single(self, max_near: int = MAX_NEAR) -> list[Solution]:
        """Return the solutions by one slip whose predicted effect is, or is near, the difference.

        Up to `max_near` near ones are tried.
        """
        if not self.wanted:
            return []
        sure = self._find_exact()[:MAX_EXACT] + self._find_supported()[:MAX_SUPPORTED]
        found = self._verify(sure + self.near[:CHUNK])
        if not found:
            found = self._verify(self.clearing)
        for start in range(CHUNK, min(max_near, len(self.near)), CHUNK):
            if found:
                break
            found = self._verify(self.near[start : start + CHUNK])
        return found

    def search_far(self) -> list[Solution]:
        """Return the solutions by one slip that brings a row of breaches much later.

        For example, a card too many shows when its deck should have run out.
        """
        far = self._find_far() if self.wanted and self.onsets else []
        for start in range(0, min(len(far), MAX_CLEARING), BATCH):
            found = self._verify(far[start : start + BATCH])
            if found:
                return found
        return []

    def search_pairs(self) -> list[Solution]:
        """Return the solutions by two slips whose effects add up."""
        return self._verify(self._find_pairs()) if self.wanted else []

    def search_dependent_pairs(self) -> list[Solution]:
        """Return the solutions by two slips of which one changes the other's effect."""
        return self._verify(self._find_dependent_pairs()) if self.wanted else []

    def search_partial(self) -> list[Solution]:
        """Return one-slip corrections that explain a part of the difference and spoil nothing.

        Those that leave least to explain come first.
        """
        if not self.wanted:
            return []
        most = _count_unaccounted(self.frames[-1].state.book)
        found: list[tuple[int, int, Solution]] = []
        for slips in [*self.clearing, *self.near[:CHUNK]]:
            state = self.trials.fold(slips)
            left = compare_facts(state.book, self.facts)
            size = sum(map(abs, left.values()))
            if (
                size < self._size
                and left.keys() <= self.wanted.keys()
                and _count_unaccounted(state.book) <= most
                and self.trials.are_recordable(slips)
            ):
                found.append((size, len(found), Solution(slips, state)))
        found.sort(key=lambda each: each[:2])
        return [solution for size, _, solution in found if size == found[0][0]]

    # -- what is known of the match ----------------------------------------------------------

    @cached_property
    def predictions(self) -> list[Prediction]:
        """All slips, with the part of their effects that reaches the position and was asked for."""
        return list(self._predict())

    @cached_property
    def suspicion(self) -> dict[int, float]:
        """How suspicious the frames shortly before a breach are, by index."""
        return weigh_suspicion(self.frames)

    @cached_property
    def onsets(self) -> list[int]:
        """The frames at which rows of breaches begin."""
        return find_onsets(self.frames)

    @cached_property
    def near(self) -> list[tuple[Slip]]:
        """The slips whose effect comes near the difference, the nearest first."""
        return self._find_near()

    @cached_property
    def clearing(self) -> list[tuple[Slip]]:
        """The slips shortly before breaches after which fewer breaches are left, fewest first."""
        suspects = [
            each.slip
            for each in self.predictions
            if each.slip.frame >= self.bound
            and self.suspicion.get(each.slip.first_changed, 0) >= SUSPECT
        ]
        suspects.sort(key=lambda slip: slip.first_changed)
        if len(suspects) > MAX_CHECKED:
            suspects = suspects[: MAX_CHECKED // 2] + suspects[-MAX_CHECKED // 2 :]
        checked = sorted(
            (self.trials.count_more_breaches((slip,)), number)
            for number, slip in enumerate(suspects)
        )
        return [(suspects[number],) for more, number in checked[:MAX_CLEARING] if more < 0]

    def _predict(self) -> Iterator[Prediction]:
        """Yield the predictions for all frames, the latest first, until enough were applied."""
        wanted, hints = self.wanted, Hints(self.wanted)
        ahead = list(self.drains)
        for index in range(self.index, self.since - 1, -1):
            if self.predictor.applied > self.max_applied:
                self.since = index + 1
                return
            if index < self.index or self.now:
                yield from self._drain(self.predictor.predict_after(index, wanted))
            yield from self._drain(self.predictor.predict_at(index, wanted, hints))
            while ahead and ahead[-1].frame == index:
                wanted = undo_drain(wanted, ahead.pop())
                hints = Hints(wanted)

    def _drain(self, predictions: Iterator[Prediction]) -> Iterator[Prediction]:
        """Yield predictions with the part of the effect that is left and was asked about."""
        for slip, effect, support in predictions:
            left = apply_drains(effect, slip.frame, self.drains)
            asked = {key: n for key, n in left.items() if key in self.facts}
            yield Prediction(slip, asked, support)

    # -- slips to try ------------------------------------------------------------------------

    def _find_before_onsets(self, onsets: Sequence[int], back: int) -> list[tuple[Slip]]:
        """Return the slips `back` events before some onsets after which fewer breaches follow.

        Those that leave the fewest come first.
        """
        checked: list[tuple[int, float, int, Slip]] = []
        for onset in onsets:
            for slip in self._slips_changing(onset - back):
                window = onset - slip.frame + AFTER_ONSET
                more = self.trials.count_more_breaches((slip,), window)
                if more < 0:
                    checked.append((more, PRIOR[slip.kind], len(checked), slip))
        return [(slip,) for *_, slip in sorted(checked)]

    def _slips_changing(self, index: int) -> Iterator[Slip]:
        """Yield the slips whose correction first changes frame `index`."""
        if index <= self.bound:
            return
        wanted = self.wanted
        for drain in reversed(self.drains):
            if drain.frame <= index:
                break
            wanted = undo_drain(wanted, drain)
        for each in self.predictor.predict_at(index, wanted, Hints(wanted)):
            yield each.slip
        for each in self.predictor.predict_after(index - 1, wanted):
            yield each.slip

    def _find_exact(self) -> list[tuple[Slip]]:
        """Return the slips whose effect is just the difference, the most usual first."""
        found = [each.slip for each in self.predictions if each.effect == self.wanted]
        return [(slip,) for slip in sorted(found, key=lambda slip: PRIOR[slip.kind])]

    def _find_supported(self) -> list[tuple[Slip]]:
        """Return the slips whose pieces were seen where they may have led, the most first."""
        found = [each for each in self.predictions if each.support and each.effect != self.wanted]
        found.sort(key=lambda each: (-each.support, PRIOR[each.slip.kind]))
        return [(each.slip,) for each in found]

    def _find_near(self) -> list[tuple[Slip]]:
        """Return the slips nearest to the difference; suspicion brings a slip nearer."""
        ranked = heapq.nsmallest(
            MAX_NEAR,
            (
                (self._distance(each) - self.suspicion.get(each.slip.first_changed, 0), number)
                for number, each in enumerate(self.predictions)
                if each.slip.frame >= self.bound
                and each.effect != self.wanted
                and (each.effect or each.slip.first_changed in self.suspicion)
            ),
        )
        return [(self.predictions[number].slip,) for _, number in ranked]

    def _find_far(self) -> list[tuple[Slip]]:
        """Return the slips after which the first row of breaches does not begin.

        Those that leave the fewest breaches come first. Only those nearest to the difference are
        checked: what they changed still lies there.
        """
        onset = self.onsets[0]
        earlier = [
            each
            for each in self._skip_repeated()
            if each.effect and each.slip.first_changed <= onset
        ]
        ranked = ((self._distance(each), number) for number, each in enumerate(earlier))
        checked: list[tuple[int, int, Slip]] = []
        for _, number in heapq.nsmallest(MAX_FAR, ranked):
            slip = earlier[number].slip
            more = self.trials.count_more_breaches((slip,), onset - slip.frame + AFTER_ONSET)
            if more < 0:
                checked.append((more, len(checked), slip))
        return [(slip,) for *_, slip in sorted(checked)]

    def _skip_repeated(self) -> Iterator[Prediction]:
        """Yield the predictions; an action forgotten at several events running comes once."""
        latest: dict[tuple[str, bytes], int] = {}
        for each in self.predictions:
            slip = each.slip
            if slip.after and slip.action is not None:
                key = action_key(self.engine, slip.action)
                again = latest.get(key) == slip.frame + 1
                latest[key] = slip.frame
                if again:
                    continue
            if slip.frame >= self.bound:
                yield each

    def _distance(self, each: Prediction) -> float:
        """Return how far a predicted effect is from the difference.

        Numbers explained count most, and among them those of what is unaccounted, which few slips
        change.
        """
        explained, spoiled, size = 0, 0, self._size
        for key, n in each.effect.items():
            wanted = self.wanted.get(key, 0)
            if wanted == n:
                explained += 2 if key[0] == UNACCOUNTED else 1
            spoiled += key not in self.wanted
            size += abs(wanted - n) - abs(wanted)
        return spoiled + 0.1 * min(size, 20) + 0.2 * PRIOR[each.slip.kind] - 1.5 * explained

    def _find_pairs(self) -> list[tuple[Slip, Slip]]:
        """Return pairs of slips whose effects add up to the difference, the most usual first."""

        def cost(slip: Slip) -> float:
            return PRIOR[slip.kind] - self.suspicion.get(slip.first_changed, 0)

        by_effect: dict[frozenset[tuple[Key, int]], list[Slip]] = {}
        for each in self.predictions:
            if each.effect:
                by_effect.setdefault(frozenset(each.effect.items()), []).append(each.slip)
        for slips in by_effect.values():
            slips.sort(key=cost)
            del slips[MAX_ALIKE:]
        pairs = (
            (one, other)
            for effect, slips in by_effect.items()
            for other in by_effect.get(self._complement(dict(effect)), ())
            for one in slips
            if (one.frame, one.after) < (other.frame, other.after)
        )
        return heapq.nsmallest(MAX_PAIRS, pairs, key=lambda pair: sum(map(cost, pair)))

    def _complement(self, effect: Difference) -> frozenset[tuple[Key, int]]:
        """Return the effect that, added to another one, makes up the difference."""
        return frozenset(subtract(self.wanted, effect).items())

    def _find_dependent_pairs(self) -> Iterator[tuple[Slip, ...]]:
        """Yield pairs of slips of which the second is found once the first is corrected.

        The first one explains a part of the difference, or makes breaches vanish.
        """
        tried = [*self.clearing, *self.near[:CHUNK]]
        left = [(self._count_left(slips), number) for number, slips in enumerate(tried)]
        here = {frame.version: index for index, frame in enumerate(self.frames)}
        for _, number in heapq.nsmallest(MAX_FIRSTS, left):
            (first,) = tried[number]
            correction = build_correction(self.engine, self.frames, first)
            timeline = self.timeline.imagine([draft_event(correction.type, correction)])
            position = self.frames[-1].version
            index = len(timeline.frames) - 1 if self.now else timeline.index(position)
            search = Search(timeline, index, self.facts, MAX_APPLIED // 3)
            for (second,), _state in search.search_single(CHUNK):
                frame = here.get(search.frames[second.frame].version)
                if frame == first.frame and not first.after and not second.after:
                    yield (self._join_slips(first, second),)
                elif frame is not None:
                    yield first, second._replace(frame=frame)

    def _join_slips(self, first: Slip, second: Slip) -> Slip:
        """Return the slip that two corrections of the same event come to."""
        recorded, meant = self.frames[first.frame].action, second.action
        if recorded is None or meant is None:
            return first._replace(kind=second.kind, action=meant)
        return Slip(classify_amendment(recorded, meant), first.frame, meant)

    def _count_left(self, slips: Sequence[Slip]) -> int:
        """Return how many numbers still differ after a correction, and breaches more there are."""
        book: Book = self.trials.fold(slips).book
        return len(compare_facts(book, self.facts)) + self.trials.count_more_breaches(slips)

    def _verify(self, tried: Iterable[tuple[Slip, ...]]) -> list[Solution]:
        """Return the slips after whose correction the record shows the facts.

        A correction that leaves more unaccounted than before is no solution, nor is one that
        cannot be recorded.
        """
        found = []
        most = _count_unaccounted(self.frames[-1].state.book)
        for slips in tried:
            state = self.trials.fold(slips)
            if compare_facts(state.book, self.facts) or _count_unaccounted(state.book) > most:
                continue
            if self.trials.are_recordable(slips):
                found.append(Solution(slips, state))
        return found

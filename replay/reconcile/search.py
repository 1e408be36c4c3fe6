"""The search for the smallest corrections after which the record shows what the table shows.

One slip whose foretold effect is just the difference; one whose effect comes near it, or that
stands where breaches begin, or long before; two slips whose effects add up to it; a slip that
explains a part, and another in the match as it then is. Whatever is found has been folded to see
that it is true. All of it is bounded, so that a question without an answer ends soon.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from engines.book import Book
from engines.values import UNACCOUNTED, Action
from ledger.event import draft
from replay.fold.timeline import Timeline
from replay.reconcile.facts import Difference, Facts, Key, Watch, difference, minus
from replay.reconcile.likeness import content_of
from replay.reconcile.onsets import ONSET, onsets, suspected
from replay.reconcile.plausibility import PRIOR
from replay.reconcile.readings import Hints
from replay.reconcile.slips import Foretold, Slip, Slips, correction_of
from replay.reconcile.suspense import before, drained, drains

MOST_APPLIED: Final = 60_000
"""How many actions are tried in the first round; what lies farther back is not looked at."""

MOST_EXACT: Final = 120
"""How many slips that should explain the difference are folded."""

MOST_NEAR: Final = 300
"""How many slips that may explain it are folded when nothing else is found."""

MOST_SUPPORTED: Final = 40
"""How many slips are folded of which pieces were seen where they may have led."""

CHUNK: Final = 50
"""So many of them are folded in any case, and then as many again until something is found."""

MOST_PAIRS: Final = 150
"""How many pairs are folded."""

FIRSTS: Final = 2
"""How many slips are taken for granted to look for a second one."""

WINDOW: Final = 6
"""How many events after a slip are judged again, to compare corrections before they are folded."""

ALIKE: Final = 3
"""How many slips with the same effect take part in pairs."""

SUSPECT: Final = 1.5
"""How much suspicion makes it worth while to see what becomes of the breaches."""

MOST_ONSETS: Final = 6
"""How many beginnings of rows of breaches are looked at first, the earliest ones; farther than
ONSET events back, the earliest alone."""

MOST_AT_ONSET: Final = 60
"""How many slips there are folded."""

BATCH: Final = 10
"""So many of them at a time, until something is found."""

BEFORE_ONSET: Final = 16
"""How many events before the beginning of a row are looked at."""

SHORTLY: Final = 2
"""How many events after an onset are judged again."""

MOST_JUDGED: Final = 300
"""How many slips are judged by what becomes of the breaches, near the first and the last ones."""

MOST_FAR: Final = 300
"""How many slips are judged by whether a row of breaches much later still begins."""

MOST_CLEARING: Final = 100
"""How many of either are folded."""


def acts_at(slip: Slip) -> int:
    """Return the first frame that a correction changes."""
    return slip.frame + slip.after


def _unaccounted(book: Book) -> int:
    """Return how many pieces the record cannot explain."""
    return sum(abs(n) for n in book.holding(UNACCOUNTED).values())


class Explanation(NamedTuple):
    """Slips that explain the facts, and the state at the position once they are corrected."""

    slips: tuple[Slip, ...]
    state: Any


class Search:
    """Looks for what explains some facts at a position of a match.

    `index` is the frame of the position, `wanted` by how much the facts are more than the
    record, `since` the first frame that was looked at.
    """

    def __init__(
        self, timeline: Timeline, index: int, facts: Facts, most: int = MOST_APPLIED
    ) -> None:
        self.timeline = timeline
        self.most = most
        self.engine = timeline.engine
        self.index = index
        self.frames = timeline.frames[: index + 1]
        self.now = index == len(timeline.frames) - 1
        self.facts = facts
        self.wanted = difference(self.frames[-1].state.book, facts)
        self.drains = drains(self.engine, self.frames)
        counted = {drain.key: drain.frame for drain in self.drains if drain.most is None}
        bounds = [counted.get(key, 0) for key in self.wanted]
        self._size = sum(map(abs, self.wanted.values()))
        self.since = min(bounds, default=0)
        self.bound = max(bounds, default=0)
        watch = Watch((*facts, *(drain.key for drain in self.drains)))
        self.slips = Slips(self.engine, self.frames, watch)

    def by_onset(self) -> list[Explanation]:
        """Return what explains the facts by one slip where a row of breaches begins.

        One slip can bring a whole row, and then it stands right before it: no other place needs to
        be looked at, and the nearer it is the better.
        """
        if not self.wanted:
            return []
        for back in range(BEFORE_ONSET):
            most = MOST_ONSETS if back < ONSET else 1
            there = self._at_onsets(self.onsets[:most], back)
            for start in range(0, min(len(there), MOST_AT_ONSET), BATCH):
                found = self._verified(there[start : start + BATCH])
                if found:
                    return found
        return []

    def by_one(self, most: int = MOST_NEAR) -> list[Explanation]:
        """Return what explains the facts by one slip: exact ones, and near ones until some are
        found, `most` of which are tried."""
        if not self.wanted:
            return []
        sure = self._exact()[:MOST_EXACT] + self._supported()[:MOST_SUPPORTED]
        found = self._verified(sure + self.near[:CHUNK])
        if not found:
            found = self._verified(self.clearing)
        for start in range(CHUNK, min(most, len(self.near)), CHUNK):
            if found:
                break
            found = self._verified(self.near[start : start + CHUNK])
        return found

    def by_far(self) -> list[Explanation]:
        """Return what explains the facts by one slip from which a row of breaches came much later:
        a card too many shows when its deck should have run out."""
        far = self._far() if self.wanted and self.onsets else []
        for start in range(0, min(len(far), MOST_CLEARING), BATCH):
            found = self._verified(far[start : start + BATCH])
            if found:
                return found
        return []

    def by_two(self) -> list[Explanation]:
        """Return what explains the facts by two slips whose effects add up."""
        return self._verified(self._pairs()) if self.wanted else []

    def by_one_after_another(self) -> list[Explanation]:
        """Return what explains the facts by two slips of which one changes the other's effect."""
        return self._verified(self._one_after_another()) if self.wanted else []

    @cached_property
    def foretold(self) -> list[Foretold]:
        """Every slip, with what of its effects arrives at the position and was asked about."""
        return list(self._foretold())

    @cached_property
    def suspected(self) -> dict[int, float]:
        """The frames shortly before a breach."""
        return suspected(self.frames)

    @cached_property
    def onsets(self) -> list[int]:
        """The frames at which rows of breaches begin."""
        return onsets(self.frames)

    @cached_property
    def near(self) -> list[tuple[Slip]]:
        """The slips that may explain the difference together with what follows from them."""
        return self._near()

    @cached_property
    def clearing(self) -> list[tuple[Slip]]:
        """The slips shortly before breaches after which most of them vanish."""
        there = [
            each.slip
            for each in self.foretold
            if each.slip.frame >= self.bound
            and self.suspected.get(acts_at(each.slip), 0) >= SUSPECT
        ]
        there.sort(key=acts_at)
        if len(there) > MOST_JUDGED:
            there = there[: MOST_JUDGED // 2] + there[-MOST_JUDGED // 2 :]
        judged = sorted((self.findings((slip,)), number) for number, slip in enumerate(there))
        return [(there[number],) for found, number in judged[:MOST_CLEARING] if found < 0]

    def _one_after_another(self) -> Iterator[tuple[Slip, Slip]]:
        """Yield pairs whose first slip explains a part, and everything depends on it: it is
        corrected, and the rest is searched for in the match as it then is."""
        tried = [*self.clearing, *self.near[:CHUNK]]
        left = [
            (len(difference(self.fold(slips).book, self.facts)) + self.findings(slips), number)
            for number, slips in enumerate(tried)
        ]
        here = {frame.version: index for index, frame in enumerate(self.frames)}
        for _, number in heapq.nsmallest(FIRSTS, left):
            (first,) = tried[number]
            correction = correction_of(self.engine, self.frames, first)
            timeline = self.timeline.imagine([draft(correction.type, correction)])
            position = self.frames[-1].version
            index = len(timeline.frames) - 1 if self.now else timeline.index(position)
            search = Search(timeline, index, self.facts, MOST_APPLIED // 3)
            for (second,), _state in search.by_one(CHUNK):
                frame = here.get(search.frames[second.frame].version)
                if frame is not None:
                    yield first, second._replace(frame=frame)

    # -- what could be wrong -----------------------------------------------------------------

    def _foretold(self) -> Iterator[Foretold]:
        """Yield every slip with what comes of it at the position, the latest first."""
        wanted, hints = self.wanted, Hints(self.wanted)
        ahead = list(self.drains)
        for index in range(self.index, self.since - 1, -1):
            if self.slips.applied > self.most:
                self.since = index + 1
                return
            if index < self.index or self.now:
                yield from self._arriving(self.slips.after(index, wanted))
            yield from self._arriving(self.slips.of(index, wanted, hints))
            while ahead and ahead[-1].frame == index:
                wanted = before(wanted, ahead.pop())
                hints = Hints(wanted)

    def _at_onsets(self, onsets: Sequence[int], back: int) -> list[tuple[Slip]]:
        """Return the slips `back` events before rows of breaches begin after which fewer breaches
        follow at once, those that leave the fewest first."""
        judged: list[tuple[int, float, int, Slip]] = []
        for onset in onsets:
            for slip in self._acting_at(onset - back):
                found = self.findings((slip,), onset - slip.frame + SHORTLY)
                if found < 0:
                    judged.append((found, PRIOR[slip.kind], len(judged), slip))
        return [(slip,) for *_, slip in sorted(judged)]

    def _acting_at(self, index: int) -> Iterator[Slip]:
        """Yield the slips whose correction changes a frame, and none before it."""
        if index <= self.bound:
            return
        wanted = self.wanted
        for drain in reversed(self.drains):
            if drain.frame <= index:
                break
            wanted = before(wanted, drain)
        yield from (each.slip for each in self.slips.of(index, wanted, Hints(wanted)))
        yield from (each.slip for each in self.slips.after(index - 1, wanted))

    def _arriving(self, foretold: Iterator[Foretold]) -> Iterator[Foretold]:
        """Yield slips with what of their effects arrives at the position."""
        for slip, effect, support in foretold:
            arrives = drained(effect, slip.frame, self.drains)
            yield Foretold(slip, self._asked(arrives), support)

    def _asked(self, effect: Difference) -> Difference:
        """Return the part of an effect that was asked about."""
        return {key: n for key, n in effect.items() if key in self.facts}

    def _exact(self) -> list[tuple[Slip]]:
        """Return the slips that explain just the difference, the most plausible first."""
        found = [each.slip for each in self.foretold if each.effect == self.wanted]
        return [(slip,) for slip in sorted(found, key=lambda slip: PRIOR[slip.kind])]

    def _supported(self) -> list[tuple[Slip]]:
        """Return the slips of which pieces were seen where they may have led, the most first."""
        found = [each for each in self.foretold if each.support and each.effect != self.wanted]
        found.sort(key=lambda each: (-each.support, PRIOR[each.slip.kind]))
        return [(each.slip,) for each in found]

    def _near(self) -> list[tuple[Slip]]:
        ranked = heapq.nsmallest(
            MOST_NEAR,
            (
                (self._distance(each) - self.suspected.get(acts_at(each.slip), 0), number)
                for number, each in enumerate(self.foretold)
                if each.slip.frame >= self.bound
                and each.effect != self.wanted
                and (each.effect or acts_at(each.slip) in self.suspected)
            ),
        )
        return [(self.foretold[number].slip,) for _, number in ranked]

    def _far(self) -> list[tuple[Slip]]:
        """Return the slips after which the first row of breaches does not begin, those that leave
        the fewest first. What they changed still lies there: those that explain most are judged."""
        onset = self.onsets[0]
        apart = [each for each in self._apart() if each.effect and acts_at(each.slip) <= onset]
        ranked = ((self._distance(each), number) for number, each in enumerate(apart))
        judged: list[tuple[int, int, Slip]] = []
        for _, number in heapq.nsmallest(MOST_FAR, ranked):
            slip = apart[number].slip
            found = self.findings((slip,), onset - slip.frame + SHORTLY)
            if found < 0:
                judged.append((found, len(judged), slip))
        return [(slip,) for *_, slip in sorted(judged)]

    def _apart(self) -> Iterator[Foretold]:
        """Yield the slips, and what may have been forgotten at several events running once."""
        latest: dict[tuple[str, bytes], int] = {}
        for each in self.foretold:
            slip = each.slip
            if slip.after and slip.action is not None:
                content = content_of(self.engine, slip.action)
                again = latest.get(content) == slip.frame + 1
                latest[content] = slip.frame
                if again:
                    continue
            if slip.frame >= self.bound:
                yield each

    def _distance(self, each: Foretold) -> float:
        """Return how far a foretold effect is from what is wanted: numbers explained count most,
        above all those of what is unaccounted, which few slips touch."""
        explained, spoiled, size = 0, 0, self._size
        for key, n in each.effect.items():
            wanted = self.wanted.get(key, 0)
            if wanted == n:
                explained += 2 if key[0] == UNACCOUNTED else 1
            spoiled += key not in self.wanted
            size += abs(wanted - n) - abs(wanted)
        return spoiled + 0.1 * min(size, 20) + 0.2 * PRIOR[each.slip.kind] - 1.5 * explained

    def _pairs(self) -> list[tuple[Slip, Slip]]:
        """Return pairs of slips whose effects add up to the difference, plausible ones first."""

        def unlikely(slip: Slip) -> float:
            return PRIOR[slip.kind] - self.suspected.get(acts_at(slip), 0)

        by_effect: dict[frozenset[tuple[Key, int]], list[Slip]] = {}
        for each in self.foretold:
            if each.effect:
                by_effect.setdefault(frozenset(each.effect.items()), []).append(each.slip)
        for slips in by_effect.values():
            slips.sort(key=unlikely)
            del slips[ALIKE:]
        pairs = (
            (one, other)
            for effect, slips in by_effect.items()
            for other in by_effect.get(frozenset(minus(self.wanted, dict(effect)).items()), ())
            for one in slips
            if (one.frame, one.after) < (other.frame, other.after)
        )
        return heapq.nsmallest(MOST_PAIRS, pairs, key=lambda pair: sum(map(unlikely, pair)))

    # -- what is true ------------------------------------------------------------------------

    def _verified(self, tried: Iterable[tuple[Slip, ...]]) -> list[Explanation]:
        """Return those slips after which the record shows the facts.

        What leaves more unaccounted than before explains nothing.
        """
        found = []
        most = _unaccounted(self.frames[-1].state.book)
        for slips in tried:
            state = self.fold(slips)
            if not difference(state.book, self.facts) and _unaccounted(state.book) <= most:
                found.append(Explanation(slips, state))
        return found

    def fold(self, slips: Sequence[Slip]) -> Any:
        """Return the state at the position once some slips are corrected."""
        state, actions = self.corrected(slips, self.index)
        for action in actions:
            state, _ = self.engine.apply(state, action)
        return state

    def findings(self, slips: Sequence[Slip], window: int = WINDOW) -> int:
        """Return how many breaches more there are shortly after a correction."""
        first = min(slip.frame for slip in slips)
        last = min(first + window, self.index)
        state, actions = self.corrected(slips, last)
        found = 0
        for action in actions:
            after, moves = self.engine.apply(state, action)
            found += len(self.engine.check(state, action, moves))
            state = after
        frames = self.frames[first : last + 1]
        return found - sum(len(frame.breaches) + len(frame.waived) for frame in frames)

    def corrected(self, slips: Sequence[Slip], last: int) -> tuple[Any, Iterator[Action]]:
        """Return the state before the first of some slips, and the actions from there up to the
        frame `last` once they are corrected."""
        first = min(slip.frame for slip in slips)
        return self.frames[max(first - 1, 0)].state, self._actions(first, last, slips)

    def _actions(self, first: int, last: int, slips: Sequence[Slip]) -> Iterator[Action]:
        for index in range(first, last + 1):
            action = self.frames[index].action
            following = []
            for slip in slips:
                if slip.frame == index and slip.after:
                    following.append(slip.action)
                elif slip.frame == index:
                    action = slip.action
            yield from (each for each in (action, *following) if each is not None)

"""The search for the smallest corrections after which the record shows what the table shows.

In three rounds: one slip whose foretold effect is just the difference; one slip whose effect comes
near it, or that stands where breaches begin, the longer the less was found; and if nothing was, two
slips whose effects add up to it. Whatever is found has been folded to see that it is true. All
rounds are bounded, so that a question without an answer ends soon.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from engines.book import Book
from engines.protocol import UNACCOUNTED, Action
from ledger.event import draft
from replay.facts import Difference, Facts, Key, Watch, difference, minus
from replay.plausibility import PRIOR
from replay.readings import Hints
from replay.slips import Foretold, Slip, Slips, correction_of
from replay.suspense import before, drained, drains
from replay.timeline import Timeline

MOST_APPLIED: Final = 60_000
"""How many actions are tried in the first round; what lies farther back is not looked at."""

MOST_EXACT: Final = 120
"""How many slips that should explain the difference are folded."""

MOST_NEAR: Final = 400
"""How many slips that may explain it are folded when nothing else is found."""

CHUNK: Final = 50
"""So many of them are folded in any case, and then as many again until something is found."""

MOST_PAIRS: Final = 150
"""How many pairs are folded."""

FIRSTS: Final = 3
"""How many slips are taken for granted to look for a second one."""

WINDOW: Final = 6
"""How many events after a slip are judged again, to compare corrections before they are folded."""

ALIKE: Final = 3
"""How many slips with the same effect take part in pairs."""

ONSET: Final = 4
"""How many events before a breach are suspected."""


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

    def __init__(self, timeline: Timeline, index: int, facts: Facts) -> None:
        self.timeline = timeline
        self.engine = timeline.engine
        self.index = index
        self.frames = timeline.frames[: index + 1]
        self.now = index == len(timeline.frames) - 1
        self.facts = facts
        self.wanted = difference(self.frames[-1].state.book, facts)
        self.drains = drains(self.engine, self.frames)
        counted = {drain.key: drain.frame for drain in self.drains if drain.most is None}
        bounds = [counted.get(key, 0) for key in self.wanted]
        self.since = min(bounds, default=0)
        self.bound = max(bounds, default=0)
        watch = Watch((*facts, *(drain.key for drain in self.drains)))
        self.slips = Slips(self.engine, self.frames, watch)

    def explanations(self) -> list[Explanation]:
        """Return what explains the facts; nothing when the record shows them already."""
        if not self.wanted:
            return []
        foretold = list(self._foretold())
        near = self._near(foretold)
        return (
            self._single(foretold, near)
            or self._verified(self._pairs(foretold))
            or self._verified(self._one_after_another(near[: 2 * CHUNK]))
        )

    def singles(self) -> list[Explanation]:
        """Return what explains the facts by one slip, as far as it is found soon."""
        foretold = list(self._foretold())
        return self._single(foretold, self._near(foretold)[:CHUNK]) if self.wanted else []

    def _single(
        self, foretold: Sequence[Foretold], near: Sequence[tuple[Slip, ...]]
    ) -> list[Explanation]:
        """Return the explanations by one slip: exact ones, and near ones until some are found."""
        found = self._verified(self._exact(foretold)[:MOST_EXACT])
        for start in range(0, len(near), CHUNK):
            found += self._verified(near[start : start + CHUNK])
            if found:
                break
        return found

    def _one_after_another(self, near: Sequence[tuple[Slip, ...]]) -> Iterator[tuple[Slip, ...]]:
        """Yield pairs whose first slip explains a part, and everything depends on it: it is
        corrected, and the rest is searched for in the match as it then is."""
        left = [
            (len(difference(self.fold(slips).book, self.facts)) + self.findings(slips), number)
            for number, slips in enumerate(near)
        ]
        here = {frame.version: index for index, frame in enumerate(self.frames)}
        for _, number in heapq.nsmallest(FIRSTS, left):
            (first,) = near[number]
            correction = correction_of(self.engine, self.frames, first)
            timeline = self.timeline.imagine([draft(correction.type, correction)])
            position = self.frames[-1].version
            index = len(timeline.frames) - 1 if self.now else timeline.index(position)
            search = Search(timeline, index, self.facts)
            for (second,), _state in search.singles():
                frame = here.get(search.frames[second.frame].version)
                if frame is not None:
                    yield first, second._replace(frame=frame)

    # -- what could be wrong -----------------------------------------------------------------

    def _foretold(self) -> Iterator[Foretold]:
        """Yield every slip with what comes of it at the position, the latest first."""
        wanted, hints = self.wanted, Hints(self.wanted)
        ahead = list(self.drains)
        for index in range(self.index, self.since - 1, -1):
            if self.slips.applied > MOST_APPLIED:
                self.since = index + 1
                return
            if index < self.index or self.now:
                yield from self._arriving(self.slips.after(index, wanted))
            yield from self._arriving(self.slips.of(index, wanted, hints))
            while ahead and ahead[-1].frame == index:
                wanted = before(wanted, ahead.pop())
                hints = Hints(wanted)

    def _arriving(self, foretold: Iterator[Foretold]) -> Iterator[Foretold]:
        """Yield slips with what of their effects arrives at the position."""
        for slip, effect in foretold:
            arrives = drained(effect, slip.frame, self.drains)
            yield Foretold(slip, self._asked(arrives))

    def _asked(self, effect: Difference) -> Difference:
        """Return the part of an effect that was asked about."""
        return {key: n for key, n in effect.items() if key in self.facts}

    def _exact(self, foretold: Sequence[Foretold]) -> list[tuple[Slip, ...]]:
        """Return the slips that explain just the difference, the most plausible first."""
        found = [each.slip for each in foretold if each.effect == self.wanted]
        return [(slip,) for slip in sorted(found, key=lambda slip: PRIOR[slip.kind])]

    def _near(self, foretold: Sequence[Foretold]) -> list[tuple[Slip, ...]]:
        """Return the slips that may explain the difference together with what follows from them."""
        suspected = self._suspected()
        ranked = heapq.nsmallest(
            MOST_NEAR,
            (
                (self._distance(each) - suspected.get(acts_at(each.slip), 0), number)
                for number, each in enumerate(foretold)
                if each.slip.frame >= self.bound
                and each.effect != self.wanted
                and (each.effect or acts_at(each.slip) in suspected)
            ),
        )
        return [(foretold[number].slip,) for _, number in ranked]

    def _distance(self, each: Foretold) -> float:
        """Return how far a foretold effect is from what is wanted: numbers explained count most."""
        explained = sum(each.effect.get(key) == n for key, n in self.wanted.items())
        spoiled = sum(key not in self.wanted for key in each.effect)
        left = minus(self.wanted, each.effect)
        size = sum(abs(n) for n in left.values())
        return spoiled + 0.1 * min(size, 20) + 0.2 * PRIOR[each.slip.kind] - 1.5 * explained

    def _suspected(self) -> dict[int, float]:
        """Return the frames shortly before a breach, the first ones of a row above all."""
        found: dict[int, float] = {}
        quiet = ONSET
        for index, frame in enumerate(self.frames):
            if frame.breaches:
                for back in range(ONSET):
                    weight = (3.0 if quiet >= ONSET else 0.5) / (1 + back)
                    found[index - back] = max(found.get(index - back, 0), weight)
                quiet = 0
            else:
                quiet += 1
        return found

    def _pairs(self, foretold: Sequence[Foretold]) -> list[tuple[Slip, ...]]:
        """Return pairs of slips whose effects add up to the difference, plausible ones first."""
        suspected = self._suspected()

        def unlikely(slip: Slip) -> float:
            return PRIOR[slip.kind] - suspected.get(acts_at(slip), 0)

        by_effect: dict[frozenset[tuple[Key, int]], list[Slip]] = {}
        for each in foretold:
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

    def findings(self, slips: Sequence[Slip]) -> int:
        """Return how many breaches more there are shortly after a correction."""
        first = min(slip.frame for slip in slips)
        last = min(first + WINDOW, self.index)
        state, actions = self.corrected(slips, last)
        found = 0
        for action in actions:
            found += len(self.engine.check(state, action))
            state, _ = self.engine.apply(state, action)
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

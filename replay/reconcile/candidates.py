"""Candidates: the corrections that explain some facts, grouped by their result and ranked.

Solutions that lead to the same position are one candidate. Candidates are ranked by cost: the
lower, the more plausible; 0 would be a correction that explains itself. Where nothing explains all,
the corrections are found that explain a part.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engines.book import UNKNOWN, Book, is_unknown
from engines.protocol import Engine, State
from engines.values import UNACCOUNTED
from ledger.clerk import Amend, Insert, Strike
from ledger.event import draft_event
from replay.fold.timeline import Timeline
from replay.reconcile.facts import Difference, Facts, Key, compare_facts
from replay.reconcile.questions import Countable, choose_questions, weigh
from replay.reconcile.search import Search, Solution
from replay.reconcile.slips import PRIOR, Slip, build_correction
from replay.record.consequences import Consequences, compare_timelines

MAX_CANDIDATES: Final = 8
"""How many candidates are folded with all their consequences."""

MAX_COST_APART: Final = 6.0
"""Candidates that cost so much more than the best one are left out."""

SECOND_SLIP: Final = 2.0
"""What a second slip costs."""

BREACH: Final = 1.0
"""What a breach that appears costs, and one that vanishes gives back."""

MAX_BREACHES: Final = 4
"""Breaches beyond this number neither cost nor give back: one slip can bring a whole row."""

ELSEWHERE: Final = 0.5
"""What each number costs that a correction changes and that nobody asked about."""

MAX_ELSEWHERE: Final = 4.0
"""The most that such numbers cost together."""

COUNTED: Final = 0.5
"""What each count made since the slip costs: somebody would have noticed."""

RECOUNT: Final = 2.0
"""What it costs to say that one number was counted wrongly, by one."""

MORE_RECOUNTS: Final = 2.0
"""What every further number costs that was counted wrongly."""

FAR_OFF: Final = 0.5
"""What it costs that a number was counted wrongly by one more, and MAX_FAR_OFF at most."""

MAX_FAR_OFF: Final = 2.0

MORE_UNACCOUNTED: Final = 1.0
"""What it costs when more is unaccounted afterwards, and gives back when less is."""

MAX_PARTIAL: Final = 3
"""How many corrections are listed that explain a part."""

TWIN_LETTERS: Final = "bcdefghijklmnopqrstuvwxyz"
"""The letters by which corrections with the same result are chosen: ``1b`` is the second one."""

Change = tuple[str, str, int, int]
"""A place, an item, the number recorded there, and the number once corrected."""

PositionKey = tuple[Any, ...]
"""All that can be seen of a position. Corrections with equal keys have the same result."""


class Twin(NamedTuple):
    """Other slips whose correction leads to the same position as that of a candidate."""

    slips: tuple[Slip, ...]
    corrections: tuple[Strike | Amend | Insert, ...]


class Candidate(NamedTuple):
    """A correction that explains the facts, and what it changes.

    `others` are the less plausible corrections that lead to the same position. `changes` is what it
    changes at the position, `holding` everything that can then be counted there. `left` are the
    facts that it does not explain, less the record as it then is.
    """

    slips: tuple[Slip, ...]
    corrections: tuple[Strike | Amend | Insert, ...]
    others: tuple[Twin, ...]
    changes: tuple[Change, ...]
    consequences: Consequences
    holding: dict[Key, int]
    cost: float
    left: Difference


class Reconciliation(NamedTuple):
    """The corrections that explain some facts at a frame (its index).

    `wanted` is the facts less the record, empty where they agree. `total` is the number of
    different results, of which `candidates` are the most plausible. `questions` are the keys to
    count next, the most telling first; none where no count tells the results apart. `since` is the
    first frame looked at. `recount` is the cost of saying that the count was wrong, None where
    nothing was counted otherwise. `costs` are those of all results, estimated, the lowest first.
    `partial` are corrections that explain a part; they are searched for where nothing explains all.
    """

    frame: int
    facts: Facts
    wanted: Difference
    candidates: tuple[Candidate, ...]
    total: int
    questions: tuple[Key, ...]
    since: int
    recount: float | None = None
    costs: tuple[float, ...] = ()
    partial: tuple[Candidate, ...] = ()

    @property
    def listed(self) -> tuple[Candidate, ...]:
        """The corrections that can be chosen by their number: those that explain all, if any."""
        return self.candidates or self.partial

    @property
    def weight(self) -> float:
        """The sum of the weights of all explanations, those that are not listed included."""
        costs = [each.cost for each in self.listed]
        costs += self.costs[len(self.candidates) :]
        return sum(map(weigh, costs)) + (0.0 if self.recount is None else weigh(self.recount))

    def plausibility(self, cost: float) -> int:
        """Return how plausible an explanation of some cost is, in percent."""
        return round(100 * weigh(cost) / self.weight)

    @property
    def question(self) -> Key | None:
        """The key whose number tells most, None where no count tells the results apart."""
        return self.questions[0] if self.questions else None

    def find(self, label: str) -> Candidate | Twin | None:
        """Return the correction of a label: ``2`` a candidate, ``2b`` its first twin, and so on."""
        found = re.fullmatch(r"([0-9]{1,3})([b-z]?)", label.strip().casefold())
        if found is None or not 1 <= int(found[1]) <= len(self.listed):
            return None
        candidate = self.listed[int(found[1]) - 1]
        if not found[2]:
            return candidate
        twin = TWIN_LETTERS.index(found[2])
        return candidate.others[twin] if twin < len(candidate.others) else None


def reconcile(timeline: Timeline, index: int, facts: Facts, reason: str = "") -> Reconciliation:
    """Return the corrections that explain some facts at frame `index`, the most plausible first.

    `reason` is recorded in the corrections.
    """
    search, solutions = _find_solutions(timeline, index, facts)
    groups = _group_solutions(search, solutions)
    candidates = [_build_candidate(search, group, reason) for group in groups[:MAX_CANDIDATES]]
    candidates.sort(key=lambda candidate: (candidate.cost, -candidate.slips[-1].frame))
    candidates = [each for each in candidates if each.cost <= candidates[0].cost + MAX_COST_APART]
    pools = find_pools(timeline)
    positions = [
        (group.cost, list_countable(group.solutions[0].state.book, pools)) for group in groups
    ]
    partial = () if candidates else _find_partial(search, reason)
    questions: tuple[Key, ...] = ()
    if len(candidates) > 1:
        questions = choose_questions(positions, facts, Countable(timeline, index))
    return Reconciliation(
        index,
        facts,
        search.wanted,
        tuple(candidates),
        len(groups),
        questions,
        search.since,
        compute_recount_cost(compare_facts(search.frames[-1].state.book, facts)),
        tuple(group.cost for group in groups),
        partial,
    )


def compute_recount_cost(wanted: Difference) -> float | None:
    """Return the cost of saying that the count was wrong, None where nothing differs.

    >>> compute_recount_cost({("bank", "red"): 1}), compute_recount_cost({})
    (2.0, None)
    >>> compute_recount_cost({("bank", "red"): -2, ("a.tokens", "red"): 1})
    4.5
    """
    if not wanted:
        return None
    off = FAR_OFF * sum(abs(n) - 1 for n in wanted.values())
    return RECOUNT + MORE_RECOUNTS * (len(wanted) - 1) + min(MAX_FAR_OFF, off)


def _find_solutions(timeline: Timeline, index: int, facts: Facts) -> tuple[Search, list[Solution]]:
    """Return the solutions of the first round that has any, with the search that found them.

    Each round is first asked for solutions that leave nothing unaccounted.
    """
    searches = [Search(timeline, index, with_nothing_unaccounted(timeline, index, facts))]
    if searches[0].facts != facts:
        searches.append(Search(timeline, index, facts))
    for search_round in (
        Search.search_onsets,
        Search.search_single,
        Search.search_far,
        Search.search_pairs,
    ):
        for search in searches:
            found = search_round(search)
            if found:
                return search, found
    return searches[0], searches[0].search_dependent_pairs()


def _find_partial(search: Search, reason: str) -> tuple[Candidate, ...]:
    """Return the corrections of one slip that explain most of the facts, the best first."""
    groups = _group_solutions(search, search.search_partial())[:MAX_PARTIAL]
    found = [_build_candidate(search, group, reason) for group in groups]
    return tuple(sorted(found, key=lambda each: (_count_pieces_off(each.left), each.cost)))


def _count_pieces_off(left: Difference) -> int:
    """Return by how many pieces the table and the record differ."""
    return sum(map(abs, left.values()))


def with_nothing_unaccounted(timeline: Timeline, index: int, facts: Facts) -> dict[Key, int]:
    """Return some facts, and the fact that nothing is unaccounted at frame `index`."""
    left = timeline.frames[index].state.book.holding(UNACCOUNTED)
    return {**facts, **{(UNACCOUNTED, item): 0 for item in left}}


# -- candidates ------------------------------------------------------------------------------


class _Group(NamedTuple):
    """The solutions that lead to the same position, the most plausible first."""

    cost: float
    solutions: list[Solution]


def _group_solutions(search: Search, solutions: Sequence[Solution]) -> list[_Group]:
    """Return solutions grouped by the position they lead to, the most plausible first."""
    shown = list_countable(search.frames[-1].state.book, find_pools(search.timeline))
    groups: dict[PositionKey, list[tuple[float, int, Solution]]] = {}
    for number, each in enumerate(solutions):
        estimate = compute_cost(
            each.slips,
            breaches=search.trials.count_more_breaches(each.slips),
            elsewhere=len(_find_unasked(search, shown, each.state.book)),
            counts=_count_later_counts(search, each.slips),
        )
        ranked = groups.setdefault(position_key(search.engine, each.state), [])
        ranked.append((estimate, number, each))
    found = []
    for ranked in groups.values():
        ranked.sort()
        found.append(_Group(ranked[0][0], [each for *_, each in ranked]))
    return sorted(found, key=lambda group: group.cost)


def _build_candidate(search: Search, group: _Group, reason: str) -> Candidate:
    """Return the best solution of a group with all that its correction changes."""
    timeline = search.timeline
    best = group.solutions[0]
    corrections, *others = (
        tuple(build_correction(search.engine, search.frames, slip, reason) for slip in each.slips)
        for each in group.solutions[: 1 + len(TWIN_LETTERS)]
    )
    after = timeline.imagine([draft_event(each.type, each) for each in corrections])
    changed = compare_timelines(timeline, after)
    pools = find_pools(timeline)
    was = list_countable(search.frames[-1].state.book, pools)
    now = list_countable(best.state.book, pools)
    left = timeline.state.book.holding(UNACCOUNTED)
    return Candidate(
        best.slips,
        corrections,
        tuple(
            Twin(each.slips, made) for each, made in zip(group.solutions[1:], others, strict=False)
        ),
        tuple((*key, was.get(key, 0), now.get(key, 0)) for key in sorted(_find_changed(was, now))),
        changed,
        now,
        compute_cost(
            best.slips,
            breaches=len(changed.appear) - len(changed.vanish),
            elsewhere=len(_find_unasked(search, was, best.state.book)),
            counts=_count_later_counts(search, best.slips),
            unaccounted=_count_pieces(changed.unaccounted) - _count_pieces(left),
        ),
        compare_facts(best.state.book, search.facts),
    )


def compute_cost(
    slips: Sequence[Slip], *, breaches: int, elsewhere: int, counts: int, unaccounted: int = 0
) -> float:
    """Return the cost of a correction of some slips.

    `breaches` is how many breaches more there are with it, `elsewhere` how many numbers change that
    nobody asked about, `counts` how many counts were made since the first slip, `unaccounted` how
    many pieces more the record cannot explain.

    >>> compute_cost([Slip("payment", 3)], breaches=0, elsewhere=0, counts=0)
    1.0
    >>> compute_cost([Slip("seat", 3), Slip("seat", 4)], breaches=-1, elsewhere=2, counts=0)
    5.0
    """
    clamped = max(-MAX_BREACHES, min(MAX_BREACHES, breaches))
    return (
        sum(PRIOR[slip.kind] for slip in slips)
        + SECOND_SLIP * (len(slips) - 1)
        + BREACH * clamped
        + min(MAX_ELSEWHERE, ELSEWHERE * elsewhere)
        + COUNTED * counts
        + MORE_UNACCOUNTED * ((unaccounted > 0) - (unaccounted < 0))
    )


def _count_pieces(holding: Mapping[str, int]) -> int:
    """Return the number of pieces, owed ones included."""
    return sum(abs(n) for n in holding.values())


def _find_changed(was: Mapping[Key, int], now: Mapping[Key, int]) -> set[Key]:
    """Return the keys whose numbers differ."""
    return {key for key in was.keys() | now.keys() if was.get(key, 0) != now.get(key, 0)}


def _find_unasked(search: Search, was: Mapping[Key, int], book: Book) -> set[Key]:
    """Return the keys that a correction changes and that nobody asked about."""
    now = list_countable(book, find_pools(search.timeline))
    return _find_changed(was, now) - search.facts.keys()


def _count_later_counts(search: Search, slips: Sequence[Slip]) -> int:
    """Return how many counts were made since the first of some slips."""
    first = min(slip.frame for slip in slips)
    return len({d.frame for d in search.drains if d.most is None and d.frame > first})


# -- positions -------------------------------------------------------------------------------


def find_pools(timeline: Timeline) -> frozenset[str]:
    """Return the places that pieces are drawn from face down: nobody can count faces there."""
    first, last = timeline.frames[0].state.book, timeline.state.book
    return frozenset((*first.pools.values(), *last.pools.values()))


def list_countable(book: Book, pools: frozenset[str]) -> dict[Key, int]:
    """Return the numbers that can be counted at the table, by key.

    Unknown pieces are counted by their pool, the `pools` themselves by size.
    """
    found: dict[Key, int] = {}
    for place, holding in book.places.items():
        for item, n in holding.items():
            if place in pools:
                key = (place, "*")
            elif is_unknown(item):
                key = (place, UNKNOWN + book.pools.get(item, ""))
            else:
                key = (place, item)
            found[key] = found.get(key, 0) + n
    return {key: n for key, n in found.items() if n}


def position_key(engine: Engine[State], state: State) -> PositionKey:
    """Return all that can be seen of a position: pieces, scores, who must do what."""
    book: Book = state.book
    pieces: dict[Key, int] = {}
    for place, holding in book.places.items():
        for item, n in holding.items():
            key = (place, UNKNOWN + book.pools.get(item, "") if is_unknown(item) else item)
            pieces[key] = pieces.get(key, 0) + n
    standing = engine.standing(state)
    return (
        frozenset(pieces.items()),
        tuple(score.total for score in standing.scores),
        standing.over,
        frozenset((prompt.seat, prompt.ask, prompt.place) for prompt in engine.list_prompts(state)),
    )

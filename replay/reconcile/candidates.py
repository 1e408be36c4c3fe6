"""Candidates: the corrections that explain some facts, grouped by their result and ranked.

Solutions that lead to the same position are one candidate. Candidates are ranked by cost: the
lower, the more plausible; 0 would be a correction that explains itself. `choose_question` names the
key whose count at the table tells most of them apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any, Final, NamedTuple

from engines.book import UNKNOWN, Book, is_unknown
from engines.protocol import Engine, State
from engines.seats import typed_place
from engines.values import UNACCOUNTED, NotationError, owner_of
from ledger.clerk import Amend, Insert, Strike
from ledger.event import draft_event
from replay.fold.timeline import Timeline
from replay.reconcile.facts import (
    Difference,
    Facts,
    Key,
    collect_items,
    compare_facts,
    parse_key,
    write_key,
)
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

Change = tuple[str, str, int, int]
"""A place, an item, the number recorded there, and the number once corrected."""

PositionKey = tuple[Any, ...]
"""All that can be seen of a position. Corrections with equal keys have the same result."""


class Candidate(NamedTuple):
    """A correction that explains the facts, and what it changes.

    `others` are the less plausible slips whose correction leads to the same position. `changes` is
    what it changes at the position, `holding` everything that can then be counted there.
    """

    slips: tuple[Slip, ...]
    corrections: tuple[Strike | Amend | Insert, ...]
    others: tuple[tuple[Slip, ...], ...]
    changes: tuple[Change, ...]
    consequences: Consequences
    holding: dict[Key, int]
    cost: float


class Reconciliation(NamedTuple):
    """The corrections that explain some facts at a frame (its index).

    `wanted` is the facts less the record, empty where they agree. `total` is the number of
    different results, of which `candidates` are the most plausible. `questions` are the keys to
    count next, the most telling first; none where no count tells the results apart. `since` is the
    first frame looked at. `recount` is the cost of saying that the count was wrong, None where
    nothing was counted otherwise. `costs` are those of all results, estimated, the lowest first.
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

    @property
    def weight(self) -> float:
        """The sum of the weights of all explanations, those that are not listed included."""
        costs = [each.cost for each in self.candidates]
        costs += self.costs[len(self.candidates) :]
        return sum(map(weigh, costs)) + (0.0 if self.recount is None else weigh(self.recount))

    def plausibility(self, cost: float) -> int:
        """Return how plausible an explanation of some cost is, in percent."""
        return round(100 * weigh(cost) / self.weight)

    @property
    def question(self) -> Key | None:
        """The key whose number tells most, None where no count tells the results apart."""
        return self.questions[0] if self.questions else None


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
    )


def weigh(cost: float) -> float:
    """Return the weight of a cost: 1 more halves it."""
    return float(2.0**-cost)


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


def with_nothing_unaccounted(timeline: Timeline, index: int, facts: Facts) -> dict[Key, int]:
    """Return some facts, and the fact that nothing is unaccounted at frame `index`."""
    left = timeline.frames[index].state.book.holding(UNACCOUNTED)
    return {**facts, **{(UNACCOUNTED, item): 0 for item in left}}


def choose_question(
    positions: Sequence[tuple[float, Mapping[Key, int]]], facts: Facts
) -> Key | None:
    """Return the key whose number tells most of some positions apart, None when none does.

    A position is its cost and its numbers by key. Costly positions count for less.

    >>> red = ("a", "red")
    >>> choose_question([(1, {red: 1}), (1, {red: 2}), (9, {("b", "red"): 1})], {})
    ('a', 'red')
    """
    weights = [weigh(each) for each, _ in positions]
    best, least = None, sum(weights) ** 2
    for key in sorted({key for _, holding in positions for key in holding}):
        if key in facts or key[0] == UNACCOUNTED:
            continue
        weight_by_number: dict[int, float] = {}
        for weight, (_, holding) in zip(weights, positions, strict=True):
            n = holding.get(key, 0)
            weight_by_number[n] = weight_by_number.get(n, 0.0) + weight
        left = sum(weight**2 for weight in weight_by_number.values())
        if len(weight_by_number) > 1 and left < least:
            best, least = key, left
    return best


Position = tuple[float, Mapping[Key, int]]
"""The cost of a candidate, and the numbers that can then be counted."""


class Countable:
    """Tells which keys people can count at a frame (its index), and type as facts."""

    def __init__(self, timeline: Timeline, index: int) -> None:
        self.timeline = timeline
        self.frame = timeline.frames[index]
        self.items = collect_items(timeline)

    def __contains__(self, key: Key) -> bool:
        """Return whether a key names a place that has an end, and can be typed."""
        place, _item = key
        if place in self.timeline.engine.endless and owner_of(place) is None:
            return False
        try:
            typed = typed_place(write_key(self.items, key), self.timeline.seats)
            return parse_key(self.timeline, self.frame, typed) == key
        except NotationError:
            return False


def choose_questions(
    positions: Sequence[Position], facts: Facts, countable: Countable
) -> tuple[Key, ...]:
    """Return the keys to count next, the most telling first; () where none tells positions apart.

    What one seat has is asked of every seat, and first of the kind that was counted already: it is
    quickly done, and one seat's number alone tells little.
    """
    unseen = {key for _, holding in positions for key, n in holding.items() if n < 0}
    unseen = {key for key in unseen if owner_of(key[0]) is None}
    kinds = {_kind_of(key) for key in facts} - {None}
    for same_kind in (True, False):
        while True:
            asked = [
                (cost, {key: n for key, n in holding.items() if key not in unseen})
                for cost, holding in positions
            ]
            if same_kind:
                asked = [(cost, _select_kinds(holding, kinds)) for cost, holding in asked]
            best = choose_question(asked, facts)
            if best is None or best in countable:
                break
            unseen.add(best)
        if best is not None:
            return best, *_find_alike(best, asked, facts, countable)
    return ()


def _kind_of(key: Key) -> tuple[str, str] | None:
    """Return the kind of place and the item of a seat's own key, None for other keys."""
    return None if owner_of(key[0]) is None else (key[0][2:], key[1])


def _select_kinds(holding: Mapping[Key, int], kinds: Set[tuple[str, str] | None]) -> dict[Key, int]:
    """Return the numbers of a holding whose keys are of some kinds."""
    return {key: n for key, n in holding.items() if _kind_of(key) in kinds}


def _find_alike(
    best: Key, positions: Sequence[Position], facts: Facts, countable: Countable
) -> list[Key]:
    """Return the other seats' keys of the same kind whose numbers tell positions apart."""
    kind = _kind_of(best)
    keys = {key for _, holding in positions for key in holding} - facts.keys() - {best}
    return [
        key
        for key in sorted(keys)
        if kind is not None and _kind_of(key) == kind and key in countable
        if len({holding.get(key, 0) for _, holding in positions}) > 1
    ]


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
    corrections = tuple(
        build_correction(search.engine, search.frames, slip, reason) for slip in best.slips
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
        tuple(each.slips for each in group.solutions[1:]),
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

"""Reconcile: the table shows something else than the record. Which slip explains it?

Candidates are the smallest corrections after which the record shows what was counted. Those that
lead to the same position are one candidate; they are ranked by plausibility, and `ask` names the
number whose count at the table tells most of them apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engines.book import UNKNOWN, Book, is_unknown
from engines.values import UNACCOUNTED
from ledger.clerk import Amend, Insert, Strike
from ledger.event import draft
from replay.fold.timeline import Timeline
from replay.reconcile.facts import Difference, Facts, Key
from replay.reconcile.plausibility import cost
from replay.reconcile.search import Explanation, Search
from replay.reconcile.slips import Slip, correction_of
from replay.record.consequences import Consequences, consequences

MOST: Final = 8
"""How many candidates are looked at closely."""

SPAN: Final = 6.0
"""Candidates that cost so much more than the best are not worth naming."""

Change = tuple[str, str, int, int]
"""A place, an item, how many the record showed there, how many it shows once corrected."""

Shape = tuple[Any, ...]
"""What can be told of a position: two corrections with the same shape are the same."""


class Candidate(NamedTuple):
    """A correction that explains the facts, and what it changes.

    `others` are corrections that lead to the same position, less plausible or elsewhere in the
    match; `changes` is what lies otherwise at the position; `holding` all that lies there.
    """

    slips: tuple[Slip, ...]
    corrections: tuple[Strike | Amend | Insert, ...]
    others: tuple[tuple[Slip, ...], ...]
    changes: tuple[Change, ...]
    consequences: Consequences
    holding: dict[Key, int]
    cost: float


class Reconciliation(NamedTuple):
    """What explains the facts at a frame (its index).

    `wanted` is by how much the facts are more than the record (nothing: they agree), `total` how
    many positions they may lead to, of which `candidates` are the most plausible. `question` is
    the key to count next, None when no count tells them apart; `since` the first frame that was
    looked at.
    """

    frame: int
    facts: Facts
    wanted: Difference
    candidates: tuple[Candidate, ...]
    total: int
    question: Key | None
    since: int


def reconcile(timeline: Timeline, index: int, facts: Facts, reason: str = "") -> Reconciliation:
    """Return the corrections that explain some facts at a frame, the most plausible first.

    `reason` goes into the corrections.
    """
    search, explanations = _searched(timeline, index, facts)
    groups = _grouped(search, explanations)
    candidates = [_candidate(search, group, reason) for group in groups[:MOST]]
    candidates.sort(key=lambda candidate: (candidate.cost, -candidate.slips[-1].frame))
    candidates = [each for each in candidates if each.cost <= candidates[0].cost + SPAN]
    pools = pools_of(timeline)
    positions = [(group.cost, visible(group.explanations[0].state.book, pools)) for group in groups]
    question = ask(positions, facts) if len(candidates) > 1 else None
    return Reconciliation(
        index, facts, search.wanted, tuple(candidates), len(groups), question, search.since
    )


def _searched(timeline: Timeline, index: int, facts: Facts) -> tuple[Search, list[Explanation]]:
    """Return what explains some facts, and where it was found.

    Fewer corrections come first; among them those that leave nothing unaccounted.
    """
    searches = [Search(timeline, index, with_suspense(timeline, index, facts))]
    if searches[0].facts != facts:
        searches.append(Search(timeline, index, facts))
    for find in (Search.by_onset, Search.by_one, Search.by_far, Search.by_two):
        for search in searches:
            found = find(search)
            if found:
                return search, found
    return searches[0], searches[0].by_one_after_another()


def with_suspense(timeline: Timeline, index: int, facts: Facts) -> dict[Key, int]:
    """Return some facts, and that nothing should be unaccounted."""
    left = timeline.frames[index].state.book.holding(UNACCOUNTED)
    return {**facts, **{(UNACCOUNTED, item): 0 for item in left}}


def ask(positions: Sequence[tuple[float, Mapping[Key, int]]], facts: Facts) -> Key | None:
    """Return the key whose number tells most of some positions apart, None when none does.

    Every position comes with its cost; an unlikely one counts for less.

    >>> ask([(1, {("a", "red"): 1}), (1, {("a", "red"): 2}), (9, {("b", "red"): 1})], {})
    ('a', 'red')
    """
    weights = [2.0**-each for each, _ in positions]
    best, least = None, sum(weights) ** 2
    for key in sorted({key for _, holding in positions for key in holding}):
        if key in facts or key[0] == UNACCOUNTED:
            continue
        alike: dict[int, float] = {}
        for weight, (_, holding) in zip(weights, positions, strict=True):
            n = holding.get(key, 0)
            alike[n] = alike.get(n, 0.0) + weight
        left = sum(weight**2 for weight in alike.values())
        if len(alike) > 1 and left < least:
            best, least = key, left
    return best


# -- candidates ------------------------------------------------------------------------------


class _Group(NamedTuple):
    """Explanations that lead to the same position, the most plausible first."""

    cost: float
    explanations: list[Explanation]


def _grouped(search: Search, explanations: Sequence[Explanation]) -> list[_Group]:
    """Return explanations by the position they lead to, the most plausible first."""
    shown = visible(search.frames[-1].state.book, pools_of(search.timeline))
    groups: dict[Shape, list[tuple[float, int, Explanation]]] = {}
    for number, each in enumerate(explanations):
        estimate = cost(
            each.slips,
            findings=search.findings(each.slips),
            elsewhere=len(_elsewhere(search, shown, each.state.book)),
            counts=_counts_since(search, each.slips),
        )
        ranked = groups.setdefault(shape(search.engine, each.state), [])
        ranked.append((estimate, number, each))
    found = []
    for ranked in groups.values():
        ranked.sort()
        found.append(_Group(ranked[0][0], [each for *_, each in ranked]))
    return sorted(found, key=lambda group: group.cost)


def _candidate(search: Search, group: _Group, reason: str) -> Candidate:
    """Return the best correction of a group with all that it changes."""
    timeline = search.timeline
    best = group.explanations[0]
    corrections = tuple(
        correction_of(search.engine, search.frames, slip, reason) for slip in best.slips
    )
    after = timeline.imagine([draft(each.type, each) for each in corrections])
    changed = consequences(timeline, after)
    pools = pools_of(timeline)
    was = visible(search.frames[-1].state.book, pools)
    now = visible(best.state.book, pools)
    left = timeline.state.book.holding(UNACCOUNTED)
    return Candidate(
        best.slips,
        corrections,
        tuple(each.slips for each in group.explanations[1:]),
        tuple(
            (*key, was.get(key, 0), now.get(key, 0))
            for key in sorted(was.keys() | now.keys())
            if was.get(key, 0) != now.get(key, 0)
        ),
        changed,
        now,
        cost(
            best.slips,
            findings=len(changed.appear) - len(changed.vanish),
            elsewhere=len(_elsewhere(search, was, best.state.book)),
            counts=_counts_since(search, best.slips),
            unaccounted=_size(changed.unaccounted) - _size(left),
        ),
    )


def _size(holding: Mapping[str, int]) -> int:
    return sum(abs(n) for n in holding.values())


def _elsewhere(search: Search, was: dict[Key, int], book: Book) -> list[Key]:
    """Return the numbers that nobody asked about and that a correction changes."""
    now = visible(book, pools_of(search.timeline))
    return [
        key
        for key in was.keys() | now.keys()
        if was.get(key, 0) != now.get(key, 0) and key not in search.facts
    ]


def _counts_since(search: Search, slips: Sequence[Slip]) -> int:
    """Return how many counts were made since the first of some slips."""
    first = min(slip.frame for slip in slips)
    return len({d.frame for d in search.drains if d.most is None and d.frame > first})


# -- positions -------------------------------------------------------------------------------


def pools_of(timeline: Timeline) -> frozenset[str]:
    """Return the places that pieces are drawn from unseen: nobody can count faces there."""
    first, last = timeline.frames[0].state.book, timeline.state.book
    return frozenset((*first.pools.values(), *last.pools.values()))


def visible(book: Book, pools: frozenset[str]) -> dict[Key, int]:
    """Return what can be counted at the table: unknown pieces by their pool, pools by size."""
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


def shape(engine: Any, state: Any) -> Shape:
    """Return what can be told of a position: pieces, scores, who must do what."""
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
        frozenset((prompt.seat, prompt.ask, prompt.place) for prompt in engine.awaits(state)),
    )

"""Filling the open slots of a choice so that the whole explains a given difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from engines.choices import fill
from engines.values import Action, Choice, Slot
from replay.reconcile.facts import Difference, minus


class Template(NamedTuple):
    """A choice, what it changes with nothing picked, and what each picked piece adds, by slot.

    `idle` where it moves nothing at all.
    """

    choice: Choice
    effect: Difference
    added: tuple[dict[str, Difference], ...] = ()
    idle: bool = False


class Pick(NamedTuple):
    """Pieces that may be picked for a slot and change the same, at most `most` of them."""

    slot: int
    pieces: Mapping[str, int]
    most: int
    adds: Difference


def filled(template: Template, wanted: Difference, free: int) -> Iterator[Action]:
    """Yield the choice with its slots filled so that it changes exactly what is `wanted`.

    Which of several pieces is picked may not matter for what is wanted; then there are up to
    `free` fillings, each beginning with another piece.
    """
    choice = template.choice
    picks = list(_picks(template))
    left = minus(wanted, template.effect)
    room = tuple(slot.most for slot in choice.slots)
    for numbers in islice(_solve(choice, picks, left, room), free):
        seen: list[Action] = []
        for start in range(free):
            action = choice.action
            for number, slot in enumerate(choice.slots):
                action = fill(action, slot, _picked(picks, numbers, number, start))
            if action not in seen:
                seen.append(action)
                yield action


class Gathered(NamedTuple):
    """A choice filled with what was seen, and how many of its pieces lie where they are missing."""

    action: Action
    support: int


def gathered(template: Template, wanted: Difference, later: Iterable[str]) -> Gathered | None:
    """Return the choice with its slots filled from what was seen: with pieces of which the table
    shows more elsewhere, then with those spoken of `later`. None where that is not enough.

    What becomes of the pieces afterwards need not be known.
    """
    slots = template.choice.slots
    lying = [
        _first(_lying(added, slot, wanted), slot.most)
        for added, slot in zip(template.added, slots, strict=True)
    ]
    support = sum(sum(found.values()) for found in lying)
    if not support:
        return None
    action, words = template.choice.action, list(later)
    for found, slot in zip(lying, slots, strict=True):
        picked = _made_up(found, slot, words)
        if sum(picked.values()) < slot.least:
            return None
        action = fill(action, slot, picked)
    return Gathered(action, support)


def _made_up(found: Mapping[str, int], slot: Slot, words: Iterable[str]) -> dict[str, int]:
    """Return some pieces of a slot, and of those that are spoken of as many as are still due."""
    picked = dict(found)
    for word in words:
        if sum(picked.values()) < slot.least and picked.get(word, 0) < slot.of.get(word, 0):
            picked[word] = picked.get(word, 0) + 1
    return picked


def _lying(
    added: Mapping[str, Difference], slot: Slot, wanted: Difference
) -> Iterator[tuple[str, int]]:
    """Yield the pieces of a slot of which the table shows more, and how many, the places apart
    that picking them takes them from."""
    for (place, item), n in wanted.items():
        if n > 0 and item in slot.of and added.get(item, {}).get((place, item), 0) >= 0:
            yield item, min(n, slot.of[item])


def _first(pieces: Iterable[tuple[str, int]], most: int) -> dict[str, int]:
    """Return the first of some pieces, at most so many."""
    found: dict[str, int] = {}
    for item, n in pieces:
        taken = min(n, most - sum(found.values()))
        if taken and item not in found:
            found[item] = taken
    return found


def _picks(template: Template) -> Iterator[Pick]:
    """Yield what may be picked, pieces that change the same together."""
    for number, slot in enumerate(template.choice.slots):
        alike: dict[frozenset[object], dict[str, int]] = {}
        for item, n in slot.of.items():
            adds = template.added[number].get(item, {})
            alike.setdefault(frozenset(adds.items()), {})[item] = n
        for pieces in alike.values():
            adds = template.added[number].get(next(iter(pieces)), {})
            yield Pick(number, pieces, min(sum(pieces.values()), slot.most), adds)


def _picked(picks: Sequence[Pick], numbers: Sequence[int], slot: int, start: int) -> dict[str, int]:
    """Return what is picked for a slot: as many pieces of every kind as the numbers say."""
    found: dict[str, int] = {}
    for pick, n in zip(picks, numbers, strict=True):
        if pick.slot == slot:
            pieces = list(pick.pieces.items())
            left = n
            for item, there in (*pieces[start:], *pieces[:start]):
                taken = min(there, left)
                if taken:
                    found[item] = taken
                    left -= taken
    return found


def _solve(
    choice: Choice, picks: Sequence[Pick], left: Difference, room: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Yield how many of each pick to take so that nothing is `left`; `room` is left per slot."""
    if not picks:
        enough = all(
            slot.most - space >= slot.least for slot, space in zip(choice.slots, room, strict=True)
        )
        if enough and not left:
            yield ()
        return
    pick, rest = picks[0], picks[1:]
    for n in _numbers(pick, rest, left, min(pick.most, room[pick.slot])):
        after = left
        for _ in range(n):
            after = minus(after, pick.adds)
        space = (*room[: pick.slot], room[pick.slot] - n, *room[pick.slot + 1 :])
        for others in _solve(choice, rest, after, space):
            yield (n, *others)


def _numbers(
    pick: Pick, rest: Sequence[Pick], left: Difference, most: int
) -> range | tuple[int, ...]:
    """Return how many of a pick can be taken: one number where nothing else can make up for what
    it changes."""
    for key, n in pick.adds.items():
        if not any(key in other.adds for other in rest):
            times, over = divmod(left.get(key, 0), n)
            return () if over or not 0 <= times <= most else (times,)
    return range(most, -1, -1)

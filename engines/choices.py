"""Choices: fill their open slots and numbers, and vary the outcomes of an action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

import msgspec

from engines.values import Action, Choice, OpenNumber, Slot

A = TypeVar("A", bound=Action)


def expand_choice(choice: Choice) -> Iterator[Action]:
    """Yield every action of a choice: its slots filled in every way, each of its open numbers at
    its least, and one after the other at its most."""
    yield from _filled(choice.action, choice.slots)
    for number in choice.numbers:
        yield fill_number(choice.action, number, find_most(number))


def find_most(number: OpenNumber) -> int:
    """Return the most that an open number can be.

    >>> find_most(OpenNumber("n", -1, 0, 12, 5))
    10
    """
    return number.least + (number.most - number.least) // number.step * number.step


def fill_number(action: A, number: OpenNumber, n: int) -> A:
    """Return `action` with `n` for one of its open numbers."""
    if number.at < 0:
        return msgspec.structs.replace(action, **{number.field: n})
    entries = getattr(action, number.field)
    filled = (*entries[: number.at], n, *entries[number.at + 1 :])
    return msgspec.structs.replace(action, **{number.field: filled})


def _filled(action: Action, slots: tuple[Slot, ...]) -> Iterator[Action]:
    if not slots:
        yield action
        return
    for filling in list_fillings(action, slots[0]):
        yield from _filled(filling, slots[1:])


def list_fillings(action: A, slot: Slot) -> Iterator[A]:
    """Yield `action` with `slot` filled in every way."""
    for n in range(slot.least, slot.most + 1):
        for picked in list_combinations(slot.of, n):
            yield fill_slot(action, slot, picked)


def fill_slot(action: A, slot: Slot, picked: Mapping[str, int]) -> A:
    """Return `action` with the pieces `picked` in the field that `slot` leaves open."""
    value: dict[str, int] = dict(picked)
    if slot.swap:
        value = dict(getattr(action, slot.field))
        for item, n in picked.items():
            value[item] -= n
            value[slot.swap] = value.get(slot.swap, 0) + n
        value = {item: n for item, n in value.items() if n}
    return msgspec.structs.replace(action, **{slot.field: value})


def list_combinations(of: Mapping[str, int], n: int) -> Iterator[dict[str, int]]:
    """Yield every way to pick `n` pieces out of a holding.

    >>> list(list_combinations({"red": 2, "gold": 1}, 2))
    [{'red': 2}, {'red': 1, 'gold': 1}]
    """

    def pick(items: tuple[tuple[str, int], ...], left: int) -> Iterator[dict[str, int]]:
        if left == 0:
            yield {}
            return
        if sum(held for _, held in items) < left:
            return
        (item, held), rest = items[0], items[1:]
        for k in range(min(held, left), -1, -1):
            for others in pick(rest, left - k):
                yield ({item: k} if k else {}) | others

    yield from pick(tuple(of.items()), n)


MISCOUNT = 3
"""By how much a number carried out by hand may exceed what was due."""


def vary_outcomes(action: A, due: Mapping[str, int]) -> Iterator[A]:
    """Yield `action` with one of its outcomes overridden in `actual`, in every likely way.

    `due` maps the name of each outcome to the number that the rules derive. The number moved
    instead is any other one up to `MISCOUNT` more.
    """
    actual = getattr(action, "actual", {})
    for name, n in due.items():
        for moved in range(n + MISCOUNT + 1):
            if moved != n:
                yield msgspec.structs.replace(action, actual={**actual, name: moved})

"""Filling the open slots of a choice so that the whole explains a given difference."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from engines.kit import fill
from engines.protocol import Action, Choice
from replay.facts import Difference, minus


class Template(NamedTuple):
    """A choice, what it changes with nothing picked, and what each picked piece adds, by slot."""

    choice: Choice
    effect: Difference
    added: tuple[dict[str, Difference], ...] = ()


class Pick(NamedTuple):
    """A piece that may be picked for a slot, at most `most` times, with what each one changes."""

    slot: int
    item: str
    most: int
    adds: Difference


def filled(template: Template, wanted: Difference, free: int) -> Iterator[Action]:
    """Yield the choice with its slots filled so that it changes exactly what is `wanted`.

    Where the picked pieces do not matter for what is wanted there are many fillings; at most
    `free` of them are yielded.
    """
    picks = [
        Pick(number, item, min(n, slot.most), template.added[number].get(item, {}))
        for number, slot in enumerate(template.choice.slots)
        for item, n in slot.of.items()
    ]
    left = minus(wanted, template.effect)
    most = tuple(slot.most for slot in template.choice.slots)
    for numbers in islice(_solve(template.choice, picks, left, most), free):
        action = template.choice.action
        for number, slot in enumerate(template.choice.slots):
            picked = {
                pick.item: n
                for pick, n in zip(picks, numbers, strict=True)
                if n and pick.slot == number
            }
            action = fill(action, slot, picked)
        yield action


def _solve(
    choice: Choice, picks: list[Pick], left: Difference, room: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Yield how often to pick each piece so that nothing is `left`; `room` is left in each slot."""
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


def _numbers(pick: Pick, rest: list[Pick], left: Difference, most: int) -> range | tuple[int, ...]:
    """Return how often a piece can be picked: just once said where no other piece can make up
    for what it changes."""
    for key, n in pick.adds.items():
        if not any(key in other.adds for other in rest):
            times, over = divmod(left.get(key, 0), n)
            return () if over or not 0 <= times <= most else (times,)
    return range(most, -1, -1)

"""Choices: the legal actions after a frame, their open slots filled to fit what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from engines.choices import fill_slot
from engines.protocol import Engine, State
from engines.values import TABLE, Action, Choice, Slot
from replay.base.values import list_texts
from replay.fold.timeline import Frame
from replay.reconcile.effects import Watch, action_key, subtract
from replay.reconcile.facts import ALL, Difference

MAX_CHOICES: Final = 400
"""How many choices of one position are examined."""

MAX_MENTIONS: Final = 80
"""How many events after an action are searched for words about its pieces."""


class MeasuredChoice(NamedTuple):
    """A choice and its effects: with all slots empty, and of each further piece, slot by slot.

    `idle` is true where the choice with empty slots has no moves.
    """

    choice: Choice
    effect: Difference
    added: tuple[dict[str, Difference], ...] = ()
    idle: bool = False


class MeasuredAction(NamedTuple):
    """An action and its effect. `idle` is true where it has no moves.

    `support` is the number of its pieces that were seen where the action may have led them.
    """

    action: Action
    effect: Difference
    idle: bool = False
    support: int = 0


class LegalChoices:
    """Measures the legal choices after a frame. `applied` is the number of actions applied for it.

    It is fastest when asked from the end of a timeline backwards: what a seat may do is the same
    before and after another seat's action, where seats act side by side.
    """

    def __init__(self, engine: Engine[State], frames: Sequence[Frame], watch: Watch) -> None:
        self.engine = engine
        self.frames = frames
        self.watch = watch
        self.applied = 0
        self._index = -1
        self._choices: list[MeasuredChoice] = []
        self._added: dict[tuple[int, str, str], dict[str, Difference]] = {}

    def measure_after(self, index: int) -> list[MeasuredChoice]:
        """Return the measured choices after frame `index`."""
        while index > 0 and self.frames[index].state is self.frames[index - 1].state:
            index -= 1
        if index != self._index:
            unchanged = self._find_unchanged_seats(index)
            added = {key: known for key, known in self._added.items() if key[0] in unchanged}
            known = {
                action_key(self.engine, each.choice.action): each
                for each in self._choices
                if each.choice.action.seat in unchanged
            }
            self._added = added
            self._choices = list(self._measure_choices(self.frames[index].state, known))
            self._index = index
        return self._choices

    def measure_action(self, state: State, action: Action) -> MeasuredAction:
        """Return an action with its effect in a state."""
        self.applied += 1
        after, moves = self.engine.apply(state, action)
        effect = self.watch.measure(moves, state.book, after.book)
        return MeasuredAction(action, effect, not moves)

    def _find_unchanged_seats(self, index: int) -> set[int]:
        """Return the seats that did not act between frame `index` and the one asked last, later."""
        between = self.frames[index + 1 : self._index + 1]
        actors = {frame.action.seat for frame in between if frame.action is not None}
        if not actors or TABLE in actors:
            return set()
        return set(range(self.frames[index].state.seats)) - actors

    def _measure_choices(
        self, state: State, known: dict[tuple[str, bytes], MeasuredChoice]
    ) -> Iterator[MeasuredChoice]:
        """Yield the measured choices of a state; those in `known` are not measured again."""
        choices = (
            choice
            for prompt in self.engine.list_prompts(state)
            for choice in skip_seldom(self.engine.choices(state, prompt))
        )
        for choice in islice(choices, MAX_CHOICES):
            same = known.get(action_key(self.engine, choice.action)) if known else None
            if same is not None and same.choice == choice:
                yield same
            else:
                yield self._measure_choice(state, choice)

    def _measure_choice(self, state: State, choice: Choice) -> MeasuredChoice:
        """Return a measured choice.

        The effect of a piece is measured once for each seat, verb and slot: it is the same for all
        choices, and for all pieces that nobody asked about.
        """
        _, effect, idle, _support = self.measure_action(state, choice.action)
        added = []
        for slot in choice.slots:
            known = self._added.setdefault((choice.action.seat, choice.action.verb, slot.field), {})
            for item in slot.of:
                kind = item if item in self.watch.named else ALL
                if kind not in known:
                    with_one = fill_slot(choice.action, slot, {item: 1})
                    known[kind] = subtract(self.measure_action(state, with_one).effect, effect)
                known[item] = known[kind]
            added.append(known)
        return MeasuredChoice(choice, effect, tuple(added), idle)


def skip_seldom(choices: Iterable[Choice]) -> Iterator[Choice]:
    """Yield the choices of a prompt without what is legal but seldom done, if there are others."""
    seldom = []
    found = False
    for choice in choices:
        if choice.weight:
            found = True
            yield choice
        else:
            seldom.append(choice)
    if not found:
        yield from seldom


# -- slots filled for an exact effect --------------------------------------------------------


class _PieceGroup(NamedTuple):
    """Pieces for one slot that have the same effect, `added` each; at most `most` fit."""

    slot: int
    pieces: Mapping[str, int]
    most: int
    added: Difference


def fill_exactly(measured: MeasuredChoice, wanted: Difference, limit: int) -> Iterator[Action]:
    """Yield the choice with its slots filled so that its effect is `wanted`.

    Where it does not matter which of several pieces are picked, up to `limit` fillings are yielded,
    each beginning with another piece.
    """
    choice = measured.choice
    groups = list(_group_pieces(measured))
    left = subtract(wanted, measured.effect)
    room = tuple(slot.most for slot in choice.slots)
    for numbers in islice(_solve_numbers(choice, groups, left, room), limit):
        yielded: list[Action] = []
        for start in range(limit):
            action = choice.action
            for number, slot in enumerate(choice.slots):
                action = fill_slot(action, slot, _pick_pieces(groups, numbers, number, start))
            if action not in yielded:
                yielded.append(action)
                yield action


def _group_pieces(measured: MeasuredChoice) -> Iterator[_PieceGroup]:
    """Yield the pieces of every slot, grouped by their effect."""
    for number, slot in enumerate(measured.choice.slots):
        by_effect: dict[frozenset[object], dict[str, int]] = {}
        for item, n in slot.of.items():
            added = measured.added[number].get(item, {})
            by_effect.setdefault(frozenset(added.items()), {})[item] = n
        for pieces in by_effect.values():
            added = measured.added[number].get(next(iter(pieces)), {})
            yield _PieceGroup(number, pieces, min(sum(pieces.values()), slot.most), added)


def _pick_pieces(
    groups: Sequence[_PieceGroup], numbers: Sequence[int], slot: int, start: int
) -> dict[str, int]:
    """Return the pieces for slot number `slot`: `numbers` says how many of each group.

    Pieces of a group are taken in turn, beginning with number `start`.
    """
    picked: dict[str, int] = {}
    for group, n in zip(groups, numbers, strict=True):
        if group.slot == slot:
            pieces = list(group.pieces.items())
            left = n
            for item, there in (*pieces[start:], *pieces[:start]):
                taken = min(there, left)
                if taken:
                    picked[item] = taken
                    left -= taken
    return picked


def _solve_numbers(
    choice: Choice, groups: Sequence[_PieceGroup], left: Difference, room: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of pieces, by group, whose effects add up to `left`.

    `room` is how many more pieces fit each slot.
    """
    if not groups:
        enough = all(
            slot.most - space >= slot.least for slot, space in zip(choice.slots, room, strict=True)
        )
        if enough and not left:
            yield ()
        return
    group, rest = groups[0], groups[1:]
    for n in _possible_numbers(group, rest, left, min(group.most, room[group.slot])):
        after = left
        for _ in range(n):
            after = subtract(after, group.added)
        space = (*room[: group.slot], room[group.slot] - n, *room[group.slot + 1 :])
        for others in _solve_numbers(choice, rest, after, space):
            yield (n, *others)


def _possible_numbers(
    group: _PieceGroup, rest: Sequence[_PieceGroup], left: Difference, most: int
) -> range | tuple[int, ...]:
    """Return how many pieces of a group may be taken, up to `most`.

    It is one number (or none) where no other group changes the same key.
    """
    for key, n in group.added.items():
        if not any(key in other.added for other in rest):
            times, over = divmod(left.get(key, 0), n)
            return () if over or not 0 <= times <= most else (times,)
    return range(most, -1, -1)


# -- slots filled with what was seen ---------------------------------------------------------


class SupportedAction(NamedTuple):
    """A filled choice, and how many of its pieces lie where the table has more than the record."""

    action: Action
    support: int


def fill_from_table(
    measured: MeasuredChoice, wanted: Difference, mentions: Iterable[str]
) -> SupportedAction | None:
    """Return the choice with its slots filled from what was seen.

    First come pieces of which the table has more elsewhere than the record, then those among the
    later `mentions`. Return None where these are not enough. What becomes of the pieces afterwards
    need not be known.
    """
    slots = measured.choice.slots
    surpluses = [
        _take_first(_find_surplus(added, slot, wanted), slot.most)
        for added, slot in zip(measured.added, slots, strict=True)
    ]
    support = sum(sum(surplus.values()) for surplus in surpluses)
    if not support:
        return None
    action, words = measured.choice.action, list(mentions)
    for surplus, slot in zip(surpluses, slots, strict=True):
        picked = _complete_pieces(surplus, slot, words)
        if sum(picked.values()) < slot.least:
            return None
        action = fill_slot(action, slot, picked)
    return SupportedAction(action, support)


def _complete_pieces(pieces: Mapping[str, int], slot: Slot, words: Iterable[str]) -> dict[str, int]:
    """Return some pieces of a slot, made up to its least number with those among the words."""
    picked = dict(pieces)
    for word in words:
        if sum(picked.values()) < slot.least and picked.get(word, 0) < slot.of.get(word, 0):
            picked[word] = picked.get(word, 0) + 1
    return picked


def _find_surplus(
    added: Mapping[str, Difference], slot: Slot, wanted: Difference
) -> Iterator[tuple[str, int]]:
    """Yield the pieces of a slot of which a place has more than recorded, with their number.

    Places that lose a piece when it is picked do not count.
    """
    for (place, item), n in wanted.items():
        if n > 0 and item in slot.of and added.get(item, {}).get((place, item), 0) >= 0:
            yield item, min(n, slot.of[item])


def _take_first(pieces: Iterable[tuple[str, int]], most: int) -> dict[str, int]:
    """Return the first `most` of some pieces."""
    found: dict[str, int] = {}
    for item, n in pieces:
        taken = min(n, most - sum(found.values()))
        if taken and item not in found:
            found[item] = taken
    return found


def find_mentions(frames: Sequence[Frame], index: int, action: Action) -> Iterator[str]:
    """Yield the words in the actions of a seat after frame `index`, in order.

    The seat is that of `action`; its next action of the same verb ends the search.
    """
    for frame in islice(frames, index + 1, index + 1 + MAX_MENTIONS):
        later = frame.action
        if later is not None and later.seat == action.seat:
            if later.verb == action.verb:
                return
            yield from list_texts(msgspec.to_builtins(later))

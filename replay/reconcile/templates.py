"""What is legal after the frames of a line, with what each choice would change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from engines.choices import fill
from engines.protocol import Engine
from engines.values import TABLE, Action, Choice
from replay.fold.timeline import Frame
from replay.reconcile.facts import ALL, Difference, Watch, minus
from replay.reconcile.fillings import Template
from replay.reconcile.likeness import content_of

MOST_CHOICES: Final = 400
"""How many choices of one position are looked at."""


class Meant(NamedTuple):
    """What may have been meant, and what it changes; `idle` where it moves nothing at all.

    `support` is how many of its pieces were seen where it may have led.
    """

    action: Action
    effect: Difference
    idle: bool = False
    support: int = 0


class Templates:
    """Draws up what is legal after a frame; `applied` counts the actions tried for it.

    Asked from the end of a line to its beginning it does little work: where seats act side by
    side, what one of them may do comes to the same before and after what another one does.
    """

    def __init__(self, engine: Engine, frames: Sequence[Frame], watch: Watch) -> None:
        self.engine = engine
        self.frames = frames
        self.watch = watch
        self.applied = 0
        self._index = -1
        self._drawn: list[Template] = []
        self._units: dict[tuple[int, str, str], dict[str, Difference]] = {}

    def of(self, index: int) -> list[Template]:
        """Return the templates of what is legal after a frame."""
        while index > 0 and self.frames[index].state is self.frames[index - 1].state:
            index -= 1
        if index != self._index:
            still = self._still(index)
            units = {key: known for key, known in self._units.items() if key[0] in still}
            known = {
                content_of(self.engine, each.choice.action): each
                for each in self._drawn
                if each.choice.action.seat in still
            }
            self._units = units
            self._drawn = list(self._drawn_up(self.frames[index].state, known))
            self._index = index
        return self._drawn

    def meant(self, state: Any, action: Action) -> Meant:
        """Return an action with what it changes in the watched places."""
        self.applied += 1
        after, moves = self.engine.apply(state, action)
        return Meant(action, self.watch.effect(moves, state.book, after.book), not moves)

    def _still(self, index: int) -> set[int]:
        """Return the seats for which all is as it was after the frame asked last, which is later:
        only other seats have acted in between."""
        between = self.frames[index + 1 : self._index + 1]
        actors = {frame.action.seat for frame in between if frame.action is not None}
        if not actors or TABLE in actors:
            return set()
        return set(range(self.frames[index].state.seats)) - actors

    def _drawn_up(self, state: Any, known: dict[tuple[str, bytes], Template]) -> Iterator[Template]:
        choices = (
            choice
            for prompt in self.engine.awaits(state)
            for choice in self.engine.choices(state, prompt)
        )
        for choice in islice(choices, MOST_CHOICES):
            same = known.get(content_of(self.engine, choice.action)) if known else None
            if same is not None and same.choice == choice:
                yield same
            else:
                yield self._template(state, choice)

    def _template(self, state: Any, choice: Choice) -> Template:
        """Return a choice with what it changes and what every piece picked for a slot adds.

        What a piece adds is found out once for each verb: it is the same for all its choices,
        and for all pieces that nobody asked about.
        """
        _, effect, idle, _support = self.meant(state, choice.action)
        added = []
        for slot in choice.slots:
            known = self._units.setdefault((choice.action.seat, choice.action.verb, slot.field), {})
            for item in slot.of:
                kind = item if item in self.watch.named else ALL
                if kind not in known:
                    with_one = fill(choice.action, slot, {item: 1})
                    known[kind] = minus(self.meant(state, with_one).effect, effect)
                known[item] = known[kind]
            added.append(known)
        return Template(choice, effect, tuple(added), idle)

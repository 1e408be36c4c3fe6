"""Slips: in which ways one event of a record can be wrong, and what the truth would change.

What a correction changes at the table is foretold from moves alone: those of the action that
was meant, less those of the action that was recorded, both in the state before it. It is right
wherever the rest of the match does not depend on the slip; where it does, only a fold can tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, Literal, NamedTuple

import msgspec

from engines.choices import expand
from engines.counts import Count
from engines.protocol import Engine
from engines.values import Action
from ledger.clerk import Amend, Insert, Strike
from replay.fold.timeline import Frame
from replay.reconcile.aftermath import Aftermath
from replay.reconcile.facts import Difference, Watch, minus
from replay.reconcile.fillings import Template, filled, gathered
from replay.reconcile.likeness import content_of
from replay.reconcile.mentions import mentioned
from replay.reconcile.readings import Hints, readings
from replay.reconcile.templates import Meant, Templates

Kind = Literal[
    "doubled",
    "payment",
    "number",
    "outcome",
    "seat",
    "piece",
    "forgotten",
    "never",
    "miscount",
    "other",
]
"""How an event is wrong.

``doubled``    it was recorded twice                ``never``      it did not happen
``forgotten``  an action is missing                 ``outcome``    a derived outcome was misdone
``payment``    something else was paid              ``number``     another number, other pieces
``piece``      it was another piece                 ``seat``       it was another seat
``miscount``   the table was counted wrongly    ``other``      it was another action altogether
"""

NEIGHBOURS: Final = 3
"""How many actions away an equal one still looks like a repetition."""

FREE: Final = 3
"""How many fillings of an open slot are tried when none of them matters for what is asked."""


class Slip(NamedTuple):
    """An event of the line that is wrong: at a frame (its index), in the way `kind`.

    `action` is what was meant; None when nothing was, the event is to be struck. With
    `after` the action belongs after the frame, whose own event is right.
    """

    kind: Kind
    frame: int
    action: Action | None = None
    after: bool = False


class Foretold(NamedTuple):
    """A slip and what correcting it would change in the watched places.

    `support`: how many pieces of it lie where the table shows more than the record, whatever
    brought them there.
    """

    slip: Slip
    effect: Difference
    support: int = 0


class Slips:
    """Every slip at the frames of a line, with what correcting it would change."""

    def __init__(self, engine: Engine, frames: Sequence[Frame], watch: Watch) -> None:
        self.engine = engine
        self.frames = frames
        self.watch = watch
        self.aftermath = Aftermath(engine, frames, watch)
        self.templates = Templates(engine, frames, watch)

    @property
    def applied(self) -> int:
        """How many actions have been tried."""
        return self.templates.applied + self.aftermath.applied

    def of(self, index: int, wanted: Difference, hints: Hints) -> Iterator[Foretold]:
        """Yield how the event of a frame may be wrong.

        Open parts of a choice are filled so that the whole changes what is `wanted`, where that
        is possible.
        """
        frame = self.frames[index]
        if frame.action is None or index == 0:
            return
        before = self.frames[index - 1].state
        was = self.watch.effect(frame.moves, before.book, frame.state.book)
        struck = minus({}, was) if frame.moves else self.aftermath.of(index, before)
        yield Foretold(Slip(self._struck(index), index), struck)
        if isinstance(frame.action, Count):
            return
        total = minus(wanted, minus({}, was))
        for action, effect, idle, support in self._amended(index, frame.action, total, hints):
            change = minus(effect, was)
            if idle and not frame.moves and action.verb == frame.action.verb:
                change = self.aftermath.of(index, self.engine.apply(before, action)[0])
            slip = Slip(kind_of(frame.action, action), index, action)
            yield Foretold(slip, change, support)

    def after(self, index: int, wanted: Difference) -> Iterator[Foretold]:
        """Yield what may have been forgotten after a frame."""
        if self.frames[index].action is not None or index == 0:
            for action, effect, idle, support in self.legal(index, wanted):
                change = effect
                if idle:
                    change = self.aftermath.of_another(index, action)
                yield Foretold(Slip("forgotten", index, action, after=True), change, support)

    def _amended(
        self, index: int, action: Action, wanted: Difference, hints: Hints
    ) -> Iterator[Meant]:
        """Yield what an action may have to be read as, each once."""
        state = self.frames[index - 1].state
        tried = {content_of(self.engine, action)}
        for others in (
            self.engine.outcomes(state, action),
            readings(self.engine, state, action, hints),
        ):
            for other in others:
                content = content_of(self.engine, other)
                if content not in tried:
                    tried.add(content)
                    yield self.templates.meant(state, other)
        for meant in self.legal(index - 1, wanted):
            if content_of(self.engine, meant.action) not in tried:
                yield meant

    # -- legal actions -----------------------------------------------------------------------

    def legal(self, index: int, wanted: Difference) -> Iterator[Meant]:
        """Yield what is legal after a frame, its slots filled so that it changes what is `wanted`
        where that is possible, else with what was seen later."""
        for template in self.templates.of(index):
            if not template.choice.slots:
                yield Meant(template.choice.action, template.effect, template.idle)
                continue
            found = False
            for action in filled(template, wanted, FREE):
                found = True
                yield Meant(action, wanted)
            if not found:
                yield self._gathered(index, template, wanted)

    def _gathered(self, index: int, template: Template, wanted: Difference) -> Meant:
        """Return a choice filled with what was seen later, in any way where that is not enough."""
        state, choice = self.frames[index].state, template.choice
        seen = gathered(template, wanted, mentioned(self.frames, index, choice.action))
        if seen is None:
            return self.templates.meant(state, next(expand(choice), choice.action))
        return self.templates.meant(state, seen.action)._replace(support=seen.support)

    def _struck(self, index: int) -> Kind:
        """Return why a frame's event may not count: where an equal one is near, it is doubled."""
        action = self.frames[index].action
        if isinstance(action, Count):
            return "miscount"
        for step in (-1, 1):
            near = islice(_actions(self.frames, index, step), NEIGHBOURS)
            if any(other == action for other in near):
                return "doubled"
        return "never"


def _actions(frames: Sequence[Frame], index: int, step: int) -> Iterator[Action]:
    """Yield the actions before (step -1) or after (step 1) a frame, the nearest first."""
    index += step
    while 0 < index < len(frames):
        action = frames[index].action
        if action is not None:
            yield action
        index += step


def kind_of(was: Action, meant: Action) -> Kind:
    """Return in which way an action differs from what was meant."""
    if was.verb != meant.verb:
        return "other"
    fields = {f for f in was.__struct_fields__ if getattr(was, f) != getattr(meant, f)}
    if "seat" in fields:
        return "seat" if len(fields) == 1 else "other"
    if "actual" in fields:
        return "outcome"
    if any(isinstance(getattr(meant, field), str) for field in fields):
        return "piece"
    return "payment" if fields == {"paid"} else "number"


def correction_of(
    engine: Engine, frames: Sequence[Frame], slip: Slip, reason: str = ""
) -> Strike | Amend | Insert:
    """Return the clerk event that corrects a slip."""
    version = frames[slip.frame].version
    if slip.action is None:
        return Strike(target=version, reason=reason)
    verb, schema = slip.action.verb, slip.action.schema
    payload = msgspec.json.decode(engine.encode(slip.action))
    if slip.after:
        return Insert(after=version, kind=verb, schema=schema, payload=payload, reason=reason)
    return Amend(target=version, kind=verb, schema=schema, payload=payload, reason=reason)

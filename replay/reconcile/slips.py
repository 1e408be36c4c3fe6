"""Slips: in which ways an event may be wrong, and what its correction would change.

The effect of a correction is predicted from moves alone: those of the action that was meant, less
those of the recorded one, both in the state before it. The prediction is right wherever the rest of
the match does not depend on the slip. Where it does, only a fold can tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, Literal, NamedTuple

import msgspec

from engines.choices import expand_choice
from engines.counts import Count
from engines.protocol import Engine, State
from engines.values import TABLE, Action
from ledger.clerk import Amend, Insert, Strike
from replay.fold.timeline import Frame
from replay.reconcile.choices import (
    LegalChoices,
    MeasuredAction,
    MeasuredChoice,
    fill_exactly,
    fill_from_table,
    find_mentions,
)
from replay.reconcile.effects import LaterEffects, Watch, action_key, subtract
from replay.reconcile.facts import Difference
from replay.reconcile.variants import Hints, vary_action

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
"""The way in which an event is wrong.

``doubled``    it was recorded twice                ``never``      it did not happen
``forgotten``  an action is missing                 ``outcome``    an outcome was misapplied
``payment``    something else was paid or taken     ``number``     another number, other pieces
``piece``      it was another piece                 ``seat``       it was another seat
``miscount``   the table was counted wrongly        ``other``      it was another action altogether
"""

PRIOR: Final[dict[Kind, float]] = {
    "doubled": 0.5,
    "payment": 1.0,
    "number": 1.0,
    "outcome": 0.5,
    "seat": 1.5,
    "piece": 1.5,
    "forgotten": 1.5,
    "never": 3.0,
    "miscount": 4.0,
    "other": 3.0,
}
"""The cost of each kind of slip: the higher, the less usual. A repetition is only searched for
where one stands; a wrong outcome is also a breach, which costs as well."""

NEIGHBOURS: Final = 3
"""How many actions away an equal one still counts as a repetition."""

BY_HAND: Final = frozenset({"paid", "taken"})
"""The fields of an action that say what somebody gave for it, or took."""

MAX_FILLINGS: Final = 3
"""How many fillings of a choice are tried where the facts do not tell them apart."""


class Slip(NamedTuple):
    """An event that is wrong: its frame (an index), and the `kind` of mistake.

    `action` is what was meant, None where the event is to be struck. With `after`, `action` was
    forgotten after the frame, whose own event is right.
    """

    kind: Kind
    frame: int
    action: Action | None = None
    after: bool = False

    @property
    def first_changed(self) -> int:
        """The first frame that its correction changes."""
        return self.frame + self.after


class Prediction(NamedTuple):
    """A slip and the predicted effect of its correction.

    `support` is the number of its pieces that lie where the table has more than the record.
    """

    slip: Slip
    effect: Difference
    support: int = 0


class SlipPredictor:
    """Yields the slips possible at the frames of a timeline, with their predicted effects.

    In its methods `wanted` is the effect that would explain the facts: open slots of a choice are
    filled for it.
    """

    def __init__(self, engine: Engine[State], frames: Sequence[Frame], watch: Watch) -> None:
        self.engine = engine
        self.frames = frames
        self.watch = watch
        self.later = LaterEffects(engine, frames, watch)
        self.choices = LegalChoices(engine, frames, watch)

    @property
    def applied(self) -> int:
        """The number of actions applied so far."""
        return self.choices.applied + self.later.applied

    def predict_at(self, index: int, wanted: Difference, hints: Hints) -> Iterator[Prediction]:
        """Yield the ways in which the event of frame `index` may be wrong."""
        frame = self.frames[index]
        if frame.action is None or index == 0:
            return
        before = self.frames[index - 1].state
        was = self.watch.measure(frame.moves, before.book, frame.state.book)
        struck = subtract({}, was) if frame.moves else self.later.find(index, before)
        yield Prediction(Slip(self._classify_strike(index), index), struck)
        if isinstance(frame.action, Count):
            return
        total = subtract(wanted, subtract({}, was))
        for action, effect, idle, support in self._amendments(index, frame.action, total, hints):
            change = subtract(effect, was)
            if idle and not frame.moves and action.verb == frame.action.verb:
                change = self.later.find(index, self.engine.apply(before, action)[0])
            slip = Slip(classify_amendment(frame.action, action), index, action)
            yield Prediction(slip, change, support)

    def predict_after(self, index: int, wanted: Difference) -> Iterator[Prediction]:
        """Yield the actions that may have been forgotten after frame `index`."""
        if self.frames[index].action is not None or index == 0:
            for action, effect, idle, support in self._legal_actions(index, wanted):
                change = effect
                if idle:
                    change = self.later.find_for_extra(index, action)
                yield Prediction(Slip("forgotten", index, action, after=True), change, support)

    def _amendments(
        self, index: int, action: Action, wanted: Difference, hints: Hints
    ) -> Iterator[MeasuredAction]:
        """Yield the actions that may have been meant instead of the one of frame `index`.

        What the table told was not meant to be what somebody did, nor the other way round.
        """
        state = self.frames[index - 1].state
        tried = {action_key(self.engine, action)}
        for others in (
            self.engine.outcomes(state, action),
            vary_action(self.engine, state, action, hints),
        ):
            for other in others:
                key = action_key(self.engine, other)
                if key not in tried:
                    tried.add(key)
                    yield self.choices.measure_action(state, other)
        for legal in self._legal_actions(index - 1, wanted):
            alike = (legal.action.seat == TABLE) == (action.seat == TABLE)
            if alike and not is_list(action) and action_key(self.engine, legal.action) not in tried:
                yield legal

    def _legal_actions(self, index: int, wanted: Difference) -> Iterator[MeasuredAction]:
        """Yield the legal actions after frame `index`.

        Slots are filled so that the effect is `wanted`; where that is impossible, with what was
        seen later. Lines of a pad are left out: as choices they are examples, so they would be
        made up.
        """
        for measured in self.choices.measure_after(index):
            if is_list(measured.choice.action):
                continue
            if not measured.choice.slots:
                yield MeasuredAction(measured.choice.action, measured.effect, measured.idle)
                continue
            found = False
            for action in fill_exactly(measured, wanted, MAX_FILLINGS):
                found = True
                yield MeasuredAction(action, wanted)
            if not found:
                yield self._fill_from_later(index, measured, wanted)

    def _fill_from_later(
        self, index: int, measured: MeasuredChoice, wanted: Difference
    ) -> MeasuredAction:
        """Return a choice filled with what was seen later, else in any way."""
        state, choice = self.frames[index].state, measured.choice
        mentions = find_mentions(self.frames, index, choice.action)
        supported = fill_from_table(measured, wanted, mentions)
        if supported is None:
            return self.choices.measure_action(state, next(expand_choice(choice), choice.action))
        found = self.choices.measure_action(state, supported.action)
        return found._replace(support=supported.support)

    def _classify_strike(self, index: int) -> Kind:
        """Return the kind of slip when the event of frame `index` should not count."""
        action = self.frames[index].action
        if isinstance(action, Count):
            return "miscount"
        for step in (-1, 1):
            near = islice(_walk_actions(self.frames, index, step), NEIGHBOURS)
            if any(other == action for other in near):
                return "doubled"
        return "never"


def _walk_actions(frames: Sequence[Frame], index: int, step: int) -> Iterator[Action]:
    """Yield the actions before (step -1) or after (step 1) frame `index`, the nearest first."""
    index += step
    while 0 < index < len(frames):
        action = frames[index].action
        if action is not None:
            yield action
        index += step


def is_list(action: Action) -> bool:
    """Return whether an action has a number for every seat, as a line of a pad has."""
    return any(True for _ in action.lists_by_seat())


def classify_amendment(recorded: Action, meant: Action) -> Kind:
    """Return the kind of slip by which `recorded` stands for `meant`."""
    if recorded.verb != meant.verb:
        return "other"
    fields = {f for f in recorded.__struct_fields__ if getattr(recorded, f) != getattr(meant, f)}
    if "seat" in fields:
        return "seat" if len(fields) == 1 else "other"
    if "actual" in fields:
        return "outcome"
    if any(isinstance(getattr(meant, field), str) for field in fields):
        return "piece"
    return "payment" if fields <= BY_HAND else "number"


def build_correction(
    engine: Engine[State], frames: Sequence[Frame], slip: Slip, reason: str = ""
) -> Strike | Amend | Insert:
    """Return the correction of a slip."""
    version = frames[slip.frame].version
    if slip.action is None:
        return Strike(target=version, reason=reason)
    verb, schema = slip.action.verb, slip.action.schema
    payload = msgspec.json.decode(engine.encode(slip.action))
    if slip.after:
        return Insert(after=version, kind=verb, schema=schema, payload=payload, reason=reason)
    return Amend(target=version, kind=verb, schema=schema, payload=payload, reason=reason)

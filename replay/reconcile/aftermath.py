"""Aftermath: what an action that moves nothing changes later on.

A bid, a name of trump or a choice of pile moves nothing and decides what later actions move. So
the actions that follow are made again in the other state, up to the first that moves something
else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from engines.protocol import Engine
from engines.values import Action, Move
from replay.fold.timeline import Frame
from replay.reconcile.facts import Difference, Watch, minus
from replay.reconcile.likeness import alike, carried, content_of

LOOKAHEAD: Final = 80
"""How many events are looked at for what comes of one that moves nothing."""


class _Followed(NamedTuple):
    """What came of an action after a frame (its index), and the state that it had led to."""

    frame: int
    state: Any
    change: Difference


class Aftermath:
    """Follows actions through the frames of a line; `applied` counts the actions made again."""

    def __init__(self, engine: Engine, frames: Sequence[Frame], watch: Watch) -> None:
        self.engine = engine
        self.frames = frames
        self.watch = watch
        self.applied = 0
        self._followed: dict[tuple[str, bytes], _Followed] = {}
        self._told: tuple[int, int] | None = None

    def of(self, index: int, state: Any) -> Difference:
        """Return what the actions after a frame change more in another state than they did.

        Where a first other state there has told, the next ones are looked at there at once.
        """
        if self._told is not None and self._told[0] == index:
            change = self._at(index, state, self._told[1])
            if change:
                return change
        return self._from(index, state, None)

    def of_another(self, index: int, action: Action) -> Difference:
        """Return what the actions after a frame change more once another action stands there.

        Where that comes to the same as with the action one event later, and that was asked
        before, so does what follows.
        """
        content = content_of(self.engine, action)
        state = self._apply(self.frames[index].state, action)[0]
        change = self._from(index, state, self._followed.get(content))
        self._followed[content] = _Followed(index, state, change)
        return change

    def _at(self, index: int, state: Any, following: int) -> Difference:
        """Return what the action of a later frame changes more where a state after the frame
        `index` differs from the recorded one, and still does so then."""
        recorded = self.frames[index].state
        try:
            before = carried(recorded, state, self.frames[following - 1].state)
        except LookupError:
            return {}
        return self._step(before, following)[1]

    def _from(self, index: int, state: Any, known: _Followed | None) -> Difference:
        for following in range(index + 1, min(index + LOOKAHEAD, len(self.frames))):
            if self.frames[following].action is not None:
                state, change = self._step(state, following)
                if change:
                    self._told = (index, following)
                    return change
                if alike(state, self.frames[following].state):
                    return {}
            if known is not None and known.frame == following and alike(state, known.state):
                return known.change
        return {}

    def _step(self, before: Any, following: int) -> tuple[Any, Difference]:
        """Return the state after the action of a frame, made in another state, and what it
        changes more there."""
        frame = self.frames[following]
        assert frame.action is not None  # noqa: S101
        state, moves = self._apply(before, frame.action)
        if moves == frame.moves:
            return state, {}
        recorded = self.frames[following - 1].state.book
        was = self.watch.effect(frame.moves, recorded, frame.state.book)
        return state, minus(self.watch.effect(moves, before.book, state.book), was)

    def _apply(self, state: Any, action: Action) -> tuple[Any, tuple[Move, ...]]:
        self.applied += 1
        return self.engine.apply(state, action)

"""Trials: what becomes of a match once some slips are corrected, and where breaches begin.

One slip often brings a whole row of breaches: from there on everybody acts out of turn, or pays
with what he does not have. So events shortly before a row of breaches are suspected first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engines.counts import Count
from engines.protocol import Engine, State
from engines.values import TABLE, Action, Move, NotationError
from replay.fold.seating import Step, take_step
from replay.fold.timeline import Frame
from replay.reconcile.slips import Slip

ONSET_WINDOW: Final = 4
"""How many events before a breach are suspected."""

FIRST_OF_ROW: Final = 3.0
"""How suspicious the first breach of a row is."""

LATER_IN_ROW: Final = 0.5
"""How suspicious a later breach of a row is."""

CHECKED: Final = 6
"""How many events after a slip are checked again, to compare corrections before they are folded."""


TOLERANT: Final = frozenset({"payment", "outcome"})
"""The kinds of slip after which the action may break any rule: people pay and carry out wrongly."""


class Trials:
    """Folds the frames of a timeline with some slips corrected."""

    def __init__(self, engine: Engine[State], frames: Sequence[Frame]) -> None:
        self.engine = engine
        self.frames = frames
        self.last = len(frames) - 1

    def fold(self, slips: Sequence[Slip]) -> State:
        """Return the state at the last frame once some slips are corrected."""
        state, steps = self._correct(slips, self.last)
        for step in steps:
            state, _ = take_step(self.engine, state, step)
        return state

    def count_more_breaches(self, slips: Sequence[Slip], window: int = CHECKED) -> int:
        """Return how many breaches more there are after a correction; negative where fewer.

        Only the first `window` events after the first slip are checked.
        """
        first = min(slip.frame for slip in slips)
        last = min(first + window, self.last)
        state, steps = self._correct(slips, last)
        found = 0
        for step in steps:
            after, moves = take_step(self.engine, state, step)
            if isinstance(step, Action):
                found += len(self.engine.check(state, step, moves))
            state = after
        frames = self.frames[first : last + 1]
        return found - sum(len(frame.breaches) + len(frame.waived) for frame in frames)

    def are_recordable(self, slips: Sequence[Slip]) -> bool:
        """Return whether what was meant can be typed, and can have happened.

        It cannot where it breaks a rule that says what is there, such as how many tricks a round
        has, or where what the table told later would break one then: a card that was turned up in a
        slot lay there. Rules that only forbid something may be broken, and so may prices and
        outcomes.
        """
        first, last = (pick(slip.frame for slip in slips) for pick in (min, max))
        state = self.frames[max(first - 1, 0)].state
        for slip, step in self._corrected(first, last, slips):
            after, moves = take_step(self.engine, state, step)
            if slip is not None and isinstance(step, Action):
                if not _is_typed(self.engine, state, step):
                    return False
                frame = None if slip.after else self.frames[slip.frame]
                broken = self._check(state, step, moves)
                if slip.kind not in TOLERANT and self._find_new(frame, broken):
                    return False
            state = after
        return self._agrees_with_table(last + 1, state)

    def _agrees_with_table(self, first: int, state: State) -> bool:
        """Return whether nothing that the table told from frame `first` on is impossible in another
        state before it."""
        for frame in self.frames[first:]:
            if frame.step is None:
                continue
            after, moves = take_step(self.engine, state, frame.step)
            action = frame.action
            if action is not None and action.seat == TABLE:
                if moves != frame.moves and self._find_new(
                    frame, self._check(state, action, moves)
                ):
                    return False
            state = after
        return True

    def _check(self, state: State, action: Action, moves: tuple[Move, ...]) -> set[str]:
        """Return the rules that an action breaks."""
        return {breach.rule for breach in self.engine.check(state, action, moves)}

    def _find_new(self, frame: Frame | None, broken: set[str]) -> set[str]:
        """Return the rules of some broken ones that nobody can waive and that a frame had not
        broken already."""
        was = {b.rule for b in (*frame.breaches, *frame.waived)} if frame is not None else set()
        rules = self.engine.rulebook.rules
        return {rule for rule in broken - was if not rules[rule].waivable}

    def _correct(self, slips: Sequence[Slip], last: int) -> tuple[State, Iterator[Step]]:
        """Return the state before the first slip, and the corrected steps up to frame `last`."""
        first = min(slip.frame for slip in slips)
        corrected = (step for _, step in self._corrected(first, last, slips))
        return self.frames[max(first - 1, 0)].state, corrected

    def _corrected(
        self, first: int, last: int, slips: Sequence[Slip]
    ) -> Iterator[tuple[Slip | None, Step]]:
        """Yield the corrected steps from frame `first` to `last`, each with its slip if any."""
        for index in range(first, last + 1):
            here: tuple[Slip | None, Step | None] = (None, self.frames[index].step)
            following: list[tuple[Slip | None, Step | None]] = []
            for slip in slips:
                if slip.frame == index and slip.after:
                    following.append((slip, slip.action))
                elif slip.frame == index:
                    here = (slip, slip.action)
            yield from ((by, act) for by, act in (here, *following) if act is not None)


def _is_typed(engine: Engine[State], state: State, action: Action) -> bool:
    """Return whether the notation of an action is read as that action."""
    try:
        return engine.parse(engine.write(action), state) == (action,)
    except NotationError:
        return False


def weigh_suspicion(frames: Sequence[Frame]) -> dict[int, float]:
    """Return how suspicious the frames shortly before breaches are, by index."""
    found: dict[int, float] = {}
    quiet = ONSET_WINDOW
    for index, frame in enumerate(frames):
        if frame.breaches:
            first = quiet >= ONSET_WINDOW
            for back in range(ONSET_WINDOW):
                weight = (FIRST_OF_ROW if first else LATER_IN_ROW) / (1 + back)
                found[index - back] = max(found.get(index - back, 0), weight)
            quiet = 0
        else:
            quiet += 1
    return found


def find_onsets(frames: Sequence[Frame]) -> list[int]:
    """Return the frames at which rows of breaches begin.

    A count that failed begins no row: what it shows may have gone wrong at any time before.
    """
    return [
        index
        for index, weight in sorted(weigh_suspicion(frames).items())
        if weight == FIRST_OF_ROW and not isinstance(frames[index].action, Count)
    ]

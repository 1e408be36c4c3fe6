"""Plans: what is to be recorded, with the match as it would be then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engines.protocol import State
from engines.values import Breach, DecodeError, Prompt
from ledger.clerk import Amend, Insert, Strike
from ledger.event import Draft, Event
from replay.fold.timeline import Frame, Timeline
from replay.record.consequences import Consequences, compare_timelines

CORRECTIONS: Final = (Strike.type, Amend.type, Insert.type)
"""The types of events that correct others."""


class Plan(NamedTuple):
    """What is to be recorded: drafts, and the match without them and with them."""

    drafts: tuple[Draft, ...]
    before: Timeline
    after: Timeline

    @property
    def frames(self) -> list[Frame]:
        """The frames that the plan adds at the end of the match, each drafted event one."""
        return self.after.frames[len(self.before.frames) :]

    @property
    def is_correction(self) -> bool:
        """Whether the plan changes what counts of the match, or how it reads."""
        return any(each.type in CORRECTIONS for each in self.drafts)

    @property
    def is_clean(self) -> bool:
        """Whether nothing that the plan adds breaks a rule."""
        return not any(frame.breaches for frame in self.frames)

    def consequences(self) -> Consequences:
        """Return what the plan would change in the match."""
        return compare_timelines(self.before, self.after)


def has_same_verdict(one: Plan, other: Plan) -> bool:
    """Return whether the actions of two plans answer the same questions and break the same rules.

    Both are plans of the same actions, made at different ends of the match.
    """
    return _list_verdicts(one) == _list_verdicts(other)


def _list_verdicts(plan: Plan) -> list[tuple[tuple[Prompt, ...], tuple[Breach, ...]]]:
    """Return the prompts that each action of a plan answers, and the rules that it breaks."""
    before = [plan.before.frames[-1], *plan.frames]
    return [
        (_find_answered(plan.after, earlier.state, frame), frame.breaches)
        for earlier, frame in zip(before, plan.frames, strict=False)
        if frame.action is not None
    ]


def _find_answered(timeline: Timeline, state: State, frame: Frame) -> tuple[Prompt, ...]:
    """Return the prompts that the action of a frame answers in the state before it.

    They are those for its verb that are not asked any more afterwards; else all for its verb; for
    an action that nobody asks for, all prompts.
    """
    action, asked = frame.action, timeline.engine.list_prompts(state)
    assert action is not None  # noqa: S101
    of_verb = tuple(prompt for prompt in asked if action.verb in prompt.verbs)
    left = timeline.engine.list_prompts(frame.state)
    return tuple(prompt for prompt in of_verb if prompt not in left) or of_verb or asked


def is_recorded_in(plan: Plan, events: Sequence[Event]) -> bool:
    """Return whether one of some events is an action of a plan: the same fact."""
    recorded = {(event.type, event.payload) for event in events}
    return any((frame.entry.kind, frame.entry.payload) in recorded for frame in plan.frames)


def require_readable(plan: Plan) -> None:
    """Raise DecodeError when an action that is planned speaks of what this match does not have."""
    for frame in () if plan.is_correction else plan.frames:
        if frame.error:
            raise DecodeError(frame.error)

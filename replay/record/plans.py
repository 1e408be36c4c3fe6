"""Plans: what is to be recorded, with the match as it would be then."""

from __future__ import annotations

from typing import Final, NamedTuple

from engines.values import DecodeError
from ledger.clerk import Amend, Insert, Strike
from ledger.event import Draft
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


def require_readable(plan: Plan) -> None:
    """Raise DecodeError when an action that is planned speaks of what this match does not have."""
    for frame in () if plan.is_correction else plan.frames:
        if frame.error:
            raise DecodeError(frame.error)

"""What a closed match says: its closing in force, the seal, who has signed."""

from __future__ import annotations

from ledger.clerk import Close, Sign
from ledger.event import format_seal
from replay.base.i18n import _
from replay.fold.timeline import Timeline
from replay.record.corrections import NothingToDo


def closing_of(timeline: Timeline) -> tuple[int, str]:
    """Return the version of the closing in force and its seal. Raise NothingToDo while open."""
    for frame in reversed(timeline.frames):
        if frame.entry.kind == Close.type:
            return frame.version, format_seal(frame.entry.event.hash)
    raise NothingToDo(_("the match is not closed"))


def signed(timeline: Timeline) -> tuple[int, ...]:
    """Return the seats that have acknowledged the closing in force."""
    try:
        version, _seal = closing_of(timeline)
    except NothingToDo:
        return ()
    signs = (sign for _index, _frame, sign in timeline.clerks(Sign))
    return tuple(dict.fromkeys(sign.seat for sign in signs if sign.version == version))

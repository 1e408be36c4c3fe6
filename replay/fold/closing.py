"""The signatures of a closed match."""

from __future__ import annotations

from ledger.clerk import Sign
from replay.fold.timeline import Timeline


def find_signers(timeline: Timeline) -> tuple[int, ...]:
    """Return the seats that have acknowledged the closing in force; none while it is open."""
    closing = timeline.closing
    if closing is None:
        return ()
    signs = (sign for _index, _frame, sign in timeline.find_clerks(Sign))
    return tuple(dict.fromkeys(sign.seat for sign in signs if sign.version == closing.version))

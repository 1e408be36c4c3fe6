"""Checks of listings: is what is listed of a match what its events and the journal say?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from ledger.clerk import Fork, Open, decode_clerk
from ledger.event import Event
from ledger.headlines import Headline, MatchInfo, fold_name
from ledger.journal import HeadEntry, Journal
from replay.base.i18n import _
from replay.fold.line import Line
from replay.fold.metadata import read_metadata
from replay.record.opening import make_headline
from replay.referee.findings import Finding

MAX_DELAY: Final = timedelta(seconds=5)
"""How much later than asked for a closing may be recorded."""

MOMENT: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"
"""The form of the times in a ledger."""


def check_listing(
    line: Line, events: Sequence[Event], listed: Headline, info: MatchInfo, journal: Journal
) -> list[Finding]:
    """Return where the stored headline of a match is not the one that its events give.

    Which number was added to a name that was taken, and whether the match is hidden, only the
    journal says.
    """
    own = next(event for event in events if event.match_id == info.match_id)
    heads = journal.heads.get(info.match_id, [])
    derived = derive_headline(line, own)
    if re.fullmatch(rf"{re.escape(derived.name)}-[0-9]+", str(listed.name)) and all(
        head.name == listed.name for head in heads
    ):
        derived = derived._replace(name=listed.name)  # taken when it was imported
    if _was_closed_before(line, heads) and _is_same_closing(listed.closed_at, derived.closed_at):
        derived = derived._replace(closed_at=listed.closed_at)
    if listed.level is None:  # an older ledger, and nobody has listed the match since
        derived = derived.bare
    compared: list[tuple[str, object, object]] = [
        ("opened_at", info.opened_at, own.recorded_at),
        ("last_at", info.last_at, events[-1].recorded_at),
        ("folded", info.folded, fold_name(derived.name)),
    ]
    compared += zip(Headline._fields, listed, derived, strict=True)
    text = _("{what} is listed as {listed}, the events say {said}")
    findings = [
        Finding("listing", text.format(what=what, listed=repr(stored), said=repr(expected)))
        for what, stored, expected in compared
        if stored != expected
    ]
    archived = journal.archived.get(info.match_id)
    if info.archived_at != archived:
        text = _("{what} is listed as {listed}, the journal of the ledger says {said}")
        text = text.format(what="archived_at", listed=repr(info.archived_at), said=repr(archived))
        findings.append(Finding("listing", text))
    return findings


def _was_closed_before(line: Line, heads: Sequence[HeadEntry]) -> bool:
    """Return whether a match was closed before its ledger had a journal.

    Until then a listing had the time at which the closing was asked for, and the event the one at
    which it was recorded.
    """
    closing = line.closing
    first = heads[0] if heads else None
    return (
        closing is not None
        and first is not None
        and first.cause == "upgrade"
        and closing.version <= first.version
    )


def derive_headline(line: Line, own: Event) -> Headline:
    """Return the headline of a match as its events give it.

    `own` is the first event that the match does not share with its parent.
    """
    first = decode_clerk(own.type, own.payload)
    headline = make_headline(read_metadata(line))
    if isinstance(first, Fork):
        return headline._replace(
            name=first.name,
            parent_id=first.parent,
            base_version=first.base_version,
            base_hash=first.base_hash,
        )
    assert isinstance(first, Open)  # noqa: S101
    return headline._replace(name=first.name)


def _is_same_closing(listed: str | None, said: str | None) -> bool:
    """Return whether two times may be those of one closing: asked for, then recorded."""
    times = (str(listed), str(said))
    if not all(re.fullmatch(MOMENT, time) for time in times):
        return False
    try:
        asked, recorded = map(datetime.fromisoformat, times)
    except ValueError:
        return False
    return abs(recorded - asked) < MAX_DELAY

"""What lists show of places, levels and results, for matches of before lists had them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ledger.errors import UnwritableLedger
from ledger.headlines import Headline, MatchInfo
from ledger.store import Ledger
from replay.fold.line import read_line
from replay.fold.metadata import read_metadata
from replay.record.opening import make_headline

AT_ONCE: Final = 500
"""How many matches are derived in one transaction."""


def derive_missing(ledger: Ledger, infos: Sequence[MatchInfo]) -> list[MatchInfo]:
    """Return matches with places, levels and outcomes, read from their events where the ledger
    does not list them yet."""
    found = []
    for info in infos:
        if info.level is None:
            said = derive(ledger, info.match_id)
            info = info._replace(place=said.place, level=said.level, outcomes=said.outcomes)
        found.append(info)
    return found


def store_missing(ledger: Ledger, most: int = 0) -> None:
    """Store what the ledger does not list yet of its matches: of all, or of the latest `most`.

    A ledger that cannot be written stays as it is.
    """
    left = most
    while ids := ledger.list_underived(min(left, AT_ONCE) if most else AT_ONCE):
        try:
            ledger.note_derived({match_id: derive(ledger, match_id) for match_id in ids})
        except UnwritableLedger:
            return
        left -= len(ids)
        if most and left <= 0:
            return


def derive(ledger: Ledger, match_id: str) -> Headline:
    """Return what lists show of a match; of one whose events do not say it, nothing."""
    try:
        return make_headline(read_metadata(read_line(ledger.clerk_events(match_id))))
    except ValueError:
        return Headline("", "", "", "", "", (), place="", level="")

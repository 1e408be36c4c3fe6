"""Ledgers of many matches: two that somebody recorded, and copies of one of them."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from ledger.clerk import Close, Dispute, Ruling
from ledger.event import draft_event
from ledger.store import Ledger
from replay.files.exchange import rename_stream
from replay.fold.line import read_line
from replay.fold.metadata import read_metadata
from replay.record.opening import make_headline
from tests import table


def fill_ledger(path: Path, n: int) -> None:
    """Make a ledger of `n` matches with some moves; one has a dispute and a ruling."""
    with Ledger(path) as ledger:
        session = table.lay_out_session(ledger, name="maple")
        table.type_accepted(table.open_desk(session), "wug", "kkk ! so what", "ugr", "undo")
        session.remark(Dispute(at=18, claim="three of a kind", rules=("S5",)))
        session.remark(Ruling(at=18, rules=("S5",), decision="stands", reason="so what"))
        other = table.lay_out_session(ledger, name="oak")
        table.type_accepted(table.open_desk(other), "wug")
        other.close(Close(how="abandoned"))
        events = ledger.events(other.info.match_id)
        with ledger.transaction():
            for number in range(n - 2):
                opening = {**events[0].data(), "name": f"copy-{number:04}"}
                draft = draft_event(events[0].type, opening)
                copy = rename_stream([replace(events[0], payload=draft.payload), *events[1:]])
                minutes, seconds = divmod(number, 60)
                at = f"2026-01-01T{minutes // 60:02}:{minutes % 60:02}:{seconds:02}.000Z"
                headline = make_headline(read_metadata(read_line(copy)))
                ledger.ingest([replace(each, recorded_at=at) for each in copy], headline)

"""Old payloads read like new ones, and what was stored stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.splendor import engine
from engines.splendor.actions import Buy
from engines.values import DecodeError
from ledger.store import Ledger
from replay.files.exchange import export_match, import_file
from replay.fold.timeline import Timeline
from replay.referee.audit import audit_match

OLD = Path(__file__).parents[2] / "data" / "matches" / "splendor-buy-1.match.json"
"""A match recorded when `buy` still had `from_hand` (version 1)."""


def test_a_match_of_the_old_version_folds(ledger: Ledger) -> None:
    """Cards bought from hand and from the market are both found, without a breach."""
    imported = import_file(ledger, OLD.read_bytes())
    timeline = Timeline(ledger.events(imported.match_id))
    bought = [frame for frame in timeline.actions() if frame.entry.kind == "buy"]
    assert {frame.entry.schema for frame in bought} == {1}
    assert any(isinstance(f.action, Buy) and f.action.source == "reserve" for f in bought)
    assert [breach for frame in timeline.frames for breach in frame.breaches] == []


def test_stored_bytes_and_hashes_do_not_change(ledger: Ledger) -> None:
    """What was imported is exported to the byte, and verifies."""
    imported = import_file(ledger, OLD.read_bytes())
    info = ledger.find(imported.name)
    assert export_match(ledger, info) == OLD.read_bytes()
    assert audit_match(ledger, info).intact


def test_a_version_from_the_future_is_not_guessed_at() -> None:
    """Neither is one that nothing reads any more."""
    for schema in (3, 0):
        with pytest.raises(DecodeError):
            engine.decode("buy", b'{"seat":0,"card":"2r-k5","paid":{}}', schema)

"""Tests of places, levels and results in ledgers of before they were listed."""

from __future__ import annotations

from ledger.clerk import Close
from ledger.store import Ledger
from replay.record.results import derive_missing, store_missing
from tests import table
from tests.replay.cli.conftest import invoke


def fill(ledger: Ledger) -> None:
    """Record a closed match and an open one."""
    closed = table.open_session(ledger, name="oak", place="attic", level="results")
    closed.close(Close(how="finished", points=(3, 5), winners=(1,)))
    table.open_session(ledger, name="elm")


def test_what_is_missing_is_derived(ledger: Ledger) -> None:
    """As if it had always been listed."""
    fill(ledger)
    before = ledger.matches()
    table.forget_results(ledger)
    assert [info.level for info in ledger.matches()] == [None, None]
    assert derive_missing(ledger, ledger.matches()) == before


def test_what_is_missing_is_stored(ledger: Ledger) -> None:
    """Of the latest matches, or of all."""
    fill(ledger)
    before = ledger.matches()
    table.forget_results(ledger)
    store_missing(ledger, 1)
    assert len(ledger.list_underived(10)) == 1
    store_missing(ledger)
    assert ledger.list_underived(10) == []
    assert ledger.matches() == before


def test_verify_knows_an_older_ledger(ledger: Ledger) -> None:
    """What nobody has derived yet is no fault; half of it is one."""
    fill(ledger)
    table.forget_results(ledger)
    invoke("verify", "--all")
    with ledger.transaction():
        ledger.database.execute("UPDATE matches SET place = 'cellar'")
    assert "place is listed as" in invoke("verify", "--all", code=6).output

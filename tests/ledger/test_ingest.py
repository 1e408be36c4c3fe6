"""Tests of storing events of another ledger: nothing twice, nothing overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.errors import Conflict
from ledger.event import Event
from ledger.store import Ledger
from tests.ledger.test_append import assert_chained, parse_numbers
from tests.table import append_opening, draft_note, make_headline


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Ledger]:
    """The ledger of another device with a match of four events."""
    with Ledger(tmp_path / "other.db") as opened:
        append_opening(opened)
        opened.append("m", 1, [draft_note(1), draft_note(2), draft_note(3)], "ann")
        yield opened


@pytest.fixture
def theirs(other: Ledger) -> list[Event]:
    """The events of that match."""
    return other.events("m")


def test_a_match_comes_in_as_it_was(ledger: Ledger, theirs: list[Event]) -> None:
    """Ids, times, actors and hashes are the same."""
    assert ledger.ingest(theirs, make_headline()) == 4
    assert ledger.events("m") == theirs
    assert ledger.find("maple").opened_at == theirs[0].recorded_at


def test_the_same_match_again_adds_nothing(ledger: Ledger, theirs: list[Event]) -> None:
    """It can be repeated."""
    ledger.ingest(theirs, make_headline())
    assert ledger.ingest(theirs, make_headline()) == 0
    assert ledger.events("m") == theirs


def test_a_longer_copy_continues(ledger: Ledger, theirs: list[Event]) -> None:
    """Only what is new is added."""
    ledger.ingest(theirs[:2], make_headline())
    assert ledger.ingest(theirs, make_headline(closed_at="now", how="finished")) == 2
    assert_chained(ledger.events("m"))
    assert parse_numbers(ledger.events("m")) == [1, 2, 3]
    assert ledger.find("maple").how == "finished"


def test_a_shorter_copy_takes_nothing_away(ledger: Ledger, theirs: list[Event]) -> None:
    """Events and headline stay."""
    ledger.ingest(theirs, make_headline(how="finished"))
    assert ledger.ingest(theirs[:2], make_headline()) == 0
    assert ledger.events("m") == theirs
    assert ledger.find("maple").how == "finished"


def test_an_ingested_match_can_be_continued(
    ledger: Ledger, other: Ledger, theirs: list[Event]
) -> None:
    """The ledger that it came from can ingest the continuation."""
    ledger.ingest(theirs, make_headline())
    ledger.append("m", 4, [draft_note(4)], "bo")
    assert other.ingest(ledger.events("m"), make_headline()) == 1
    assert other.events("m") == ledger.events("m")


def test_a_copy_that_has_diverged_is_a_conflict(
    ledger: Ledger, other: Ledger, theirs: list[Event]
) -> None:
    """Both continued the same events: neither is overwritten, whichever is longer."""
    ledger.ingest(theirs[:3], make_headline())
    ledger.append("m", 3, [draft_note(30), draft_note(40)], "bo")
    mine = ledger.events("m")
    for copy in (theirs, theirs[:3] + other.append("m", 4, [draft_note(5), draft_note(6)], "ann")):
        with pytest.raises(Conflict):
            ledger.ingest(copy, make_headline(title="changed"))
    assert ledger.events("m") == mine
    assert ledger.find("maple").title == ""


def test_a_copy_with_a_gap_is_a_conflict(ledger: Ledger, theirs: list[Event]) -> None:
    """The missing events would break the chain."""
    ledger.ingest(theirs[:1], make_headline())
    with pytest.raises(Conflict):
        ledger.ingest([theirs[0], theirs[2]], make_headline())
    assert ledger.events("m") == theirs[:1]

"""Finding a match by what somebody remembers of its name."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from ledger.errors import AmbiguousMatch, NoSuchMatch
from ledger.store import Ledger
from tests.table import append_opening, draft_note


@pytest.fixture
def named(ledger: Ledger) -> Ledger:
    """A ledger with four matches."""
    for number, name in enumerate(("maple", "marble", "mar", "가을")):
        append_opening(ledger, f"0{number}a2", name)
    return ledger


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("maple", "maple"),
        ("map", "maple"),
        ("MAP", "maple"),
        ("Maple", "maple"),
        ("marb", "marble"),
        ("mar", "mar"),
        ("MAR", "mar"),
        ("가", "가을"),
        ("가을", "가을"),
        (normalize("NFD", "가을"), "가을"),
        ("01a2", "marble"),
        ("02", "mar"),
    ],
)
def test_a_name_an_id_or_a_beginning_of_either_is_enough(
    named: Ledger, text: str, name: str
) -> None:
    """As long as it is only one's; a whole name wins over the beginning of another."""
    assert named.find(text).name == name


def test_several_are_named(named: Ledger) -> None:
    """So that one more letter can be typed."""
    with pytest.raises(AmbiguousMatch) as refused:
        named.find("ma")
    assert set(refused.value.names) == {"maple", "marble", "mar"}


@pytest.mark.parametrize("text", ["nutmeg", "aple", "maples", "%", "_____", "maple "])
def test_what_is_not_there_is_said_with_what_is(named: Ledger, text: str) -> None:
    """For whoever looks for the nearest."""
    with pytest.raises(NoSuchMatch) as refused:
        named.find(text)
    assert set(refused.value.near) == {"maple", "marble", "mar", "가을"}


def test_an_empty_ledger_says_so(ledger: Ledger) -> None:
    """There is nothing near."""
    with pytest.raises(NoSuchMatch) as refused:
        ledger.find("maple")
    assert refused.value.near == ()


def test_a_name_that_is_taken_gets_a_number(named: Ledger) -> None:
    """The first that is free."""
    assert named.find_free_name("nutmeg") == "nutmeg"
    assert named.find_free_name("maple") == "maple-2"
    append_opening(named, "5", "maple-2")
    assert named.find_free_name("maple") == "maple-3"


def test_the_match_recorded_on_last_comes_first(
    named: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As listings show them."""
    monkeypatch.setattr("ledger.store.now", lambda: "2999-12-31T23:59:59.999Z")
    named.append("00a2", 1, [draft_note(1)], "tess")
    assert named.matches()[0].name == "maple"
    assert named.matches()[0].version == 2


def test_an_archived_match_is_still_found(named: Ledger) -> None:
    """It is out of the lists, not out of the log."""
    named.archive("00a2")
    assert named.find("maple").archived_at is not None
    named.archive("00a2", archived=False)
    assert named.find("maple").archived_at is None

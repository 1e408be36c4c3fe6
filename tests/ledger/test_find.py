"""Tests of finding a match by its name, its id or the beginning of either."""

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
    """A beginning must be that of one match only. A whole name comes before a beginning."""
    assert named.find(text).name == name


def test_an_ambiguous_beginning_names_the_matches(named: Ledger) -> None:
    """Another letter can then be typed."""
    with pytest.raises(AmbiguousMatch) as refused:
        named.find("ma")
    assert set(refused.value.names) == {"maple", "marble", "mar"}


@pytest.mark.parametrize("text", ["nutmeg", "aple", "maples", "%", "_____", "maple "])
def test_an_unknown_name_is_refused_with_the_names_there_are(named: Ledger, text: str) -> None:
    """A program can suggest the nearest."""
    with pytest.raises(NoSuchMatch) as refused:
        named.find(text)
    assert set(refused.value.near) == {"maple", "marble", "mar", "가을"}


def test_an_empty_ledger_has_no_names_to_suggest(ledger: Ledger) -> None:
    """The error names none."""
    with pytest.raises(NoSuchMatch) as refused:
        ledger.find("maple")
    assert refused.value.near == ()


def test_a_name_that_is_taken_gets_a_number(named: Ledger) -> None:
    """It is the first number that is free."""
    assert named.find_free_name("nutmeg") == "nutmeg"
    assert named.find_free_name("maple") == "maple-2"
    append_opening(named, "5", "maple-2")
    assert named.find_free_name("maple") == "maple-3"


def test_the_match_recorded_on_last_comes_first(
    named: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Listings show it first."""
    monkeypatch.setattr("ledger.store.format_now", lambda: "2999-12-31T23:59:59.999Z")
    named.append("00a2", 1, [draft_note(1)], "tess")
    assert named.matches()[0].name == "maple"
    assert named.matches()[0].version == 2


def test_a_hidden_match_is_still_found(named: Ledger) -> None:
    """Listings hide it; its events stay."""
    named.hide("00a2")
    assert named.find("maple").archived_at is not None
    named.hide("00a2", hidden=False)
    assert named.find("maple").archived_at is None

"""What reconcile asks for can be counted at the table, and typed as it is printed."""

from __future__ import annotations

import json

import pytest

from ledger.store import Ledger
from tests.replay.cli.test_reconciling import run, talk
from tests.table import open_desk, open_session, type_accepted

PAD = ("1/1 0/0 0/0 0/0", "1/1 0/0 0/1 1/0", "0/0 1/1 1/1 0/1")
"""Three rounds of four people: 80, 70, 40 and 0 points."""


@pytest.fixture
def _pad(ledger: Ledger) -> None:
    session = open_session(
        ledger, name="pad", game="wizard", seats=("Ana", "Bo", "Cy", "Dee"), level="pad"
    )
    type_accepted(open_desk(session), *PAD)


@pytest.mark.usefixtures("_pad")
@pytest.mark.parametrize("word", ["d.points", "d.point", "Dee.points", "d.score", "d.점수"])
def test_J5_points_on_a_pad_are_counted_by_every_name(word: str) -> None:
    """Dee has 0 points on the pad, and says that it is 10: round 3 is where she lost them."""
    found = json.loads(run("reconcile", "pad", f"{word}=10", "--json").stdout)
    assert found["difference"] == [{"place": "d.points", "item": "points", "n": 10}]
    assert 4 in {slip["at"] for each in found["candidates"] for slip in each["slips"]}


def test_J5_a_seat_without_points_yet_has_a_count(ledger: Ledger) -> None:
    """Nobody has points before the first round; the number is recorded all the same."""
    open_session(ledger, name="new", game="wizard", seats=("Ana", "Bo", "Cy"), level="pad")
    result = run("reconcile", "new", "b.points=20", "--adjust")
    assert (result.exit_code, "20" in result.stdout) == (0, True), result.output
    shown = run("balance", "new", "b.points", "--json")
    assert json.loads(shown.stdout)["places"] == {"b.points": {"points": 20}}


@pytest.mark.usefixtures("_pad")
def test_F34_the_command_it_ends_with_can_be_typed() -> None:
    """Each number that it asks for is replaced by the number of the record."""
    printed = run("reconcile", "pad", "a.points=60").stdout.splitlines()[-1]
    assert printed.startswith("foldtable reconcile pad a.points=60 ")
    _, *words = printed.replace("=N", "=0").split()
    result = run(*words)
    assert result.exit_code in (0, 1), result.output
    assert "the table 0" in result.stdout


def test_F34_what_is_computed_is_never_asked_for(ledger: Ledger) -> None:
    """Splendor: points were counted once; they follow from the cards since."""
    session = open_session(ledger, name="gems", level="actions")
    type_accepted(open_desk(session), "= a points 3", "wug", "rkw", "ugr", "kgw")
    found = json.loads(run("reconcile", "gems", "bank.red=3", "--json").stdout)
    assert found["questions"]
    for each in found["questions"]:
        fact = f"{each['place']}.{each['item']}=1"
        assert run("reconcile", "gems", "bank.red=3", fact).exit_code in (0, 1), fact


@pytest.mark.usefixtures("_pad")
def test_J4_everybody_is_asked_for_what_one_seat_counted() -> None:
    """Ana's points were counted: the other three count theirs, and nobody counts the pad."""
    found = json.loads(run("reconcile", "pad", "a.points=60", "--json").stdout)
    asked = {each["place"] for each in found["questions"]}
    assert asked <= {"b.points", "c.points", "d.points"}
    assert len(asked) > 1


@pytest.mark.usefixtures("_pad")
def test_J4_at_a_terminal_every_seat_is_asked_and_may_be_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The questions come one by one; a number below zero is an answer."""
    result = talk(monkeypatch, "reconcile", "pad", "a.points=60", answers=["", "-5", "", "", ""])
    assert result.exit_code in (0, 1), result.output
    assert "the table -5" in result.stdout or "left aside" in result.stdout


def test_J4_a_bank_without_end_is_never_asked_for(ledger: Ledger) -> None:
    """Machi Koro: the bank of the record may be at -5; it cannot be counted."""
    session = open_session(ledger, name="towns", game="machi-koro", seats=("Ana", "Bo", "Cy"))
    type_accepted(open_desk(session), "1", "wheat", "2", "cafe", "3", "-", "1", "-", "2", "-")
    asked = set()
    for fact in ("a.coins=5", "a.coins=2", "b.coins=4", "c.coins=2"):
        found = json.loads(run("reconcile", "towns", fact, "--json").stdout)
        places = {each["place"] for each in found["questions"]}
        assert "bank" not in places
        asked |= places
    assert asked

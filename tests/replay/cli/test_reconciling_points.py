"""What reconcile asks for can be counted at the table, and typed as it is printed."""

from __future__ import annotations

import json

import pytest

from engines.protocol import find_breaches
from ledger.store import Ledger
from replay.record.corrections import find_state_before
from replay.record.session import Session
from tests.replay.cli.test_reconciling import run, talk
from tests.some import some
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
    printed = run("reconcile", "pad", "b.points=50").stdout.splitlines()[-1]
    assert printed.startswith("foldtable reconcile pad b.points=50 ")
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
    for each in some(found["questions"]):
        fact = f"{each['place']}.{each['item']}=1"
        assert run("reconcile", "gems", "bank.red=3", fact).exit_code in (0, 1), fact


@pytest.mark.usefixtures("_pad")
def test_J4_everybody_is_asked_for_what_one_seat_counted() -> None:
    """Bo's points were counted: the others count theirs, and nobody counts the pad."""
    found = json.loads(run("reconcile", "pad", "b.points=50", "--json").stdout)
    asked = {each["place"] for each in found["questions"]}
    assert asked <= {"a.points", "c.points", "d.points"}
    assert len(asked) > 1


@pytest.mark.usefixtures("_pad")
def test_J4_at_a_terminal_every_seat_is_asked_and_may_be_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The questions come one by one; a number below zero is an answer."""
    result = talk(monkeypatch, "reconcile", "pad", "b.points=50", answers=["", "-5", "", "", ""])
    assert result.exit_code in (0, 1), result.output
    assert "left aside" in result.stdout


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


@pytest.mark.usefixtures("_pad")
def test_J3_points_that_no_round_gives_are_not_explained() -> None:
    """They come in tens: the count is wrong."""
    found = json.loads(run("reconcile", "pad", "c.points=39", "--json").stdout)
    assert found["candidates"] == []
    assert found["recount"] == 100


@pytest.mark.usefixtures("_pad")
@pytest.mark.parametrize("fact", ["a.points=60", "b.points=50", "b.points=80", "c.points=10"])
def test_J3_only_what_can_be_recorded_is_proposed(ledger: Ledger, fact: str) -> None:
    """No bid below zero, no round that nobody played; each line that is printed can be typed."""
    found = json.loads(run("reconcile", "pad", fact, "--json").stdout)["candidates"]
    session = Session(ledger, ledger.find("pad"), "tess")
    for slip in some(slip for each in found for slip in each["slips"]):
        assert not slip["line"].startswith("insert"), slip
        assert "-" not in slip["line"], slip
        if slip["line"].startswith("amend"):
            _, version, text = slip["line"].split(" ", 2)
            before = find_state_before(session.timeline, int(version))
            (action,) = session.engine.parse(text, before)
            assert session.engine.write(action) == text
            (was,) = (f for f in session.timeline.frames if f.version == int(version))
            broken = {b.rule for b in find_breaches(session.engine, before, action)}
            assert broken <= {b.rule for b in was.breaches}, slip


@pytest.mark.usefixtures("_pad")
def test_J3_a_trick_noted_for_another_seat_is_proposed() -> None:
    """Which round would make it 80? Bo bid two and won two of the third."""
    found = json.loads(run("reconcile", "pad", "b.points=80", "--json").stdout)["candidates"]
    lines = [[slip["line"] for slip in each["slips"]] for each in found]
    assert ["amend 4 round 0/0 2/2 1/0 0/1"] in lines


@pytest.mark.usefixtures("_pad")
def test_J1_the_count_may_be_wrong() -> None:
    """Nobody can have 50 points less ten: to count again is what is most plausible."""
    result = run("reconcile", "pad", "b.points=50")
    first = result.stdout.splitlines()[1]
    assert first.startswith("  –  the count may be wrong, count again: Bo’s points (")
    found = json.loads(run("reconcile", "pad", "b.points=50", "--json").stdout)
    assert all(0 <= each["plausibility"] < found["recount"] for each in some(found["candidates"]))
    korean = run("reconcile", "pad", "b.points=50", "--lang", "ko").stdout
    assert "count again" not in korean


def test_J1_one_number_alone_makes_no_correction_certain(session: Session) -> None:
    """Splendor: nothing was recorded wrongly, and the bank was counted badly."""
    type_accepted(open_desk(session), "wug", "rkw", "ugr", "kgw")
    for number in (1, 3, 4):
        found = json.loads(run("reconcile", "maple", f"bank.red={number}", "--json").stdout)
        assert found["difference"]
        assert found["recount"] >= 5
        assert max(each["plausibility"] for each in found["candidates"]) < 80


def test_J1_what_agrees_is_not_counted_again(session: Session) -> None:
    """There is nothing to say where the record shows the same."""
    type_accepted(open_desk(session), "wug", "rkw")
    found = json.loads(run("reconcile", "maple", "a.white=1", "--json").stdout)
    assert found["recount"] is None

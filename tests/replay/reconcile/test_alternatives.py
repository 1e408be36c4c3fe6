"""Several explanations of the same, outcomes carried out by hand, and corrections of a part."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from engines.registry import list_games, load_engine
from engines.values import Action, Setup, seat_letter
from ledger.store import Ledger
from replay.cli.app import app
from replay.cli.settings import Settings
from replay.lab.dealer import Dealer
from replay.reconcile.candidates import Reconciliation, reconcile
from replay.reconcile.facts import compare_facts, parse_facts
from replay.record.session import Session
from tests import reconcile as planted
from tests.some import some
from tests.table import open_desk, open_session, type_accepted

OPENING = ("wug", "rkw", "ugr", "kgw")
"""Ana, Bo, Ana, Bo take tokens: events 17 to 20."""

TOO_MUCH = ("a.blue=1", "a.black=2", "a.white=0", "b.white=0", "b.red=3", "b.gold=1")
"""What no one or two corrections explain."""


def run(*arguments: str, given: str = "") -> Result:
    """Run a command."""
    return CliRunner().invoke(app, list(arguments), input=given)


def talk(monkeypatch: pytest.MonkeyPatch, *arguments: str, answers: Sequence[str]) -> Result:
    """Run a command as if somebody sat at a terminal and gave these answers."""
    monkeypatch.setattr(Settings, "interactive", True)
    return run(*arguments, given="".join(f"{answer}\n" for answer in answers))


def reconcile_now(session: Session, *facts: str) -> Reconciliation:
    """Return the reconciliation of some facts with the record as it is now."""
    timeline = session.timeline
    index = len(timeline.frames) - 1
    return reconcile(timeline, index, parse_facts(timeline, index, facts))


# -- outcomes carried out by hand ------------------------------------------------------------


def test_J2_a_trick_given_to_somebody_else_is_proposed(ledger: Ledger) -> None:
    """Ana won it and Cy took it: no other card was played."""
    session = open_session(ledger, game="wizard", seats=("Ana", "Bo", "Cy"), level="actions")
    type_accepted(open_desk(session), "y1", "0 0 1", "b2 b9 g1", "r1", "1 1 0", "b7 b9 g2")
    (best,) = reconcile_now(session, "a.trick=0", "c.trick=1").candidates
    (slip,) = best.slips
    assert slip.kind == "outcome"
    assert slip.action is not None
    assert session.engine.write(slip.action) == "b: play g2 ~winner=c"


@pytest.mark.parametrize("game", list_games())
def test_J2_every_game_knows_outcomes_that_people_carry_out(game: str) -> None:
    """In a random game, whatever is derived and carried out by hand can have gone wrong."""
    engine = load_engine(game)
    games = (planted.plant(engine, "outcome", seed, longest=60) for seed in range(40, 60))
    found = next(each for each in games if each is not None)
    state = planted.last_state(found, found.true[: found.ply])
    offered = list(engine.outcomes(state, found.recorded[found.ply]))
    assert found.true[found.ply] in offered


OUTCOMES = {
    "challengers": {"captured", "bonus", "fans"},
    "machi-koro": {"a.wheat_field", "a.bakery"},
    "seven-wonders-duel": {"coins", "shields"},
    "splendor": {"noble"},
    "wizard": {"winner"},
}
"""Outcomes of each game that must be among those on offer."""


@pytest.mark.parametrize("game", list_games())
def test_J2_tricks_incomes_nobles_and_captures_are_outcomes(game: str) -> None:
    """All of them come up in a few random games."""
    engine = load_engine(game)
    missing = set(OUTCOMES[game])
    for seed in range(30):
        setup = Setup(engine.seats[0] if game != "challengers" else 4)
        for state, action in Dealer(engine, seed).play(setup):
            missing -= list_overridden(engine.outcomes(state, action))
            if not missing:
                return
    pytest.fail(f"never on offer: {missing}")


def list_overridden(actions: Iterable[Action]) -> set[str]:
    """Return the names of the outcomes that some actions override."""
    return {name for action in actions for name in getattr(action, "actual", {})}


# -- several corrections with the same result ----------------------------------------------------


def test_J2_what_leads_to_the_same_is_listed_the_likeliest_first(session: Session) -> None:
    """Ana's first or her second turn was misheard: nobody can tell which."""
    type_accepted(open_desk(session), *OPENING)
    found = reconcile_now(session, "a.blue=1", "a.black=1")
    best = found.candidates[0]
    assert [twin.slips[0].kind for twin in best.others] == ["number"]
    for label, made in (("1", best), ("1b", best.others[0])):
        assert found.find(label) == made
        after = session.timeline.imagine(session.plan(*made.corrections).drafts)
        assert compare_facts(after.state.book, found.facts) == {}
    for label in ("", "0", "1a", "1c", "99", "b", "1bb"):
        assert found.find(label) is None


def test_J2_every_explanation_that_is_listed_can_be_made(session: Session) -> None:
    """In the shell by its number; --json has its line to type."""
    type_accepted(open_desk(session), *OPENING)
    facts = ("a.blue=1", "a.black=1")
    (other,) = json.loads(run("reconcile", "maple", *facts, "--json").stdout)["candidates"][0][
        "others"
    ]
    shown = run("reconcile", "maple", *facts).stdout
    assert f" 1b {other[0]['text']}" in shown
    assert run("reconcile", "maple", *facts, "--apply", "1z").exit_code == 3
    result = run("reconcile", "maple", *facts, "--apply", "1b")
    assert result.exit_code == 0, result.output
    assert other[0]["text"] in result.stdout
    assert "Nothing" not in result.stdout
    assert run("reconcile", "maple", *facts, "--json").stdout.count('"n"') == 0


def test_J2_at_a_terminal_a_twin_is_chosen_by_its_letter(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is no number of the list is asked for again."""
    type_accepted(open_desk(session), *OPENING)
    result = talk(
        monkeypatch, "reconcile", "maple", "a.blue=1", "a.black=1", answers=["", "1z", "1b"]
    )
    assert "Corrected: 17" in result.stdout


# -- two slips and more --------------------------------------------------------------------------


def test_J6_what_a_correction_leaves_unexplained_is_said(session: Session) -> None:
    """Where nothing explains all, the best single corrections come with the rest."""
    type_accepted(open_desk(session), *OPENING)
    found = reconcile_now(session, *TOO_MUCH)
    assert found.candidates == ()
    sizes = [sum(map(abs, each.left.values())) for each in found.partial]
    assert sizes == sorted(sizes)
    assert all(0 < size < sum(map(abs, found.wanted.values())) for size in some(sizes))
    for each in some(found.partial):
        after = session.timeline.imagine(session.plan(*each.corrections).drafts)
        assert compare_facts(after.state.book, found.facts) == each.left


def test_J6_the_shell_goes_on_from_a_correction(session: Session) -> None:
    """It exits with 1 while something is unexplained; --apply says what is left."""
    type_accepted(open_desk(session), *OPENING)
    shown = run("reconcile", "maple", *TOO_MUCH)
    assert shown.exit_code == 1
    assert "still unexplained: " in shown.stdout
    data = json.loads(run("reconcile", "maple", *TOO_MUCH, "--json").stdout)
    assert data["candidates"] == []
    assert data["partial"][0]["left"]
    result = run("reconcile", "maple", *TOO_MUCH, "--apply", "1")
    assert "Corrected: 17" in result.stdout
    assert "the record says" in result.stdout
    assert "foldtable reconcile maple" in result.stdout
    again = json.loads(run("reconcile", "maple", *TOO_MUCH, "--json").stdout)
    assert again["difference"] == sorted(
        data["partial"][0]["left"], key=lambda each: (each["place"], each["item"])
    )


def test_J6_at_a_terminal_one_correction_follows_another(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until nothing is left or nobody wants to go on."""
    type_accepted(open_desk(session), *OPENING)
    answers = ["1", "1", "a"]
    result = talk(monkeypatch, "reconcile", "maple", *TOO_MUCH, answers=answers)
    assert result.stdout.count("Corrected:") >= 1, result.output
    assert result.stdout.count("the record says") > len(TOO_MUCH)


# -- what cannot have been -------------------------------------------------------------------------

EVENING = Path("examples/seven-wonders-duel-evening.txt")


def open_evening(ledger: Ledger) -> Session:
    """Return an evening of 7 Wonders Duel in its first age, as it was typed."""
    session = open_session(ledger, game="seven-wonders-duel", seats=("Ana", "Bo"), level="full")
    lines = EVENING.read_text("utf-8").splitlines()
    typed = [line for line in lines if line and not line.startswith("#")]
    type_accepted(open_desk(session), *typed[:25])
    return session


@pytest.mark.parametrize("coins", [-2, 2, 3])
def test_J3_no_card_is_proposed_that_the_table_saw_elsewhere(ledger: Ledger, coins: int) -> None:
    """What was turned up in a slot lay there: nobody had taken another card from it before. Nor was
    what the table told meant to be what somebody did."""
    session = open_evening(ledger)
    frames = session.timeline.frames
    told = [frame.action for frame in frames if frame.action and frame.action.verb == "reveal"]
    seen = {getattr(action, "card", "") for action in some(told)}
    held = session.state.book.count("a.coins", "coin")
    found = reconcile_now(session, f"a.coins={held + coins}")
    slips = [slip for each in some(found.candidates) for slip in each.slips]
    slips += [slip for each in found.candidates for twin in each.others for slip in twin.slips]
    for slip in some(slips):
        card = getattr(slip.action, "card", None)
        assert card is None or card in seen, slip
        recorded = frames[slip.frame].action
        assert slip.after or slip.action is None or recorded not in told


def test_J3_coins_that_were_taken_otherwise_are_proposed(ledger: Ledger) -> None:
    """A sale brings two coins; somebody took three."""
    session = open_evening(ledger)
    (prompt,) = session.list_prompts()
    coins = f"{seat_letter(prompt.seat)}.coins"
    type_accepted(open_desk(session), "20-")
    found = reconcile_now(session, f"{coins}={session.state.book.count(coins, 'coin') + 1}")
    slips = [slip for each in some(found.candidates) for slip in each.slips]
    sold = [slip for slip in slips if slip.action and slip.action.verb == "discard"]
    assert [slip.kind for slip in sold] == ["payment"]

"""Tests of what-if questions: other actions, other rules, branches, conditions."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.values import NotationError
from ledger.clerk import Open
from ledger.store import Ledger
from replay.desk.desk import Desk
from replay.explain.alternatives import (
    find_alternatives,
    find_divergence,
    index_breaches,
    walk_branches,
)
from replay.explain.conditions import find_onsets, parse_condition
from replay.files.exchange import export_match, import_file, keep_branch
from replay.fold.timeline import Ruleset, Timeline
from replay.record.opening import fork_match, open_match
from replay.record.session import Session
from tests import table
from tests.some import some


def test_every_legal_action_is_tried_in_place_of_a_breach(desk: Desk) -> None:
    """Actions of the same kind come first. At least one keeps all later events."""
    table.type_accepted(desk, "rrr ! asleep", "wug", "uk ! short", "pass ! tired")
    found = list(find_alternatives(desk.session.timeline, 17))
    assert {each.action.verb for each in found} >= {"take", "reserve"}
    assert found[0].action.verb == "take"
    assert all(each.action.seat == 0 for each in some(found))
    assert any(each.fits for each in found)


def test_later_events_are_kept_until_one_breaks_a_rule(desk: Desk) -> None:
    """Bo's two red need four in the bank: after Ana has taken two of them they are a breach."""
    table.type_accepted(desk, "wug", "rr")
    instead = {
        desk.session.engine.write(each.action): each
        for each in find_alternatives(desk.session.timeline, 17)
    }
    assert instead["a: take r2"].until == 17
    assert not instead["a: take r2"].fits
    assert instead["a: take u1g1k1"].fits


def test_the_alternative_to_an_overridden_outcome_is_the_one_due(ledger: Ledger) -> None:
    """Ana has two coins for two owners: counter-clockwise, Cy comes first (M18).

    Another roll is no alternative.
    """
    opening = Open(game="machi-koro", rules="", seats=("Ana", "Bo", "Cy"), name="cafe")
    session = Session(ledger, open_match(ledger, opening, "tess"), "tess")
    desk = table.open_desk(session)
    table.type_accepted(desk, "= a 2; = b caf 1; = c caf 3 ! counted", "3 ~b.caf=1 ! Bo was faster")
    version = session.timeline.version - 1
    (instead,) = find_alternatives(session.timeline, version)
    assert session.engine.write(instead.action) == "roll 3"
    assert instead.fits


def test_only_an_action_has_alternatives(session: Session) -> None:
    """The opening has none."""
    with pytest.raises(LookupError):
        list(find_alternatives(session.timeline, 1))


def test_breaches_under_another_ruleset(desk: Desk, ledger: Ledger) -> None:
    """An option or a waiver changes which breaches are found. The record stays as it is."""
    table.type_accepted(desk, "uk ! short")
    events = ledger.events(desk.session.info.match_id)
    assert {key[1] for key in index_breaches(Timeline(events))} == {"S4b"}
    lenient = Timeline(events, under=Ruleset(options={"voluntary_fewer": True}))
    assert index_breaches(lenient) == {}
    waived = Timeline(events, under=Ruleset(waive=frozenset({"S4b"})))
    assert index_breaches(waived) == {}
    assert [b.rule for f in waived.frames for b in f.waived] == ["S4b"]


def test_under_the_book_waived_rules_are_checked(desk: Desk, ledger: Ledger) -> None:
    """A rule that the table waived is a breach again."""
    table.type_accepted(desk, "waive S4b", "uk")
    events = ledger.events(desk.session.info.match_id)
    assert index_breaches(Timeline(events)) == {}
    assert {key[1] for key in index_breaches(Timeline(events, under=Ruleset(book=True)))} == {"S4b"}


def test_branches_diverge_after_the_event_they_share(desk: Desk, ledger: Ledger) -> None:
    """They differ in the first event of their own."""
    table.type_accepted(desk, "wug", "rr", "uk ! short")
    info = desk.session.info
    branch = fork_match(ledger, info, 18, "tess", "branch")
    other = Session(ledger, branch, "tess")
    table.type_accepted(table.open_desk(other), "wgk")
    found = find_divergence(desk.session.timeline, other.timeline)
    assert found.shared == 18
    assert [frame.version for frame in found.first if frame] == [19, 20]
    assert [(depth, each.name) for depth, each in walk_branches(ledger.matches())][-2:] == [
        (0, info.name),
        (1, "branch"),
    ]


def test_a_branch_of_another_ledger_can_be_kept(desk: Desk, ledger: Ledger, tmp_path: Path) -> None:
    """It shares the past with its parent in both ledgers."""
    table.type_accepted(desk, "wug", "rr")
    info = desk.session.info
    with Ledger(tmp_path / "attempt.db") as attempt:
        import_file(attempt, export_match(ledger, info))
        branch = fork_match(attempt, info, 17, "tess", "tried")
        other = Session(attempt, branch, "tess")
        table.type_accepted(table.open_desk(other), "kkr ! why not")
        assert keep_branch(ledger, attempt, branch) == "tried"
        assert ledger.events(branch.match_id) == attempt.events(branch.match_id)


@pytest.mark.parametrize(
    ("condition", "versions"),
    [
        ("a.red >= 2", [17]),
        ("ana.red > 2", []),
        ("bank.red = 2", [17]),
        ("bo.tokens != 0", [18]),
        ("a.points < 1", [1]),
    ],
)
def test_when_a_condition_begins_to_hold(desk: Desk, condition: str, versions: list[int]) -> None:
    """The pieces of a seat, of a place, all in a place, or points."""
    table.type_accepted(desk, "rr", "wug")
    asked = parse_condition(desk.session.timeline, condition)
    assert [frame.version for frame in find_onsets(desk.session.timeline, asked)] == versions


@pytest.mark.parametrize("text", ["", "a.red", "a.red = x", "nobody.red = 1", "= 3", "a.gems < 1"])
def test_a_text_that_is_no_condition_raises(desk: Desk, text: str) -> None:
    """The error is a NotationError."""
    with pytest.raises(NotationError):
        parse_condition(desk.session.timeline, text)

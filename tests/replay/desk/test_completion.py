"""Tests of completion: legal actions, commands, and the arguments of commands."""

from __future__ import annotations

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from engines.protocol import find_breaches
from replay.desk.commands import COMMANDS
from replay.desk.completion import make_completer, offer_texts
from replay.desk.desk import Desk
from tests import table
from tests.some import some


def test_legal_actions_are_offered(desk: Desk) -> None:
    """They are in notation, with their meaning in words, and break no rule."""
    found = dict(offer_texts(desk.table, ""))
    assert found
    for text in some(list(found)[:10]):
        (action,) = desk.session.engine.parse(text, desk.session.state)
        assert find_breaches(desk.session.engine, desk.session.state, action) == ()


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("res", "reserve 2r-k5"),
        ("2r", "reserve 2r-k5"),
        ("ruby level 2", "reserve 2r-k5"),
        ("und", "undo"),
    ],
)
def test_a_text_is_offered_for_any_part_of_it(desk: Desk, typed: str, text: str) -> None:
    """The part may be of the notation, of the words, or of the name of a command."""
    assert any(found.startswith(text) for found, _ in offer_texts(desk.table, typed, 200))


def test_illegal_actions_are_not_offered(desk: Desk) -> None:
    """A card is offered once somebody can pay for it."""
    assert not any(text.startswith("buy") for text, _ in some(offer_texts(desk.table, "", 500)))
    table.type_accepted(desk, "= a r3 ! counted")
    assert any(text.startswith("buy 1g-r3") for text, _ in offer_texts(desk.table, "", 500))


def test_the_last_part_of_a_line_is_completed(desk: Desk) -> None:
    """The parts before the last semicolon stay as they are."""
    typed = Document("wug; undo; und")
    found = list(make_completer(desk.table).get_completions(typed, CompleteEvent()))
    assert "undo" in {each.text for each in found}
    assert {each.start_position for each in found} == {-3}


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("undo ", "undo 18"),
        ("취소 1", "취소 18"),
        ("shift 1", "shift 17"),
        ("amend 17", "amend 17"),
        ("amend 17 ", "amend 17 a: take u1g1w1"),
        ("amend 1 ", None),
        ("insert ", "insert 18"),
        ("rule 17 ta", "rule 17 taken-back "),
        ("rules s5", "rules S5"),
        ("waive S5", "waive S5"),
        ("why a.to", "why a.tokens"),
        ("when a.po", "when a.points"),
        ("balance emerald", None),
        ("diff 17", "diff 17"),
        ("help sh", "help shift"),
        ("help res", "help reserve"),
    ],
)
def test_the_arguments_of_a_command_are_offered(desk: Desk, typed: str, text: str | None) -> None:
    """Events by number, decisions, rules, places, words to ask help about."""
    table.type_accepted(desk, "wug", "note hm")
    found = [offer for offer, _ in offer_texts(desk.table, typed)]
    assert (text in found) if text else found == []


def test_rules_are_offered_by_the_beginning_of_their_number(desk: Desk) -> None:
    """All of them where they are looked up, those that may be waived where one is waived."""
    rulebook = desk.session.engine.rulebook.rules.values()
    begun = [rule for rule in rulebook if rule.id.startswith("S1")]
    looked_up = [offer for offer, _ in offer_texts(desk.table, "rules s1", 100)]
    assert looked_up == [f"rules {rule.id}" for rule in begun]
    waived = [offer for offer, _ in offer_texts(desk.table, "waive s", 100)]
    assert waived == [f"waive {rule.id}" for rule in rulebook if rule.waivable]
    assert 0 < len(waived) < len(rulebook)


def test_notes_are_no_actions(desk: Desk) -> None:
    """Where an action is wanted, the number of a note is not offered."""
    table.type_accepted(desk, "wug", "note hm")
    for command in ("shift", "amend", "rule"):
        offers = [offer for offer, _ in offer_texts(desk.table, f"{command} ")]
        assert f"{command} 17" in offers
        assert f"{command} 18" not in offers


def test_every_argument_offered_begins_as_typed(desk: Desk) -> None:
    """The word of the command stays in front of it."""
    table.type_accepted(desk, "wug", "place kitchen")
    offering = [command for command in COMMANDS.values() if command.complete is not None]
    assert offering
    for command in offering:
        offers = [offer for offer, _ in offer_texts(desk.table, f"{command.name} ")]
        assert offers, command.name
        assert all(offer.startswith(f"{command.name} ") for offer in offers)

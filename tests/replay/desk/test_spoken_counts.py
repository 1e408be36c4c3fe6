"""Tests of counts as people say them, in every game."""

from __future__ import annotations

from typing import Any

import pytest

from engines.counts import Count
from ledger.store import Ledger
from replay.desk.desk import Desk
from tests import table


def read_count(desk: Desk, said: str) -> Any:
    """Return what a line counts, by place."""
    (reply,) = table.type_accepted(desk, said)
    action = reply.frames[0].action
    assert isinstance(action, Count)
    return action.holds


@pytest.mark.parametrize(
    ("game", "said", "holds"),
    [
        ("machi-koro", "= bo 3 coins", {"b.coins": {"coin": 3}}),
        ("machi-koro", "bo has 3 coins", {"b.coins": {"coin": 3}}),
        (
            "machi-koro",
            "count ana has 3 coins, bo 3 coins",
            {"a.coins": {"coin": 3}, "b.coins": {"coin": 3}},
        ),
        ("seven-wonders-duel", "= bo coins 7", {"b.coins": {"coin": 7}}),
        ("seven-wonders-duel", "bo now has 7 coins", {"b.coins": {"coin": 7}}),
        ("splendor", "= deck 1 has 36 cards", {"deck.1": {"?deck.1": 36}}),
        ("splendor", "= bank has 4 red", {"bank": {"red": 4}}),
        ("splendor", "= bo 0 cards", {"b.cards": {"any-card": 0}}),
    ],
)
def test_F7_a_count_names_people_pieces_and_numbers_in_any_order(
    ledger: Ledger, game: str, said: str, holds: Any
) -> None:
    desk = table.open_desk(table.open_session(ledger, game=game))
    assert read_count(desk, said) == holds


def test_F7_a_number_of_all_pieces_confirms_the_record(desk: Desk) -> None:
    table.type_accepted(desk, "wug")
    assert read_count(desk, "= ana 3 tokens") == {"a.tokens": {"white": 1, "blue": 1, "green": 1}}
    (reply,) = table.type_lines(desk, "= ana 4 tokens")
    assert reply.kind == "refused"
    told = table.join_replies([reply])
    assert "3 there, not 4" in told
    assert "1 diamond" in told


def test_F7_a_total_is_told_as_it_was_counted(desk: Desk) -> None:
    (reply,) = table.type_accepted(desk, "ana has 0 points")
    (frame,) = reply.frames
    assert frame.action is not None
    assert desk.voice.action(frame.action, (), frame.intent) == "counted: Ana has 0 points"


def test_G14_counts_are_not_what_a_table_is_asked_for(desk: Desk) -> None:
    """After three counts it is still asked whose turn it is."""
    table.type_accepted(desk, "wug", "= ana w1", "= ana u1", "= ana g1")
    assert "Bo" in desk.describe_question()

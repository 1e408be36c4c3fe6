"""Positions laid out by hand, in every game: what lies where, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engines.book import is_unknown
from engines.counts import Count
from engines.registry import load_engine
from engines.values import UNACCOUNTED, DecodeError, Setup
from tests.some import some

POSITIONS: dict[str, tuple[Setup, dict[str, dict[str, int]], dict[str, Any]]] = {
    "splendor": (
        Setup(2),
        {"a.tokens": {"red": 3}, "market.2.1": {"2r-k5": 1}, "a.reserved": {"?deck.3": 1}},
        {"turn": 1, "wanted": ()},
    ),
    "machi-koro": (Setup(3), {"c.coins": {"coin": 9}, "b.cards": {"ranch": 2}}, {"turn": 2}),
    "wizard": (
        Setup(3),
        {"a.hand": {"b8": 1}, "b.hand": {"rN": 1}},
        {"turn": 1, "dealt": True},
    ),
    "seven-wonders-duel": (
        Setup(2, options={"wonders": "first-game"}),
        {"a.coins": {"coin": 2}, "b.city": {"baths": 1}},
        {"turn": 1},
    ),
    "challengers": (Setup(2), {"a.deck": {"city-dog-s": 1}}, {}),
}


@pytest.mark.parametrize("game", POSITIONS)
def test_a_position_holds_what_was_laid_out(game: str) -> None:
    setup, holds, status = POSITIONS[game]
    state = load_engine(game).position(setup, holds, **status)
    for place, items in some(holds.items()):
        held = state.book.holding(place)
        assert {item: n for item, n in held.items() if not is_unknown(item)} == {
            item: n for item, n in items.items() if not is_unknown(item)
        }
        assert sum(held.values()) == sum(items.values())
    assert {field: getattr(state, field) for field in status} == status


@pytest.mark.parametrize("game", POSITIONS)
def test_no_piece_is_lost_or_added(game: str) -> None:
    engine = load_engine(game)
    setup, holds, status = POSITIONS[game]
    opened = totals(engine.open(setup).book.totals())
    assert totals(engine.position(setup, holds, **status).book.totals()) == opened


@pytest.mark.parametrize("game", POSITIONS)
def test_play_goes_on_from_a_position(game: str) -> None:
    engine = load_engine(game)
    setup, holds, status = POSITIONS[game]
    state = engine.position(setup, holds, **status)
    prompts = engine.list_prompts(state)
    assert prompts
    choice = next(choice for prompt in prompts for choice in engine.choices(state, prompt))
    engine.apply(state, choice.action)


def test_pieces_that_the_table_does_not_have_stay_unaccounted() -> None:
    engine = load_engine("splendor")
    state = engine.position(Setup(2), {"bank": {"red": 4}, "a.tokens": {"red": 3}})
    assert state.book.holding(UNACCOUNTED)["red"] == -3


@pytest.mark.parametrize(
    ("holds", "status"),
    [
        ({"nowhere": {"red": 1}}, {}),
        ({"c.tokens": {"red": 1}}, {}),
        ({"a.tokens": {"diamonds": 1}}, {}),
        ({}, {"turn": 2}),
        ({}, {"weather": "fine"}),
    ],
)
def test_what_the_match_does_not_have_is_refused(
    holds: Mapping[str, Mapping[str, int]], status: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=r"\w \w"):
        load_engine("splendor").position(Setup(2), holds, **status)


@pytest.mark.parametrize("game", POSITIONS)
def test_an_action_of_a_seat_that_is_not_there_is_refused_in_a_sentence(game: str) -> None:
    engine = load_engine(game)
    setup, holds, status = POSITIONS[game]
    state = engine.position(setup, holds, **status)
    stranger = Count(seat=setup.seats, holds={})
    with pytest.raises(DecodeError, match="there is no seat"):
        engine.admit(state, stranger)
    with pytest.raises(DecodeError, match="there is no seat"):
        engine.apply(state, stranger)
    with pytest.raises(DecodeError, match="there is no seat"):
        engine.check(state, stranger, ())


def totals(found: Mapping[str, int]) -> dict[str, int]:
    """Return the number of every piece that there is, names of unknown ones left out."""
    return {item: n for item, n in found.items() if n and not is_unknown(item)}

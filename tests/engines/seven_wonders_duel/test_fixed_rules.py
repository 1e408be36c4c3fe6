"""Rules of 7 Wonders Duel that nobody breaks: what lies ready, what counts, what ends it."""

from __future__ import annotations

import pytest

from engines.seven_wonders_duel import engine
from engines.seven_wonders_duel.actions import Build, Paid, Token
from engines.seven_wonders_duel.catalog import BOX, LIMITS
from engines.values import Setup
from tests.engines.seven_wonders_duel.positions import (
    LAST,
    OTHER,
    City,
    lay_out,
    play_all,
    points,
    price,
    purses,
    where,
)

LAW, ECONOMY = "law", "economy"


def test_d4_both_begin_with_seven_coins() -> None:
    assert purses(engine.open(Setup(2))) == [7, 7]


def test_d33_loot_passed_on_the_way_to_the_capital_changes_nothing() -> None:
    """From 5 the Arsenal's three shields take the loot of 5; from 7 they end the game."""
    slots = {LAST: "arsenal", OTHER: "palace"}
    build = Build(seat=0, card="arsenal", slot=LAST, paid=Paid(bank=9))
    state = lay_out(City(coins=9), City(coins=9), at=5, loot=((), ("loot-5",)), slots=slots)
    state, _ = play_all(state, build)
    assert (where(state), purses(state), state.over) == (8, [0, 4], False)
    state, _ = play_all(lay_out(City(coins=9), at=7, loot=((), ()), slots=slots), build)
    assert (where(state), state.end, state.winner) == (9, "military", 0)


def test_d34_each_of_six_symbols_is_on_two_green_cards_and_the_scales_on_law() -> None:
    shown = [card.symbol for card in BOX.cards if card.symbol]
    assert {symbol: shown.count(symbol) for symbol in shown} == dict.fromkeys(BOX.symbols, 2)
    assert [token.id for token in BOX.tokens if token.symbol] == ["law"]


def test_d44_after_a_supremacy_the_points_do_not_count() -> None:
    rich = City(["palace", "town-hall", "obelisk"], coins=30)
    state = lay_out(City(coins=9), rich, at=8, slots={LAST: "guard-tower"})
    state, _ = play_all(state, Build(seat=0, card="guard-tower", slot=LAST, paid=Paid()))
    standing = engine.standing(state)
    assert standing.winners == (0,)
    assert (standing.scores[1].total or 0) > (standing.scores[0].total or 0)
    assert [score.rank for score in standing.scores] == [1, 2]


def test_d47_builders_and_moneylenders_look_at_the_city_that_has_most() -> None:
    mine = City(["builders-guild", "moneylenders-guild"], coins=5, built=["the-sphinx"])
    state = lay_out(mine, City(coins=11, built=["the-pyramids", "piraeus"]))
    assert points(state, 0, "builders-guild") == 2 * 2
    assert points(state, 0, "moneylenders-guild") == 11 // 3
    assert (points(state, 0, "line.treasury"), points(state, 1, "line.treasury")) == (1, 3)


@pytest.mark.parametrize(("n", "end"), [(5, "science"), (4, "")])
def test_d55_law_is_a_sixth_symbol_and_never_one_of_a_pair(n: int, end: str) -> None:
    """D37, D38: five symbols and Law win at once; with four there is neither a win nor a pair."""
    green = ["workshop", "apothecary", "scriptorium", "pharmacist", "academy"][:n]
    state = lay_out(City(green), board=[LAW], slots={LAST: "palace"}, pending="token")
    state, broken = play_all(state, Token(seat=0, token=LAW))
    assert (state.end, state.pending, broken) == (end, "", set())


def test_d60_a_token_changes_nothing_about_the_payment_of_its_own_turn() -> None:
    """Economy comes when the coins of the turn that brought it have been paid already (D56)."""
    state = lay_out(
        City(["workshop"], coins=9), City(), board=["economy"], slots={LAST: "laboratory"}
    )
    due = price(state, "laboratory")
    state, _ = play_all(state, Build(seat=0, card="laboratory", slot=LAST, paid=Paid(bank=due)))
    state, broken = play_all(state, Token(seat=0, token=ECONOMY))
    assert (purses(state), broken) == ([9 - due, LIMITS.coins], set())


def test_d62_both_seats_see_the_same_and_nobody_a_face_that_is_down() -> None:
    state = engine.open(Setup(2, options={"wonders": "first-game"}))
    assert engine.view(state, 0) == engine.view(state, 1) == engine.view(state, None)
    (pyramid,) = [p for p in engine.view(state, 0).panels if p.layout == "pyramid"]
    assert {cell.text for row in pyramid.rows[::2] for cell in row.cells} == {"?"}

"""Rules of Wizard that nobody breaks: what is allowed, what lies where, how the colour war goes."""

from __future__ import annotations

import pytest

from engines.values import DecodeError, Setup
from engines.wizard import engine
from engines.wizard.actions import Play, Trick
from engines.wizard.catalog import DECKS, TRICKS
from tests.engines.wizard.cases import apply_all, find_broken, type_lines
from tests.engines.wizard.test_rules import start, start_round


def test_w3_the_folks_wizards_are_in_the_colour_war_alone() -> None:
    for card in ("bW", "gN"):
        with pytest.raises(DecodeError):
            engine.admit(start(3), Play(seat=0, card=card))
        engine.admit(start(3, mode="colour_war"), Play(seat=0, card=card))


def test_w8_what_is_not_dealt_is_the_stock() -> None:
    state = start_round(5, seats=4)
    assert [state.book.size(f"{seat}.hand") for seat in "abcd"] == [5] * 4
    assert (state.book.size("deck"), state.book.size("flip")) == (60 - 4 * 5 - 1, 1)


def test_w14_the_lowest_trump_beats_the_highest_number() -> None:
    state = type_lines(start_round(2), "y5", "0 0 0", "b13 b12 y1")
    assert state.turn == 2


def test_w35_nobody_has_to_trump_or_to_beat() -> None:
    state = type_lines(
        start_round(3, level="full"), "a: h b13 b2 g1", "b: h y9 g2 r2", "c: h W b1 b3", "y5"
    )
    state = type_lines(state, "0 0 0", "b13")
    assert find_broken(state, Play(seat=1, card="r2")) == set(), (
        "trump in hand, another colour played"
    )
    state = type_lines(state, "r2")
    assert find_broken(state, Play(seat=2, card="b1")) == set(), (
        "a wizard in hand, a low number played"
    )


@pytest.mark.parametrize("seats", [3, 4])
def test_w37a_a_trick_of_jesters_is_the_first_ones(seats: int) -> None:
    state = type_lines(
        start_round(2, seats=seats), "y1", " ".join("0" * seats), " ".join("N" * seats)
    )
    assert state.taken_tricks[0].winner == state.taken_tricks[0].plays[0].seat == 0


def test_w37a_five_seats_have_too_few_jesters_for_it() -> None:
    state = type_lines(start_round(2, seats=5), "y1", "0 0 0 0 0", "N N N N")
    assert "W2" in find_broken(state, Play(seat=4, card="N"))


def test_w38_tricks_are_counted_before_whoever_won_them() -> None:
    state = type_lines(start_round(3), "y1", "1 1 1", "b5 b9 b6", "b7 W b1")
    assert [state.book.count(place, "trick") for place in TRICKS[:3]] == [0, 1, 1]


def test_v5c_and_v5f_four_cards_one_more_each_round_all_fifteen_again_each_time() -> None:
    state = start(3, level="pad", mode="colour_war")
    cards = []
    while not state.over:
        cards.append(state.cards)
        state = type_lines(state, f"{state.cards}/{state.cards} 0/0 0/0")
    assert cards == list(range(4, 16))
    state = start(3, mode="colour_war")
    state = type_lines(state, "1 2 1", "4 0 0")
    assert [state.book.size(f"{seat}.hand") for seat in "abc"] == [5, 5, 5]
    assert [state.book.size(deck) for deck in DECKS[:3]] == [10, 10, 10]


@pytest.mark.parametrize("bid_mode", ["ordinary", "simultaneous", "secret"])
def test_v5e_bids_of_every_kind_and_the_ordinary_points(bid_mode: str) -> None:
    state = start(3, level="summary", mode="colour_war", bid_mode=bid_mode)
    tricks = ("b", "b", "a", "c")
    lines = (*tricks, "1 2 0") if bid_mode == "secret" else ("1 2 0", *tricks)
    state = type_lines(state, *lines)
    assert [score.total for score in engine.standing(state).scores] == [30, 40, -10]


def test_v5g_the_marker_goes_round_and_its_left_begins() -> None:
    state = start(3, first=2, mode="colour_war")
    assert (state.dealer, state.turn) == (2, 0)
    state = type_lines(state, "1 2 1", "b5 g6 r7")
    assert state.turn == 2, "the winner leads on"
    state = type_lines(state, "4 0 0")
    assert (state.dealer, state.turn) == (0, 1)


def test_r5_a_ruling_may_give_a_trick_to_another() -> None:
    """It is counted anew: the record keeps both what was won and what was ruled."""
    state = type_lines(start_round(2), "y1", "1 1 0", "b5 b9 b6", "trick c")
    assert state.pad[-1].tricks == (0, 1, 1)
    ruled = type_lines(start_round(2), "y1", "1 1 0", "b5 b9 b6 ~winner=a")
    assert ruled.book.count("a.tricks", "trick") == 1
    assert (
        find_broken(type_lines(start_round(2), "y1", "1 1 0", "b5 b9 b6"), Trick(seat=2)) == set()
    )
    assert apply_all(ruled, Trick(seat=1)).pad[-1].tricks == (1, 1, 0)


def test_p4_who_has_a_card_too_many_or_too_few_was_dealt_wrong() -> None:
    state = type_lines(start_round(1), "y1", "0 0 0")
    state = apply_all(state, Play(seat=0, card="b1"), Play(seat=1, card="b2"))
    assert "W5" in find_broken(state, Play(seat=0, card="b3"))
    assert engine.open(Setup(3)).book.totals() == state.book.totals()

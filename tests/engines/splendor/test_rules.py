"""Splendor by its rules."""

from __future__ import annotations

import pytest

from engines.book import is_unknown
from engines.splendor import engine
from engines.splendor.catalog import BOX, CARDS, COLOURS, DECK, DECK_LEVELS, GOLD, NOBLES, SLOTS
from engines.splendor.state import State as Table
from engines.splendor.state import (
    compute_price,
    count_bonuses_and_points,
    count_bought_cards,
    count_tokens,
)
from engines.values import UNACCOUNTED, Seat, Setup, SetupError
from tests.engines.splendor.positions import (
    after,
    breaches,
    broken,
    pile,
    refusal,
    seat,
    table,
    typed,
)


def opened(seats: int = 2, **how: object) -> Table:
    """Return the table before the first turn."""
    return engine.open(Setup(seats=seats, **how))  # type: ignore[arg-type]


def winners(state: Table) -> set[int]:
    """Return the seats that stand first."""
    return set(engine.standing(state).winners)


class TestSetup:
    def test_s1_two_to_four_seats(self) -> None:
        for seats in (1, 5):
            with pytest.raises(SetupError):
                opened(seats)

    def test_s1_four_of_every_level_lie_open(self) -> None:
        state = opened()
        assert [state.book.size(DECK[level]) for level in DECK_LEVELS] == [36, 26, 16]
        for slots in SLOTS.values():
            assert [state.book.size(slot) for slot in slots] == [1, 1, 1, 1]

    @pytest.mark.parametrize(("seats", "each", "nobles"), [(2, 4, 3), (3, 5, 4), (4, 7, 5)])
    def test_s2_tokens_and_nobles(self, seats: int, each: int, nobles: int) -> None:
        state = opened(seats)
        assert {state.book.count("bank", colour) for colour in COLOURS} == {each}
        assert state.book.count("bank", GOLD) == 5
        assert state.book.size("nobles") == nobles
        assert state.book.size("box") == len(NOBLES) - nobles

    def test_the_box_holds_ninety_cards_and_ten_nobles(self) -> None:
        assert [sum(card.level == level for card in BOX.cards) for level in (1, 2, 3)] == [
            40,
            30,
            20,
        ]
        assert len(NOBLES) == 10
        for colour in COLOURS:
            assert sum(card.bonus == colour for card in BOX.cards) == 18


class TestTurns:
    def test_s3_clockwise_from_the_first_seat(self) -> None:
        state = opened(3, first=1, level="actions")
        turns = []
        for text in ("wug", "wrk", "ugk", "wrg"):
            turns.append(state.turn)
            state = typed(state, text)
        assert turns == [1, 2, 0, 1]

    def test_s3_who_is_not_on_turn(self) -> None:
        (breach,) = breaches(table(), "b: wug")
        assert breach.rule == "S3"
        assert breach.data == {"seat": Seat(1), "turn": Seat(0)}


class TestTaking:
    def test_s4_three_different(self) -> None:
        state = typed(table(), "wug")
        assert count_tokens(state, 0) == pile("wug")
        assert state.book.count("bank", "white") == 3

    @pytest.mark.parametrize("text", ["wugr", "wwu", "ywu", "y"])
    def test_s4_neither_four_nor_two_of_one_nor_gold(self, text: str) -> None:
        assert broken(table(), text) == {"S4"}

    def test_s4_what_the_bank_does_not_have(self) -> None:
        state = table(bank="uugr")
        assert broken(state, "wug") == {"S4"}
        assert after(state, "wug").book.holding(UNACCOUNTED) == {"white": -1}

    def test_s4a_one_of_each_colour_that_is_left(self) -> None:
        state = table(bank="wwwwuu")
        assert broken(state, "wu") == set()
        assert broken(state, "w") == {"S4a"}
        assert broken(state, "ww") == set()

    def test_s4b_three_where_three_are(self) -> None:
        assert broken(table(), "wu") == {"S4b"}
        allowed = opened(options={"voluntary_fewer": True}, level="actions")
        assert broken(allowed, "wu") == set()

    def test_s4c_nothing_where_nothing_is(self) -> None:
        assert "S4c" in broken(table(bank="yy"), "take")

    @pytest.mark.parametrize(("left", "rules"), [("wwww", set()), ("www", {"S5"})])
    def test_s5_two_alike_from_four(self, left: str, rules: set[str]) -> None:
        assert broken(table(bank=left + "ugrk"), "ww") == rules

    def test_s5_never_three_alike(self) -> None:
        assert broken(table(), "www") == {"S5"}


class TestReserving:
    def test_s6_an_open_card_comes_to_hand_with_a_gold(self) -> None:
        state = typed(table(), "r21")
        assert state.book.holding("a.reserved") == {"2w-r5": 1}
        assert count_tokens(state, 0) == pile("y")

    def test_s6_a_card_that_does_not_lie_there(self) -> None:
        assert broken(table(), "r 2u-u6") == {"S6"}

    def test_s6a_three_cards_in_hand(self) -> None:
        full = seat(reserved=["1u-r4", "1g-k4", "1r-w4"])
        assert broken(table(full, seat()), "r21") == {"S6a"}
        assert broken(table(full, seat()), "d2") == {"S6a"}

    def test_s6b_no_gold_when_none_is_left(self) -> None:
        state = typed(table(bank="wugrk"), "r21")
        assert count_tokens(state, 0) == {}

    def test_s6b_the_gold_cannot_be_left_lying(self) -> None:
        assert broken(table(), "r21 +0") == {"S6b"}

    def test_s6c_ten_tokens_forbid_no_reservation(self) -> None:
        state = table(seat("wwuuggrrkk"), seat())
        assert broken(state, "r21") == {"S9"}
        assert broken(state, "r21-w") == set()

    def test_s6d_an_empty_deck(self) -> None:
        assert broken(table(deck_sizes=[36, 26, 0]), "d3") == {"S6d"}

    def test_s6d_one_may_reserve_what_one_could_buy(self) -> None:
        assert broken(table(seat("rrrrr"), seat()), "r21") == set()

    def test_s6e_a_card_drawn_unseen_is_a_named_unknown(self) -> None:
        state = typed(table(), "d2")
        (name,) = state.book.holding("a.reserved")
        assert is_unknown(name)
        assert {CARDS[card].level for card in state.book.possible(name)} == {2}
        assert "2w-r5" not in state.book.possible(name), "it lies open"

    def test_s6e_bought_later_it_must_not_have_been_seen_elsewhere(self) -> None:
        state = typed(table(seat("kkkkk"), seat()), "d2", "wug")
        assert "S6e" in broken(state, "b 2r-k5 @reserve")

    def test_s6f_cards_in_hand_count_nothing(self) -> None:
        state = table(seat(reserved=["3k-r7k3"]), seat())
        assert count_bonuses_and_points(state.book.places, 0) == ([0, 0, 0, 0, 0], 0)
        assert count_bought_cards(state, 0) == 0


class TestBuying:
    def test_s7_an_open_card(self) -> None:
        state = typed(table(seat("rrrrr"), seat()), "b21")
        assert state.book.holding("a.cards") == {"2w-r5": 1}
        assert count_tokens(state, 0) == {}
        assert state.book.count("bank", "red") == 9

    def test_s7_from_ones_own_hand(self) -> None:
        state = typed(table(seat("rrrr", reserved=["1u-r4"]), seat()), "b 1u-r4")
        assert state.book.holding("a.reserved") == {}
        assert count_bonuses_and_points(state.book.places, 0)[1] == 1

    def test_s7_not_from_another_hand(self) -> None:
        state = table(seat("rrrr"), seat(reserved=["1u-r4"]))
        breach = breaches(state, "b 1u-r4 @reserve")[0]
        assert (breach.rule, breach.data["seat"]) == ("S7", Seat(1))

    def test_s7a_bonuses_lower_the_price(self) -> None:
        state = table(seat(bonuses="rrrrrrr"), seat())
        assert compute_price(state, 0, "2w-r5") == {}
        assert broken(state, "b21") == set()

    def test_s7b_gold_stands_for_what_is_missing(self) -> None:
        state = typed(table(seat("rrryy"), seat()), "b21")
        assert count_tokens(state, 0) == {}
        assert state.book.count("bank", GOLD) == 7

    def test_s7b_gold_instead_of_a_token_one_has(self) -> None:
        state = typed(table(seat("rrrrry"), seat()), "b21=r4y")
        assert count_tokens(state, 0) == pile("r")

    @pytest.mark.parametrize("paid", ["r4", "r5y", "r4w", "r6"])
    def test_s7c_exactly_the_price(self, paid: str) -> None:
        state = table(seat("rrrrrrwy"), seat())
        assert broken(state, f"b21={paid}") == {"S7c"}

    def test_s7c_what_one_does_not_have(self) -> None:
        state = table(seat("rr"), seat())
        assert broken(state, "b21=r5") == {"S7c"}
        assert after(state, "b21=r5").book.holding(UNACCOUNTED) == {"red": -3}

    def test_s8_the_slot_is_refilled_from_its_level(self) -> None:
        state = typed(table(seat("rrrrr"), seat()), "b21")
        (name,) = state.book.holding(SLOTS[2][0])
        assert {CARDS[card].level for card in state.book.possible(name)} == {2}
        assert broken(state, "21 3u-w7u3") == {"S8"}
        assert typed(state, "21 2w-w6").book.holding(SLOTS[2][0]) == {"2w-w6": 1}

    def test_s8_with_an_empty_deck_it_stays_empty(self) -> None:
        state = typed(table(seat("rrrrr"), seat(), deck_sizes=[36, 0, 16]), "b21")
        assert state.book.holding(SLOTS[2][0]) == {}

    def test_s8_a_card_that_lies_there_stays(self) -> None:
        assert broken(table(), "21 2w-w6") == {"S8"}


class TestTenTokens:
    def test_s9_what_is_above_goes_back(self) -> None:
        state = table(seat("wwuuggrrk"), seat())
        assert broken(state, "wug") == {"S9"}
        assert broken(state, "wug-wu") == set()
        assert broken(state, "wug-wug") == {"S9"}

    def test_s9_gold_counts_and_may_go_back(self) -> None:
        state = table(seat("wwuuggrryy"), seat())
        assert broken(state, "wug-yyw") == set()

    def test_s9_tokens_just_taken_may_go_back(self) -> None:
        state = typed(table(seat("wwuuggrrr"), seat()), "ugk-uk")
        assert count_tokens(state, 0) == pile("wwuugggrrr")

    def test_s9_only_what_one_has(self) -> None:
        assert "S9" in broken(table(seat("wwuuggrrr"), seat()), "wug-kk")


class TestPassing:
    def test_s10_only_when_nothing_is_possible(self) -> None:
        assert broken(table(), "p") == {"S10"}
        full = seat("rr", reserved=["3w-w3k7", "3u-w7u3", "3g-u7g3"])
        stuck = table(full, seat(), bank="")
        assert broken(stuck, "p") == set()

    def test_s10_who_can_pay_for_a_card_can_do_something(self) -> None:
        full = seat("rrrrr", reserved=["3w-w3k7", "3u-w7u3", "3g-u7g3"])
        assert broken(table(full, seat(), bank=""), "p") == {"S10"}

    def test_s17_all_pass(self) -> None:
        full = ["3w-w3k7", "3u-w7u3", "3g-u7g3"]
        other = ["3r-g7r3", "3k-r7k3", "3w-u3g3r5k3"]
        state = table(seat(reserved=full), seat(reserved=other, points=1), bank="")
        state = typed(state, "p", "p")
        assert state.over
        assert winners(state) == {1}


class TestNobles:
    def test_s11_a_noble_comes_by_itself(self) -> None:
        state = table(seat(bonuses="wwwwuuuu"), seat(), nobles=["w4u4", "g4r4"])
        state = typed(state, "wug")
        assert state.book.holding("a.nobles") == {"w4u4": 1}
        assert count_bonuses_and_points(state.book.places, 0)[1] == 3

    def test_s11_tokens_do_not_count(self) -> None:
        state = table(seat("uuu", bonuses="wwwwu"), seat(), nobles=["w4u4"])
        assert typed(state, "wug").book.holding("a.nobles") == {}

    def test_s11_a_forgotten_noble_is_reported_and_can_come_later(self) -> None:
        state = table(seat(bonuses="wwwwuuuu"), seat(), nobles=["w4u4"])
        assert broken(state, "wug ~noble=-") == {"S11"}
        state = after(state, "wug ~noble=-")
        assert state.book.holding("nobles") == {"w4u4": 1}
        state = typed(state, "wrk", "wrk")
        assert state.book.holding("a.nobles") == {"w4u4": 1}

    def test_s12_one_a_turn_chosen_among_several(self) -> None:
        state = table(seat(bonuses="wwwwuuuugggg"), seat(), nobles=["w4u4", "u4g4", "w3u3k3"])
        state = typed(state, "wug")
        assert set(state.pending) == {"w4u4", "u4g4"}
        assert broken(state, "b: wrk") == {"S11"}, "the choice comes first"
        assert refusal("n w3u3k3", state).word == "w3u3k3", "its demand is not met"
        state = typed(state, "n u4g4")
        assert state.book.holding("a.nobles") == {"u4g4": 1}
        state = typed(state, "wrk", "wrk")
        assert state.book.holding("a.nobles") == {"u4g4": 1, "w4u4": 1}, "at the next turn's end"

    def test_s12_a_noble_chosen_without_need_is_a_breach(self) -> None:
        assert broken(table(nobles=["w4u4"]), "n w4u4") == {"S12"}

    def test_s13_nobles_are_not_replaced(self) -> None:
        state = table(seat(bonuses="wwwwuuuu"), seat(), nobles=["w4u4"])
        assert typed(state, "wug").book.holding("nobles") == {}


class TestTheEnd:
    def test_s14_the_round_is_finished(self) -> None:
        state = typed(table(seat("rrrrr", points=13), seat()), "b21")
        assert not state.over
        state = typed(state, "wug")
        assert state.over
        assert winners(state) == {0}

    def test_s14_the_last_seat_ends_it_at_once(self) -> None:
        state = table(seat(), seat("rrrrr", points=13), turn=1)
        assert typed(state, "b21").over

    def test_s14_played_on_is_a_breach_and_is_recorded(self) -> None:
        state = typed(table(seat("rrrrr", points=13), seat()), "b21", "wug")
        assert broken(state, "wug") == {"S14"}
        assert count_tokens(after(state, "wug"), 0) == pile("wug")

    def test_s15_of_those_tied_the_one_with_fewer_cards(self) -> None:
        state = table(seat(points=15, cards=9), seat(points=15, cards=8), over=True)
        assert winners(state) == {1}

    def test_s15_cards_in_hand_and_nobles_are_no_bought_cards(self) -> None:
        first = seat(points=15, cards=8, reserved=["1u-r4", "1g-k4"])
        assert winners(table(first, seat(points=15, cards=9), over=True)) == {0}

    def test_s15a_victory_is_shared(self) -> None:
        state = table(seat("w", points=15, cards=8), seat("wu", points=15, cards=8), over=True)
        assert winners(state) == {0, 1}

    def test_s16_points_of_cards_and_nobles(self) -> None:
        state = table(seat("rrrrr", bonuses="wwwwuuuu"), seat(), nobles=["w4u4"])
        state = typed(state, "b21")
        assert (
            CARDS["2w-r5"].points + NOBLES["w4u4"].points
            == count_bonuses_and_points(state.book.places, 0)[1]
            == 5
        )

    def test_s16_a_sheet_that_does_not_agree(self) -> None:
        state = typed(table(seat("rrrrr", points=13), seat()), "b21", "wug")
        assert broken(state, "result 15 0") == set()
        assert broken(state, "result 16 0") == {"S16"}
        assert broken(state, "result 15/2 0/0") == {"S15"}


class TestCounting:
    def test_a_count_confirms_the_record(self) -> None:
        state = typed(table(), "wug")
        assert broken(state, "= a wug") == set()
        assert broken(state, "= a wu") == {"COUNT"}
        assert count_tokens(after(state, "= a wu"), 0) == pile("wu")

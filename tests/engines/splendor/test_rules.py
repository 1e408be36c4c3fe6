"""Splendor by its rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engines.book import BOOK, begin_booking, is_unknown
from engines.choices import expand_choice, list_combinations
from engines.protocol import find_breaches
from engines.splendor import engine
from engines.splendor.actions import Buy, Draw, Noble, Pass, Reserve, Take
from engines.splendor.catalog import (
    BOX,
    CARDS,
    COLOURS,
    DECK,
    DECK_LEVELS,
    GOLD,
    MARKET,
    NOBLES,
    SLOTS,
)
from engines.splendor.state import State as Table
from engines.splendor.state import (
    compute_price,
    count_bonuses_and_points,
    count_bought_cards,
    count_tokens,
)
from engines.values import (
    TABLE,
    UNACCOUNTED,
    Action,
    Choice,
    DecodeError,
    Seat,
    Setup,
    SetupError,
)
from replay.lab.dealer import Dealer
from replay.speech.voice import Voice
from tests.engines.splendor.positions import (
    find_broken,
    list_breaches,
    pile,
    seat,
    table,
    type_legal,
    type_texts,
)
from tests.some import some


def start(seats: int = 2, **how: object) -> Table:
    """Return the table before the first turn."""
    return engine.open(Setup(seats=seats, **how))  # type: ignore[arg-type]


def winners(state: Table) -> set[int]:
    """Return the seats that stand first."""
    return set(engine.standing(state).winners)


class TestSetup:
    def test_s1_two_to_four_seats(self) -> None:
        for seats in (1, 5):
            with pytest.raises(SetupError):
                start(seats)

    def test_s1_four_of_every_level_lie_open(self) -> None:
        state = start()
        assert [state.book.size(DECK[level]) for level in DECK_LEVELS] == [36, 26, 16]
        for slots in SLOTS.values():
            assert [state.book.size(slot) for slot in slots] == [1, 1, 1, 1]

    @pytest.mark.parametrize(("seats", "each", "nobles"), [(2, 4, 3), (3, 5, 4), (4, 7, 5)])
    def test_s2_tokens_and_nobles(self, seats: int, each: int, nobles: int) -> None:
        state = start(seats)
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
        state = start(3, first=1, level="actions")
        turns = []
        for text in ("wug", "wrk", "ugk", "wrg"):
            turns.append(state.turn)
            state = type_legal(state, text)
        assert turns == [1, 2, 0, 1]

    def test_s3_who_is_not_on_turn(self) -> None:
        (breach,) = list_breaches(table(), "b: wug")
        assert breach.rule == "S3"
        assert breach.data == {"seat": Seat(1), "turn": Seat(0)}


class TestTaking:
    def test_s4_three_different(self) -> None:
        state = type_legal(table(), "wug")
        assert count_tokens(state, 0) == pile("wug")
        assert state.book.count("bank", "white") == 3

    @pytest.mark.parametrize("text", ["wugr", "wwu", "ywu", "y"])
    def test_s4_neither_four_nor_two_of_one_nor_gold(self, text: str) -> None:
        assert find_broken(table(), text) == {"S4"}

    def test_s4_what_the_bank_does_not_have(self) -> None:
        state = table(bank="uugr")
        assert find_broken(state, "wug") == {"S4"}
        assert type_texts(state, "wug").book.holding(UNACCOUNTED) == {"white": -1}

    def test_s4a_one_of_each_colour_that_is_left(self) -> None:
        state = table(bank="wwwwuu")
        assert find_broken(state, "wu") == set()
        assert find_broken(state, "w") == {"S4a"}
        assert find_broken(state, "ww") == set()

    def test_s4b_three_where_three_are(self) -> None:
        assert find_broken(table(), "wu") == {"S4b"}
        allowed = start(options={"voluntary_fewer": True}, level="actions")
        assert find_broken(allowed, "wu") == set()

    def test_s4c_nothing_where_nothing_is(self) -> None:
        assert "S4c" in find_broken(table(bank="yy"), "take")

    @pytest.mark.parametrize(("left", "rules"), [("wwww", set()), ("www", {"S5"})])
    def test_s5_two_alike_from_four(self, left: str, rules: set[str]) -> None:
        assert find_broken(table(bank=left + "ugrk"), "ww") == rules

    def test_s5_never_three_alike(self) -> None:
        assert find_broken(table(), "www") == {"S5"}


class TestReserving:
    def test_s6_an_open_card_comes_to_hand_with_a_gold(self) -> None:
        state = type_legal(table(), "r21")
        assert state.book.holding("a.reserved") == {"2w-r5": 1}
        assert count_tokens(state, 0) == pile("y")

    def test_s6_a_card_that_does_not_lie_there(self) -> None:
        assert find_broken(table(), "r 2u-u6") == {"S6"}

    def test_s6a_three_cards_in_hand(self) -> None:
        full = seat(reserved=["1u-r4", "1g-k4", "1r-w4"])
        assert find_broken(table(full, seat()), "r21") == {"S6a"}
        assert find_broken(table(full, seat()), "d2") == {"S6a"}

    def test_s6b_no_gold_when_none_is_left(self) -> None:
        state = type_legal(table(bank="wugrk"), "r21")
        assert count_tokens(state, 0) == {}

    def test_s6b_the_gold_cannot_be_left_lying(self) -> None:
        assert find_broken(table(), "r21 +0") == {"S6b"}

    def test_s6c_ten_tokens_forbid_no_reservation(self) -> None:
        state = table(seat("wwuuggrrkk"), seat())
        assert find_broken(state, "r21") == {"S9"}
        assert find_broken(state, "r21-w") == set()

    def test_s6d_an_empty_deck(self) -> None:
        assert find_broken(table(deck_sizes=[36, 26, 0]), "d3") == {"S6d"}

    def test_s6d_one_may_reserve_what_one_could_buy(self) -> None:
        assert find_broken(table(seat("rrrrr"), seat()), "r21") == set()

    def test_s6e_a_card_drawn_unseen_is_a_named_unknown(self) -> None:
        state = type_legal(table(), "d2")
        (name,) = state.book.holding("a.reserved")
        assert is_unknown(name)
        assert {CARDS[card].level for card in state.book.list_possible_faces(name)} == {2}
        assert "2w-r5" not in state.book.list_possible_faces(name), "it lies open"

    def test_s6e_bought_later_it_must_not_have_been_seen_elsewhere(self) -> None:
        state = type_legal(table(seat("kkkkk"), seat()), "d2", "wug")
        assert "S6e" in find_broken(state, "b 2r-k5 @reserve")

    def test_s6f_cards_in_hand_count_nothing(self) -> None:
        state = table(seat(reserved=["3k-r7k3"]), seat())
        assert count_bonuses_and_points(state.book.places, 0) == ([0, 0, 0, 0, 0], 0)
        assert count_bought_cards(state, 0) == 0


class TestBuying:
    def test_s7_an_open_card(self) -> None:
        state = type_legal(table(seat("rrrrr"), seat()), "b21")
        assert state.book.holding("a.cards") == {"2w-r5": 1}
        assert count_tokens(state, 0) == {}
        assert state.book.count("bank", "red") == 9

    def test_s7_from_ones_own_hand(self) -> None:
        state = type_legal(table(seat("rrrr", reserved=["1u-r4"]), seat()), "b 1u-r4")
        assert state.book.holding("a.reserved") == {}
        assert count_bonuses_and_points(state.book.places, 0)[1] == 1

    def test_s7_not_from_another_hand(self) -> None:
        state = table(seat("rrrr"), seat(reserved=["1u-r4"]))
        breach = list_breaches(state, "b 1u-r4 @reserve")[0]
        assert (breach.rule, breach.data["seat"]) == ("S7", Seat(1))

    def test_s7a_bonuses_lower_the_price(self) -> None:
        state = table(seat(bonuses="rrrrrrr"), seat())
        assert compute_price(state, 0, "2w-r5") == {}
        assert find_broken(state, "b21") == set()

    def test_s7b_gold_stands_for_what_is_missing(self) -> None:
        state = type_legal(table(seat("rrryy"), seat()), "b21")
        assert count_tokens(state, 0) == {}
        assert state.book.count("bank", GOLD) == 7

    def test_s7b_gold_instead_of_a_token_one_has(self) -> None:
        state = type_legal(table(seat("rrrrry"), seat()), "b21=r4y")
        assert count_tokens(state, 0) == pile("r")

    @pytest.mark.parametrize("paid", ["r4", "r5y", "r4w", "r6"])
    def test_s7c_exactly_the_price(self, paid: str) -> None:
        state = table(seat("rrrrrrwy"), seat())
        assert find_broken(state, f"b21={paid}") == {"S7c"}

    def test_s7c_what_one_does_not_have(self) -> None:
        state = table(seat("rr"), seat())
        assert find_broken(state, "b21=r5") == {"S7c"}
        assert type_texts(state, "b21=r5").book.holding(UNACCOUNTED) == {"red": -3}

    def test_s8_the_slot_is_refilled_from_its_level(self) -> None:
        state = type_legal(table(seat("rrrrr"), seat()), "b21")
        (name,) = state.book.holding(SLOTS[2][0])
        assert {CARDS[card].level for card in state.book.list_possible_faces(name)} == {2}
        assert find_broken(state, "21 3u-w7u3") == {"S8"}
        assert type_legal(state, "21 2w-w6").book.holding(SLOTS[2][0]) == {"2w-w6": 1}

    def test_s8_with_an_empty_deck_it_stays_empty(self) -> None:
        state = type_legal(table(seat("rrrrr"), seat(), deck_sizes=[36, 0, 16]), "b21")
        assert state.book.holding(SLOTS[2][0]) == {}

    def test_s8_a_card_that_lies_there_stays(self) -> None:
        assert find_broken(table(), "21 2w-w6") == {"S8"}


class TestTenTokens:
    def test_s9_what_is_above_goes_back(self) -> None:
        state = table(seat("wwuuggrrk"), seat())
        assert find_broken(state, "wug") == {"S9"}
        assert find_broken(state, "wug-wu") == set()
        assert find_broken(state, "wug-wug") == {"S9"}

    def test_s9_gold_counts_and_may_go_back(self) -> None:
        state = table(seat("wwuuggrryy"), seat())
        assert find_broken(state, "wug-yyw") == set()

    def test_s9_tokens_just_taken_may_go_back(self) -> None:
        state = type_legal(table(seat("wwuuggrrr"), seat()), "ugk-uk")
        assert count_tokens(state, 0) == pile("wwuugggrrr")

    def test_s9_only_what_one_has(self) -> None:
        assert "S9" in find_broken(table(seat("wwuuggrrr"), seat()), "wug-kk")


HAND = ["3w-w3k7", "3u-w7u3", "3g-u7g3"]
"""As many cards as one may reserve."""


class TestPassing:
    def test_s10_only_when_nothing_is_possible(self) -> None:
        assert find_broken(table(), "p") == {"S10"}
        full = seat("rr", reserved=HAND)
        stuck = table(full, seat(), bank="")
        assert find_broken(stuck, "p") == set()

    def test_s10_who_can_pay_for_a_card_can_do_something(self) -> None:
        full = seat("rrrrr", reserved=HAND)
        assert find_broken(table(full, seat(), bank=""), "p") == {"S10"}

    @pytest.mark.parametrize(
        ("reserved", "lying", "verb"),
        [
            (HAND, {"bank": "w"}, "take"),
            ([], {"bank": "", "deck_sizes": [0, 0, 0]}, "reserve"),
            ([], {"bank": "", "market": [[], [], []]}, "draw"),
        ],
    )
    def test_s10_one_thing_to_do_is_enough(
        self, reserved: list[str], lying: dict[str, Any], verb: str
    ) -> None:
        """A token, an open card or a deck; which it is is said."""
        state = table(seat(reserved=reserved), seat(), **lying)
        (found,) = [each for each in list_breaches(state, "p") if each.rule != BOOK]
        assert (found.rule, found.data["verb"]) == ("S10", f"verb.{verb}")

    def test_s10_nobody_reserves_a_fourth_card(self) -> None:
        assert find_broken(table(seat(reserved=HAND), seat(), bank=""), "p") == set()
        two = table(seat(reserved=HAND[:2]), seat(), bank="")
        assert find_broken(two, "p") == {"S10"}

    def test_s17_all_pass(self) -> None:
        full = HAND
        other = ["3r-g7r3", "3k-r7k3", "3w-u3g3r5k3"]
        state = table(seat(reserved=full), seat(reserved=other, points=1), bank="")
        state = type_legal(state, "p", "p")
        assert state.over
        assert winners(state) == {1}


class TestNobles:
    def test_s11_a_noble_comes_by_itself(self) -> None:
        state = table(seat(bonuses="wwwwuuuu"), seat(), nobles=["w4u4", "g4r4"])
        state = type_legal(state, "wug")
        assert state.book.holding("a.nobles") == {"w4u4": 1}
        assert count_bonuses_and_points(state.book.places, 0)[1] == 3

    def test_s11_tokens_do_not_count(self) -> None:
        state = table(seat("uuu", bonuses="wwwwu"), seat(), nobles=["w4u4"])
        assert type_legal(state, "wug").book.holding("a.nobles") == {}

    def test_s11_a_forgotten_noble_is_reported_and_can_come_later(self) -> None:
        state = table(seat(bonuses="wwwwuuuu"), seat(), nobles=["w4u4"])
        assert find_broken(state, "wug ~noble=-") == {"S11"}
        state = type_texts(state, "wug ~noble=-")
        assert state.book.holding("nobles") == {"w4u4": 1}
        state = type_legal(state, "wrk", "wrk")
        assert state.book.holding("a.nobles") == {"w4u4": 1}

    def test_s12_one_a_turn_chosen_among_several(self) -> None:
        state = table(seat(bonuses="wwwwuuuugggg"), seat(), nobles=["w4u4", "u4g4", "w3u3k3"])
        state = type_legal(state, "wug")
        assert set(state.pending) == {"w4u4", "u4g4"}
        assert find_broken(state, "b: wrk") == {"S11"}, "the choice comes first"
        assert find_broken(state, "n w3u3k3") == {"S12"}, "its demand is not met"
        state = type_legal(state, "n u4g4")
        assert state.book.holding("a.nobles") == {"u4g4": 1}
        state = type_legal(state, "wrk", "wrk")
        assert state.book.holding("a.nobles") == {"u4g4": 1, "w4u4": 1}, "at the next turn's end"

    def test_s12_a_noble_chosen_without_need_is_a_breach(self) -> None:
        assert find_broken(table(nobles=["w4u4"]), "n w4u4") == {"S11"}
        earned = table(seat(bonuses="wwwwuuuu"), seat(), nobles=["w4u4"])
        assert find_broken(earned, "n w4u4") == {"S12"}

    def test_F28_a_noble_that_was_not_to_be_chosen_is_recordable(self) -> None:
        """A wrong tile is a breach, named by id, code or name; it is never no noble."""
        state = table(seat(bonuses="wwwwuuuugggg"), seat(), nobles=["w4u4", "u4g4", "w3u3k3"])
        state = type_legal(state, "wug")
        for text in ("n w3u3k3", "n k3u3w3", "n Elisabeth", "a: n w3u3k3"):
            (breach,) = [b for b in list_breaches(state, text) if b.rule != "BOOK"]
            assert breach.rule == "S12"
        taken = type_texts(state, "n w3u3k3")
        assert taken.book.holding("a.nobles") == {"w3u3k3": 1}

    def test_F28_an_unearned_noble_breaks_s11(self) -> None:
        (breach,) = list_breaches(table(nobles=["g4r4"]), "n g4r4")
        assert (breach.rule, breach.why) == ("S11", "S11.uncalled")

    @pytest.mark.parametrize("text", ["wug ~noble=w4u4", "wug; n w4u4", "wug; a: n w4u4"])
    def test_F28_a_visit_where_nobles_were_never_laid_out_is_no_breach(self, text: str) -> None:
        """The record cannot know better, as long as the seat has the bonuses."""
        state = unseen_nobles(seat(bonuses="wwwwuuuu"), seat())
        for part in some(text.split(";")):
            assert find_broken(state, part) == set()
            state = type_texts(state, part)
        assert state.book.holding("a.nobles") == {"w4u4": 1}
        assert state.turn == 1
        assert find_broken(state, "a: n w3u3g3") >= {"S11"}
        poor = unseen_nobles(seat(bonuses="wwwwuuu"), seat())
        assert find_broken(poor, "wug ~noble=w4u4") == {"S11"}

    def test_F28_one_noble_a_turn_where_they_were_never_laid_out(self) -> None:
        state = unseen_nobles(seat(bonuses="wwwwuuuugggg"), seat())
        state = type_legal(state, "wug", "a: n w4u4")
        assert find_broken(state, "a: n u4g4") == {"S12"}

    def test_F28_a_noble_told_late_brings_the_end(self) -> None:
        state = unseen_nobles(seat(), seat(bonuses="wwwwuuuu", points=12), turn=1)
        state = type_legal(state, "wug", "b: n w4u4")
        assert state.over
        assert winners(state) == {1}

    @pytest.mark.parametrize(
        ("text", "rule"),
        [("d2 1kg3", "S6"), ("23 1kg3", "S8"), ("b 21 1kg3 =0", "S7"), ("r 21 1kg3", "S6")],
    )
    def test_F28_a_card_of_another_level_is_recordable(self, text: str, rule: str) -> None:
        assert rule in find_broken(table(), text)

    def test_s13_nobles_are_not_replaced(self) -> None:
        state = table(seat(bonuses="wwwwuuuu"), seat(), nobles=["w4u4"])
        assert type_legal(state, "wug").book.holding("nobles") == {}


class TestTheEnd:
    def test_s14_the_round_is_finished(self) -> None:
        state = type_legal(table(seat("rrrrr", points=13), seat()), "b21")
        assert not state.over
        state = type_legal(state, "wug")
        assert state.over
        assert winners(state) == {0}

    def test_s14_the_last_seat_ends_it_at_once(self) -> None:
        state = table(seat(), seat("rrrrr", points=13), turn=1)
        assert type_legal(state, "b21").over

    def test_s14_played_on_is_a_breach_and_is_recorded(self) -> None:
        state = type_legal(table(seat("rrrrr", points=13), seat()), "b21", "wug")
        assert find_broken(state, "wug") == {"S14"}
        assert count_tokens(type_texts(state, "wug"), 0) == pile("wug")

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
        state = type_legal(state, "b21")
        assert (
            CARDS["2w-r5"].points + NOBLES["w4u4"].points
            == count_bonuses_and_points(state.book.places, 0)[1]
            == 5
        )

    def test_s16_a_sheet_that_does_not_agree(self) -> None:
        state = type_legal(table(seat("rrrrr", points=13), seat()), "b21", "wug")
        assert find_broken(state, "result 15 0") == set()
        assert find_broken(state, "result 16 0") == {"S16"}
        assert find_broken(state, "result 15/2 0/0") == {"S15"}


class TestCounting:
    def test_a_count_confirms_the_record(self) -> None:
        state = type_legal(table(), "wug")
        assert find_broken(state, "= a wug") == set()
        assert find_broken(state, "= a wug0") == {"COUNT"}
        assert count_tokens(type_texts(state, "= a wug0"), 0) == pile("wu")

    def test_F7_a_partial_count_leaves_the_rest_as_it_was(self) -> None:
        state = type_legal(table(), "wug")
        assert find_broken(state, "= a wu") == set()
        assert count_tokens(type_texts(state, "= a w3"), 0) == pile("wwwug")
        assert type_texts(state, "= bank w3").book.holding("bank") == state.book.holding("bank")


class TestSheets:
    """A score sheet alone."""

    @pytest.mark.parametrize(
        ("text", "won", "tied"),
        [
            ("result 15 12 15 3", (), (0, 2)),
            ("result 15/9 12/4 15/8 3/1", (2,), ()),
            ("result 15/9 12/4 15/9 3/1", (0, 2), ()),
            ("result 16 12 15 3", (0,), ()),
            ("result 15 12 15 3 c", (2,), ()),
            ("result 15 12 15 3 a c", (0, 2), ()),
        ],
    )
    def test_F18_a_tie_without_card_counts_is_open(
        self, text: str, won: tuple[int, ...], tied: tuple[int, ...]
    ) -> None:
        """S15 looks at the bought cards next; without them nobody shares the victory."""
        state = type_legal(start(4, level="results"), text)
        standing = engine.standing(state)
        assert (standing.over, standing.winners, standing.tied) == (True, won, tied)
        ranks = [score.rank for score in standing.scores]
        assert {seat for seat, rank in enumerate(ranks) if rank == 1} == set(won or tied)

    @pytest.mark.parametrize("lang", ["en", "ko"])
    def test_F18_it_is_said_that_the_tie_is_open(self, lang: str) -> None:
        state = type_legal(start(2, level="results"), "result 15 15")
        ending = Voice(engine, lang, ["Ana", "Bo"]).ending(engine.standing(state))
        assert "Ana" in ending
        assert engine.words(lang).text["end.tied-cards"] in ending
        assert "share" not in ending

    def test_F18_tokens_left_are_on_no_sheet(self) -> None:
        state = start(2, level="results", options={"tie_tokens": True})
        standing = engine.standing(type_legal(state, "result 15/9 15/9"))
        assert (standing.winners, standing.tied, standing.reason) == ((), (0, 1), "end.tied-tokens")

    @pytest.mark.parametrize(("text", "won"), [("result b", {1}), ("result a b", {0, 1})])
    def test_F19_only_the_winner_is_known(self, text: str, won: set[int]) -> None:
        state = type_legal(start(2, level="results"), text)
        assert winners(state) == won
        assert {score.total for score in engine.standing(state).scores} == {None}
        assert engine.standing(state).reason == "end.named", "nobody said how it ended"
        assert engine.list_prompts(state) == ()

    @pytest.mark.parametrize("text", ["result 15 12 b", "result 15/9 15/8 a"])
    def test_F19_a_winner_against_the_numbers_breaks_s15(self, text: str) -> None:
        (breach,) = list_breaches(start(2, level="results"), text)
        assert (breach.rule, breach.why) == ("S15", "S15.winner")

    def test_F18_a_sheet_of_a_match_of_which_nothing_was_recorded_is_its_result(self) -> None:
        """At the level of a full match too: the points of the sheet, not those of the board."""
        state = start(2)
        ended = type_legal(state, "result 15/9 12/8")
        scores = engine.standing(ended).scores
        assert [(score.total, score.rank) for score in scores] == [(15, 1), (12, 2)]
        assert winners(ended) == {0}

    def test_F19_the_winner_named_against_the_record(self) -> None:
        state = type_legal(table(seat("rrrrr", points=13), seat()), "b21", "wug")
        assert find_broken(state, "result a") == set()
        assert find_broken(state, "result b") == {"S15"}
        assert winners(type_texts(state, "result b")) == {0}, "the record knows better"

    def test_F19_a_match_broken_off_has_the_winner_that_was_named(self) -> None:
        state = type_texts(type_legal(table(), "wug"), "result b")
        assert winners(state) == {1}


class TestSeats:
    @pytest.mark.parametrize(
        ("verb", "payload"),
        [
            ("take", '{"tokens":{"red":1}}'),
            ("buy", '{"card":"2r-k5","paid":{}}'),
            ("reserve", '{"card":"2r-k5","gold":1}'),
            ("draw", '{"level":2,"gold":1}'),
            ("noble", '{"noble":"w4u4"}'),
            ("pass", "{}"),
        ],
    )
    def test_F29_an_action_without_a_seat_is_refused(self, verb: str, payload: str) -> None:
        """It was booked to a third seat of two."""
        action = msgspec.json.decode(payload, type=engine.verbs[verb])
        for refuse in (engine.admit, engine.apply):
            with pytest.raises(DecodeError, match="action of a seat"):
                refuse(table(), action)
        with pytest.raises(DecodeError, match="action of a seat"):
            engine.decode(verb, payload)


class TestChoices:
    def test_F27_a_card_drawn_unseen_can_be_bought_from_hand(self) -> None:
        state = type_legal(table(seat("ggg"), seat()), "d1", "wug")
        offered = [choice.action for choice in turn_choices(state)]
        bought = Buy(seat=0, card="1k-g3", paid=pile("ggg"), source="reserve")
        assert bought in offered
        assert find_broken(state, "b 1kg3 @reserve") == set()

    def test_F27_a_card_that_nobody_has_told_of_can_be_reserved(self) -> None:
        state = start(2, level="actions")
        offered = [choice.action for choice in turn_choices(state)]
        assert Reserve(seat=0, card="2r-k5", source="market.2.1", gold=1) in offered

    @pytest.mark.parametrize("seed", range(4))
    @pytest.mark.parametrize("level", ["full", "actions"])
    def test_F27_the_offered_actions_are_exactly_the_legal_ones(
        self, seed: int, level: str
    ) -> None:
        """Along random games, against every action that could be typed."""
        chance = random.Random(seed)
        options = {"voluntary_fewer": seed % 2 == 1}
        game = Dealer(engine, seed).play(Setup(2 + seed % 3, level=level, options=options))
        looked = 0
        for ply, (state, _) in enumerate(game):
            prompts = [p for p in engine.list_prompts(state) if p.verbs[0] == "take"]
            if ply % 23 != seed or not prompts:
                continue
            offered = {
                engine.encode(action): action
                for choice in engine.choices(state, prompts[0])
                for action in expand_choice(choice)
            }
            for action in some(chance.sample(list(offered.values()), min(len(offered), 60))):
                assert find_breaches(engine, state, action) == (), engine.write(action)
            possible = list(every_turn(state))
            for action in some(chance.sample(possible, min(len(possible), 250))):
                legal = not find_breaches(engine, state, action)
                assert legal == (engine.encode(action) in offered), engine.write(action)
            looked += 1
        assert looked


def turn_choices(state: Table) -> list[Choice]:
    """Return the choices of the seat on turn."""
    return list(engine.choices(state, engine.list_prompts(state)[-1]))


def unseen_nobles(*seats: dict[str, Any], **how: Any) -> Table:
    """Return a position in which three nobles lie on the table that nobody has told of."""
    state = table(*seats, **how)
    booking = begin_booking(state.book)
    booking.draw_many(3, "box", "nobles", "S2")
    return replace(state, book=booking.close())


def every_turn(state: Table) -> Iterator[Action]:
    """Yield turns of the seat to play: of every kind, legal or not.

    Of unknown slots of a level only the first is named, as nothing tells them apart.
    """
    who = state.turn
    held = dict(count_tokens(state, who))
    for n in (1, 2, 3):
        for colours in combinations_with_replacement(COLOURS, n):
            taken = {colour: colours.count(colour) for colour in colours}
            total = {c: held.get(c, 0) + taken.get(c, 0) for c in (*COLOURS, GOLD)}
            for back in range(max(0, sum(total.values()) - 11), 4):
                for returned in list_combinations({c: k for c, k in total.items() if k}, back):
                    yield Take(seat=who, tokens=taken, returned=returned)
    seen: set[str] = set()
    for slot in MARKET:
        name = state.book.sole(slot) or ""
        if is_unknown(name) and slot[:-2] in seen:
            continue
        seen |= {slot[:-2]} if is_unknown(name) else set()
        cards = state.book.list_possible_faces(name) if is_unknown(name) else [name] if name else []
        for card in cards:
            yield from every_use(state, card, slot)
    for name in state.book.holding(f"{'abcd'[who]}.reserved"):
        for card in state.book.list_possible_faces(name) or [name]:
            yield from every_use(state, card, "reserve")
    for level in DECK_LEVELS:
        yield from with_returns(state, Draw(seat=who, level=level, gold=0))
        yield from with_returns(state, Draw(seat=who, level=level, gold=1))
    yield Pass(seat=who)


def every_use(state: Table, card: str, source: str) -> Iterator[Action]:
    """Yield every reservation of a card, and purchases with gold for what is there as well."""
    who = state.turn
    if source != "reserve":
        for gold in (0, 1):
            yield from with_returns(state, Reserve(seat=who, card=card, source=source, gold=gold))
    due = compute_price(state, who, card)
    for gold in range(sum(due.values()) + 1):
        for instead in list_combinations(due, gold):
            paid = {c: n - instead.get(c, 0) for c, n in due.items() if n > instead.get(c, 0)}
            if gold:
                paid[GOLD] = gold
            yield Buy(seat=who, card=card, source=source, paid=paid)


def with_returns(state: Table, action: Reserve | Draw) -> Iterator[Action]:
    """Yield a reservation that returns nothing, and with every token that may go back."""
    yield action
    held = dict(count_tokens(state, state.turn))
    held[GOLD] = held.get(GOLD, 0) + action.gold
    for colour, n in held.items():
        if n:
            yield replace(action, returned={colour: 1})


@pytest.mark.parametrize(
    ("eyes", "shown"), [(None, ["2u-u6"]), (0, ["2u-u6"]), (1, [""]), (TABLE, [""])]
)
def test_a_card_reserved_unseen_is_shown_to_whoever_drew_it(
    eyes: int | None, shown: list[str]
) -> None:
    """And to whoever sees the whole record; everybody else sees its level."""
    state = type_texts(table(), "d2 2u-u6")
    (hands,) = [each for each in engine.view(state, eyes).panels if each.title == "panel.hands"]
    assert [[cell.item for cell in row.cells] for row in hands.rows] == [shown, []]
    (cell,) = hands.rows[0].cells
    assert cell.text == ("u 3pt u6" if shown[0] else "2?")


def test_a_pile_that_has_more_after_all_gets_unseen_cards_back() -> None:
    """Six were missing, then three of them are there; more than were missing there are not."""
    state = type_texts(table(), "= deck1 30")
    assert (state.book.size("deck.1"), state.book.size(UNACCOUNTED)) == (30, 6)
    state = type_texts(state, "= deck1 33")
    assert (state.book.size("deck.1"), state.book.size(UNACCOUNTED)) == (33, 3)
    state = type_texts(state, "= deck1 40")
    assert (state.book.size("deck.1"), state.book.size(UNACCOUNTED)) == (36, 0)


@pytest.mark.parametrize(("points", "last"), [(14, None), (15, 0), (16, 0)])
@pytest.mark.parametrize("way", ["chosen", "late", "skipped"])
def test_s14_fifteen_points_bring_the_end_however_they_come(
    way: str, points: int, last: int | None
) -> None:
    """A noble that is chosen, one that is told after the turn, and a turn whose choice is left."""
    before = points if way == "skipped" else points - 3
    state = table(
        seat("", "ggggrrrrkkk", points=before),
        seat(),
        nobles=["g4r4", "g3r3k3"],
        turn=1 if way == "late" else 0,
        pending=[] if way == "late" else ["g4r4", "g3r3k3"],
    )
    assert state.last is None
    taken = {"red": 1, "green": 1, "blue": 1}
    action = Take(seat=1, tokens=taken) if way == "skipped" else Noble(seat=0, noble="g4r4")
    state, _ = engine.apply(state, action)
    assert (state.last, state.over) == (last, way == "skipped" and points >= 15)

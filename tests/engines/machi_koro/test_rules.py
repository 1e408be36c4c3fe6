"""Machi Koro by its rules."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from engines.book import BOOK
from engines.machi_koro import engine
from engines.machi_koro.actions import (
    Build,
    Pass,
    Reroll,
    Result,
    Roll,
    Swap,
    Tv,
)
from engines.machi_koro.catalog import BOX, CARDS, COIN, COST, LANDMARKS
from engines.machi_koro.state import (
    BUILD,
    CARDS_OF,
    COINS_OF,
    KEEP,
    PLANS_OF,
    REROLL,
    ROLL,
    State,
)
from engines.protocol import find_breaches
from engines.values import TABLE, DecodeError, NotationError, Seat, Setup, SetupError
from replay.lab.conformance import conform
from replay.lab.setups import list_setups
from tests.engines.machi_koro.cases import lay_out, play_all, purses
from tests.engines.machi_koro.positions import (
    MALL,
    PARK,
    STATION,
    TOWER,
    find_broken,
    find_refusal,
    list_breaches,
    town,
    type_legal,
)
from tests.some import some

NAMES = ("Ana", "Bo", "Cy")


class TestSetup:
    def test_m1_two_to_four_seats(self) -> None:
        for seats in (1, 5):
            with pytest.raises(SetupError):
                engine.open(Setup(seats=seats))

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_m2_m3_what_lies_ready(self, seats: int) -> None:
        state = engine.open(Setup(seats=seats))
        assert purses(state) == [3] * seats
        for seat in some(range(seats)):
            assert state.book.holding(CARDS_OF[seat]) == {"wheat_field": 1, "bakery": 1}
            assert list(state.book.holding(PLANS_OF[seat])) == list(LANDMARKS)
        supply = state.book.holding("supply")
        assert sorted(supply.values()) == [4] * 3 + [6] * 12
        assert sum(supply.values()) == 84

    def test_m5_the_first_seat_is_chosen_and_play_is_clockwise(self) -> None:
        state = engine.open(Setup(seats=3, first=2))
        turns = []
        for _ in range(4):
            turns.append(state.turn)
            state = type_legal(state, "6 -")
        assert turns == [2, 0, 1, 2]

    def test_the_harbor_is_no_option_yet(self) -> None:
        with pytest.raises(SetupError):
            engine.open(Setup(seats=2, options={"harbor": True}))

    def test_defaults_follow_the_korean_edition(self) -> None:
        options = {option.name: option.default for option in engine.options}
        assert options == {
            "landmark_effects": "next_own_turn",
            "amusement_chain": "unlimited",
            "reroll_dice": "same",
            "business_center": "may",
        }


class TestDice:
    def test_m7_two_dice_need_the_station(self) -> None:
        assert find_broken(town({}, {}), "34") == {"M7"}
        assert find_broken(town({}, {}), "8") == {"M7"}
        assert find_broken(town({}, {}, landmarks=[[STATION], []]), "34") == set()

    def test_m7_only_the_sum_counts(self) -> None:
        cards = {"wheat_field": 3, "ranch": 1, "bakery": 1}
        state = town(cards, {}, coins=[0, 0], landmarks=[[STATION], []])
        assert purses(type_legal(state, "1+1"))[0] == 2

    def test_m7_the_table_is_asked_for_as_many_dice_as_the_seat_may_roll(self) -> None:
        for built, faces in (([], 6), ([STATION], 6 + 21)):
            state = town({}, {}, landmarks=[built, []])
            (prompt,) = engine.list_prompts(state)
            assert prompt.seat == TABLE
            assert len(list(engine.choices(state, prompt))) == faces

    def test_m7_one_die_and_two_are_equally_likely_in_simulations(self) -> None:
        state = town({}, {}, landmarks=[[STATION], []])
        weights = {1: 0, 2: 0}
        for choice in engine.choices(state, engine.list_prompts(state)[0]):
            assert isinstance(choice.action, Roll)
            weights[len(choice.action.dice)] += choice.weight
        assert weights == {1: 36, 2: 36}

    def test_m8_the_roll_waits_until_it_is_kept(self) -> None:
        state = type_legal(town({"forest": 1}, {}, landmarks=[[TOWER], []]), "5")
        assert (state.phase, purses(state)) == (KEEP, [9, 9])
        assert purses(type_legal(state, "k")) == [10, 9]

    def test_m8_m9_the_second_roll_stands_and_the_first_does_nothing(self) -> None:
        state = town({"forest": 1, "ranch": 1}, {}, landmarks=[[TOWER], []])
        state = type_legal(state, "5", "rr", "2")
        assert (state.phase, purses(state)) == (BUILD, [10, 9])
        assert find_broken(state, "rr") == {"M8"}

    def test_m8_as_many_dice_as_before(self) -> None:
        state = town({}, {}, landmarks=[[STATION, TOWER], []])
        assert find_broken(state, "5 rr 34") == {"M8"}
        assert find_broken(state, "34 rr 5") == {"M8"}
        assert find_broken(state, "34 rr 55") == set()
        free = town({}, {}, landmarks=[[STATION, TOWER], []], options={"reroll_dice": "free"})
        assert find_broken(free, "5 rr 34") == set()

    def test_m8_an_unknown_number_of_dice_is_given_the_benefit_of_the_doubt(self) -> None:
        state = town({}, {}, landmarks=[[STATION, TOWER], []])
        state, _ = play_all(state, Roll(total=5), Reroll(seat=0))
        assert find_broken(state, "34") == set()
        assert find_broken(state, "3") == set()

    def test_m9_after_the_income_it_is_too_late(self) -> None:
        state = type_legal(town({"forest": 1}, {}, landmarks=[[TOWER], []]), "5 k")
        assert find_broken(state, "rr") == {"M9"}

    def test_m9_a_late_reroll_takes_back_what_the_roll_brought(self) -> None:
        cards = {"stadium": 1, "tv_station": 1, "forest": 1}
        state = type_legal(town(cards, {}, {}), "6 tv b")
        assert purses(state) == [18, 2, 7]
        state, moves = engine.apply(state, Reroll(seat=0))
        assert (purses(state), state.phase) == ([9, 9, 9], REROLL)
        assert {move.rule for move in moves} == {"M9"}
        assert purses(type_legal(state, "5")) == [10, 9, 9]

    def test_m8_a_roll_that_stands_cannot_be_kept(self) -> None:
        assert find_broken(town({}, {}), "k") == {"M6"}
        assert find_broken(type_legal(town({}, {}), "5"), "k") == {"M8"}

    def test_a_roll_in_the_middle_of_a_turn_ends_that_turn(self) -> None:
        state = type_legal(town({}, {"ranch": 1}), "5")
        after, cited = play_all(state, Roll(dice=(2,)))
        assert cited == {"M6"}
        assert (after.turn, purses(after)) == (1, [9, 10])


class TestIncome:
    def test_m13_blue_pays_every_owner(self) -> None:
        state = town({"mine": 1}, {"mine": 2}, {}, landmarks=[[], [STATION], []], turn=1)
        assert purses(type_legal(state, "45")) == [14, 19, 9]

    def test_m14_green_pays_the_roller_alone(self) -> None:
        assert purses(type_legal(town({"bakery": 1}, {"bakery": 1}), "3")) == [10, 9]

    def test_m15_red_takes_from_the_roller_never_on_ones_own_roll(self) -> None:
        assert purses(type_legal(town({"cafe": 1}, {"cafe": 1}), "3")) == [8, 10]

    def test_m18_m19_m20_counter_clockwise_until_nothing_is_left(self) -> None:
        state = town({}, {"cafe": 3}, {"cafe": 2}, coins=[3, 0, 0])
        assert purses(type_legal(state, "3")) == [0, 1, 2]

    def test_m21_red_before_income(self) -> None:
        state = town({"bakery": 1}, {"cafe": 2}, coins=[1, 0])
        assert purses(type_legal(state, "3")) == [1, 1]

    def test_m22_the_mall_of_the_owner_counts_the_rollers_does_not(self) -> None:
        cards = ({"bakery": 2}, {"cafe": 2})
        assert purses(type_legal(town(*cards, landmarks=[[], [MALL]]), "3")) == [9 - 4 + 2, 13]
        assert purses(type_legal(town(*cards, landmarks=[[MALL], []]), "3")) == [9 - 2 + 4, 11]

    def test_m22_what_the_mall_adds_moves_under_its_own_rule(self) -> None:
        state = town({}, {"family_restaurant": 1}, landmarks=[[STATION], [MALL]])
        _, moves = engine.apply(state, Roll(dice=(4, 5)))
        assert [(move.n, move.rule) for move in moves] == [(2, "M15"), (1, "M22")]

    def test_m23_no_bonus_for_factories_blue_and_purple(self) -> None:
        cards = {"cheese_factory": 1, "ranch": 2, "fruit_and_vegetable_market": 1}
        state = town({**cards, "wheat_field": 1}, {}, landmarks=[[STATION, MALL], []])
        assert purses(type_legal(state, "34"))[0] == 9 + 6
        assert purses(type_legal(state, "56"))[0] == 9 + 2

    def test_m24_m25_factories_count_ones_own_cards_each_copy_anew(self) -> None:
        cards = {"furniture_factory": 2, "forest": 2, "mine": 1}
        state = town(cards, {"forest": 5}, landmarks=[[STATION], []])
        assert purses(type_legal(state, "44")) == [9 + 18, 9]

    def test_m26_the_stadium_takes_two_from_each_or_what_there_is(self) -> None:
        state = town({"stadium": 1}, {}, {}, {}, coins=[0, 5, 1, 0])
        assert purses(type_legal(state, "6")) == [3, 3, 0, 0]

    def test_m27_the_target_of_the_tv_station_pays_five_or_what_it_has(self) -> None:
        state = type_legal(town({"tv_station": 1}, {}, {}, coins=[0, 9, 3]), "6")
        assert purses(type_legal(state, "tv bo")) == [5, 4, 3]
        assert purses(type_legal(state, "tv cy")) == [3, 9, 0]
        assert find_broken(state, "a: tv a") == {"M27"}
        assert find_broken(state, "a: pass") == {"M27"}

    def test_m28_a_swap_changes_two_cards_and_nothing_else(self) -> None:
        state = town({"business_center": 1, "wheat_field": 1}, {"mine": 1, "stadium": 1}, {})
        after = type_legal(state, "6 x bo wheat mine")
        assert after.book.holding("a.cards") == {"business_center": 1, "mine": 1}
        assert after.book.holding("b.cards") == {"wheat_field": 1, "stadium": 1}
        assert find_broken(state, "6 x bo wheat stadium") == {"M28"}
        assert find_broken(state, "6 x bo business mine") == {"M28"}
        assert find_broken(state, "6 x bo shopping_mall mine") == {"M28", BOOK}
        assert find_broken(state, "6 x bo wheat ranch") == {"M28", BOOK}
        assert find_broken(state, "6 x a wheat wheat") == {"M28"}

    def test_m28_the_exchange_is_optional_or_must_be_made(self) -> None:
        cards: list[dict[str, int]] = [{"business_center": 1, "ranch": 1}, {"mine": 1}, {}]
        assert find_broken(town(*cards), "6 x - -") == set()
        state = town(*cards, options={"business_center": "must"})
        assert find_refusal("6 -", state).key == "swap-first"
        (prompt,) = engine.list_prompts(type_legal(state, "6"))
        assert prompt.verbs == ("swap",)
        assert find_broken(type_legal(state, "6"), "a: pass") == {"M28"}
        assert find_broken(type_legal(state, "6"), "a: decline") == {"M28"}

    def test_m28_no_choice_where_there_is_nothing_to_exchange(self) -> None:
        options = {"business_center": "must"}
        state = town({"business_center": 1}, {"mine": 1}, options=options)
        assert type_legal(state, "6").phase == BUILD
        state = town({"business_center": 1, "ranch": 1}, {"stadium": 1}, options=options)
        assert type_legal(state, "6").phase == BUILD

    def test_m29_purple_choices_in_any_order(self) -> None:
        cards = {"tv_station": 1, "business_center": 1, "ranch": 1, "stadium": 1}
        state = type_legal(town(cards, {"mine": 1}, {}), "6")
        assert [prompt.verbs for prompt in engine.list_prompts(state)] == [
            ("tv",),
            ("swap", "decline"),
        ]
        one = type_legal(state, "tv b", "x b ran mine")
        other = type_legal(state, "x b ran mine", "tv b")
        assert one.book == other.book
        assert one.phase == other.phase == BUILD

    def test_m30_the_tv_station_fires_once(self) -> None:
        state = type_legal(town({"tv_station": 1}, {}, {}), "6 tv b")
        assert find_broken(state, "a: tv c") == {"M30"}

    def test_m16_on_another_number_or_without_the_card(self) -> None:
        assert find_broken(town({"tv_station": 1}, {}, {}), "5 tv b") == {"M16"}
        assert find_broken(town({}, {}, {}), "6 tv b") == {"M16"}

    def test_m43_the_bank_may_stand_below_nothing(self) -> None:
        state, moves = engine.apply(town({"wheat_field": 1}, {}), Roll(dice=(1,)))
        assert state.book.count("bank", COIN) == -1
        assert not any(move.rule == BOOK for move in some(moves))


class TestBuild:
    def test_m31_one_a_turn_or_none(self) -> None:
        assert find_broken(town({}, {}), "5 -") == set()
        state = type_legal(town({}, {}), "5 ran")
        assert find_broken(state, "a: cafe") == {"M31"}

    def test_m31_also_before_another_turn_of_the_same_seat(self) -> None:
        state = type_legal(town({}, {}, landmarks=[[STATION, PARK], []]), "33 ran")
        assert find_broken(state, "a: cafe") == {"M31"}

    def test_m31_a_second_build_is_booked_and_moves_no_turn(self) -> None:
        state = type_legal(town({}, {}), "5 ran")
        after, _ = play_all(state, Build(seat=0, card="cafe", paid=2))
        assert (after.turn, purses(after)) == (1, [6, 9])

    def test_m32_the_price_in_full(self) -> None:
        state = type_legal(town({}, {}, coins=[5, 0]), "5")
        assert find_broken(state, "ran=0") == {"M32"}
        assert find_broken(state, "mine") == {"M32", BOOK}

    def test_m33_one_purple_card_of_each_kind(self) -> None:
        assert find_broken(town({"stadium": 1}, {}), "5 stadium") == {"M33"}
        assert find_broken(town({"stadium": 1}, {}), "5 tv") == set()

    def test_m34_m35_what_is_left_to_build(self) -> None:
        state = type_legal(town({"mine": 5}, {"mine": 1}, landmarks=[[STATION], []]), "05")
        supply = {**state.book.places["supply"]}
        del supply["mine"]
        places = {**state.book.places, "supply": supply}
        state = replace(state, book=replace(state.book, places=places))
        assert find_broken(state, "mine") == {"M34", BOOK}
        assert find_broken(state, "train") == {"M35", BOOK}

    def test_only_what_can_be_built_is_offered(self) -> None:
        state = type_legal(town({"stadium": 1}, {}, coins=[7, 0], landmarks=[[STATION], []]), "05")
        offered = {
            choice.action.card
            for choice in engine.choices(state, engine.list_prompts(state)[0])
            if isinstance(choice.action, Build)
        }
        assert offered == {card for card in CARDS if COST[card] <= 7} - {"stadium"}

    def test_m36_a_new_card_works_on_the_next_roll(self) -> None:
        state = type_legal(town({}, {}), "5 ran", "2")
        assert purses(state) == [9, 9]

    def test_m6_nothing_before_the_dice(self) -> None:
        assert find_broken(town({}, {}), "ran") == {"M6"}
        assert find_broken(town({}, {}), "-") == {"M6"}
        assert find_broken(town({"tv_station": 1}, {}), "a: tv b") == {"M6"}

    def test_m5_out_of_turn(self) -> None:
        state = type_legal(town({}, {}), "5")
        assert find_broken(state, "b: ran") == {"M5"}
        after, _ = play_all(state, Build(seat=1, card="ranch", paid=1))
        assert (after.turn, after.phase) == (0, BUILD)


class TestLandmarks:
    @pytest.mark.parametrize(("option", "paid"), [("next_own_turn", 1), ("immediately", 2)])
    def test_m37_a_new_mall_on_the_others_rolls(self, option: str, paid: int) -> None:
        state = town({"cafe": 1}, {}, coins=[10, 9], options={"landmark_effects": option})
        state = type_legal(state, "5 mall", "3")
        assert purses(state)[0] == paid
        state = type_legal(state, "-", "5 -", "3")
        assert purses(state)[0] == paid + 2

    @pytest.mark.parametrize("option", ["next_own_turn", "immediately"])
    def test_m37_a_park_built_after_the_double_comes_too_late(self, option: str) -> None:
        options = {"landmark_effects": option}
        state = town({}, {}, coins=[16, 0], landmarks=[[STATION], []], options=options)
        assert type_legal(state, "44 park").turn == 1

    def test_m38_the_turn_after_a_double_is_a_next_turn(self) -> None:
        state = town({}, {}, coins=[22, 0], landmarks=[[STATION, PARK], []])
        state = type_legal(state, "44 tower")
        assert (state.turn, state.extra) == (0, True)
        assert type_legal(state, "34").phase == KEEP

    def test_m39_a_double_brings_another_turn_again_and_again(self) -> None:
        state = town({}, {}, landmarks=[[STATION, PARK], []])
        for _ in range(3):
            state = type_legal(state, "44 -")
            assert (state.turn, state.extra) == (0, True)
        assert type_legal(state, "34 -").turn == 1

    def test_m39_a_double_brings_one_more_turn_with_the_option_once(self) -> None:
        options = {"amusement_chain": "once"}
        state = town({}, {}, landmarks=[[STATION, PARK], []], options=options)
        state = type_legal(state, "44 -")
        assert state.turn == 0
        assert type_legal(state, "44 -").turn == 1

    def test_m39_one_die_is_no_double_and_no_park_no_turn(self) -> None:
        assert type_legal(town({}, {}, landmarks=[[STATION, PARK], []]), "06 -").turn == 1
        assert type_legal(town({}, {}, landmarks=[[STATION], []]), "33 -").turn == 1

    def test_m39_m9_only_the_roll_that_stood(self) -> None:
        built = [[STATION, PARK, TOWER], []]
        assert type_legal(town({}, {}, landmarks=built), "33 rr 34 -").turn == 1
        assert type_legal(town({}, {}, landmarks=built), "34 rr 33 -").turn == 0


class TestEnd:
    @pytest.fixture
    def won(self) -> State:
        built = [[STATION, PARK, MALL], [], []]
        return type_legal(lay_out([{}, {}, {}], [22, 0, 9], built), "44 tower")

    def test_m41_the_last_landmark_wins_at_once(self, won: State) -> None:
        standing = engine.standing(won)
        assert (standing.over, standing.winners, standing.rule) == (True, (0,), "M41")
        assert [(s.total, s.rank) for s in standing.scores] == [(4, 1), (0, 2), (0, 2)]
        assert [line.label for line in standing.scores[0].lines] == list(LANDMARKS)
        assert engine.list_prompts(won) == ()

    def test_m41_playing_on_is_a_breach_and_recorded(self, won: State) -> None:
        assert find_broken(won, "5") == {"M41"}
        after, _ = play_all(won, Roll(dice=(5,)), Build(seat=1, card="ranch", paid=1))
        assert engine.standing(after).winners == (0,)

    @pytest.mark.parametrize(
        ("text", "full"),
        [
            ("result bo", "result ? 4 ?"),
            ("result 2, 4, ?, bo", "result 2 4 ?"),
            ("result ? ? 1 a", "result 4 ? 1"),
        ],
    )
    def test_F19_only_the_winner_is_known(self, text: str, full: str) -> None:
        """Whoever has won has all landmarks (M41), whatever else was counted."""
        state = engine.open(Setup(seats=3, level="results"))
        (action,) = engine.parse(text, state, NAMES)
        assert engine.write(action) == full
        assert find_breaches(engine, state, action) == ()

    def test_F19_a_winner_against_the_numbers_is_refused(self) -> None:
        state = engine.open(Setup(seats=3, level="results"))
        with pytest.raises(NotationError) as raised:
            engine.parse("result 3 2 1 a", state, NAMES)
        assert raised.value.key == "result-winner"
        assert raised.value.data == {"n": "3", "seat": Seat(0), "most": 4}

    def test_result_of_a_match_of_which_nothing_else_is_known(self) -> None:
        state = engine.open(Setup(seats=3, level="results"))
        assert engine.list_prompts(state)[0].verbs == ("result",)
        after = type_legal(state, "result 2 4 ?")
        standing = engine.standing(after)
        assert (standing.winners, [s.total for s in standing.scores]) == ((1,), [2, 4, None])
        assert [s.rank for s in standing.scores] == [2, 1, 3]
        assert engine.standing(type_legal(state, "result bo")).winners == (1,)

    def test_m41_m42_a_sheet_that_cannot_be(self) -> None:
        state = engine.open(Setup(seats=2, level="results"))
        assert find_broken(state, "result 2 3") == {"M41"}
        assert find_broken(state, "result 4 4") == {"M42"}
        assert find_broken(type_legal(state, "result 4 1"), "5") == {"M41"}

    def test_m41_a_sheet_in_the_middle_of_a_recorded_game(self) -> None:
        state = type_legal(engine.open(Setup(seats=2)), "6 -")
        assert {breach.why for breach in list_breaches(state, "result 4 0")} == {
            "M41.open",
            "M41.differs",
        }

    def test_four_landmarks_that_were_counted_end_the_game(self) -> None:
        state = engine.open(Setup(seats=2))
        state = type_legal(state, "= b train mall park radio")
        assert engine.standing(state).winners == (1,)
        assert engine.standing(type_legal(state, "= b radio 0")).over is False


class TestCatalog:
    def test_what_is_in_the_box(self) -> None:
        assert len(BOX.cards) == 15
        assert sum(card.copies for card in BOX.cards) == 84
        assert [landmark.cost for landmark in BOX.landmarks] == [4, 10, 16, 22]
        assert {piece.id for piece in engine.catalog()} == set(COST)

    def test_every_line_of_income_has_its_rule_in_the_book(self) -> None:
        cited = {card.rule for card in BOX.cards} | {item.rule for item in BOX.landmarks}
        assert cited <= set(engine.rulebook.rules)

    def test_only_rules_that_merely_forbid_can_be_waived(self) -> None:
        waivable = {rule.id for rule in engine.rulebook.rules.values() if rule.waivable}
        assert waivable == {"M7", "M8", "M31", "M33"}

    def test_unknown_seats_and_cards_are_not_decoded(self) -> None:
        for verb, payload in (
            ("roll", {"dice": [7]}),
            ("roll", {"dice": []}),
            ("roll", {"dice": [1, 2, 3]}),
            ("roll", {"dice": [1], "total": 1}),
            ("roll", {"seat": 1, "dice": [1]}),
            ("keep", {}),
            ("build", {"seat": 0, "card": "castle", "paid": 0}),
            ("build", {"seat": 0, "card": "mine", "paid": -1}),
            ("swap", {"seat": 0, "target": -1, "give": "mine", "take": "mine"}),
            ("tv", {"seat": 0, "target": -1}),
            ("result", {"landmarks": [5, 0]}),
            ("result", {"landmarks": [None, None]}),
        ):
            with pytest.raises(DecodeError):
                engine.decode(verb, msgspec.json.encode(payload))
        state = town({}, {})
        for action in (
            Tv(seat=0, target=2),
            Swap(seat=0, target=2, give="mine", take="mine"),
            Result(landmarks=(4, 0, 0)),
            Pass(seat=2),
        ):
            with pytest.raises(DecodeError):
                engine.admit(state, action)


def test_conformance() -> None:
    """The laws hold over all seats, levels and options."""
    setups = [setup for setup in list_setups(engine) if setup.level == "full"]
    assert conform(engine, setups, len(setups), seed=7) == []
    assert conform(engine, [Setup(seats=4, level="results")], 1) == []


def test_a_fresh_table_waits_for_the_first_roll() -> None:
    """The first prompt is the table's."""
    state = engine.open(Setup(seats=4, first=3))
    assert (state.phase, state.turn, COINS_OF[3]) == (ROLL, 3, "d.coins")
    assert engine.list_prompts(state)[0].ask == "ask.roll"

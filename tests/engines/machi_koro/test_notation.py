"""Machi Koro as it is typed."""

from __future__ import annotations

import pytest

from engines import LANGUAGES
from engines.machi_koro import engine
from engines.machi_koro.actions import (
    Roll,
)
from engines.machi_koro.catalog import COST
from engines.machi_koro.reading import parse_dice
from tests.engines.machi_koro.positions import (
    PARK,
    STATION,
    TOWER,
    find_refusal,
    town,
    type_legal,
    write_in_full,
)


class TestNotation:
    @pytest.mark.parametrize(
        ("text", "full"),
        [
            ("5", ["roll 5"]),
            ("05", ["roll 5"]),
            ("34", ["roll 3 4"]),
            ("3+4", ["roll 3 4"]),
            ("3 4", ["roll 3 4"]),
            ("7", ["roll total 7"]),
            ("10", ["roll total 10"]),
            ("roll total 4", ["roll total 4"]),
            ("7 ran", ["roll total 7", "a: build ranch =1"]),
            ("7ran", ["roll total 7", "a: build ranch =1"]),
            ("7 목장", ["roll total 7", "a: build ranch =1"]),
            ("7 ㅁㅈ", ["roll total 7", "a: build ranch =1"]),
            ("7 livestock", ["roll total 7", "a: build ranch =1"]),
            ("56 wheat field", ["roll 5 6", "a: build wheat_field =1"]),
            ("5-", ["roll 5", "a: pass"]),
            ("5 p", ["roll 5", "a: pass"]),
            ("5 패스", ["roll 5", "a: pass"]),
            ("5 ran =0", ["roll 5", "a: build ranch =0"]),
            ("5 b ran", ["roll 5", "a: build ranch =1"]),
        ],
    )
    def test_a_turn(self, text: str, full: list[str]) -> None:
        assert write_in_full(text, town({}, {}, landmarks=[[STATION], []])) == full

    @pytest.mark.parametrize(
        ("text", "full"),
        [
            ("6 ran", ["roll 6", "a: tv b", "a: decline", "a: build ranch =1"]),
            ("6 tv x wheat mine -", ["roll 6", "a: tv b", "a: swap b wheat_field mine", "a: pass"]),
            ("6 x bo wheat mine tv ran", None),
            ("6 교환 bo 밀밭 광산", ["roll 6", "a: swap b wheat_field mine"]),
            ("6 nx", ["roll 6", "a: decline"]),
            ("6 nx ran", ["roll 6", "a: decline", "a: tv b", "a: build ranch =1"]),
        ],
    )
    def test_purple_cards_with_two_seats(self, text: str, full: list[str] | None) -> None:
        cards = {"tv_station": 1, "business_center": 1, "wheat_field": 1}
        found = write_in_full(text, town(cards, {"mine": 1}))
        assert found == (
            full or ["roll 6", "a: swap b wheat_field mine", "a: tv b", "a: build ranch =1"]
        )

    def test_with_more_seats_the_tv_station_needs_a_name(self) -> None:
        state = town({"tv_station": 1}, {}, {})
        assert find_refusal("6 ran", state).key == "tv-first"
        assert find_refusal("6 tv", state).key == "tv-first"
        assert write_in_full("6 tv cy ran", state) == ["roll 6", "a: tv c", "a: build ranch =1"]
        assert write_in_full("6 방송 cy", state) == ["roll 6", "a: tv c"]

    def test_tv_alone_is_the_card_where_nobody_has_to_pay(self) -> None:
        assert write_in_full("5 tv", town({}, {})) == ["roll 5", "a: build tv_station =7"]

    def test_what_is_skipped_is_put_in_front(self) -> None:
        state = town({}, {}, landmarks=[[STATION, TOWER], []])
        assert write_in_full("34 ran", state) == ["roll 3 4", "a: keep", "a: build ranch =1"]
        assert write_in_full("34 rr 55 -", state) == [
            "roll 3 4",
            "a: reroll",
            "roll 5 5",
            "a: pass",
        ]
        state = type_legal(state, "34")
        assert write_in_full("ran", state) == ["a: keep", "a: build ranch =1"]
        assert find_refusal("34", state).key == "keep-first"
        state = type_legal(state, "k")
        assert write_in_full("3 ran", state) == ["a: pass", "roll 3", "b: build ranch =1"]

    def test_with_a_seat_in_front_it_is_taken_as_written(self) -> None:
        state = type_legal(town({}, {}, landmarks=[[TOWER], []]), "3")
        assert write_in_full("a: ran", state) == ["a: build ranch =1"]
        assert write_in_full("Ana: build ran", state) == ["a: build ranch =1"]

    def test_a_whole_turn_of_a_seat_that_is_named(self) -> None:
        texts = [write_in_full(f"{seat}: 5 ran", town({}, {})) for seat in ("a", "Bo")]
        assert texts == [["roll 5", "a: build ranch =1"], ["roll 5", "b: build ranch =1"]]

    @pytest.mark.parametrize(("text", "one", "other"), [("11", "1+1", "5+6"), ("12", "1+2", "6+6")])
    def test_two_ways_to_read_a_roll(self, text: str, one: str, other: str) -> None:
        error = find_refusal(text, town({}, {}))
        assert (error.key, error.data["one"], error.data["other"]) == ("roll-two-ways", one, other)

    @pytest.mark.parametrize("text", ["8", "10", "4", "2"])
    def test_the_dice_are_asked_for_where_a_double_matters(self, text: str) -> None:
        state = town({}, {}, landmarks=[[STATION, PARK], []])
        assert find_refusal(text, state).key.startswith("dice-wanted")
        assert engine.parse(text, town({}, {}, landmarks=[[STATION], []]))
        once = {"amusement_chain": "once"}
        state = town({}, {}, landmarks=[[STATION, PARK], []], options=once)
        assert engine.parse(text, type_legal(state, "33 -"))

    @pytest.mark.parametrize("text", ["7", "9", "5", "04", "44", "26"])
    def test_dice_are_not_asked_for_where_no_double_is_possible(self, text: str) -> None:
        assert engine.parse(text, town({}, {}, landmarks=[[STATION, PARK], []]))

    def test_dice_are_not_asked_for_in_a_roll_repeated_at_once(self) -> None:
        state = town({}, {}, landmarks=[[STATION, PARK, TOWER], []])
        assert write_in_full("8 rr 44", state) == ["roll total 8", "a: reroll", "roll 4 4"]

    @pytest.mark.parametrize(
        ("text", "key"),
        [
            ("", "not-understood"),
            ("castle", "not-understood"),
            ("5 castle", "not-understood"),
            ("77", "roll-form"),
            ("0", "roll-form"),
            ("000", "roll-form"),
            ("345", "roll-form"),
            ("3 4 5", "roll-form"),
            ("roll total 13", "roll-form"),
            ("roll x", "roll-form"),
            ("5 ran=x", "paid-form"),
            ("x bo", "swap-form"),
            ("= bo", "count-form"),
            ("= zoe 7", "no-such-seat"),
            ("zoe: ran", "no-such-seat"),
            ("result 1", "result-form"),
            ("result 5 1", "result-form"),
            ("result ? ?", "result-form"),
            ("3 ~again=1", "no-such-outcome"),
            ("3 ~park=1", "no-such-outcome"),
            ("3 ~b.cafe=x", "outcome-form"),
            ("3 - ~again=7", "outcome-form"),
            ("a: keep calm", "not-understood"),
        ],
    )
    def test_what_is_no_action_is_answered(self, text: str, key: str) -> None:
        error = find_refusal(text, town({}, {}))
        assert error.key == key
        for lang in LANGUAGES:
            assert engine.words(lang).say(error.key, **error.data) != error.key

    def test_several_fit_and_those_that_can_be_built_go_first(self) -> None:
        state = type_legal(town({}, {}), "5")
        error = find_refusal("sta", state)
        assert error.unclear
        assert set(error.candidates) == {STATION, "stadium", "tv_station"}
        state = type_legal(town({}, {}, coins=[5, 0]), "5")
        assert write_in_full("sta", state) == [f"a: build {STATION} =4"]

    @pytest.mark.parametrize("item", COST)
    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_everything_goes_by_its_name_in_both_languages(self, item: str, lang: str) -> None:
        state = type_legal(town({}, {}), "5")
        name = engine.words(lang).names[item]
        assert write_in_full(name, state) == [f"a: build {item} ={COST[item]}"]

    def test_six_keys_for_a_roll_and_a_build(self) -> None:
        assert len("7 ran\n") <= 6

    def test_outcomes_by_any_part_that_fits_one_line(self) -> None:
        state = town({"bakery": 1, "ranch": 1}, {"cafe": 1}, {"cafe": 1})
        assert write_in_full("3 ~bak=0", state) == ["roll 3 ~a.bakery=0"]
        assert write_in_full("3 ~bo.caf=0", state) == ["roll 3 ~b.cafe=0"]
        assert find_refusal("3 ~caf=0", state).unclear
        assert write_in_full("3 ~a.카페=2", state) == ["roll 3 ~a.cafe=2"]

    @pytest.mark.parametrize("total", range(1, 13))
    def test_every_total_can_be_typed(self, total: int) -> None:
        assert engine.parse(f"roll total {total}", town({}, {})) == (Roll(total=total),)

    def test_dice_words(self) -> None:
        assert parse_dice(["6", "6"]) == Roll(dice=(6, 6))


def test_m39_where_nobody_knows_whether_it_was_a_double_the_question_says_how_to_tell() -> None:
    """A total alone, at a table where a double brings another turn."""
    state = town({}, {}, landmarks=[[STATION, "amusement_park"], []])
    asked = {}
    for text in ("roll total 8", "roll 4 4", "roll 3 5"):
        (action,) = engine.parse(text, state)
        after, _ = engine.apply(state, action)
        (prompt,) = engine.list_prompts(after)
        asked[text] = prompt.ask
    assert asked == {
        "roll total 8": "ask.build.again",
        "roll 4 4": "ask.build",
        "roll 3 5": "ask.build",
    }

"""Machi Koro as a table records it: what it did instead, did not see, counted, wants explained."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import LANGUAGES
from engines.book import BOOK
from engines.machi_koro import engine
from engines.machi_koro.actions import (
    Build,
    Decline,
    Keep,
    Pass,
    Reroll,
    Result,
    Roll,
    Swap,
    Tv,
)
from engines.machi_koro.catalog import CARDS, COIN, COST
from engines.machi_koro.state import (
    BUILT_OF,
    State,
)
from engines.protocol import find_breaches
from engines.values import TABLE, Action, DecodeError, Setup
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
    write_in_full,
)
from tests.some import some


class TestWhatTheTableDidInstead:
    def test_a_forgotten_income(self) -> None:
        state = town({}, {"cafe": 1})
        (breach,) = list_breaches(state, "3 ~b.cafe=0")
        assert (breach.rule, breach.why) == ("M15", "income")
        state, _ = play_all(state, Roll(dice=(3,), actual={"b.cafe": 0}))
        assert purses(state) == [9, 9]

    def test_two_paid_instead_of_three(self) -> None:
        state = town({}, {"family_restaurant": 1}, landmarks=[[STATION], [MALL]])
        after, cited = play_all(state, Roll(dice=(4, 5), actual={"b.family_restaurant": 2}))
        assert (purses(after), cited) == ([7, 11], {"M15"})

    def test_an_income_that_nobody_was_due(self) -> None:
        state = town({"forest": 1}, {})
        (breach,) = list_breaches(state, "4 ~a.forest=1")
        assert (breach.rule, breach.why) == ("M13", "income.undue")

    def test_one_payer_of_the_stadium_is_forgotten(self) -> None:
        state = town({"stadium": 1}, {}, {})
        after, cited = play_all(state, Roll(dice=(6,), actual={"a.stadium.c": 0}))
        assert (purses(after), cited) == ([11, 7, 9], {"M26"})

    def test_the_tv_station_brings_something_else(self) -> None:
        state = type_legal(town({"tv_station": 1}, {}, {}), "6")
        assert find_broken(state, "tv b ~tv=3") == {"M27"}
        state, _ = play_all(state, Tv(seat=0, target=1, actual={"a.tv_station": 3}))
        assert purses(state) == [12, 6, 9]

    def test_what_really_happened_may_be_what_was_due(self) -> None:
        assert find_broken(town({}, {"cafe": 1}), "3 ~b.cafe=1") == set()

    def test_more_than_the_payer_has_is_unaccounted(self) -> None:
        state = town({}, {"cafe": 1}, coins=[1, 0])
        after, cited = play_all(state, Roll(dice=(3,), actual={"b.cafe": 4}))
        assert (purses(after), cited) == ([0, 4], {"M15", BOOK})
        assert after.book.count("unaccounted", COIN) == -3

    def test_later_lines_are_judged_with_the_coins_that_were_left(self) -> None:
        state = town({}, {"cafe": 1}, {"cafe": 1}, coins=[1, 0, 0])
        assert find_broken(state, "3 ~c.cafe=0") == {"M15"}
        after, _ = play_all(state, Roll(dice=(3,), actual={"c.cafe": 0}))
        assert purses(after) == [0, 1, 0]

    def test_an_outcome_is_noted_on_the_action_that_keeps_the_roll(self) -> None:
        state = town({"forest": 1}, {}, landmarks=[[TOWER], []])
        assert find_refusal("5 ~a.forest=0", state).key == "keep-first"
        assert write_in_full("5 k ~for=0", state) == ["roll 5", "a: keep ~a.forest=0"]
        assert find_broken(state, "roll 5 ~a.forest=0") == {"M9"}

    def test_a_turn_after_a_double_is_forgotten_or_given(self) -> None:
        state = town({}, {}, landmarks=[[STATION, PARK], []])
        assert list_breaches(state, "33 - ~again=0")[0].why == "M39.forgotten"
        after, _ = play_all(state, Roll(dice=(3, 3)), Pass(seat=0, actual={"again": 0}))
        assert after.turn == 1
        assert list_breaches(state, "34 - ~again=1")[0].why == "M39.undue"
        after, _ = play_all(state, Roll(dice=(3, 4)), Pass(seat=0, actual={"again": 1}))
        assert (after.turn, after.extra) == (0, True)

    @pytest.mark.parametrize(
        ("verb", "actual"),
        [
            ("roll", {"z.cafe": 1}),
            ("roll", {"a.castle": 1}),
            ("roll", {"a.cafe.b": 1}),
            ("roll", {"a.stadium": 2}),
            ("roll", {"a.stadium.a": 2}),
            ("roll", {"a.tv_station": 5}),
            ("roll", {"a.cafe": -1}),
            ("pass", {"again": 2}),
            ("build", {"a.cafe": 1}),
            ("tv", {"b.tv_station": 3}),
        ],
    )
    def test_outcomes_that_do_not_exist_are_not_decoded(
        self, verb: str, actual: dict[str, int]
    ) -> None:
        fields: dict[str, dict[str, Any]] = {
            "roll": {"dice": [6]},
            "pass": {"seat": 0},
            "build": {"seat": 0, "card": "mine", "paid": 6},
            "tv": {"seat": 0, "target": 1},
        }
        with pytest.raises(DecodeError):
            engine.decode(verb, msgspec.json.encode({**fields[verb], "actual": actual}))

    def test_outcomes_of_seats_that_are_not_there_are_not_admitted(self) -> None:
        for actual in ({"c.cafe": 1}, {"a.stadium.d": 1}):
            with pytest.raises(DecodeError):
                engine.admit(town({}, {}), Roll(dice=(3,), actual=actual))


class TestUnknownDice:
    @pytest.fixture
    def park(self) -> State:
        return town({}, {}, landmarks=[[STATION, PARK], []])

    @pytest.mark.parametrize("total", [4, 8, 10])
    def test_an_even_sum_may_be_a_double(self, park: State, total: int) -> None:
        state, cited = play_all(park, Roll(total=total))
        assert (state.again, cited) == (None, set())
        assert list_breaches(state, "-")[0].why == "M39.unknown"
        assert type_legal(state, "- ~again=1").turn == 0
        assert type_legal(state, "- ~again=0").turn == 1

    def test_no_other_turn_follows_until_the_table_says_so(self, park: State) -> None:
        state, _ = play_all(park, Roll(total=8), Pass(seat=0))
        assert state.turn == 1

    def test_builds_are_offered_with_and_without_another_turn(self, park: State) -> None:
        state, _ = play_all(park, Roll(total=8))
        for choice in some(engine.choices(state, engine.list_prompts(state)[0])):
            assert find_breaches(engine, state, choice.action) == ()

    @pytest.mark.parametrize(("total", "again"), [(7, False), (1, False), (12, True)])
    def test_some_sums_tell_whether_a_roll_was_a_double(
        self, park: State, total: int, again: bool
    ) -> None:
        assert play_all(park, Roll(total=total))[0].again is again

    def test_no_question_where_doubles_bring_nothing(self) -> None:
        state = town({}, {}, landmarks=[[STATION], []])
        assert play_all(state, Roll(total=8))[0].again is False

    def test_the_last_landmark_needs_no_answer(self) -> None:
        built = [[STATION, PARK, MALL], []]
        state, _ = play_all(lay_out([{}, {}], [22, 0], built), Roll(total=8))
        assert find_broken(state, "tower") == set()


class TestCount:
    def test_a_match_may_begin_in_the_middle(self) -> None:
        state = type_legal(engine.open(Setup(seats=2)), "= a 12 ran 2 mine train", "= bo 0")
        assert purses(state) == [12, 0]
        assert state.book.count("supply", "ranch") == 4
        assert state.book.holding(BUILT_OF[0]) == {STATION: 1}
        assert set(state.book.holding("unaccounted")) == {COIN}
        assert find_broken(state, "34") == set()

    def test_a_count_confirms_the_record_after_the_first_turn(self) -> None:
        state = type_legal(engine.open(Setup(seats=2)), "5 ran")
        assert find_broken(state, "= a 2 ran") == set()
        (breach,) = list_breaches(state, "= a 4")
        assert breach.data == {"place": "a.coins", "item": COIN, "record": 2, "counted": 4}
        after, _ = engine.apply(state, engine.parse("= a 4", state)[0])
        assert purses(after) == [4, 3]

    @pytest.mark.parametrize(
        ("text", "full"),
        [
            ("= b 7", "count b.coins coin=7"),
            ("= bo mine 2", "count b.cards mine=2"),
            ("= b train", f"count b.landmarks {STATION}=1, b.plans {STATION}=0"),
            ("= supply ran 3", "count supply ranch=3"),
            ("세기 b 목장 0", "count b.cards ranch=0"),
        ],
    )
    def test_short_forms(self, text: str, full: str) -> None:
        assert write_in_full(text, town({}, {})) == [full]


class TestTelling:
    def test_a_quote_explains_every_line_of_income(self) -> None:
        state = town(
            {"bakery": 1}, {"cafe": 1}, {"cafe": 2}, coins=[3, 0, 0], landmarks=[[], [], [MALL]]
        )
        lines = engine.quote(state, Roll(dice=(3,)))
        assert [(line.label, line.n, line.rule) for line in lines] == [
            ("line.from", 2, "M15"),
            ("line.mall", 2, "M22"),
            ("line.short", -1, "M19"),
            ("line.from", 1, "M15"),
            ("line.short", -1, "M19"),
            ("line.bank", 1, "M14"),
        ]
        assert lines[0].data["outcome"] == "~c.cafe"

    def test_a_quote_explains_what_was_done_instead(self) -> None:
        lines = engine.quote(town({}, {"cafe": 1}), Roll(dice=(3,), actual={"b.cafe": 0}))
        assert [(line.label, line.n) for line in lines] == [("line.from", 1), ("line.actual", -1)]

    def test_a_quote_of_a_build_is_its_price(self) -> None:
        state = type_legal(town({}, {}), "5")
        assert [line.n for line in engine.quote(state, Build(seat=0, card="mine", paid=6))] == [6]
        lines = engine.quote(state, Build(seat=0, card="mine", paid=4))
        assert [line.n for line in lines] == [6, -2]

    def test_a_roll_that_may_be_repeated_brings_nothing_yet(self) -> None:
        state = town({"forest": 1}, {}, landmarks=[[TOWER], []])
        assert engine.quote(state, Roll(dice=(5,))) == ()
        assert [line.n for line in engine.quote(type_legal(state, "5"), Keep(seat=0))] == [1]

    def test_every_action_is_told_in_both_languages(self) -> None:
        actions: list[Action] = [
            Roll(dice=(3, 4)),
            Roll(dice=(3,)),
            Roll(total=8),
            Roll(dice=(3, 4), actual={"a.cafe": 1}),
            Roll(dice=(3,), actual={"a.cafe": 1}),
            Roll(total=8, actual={"a.cafe": 1}),
            Keep(seat=0),
            Keep(seat=0, actual={"a.cafe": 1}),
            Tv(seat=0, target=1, actual={"a.tv_station": 1}),
            *(Pass(seat=0, actual={"again": n}) for n in (0, 1)),
            *(
                Build(seat=0, card=card, paid=1, actual={"again": n})
                for n in (0, 1)
                for card in ("mine", MALL)
            ),
        ]
        for action in some(actions):
            for lang in LANGUAGES:
                assert engine.describe(action).key in engine.words(lang).text

    def test_the_board_shows_all_that_lies_open(self) -> None:
        state = town({"ranch": 2}, {}, {}, {}, landmarks=[[STATION], [], [], []])
        market, seats = engine.view(state, None).panels
        assert [row.label for row in market.rows][:3] == ["1", "2", "2-3"]
        ranch = market.rows[1].cells
        assert [cell.n for cell in ranch[2:5]] == [1, 6, 2]
        assert seats.rows[0].active
        assert [cell.text for cell in seats.rows[0].cells[1:3]] == ["panel.built", "–"]
        assert engine.view(state, None) == engine.view(state, TABLE) == engine.view(state, 2)

    def test_a_landmark_that_does_not_work_yet_is_marked(self) -> None:
        state = type_legal(town({}, {}, coins=[10, 0]), "5 mall")
        assert engine.view(state, None).panels[1].rows[0].cells[2].text == "panel.fresh"


SEAT = st.integers(0, 2)
CARD = st.sampled_from(sorted(COST))
KIND = st.sampled_from(sorted(CARDS))
INCOME = st.dictionaries(
    st.one_of(
        st.builds("{}.{}".format, st.sampled_from("abc"), st.sampled_from(("cafe", "mine"))),
        st.sampled_from(("a.stadium.b", "b.stadium.c", "c.bakery")),
    ),
    st.integers(0, 9),
    max_size=2,
)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Roll, dice=st.lists(st.integers(1, 6), min_size=1, max_size=2).map(tuple)),
    st.builds(Roll, total=st.integers(1, 12), actual=INCOME),
    st.builds(Keep, seat=SEAT, actual=INCOME),
    st.builds(Reroll, seat=SEAT),
    st.builds(Tv, seat=SEAT, target=SEAT),
    st.builds(Tv, seat=st.just(1), target=SEAT, actual=st.just({"b.tv_station": 2})),
    st.builds(Swap, seat=SEAT, target=SEAT, give=CARD, take=CARD),
    st.builds(Decline, seat=SEAT),
    st.builds(Build, seat=SEAT, card=CARD, paid=st.integers(0, 30), actual=st.just({"again": 1})),
    st.builds(Build, seat=SEAT, card=KIND, paid=st.just(1)),
    st.builds(Pass, seat=SEAT),
    st.builds(
        Result,
        landmarks=st.tuples(st.integers(0, 4), *[st.none() | st.integers(0, 4)] * 2),
    ),
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(ACTIONS, min_size=1, max_size=25),
    st.sampled_from(({}, {"landmark_effects": "immediately", "business_center": "must"})),
)
def test_whatever_happens_can_be_recorded(actions: list[Action], options: dict[str, Any]) -> None:
    """No order of actions is refused, loses a piece, or fails to come back from its notation."""
    cards: list[dict[str, int]] = [
        {"tv_station": 1, "business_center": 1, "cafe": 1, "ranch": 1},
        {"stadium": 1, "mine": 1},
        {"family_restaurant": 1, "tv_station": 1},
    ]
    built = [[STATION, PARK], [TOWER, STATION, MALL], [TOWER]]
    state = lay_out(cards, [5, 20, 0], built, options=options)
    totals = state.book.totals()
    for action in some(actions):
        engine.admit(state, action)
        assert engine.parse(engine.write(action), state) == (action,)
        assert engine.decode(action.verb, engine.encode(action)) == action
        engine.quote(state, action)
        cited = {breach.rule for breach in find_breaches(engine, state, action)}
        assert cited <= set(engine.rulebook.rules)
        state, _ = engine.apply(state, action)
        assert state.book.totals() == totals
        engine.standing(state)
        offered = [
            choice.action
            for prompt in engine.list_prompts(state)
            if prompt.verbs[0] in ("keep", "tv", "build")
            for choice in engine.choices(state, prompt)
        ]
        assert [find_breaches(engine, state, each) for each in offered] == [()] * len(offered)

"""Splendor as it is typed."""

from __future__ import annotations

import re

import pytest

from engines import LANGUAGES
from engines.splendor import engine
from engines.splendor.actions import Reveal
from engines.splendor.catalog import CARDS, NOBLES
from engines.splendor.state import State
from engines.values import Message, Setup
from replay.speech.voice import Voice
from tests.engines.splendor.positions import MARKET, find_refusal, seat, table
from tests.engines.typist import NAMES
from tests.some import some

RICH = seat("wwuuggrrrrry", reserved=["1u-r4"])


def write_in_full(text: str, state: State | None = None) -> str:
    """Return in full what a short text means."""
    (action,) = engine.parse(text, state or table(RICH, seat(), nobles=["w4u4"]), NAMES)
    return engine.write(action)


def start() -> State:
    """Return a table of two at which nothing has been told."""
    return engine.open(Setup(seats=2))


class TestTurns:
    @pytest.mark.parametrize(
        ("text", "full"),
        [
            ("wug", "a: take w1u1g1"),
            ("w u g", "a: take w1u1g1"),
            ("WUG", "a: take w1u1g1"),
            ("ww", "a: take w2"),
            ("w2", "a: take w2"),
            ("take white blue green", "a: take w1u1g1"),
            ("wug-rk", "a: take w1u1g1 -r1k1"),
            ("wug -rk", "a: take w1u1g1 -r1k1"),
            ("b: wug", "b: take w1u1g1"),
            ("bo: wug", "b: take w1u1g1"),
            ("p", "a: pass"),
            ("패스", "a: pass"),
        ],
    )
    def test_tokens_alone_are_taken(self, text: str, full: str) -> None:
        assert write_in_full(text) == full

    @pytest.mark.parametrize(
        ("text", "full"),
        [
            ("b21", "a: buy 2w-r5 @market.2.1 =r5"),
            ("b 21", "a: buy 2w-r5 @market.2.1 =r5"),
            ("b 2wr5", "a: buy 2w-r5 @market.2.1 =r5"),
            ("buy 2w-r5", "a: buy 2w-r5 @market.2.1 =r5"),
            ("b21=r4y", "a: buy 2w-r5 @market.2.1 =r4y1"),
            ("b 1u-r4", "a: buy 1u-r4 @reserve =r4"),
            ("r21", "a: reserve 2w-r5 @market.2.1 +1"),
            ("r21-w", "a: reserve 2w-r5 @market.2.1 +1 -w1"),
            ("r21 +0", "a: reserve 2w-r5 @market.2.1 +0"),
            ("d2", "a: draw 2 ? +1"),
            ("d2-w", "a: draw 2 ? +1 -w1"),
        ],
    )
    def test_a_card_by_its_place_or_what_it_is(self, text: str, full: str) -> None:
        assert write_in_full(text) == full
        assert write_in_full(full) == full

    def test_gold_pays_only_what_is_missing_unless_it_is_said(self) -> None:
        state = table(seat("rrryyy"), seat())
        assert write_in_full("b21", state).endswith("=r3y2")
        assert write_in_full("b21=r2y3", state).endswith("=r2y3")

    def test_a_noble_chosen(self) -> None:
        assert write_in_full("n w4u4") == "a: noble w4u4"

    def test_what_was_turned_up(self) -> None:
        assert write_in_full("21 2w-w6") == "reveal market.2.1 2w-w6"

    def test_counts(self) -> None:
        assert write_in_full("= a w2u0y1") == "count a.tokens white=2 blue=0 gold=1"
        assert write_in_full("= a points 7") == "count a.points points=7"

    @pytest.mark.parametrize(
        ("text", "full"),
        [
            ("= bank w3", "count bank white=3"),
            ("= bank w3 u2", "count bank white=3 blue=2"),
            ("= bank white 3, sapphire 2", "count bank white=3 blue=2"),
            ("= a w2y1", "count a.tokens white=2 gold=1"),
            ("= a.tokens 2w", "count a.tokens white=2"),
            ("= a gold 0", "count a.tokens gold=0"),
            ("= a bonus r3", "count a.cards any-red=3"),
            (
                "= a 0",
                "count a.tokens white=0 blue=0 green=0 red=0 black=0 gold=0",
            ),
        ],
    )
    def test_F7_a_partial_count_counts_what_it_names(self, text: str, full: str) -> None:
        """Colours that nobody named are not said to be none."""
        assert write_in_full(text) == full


class TestNames:
    @pytest.mark.parametrize("card", sorted(CARDS))
    def test_every_card_goes_by_its_code(self, card: str) -> None:
        for code in (card, card.replace("-", ""), card.upper()):
            (action,) = engine.parse(f"21 {code}", table(), NAMES)
            assert action.card == card  # type: ignore[attr-defined]

    @pytest.mark.parametrize("lang", LANGUAGES)
    @pytest.mark.parametrize("noble", sorted(NOBLES))
    def test_every_noble_goes_by_its_name_in_both_languages(self, noble: str, lang: str) -> None:
        name = engine.words(lang).name(noble)
        (action,) = engine.parse(f"n {name}", table(nobles=[noble], pending=[noble]), NAMES)
        assert action.noble == noble  # type: ignore[attr-defined]

    @pytest.mark.parametrize("code", ["g4r4", "r4g4", "u3w3g3", "g3u3w3"])
    def test_a_noble_s_demands_in_any_order(self, code: str) -> None:
        (action,) = engine.parse(code, table(), NAMES)
        assert sorted(action.card) == sorted(code)  # type: ignore[attr-defined]

    def test_any_part_that_is_unique(self) -> None:
        assert write_in_full("b 2w r5") == write_in_full("b21")


class TestWhatIsNoAction:
    @pytest.mark.parametrize(
        "text", ["", "xyzzy", "b", "b99", "b24x", "wug-", "wug-x", "n nobody", "z: wug", "= a"]
    )
    def test_it_is_answered(self, text: str) -> None:
        find_refusal(text, table())

    @pytest.mark.parametrize("text", ["b 1rw3 @markeb.1.1", "b 1rw3 @", "r 1rw3 @reserve"])
    def test_a_place_that_no_card_comes_from(self, text: str) -> None:
        error = find_refusal(text, table())
        assert error.key == "no-such-source"
        for lang in LANGUAGES:
            assert "@market.2.3" in engine.words(lang).say(error.key, **error.data)

    def test_nothing_follows_a_pass(self) -> None:
        assert find_refusal("p 2", table()).key == "not-understood"

    def test_several_fit(self) -> None:
        error = find_refusal("b sapphire", table())
        assert error.unclear
        assert set(error.candidates) >= {MARKET[0][1], MARKET[1][1]}


class TestShortness:
    def test_three_keys_for_tokens_and_three_for_a_card(self) -> None:
        for text in ("wug", "b21", "r21", "d2"):
            assert len(text) <= 3
            assert write_in_full(text)


class TestCodes:
    @pytest.mark.parametrize(
        ("text", "card"),
        [
            ("1kwugr", "1k-w1u1g1r1"),
            ("1k wugr", "1k-w1u1g1r1"),
            ("1k rguw", "1k-w1u1g1r1"),
            ("1K W,U,G,R", "1k-w1u1g1r1"),
            ("1u wgrrk", "1u-w1g1r2k1"),
            ("1u w1g1r2k", "1u-w1g1r2k1"),
            ("1u 1w1g2r1k", "1u-w1g1r2k1"),
            ("1u krrgw", "1u-w1g1r2k1"),
            ("1gw1ur1k1", "1g-w1u1r1k1"),
            ("2r kkkkk", "2r-k5"),
            ("2r5k", "2r-k5"),
            ("2r 2pt 5k", "2r-k5"),
            ("3g g3u6w3", "3g-w3u6g3"),
        ],
    )
    def test_F6_a_cost_in_any_order_and_spelling(self, text: str, card: str) -> None:
        """The most typed thing of all: what was turned up, bought, reserved, drawn."""
        state = start()
        (action,) = engine.parse(text, state, NAMES)
        assert action == Reveal(place=f"market.{card[0]}.1", card=card)
        for verb in ("b", "r", f"d{card[0]}"):
            (action,) = engine.parse(f"{verb} {text}", state, NAMES)
            assert action.card == card  # type: ignore[attr-defined]

    @pytest.mark.parametrize("card", sorted(CARDS))
    def test_F6_every_card_in_every_spelling(self, card: str) -> None:
        """Letters repeated, numbers before or after, the colours the other way round."""
        head, cost = card.split("-")
        parts = re.findall(r"([a-z])(\d)", cost)
        spellings = {
            "".join(letter * int(n) for letter, n in parts),
            "".join(n + letter for letter, n in parts),
            "".join(letter + n for letter, n in reversed(parts)),
            "".join(letter + n.replace("1", "") for letter, n in parts),
            " ".join(letter + n for letter, n in parts),
        }
        for spelling in some(spellings):
            for text in (f"{head}{spelling}", f"{head} {spelling}"):
                (action,) = engine.parse(f"b {text} =0", start(), NAMES)
                assert action.card == card, text  # type: ignore[attr-defined]

    def test_F6_a_near_miss_offers_cards_that_differ_by_one_symbol(self) -> None:
        """It offers no nobles, and takes nothing by itself."""
        for text in ("1u w1g1r3k1", "b 1u w1g1r3k1", "23 1uwgrrrk", "r 1u w1g1r3k1"):
            error = find_refusal(text, start())
            assert (error.key, error.unclear) == ("no-such-code", True)
            assert set(error.candidates) == {"1u-w1g1r2k1"}
        assert set(find_refusal("1gk3", start()).candidates) >= {"1g-k4", "1u-k3"}

    @pytest.mark.parametrize("text", ["1wu3, 1uk3, 1gr3", "1wu3 1uk3 1gr3", "1wu3,?,1gr3"])
    def test_F8_open_cards_are_listed_with_commas_or_spaces(self, text: str) -> None:
        told = engine.parse(text, start(), NAMES)
        assert [action.place for action in told] == [  # type: ignore[attr-defined]
            "market.1.1",
            "market.1.2",
            "market.1.3",
        ]

    @pytest.mark.parametrize("text", ["w4u4, r4g4", "w4u4 r4g4", "nobles w4u4, g4r4"])
    def test_F8_nobles_are_listed_with_commas_or_spaces(self, text: str) -> None:
        told = engine.parse(text, start(), NAMES)
        assert told == (Reveal(place="nobles", card="w4u4"), Reveal(place="nobles", card="g4r4"))

    def test_F9_a_card_that_lies_there_already_is_said_to_lie_there(self) -> None:
        error = find_refusal("2rk5", table())
        assert (error.key, error.data) == (
            "lies-already",
            {"card": "2r-k5", "place": "market.2.4"},
        )


class TestResults:
    @pytest.mark.parametrize(
        ("text", "full"),
        [
            ("result 15 12", "result 15 12"),
            ("result 15, 12", "result 15 12"),
            ("result 15/9, 12/8", "result 15/9 12/8"),
            ("result a", "result a"),
            ("result Bo", "result b"),
            ("result b, a", "result a b"),
            ("result 15 15 b", "result 15 15 b"),
        ],
    )
    def test_F19_who_has_won_may_be_all_that_is_known(self, text: str, full: str) -> None:
        assert write_in_full(text) == full
        assert write_in_full(full) == full

    @pytest.mark.parametrize("text", ["result", "result 15", "result 15 12 9", "result 15/ 12"])
    def test_F19_what_is_no_sheet(self, text: str) -> None:
        assert find_refusal(text, start()).key == "result-form"


class TestGuesses:
    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_F5_a_guessed_place_is_said(self, lang: str) -> None:
        """The card may have lain in another slot, or in the hand."""

        def tell(text: str) -> list[Message]:
            actions = engine.parse(text, state, NAMES)
            return list(engine.list_guesses(state, text, actions))

        state = start()
        assert tell("r 24 2rk5") == tell("r 2rk5 @any") == []
        (message,) = tell("r 2rk5")
        sentence = Voice(engine, lang, NAMES).say(message.key, message.data)
        assert engine.words(lang).name("market.2.1") in sentence
        assert engine.words(lang).name("market.2.4") in sentence

    def test_F5_a_card_drawn_unseen_may_be_the_one_that_is_bought(self) -> None:
        state = start()
        for text in ("d1", "wug"):
            (action,) = engine.parse(text, state)
            state, _ = engine.apply(state, action)
        text = "b 1kg3 =0"
        (message,) = engine.list_guesses(state, text, engine.parse(text, state))
        assert "a.reserved" in message.data["others"]

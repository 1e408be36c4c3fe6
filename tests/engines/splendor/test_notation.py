"""Splendor as it is typed."""

from __future__ import annotations

import pytest

from engines import LANGUAGES
from engines.splendor import engine
from engines.splendor.catalog import CARDS, NOBLES
from engines.splendor.state import State
from tests.engines.splendor.positions import MARKET, refusal, seat, table
from tests.engines.typist import NAMES

RICH = seat("wwuuggrrrrry", reserved=["1u-r4"])


def written(text: str, state: State | None = None) -> str:
    """Return in full what a short text means."""
    (action,) = engine.parse(text, state or table(RICH, seat(), nobles=["w4u4"]), NAMES)
    return engine.write(action)


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
        assert written(text) == full

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
        assert written(text) == full
        assert written(full) == full

    def test_gold_pays_only_what_is_missing_unless_it_is_said(self) -> None:
        state = table(seat("rrryyy"), seat())
        assert written("b21", state).endswith("=r3y2")
        assert written("b21=r2y3", state).endswith("=r2y3")

    def test_a_noble_chosen(self) -> None:
        assert written("n w4u4") == "a: noble w4u4"

    def test_what_was_turned_up(self) -> None:
        assert written("21 2w-w6") == "reveal market.2.1 2w-w6"

    def test_counts(self) -> None:
        full = "count a.tokens white=2 blue=0 green=0 red=0 black=0 gold=1"
        assert written("= a w2y1") == full
        assert written("= a points 7") == "count a.points points=7"


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
        assert written("b 2w r5") == written("b21")


class TestWhatIsNoAction:
    @pytest.mark.parametrize(
        "text", ["", "xyzzy", "b", "b99", "b24x", "wug-", "wug-x", "n nobody", "z: wug", "= a"]
    )
    def test_it_is_answered(self, text: str) -> None:
        refusal(text, table())

    @pytest.mark.parametrize("text", ["b 1rw3 @markeb.1.1", "b 1rw3 @", "r 1rw3 @reserve"])
    def test_a_place_that_no_card_comes_from(self, text: str) -> None:
        error = refusal(text, table())
        assert error.key == "no-such-source"
        for lang in LANGUAGES:
            assert "@market.2.3" in engine.words(lang).say(error.key, **error.data)

    def test_several_fit(self) -> None:
        error = refusal("b sapphire", table())
        assert error.unclear
        assert set(error.candidates) >= {MARKET[0][1], MARKET[1][1]}


class TestShortness:
    def test_three_keys_for_tokens_and_three_for_a_card(self) -> None:
        for text in ("wug", "b21", "r21", "d2"):
            assert len(text) <= 3
            assert written(text)

"""Every breach of Splendor, with a position that breaks this rule and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from engines.protocol import find_breaches
from engines.splendor import engine, rules
from engines.splendor.state import State
from engines.values import Action, Setup
from tests.engines.breaches import assert_sayable, find_rule_breaches, list_missed, list_reasons
from tests.engines.splendor.positions import seat, table
from tests.engines.typist import NAMES

NEW = Setup(seats=2, level="results")
HAND = ["1u-r4", "1g-k4", "1r-w4"]
TWO_NOBLES: dict[str, Any] = {"nobles": ["w4u4", "u4g4", "g4r4"], "pending": ["w4u4", "u4g4"]}
EARNED = seat(bonuses="wwwwuuuugggg")


def play_out(**how: Any) -> State:
    """Return a table at which the last round is over: seat a has 15 points."""
    return table(seat(points=15), seat(), over=True, triggered=True, **how)


def with_noble(owner: str) -> State:
    """Return a table at which a seat has a noble."""
    state: State = engine.position(Setup(seats=2), {f"{owner}.nobles": {"w4u4": 1}})
    return state


CASES: list[tuple[State, str, str, str]] = [
    (table(), "b: wug", "S3", ""),
    (play_out(), "wug", "S14", "S14.over"),
    (table(EARNED, seat(), **TWO_NOBLES), "wug", "S11", "S11.pending"),
    (table(EARNED, seat(), nobles=["w4u4"]), "wug ~noble=-", "S11", "S11.forgotten"),
    (table(nobles=["w4u4"]), "wug ~noble=w4u4", "S11", "S11.uncalled"),
    (table(EARNED, seat()), "wug ~noble=w4u4", "S11", "S11.absent"),
    (table(), "y", "S4", "S4.gold"),
    (table(bank="yy"), "take 0", "S4c", "S4.nothing"),
    (table(), "take 0", "S4", "S4.nothing"),
    (table(), "wwu", "S4", "S4.twice"),
    (table(), "wugr", "S4", "S4.many"),
    (table(bank="uugr"), "wug", "S4", "S4.bank"),
    (table(bank="wwwuu"), "w", "S4a", "S4a"),
    (table(), "wu", "S4b", "S4b"),
    (table(), "www", "S5", "S5.third"),
    (table(bank="wwwugrk"), "ww", "S5", "S5"),
    (table(), "r 2u-u6", "S6", "S6.open"),
    (table(deck_sizes=[36, 26, 0]), "d3", "S6d", "S6d"),
    (table(), "d2 1u-r4", "S6", "S6.level"),
    (table(seat(reserved=HAND), seat()), "r21", "S6a", ""),
    (table(seat(reserved=HAND), seat()), "d2", "S6a", ""),
    (table(), "r21 +0", "S6b", "S6b"),
    (table(bank="wugrk"), "d2 +1", "S6b", "S6b.none"),
    (table(seat("kkkkk", reserved=["?2"]), seat()), "b 2r-k5 @reserve", "S6e", "S6e.seen"),
    (table(seat("rrrr"), seat(reserved=["1u-r4"])), "b 1u-r4 @reserve", "S7", "S7.other"),
    (table(seat("rrrr"), seat()), "b 1u-r4 @market.1.1", "S7", "S7.place"),
    (table(seat("rrrrrw"), seat()), "b21=r4w", "S7c", "S7c.strange"),
    (table(seat("rr"), seat()), "b21=r5", "S7c", "S7c.lacks"),
    (table(seat("rrrrr"), seat()), "b21=r4", "S7c", "S7c.under"),
    (table(seat("rrrrry"), seat()), "b21=r5y", "S7c", "S7c.over"),
    (table(seat("wwuuggrrr"), seat()), "wug-kk", "S9", "S9.lacks"),
    (table(seat("wwuuggrrk"), seat()), "wug", "S9", "S9.kept"),
    (table(seat("wwuuggrrk"), seat()), "wug-wug", "S9", "S9.more"),
    (table(), "p", "S10", "S10"),
    (table(EARNED, seat(), **TWO_NOBLES), "n g4r4", "S12", ""),
    (table(nobles=["w4u4"]), "n w4u4", "S11", "S11.uncalled"),
    (table(EARNED, seat(), nobles=["w4u4"]), "n w4u4", "S12", "S12.undue"),
    (engine.open(Setup(seats=2)), "11 2r-k5", "S8", "S8.level"),
    (table(market=[[], ["2w-r5"], []]), "22 2r-k5", "S8", "S8.empty"),
    (table(), "24 2w-w6", "S8", "S8.shown"),
    (table(nobles=["w4u4"]), "nobles g4r4", "S2", "S8.full"),
    (table(), "a.reserved 2w-w6", "S6", "S8.full"),
    (with_noble("b"), "count a.nobles w4u4=1", "S13", ""),
    (table(), "result 0 0", "S14", "S14.open"),
    (
        table(seat(points=15), seat(), turn=1, triggered=True),
        "result 15 0",
        "S14",
        "S14.round",
    ),
    (play_out(), "result 16 0", "S16", ""),
    (play_out(), "result 15/1 0/0", "S15", ""),
    (play_out(), "result 15 0 b", "S15", "S15.winner"),
    (engine.open(NEW), "result 15 12 b", "S15", "S15.winner"),
]


def parse(state: State, text: str) -> Action:
    """Return the action of a text."""
    (action,) = engine.parse(text, state, NAMES)
    return action


@pytest.mark.parametrize(
    ("state", "text", "rule", "why"),
    CASES,
    ids=[f"{why or rule}: {t}" for _, t, rule, why in CASES],
)
def test_K1_a_position_that_breaks_this_rule_alone(
    state: State, text: str, rule: str, why: str
) -> None:
    """Beside what the book finds missing; S8.level and S13 stand for what is counted as well."""
    action = parse(state, text)
    found = [b for b in find_rule_breaches(engine, state, action) if b.rule != "COUNT"]
    assert set(list_reasons(found)) == {(rule, why or rule)}
    assert_sayable(engine, found, NAMES)


def test_K1_every_breach_is_in_the_table() -> None:
    def check_all() -> None:
        for state, text, _, _ in CASES:
            find_breaches(engine, state, parse(state, text))

    assert list_missed([rules], check_all) == []

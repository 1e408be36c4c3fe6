"""Every breach of Machi Koro, with a position that breaks this rule and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engines.machi_koro import engine, rules
from engines.machi_koro.catalog import BOX, COIN, LANDMARKS, SUPPLY
from engines.machi_koro.state import (
    BUILD,
    BUILT_OF,
    CARDS_OF,
    COINS_OF,
    KEEP,
    PLANS_OF,
    PURPLE,
    REROLL,
    State,
)
from engines.protocol import find_breaches
from engines.values import Action, Setup
from tests.engines.breaches import assert_sayable, find_rule_breaches, list_missed, list_reasons
from tests.engines.typist import NAMES

STATION, _MALL, PARK, TOWER = LANDMARKS
START = {"wheat_field": 1, "bakery": 1}
PURPLES = START | {"tv_station": 1, "business_center": 1, "stadium": 1}


def lay_town(
    mine: Mapping[str, int] = START,
    built: Sequence[str] = (),
    coins: int = 9,
    *,
    theirs: Sequence[str] = (),
    supply: Mapping[str, int] | None = None,
    options: Mapping[str, Any] | None = None,
    **status: Any,
) -> State:
    """Return a table of two: a is on turn with these cards and landmarks, b has what all have."""
    setup = Setup(2, options=dict(options or {}))
    holds: dict[str, dict[str, int]] = {}
    for seat, (cards, mine_built) in enumerate(((mine, built), (START, theirs))):
        holds[COINS_OF[seat]] = {COIN: coins if seat == 0 else 9}
        holds[CARDS_OF[seat]] = dict(cards)
        holds[BUILT_OF[seat]] = dict.fromkeys(mine_built, 1)
        holds[PLANS_OF[seat]] = {item: 1 for item in LANDMARKS if item not in mine_built}
    if supply is not None:
        left = {card.id: card.copies - 2 * START.get(card.id, 0) for card in BOX.cards}
        holds[SUPPLY] = left | dict(supply)
    laid: State = engine.position(setup, holds, **{"played": 1, **status})
    return laid


def roll(total: int, phase: str = BUILD, **status: Any) -> dict[str, Any]:
    """Return the fields of a state after a roll of one die, or of two that show the same."""
    dice = (total,) if total <= 6 else (total // 2, total - total // 2)
    return {"phase": phase, "dice": dice, "total": total, **status}


SHEET = engine.open(Setup(2, level="results"))
OVER: dict[str, Any] = {"over": True, "winners": (0,)}

CASES: list[tuple[State, str, str, str]] = [
    (lay_town(**roll(5)), "b: pass", "M5", ""),
    (lay_town(), "a: pass", "M6", "M6.unrolled"),
    (lay_town(built=[TOWER], **roll(5, KEEP)), "a: pass", "M6", "M6.undecided"),
    (lay_town(**roll(5)), "roll 5", "M6", "M6.unfinished"),
    (lay_town(built=[TOWER], **roll(5, KEEP)), "roll 5", "M6", "M6.undecided"),
    (lay_town(), "roll 3 4", "M7", ""),
    (lay_town(built=[STATION, TOWER], **roll(5, REROLL)), "roll 3 4", "M8", "M8.same"),
    (lay_town(), "a: reroll", "M8", "M8.tower"),
    (lay_town(built=[TOWER], **roll(5, rerolled=True)), "a: reroll", "M8", "M8.once"),
    (lay_town(built=[TOWER]), "a: reroll", "M8", "M8.unrolled"),
    (lay_town(built=[TOWER], **roll(5)), "a: reroll", "M9", "M9.late"),
    (lay_town(**roll(5)), "a: keep", "M8", "M8.keep"),
    (lay_town(built=[TOWER]), "roll 1 ~a.wheat_field=0", "M9", "M9.early"),
    (lay_town(), "roll 1 ~a.wheat_field=0", "M13", "income"),
    (lay_town(), "roll 4 ~a.wheat_field=3", "M13", "income.undue"),
    (lay_town(PURPLES, **roll(6)), "a: tv b", "M30", ""),
    (lay_town(**roll(6)), "a: tv b", "M16", "M16.lacks"),
    (lay_town(PURPLES, **roll(5)), "a: tv b", "M16", ""),
    (lay_town(PURPLES, **roll(6, PURPLE, pending=("tv_station",))), "a: tv a", "M27", "M27.self"),
    (
        lay_town(PURPLES, **roll(6, PURPLE, pending=("tv_station",))),
        "a: tv b ~a.tv_station=1",
        "M27",
        "income",
    ),
    (lay_town(PURPLES, **roll(6, PURPLE, pending=("tv_station",))), "a: pass", "M27", "M27.open"),
    (lay_town(**roll(6)), "a: swap b wheat_field bakery", "M16", "M16.lacks"),
    (lay_town(PURPLES, **roll(6)), "a: swap b wheat_field bakery", "M28", "M28.once"),
    (
        lay_town(PURPLES, **roll(6, PURPLE, pending=("business_center",))),
        "a: swap a wheat_field bakery",
        "M28",
        "M28.self",
    ),
    (
        lay_town(PURPLES, **roll(6, PURPLE, pending=("business_center",))),
        "a: swap b stadium bakery",
        "M28",
        "M28.spared",
    ),
    (
        lay_town(PURPLES, **roll(6, PURPLE, pending=("business_center",))),
        "a: swap b mine bakery",
        "M28",
        "M28.lacks",
    ),
    (
        lay_town(
            PURPLES,
            options={"business_center": "must"},
            **roll(6, PURPLE, pending=("business_center",)),
        ),
        "a: decline",
        "M28",
        "M28.must",
    ),
    (lay_town(**roll(6)), "a: decline", "M28", "M28.none"),
    (lay_town(turn=1, builder=0), "a: build ranch =1", "M31", ""),
    (lay_town(**roll(5)), "a: build ranch =0", "M32", ""),
    (lay_town(coins=0, **roll(5)), "a: build ranch =1", "M32", "M32.lacks"),
    (lay_town(PURPLES, **roll(5)), "a: build stadium =6", "M33", ""),
    (lay_town(supply={"ranch": 0}, **roll(5)), "a: build ranch =1", "M34", ""),
    (lay_town(built=[STATION], **roll(5)), "a: build train_station =4", "M35", ""),
    (lay_town(built=[PARK], **roll(8, again=None)), "a: pass", "M39", "M39.unknown"),
    (lay_town(built=[PARK], **roll(8, again=True)), "a: pass ~again=0", "M39", "M39.forgotten"),
    (lay_town(**roll(5)), "a: pass ~again=1", "M39", "M39.undue"),
    (lay_town(**OVER), "roll 5", "M41", "M41.over"),
    (lay_town(over=True), "roll 5", "M41", "M41.closed"),
    (lay_town(built=tuple(LANDMARKS), **roll(5)), "result 4 0", "M41", "M41.open"),
    (SHEET, "result 3 2", "M41", "M41.none"),
    (SHEET, "result 4 4", "M42", ""),
    (lay_town(built=tuple(LANDMARKS), **OVER), "result 4 1", "M41", "M41.differs"),
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
    """Beside what the book finds missing."""
    action = parse(state, text)
    found = [b for b in find_rule_breaches(engine, state, action) if b.rule != "COUNT"]
    assert set(list_reasons(found)) == {(rule, why or rule)}
    assert_sayable(engine, found, NAMES)


def test_K1_every_breach_is_in_the_table() -> None:
    def check_all() -> None:
        for state, text, _, _ in CASES:
            find_breaches(engine, state, parse(state, text))

    assert list_missed([rules], check_all) == []

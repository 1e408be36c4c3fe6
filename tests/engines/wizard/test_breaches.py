"""Every breach of Wizard, with a position that breaks this rule and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engines.book import is_unknown
from engines.protocol import find_breaches
from engines.values import Action, Setup
from engines.wizard import engine, rules, rules_bids, rules_deal, seen
from engines.wizard.catalog import FLIP, HANDS, PLAYED, POINTS, SUIT, TRICKS
from engines.wizard.state import (
    PadLine,
    PlayedCard,
    ShownCard,
    State,
    TakenTrick,
    VoidClaim,
    find_pool,
)
from tests.engines.breaches import assert_sayable, find_rule_breaches, list_missed, list_reasons
from tests.engines.typist import NAMES
from tests.engines.wizard.cases import type_lines

Cards = Mapping[str, int]


def lay_plays(*cards: str, first: int = 0, ply: int = 0) -> tuple[PlayedCard, ...]:
    """Return cards that were played one after the other, from the seat `first` on, by three."""
    return tuple(PlayedCard((first + n) % 3, card, ply + n) for n, card in enumerate(cards))


def lay_round(
    cards: int = 2,
    *,
    seats: int = 3,
    hands: Mapping[int, Cards] | None = None,
    flip: str = "y1",
    level: str = "actions",
    options: Mapping[str, Any] | None = None,
    **status: Any,
) -> State:
    """Return a table in the round of so many cards, which the first seat leads.

    Nobody has seen the hands, but for what `hands` says: ``{0: {"b7": 1}}``. All have bid nothing.
    """
    trick, taken = status.get("trick", ()), status.get("taken_tricks", ())
    plays = [*trick, *(play for each in taken for play in each.plays)]
    setup = Setup(seats, first=(-cards) % seats, level=level, options=dict(options or {}))
    opened = engine.open(setup)
    war = opened.table.war
    holds: dict[str, dict[str, int]] = {}
    for seat in range(seats):
        known = dict((hands or {}).get(seat, {}))
        gone = sum(play.seat == seat for play in plays)
        hidden = cards - gone - sum(known.values())
        pool = {f"?{find_pool(opened, seat)}": hidden} if hidden > 0 else {}
        holds[HANDS[seat]] = {**known, **pool}
        holds[TRICKS[seat]] = {"trick": sum(each.winner == seat for each in taken)}
    holds[PLAYED] = {play.card: 1 for play in plays if play.card != "?"}
    if flip and not war:
        holds[FLIP] = {flip: 1}
    usual = {
        "number": cards,
        "cards": cards,
        "dealer": seats - 1,
        "turn": 0,
        "bids": (0,) * seats,
        "dealt": True,
        "flip": "" if war else flip,
        "trump": "none" if war else SUIT.get(flip, ""),
        "shown_cards": tuple(
            ShownCard(seat, card, 0)
            for seat, known in (hands or {}).items()
            for card, n in known.items()
            for _ in range(n)
            if not is_unknown(card)
        ),
    }
    laid: State = engine.position(setup, holds, **usual | status)
    return laid


def lay_pad(level: str = "pad", rounds: int = 2, options: Any = None, **status: Any) -> State:
    """Return a table of three at which a pad is kept, in the last of so many rounds."""
    setup = Setup(3, level=level, options={"rounds": rounds, **(options or {})})
    line = PadLine(1, 1, 0, "", (1, 0, 0), (1, 0, 0), (30, 20, 20))
    holds = {POINTS[seat]: {"points": n} for seat, n in enumerate((30, 20, 20))}
    usual = {"number": 2, "cards": 2, "dealer": 1, "turn": 2, "pad": (line,)}
    laid: State = engine.position(setup, holds, **usual | status)
    return laid


def lay_end() -> State:
    """Return a table at which the last of two rounds is on the pad."""
    return type_lines(lay_pad(), "0/0 2/2 0/0")


NEW = engine.open(Setup(3, level="results"))
ONE = lay_plays("b5")
TAKEN = TakenTrick(lay_plays("b5", "b6", "b7"), 2, 2)
REVOKED = TakenTrick(lay_plays("b5", "g2", "b6", first=2), 2, 2)
JESTERS = TakenTrick(lay_plays("N", "N", "N"), 0, 2)
CLAIM = VoidClaim(0, "blue", "g2", 1, 1)
SECRET = {"bid_mode": "secret"}
SHOWN = {"bid_mode": "simultaneous"}
WAR = {"mode": "colour_war"}
NONE = (None, None, None)
PLUS_MINUS = {"bid_sum_rule": "not_equal"}

COUNTED = lay_round(bids=NONE, tricks_counted=True, trick=ONE, turn=1)

CASES: list[tuple[State, str, str, str]] = [
    (lay_end(), "b: deal", "W60", "W60.over"),
    (lay_round(trick=ONE, turn=1), "a: play b6", "W32", "W32.twice"),
    (lay_round(trick=ONE, turn=1), "c: play b6", "W32", "W32.turn"),
    (lay_round(trick=lay_plays("b5", "b6", "?"), turn=2), "c: play b8", "W32", "W32.full"),
    (lay_round(taken_tricks=(TAKEN,), turn=2), "a: play b8", "W31", ""),
    (lay_round(), "b: play b8", "W30", ""),
    (lay_round(1, hands={0: {"?deck": 1}}, taken_tricks=(TAKEN,)), "a: play b8", "W5", "W5.played"),
    (lay_round(1, hands={0: {"b7": 1}}), "a: play b8", "W32", "W32.held"),
    (lay_round(hands={0: {"b7": 1}}, trick=lay_plays("b5", first=2)), "a: play g2", "W33", ""),
    (lay_round(3, taken_tricks=(REVOKED,), claims=(CLAIM,)), "a: play b8", "W33", "W33.late"),
    (lay_round(3, taken_tricks=(REVOKED,), claims=(CLAIM,)), "a: held b8", "W33", "W33.shown"),
    (
        type_lines(lay_round(10, seats=6, flip="", trump="none"), "b13 r1 r2 r3 r4"),
        "f: play r5",
        "W33",
        "W33.deduced",
    ),
    (lay_round(), "a: play b8 ~winner=b", "W37", "W37.early"),
    (lay_round(trick=lay_plays("b5", "b6"), turn=2), "c: play b8 ~winner=b", "W37(3)", "W37.wrong"),
    (lay_round(trick=lay_plays("b5", "b6", "?")), "b: trick", "", ""),
    (lay_round(trick=ONE, turn=1), "b: trick", "W32", "W32.missing"),
    (lay_round(2, level="summary", dealt=False), "nobody", "W39", ""),
    (lay_pad(), "round 0/0 0/1 0/0 nobody 1", "W39", "W39.some"),
    (lay_pad(), "rounds 1", "", ""),
    (lay_end(), "rounds 1", "W4", "W4.played"),
    (lay_pad(), "round 0/1 0/2 0/1", "W53", ""),
    (lay_round(2, trick=ONE, turn=1), "tricks 1 1 0", "W53", "W53.open"),
    (lay_round(3, taken_tricks=(TAKEN,), turn=2), "tricks 1 2 0", "W53", "W53.fewer"),
    (lay_pad(left=(2,), waiting=(2,)), "tricks 1 0 1", "R7", "R7.waiting"),
    (lay_round(), "a: play b8 ~a=20", "W53", "W53.early"),
    (lay_pad(), "round 2/2 0/0 0/0 ~a=30", "W50", "W50.written"),
    (lay_pad(), "round 1/2 0/0 0/0 ~a=30", "W51", "W50.written"),
    (lay_pad(), "redeal 5", "R3", ""),
    (lay_pad(rounds=3), "result 30 20 20", "W60", "W60.early"),
    (lay_end(), "result 60 60 40", "W52", ""),
    (NEW, "result 60 60 40 a", "W61", "W60.winner"),
    (NEW, "result 60 50 40 b", "W60", "W60.winner"),
    (lay_end(), "result a", "W60", "W60.winner"),
    (lay_round(flip="W", bids=NONE), "a: bid 0", "W12", "W12.before"),
    (lay_round(bids=NONE), "a: bid 3", "W20", "W20.range"),
    (lay_round(), "b: bid 1", "W21", ""),
    (lay_round(bids=NONE), "b: bid 0", "W20", "W20.order"),
    (lay_round(bids=(1, None, None), options=SHOWN), "bids 0 0 0", "W21", ""),
    (lay_round(bids=(0, 1, None), options=PLUS_MINUS), "c: bid 1", "V1", ""),
    (lay_round(bids=NONE, options=SECRET), "a: bid 0", "V3", "V3.early"),
    (
        lay_round(bids=NONE, options=SECRET, tricks_counted=True),
        "a: play b8",
        "V3",
        "V3.missing",
    ),
    (
        lay_round(bids=NONE, tricks_counted=True, trick=ONE, turn=1),
        "b: play b8",
        "W20",
        "W20.missing",
    ),
    (lay_round(bids=NONE), "a: play b8", "W20", "W20.before"),
    (lay_round(bids=NONE, options=SHOWN), "a: play b8", "V2", "V2.before"),
    (lay_round(), "a: deal", "W7", ""),
    (lay_round(trick=ONE, turn=1), "a: held b8 b9", "W5", "W5.many"),
    (lay_round(1, options={"clairvoyant_first_round": True}), "a: held b8", "V4", ""),
    (lay_round(), "a: forehead b8", "V4", "V4.no"),
    (lay_round(4, options=WAR), "a: held g8", "V5a", ""),
    (lay_round(4, options=WAR), "a: play g8", "V5a", ""),
    (lay_round(4, options=WAR), "flip b8", "V5b", "V5b.flip"),
    (lay_round(20, flip="", trump="none"), "flip b8", "W13", ""),
    (lay_round(), "flip b8", "W9", "W9.again"),
    (lay_round(flip="", trick=ONE, turn=1), "flip b5", "W9", "W9.elsewhere"),
    (lay_round(bids=NONE), "c: trump blue", "W12", "W12.uncalled"),
    (lay_round(flip="W", trump="red", bids=NONE), "c: trump blue", "W12", "W12.again"),
    (lay_round(flip="W", bids=NONE), "a: trump blue", "W12", "W12.dealer"),
    (lay_round(flip="W", bids=NONE), "c: trump none", "W12", "W12.none"),
    (lay_round(flip="W", bids=(0, None, None)), "c: trump blue", "W12", "W12.late"),
    (
        lay_round(flip="N", taken_tricks=(JESTERS,)),
        "a: play N",
        "W2",
        "W2.fifth",
    ),
    (lay_round(), "a: held y1", "W9", "W9.played"),
    (lay_round(trick=ONE, turn=1), "b: play b5", "W2", "W2.twice"),
    (lay_round(hands={0: {"b8": 1}}), "b: held b8", "W2", "W2.held"),
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
    """Beside what the book finds missing. Without a rule nothing is broken."""
    action = parse(state, text)
    found = [b for b in find_rule_breaches(engine, state, action) if b.rule != "COUNT"]
    expected = {(rule, why or rule)} if rule else set()
    assert set(list_reasons(found)) == expected
    assert_sayable(engine, found, NAMES)


def test_K1_every_breach_is_in_the_table() -> None:
    def check_all() -> None:
        for state, text, _, _ in CASES:
            find_breaches(engine, state, parse(state, text))

    assert list_missed([rules, rules_bids, rules_deal, seen], check_all) == []

"""Every breach of 7 Wonders Duel, with a position that breaks this rule and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engines.protocol import find_breaches
from engines.seven_wonders_duel import engine, rules, rules_table
from engines.seven_wonders_duel.actions import (
    Backs,
    Begin,
    Build,
    Discard,
    Draft,
    Keep,
    Paid,
    Raze,
    Revive,
    Token,
    Wonder,
)
from engines.seven_wonders_duel.catalog import CARDS, OPEN
from engines.seven_wonders_duel.state import State
from engines.values import Action, Setup
from tests.engines.breaches import assert_sayable, find_rule_breaches, list_missed, list_reasons
from tests.engines.seven_wonders_duel.positions import LAST, OTHER, City, lay_out, play_all
from tests.engines.seven_wonders_duel.test_rules import third_age

NAMES = ("Ana", "Bo")
RICH = 60
NEW = Setup(seats=2)
GIVEN = Setup(seats=2, options={"wonders": "first-game"})
SHEET = Setup(seats=2, level="results")
CARDS_LEFT = {1: "theater", LAST: "altar", OTHER: "baths"}


def lay(mine: City | None = None, theirs: City | None = None, **how: object) -> State:
    """Return a table with altar and baths to take, and one card more."""
    fields: dict[str, object] = {"slots": CARDS_LEFT, "age": 1, **how}
    return lay_out(mine or City(), theirs or City(), **fields)  # type: ignore[arg-type]


def offer() -> State:
    """Return a draft with four known wonders on offer."""
    known = "offer pyramids, sphinx, zeus, colossus"
    return play_all(engine.open(NEW), "?, ?, ?, ?, ?", known)[0]


def end_match(end: str, winner: int | None) -> State:
    """Return a match that is over, with cards left."""
    return lay(over=True, end=end, winner=winner)


def tell(*texts: str) -> State:
    """Return Age III after some facts were told."""
    return play_all(third_age(), *texts)[0]


OTHERS = [card for card in CARDS if CARDS[card].deck == "3"]
"""The cards of Age III that are no guilds."""


def tell_others(slots: Sequence[int]) -> State:
    """Return Age III with cards that are no guilds in some slots."""
    others = OTHERS[: len(slots)]
    return tell(*(f"{slot} {card}" for slot, card in zip(slots, others, strict=True)))


def wonder(name: str, paid: int) -> Wonder:
    """Return seat a's construction of a wonder with the altar."""
    return Wonder(seat=0, wonder=name, card="altar", slot=LAST, paid=Paid(paid))


POOR = City(coins=0)
PLAN = City(coins=RICH, planned=["the-sphinx", "the-statue-of-zeus"])
SEVEN = (
    City(
        coins=RICH,
        built=["the-sphinx", "piraeus", "the-pyramids", "the-colossus"],
        planned=["the-mausoleum"],
    ),
    City(built=["circus-maximus", "the-appian-way", "the-hanging-gardens"]),
)
LAW = "law"

CASES: list[tuple[State, str | Action, str, str]] = [
    # whose turn it is
    (lay(), "b: b altar", "D11", "D11.turn"),
    (lay(extra=True), "b: b altar", "D26", "D26.turn"),
    (lay(pending="token", board=[LAW], lifted=18), "b: b altar", "D35", "pending.token"),
    (lay(pending="keep", drawn=[LAW], lifted=18), "b: b altar", "D24", "pending.keep"),
    (lay(pending="grey", lifted=18), "b: b altar", "D24", "pending.grey"),
    (lay(pending="brown", lifted=18), "b: b altar", "D24", "pending.brown"),
    (lay(pending="revive", lifted=18), "b: b altar", "D24", "pending.revive"),
    (lay(pending="begin"), "b altar", "D39", "pending.begin"),
    (end_match("civilian", None), "b altar", "D43", "D43.over"),
    (end_match("military", 1), "b altar", "D32", "D32.over"),
    (end_match("science", 1), "b altar", "D38", "D38.over"),
    (engine.open(NEW), "b altar", "D5", "D5.first"),
    (replace(offer(), picked=8), Draft(seat=0, wonder="the-sphinx"), "D5", "D5.done"),
    (offer(), "b: draft sphinx", "D5", "D5.turn"),
    (offer(), "draft mausoleum", "D5", "D5.offer"),
    # the card that is taken
    (lay(), Build(seat=0, card="tavern", paid=Paid()), "D11", "D11.absent"),
    (lay(slots={1: "tavern", 3: "altar"}), "b tavern", "D11", "D11.covered"),
    (lay(), Discard(seat=0, card="?", slot=3, taken=2), "D11", "D11.empty"),
    (lay(), Build(seat=0, card="tavern", slot=18, paid=Paid()), "D11", "D11.empty"),
    (lay(), Build(seat=0, card="tavern", slot=LAST, paid=Paid()), "D9", "D9.shown"),
    (engine.open(GIVEN), Discard(seat=0, card="temple", slot=15, taken=2), "D9", "D9.face"),
    # what it costs and brings
    (
        lay(City(["theater"]), slots={LAST: "statue", OTHER: "altar"}),
        "b statue =4",
        "D18",
        "D18.free",
    ),
    (lay(), "b baths =1", "D14", "price.under"),
    (lay(), "b baths =3", "D14", "price.over"),
    (
        lay(slots={LAST: "stone-reserve", OTHER: "altar"}),
        "b stone-reserve =2",
        "D13",
        "price.under",
    ),
    (lay(City(coins=9), City(["quarry"], tokens=["economy"])), "b baths =3", "D56", "D56.split"),
    (lay(PLAN), wonder("the-sphinx", 1), "D23", "price.under"),
    (lay(POOR), "b baths", "D19", ""),
    (lay(slots={LAST: "tavern", OTHER: "altar"}), "b tavern ~coins=3", "D20", "outcome"),
    (lay(slots={LAST: "guard-tower", OTHER: "altar"}), "b guard ~shields=0", "D28", "outcome"),
    (lay(at=2, slots={LAST: "guard-tower", OTHER: "altar"}), "b guard ~loot=0", "D30", "outcome"),
    (lay(PLAN), "w sphinx < altar ~again=0", "D26", "outcome"),
    (lay(), "d altar +3", "D22", ""),
    (lay(City(coins=RICH, built=["the-sphinx"])), "w sphinx < altar", "D23", "D23.built"),
    (lay(*SEVEN), "w mausoleum < altar", "D25", "D25"),
    (lay(City(coins=RICH)), "w sphinx < altar", "D23", "D23.owner"),
    # choices
    (lay(board=[LAW]), Token(seat=0, token=LAW), "D35", "D35.undue"),
    (lay(pending="token", board=["economy"]), Token(seat=0, token=LAW), "D35", "D35.board"),
    (lay(pending="token", board=[LAW]), Token(seat=1, token=LAW), "D35", "choice.turn"),
    (lay(drawn=[LAW]), Keep(seat=0, token=LAW), "D52", "D52.undue"),
    (lay(pending="keep", drawn=["economy"]), Keep(seat=0, token=LAW), "D52", "D52.drawn"),
    (lay(None, City(["press"])), Raze(seat=0, card="press"), "D50", "D50.undue"),
    (lay(pending="grey"), Raze(seat=0, card="press"), "D50", "D50.city"),
    (
        lay(None, City(["quarry"]), pending="grey"),
        Raze(seat=0, card="quarry"),
        "D50",
        "D50.colour",
    ),
    (lay(discarded=["palace"]), Revive(seat=0, card="palace"), "D51", "D51.undue"),
    (lay(pending="revive"), Revive(seat=0, card="palace"), "D51", "D51.pile"),
    (lay(), Begin(seat=0, who=1), "D39", "D39.undue"),
    (lay(pending="begin"), Begin(seat=1, who=1), "D39", "choice.turn"),
    # the score sheet
    (lay(), "result civilian a", "D39", "D39.early"),
    (end_match("civilian", None), "result civilian - blue=3 / blue=0", "D42", ""),
    (end_match("military", 1), "result civilian b", "D32", "D43.kind"),
    (end_match("civilian", None), "result military a", "D43", "D43.kind"),
    (end_match("civilian", None), "result civilian b", "D43", "D43.winner"),
    (engine.open(SHEET), "result civilian b 60 / 57", "D43", "D43.winner"),
    (engine.open(SHEET), "result military -", "D32", "D43.nobody"),
    # facts of the table
    (engine.open(NEW), "1 altar", "D8", "D8.early"),
    (lay(), "18 tavern", "D9", "D9.empty"),
    (lay(), f"{LAST} tavern", "D9", "D9.shown"),
    (engine.open(GIVEN), "3 altar", "D12", "D12.covered"),
    (engine.open(GIVEN), "1 temple", "D8", "D8.age"),
    (tell("1 merchants", "2 builders", "6 tacticians"), "7 shipowners", "D7", "D7.guild"),
    (tell("1 merchants", "2 port", "g 3 10"), "6 builders", "D10", "D10.guild"),
    (tell_others(range(1, 18)), f"19 {OTHERS[17]}", "D7", "D7.other"),
    (lay(board=[LAW]), "board economy", "D3", "reveal.full"),
    (lay(), "offer sphinx", "D5", "reveal.full"),
    (lay(), "drawn law", "D52", "reveal.full"),
    (engine.open(GIVEN), "g 3", "D10", "D10.age"),
    (third_age(), Backs(guilds=(1,)), "D10", "D10.open"),
    (tell_others(OPEN[3]), Backs(guilds=(3, 4)), "D7", "D7.backs"),
]


def read(state: State, given: str | Action) -> Action:
    """Return an action, written or ready."""
    return engine.parse(given, state, NAMES)[0] if isinstance(given, str) else given


@pytest.mark.parametrize(
    ("state", "given", "rule", "why"),
    CASES,
    ids=[f"{n}-{why or rule}" for n, (_, _, rule, why) in enumerate(CASES)],
)
def test_K1_a_position_that_breaks_this_rule_alone(
    state: State, given: str | Action, rule: str, why: str
) -> None:
    """Beside what the book finds missing."""
    action = read(state, given)
    found = find_rule_breaches(engine, state, action)
    assert list_reasons(found) == [(rule, why or rule)]
    assert_sayable(engine, found, NAMES)


def test_K1_every_breach_is_in_the_table() -> None:
    def check_all() -> None:
        for state, given, _, _ in CASES:
            find_breaches(engine, state, read(state, given))

    assert list_missed([rules, rules_table], check_all) == []

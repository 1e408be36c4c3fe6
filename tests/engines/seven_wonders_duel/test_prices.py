"""The price of everything, for thousands of random cities, against every way to pay it.

The brute force knows the cards from their data file alone and shares nothing with the engine: it
tries, unit by unit, to buy it, to take it off by a rebate, or to let one source of "one of"
production give it.
"""

from __future__ import annotations

import json
import random
from functools import cache
from importlib.resources import files
from typing import Any

from engines.seven_wonders_duel import engine
from engines.seven_wonders_duel.actions import Build, Paid, Wonder
from engines.seven_wonders_duel.trade import compute_price
from engines.values import Term
from tests.engines.seven_wonders_duel.positions import City, lay_out
from tests.some import some

BOX = json.loads((files("engines.seven_wonders_duel") / "cards.json").read_text("utf-8"))
CARDS = {card["id"]: card for card in BOX["cards"]}
WONDERS = {wonder["id"]: wonder for wonder in BOX["wonders"]}
TOKENS = [token["id"] for token in BOX["tokens"]]
CITIES = 4000
THINGS = 5


def test_the_price_is_the_least_of_all_ways_to_pay() -> None:
    chance = random.Random(7)
    helped = rebated = 0
    for _ in range(CITIES):
        mine, theirs = two_cities(chance)
        state = lay_out(mine, theirs)
        owned = {*mine.cards, *mine.built}
        others = [thing for thing in (*CARDS, *WONDERS) if thing not in owned]
        for thing in chance.sample(others, THINGS):
            price = compute_price(state.book.places, 0, thing)
            bank, trade = brute_force(thing, mine, theirs)
            due = Paid(bank, trade) if "economy" in theirs.tokens else Paid(bank + trade)
            assert price.paid == due, (thing, mine, theirs)
            helped += any(gives >= 0 for gives in price.plan.helped)
            rebated += any(price.plan.rebated)
    assert helped > CITIES
    assert rebated > CITIES // 10


def test_the_lines_of_a_price_add_up_to_it_and_to_every_unit() -> None:
    chance = random.Random(11)
    for _ in some(range(CITIES // 8)):
        mine, theirs = two_cities(chance)
        state = lay_out(mine, theirs)
        owned = {*mine.cards, *mine.built}
        thing = chance.choice([thing for thing in (*CARDS, *WONDERS) if thing not in owned])
        action: Any = Build(seat=0, card=thing, paid=Paid()) if thing in CARDS else None
        action = action or Wonder(seat=0, wonder=thing, card="?", paid=Paid())
        lines = engine.quote(state, action)
        assert sum(line.n for line in lines) == compute_price(state.book.places, 0, thing).total
        if not any(line.label in ("line.chain", "line.free") for line in lines):
            assert units(lines) == {**CARDS, **WONDERS}[thing].get("cost", {}), (thing, lines)


def units(lines: tuple[Term, ...]) -> dict[str, int]:
    """Return the units of each resource that some lines tell the origin of."""
    told: dict[str, int] = {}
    for line in lines:
        if line.label != "line.coins":
            told[line.item] = told.get(line.item, 0) + line.data["n"]
    return told


def two_cities(chance: random.Random) -> tuple[City, City]:
    """Return two cities that share out some cards, wonders and tokens at random."""
    cards = [card for card in CARDS if not card.endswith("guild")]
    makers = [c for c in cards if {"makes", "one_of", "trades"} & set(CARDS[c])]
    chosen = set(chance.sample(cards, 12)) | set(chance.sample(makers, chance.randint(4, 14)))
    shares = chance.random()
    tokens = chance.sample(TOKENS, 6)
    wonders = chance.sample(sorted(WONDERS), 6)
    sides: tuple[list[str], list[str]] = ([], [])
    for card in sorted(chosen):
        sides[chance.random() < shares].append(card)
    mine = City(sides[0], built=wonders[:3], tokens=tokens[:3])
    return mine, City(sides[1], built=wonders[3:5], tokens=tokens[3:])


def brute_force(thing: str, mine: City, theirs: City) -> tuple[int, int]:
    """Return the printed coins of a thing, and the least that its resources can cost."""
    facts = CARDS.get(thing) or WONDERS[thing]
    if facts.get("chain") in mine.cards:
        return 0, 0
    missing = [
        resource
        for resource, n in facts.get("cost", {}).items()
        for _ in range(n - sum(CARDS[c].get("makes", {}).get(resource, 0) for c in mine.cards))
    ]
    sources = [CARDS[card]["one_of"] for card in mine.cards if "one_of" in CARDS[card]]
    sources += [WONDERS[w]["one_of"] for w in mine.built if "one_of" in WONDERS[w]]
    rebate = 0
    if "masonry" in mine.tokens and facts.get("colour") == "blue":
        rebate = 2
    if "architecture" in mine.tokens and thing in WONDERS:
        rebate = 2

    @cache
    def least(unit: int, used: int, off: int) -> int:
        if unit == len(missing):
            return 0
        resource = missing[unit]
        ways = [unit_price(resource, mine, theirs) + least(unit + 1, used, off)]
        if off < rebate:
            ways.append(least(unit + 1, used, off + 1))
        ways += [
            least(unit + 1, used | 1 << n, off)
            for n, one_of in enumerate(sources)
            if resource in one_of and not used & 1 << n
        ]
        return min(ways)

    return int(facts.get("coins", 0)), least(0, 0, 0)


def unit_price(resource: str, mine: City, theirs: City) -> int:
    """Return what a unit costs: 1 with a card that fixes it, else 2 and the opponent's symbols."""
    if any(resource in CARDS[card].get("trades", ()) for card in mine.cards):
        return 1
    raisers = [CARDS[c] for c in theirs.cards if CARDS[c]["colour"] in ("brown", "grey")]
    return 2 + sum(int(card["makes"].get(resource, 0)) for card in raisers)

"""What something costs: own production, "one of" production, rebates and trade (D13-D19, D56, D57).

Resources are counted in tuples in the order of RESOURCES. The cheapest way is found over every
assignment of "one of" production, the rebate taking the dearest units that are then still missing.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

import msgspec

from engines.book import EMPTY
from engines.seven_wonders_duel.actions import Paid
from engines.seven_wonders_duel.catalog import BOX, CARDS, LIMITS, RESOURCES, TOKENS, WONDERS
from engines.seven_wonders_duel.state import CITY_OF, TOKENS_OF, UNDER, WONDERS_OF, Places

Units = tuple[int, ...]
"""Units of each resource, in the order of RESOURCES."""

INDEX: Final = {resource: i for i, resource in enumerate(RESOURCES)}
NONE: Final[Units] = (0,) * len(RESOURCES)
UNUSED: Final = -1
"""What a source of "one of" production gives when nothing of it is missing."""


def units(cost: dict[str, int]) -> Units:
    """Return a cost as a tuple.

    >>> units({"stone": 2, "wood": 1})
    (1, 0, 2, 0, 0)
    """
    return tuple(cost.get(resource, 0) for resource in RESOURCES)


MADE: Final = {card.id: units(card.makes) for card in BOX.cards if card.makes}
ONE_OF: Final = {
    source: tuple(INDEX[resource] for resource in of)
    for source, of in (
        *((card.id, card.one_of) for card in BOX.cards),
        *((wonder.id, wonder.one_of) for wonder in BOX.wonders),
    )
    if of
}
TRADES: Final = {
    card.id: tuple(INDEX[resource] for resource in card.trades) for card in BOX.cards if card.trades
}
COST: Final = {card.id: units(card.cost) for card in BOX.cards} | {
    wonder.id: units(wonder.cost) for wonder in BOX.wonders
}
REBATES: Final = {token.id: token.rebate for token in BOX.tokens if token.rebate}


class Plan(NamedTuple):
    """The cheapest way to get missing units: what each source of "one of" production gives
    (an index or UNUSED), what the rebate takes off, what is bought and what that costs."""

    cost: int
    helped: tuple[int, ...]
    rebated: Units
    bought: Units


class Means(NamedTuple):
    """What a city can pay with: its own production, its sources of "one of" production, the price
    of a unit of each resource, and the card that fixes that price (empty: it is traded)."""

    own: Units
    helpers: tuple[str, ...]
    prices: Units
    fixed: tuple[str, ...]


class Price(msgspec.Struct, frozen=True):
    """A price and how it comes about. `chain` is the building that makes it free, `rebate` the
    token that takes units off, `economy` whether trade is paid to the opponent (D56)."""

    coins: int = 0
    need: Units = NONE
    means: Means = Means(NONE, (), NONE, ())
    plan: Plan = Plan(0, (), NONE, NONE)
    chain: str = ""
    rebate: str = ""
    economy: bool = False

    @property
    def paid(self) -> Paid:
        """What is due to the bank and to the opponent."""
        if self.economy:
            return Paid(self.coins, self.plan.cost)
        return Paid(self.coins + self.plan.cost)

    @property
    def total(self) -> int:
        """The coins due in all."""
        return self.coins + self.plan.cost


FREE: Final = Price()


def production(places: Places, seat: int) -> Units:
    """Return the symbols on a seat's brown and grey cards: what it makes, what raises prices."""
    made = [0] * len(RESOURCES)
    for item, n in places.get(CITY_OF[seat], EMPTY).items():
        if item in MADE:
            for i, symbols in enumerate(MADE[item]):
                made[i] += symbols * n
    return tuple(made)


def means_of(places: Places, seat: int) -> Means:
    """Return what a seat can pay with (D13, D14, D16, D17)."""
    city = places.get(CITY_OF[seat], EMPTY)
    helpers = [item for item in city if item in ONE_OF]
    helpers += [
        wonder
        for wonder in places.get(WONDERS_OF[seat], EMPTY)
        if wonder in ONE_OF and places.get(UNDER[wonder])
    ]
    prices = [LIMITS.trade + n for n in production(places, 1 - seat)]
    fixed = [""] * len(RESOURCES)
    for item in city:
        for i in TRADES.get(item, ()):
            prices[i] = LIMITS.fixed
            fixed[i] = item
    return Means(production(places, seat), tuple(helpers), tuple(prices), tuple(fixed))


@lru_cache(maxsize=1 << 14)
def cheapest(missing: Units, helpers: tuple[Units, ...], rebate: int, prices: Units) -> Plan:
    """Return the cheapest way to get the `missing` units (D17, D57).

    Each of `helpers` gives one unit of one of its resources, `rebate` units come off.

    >>> cheapest((1, 0, 1, 0, 0), ((0, 2),), 0, (2, 2, 5, 2, 2))
    Plan(cost=2, helped=(2,), rebated=(0, 0, 0, 0, 0), bought=(1, 0, 0, 0, 0))
    """
    plans = (plan_with(picks, missing, rebate, prices) for picks in product(*helpers))
    return min(plans, key=lambda plan: plan.cost)


def plan_with(picks: Units, missing: Units, rebate: int, prices: Units) -> Plan:
    """Return the cheapest plan in which each source of "one of" production gives its pick."""
    left = list(missing)
    helped = []
    for pick in picks:
        helped.append(pick if left[pick] > 0 else UNUSED)
        left[pick] = max(0, left[pick] - 1)
    rebated = [0] * len(prices)
    for i in sorted(range(len(prices)), key=lambda i: -prices[i]):
        rebated[i] = min(left[i], rebate - sum(rebated))
        left[i] -= rebated[i]
    cost = sum(n * price for n, price in zip(left, prices, strict=True))
    return Plan(cost, tuple(helped), tuple(rebated), tuple(left))


def price_of(places: Places, seat: int, thing: str) -> Price:
    """Return what a card or a wonder costs a seat, the cheapest way (D13-D18, D23, D57)."""
    card = CARDS.get(thing)
    if card is not None and card.chain and places.get(CITY_OF[seat], EMPTY).get(card.chain):
        return Price(chain=card.chain)
    coins = card.coins if card is not None else 0
    need = COST[thing]
    if need == NONE:
        return Price(coins) if coins else FREE
    means = means_of(places, seat)
    missing = tuple(max(0, n - own) for n, own in zip(need, means.own, strict=True))
    rebate = rebate_for(places, seat, "wonder" if thing in WONDERS else CARDS[thing].colour)
    plan = cheapest(
        missing,
        tuple(ONE_OF[helper] for helper in means.helpers),
        REBATES[rebate].n if rebate else 0,
        means.prices,
    )
    return Price(coins, need, means, plan, "", rebate, has_economy(places, 1 - seat))


def rebate_for(places: Places, seat: int, kind: str) -> str:
    """Return a seat's token that takes units off a thing of a colour, or off a wonder (D57)."""
    for token in places.get(TOKENS_OF[seat], EMPTY):
        if token in REBATES and REBATES[token].on == kind:
            return token
    return ""


def has_economy(places: Places, seat: int) -> bool:
    """Return whether a seat is paid what the other spends on resources (D56)."""
    return any(
        token in TOKENS and TOKENS[token].economy for token in places.get(TOKENS_OF[seat], EMPTY)
    )

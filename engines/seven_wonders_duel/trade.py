"""Prices: production, "one of" production, rebates and trade (D13 to D19, D56, D57).

Units of resources are tuples in the order of RESOURCES. The cheapest plan is found over every
assignment of "one of" production; a rebate takes the dearest units that are then still missing.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

import msgspec

from engines.book import EMPTY
from engines.seven_wonders_duel.actions import Paid
from engines.seven_wonders_duel.catalog import BOX, CARDS, LIMITS, RESOURCES, WONDERS
from engines.seven_wonders_duel.state import CITY_OF, TOKENS_OF, UNDER, WONDERS_OF, Places

Units = tuple[int, ...]
"""Units of each resource, in the order of RESOURCES."""

INDEX: Final = {resource: i for i, resource in enumerate(RESOURCES)}
NO_UNITS: Final[Units] = (0,) * len(RESOURCES)
UNUSED: Final = -1
"""The pick of a source of "one of" production of which nothing is missing."""


def count_units(cost: dict[str, int]) -> Units:
    """Return a cost as units.

    >>> count_units({"stone": 2, "wood": 1})
    (1, 0, 2, 0, 0)
    """
    return tuple(cost.get(resource, 0) for resource in RESOURCES)


MADE: Final = {card.id: count_units(card.makes) for card in BOX.cards if card.makes}
OUTPUT: Final = {
    card: tuple((i, n) for i, n in enumerate(units) if n) for card, units in MADE.items()
}
"""Card to the (index, number) of what it makes."""

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
COST: Final = {card.id: count_units(card.cost) for card in BOX.cards} | {
    wonder.id: count_units(wonder.cost) for wonder in BOX.wonders
}
REBATES: Final = {token.id: token.rebate for token in BOX.tokens if token.rebate}


ECONOMY: Final = frozenset(token.id for token in BOX.tokens if token.economy)


class TradePlan(NamedTuple):
    """The cheapest way to get missing units.

    `helped` is what each source of "one of" production gives (an index or UNUSED), `rebated` the
    units that a rebate takes off, `bought` the units bought for `cost` coins.
    """

    cost: int
    helped: tuple[int, ...]
    rebated: Units
    bought: Units


class PaymentMeans(NamedTuple):
    """What a city can pay with.

    `own` is its production, `helpers` are its sources of "one of" production, `prices` the price of
    a unit of each resource, `fixed` the card that fixes that price ("": it is traded).
    """

    own: Units
    helpers: tuple[str, ...]
    prices: Units
    fixed: tuple[str, ...]


class Price(msgspec.Struct, frozen=True):
    """A price and how it comes about.

    `chain` is the building that makes it free, `rebate` the token that takes units off, `economy`
    tells whether trade is paid to the opponent (D56).
    """

    coins: int = 0
    need: Units = NO_UNITS
    means: PaymentMeans = PaymentMeans(NO_UNITS, (), NO_UNITS, ())
    plan: TradePlan = TradePlan(0, (), NO_UNITS, NO_UNITS)
    chain: str = ""
    rebate: str = ""
    economy: bool = False

    @property
    def paid(self) -> Paid:
        """The coins due to the bank and to the opponent."""
        if self.economy:
            return Paid(self.coins, self.plan.cost)
        return Paid(self.coins + self.plan.cost)

    @property
    def total(self) -> int:
        """The coins due in all."""
        return self.coins + self.plan.cost


FREE: Final = Price()


def count_production(places: Places, seat: int) -> Units:
    """Return the units that a seat's brown and grey cards make; they raise the other's prices."""
    made = [0] * len(RESOURCES)
    for item, n in places.get(CITY_OF[seat], EMPTY).items():
        for i, symbols in OUTPUT.get(item, ()):
            made[i] += symbols * n
    return tuple(made)


def find_means(places: Places, seat: int) -> PaymentMeans:
    """Return what a seat can pay with (D13, D14, D16, D17)."""
    city = places.get(CITY_OF[seat], EMPTY)
    helpers = [item for item in city if item in ONE_OF]
    helpers += [
        wonder
        for wonder in places.get(WONDERS_OF[seat], EMPTY)
        if wonder in ONE_OF and places.get(UNDER[wonder])
    ]
    prices = [LIMITS.trade + n for n in count_production(places, 1 - seat)]
    fixed = [""] * len(RESOURCES)
    for item in city:
        for i in TRADES.get(item, ()):
            prices[i] = LIMITS.fixed
            fixed[i] = item
    return PaymentMeans(count_production(places, seat), tuple(helpers), tuple(prices), tuple(fixed))


@lru_cache(maxsize=1 << 14)
def find_cheapest_plan(
    missing: Units, helpers: tuple[Units, ...], rebate: int, prices: Units
) -> TradePlan:
    """Return the cheapest plan for the `missing` units (D17, D57).

    Each of `helpers` gives one unit of one of its resources; `rebate` units come off.

    >>> find_cheapest_plan((1, 0, 1, 0, 0), ((0, 2),), 0, (2, 2, 5, 2, 2))
    TradePlan(cost=2, helped=(2,), rebated=(0, 0, 0, 0, 0), bought=(1, 0, 0, 0, 0))
    """
    plans = (make_plan(picks, missing, rebate, prices) for picks in product(*helpers))
    return min(plans, key=lambda plan: plan.cost)


def make_plan(picks: Units, missing: Units, rebate: int, prices: Units) -> TradePlan:
    """Return the cheapest plan in which the source n of "one of" production
    gives the resource `picks[n]`."""
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
    return TradePlan(cost, tuple(helped), tuple(rebated), tuple(left))


def compute_price(places: Places, seat: int, thing: str) -> Price:
    """Return what a card or a wonder costs a seat in the cheapest way (D13 to D18, D23, D57)."""
    card = CARDS.get(thing)
    if card is not None and card.chain and places.get(CITY_OF[seat], EMPTY).get(card.chain):
        return Price(chain=card.chain)
    coins = card.coins if card is not None else 0
    need = COST[thing]
    if need == NO_UNITS:
        return Price(coins) if coins else FREE
    means = find_means(places, seat)
    missing = tuple([n - own if n > own else 0 for n, own in zip(need, means.own, strict=True)])
    rebate = find_rebate(places, seat, "wonder" if thing in WONDERS else CARDS[thing].colour)
    plan = find_cheapest_plan(
        missing,
        tuple([ONE_OF[helper] for helper in means.helpers]),
        REBATES[rebate].n if rebate else 0,
        means.prices,
    )
    return Price(coins, need, means, plan, "", rebate, has_economy(places, 1 - seat))


def find_rebate(places: Places, seat: int, kind: str) -> str:
    """Return a seat's token that takes units off a colour or a wonder (D57), or ""."""
    for token in places.get(TOKENS_OF[seat], EMPTY):
        if token in REBATES and REBATES[token].on == kind:
            return token
    return ""


def has_economy(places: Places, seat: int) -> bool:
    """Return whether a seat is paid what the other one spends on resources (D56)."""
    return not ECONOMY.isdisjoint(places.get(TOKENS_OF[seat], EMPTY))

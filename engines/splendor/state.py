"""The state of Splendor: the book, whose turn it is, and what the rules count."""

from __future__ import annotations

import msgspec

from engines.book import EMPTY, Book, is_unknown
from engines.splendor.actions import Result
from engines.splendor.catalog import (
    ANY_CARD,
    BONUS_AND_POINTS,
    BOX,
    CARDS,
    COLOURS,
    GOLD,
    MARKET,
    NOBLES,
    POINTS,
)
from engines.values import SEAT_LETTERS

TOKENS_OF = tuple(f"{letter}.tokens" for letter in SEAT_LETTERS)
CARDS_OF = tuple(f"{letter}.cards" for letter in SEAT_LETTERS)
RESERVED_OF = tuple(f"{letter}.reserved" for letter in SEAT_LETTERS)
NOBLES_OF = tuple(f"{letter}.nobles" for letter in SEAT_LETTERS)
POINTS_OF = tuple(f"{letter}.points" for letter in SEAT_LETTERS)
LOST_OF = tuple(f"{letter}.lost" for letter in SEAT_LETTERS)
"""Points that the table took away."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A position.

    `turn` is the seat to act, `pending` the nobles it must choose from, `wanted` the places whose
    cards the table should still reveal, `secret` the cards in hands that only their owners have
    seen. `last` is the seat that first reached the points of the end, `passes` the passes in a row,
    `played` the turns taken, `visited` the seat to which a noble came at the end of the last turn.
    `declared` are the winners that the table named before the game was over, `left` the seats whose
    people have left.
    """

    book: Book
    seats: int
    first: int
    turn: int
    level: str
    voluntary_fewer: bool = False
    tie_tokens: bool = False
    pending: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    secret: tuple[str, ...] = ()
    last: int | None = None
    passes: int = 0
    played: int = 0
    over: bool = False
    visited: int | None = None
    result: Result | None = None
    declared: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


def count_tokens(state: State, seat: int) -> dict[str, int]:
    """Return the tokens of a seat: colour to number."""
    return state.book.places.get(TOKENS_OF[seat], {})


def count_bonuses_and_points(places: dict[str, dict[str, int]], seat: int) -> tuple[list[int], int]:
    """Return a seat's bonuses in the order of COLOURS, and its points (S16)."""
    bonuses = [0, 0, 0, 0, 0]
    points = 0
    for item, n in places.get(CARDS_OF[seat], EMPTY).items():
        if item in BONUS_AND_POINTS:
            colour, worth = BONUS_AND_POINTS[item]
            bonuses[colour] += n
            points += worth * n
    for item, n in places.get(NOBLES_OF[seat], EMPTY).items():
        if item in NOBLES:
            points += NOBLES[item].points * n
    points -= places.get(LOST_OF[seat], EMPTY).get(POINTS, 0)
    return bonuses, points + places.get(POINTS_OF[seat], EMPTY).get(POINTS, 0)


def count_bought_cards(state: State, seat: int) -> int:
    """Return the number of cards that a seat has bought, which decides ties (S15)."""
    return state.book.size(CARDS_OF[seat])


DEMANDS = {
    noble.id: tuple((COLOURS.index(colour), n) for colour, n in noble.needs.items())
    for noble in BOX.nobles
}
UNKNOWN_DEMAND = ((0, len(BOX.cards) + 1),)
"""The demand of an unknown noble: more bonuses than there are cards."""

LEAST_DEMAND = min(sum(noble.needs.values()) for noble in BOX.nobles)


def find_visiting_nobles(places: dict[str, dict[str, int]], bonuses: list[int]) -> list[str]:
    """Return the open nobles whose demand these bonuses meet (S11)."""
    if sum(bonuses) < LEAST_DEMAND:
        return []
    return [name for name in places.get("nobles", EMPTY) if is_demand_met(name, bonuses)]


def is_demand_met(noble: str, bonuses: list[int]) -> bool:
    """Return whether bonuses meet the demand of a noble; False for an unknown one."""
    for colour, n in DEMANDS.get(noble, UNKNOWN_DEMAND):
        if bonuses[colour] < n:
            return False
    return True


def may_meet_demand(places: dict[str, dict[str, int]], seat: int, noble: str) -> bool:
    """Return whether a seat's bonuses meet the demand of a noble, as far as the record knows.

    Bought cards of which only the number is known may give any bonus.
    """
    bonuses, _ = count_bonuses_and_points(places, seat)
    lacking = sum(max(0, n - bonuses[colour]) for colour, n in DEMANDS[noble])
    return lacking <= places.get(CARDS_OF[seat], EMPTY).get(ANY_CARD, 0)


COSTS = {
    card.id: tuple((colour, COLOURS.index(colour), n) for colour, n in card.cost.items())
    for card in BOX.cards
}
"""Card to the (colour, index in COLOURS, number) of the tokens that it costs."""


def compute_price(state: State, seat: int, card: str) -> dict[str, int]:
    """Return the tokens that a card costs a seat after its bonuses (S7a): colour to number."""
    bonuses, _ = count_bonuses_and_points(state.book.places, seat)
    due = {}
    for colour, i, n in COSTS[card]:
        left = n - bonuses[i]
        if left > 0:
            due[colour] = left
    return due


def compute_payment(held: dict[str, int], due: dict[str, int]) -> tuple[dict[str, int], int]:
    """Return the usual payment of a price, and the number of tokens by which it falls short.

    Gold is paid only for what is missing.
    """
    paid = {colour: min(n, held.get(colour, 0)) for colour, n in due.items()}
    missing = sum(due.values()) - sum(paid.values())
    gold = min(missing, held.get(GOLD, 0))
    paid[GOLD] = gold
    return {colour: n for colour, n in paid.items() if n}, missing - gold


def find_level(book: Book, name: str) -> int | None:
    """Return the level of a card, known or unknown, or None for another piece."""
    if name in CARDS:
        return CARDS[name].level
    pool = book.pools.get(name, "")
    return int(pool[-1]) if pool.startswith("deck.") else None


def find_source(state: State, seat: int, card: str, source: str) -> str:
    """Return the place that the card of an action comes from.

    In this order: the place that `source` names; the slot that shows the card; the seat's hand; a
    slot or the hand with an unknown card of its level; ``market`` when none fits.
    """
    if source == "reserve":
        return RESERVED_OF[seat]
    if source:
        return source
    book = state.book
    level = CARDS[card].level
    for slot in MARKET:
        if book.count(slot, card):
            return slot
    if book.count(RESERVED_OF[seat], card):
        return RESERVED_OF[seat]
    for place in (*(slot for slot in MARKET if MARKET[slot] == level), RESERVED_OF[seat]):
        for name in book.holding(place):
            if is_unknown(name) and find_level(book, name) == level:
                return place
    return "market"

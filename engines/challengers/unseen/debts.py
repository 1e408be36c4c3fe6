"""What the pools owe: a card came out of one that had no such card but unknown ones among its own.

Discards go under their pile with cards in them that nobody has seen, so that which of those a card
was that is drawn and seen later stays open. The pool then owes that face: it holds -1 of it. What
is owed can be explained as long as all of it can be at once: every debt by an unknown card of its
own in that pool, which came from a pool that has the face to spare, or may owe it in turn.

A deck owes nothing, for its cards come back to it: which one it was is decided (`decks.identify`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from engines.book import EMPTY, UNKNOWN, Booking
from engines.challengers.cards.card import Card
from engines.challengers.cards.catalog import CARDS, DECK, PILE
from engines.values import UNACCOUNTED

DECKS: Final = frozenset(DECK.values())

STEP_LIMIT: Final = 4_000
"""After so many unknown cards were tried the benefit of the doubt is given."""

Debt = tuple[str, str]
"""A pool, and a face that it owes."""

ExtraCards = Mapping[str, Card]
"""The cards of a match that the box does not have."""


@lru_cache(maxsize=1 << 12)
def pool_level(pool: str) -> str:
    """Return the level of what comes from a pile, "" for another place.

    >>> level_in("pile.A"), level_in("past.A.57"), level_in("a.deck")
    ('A', 'A', '')
    """
    kind, _, rest = pool.partition(".")
    return rest.partition(".")[0] if kind in ("pile", "past") else ""


def can_come_from(pool: str, card: Card | None) -> bool:
    """Return whether an unknown card from a pool can be a card: levels are on the backs."""
    level = pool_level(pool)
    return not level or (card is not None and PILE.get(card.level) == f"pile.{level}")


def is_pool(place: str) -> bool:
    """Return whether cards are drawn unseen from a place.

    >>> is_pool("pile.A"), is_pool("past.A.57"), is_pool("a.deck"), is_pool("a.bench")
    (True, True, True, False)
    """
    return place in DECKS or bool(pool_level(place))


def can_explain(extra: ExtraCards, booking: Booking, pool: str, item: str, name: str = "") -> bool:
    """Return whether one more of a card can have come out of a pool: the unknown card `name`,
    which then is no other.

    Where the record contradicts itself before, everything can.
    """
    has = booking.places.get(pool, EMPTY).get(item, 0) > 0
    if not is_pool(pool):
        return has
    settling = DebtSearch(booking, extra)
    debts = settling.debts
    if has:
        settling.spend(pool, item)
    else:
        debts = [(pool, item), *debts]
    if name:
        settling.exclude(name)
    return settling.can_explain_all(debts) or (
        bool(settling.debts) and not DebtSearch(booking, extra).can_explain_all(settling.debts)
    )


def is_owed(booking: Booking, item: str) -> bool:
    """Return whether any pool owes a card."""
    return any(
        held.get(item, 0) < 0 for place, held in booking.places.items() if place != UNACCOUNTED
    )


class DebtSearch:
    """A search for unknown cards that explain all debts at once, each one of them once.

    Unknown cards that lie in the same pool and came from the same one differ in nothing: `unseen`
    has how many there are of each sort.
    """

    def __init__(self, booking: Booking, extra: ExtraCards) -> None:
        self.booking = booking
        self.extra = extra
        self.debts: list[Debt] = []
        self.unseen: dict[str, dict[str, int]] = {}
        self.taken: dict[Debt, int] = {}
        self.steps = STEP_LIMIT
        for place, held in booking.places.items():
            if is_pool(place):
                self.unseen[place] = self.count_unseen(place, held)

    def count_unseen(self, pool: str, held: Mapping[str, int]) -> dict[str, int]:
        """Return the unknown cards in a pool by where they came from, from decks last, and note
        what the pool owes."""
        found: dict[str, int] = {}
        for item, n in held.items():
            if item[0] != UNKNOWN:
                self.debts += [(pool, item)] * -n
            elif n > 0 and (further := self.booking.pool_of(item)):
                found[further] = found.get(further, 0) + 1
        return {further: found[further] for further in sorted(found, key=DECKS.__contains__)}

    def spend(self, pool: str, item: str) -> None:
        """One of the known cards of a pool is spent."""
        self.taken[pool, item] = self.taken.get((pool, item), 0) + 1

    def exclude(self, name: str) -> None:
        """An unknown card explains nothing else."""
        further = self.booking.pool_of(name)
        for pool, sorts in self.unseen.items():
            if further in sorts and self.booking.places[pool].get(name, 0) > 0:
                sorts[further] -= 1

    def can_explain_all(self, debts: list[Debt]) -> bool:
        """Return whether all debts can be explained at once."""
        chosen: list[Iterator[bool]] = []
        while len(chosen) < len(debts):
            pool, item = debts[len(chosen)]
            card = self.extra.get(item) or CARDS.get(item)
            chosen.append(self.iter_explanations(pool, item, card, (pool,)))
            while chosen and not next(chosen[-1], False):
                chosen.pop()
            if not chosen:
                return self.steps <= 0
        return True

    def iter_explanations(
        self, pool: str, item: str, card: Card | None, through: tuple[str, ...]
    ) -> Iterator[bool]:
        """Yield True for every way to explain that a card was in a pool; until the next one is
        asked for, what it needs is marked as used."""
        sorts = self.unseen.get(pool, {})
        for further, left in sorts.items():
            if not left or not can_come_from(further, card):
                continue
            self.steps -= 1
            if self.steps <= 0:
                return
            sorts[further] = left - 1
            have = self.booking.places.get(further, EMPTY).get(item, 0)
            spent = self.taken.get((further, item), 0)
            if have > spent:
                self.taken[further, item] = spent + 1
                yield True
                self.taken[further, item] = spent
            elif further not in through:
                yield from self.iter_explanations(further, item, card, (*through, further))
            sorts[further] = left

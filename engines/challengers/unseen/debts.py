"""Debts: faces that came out of a pool which holds only unknown cards that can have been them.

Discards go under their pile with unknown cards among them. When one of those is drawn and seen
later, it stays open which of them it was. The pool then owes the face: it holds -1 of it.

The debts can be explained if every one of them can be assigned an unknown card of its pool, each
card once. That card came from a pool that has the face to spare, or may owe it in turn.

A deck owes nothing, because its cards come back to it: there it is decided which card it was
(`decks.identify_card`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Final

from engines.book import EMPTY, Booking, is_unknown
from engines.challengers.cards.card import Card
from engines.challengers.cards.catalog import CARDS, DECK, ENDLESS, PILE
from engines.challengers.state import State
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
    """Return the level of the cards that come from a pile, "" for another place.

    >>> pool_level("pile.A"), pool_level("past.A.57"), pool_level("a.deck")
    ('A', 'A', '')
    """
    kind, _, rest = pool.partition(".")
    return rest.partition(".")[0] if kind in ("pile", "past") else ""


def can_come_from(pool: str, card: Card | None) -> bool:
    """Return whether an unknown card from a pool can be `card`: the back of a card shows its
    level."""
    level = pool_level(pool)
    return not level or (card is not None and PILE.get(card.level) == f"pile.{level}")


def is_pool(place: str) -> bool:
    """Return whether cards are drawn unseen from a place.

    >>> is_pool("pile.A"), is_pool("past.A.57"), is_pool("a.deck"), is_pool("a.bench")
    (True, True, True, False)
    """
    return place in DECKS or bool(pool_level(place))


def can_explain(extra: ExtraCards, booking: Booking, pool: str, item: str, name: str = "") -> bool:
    """Return whether one more copy of `item` can have come out of a pool, beside all debts.

    With `name` that copy is the unknown card `name`, which then explains nothing else. While the
    debts already contradict each other, everything can be explained.
    """
    has = booking.places.get(pool, EMPTY).get(item, 0) > 0
    if not is_pool(pool):
        return has
    search = DebtSearch(booking, extra)
    debts = search.debts
    if has:
        search.spend(pool, item)
    else:
        debts = [(pool, item), *debts]
    if name:
        search.exclude(name)
    return search.can_explain_all(debts) or (
        bool(search.debts) and not DebtSearch(booking, extra).can_explain_all(search.debts)
    )


can_box_explain = partial(can_explain, {})
"""`can_explain` in a match that has only the cards of the box."""


def is_owed(booking: Booking, item: str) -> bool:
    """Return whether any pool owes a card."""
    return any(
        held.get(item, 0) < 0 for place, held in booking.places.items() if place != UNACCOUNTED
    )


class ExplainingBooking(Booking, gc=False):
    """A booking of an action that is explained: its duel keeps the terms of every comparison."""


def open_booking(state: State, *, explains: bool = False) -> Booking:
    """Return a booking of what lies on the table; its pools may owe what can be explained.

    `explains` is whether a duel keeps the terms of its comparisons, which takes time.
    """
    book = state.book
    owes = partial(can_explain, state.extra) if state.extra else can_box_explain
    kind = ExplainingBooking if explains else Booking
    return kind(book, book.places.copy(), book.pools, book.minted, ENDLESS, owes)


class DebtSearch:
    """A search for unknown cards that explain all debts at once, each of them once.

    Unknown cards in the same pool that came from the same pool are interchangeable: `unseen` has
    their number, by pool and by where they came from. `taken` counts the known cards that the
    search has used.
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
        """Return the number of unknown cards in a pool by the pool that they came from, decks last.
        Add what the pool owes to the debts."""
        found: dict[str, int] = {}
        for item, n in held.items():
            if not is_unknown(item):
                self.debts += [(pool, item)] * -n
            elif n > 0 and (further := self.booking.pool_of(item)):
                found[further] = found.get(further, 0) + 1
        return {further: found[further] for further in sorted(found, key=DECKS.__contains__)}

    def spend(self, pool: str, item: str) -> None:
        """Use one of the known cards of a pool."""
        self.taken[pool, item] = self.taken.get((pool, item), 0) + 1

    def exclude(self, name: str) -> None:
        """Keep an unknown card from explaining a debt."""
        further = self.booking.pool_of(name)
        for pool, sorts in self.unseen.items():
            if further in sorts and self.booking.places[pool].get(name, 0) > 0:
                sorts[further] -= 1

    def can_explain_all(self, debts: list[Debt]) -> bool:
        """Return whether all debts can be explained at once; also when the search was given up."""
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
        """Yield True for every way to explain that `item` was in a pool. Until the next one is
        asked for, the cards that it needs are marked as used. `through` are the pools that it came
        through."""
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

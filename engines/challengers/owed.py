"""What the pools owe: a card came out of one that had no such card but unknown ones among its own.

Discards go under their pile with cards in them that nobody has seen, so that which of those a card
was that is drawn and seen later stays open. The pool then owes that face: it holds -1 of it. What
is owed can be explained as long as all of it can be at once: every debt by an unknown card of its
own in that pool, which came from a pool that has the face to spare, or may owe it in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engines.book import EMPTY, UNKNOWN, Booking
from engines.challengers.card import Card
from engines.challengers.catalog import CARDS, DECK, PILE

DECKS: Final = frozenset(DECK.values())

MOST_STEPS: Final = 4_000
"""After so many unknown cards were tried the benefit of the doubt is given."""

Debt = tuple[str, str]
"""A pool, and a face that it owes."""

Known = Mapping[str, Card]
"""The cards of a match that the box does not have."""


def level_in(pool: str) -> str:
    """Return the level of what comes from a pile, "" for another place.

    >>> level_in("pile.A"), level_in("past.A.57"), level_in("a.deck")
    ('A', 'A', '')
    """
    kind, _, rest = pool.partition(".")
    return rest.partition(".")[0] if kind in ("pile", "past") else ""


def may_be(pool: str, card: Card | None) -> bool:
    """Return whether an unknown card from a pool can be a card: levels are on the backs."""
    level = level_in(pool)
    return not level or (card is not None and PILE.get(card.level) == f"pile.{level}")


def is_pool(place: str) -> bool:
    """Return whether cards are drawn unseen from a place.

    >>> is_pool("pile.A"), is_pool("past.A.57"), is_pool("a.deck"), is_pool("a.bench")
    (True, True, True, False)
    """
    return place in DECKS or bool(level_in(place))


def explains(booking: Booking, extra: Known, pool: str, item: str, name: str = "") -> bool:
    """Return whether one more of a card can have come out of a pool: the unknown card `name`,
    which then is no other.

    Where the record contradicts itself before, everything can.
    """
    debts = debts_of(booking)
    if booking.places.get(pool, EMPTY).get(item, 0) > 0:
        if not debts:
            return True
        taken, more = {(pool, item): 1}, debts
    else:
        taken, more = {}, [(pool, item), *debts]
    return Settling(booking, extra, taken, name).settles(more) or (
        bool(debts) and not Settling(booking, extra, {}).settles(debts)
    )


def debts_of(booking: Booking) -> list[Debt]:
    """Return what all pools owe."""
    return [
        (place, item)
        for place, held in booking.places.items()
        if is_pool(place)
        for item, n in held.items()
        if n < 0 and item[0] != UNKNOWN
        for _ in range(-n)
    ]


class Settling:
    """A search for unknown cards that explain all debts at once, each one of them once."""

    def __init__(
        self, booking: Booking, extra: Known, taken: dict[Debt, int], name: str = ""
    ) -> None:
        self.booking = booking
        self.extra = extra
        self.taken = taken
        self.used = {name}
        self.steps = MOST_STEPS

    def settles(self, debts: list[Debt]) -> bool:
        """Return whether all debts can be explained at once."""
        if not debts:
            return True
        (pool, item), *others = debts
        card = self.extra.get(item) or CARDS.get(item)
        found = any(self.settles(others) for _ in self.ways(pool, item, card, (pool,)))
        return found or self.steps <= 0

    def ways(
        self, pool: str, item: str, card: Card | None, through: tuple[str, ...]
    ) -> Iterator[None]:
        """Yield once for every way to explain that a card was in a pool; while the caller looks at
        it, what it needs is marked as used."""
        for name, further in self.unknown_in(pool, card):
            self.steps -= 1
            if self.steps <= 0:
                return
            self.used.add(name)
            have = self.booking.places.get(further, EMPTY).get(item, 0)
            spent = self.taken.get((further, item), 0)
            if have > spent:
                self.taken[further, item] = spent + 1
                yield
                self.taken[further, item] = spent
            elif further not in through:
                yield from self.ways(further, item, card, (*through, further))
            self.used.discard(name)

    def unknown_in(self, pool: str, card: Card | None) -> list[tuple[str, str]]:
        """Return an unknown card for every pool from which one in this pool came that can be a
        card, with that pool; those from decks last."""
        found: dict[str, str] = {}
        for name, n in self.booking.places.get(pool, EMPTY).items():
            if n > 0 and name[0] == UNKNOWN and name not in self.used:
                further = self.booking.pool_of(name)
                if further and further not in found and may_be(further, card):
                    found[further] = name
        return sorted(
            ((name, further) for further, name in found.items()), key=lambda each: each[1] in DECKS
        )

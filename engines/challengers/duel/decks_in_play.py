"""The two decks of a duel: their sizes, the known positions of cards, taking cards out.

Nobody may look into a deck, but effects of cards put some on top or at the bottom. Those
positions are known: `tops` begin with the next card, `bottoms` end with the lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from engines.book import BOOK, EMPTY, UNKNOWN, Booking, is_unknown
from engines.challengers.cards.card import Card
from engines.challengers.cards.catalog import DECK
from engines.challengers.state import HIDDEN, UNSEEN, OpenLook, State
from engines.challengers.unseen.debts import can_come_from
from engines.challengers.unseen.decks import bring_card, can_leave, identify_card, rank_unknowns
from engines.values import UNACCOUNTED

T = TypeVar("T")


class DecksInPlay(msgspec.Struct, gc=False):
    """The decks of a duel, open to change. A side is given by its position, 0 or 1.

    `find` returns a card of the match by its id; `named` counts the unknown cards of a side that
    have a name, where one was named now.
    """

    state: State
    booking: Booking
    places: dict[str, dict[str, int]]
    find: Callable[[str], Card | None]
    named: dict[str, int]
    sides: tuple[str, str]
    sizes: tuple[int | None, int | None]
    least: tuple[int, int]
    loose: tuple[bool, bool]
    tops: tuple[tuple[str, ...], tuple[str, ...]]
    bottoms: tuple[tuple[str, ...], tuple[str, ...]]
    looks: tuple[OpenLook, ...]

    def new_name(self, i: int) -> str:
        """Return a new name for an unknown card of a side."""
        side = self.sides[i]
        number = self.named.get(side, self.state.players[side].duel_names) + 1
        self.named[side] = number
        return f"{UNKNOWN}{side}.{number}"

    # -- what is known ---------------------------------------------------------------------------

    def placed_cards(self, i: int) -> list[str]:
        """Return the cards that lie at a known position of a deck."""
        if not self.tops[i] and not self.bottoms[i]:
            return []
        return [entry.removeprefix(HIDDEN) for entry in (*self.tops[i], *self.bottoms[i]) if entry]

    def next_card(self, i: int) -> str:
        """Return the card that is known to be the next one of a deck, "" when none is."""
        entry = self.tops[i][0] if self.tops[i] else UNSEEN
        if not entry and self.sizes[i] is not None and self.sizes[i] == len(self.bottoms[i]):
            entry = self.bottoms[i][0] if self.bottoms[i] else UNSEEN
        return entry.removeprefix(HIDDEN)

    def can_be(self, name: str, item: str) -> bool:
        """Return whether an unknown card can be `item` by its level."""
        return can_come_from(self.booking.pool_of(name), self.find(item))

    def find_unknown(self, i: int, item: str) -> str:
        """Return the unknown card of a deck that is `item` if the top card is, "" when none can be.

        One at a known position is found only where the record sees no other copy.
        """
        placed = self.placed_cards(i)
        deck = DECK[self.sides[i]]
        names = rank_unknowns(self.booking, self.state.extra, deck, item, placed)
        if item in placed:
            names = [name for name in names if name not in placed]
        return names[0] if names else ""

    # -- taking cards out ------------------------------------------------------------------------

    def take_top(self, i: int, item: str, target: str, rule: str) -> str:
        """Move the top card of a deck, which is `item`, to the place `target`. Return what it goes
        by there: a new name for an unknown one."""
        deck = DECK[self.sides[i]]
        entry = self.pop_top(i)
        if entry:
            entry = entry.removeprefix(HIDDEN)
        if is_unknown(item):
            return self.booking.draw(deck, target, rule, self.new_name(i))
        held = self.places.get(deck, EMPTY)
        if not entry and self.is_simple(i, held, item):
            self.booking.move(1, item, deck, target, rule)
            return item
        if is_unknown(entry) and held.get(entry) and self.can_be(entry, item):
            identify_card(self.booking, self.state.extra, entry, item, deck, "C79")
            self.booking.owe(item, deck, target, rule)
            return item
        leaves = can_leave(self.booking, self.state.extra, deck, item)
        free = held.get(item, 0) > self.placed_cards(i).count(item)
        if not (leaves and free) and self.make_available(i, item):
            self.booking.owe(item, deck, target, rule)
        elif leaves:
            self.booking.move(1, item, deck, target, rule)
        else:
            self.booking.move(1, item, UNACCOUNTED, target, BOOK)
        return item

    def is_simple(self, i: int, held: Mapping[str, int], item: str) -> bool:
        """Return whether a deck holds `item`, and nothing in it is at a known position, unknown or
        owed."""
        if self.tops[i] or self.bottoms[i]:
            return False
        return item in held and min(held.values()) > 0

    def make_available(self, i: int, item: str) -> bool:
        """Make `item` available on top of a deck: identify it with an unknown card or, where the
        deck's list is not known, bring it from the supply. Return False if neither is possible."""
        deck = DECK[self.sides[i]]
        name = self.find_unknown(i, item)
        if name:
            self.forget_position(i, name)
            identify_card(self.booking, self.state.extra, name, item, deck, "C79")
        elif self.loose[i]:
            bring_card(self.booking, self.state.extra, item, deck, "C31")
        return bool(name) or self.loose[i]

    def pop_top(self, i: int) -> str:
        """Count a card off the top of a deck. Return its entry, "" when nothing is known of it."""
        if self.looks:
            self.forget_looks(i)
        size = self.sizes[i]
        entry = UNSEEN
        if self.tops[i]:
            entry = self.tops[i][0]
            self.tops = replace_one(self.tops, i, self.tops[i][1:])
        if size is not None:
            size = size - 1 if size > 0 else 0
            self.sizes = replace_one(self.sizes, i, size)
            low = self.bottoms[i]
            if len(low) > size:
                entry = entry or low[-size - 1]
                self.bottoms = replace_one(self.bottoms, i, low[len(low) - size :])
        elif self.least[i]:
            self.least = replace_one(self.least, i, self.least[i] - 1)
        return entry

    def pop_bottom(self, i: int) -> str:
        """Count a card off the bottom of a deck. Return its entry, as `pop_top` does."""
        if self.looks:
            self.forget_looks(i)
        size, entry = self.sizes[i], UNSEEN
        if self.bottoms[i]:
            entry = self.bottoms[i][-1]
            self.bottoms = replace_one(self.bottoms, i, self.bottoms[i][:-1])
        if size is not None:
            high = self.tops[i]
            if size and len(high) >= size:
                entry = entry or high[size - 1]
                self.tops = replace_one(self.tops, i, high[: size - 1])
            self.sizes = replace_one(self.sizes, i, max(size - 1, 0))
        elif self.least[i]:
            self.least = replace_one(self.least, i, self.least[i] - 1)
        return entry

    # -- changes ---------------------------------------------------------------------------------

    def add_to_size(self, i: int, n: int = 1) -> None:
        """Count `n` cards that come into a deck."""
        if self.looks:
            self.forget_looks(i)
        size = self.sizes[i]
        if size is not None:
            self.sizes = replace_one(self.sizes, i, size + n)
        else:
            self.least = replace_one(self.least, i, self.least[i] + n)

    def forget_looks(self, i: int) -> None:
        """Drop the open looks into a deck: it has changed, so their outcome cannot be told."""
        self.looks = tuple(look for look in self.looks if look.side != i)

    def forget_position(self, i: int, name: str) -> None:
        """Forget the position of an unknown card at the bottom of a deck."""
        if self.bottoms[i] and name in self.bottoms[i]:
            entries = tuple(UNSEEN if e == name else e for e in self.bottoms[i])
            self.bottoms = replace_one(self.bottoms, i, entries)

    def forget_named(self, i: int) -> None:
        """Forget the positions of unknown cards that have been named."""
        held = self.places.get(DECK[self.sides[i]], EMPTY)

        def keep(entries: tuple[str, ...]) -> tuple[str, ...]:
            """Return entries without the names that lie in the deck no more."""
            return tuple(
                UNSEEN if UNKNOWN in e and not held.get(e.removeprefix(HIDDEN)) else e
                for e in entries
            )

        self.tops = replace_one(self.tops, i, keep(self.tops[i]))
        self.bottoms = replace_one(self.bottoms, i, keep(self.bottoms[i]))


def replace_one(pair: tuple[T, T], i: int, value: T) -> tuple[T, T]:
    """Return a pair with the value at position `i` replaced.

    >>> replace_one(("a", "b"), 1, "c")
    ('a', 'c')
    """
    return (value, pair[1]) if i == 0 else (pair[0], value)

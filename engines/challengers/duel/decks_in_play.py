"""What a duel knows of its two decks: how many cards, which lie where, how a card comes out of one.

Nobody may look into a deck, but cards' effects put some at its top or bottom, and what is known of
that is kept: `tops` begin with the next card, `bottoms` end with the lowest.
"""

from __future__ import annotations

from typing import TypeVar

from engines.book import BOOK, EMPTY, UNKNOWN, Booking
from engines.challengers.cards.catalog import CARDS, DECK
from engines.challengers.state import HIDDEN, UNSEEN, Duel, State
from engines.challengers.unseen import decks
from engines.challengers.unseen.debts import can_come_from
from engines.values import UNACCOUNTED

T = TypeVar("T")


class DecksInPlay:
    """The decks of a duel, open to change."""

    __slots__ = (
        "booking",
        "bottoms",
        "find",
        "least",
        "looks",
        "loose",
        "named",
        "places",
        "sides",
        "sizes",
        "state",
        "tops",
    )

    def __init__(self, state: State, booking: Booking, duel: Duel) -> None:
        self.state = state
        self.booking = booking
        self.places = booking.places
        self.sides = duel.sides
        self.sizes = list(duel.sizes)
        self.least = duel.least
        self.loose = duel.loose
        self.tops = duel.tops
        self.bottoms = duel.bottoms
        self.looks = duel.looks
        self.find = {**CARDS, **state.extra}.get if state.extra else CARDS.get
        self.named: dict[str, int] = {}

    def new_name(self, i: int) -> str:
        """Return a name for an unknown card of a side."""
        side = self.sides[i]
        number = self.named.get(side, self.state.players[side].names) + 1
        self.named[side] = number
        return f"{UNKNOWN}{side}.{number}"

    def take_top(self, i: int, item: str, target: str, rule: str) -> str:
        """Move the top card, which is `item`, from a deck; return what it is called there."""
        side = self.sides[i]
        deck = DECK[side]
        entry = self.pop_top(i).removeprefix(HIDDEN)
        if item[0] == UNKNOWN:
            return self.booking.draw(deck, target, rule, self.new_name(i))
        held = self.places.get(deck, EMPTY)
        if entry[:1] == UNKNOWN and held.get(entry) and self.can_be(entry, item):
            decks.identify_card(self.booking, self.state.extra, entry, item, deck, "C79")
            self.booking.owe(item, deck, target, rule)
            return item
        leaves = decks.can_leave(self.booking, self.state.extra, deck, item)
        seen = held.get(item, 0) > self.placed_cards(i).count(item)
        if not (leaves and seen) and self.make_available(i, deck, item):
            self.booking.owe(item, deck, target, rule)
        elif leaves:
            self.booking.move(1, item, deck, target, rule)
        else:
            self.booking.move(1, item, UNACCOUNTED, target, BOOK)
        return item

    def placed_cards(self, i: int) -> list[str]:
        """Return the cards that lie at a known position of a deck."""
        if not self.tops[i] and not self.bottoms[i]:
            return []
        return [entry.removeprefix(HIDDEN) for entry in (*self.tops[i], *self.bottoms[i]) if entry]

    def make_available(self, i: int, deck: str, item: str) -> bool:
        """A card comes out of a deck where the record does not see it, or only further down: an
        unknown one is it, or, in a deck whose list is not known, it was never noted. Return whether
        it was found so."""
        name = self.find_unseen(i, deck, item)
        if name:
            self.forget_place(i, name)
            decks.identify_card(self.booking, self.state.extra, name, item, deck, "C79")
        elif self.loose[i]:
            decks.bring_card(self.booking, self.state.extra, item, deck, "C31")
        return bool(name) or self.loose[i]

    def find_unseen(self, i: int, deck: str, item: str) -> str:
        """Return the unknown card of a deck that is `item` if the top card is, "" when none can be:
        one at a known position only where the record sees no other copy."""
        lying = self.placed_cards(i)
        names = decks.rank_unknowns(self.booking, self.state.extra, deck, item, lying)
        if item in lying:
            names = [name for name in names if name not in lying]
        return names[0] if names else ""

    def can_be(self, name: str, item: str) -> bool:
        """Return whether an unknown card can be a card."""
        return can_come_from(self.booking.pool_of(name), self.find(item))

    def pop_top(self, i: int) -> str:
        """Count a card off the top of a deck; return its entry, "" when nothing is known of it."""
        if self.looks:
            self.forget_looks(i)
        size = self.sizes[i]
        entry = UNSEEN
        if self.tops[i]:
            entry = self.tops[i][0]
            self.tops = replace_one(self.tops, i, self.tops[i][1:])
        if size is not None:
            size = self.sizes[i] = max(size - 1, 0)
            low = self.bottoms[i]
            if len(low) > size:
                entry = entry or low[-size - 1]
                self.bottoms = replace_one(self.bottoms, i, low[len(low) - size :])
        elif self.least[i]:
            self.least = replace_one(self.least, i, self.least[i] - 1)
        return entry

    def pop_bottom(self, i: int) -> str:
        """Count a card off the bottom of a deck; return its entry, as `pop_top` does."""
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
            self.sizes[i] = max(size - 1, 0)
        elif self.least[i]:
            self.least = replace_one(self.least, i, self.least[i] - 1)
        return entry

    def forget_looks(self, i: int) -> None:
        """What a look into a deck came to cannot be told once the deck has changed."""
        self.looks = tuple(look for look in self.looks if look.side != i)

    def forget_named(self, i: int) -> None:
        """Forget the positions of unknown cards that are none any more."""
        held = self.places.get(DECK[self.sides[i]], EMPTY)
        for end in ("tops", "bottoms"):
            entries: tuple[tuple[str, ...], tuple[str, ...]] = getattr(self, end)
            if any(UNKNOWN in entry for entry in entries[i]):
                kept = tuple(
                    UNSEEN if UNKNOWN in e and not held.get(e.removeprefix(HIDDEN)) else e
                    for e in entries[i]
                )
                setattr(self, end, replace_one(entries, i, kept))

    def forget_place(self, i: int, name: str) -> None:
        """Forget where an unknown card lay in a deck."""
        if self.bottoms[i] and name in self.bottoms[i]:
            self.bottoms = replace_one(
                self.bottoms, i, tuple(UNSEEN if e == name else e for e in self.bottoms[i])
            )

    def count_in(self, i: int, n: int = 1) -> None:
        """Count cards that join a deck."""
        if self.looks:
            self.forget_looks(i)
        size = self.sizes[i]
        if size is not None:
            self.sizes[i] = size + n
        else:
            self.least = replace_one(self.least, i, self.least[i] + n)


def replace_one(pair: tuple[T, T], i: int, value: T) -> tuple[T, T]:
    """Return a pair with one of its two replaced."""
    return (value, pair[1]) if i == 0 else (pair[0], value)

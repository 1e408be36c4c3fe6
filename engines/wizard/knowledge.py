"""What is known about the hands: what is held for certain, what may be, and what cannot be.

The unseen cards of a pool fall into kinds (four suits; wizards; jesters) that differ only in who
may hold them: a seat that did not follow a suit holds no number of it. All of them lie in the
hidden places: the hands, the stock. They fit exactly if every set of suits has room in the places
that may hold any of them (Hall's theorem); wizards and jesters may be anywhere and cannot fail to
fit. A set of suits that fills its room to the last card is tight: nothing else can lie there.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from engines.book import EMPTY, is_unknown
from engines.values import TABLE
from engines.wizard.catalog import CARDS, FLIP, HANDS, JESTER, SUIT, SUITS, WIZARD
from engines.wizard.state import State, pool_of

KINDS = (*SUITS, WIZARD, JESTER)
KIND_OF_SUIT = {suit: i for i, suit in enumerate(SUITS)}
ALL_SUITS = (1 << len(SUITS)) - 1


KIND = {card: KIND_OF_SUIT[SUIT[card]] if card in SUIT else KINDS.index(card[-1]) for card in CARDS}
"""The kind of every card: its position in KINDS."""


BIT = tuple(1 << kind if kind < len(SUITS) else 0 for kind in range(len(KINDS)))
"""The bit of every kind in a set of suits, 0 for wizards and jesters."""


class Place(NamedTuple):
    """A place with unseen cards: how many, and the set of suits that it may hold (a bit each).

    A hand that played cards which nobody noted may hold `more` than that.
    """

    size: int
    suits: int = ALL_SUITS
    more: int = 0


class Survey:
    """What certain eyes can conclude about one pool of cards.

    `unseen` are the faces not seen, `seats` the hands by seat. Whatever they do not hold lies
    elsewhere, in the stock above all. `turned` is the suit of the card turned up, when only that
    is known of it.
    """

    def __init__(self, unseen: dict[str, int], seats: dict[int, Place], turned: str = "") -> None:
        self.unseen = unseen
        self.seats = seats
        self.turned = KIND_OF_SUIT.get(turned)
        self.counts = [0] * len(KINDS)
        for card, n in unseen.items():
            self.counts[KIND[card]] += n
        if self.turned is not None:
            self.counts[self.turned] -= 1
        left = sum(self.counts) - sum(place.size for place in seats.values())
        self.consistent = left >= 0
        self.rest = Place(max(left, 0))
        places = (*seats.values(), self.rest)
        self.margins = {
            suits: sum(place.size for place in places if place.suits & suits)
            - sum(n for kind, n in enumerate(self.counts) if BIT[kind] & suits)
            for suits in self._restricted(places)
        }
        self.tight = [suits for suits, margin in self.margins.items() if margin == 0]
        if self.lacking():
            self.tight = []

    @staticmethod
    def _restricted(places: tuple[Place, ...]) -> list[int]:
        """Return every set of suits of which each is ruled out somewhere, small sets first."""
        out = 0
        for place in places:
            if place.size > 0:
                out |= ALL_SUITS & ~place.suits
        sets = [suits for suits in range(1, ALL_SUITS + 1) if suits & ~out == 0] if out else []
        return sorted(sets, key=int.bit_count)

    def lacking(self) -> list[str]:
        """Return the fewest suits whose unseen cards have no room; [] when all cards fit."""
        for suits, margin in self.margins.items():
            if margin < 0:
                return [suit for suit, kind in KIND_OF_SUIT.items() if BIT[kind] & suits]
        return []

    @cached_property
    def holders(self) -> tuple[list[int], ...]:
        """The seats of which a hidden card may be of a kind, kind by kind."""
        return tuple(
            [seat for seat, place in self.seats.items() if self._may(place, kind)]
            for kind in range(len(KINDS))
        )

    def may_hold(self, seat: int, kind: int) -> bool:
        """Return whether one of the hidden cards of a seat may be of a kind."""
        return seat in self.holders[kind]

    def _may(self, place: Place, kind: int) -> bool:
        bit = BIT[kind]
        if self.counts[kind] <= 0 or place.size + place.more <= 0:
            return False
        if bit and not place.suits & bit:
            return False
        room = place.suits if place.size > 0 else ALL_SUITS
        return not any(room & suits and not bit & suits for suits in self.tight)

    @cached_property
    def owners(self) -> tuple[int | None, ...]:
        """The seat that holds every unseen card of a kind, since nobody else may have one; None
        where that is not certain. Where the record contradicts itself nothing is."""
        return tuple(
            holders[0]
            if self.consistent
            and len(holders) == 1
            and kind != self.turned
            and not self._may(self.rest, kind)
            else None
            for kind, holders in enumerate(self.holders)
        )

    def must_hold(self, seat: int, kind: int) -> bool:
        """Return whether every unseen card of a kind is in a seat's hand."""
        return self.owners[kind] == seat

    def possible(self, seat: int) -> list[str]:
        """Return the unseen cards that a seat may hold."""
        return [card for card in self.unseen if seat in self.holders[KIND[card]]]

    def certain(self, seat: int) -> list[str]:
        """Return the unseen cards that a seat holds for certain, by elimination."""
        if seat not in self.owners:
            return []
        return [card for card in self.unseen if self.owners[KIND[card]] == seat]


def sees(eyes: int | None, seat: int, *, forehead: bool) -> bool:
    """Return whether `eyes` see a hand: its owner's do, on the forehead all others' (V4).

    >>> sees(0, 0, forehead=False), sees(1, 0, forehead=False), sees(1, 0, forehead=True)
    (True, False, True)
    """
    if eyes is None:
        return True
    return eyes not in (TABLE, seat) if forehead else eyes == seat


def secrets(state: State, seat: int, eyes: int | None) -> dict[str, int]:
    """Return the cards in a hand that the record knows and `eyes` have not seen."""
    found: dict[str, int] = {}
    held = state.book.places.get(HANDS[seat], EMPTY)
    for shown in state.shown:
        if shown.seat == seat and not sees(eyes, seat, forehead=shown.forehead):
            n = found.get(shown.card, 0) + 1
            if n <= held.get(shown.card, 0):
                found[shown.card] = n
    return found


class Hand(NamedTuple):
    """A hand as certain eyes know it: the number of cards left, the cards seen, those that the
    record knows and they do not, how many they do not know at least and at most (a card that
    nobody noted may have been a known one), and the suits that the seat is out of (P3)."""

    left: int
    known: dict[str, int]
    secret: dict[str, int]
    unknown: int
    most: int
    out: tuple[str, ...]


def hand(state: State, seat: int, eyes: int | None) -> Hand:
    """Return what `eyes` know of a hand."""
    secret = secrets(state, seat, eyes)
    known, n = {}, 0
    for card, held in state.book.places.get(HANDS[seat], EMPTY).items():
        n += held
        if not is_unknown(card):
            seen = held - secret.get(card, 0)
            if seen > 0:
                known[card] = seen
    out = tuple(
        claim.suit
        for claim in state.claims
        if claim.seat == seat and not any(SUIT.get(card) == claim.suit for card in known)
    )
    left = max(n - state.blurred.count(seat), 0)
    seen = sum(known.values())
    return Hand(left, known, secret, max(left - seen, 0), min(left, n - seen), out)


def survey(state: State, eyes: int | None = None, pool: str = "") -> Survey:
    """Return what `eyes` can conclude about the cards of a pool (in the colour war one seat's)."""
    pool = pool or pool_of(state, 0)
    hands = {
        seat: hand(state, seat, eyes)
        for seat in range(state.table.seats)
        if pool_of(state, seat) == pool
    }
    return conclude(state, hands, pool)


def conclude(state: State, hands: dict[int, Hand], pool: str) -> Survey:
    """Return what follows from what is known of the hands that were dealt from a pool."""
    holding = state.book.places.get(pool, EMPTY)
    unseen = {card: n for card, n in holding.items() if not is_unknown(card) and n > 0}
    seats = {}
    for seat, mine in hands.items():
        for card, n in mine.secret.items():
            unseen[card] = unseen.get(card, 0) + n
        suits = ALL_SUITS
        for suit in mine.out:
            suits &= ~BIT[KIND_OF_SUIT[suit]]
        seats[seat] = Place(mine.unknown, suits, mine.most - mine.unknown)
    turned = state.book.sole(FLIP) if state.flip in KIND_OF_SUIT else None
    unknown_flip = turned is not None and is_unknown(turned)
    return Survey(unseen, seats, state.flip if unknown_flip else "")


def possible(state: State, name: str) -> tuple[str, ...]:
    """Return the faces that the unknown piece `name` may still have, () for a known one."""
    pool = state.book.pools.get(name)
    if pool is None:
        return ()
    found = survey(state, None, pool)
    for seat in found.seats:
        if name in state.book.places.get(HANDS[seat], EMPTY):
            return tuple(found.possible(seat))
    if state.book.sole(FLIP) == name and state.flip in KIND_OF_SUIT:
        return tuple(card for card in found.unseen if SUIT.get(card) == state.flip)
    return tuple(found.unseen)

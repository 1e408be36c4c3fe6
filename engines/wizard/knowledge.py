"""What is known about hidden hands: cards held for certain, possible cards, impossible ones.

The unseen cards of a pool fall into kinds (four suits, wizards, jesters) that differ only in who
may hold them: a seat that did not follow a suit holds no number of it. All of them lie in hidden
places: the hands and the stock. By Hall's theorem they fit exactly if every set of suits has room
in the places that may hold one of them. Wizards and jesters may lie anywhere and always fit. A set
of suits that fills its room to the last card is tight: nothing else can lie there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from engines.book import EMPTY, is_unknown
from engines.values import TABLE
from engines.wizard.catalog import CARDS, DECK, FLIP, HANDS, JESTER, NUMBERS_OF, SUIT, SUITS, WIZARD
from engines.wizard.state import State, VoidClaim, count_hidden_cards, find_pool

NUMBERS = len(NUMBERS_OF[SUITS[0]])
"""How many numbers a suit has."""

KINDS = (*SUITS, WIZARD, JESTER)
KIND_OF_SUIT = {suit: i for i, suit in enumerate(SUITS)}
ALL_SUITS = (1 << len(SUITS)) - 1


KIND = {card: KIND_OF_SUIT[SUIT[card]] if card in SUIT else KINDS.index(card[-1]) for card in CARDS}
"""Card to its kind: a position in KINDS."""


BIT = tuple(1 << kind if kind < len(SUITS) else 0 for kind in range(len(KINDS)))
"""Kind to its bit in a set of suits; 0 for wizards and jesters."""


class HiddenPlace(NamedTuple):
    """A place with hidden cards: their number, and the set of suits it may hold (one bit each).

    A hand that played cards which nobody noted may hold `more` cards than that.
    """

    size: int
    suits: int = ALL_SUITS
    more: int = 0


class Survey:
    """Conclusions about one pool of cards, as certain eyes can draw them.

    `unseen` are the faces that the eyes have not seen, `seats` the hands by seat; other unseen
    cards lie elsewhere, above all in the stock. `turned` is the suit of the card turned up where
    only that is known of it.
    """

    def __init__(
        self, unseen: dict[str, int], seats: dict[int, HiddenPlace], turned: str = ""
    ) -> None:
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
        self.rest = HiddenPlace(max(left, 0))
        places = (*seats.values(), self.rest)
        self.margins = {
            suits: sum(place.size for place in places if place.suits & suits)
            - sum(n for kind, n in enumerate(self.counts) if BIT[kind] & suits)
            for suits in self._list_restricted_suits(places)
        }
        self.tight = [suits for suits, margin in self.margins.items() if margin == 0]
        if self.find_suits_without_room():
            self.tight = []

    @staticmethod
    def _list_restricted_suits(places: tuple[HiddenPlace, ...]) -> list[int]:
        """Return every set of suits that are each ruled out in some place, small sets first."""
        out = 0
        for place in places:
            if place.size > 0:
                out |= ALL_SUITS & ~place.suits
        sets = [suits for suits in range(1, ALL_SUITS + 1) if suits & ~out == 0] if out else []
        return sorted(sets, key=int.bit_count)

    def find_suits_without_room(self) -> list[str]:
        """Return the smallest set of suits whose unseen cards have no room, or []."""
        for suits, margin in self.margins.items():
            if margin < 0:
                return [suit for suit, kind in KIND_OF_SUIT.items() if BIT[kind] & suits]
        return []

    @cached_property
    def holders(self) -> tuple[list[int], ...]:
        """Kind to the seats that may hold a card of it among their hidden cards."""
        return tuple(
            [seat for seat, place in self.seats.items() if self._can_lie_in(place, kind)]
            for kind in range(len(KINDS))
        )

    def can_hold(self, seat: int, kind: int) -> bool:
        """Return whether one of a seat's hidden cards may be of a kind."""
        return seat in self.holders[kind]

    def _can_lie_in(self, place: HiddenPlace, kind: int) -> bool:
        bit = BIT[kind]
        if self.counts[kind] <= 0 or place.size + place.more <= 0:
            return False
        if bit and not place.suits & bit:
            return False
        room = place.suits if place.size > 0 else ALL_SUITS
        return not any(room & suits and not bit & suits for suits in self.tight)

    @cached_property
    def owners(self) -> tuple[int | None, ...]:
        """Kind to the seat that certainly holds all its unseen cards, or None.

        No owner is certain where the record contradicts itself.
        """
        return tuple(
            holders[0]
            if self.consistent
            and len(holders) == 1
            and kind != self.turned
            and not self._can_lie_in(self.rest, kind)
            else None
            for kind, holders in enumerate(self.holders)
        )

    def is_sole_holder(self, seat: int, kind: int) -> bool:
        """Return whether all unseen cards of a kind are in a seat's hand."""
        return self.owners[kind] == seat

    def list_possible_cards(self, seat: int) -> list[str]:
        """Return the unseen cards that a seat may hold."""
        return [card for card in self.unseen if seat in self.holders[KIND[card]]]

    def list_certain(self, seat: int) -> list[str]:
        """Return the unseen cards that a seat certainly holds, by elimination."""
        if seat not in self.owners:
            return []
        return [card for card in self.unseen if self.owners[KIND[card]] == seat]


def can_see(eyes: int | None, seat: int, *, forehead: bool) -> bool:
    """Return whether `eyes` see a hand: the owner's do, or on the forehead all others' (V4).

    >>> can_see(0, 0, forehead=False), can_see(1, 0, forehead=False), can_see(1, 0, forehead=True)
    (True, False, True)
    """
    if eyes is None:
        return True
    return eyes not in (TABLE, seat) if forehead else eyes == seat


def count_secret_cards(state: State, seat: int, eyes: int | None) -> dict[str, int]:
    """Return the cards in a hand that the record knows and `eyes` have not seen: card to copies."""
    found: dict[str, int] = {}
    if eyes is None:
        return found
    held = state.book.places.get(HANDS[seat], EMPTY)
    for shown in state.shown_cards:
        if shown.seat == seat and not can_see(eyes, seat, forehead=shown.forehead):
            n = found.get(shown.card, 0) + 1
            if n <= held.get(shown.card, 0):
                found[shown.card] = n
    return found


class KnownHand(NamedTuple):
    """A hand as certain eyes know it.

    `left` is the number of cards, `known` are the cards seen, `secret` those that only the record
    knows. At least `unknown` and at most `most` cards are hidden from the eyes: a card that nobody
    noted may have been a known one. `out` are the suits that the seat is out of (P3).
    """

    left: int
    known: dict[str, int]
    secret: dict[str, int]
    unknown: int
    most: int
    out: tuple[str, ...]


def view_hand(state: State, seat: int, eyes: int | None) -> KnownHand:
    """Return what `eyes` know of a hand."""
    secret = count_secret_cards(state, seat, eyes)
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
    left = max(n - state.unnoted_plays.count(seat), 0)
    seen = sum(known.values())
    return KnownHand(left, known, secret, max(left - seen, 0), min(left, n - seen), out)


def survey_pool(state: State, eyes: int | None = None, pool: str = "") -> Survey:
    """Return what `eyes` can conclude about the cards of a pool (by default seat a's)."""
    pool = pool or find_pool(state, 0)
    hands = {
        seat: view_hand(state, seat, eyes)
        for seat in range(state.table.seats)
        if find_pool(state, seat) == pool
    }
    return survey_hands(state, hands, pool)


def has_ample_room(state: State, claims: Sequence[VoidClaim]) -> bool:
    """Return whether every unseen number of the suits that some seats are out of has room in the
    stock and the other hands, also after one more card is played."""
    suits = {claim.suit for claim in claims}
    holding = state.book.places.get(DECK, EMPTY)
    stock = sum(holding.values())
    if stock >= len(suits) * NUMBERS:
        return True
    unseen = 0
    for suit in suits:
        for card in NUMBERS_OF[suit]:
            if holding.get(card, 0) > 0:
                unseen += 1
    if stock >= unseen:
        return True
    tied = {claim.seat for claim in claims}.union(state.unnoted_plays)
    free = [HANDS[seat] for seat in range(state.seats) if seat not in tied]
    return stock + sum(count_hidden_cards(state, hand) for hand in free) > unseen


def survey_hands(state: State, hands: dict[int, KnownHand], pool: str) -> Survey:
    """Return the conclusions from what is known of the hands dealt from a pool."""
    holding = state.book.places.get(pool, EMPTY)
    unseen = {card: n for card, n in holding.items() if not is_unknown(card) and n > 0}
    seats = {}
    for seat, mine in hands.items():
        for card, n in mine.secret.items():
            unseen[card] = unseen.get(card, 0) + n
        suits = ALL_SUITS
        for suit in mine.out:
            suits &= ~BIT[KIND_OF_SUIT[suit]]
        seats[seat] = HiddenPlace(mine.unknown, suits, mine.most - mine.unknown)
    turned = state.book.sole(FLIP) if state.flip in KIND_OF_SUIT else None
    unknown_flip = turned is not None and is_unknown(turned)
    return Survey(unseen, seats, state.flip if unknown_flip else "")


def list_possible_faces(state: State, name: str) -> tuple[str, ...]:
    """Return the faces that the unknown piece `name` may still have, () for a known one."""
    pool = state.book.pools.get(name)
    if pool is None:
        return ()
    found = survey_pool(state, None, pool)
    for seat in found.seats:
        if name in state.book.places.get(HANDS[seat], EMPTY):
            return tuple(found.list_possible_cards(seat))
    if state.book.sole(FLIP) == name and state.flip in KIND_OF_SUIT:
        return tuple(card for card in found.unseen if SUIT.get(card) == state.flip)
    return tuple(found.unseen)

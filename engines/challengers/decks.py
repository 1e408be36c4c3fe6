"""Decks, fields and benches in the book: taking cards out, naming unknown ones, putting all back.

An unknown card lies somewhere under a name. It came from a level pile (then its level is known)
or from a deck (then it is one of that deck's cards), and what it is may depend on what another
unknown one is: `identify` follows that.
"""

from __future__ import annotations

from collections.abc import Collection

from engines.book import EMPTY, UNKNOWN, Book, Booking, age
from engines.challengers.card import Card
from engines.challengers.catalog import BENCH, CARDS, DECK, DISCARD, EXHAUST, FIELD, PILE, UNDER

DECKS = frozenset(DECK.values())

Known = dict[str, Card]
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


def unknowns(booking: Booking, place: str, card: Card | None) -> list[str]:
    """Return the unknown cards in a place that can be a card, oldest first."""
    held = booking.places.get(place, EMPTY)
    names = [
        name
        for name, n in held.items()
        if n > 0 and name[0] == UNKNOWN and (pool := booking.pool_of(name)) and may_be(pool, card)
    ]
    return sorted(names, key=age) if len(names) > 1 else names


def likely(
    booking: Booking, extra: Known, place: str, item: str, lying: Collection[str] = ()
) -> list[str]:
    """Return the unknown cards in a place that can be a card: those first of which the record can
    explain it, then those that are not `lying` at a known position, then the oldest."""
    names = unknowns(booking, place, lookup(extra, item))
    if len(names) > 1:
        names.sort(key=lambda name: (not can_turn_out(booking, extra, name, item), name in lying))
    return names


def lookup(extra: Known, item: str) -> Card | None:
    """Return a card of the match, None for what is none."""
    return extra.get(item) or CARDS.get(item)


def face_of(book: Book, item: str) -> str:
    """Return the face of an unknown card where hindsight knows it, else what it is called."""
    return book.known.get(item, item)


def supply(booking: Booking, extra: Known, item: str) -> str:
    """Return where a card is that nobody saw leave: its pile, its discards, or the box."""
    found = lookup(extra, item)
    level = found.level if found is not None else ""
    pile = PILE.get(level, "box")
    for place in (pile, UNDER.get(level, "box"), DISCARD.get(level, "box"), "box"):
        if booking.places.get(place, EMPTY).get(item, 0) > 0:
            return place
    return pile


def bring(booking: Booking, extra: Known, item: str, place: str, rule: str) -> None:
    """A card that the record did not see coming is in a place: it came from its supply."""
    source = supply(booking, extra, item)
    if booking.places.get(source, EMPTY).get(item, 0) <= 0:
        for name in unknowns(booking, source, lookup(extra, item)):
            if can_turn_out(booking, extra, name, item):
                identify(booking, extra, name, item, source, rule)
                break
    booking.move(1, item, source, place, rule)


def identify(
    booking: Booking,
    extra: Known,
    name: str,
    item: str,
    place: str,
    rule: str,
    *,
    loose: bool = False,
    lying: Collection[str] = (),
) -> None:
    """Learn that the unknown card `name` in a place is `item`.

    Where its pool does not hold that face, another unknown card in the pool is it, one of those
    still `lying` at a known position of a deck only as a last resort; in a deck whose list is not
    known (`loose`), it came there without anybody noting it.
    """
    chain = chain_to(booking, name, item, card=lookup(extra, item), lying=lying)
    if chain is None and loose:
        bring(booking, extra, item, booking.pool_of(name), "C31")
    for inner, where in reversed(chain or ()):
        booking.learn(inner, item, where, rule)
    booking.learn(name, item, place, rule)


def chain_to(
    booking: Booking,
    name: str,
    item: str,
    *,
    card: Card | None,
    lying: Collection[str] = (),
) -> list[tuple[str, str]] | None:
    """Return the unknown cards, each with where it lies, that must be `item` for `name` to be it:
    each lies in the pool of the one before, and the last one's pool holds the face. None when
    there are none such.

    A card that is known to be in a deck stays there as long as anything else explains the face.
    """
    first = booking.pool_of(name)
    chains: dict[str, list[tuple[str, str]]] = {first: []}
    near, far = [first], list[str]()
    while near or far:
        pool = (near or far).pop(0)
        if booking.places.get(pool, EMPTY).get(item, 0) > 0:
            return chains[pool]
        inner = unknowns(booking, pool, card)
        for other in sorted(inner, key=lambda each: each in lying):
            further = booking.pool_of(other)
            if further not in chains:
                chains[further] = [*chains[pool], (other, pool)]
                (far if further in DECKS else near).append(further)
    return None


def can_turn_out(booking: Booking, extra: Known, name: str, item: str) -> bool:
    """Return whether the record can explain that an unknown card is `item`."""
    return chain_to(booking, name, item, card=lookup(extra, item)) is not None


def possible(book: Book, name: str) -> tuple[str, ...]:
    """Return the faces that an unknown card can have, those of unknown cards in its pool too."""
    pools = [book.pools[name]] if name in book.pools else []
    faces: dict[str, None] = {}
    for pool in pools:
        for item, n in book.holding(pool).items():
            if n > 0 and item[0] != UNKNOWN:
                faces[item] = None
            elif n > 0 and (further := book.pools.get(item)) and further not in pools:
                pools.append(further)
    return tuple(faces)


def gather(booking: Booking, side: str) -> None:
    """C62: everything of a side goes back to its deck."""
    deck = DECK[side]
    for place in (FIELD[side], BENCH[side], EXHAUST[side]):
        held = booking.places.get(place)
        if not held:
            continue
        if any(item[0] == UNKNOWN for item in held):
            for item, n in list(held.items()):
                if booking.pool_of(item) == deck:
                    booking.back(item, place, "C62")
                else:
                    booking.move(n, item, place, deck, "C62")
        else:
            booking.pour(place, deck, "C62")


def discard_place(extra: Known, booking: Booking, item: str) -> str:
    """Return where a card goes that leaves a deck: its tray's discards, or back to the box."""
    found = lookup(extra, item)
    level = found.level if found is not None else level_in(booking.pool_of(item))
    return DISCARD.get(level, "box")

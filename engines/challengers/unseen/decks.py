"""Cards in decks, fields and benches: finding them, naming unknown ones, putting all back.

An unknown card goes by a name. It came from a level pile, which tells its level, or from a deck, of
which it is one of the cards. What it can be may depend on other unknown cards: see `debts`.
"""

from __future__ import annotations

from collections.abc import Collection

from engines.book import EMPTY, Book, Booking, is_unknown, parse_name_number
from engines.challengers.cards.card import Card
from engines.challengers.cards.catalog import (
    BENCH,
    CARDS,
    DECK,
    DISCARD,
    EXHAUST,
    FIELD,
    PILE,
    UNDER,
)
from engines.challengers.unseen.debts import (
    DECKS,
    ExtraCards,
    can_come_from,
    can_explain,
    is_owed,
    is_pool,
    pool_level,
)


def find_unknowns(booking: Booking, place: str, card: Card | None) -> list[str]:
    """Return the unknown cards in a place that can be `card` by their level, oldest first."""
    held = booking.places.get(place, EMPTY)
    names = [
        name
        for name, n in held.items()
        if n > 0
        and is_unknown(name)
        and (pool := booking.pool_of(name))
        and can_come_from(pool, card)
    ]
    return sorted(names, key=parse_name_number) if len(names) > 1 else names


def rank_unknowns(
    booking: Booking, extra: ExtraCards, place: str, item: str, placed: Collection[str] = ()
) -> list[str]:
    """Return the candidates for `item` among the unknown cards in a place, best first: consistent
    with all debts; its pool holds the face; not one of the cards `placed` at a known position;
    oldest."""
    names = find_unknowns(booking, place, find_card(extra, item))
    if len(names) > 1:
        names.sort(
            key=lambda name: (
                not can_be(booking, extra, name, item),
                booking.places.get(booking.pool_of(name), EMPTY).get(item, 0) <= 0,
                name in placed,
            )
        )
    return names


def find_card(extra: ExtraCards, item: str) -> Card | None:
    """Return a card of the match by its id, None for an unknown one."""
    return extra.get(item) or CARDS.get(item)


def known_face(book: Book, item: str) -> str:
    """Return the face of an unknown card where hindsight knows it, else its name."""
    return book.known.get(item, item)


def find_supply(booking: Booking, extra: ExtraCards, item: str) -> str:
    """Return the place that `item` came from when nobody saw it leave: its pile, what lies under
    it, its discards or the box."""
    found = find_card(extra, item)
    level = found.level if found is not None else ""
    pile = PILE.get(level, "box")
    for place in (pile, UNDER.get(level, "box"), DISCARD.get(level, "box"), "box"):
        if booking.places.get(place, EMPTY).get(item, 0) > 0:
            return place
    return pile


def bring_card(booking: Booking, extra: ExtraCards, item: str, place: str, rule: str) -> None:
    """Move a card from its supply to a place where it turned up. A pile that cannot have it any
    more owes it, if that can be explained."""
    source = find_supply(booking, extra, item)
    lacks = booking.places.get(source, EMPTY).get(item, 0) <= 0
    if lacks and is_pool(source) and can_explain(extra, booking, source, item):
        booking.owe(item, source, place, rule)
    else:
        booking.move(1, item, source, place, rule)


def identify_card(
    booking: Booking,
    extra: ExtraCards,
    name: str,
    item: str,
    place: str,
    rule: str,
    *,
    loose: bool = False,
    placed: Collection[str] = (),
) -> None:
    """Learn that the unknown card `name` in a place is `item`.

    Where it came from a deck that does not hold that face, it was one of the deck's unknown cards,
    one of those `placed` at a known position only as a last resort. In a deck whose list is not
    known (`loose`) it is brought from the supply.
    """
    pool = booking.pool_of(name)
    if booking.places.get(pool, EMPTY).get(item, 0) <= 0:
        inner = rank_unknowns(booking, extra, pool, item, placed) if pool in DECKS else []
        if inner and can_be(booking, extra, inner[0], item):
            identify_card(booking, extra, inner[0], item, pool, rule)
        elif loose:
            bring_card(booking, extra, item, pool, "C31")
    booking.learn(name, item, place, rule)


def can_be(booking: Booking, extra: ExtraCards, name: str, item: str) -> bool:
    """Return whether the record can explain that the unknown card `name` is `item`."""
    return can_explain(extra, booking, booking.pool_of(name), item, name)


def can_leave(booking: Booking, extra: ExtraCards, deck: str, item: str) -> bool:
    """Return whether the deck may still hold `item`: no card that left face down is forced to have
    been it."""
    held = booking.places.get(deck, EMPTY)
    return (
        held.get(item, 0) <= 0
        or min(held.values()) > 0
        or not is_owed(booking, item)
        or can_explain(extra, booking, deck, item)
    )


def list_possible_faces(booking: Booking, extra: ExtraCards, name: str) -> tuple[str, ...]:
    """Return the faces that an unknown card can have, as far as the record can explain them: those
    in its pool, and those of the unknown cards in there."""
    first = booking.pool_of(name)
    pools = [first] if first else []
    faces: dict[str, None] = {}
    for pool in pools:
        for item, n in booking.places.get(pool, EMPTY).items():
            if n > 0 and not is_unknown(item):
                faces[item] = None
            elif n > 0 and (further := booking.pool_of(item)) and further not in pools:
                pools.append(further)
    return tuple(
        face
        for face in faces
        if can_come_from(first, find_card(extra, face))
        and can_explain(extra, booking, first, face, name)
    )


def gather_cards(booking: Booking, side: str) -> None:
    """C62: move all cards of a side back to its deck."""
    deck = DECK[side]
    for place in (FIELD[side], BENCH[side], EXHAUST[side]):
        held = booking.places.get(place)
        if not held:
            continue
        if booking.pools and any(is_unknown(item) for item in held):
            for item, n in list(held.items()):
                if booking.pool_of(item) == deck:
                    booking.give_up(item, place, "C62")
                else:
                    booking.move(n, item, place, deck, "C62")
        else:
            booking.pour(place, deck, "C62")


def find_discards(extra: ExtraCards, booking: Booking, item: str) -> str:
    """Return the place for a card that leaves a deck: the discards of its level, or the box."""
    found = find_card(extra, item)
    level = found.level if found is not None else pool_level(booking.pool_of(item))
    return DISCARD.get(level, "box")

"""The level piles: drawing from them, and shuffling discards under them (C23, C35).

What goes under a pile lies apart until the pile is used up, because a card that was drawn unseen
before can be none of it.
"""

from __future__ import annotations

from engines.book import EMPTY, Book, Booking, is_unknown
from engines.challengers.cards.catalog import DISCARD, OFFER, PILE, UNDER


def pile_size(book: Book, level: str) -> int:
    """Return the size of a pile with what lies under it."""
    return book.size(PILE[level]) + book.size(UNDER[level])


def refill_pile(booking: Booking, level: str, ply: int) -> None:
    """C35: put the discards of a level under its pile. `ply` keeps the names of unknown cards
    apart."""
    pile, under, discards = PILE[level], UNDER[level], DISCARD[level]
    for item, n in sorted(booking.places.get(discards, EMPTY).items()):
        booking.move(n, item, discards, under, "C35")
    if sum(booking.places.get(pile, EMPTY).values()) <= 0:
        raise_discards(booking, level, ply)


def prepare_draw(booking: Booking, level: str, n: int, when_empty: bool, ply: int) -> bool:
    """Make `n` cards of a pile ready to be drawn, with those under it and, if `when_empty`, its
    discards. Return whether there is a card at all."""
    pile = PILE[level]
    if sum(booking.places.get(pile, EMPTY).values()) < n:
        if when_empty and not booking.places.get(UNDER[level]):
            refill_pile(booking, level, ply)
        if booking.places.get(UNDER[level]):
            raise_discards(booking, level, ply)
    return sum(booking.places.get(pile, EMPTY).values()) > 0


def raise_discards(booking: Booking, level: str, ply: int) -> None:
    """C35: merge a pile with what lies under it.

    Cards drawn unseen before can only be of what the pile held then: that is moved to a past pile
    of its own, from which what is left comes back as unknown cards.
    """
    pile, under = PILE[level], UNDER[level]
    held = dict(booking.places.get(pile, EMPTY))
    drawn = sorted(item for item, n in held.items() if n < 0)
    left = sum(held.values())
    if drawn:
        past = f"past.{level}.{ply}"
        for item, n in sorted(held.items()):
            booking.move(n, item, pile, past, "C35")
        for item in drawn:
            if is_unknown(item):
                booking.confine(item, past, "C35")
            else:
                for _ in range(-held[item]):
                    booking.owe(item, past, pile, "C35")
        for number in range(left):
            booking.draw(past, pile, "C35", f"?p{level.lower()}-{ply * 100 + number}")
    for item, n in sorted(booking.places.get(under, EMPTY).items()):
        if booking.pool_of(item) == pile:
            booking.give_up(item, under, "C35")
        else:
            booking.move(n, item, under, pile, "C35")


def discard_partly_unseen(booking: Booking, side: str, level: str, ply: int) -> None:
    """C31: discard an offer from which cards were taken unseen. They can only be of what it held:
    that is moved to a past pile, from which the rest goes to the discards as unknown cards."""
    offer, past = OFFER[side], f"past.{level}.{side}{ply}"
    held = dict(booking.places.get(offer, EMPTY))
    for item, n in sorted(held.items()):
        booking.move(n, item, offer, past, "C31")
    for name in sorted(item for item, n in held.items() if n < 0):
        booking.confine(name, past, "C31")
    for number in range(sum(held.values())):
        booking.draw(past, DISCARD[level], "C31", f"?o{side}-{ply * 100 + number}")


def drawable_cards(book: Book, level: str, n: int) -> dict[str, int]:
    """Return the known cards that may be among `n` cards drawn from a pile, card to number."""
    held = book.holding(PILE[level])
    found = {item: k for item, k in held.items() if k > 0 and not is_unknown(item)}
    if book.size(PILE[level]) >= n:
        return found
    below = {i: k for i, k in book.holding(UNDER[level]).items() if k > 0 and not is_unknown(i)}
    if any(k < 0 for k in held.values()):
        return below
    return {item: found.get(item, 0) + below.get(item, 0) for item in (*found, *below)}

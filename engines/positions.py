"""Positions laid out by hand: what lies where, without the actions that led there."""

from __future__ import annotations

from collections.abc import Mapping

from engines.book import BOOK, EMPTY, UNKNOWN, Book, Booking, begin_booking, is_unknown
from engines.values import UNACCOUNTED, owner_of

Holds = Mapping[str, Mapping[str, int]]
"""What lies in some places. An item ``?deck.1`` is a piece drawn unseen from ``deck.1``."""


def lay_out(book: Book, holds: Holds, endless: frozenset[str] = frozenset()) -> Book:
    """Return `book` with `holds` in the places that `holds` names.

    What these places lack comes from the places of the table (no seat's) that are not named, and
    what they held before goes back there. What the table does not have comes from the first of
    the `endless` places; without one the difference stays in `unaccounted`.

    >>> book = Book({"bank": {"red": 4}, "a.tokens": {}})
    >>> lay_out(book, {"a.tokens": {"red": 3}}).places
    {'bank': {'red': 1}, 'a.tokens': {'red': 3}}
    """
    booking = begin_booking(book, endless)
    for place in holds:
        _clear(booking, place)
    for place, items in holds.items():
        for item, n in items.items():
            if is_unknown(item):
                booking.draw_many(n, item.removeprefix(UNKNOWN), place, BOOK)
            else:
                booking.move(n, item, UNACCOUNTED, place, BOOK)
    bank = next(iter(sorted(endless.difference(holds))), "")
    for item, n in list(booking.places.get(UNACCOUNTED, EMPTY).items()):
        if n < 0:
            _take(booking, -n, item, _stocks(book, item, holds), bank)
        else:
            _put_back(booking, n, item, _stocks(book, item, holds), bank)
    return booking.close()


def _clear(booking: Booking, place: str) -> None:
    """Move all pieces out of `place`: known ones to `unaccounted`, unknown ones to their pool."""
    for item, n in list(booking.places.get(place, EMPTY).items()):
        if n > 0 and booking.pool_of(item):
            booking.give_up(item, place, BOOK)
        else:
            booking.move(n, item, place, UNACCOUNTED, BOOK)


def _stocks(book: Book, item: str, holds: Holds) -> list[str]:
    """Return the places of the table that `holds` does not name and that have `item`."""
    return [
        place
        for place, held in book.places.items()
        if place not in holds and owner_of(place) is None and held.get(item, 0) > 0
    ]


def _take(booking: Booking, n: int, item: str, stocks: list[str], bank: str) -> None:
    """Move `n` of `item` to `unaccounted`: what `stocks` have of it, the rest from `bank`."""
    for stock in stocks:
        taken = min(n, booking.places[stock].get(item, 0))
        booking.move(taken, item, stock, UNACCOUNTED, BOOK)
        n -= taken
    if bank:
        booking.move(n, item, bank, UNACCOUNTED, BOOK)


def _put_back(booking: Booking, n: int, item: str, stocks: list[str], bank: str) -> None:
    """Move `n` of `item` from `unaccounted` to the first of `stocks`, or else to `bank`."""
    target = next(iter(stocks), bank)
    if target:
        booking.move(n, item, UNACCOUNTED, target, BOOK)

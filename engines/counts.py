"""Counts: pieces counted at the table, compared with the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from engines.book import Book, Booking, is_unknown
from engines.values import UNACCOUNTED, Action, Breach, Taker

MOST_COUNTED = 9999
"""The largest number that a count may say."""


COUNT = "COUNT"
"""The rule broken when a count shows something else than the record (see the common rulebook)."""


class Count(Action, frozen=True, kw_only=True):
    """Pieces counted in some places: ``{"a.tokens": {"red": 3}}``. Other items are not compared.

    An item ``?deck.1`` stands for the unknown pieces from the pool ``deck.1``. `status` says
    how far the match is, in words that the game understands: ``{"turn": 1, "round": 6}``.
    """

    verb: ClassVar[str] = "count"
    taken_by: ClassVar[Taker] = "table"

    holds: dict[str, dict[str, int]] = {}
    status: dict[str, int] = {}


def count_in_record(book: Book, place: str, item: str) -> int:
    """Return the number of `item` in `place` according to the record: a pool is counted whole."""
    if not is_unknown(item):
        return book.count(place, item)
    pool = item[1:]
    if pool == place:
        return book.size(place)
    return sum(n for name, n in book.holding(place).items() if book.pools.get(name) == pool)


def book_count(booking: Booking, book: Book, action: Count) -> None:
    """Move the differences between a count and the record from or to `unaccounted`."""
    for place, items in action.holds.items():
        for item, n in items.items():
            less = count_in_record(book, place, item) - n
            if not is_unknown(item):
                booking.move(less, item, place, UNACCOUNTED, COUNT)
                booking.move(-less, item, UNACCOUNTED, place, COUNT)
                continue
            pool = item[1:]
            if pool == place:
                book_pool(booking, book, pool, less)
                continue
            for _ in range(-less):
                booking.draw(pool, place, COUNT)
            named = [u for u in booking.unknowns(place) if book.pools.get(u) == pool]
            for name in named[: max(less, 0)]:
                booking.move(1, name, place, UNACCOUNTED, COUNT)


def hide_faces(book: Book, action: Count, is_hidden: Callable[[str], bool]) -> Count:
    """Return a count without the faces that lie in hidden places and that `book` does not know.

    `book` is what certain eyes know, `is_hidden` says which places they cannot look into.
    """
    holds = {
        place: {
            item: n
            for item, n in items.items()
            if not is_hidden(place) or is_unknown(item) or book.count(place, item) > 0
        }
        for place, items in action.holds.items()
    }
    return Count(holds=holds)


def book_pool(booking: Booking, book: Book, pool: str, less: int) -> None:
    """Take pieces unseen out of a pool that holds `less` fewer than the record says.

    They are unaccounted. A pool that holds more gets such pieces back, as far as there are any.
    """
    booking.draw_many(max(less, 0), pool, UNACCOUNTED, COUNT)
    drawn = [name for name in booking.unknowns(UNACCOUNTED) if book.pools.get(name) == pool]
    for name in drawn[: max(-less, 0)]:
        booking.give_up(name, UNACCOUNTED, COUNT)


def find_miscounts(book: Book, action: Count) -> Iterator[Breach]:
    """Yield a breach for every number of a count that differs from the record."""
    for place, items in action.holds.items():
        for item, n in items.items():
            record = count_in_record(book, place, item)
            if record != n:
                yield Breach(
                    COUNT, COUNT, {"place": place, "item": item, "record": record, "counted": n}
                )

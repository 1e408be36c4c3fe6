"""Who begins the next match of the same people."""

from __future__ import annotations

from collections.abc import Collection


def find_next_seat(first: int, seats: int, left: Collection[int] = ()) -> int:
    """Return the seat that begins the match after one that `first` began: the next one round the
    table whose person has not left.

    >>> find_next_seat(2, 3), find_next_seat(0, 3, left=[1])
    (0, 2)
    """
    around = [(first + 1 + seat) % seats for seat in range(seats)]
    return next((seat for seat in around if seat not in left), 0)

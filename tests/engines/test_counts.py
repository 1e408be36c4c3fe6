"""A count by itself, in a small book: pieces, unknown pieces of several pools, pools."""

from __future__ import annotations

from typing import Any

import pytest

from engines.book import Book, begin_booking
from engines.counts import (
    COUNT,
    Count,
    book_count,
    count_in_record,
    find_miscounts,
    hide_faces,
)
from engines.registry import load_engine
from engines.values import UNACCOUNTED, DecodeError, Setup
from tests.some import some


def open_book() -> Book:
    """Return a book: 3 red and 2 unseen cards of pool `x`, 1 of pool `y` in a hand."""
    booking = begin_booking(
        Book({"a.hand": {"red": 3}, "x": {"king": 3, "queen": 2}, "y": {"ace": 4}, "bank": {}})
    )
    booking.draw_many(2, "x", "a.hand", "S1")
    booking.draw("y", "a.hand", "S1")
    return booking.close()


LYING = {"bank": {"red": 2, "blue": 1}, "a.hand": {"red": 1, "green": -1}}
"""Two places; the second one has paid a green one that it did not have."""


@pytest.mark.parametrize(
    "taken",
    [
        {"red": 1, "blue": 1},
        {"red": 2, "blue": 2, "green": 1},
        {"red": 5, "blue": 0, "yellow": 1},
        {},
    ],
)
def test_pieces_of_several_kinds_are_moved_one_kind_after_the_other(taken: dict[str, int]) -> None:
    """With the same moves and the same book, also where the place lacks some of them."""
    one, other = begin_booking(Book(LYING)), begin_booking(Book(LYING))
    one.move_all(taken, "bank", "a.hand", "S1")
    for item, n in taken.items():
        other.move(n, item, "bank", "a.hand", "S1")
    assert (one.moves, one.close()) == (other.moves, other.close())
    assert LYING["bank"] == {"red": 2, "blue": 1}


IN_RECORD = [
    ("a.hand", "red", 3),
    ("a.hand", "blue", 0),
    ("nowhere", "red", 0),
    ("a.hand", "?x", 2),
    ("a.hand", "?y", 1),
    ("a.hand", "?z", 0),
    ("x", "?x", 3),
    ("y", "?y", 3),
    ("x", "king", 3),
]


@pytest.mark.parametrize(("place", "item", "n"), IN_RECORD)
def test_what_the_record_says(place: str, item: str, n: int) -> None:
    """Unknown pieces are told apart by their pools; a pool is counted whole."""
    assert count_in_record(open_book(), place, item) == n


COUNTED = [
    (place, item, n, more)
    for place, item, n in IN_RECORD
    for more in (-2, -1, 0, 1, 2)
    if n + more >= 0 and item != "?z" and not (place in ("x", "y") and more > 0)
]
"""What can be counted, and how it differs from the record."""


@pytest.mark.parametrize(("place", "item", "n", "more"), COUNTED)
def test_the_record_says_what_was_counted(place: str, item: str, n: int, more: int) -> None:
    """Afterwards, whatever it said before; the difference is unaccounted, nothing else moves."""
    book = open_book()
    booking = begin_booking(book)
    action = Count(holds={place: {item: n + more}})
    book_count(booking, book, action)
    after = booking.close()
    assert count_in_record(after, place, item) == n + more
    assert list(find_miscounts(after, action)) == []
    touched = {place, *({"x", "y"} if item.startswith("?") else ())}
    for other, kind, m in some(each for each in IN_RECORD if each[0] not in touched):
        assert count_in_record(after, other, kind) == m
    assert after.totals() == book.totals()
    assert {move.rule for move in booking.moves} == ({COUNT} if more else set())
    assert sum(move.n for move in booking.moves) == abs(more)


def test_a_pool_that_holds_more_gets_back_what_was_unaccounted() -> None:
    """As far as there is any."""
    book = open_book()
    booking = begin_booking(book)
    book_count(booking, book, Count(holds={"x": {"?x": 1}}))
    less = booking.close()
    assert (less.size("x"), less.size(UNACCOUNTED)) == (1, 2)
    booking = begin_booking(less)
    book_count(booking, less, Count(holds={"x": {"?x": 2}}))
    more = booking.close()
    assert (more.size("x"), more.size(UNACCOUNTED), more.size("y")) == (2, 1, 3)


def test_every_difference_is_a_breach() -> None:
    """With what the record says and what was counted."""
    holds = {"a.hand": {"red": 1, "?x": 2}, "bank": {"red": 4}}
    found = [
        (breach.rule, breach.why, breach.data)
        for breach in find_miscounts(open_book(), Count(holds=holds))
    ]
    assert found == [
        (COUNT, COUNT, {"place": "a.hand", "item": "red", "record": 3, "counted": 1}),
        (COUNT, COUNT, {"place": "bank", "item": "red", "record": 0, "counted": 4}),
    ]


def test_a_count_shows_no_face_that_its_reader_does_not_know() -> None:
    """In a place hidden from him he reads what he knows and how many cards are unseen."""
    holds = {"a.hand": {"red": 1, "blue": 2, "?x": 2}, "bank": {"blue": 4}}
    seen = hide_faces(open_book(), Count(holds=holds), lambda place: place == "a.hand")
    assert seen.holds == {"a.hand": {"red": 1, "?x": 2}, "bank": {"blue": 4}}


STATUSES: list[tuple[str, str, int, int]] = [
    ("splendor", "turn", 0, 2),
    ("machi-koro", "turn", 0, 2),
    ("seven-wonders-duel", "turn", 0, 1),
    ("wizard", "turn", 0, 2),
    ("wizard", "dealer", 0, 2),
    ("wizard", "round", 0, 20),
    ("challengers", "round", 0, 7),
]
"""What can be said of how far a match of three (or two) is: from, to."""


@pytest.mark.parametrize(("game", "field", "first", "last"), STATUSES)
def test_how_far_a_match_is_lies_within_the_match(
    game: str, field: str, first: int, last: int
) -> None:
    """The first and the last that there is; one less or more is refused."""
    engine = load_engine(game)
    state: Any = engine.open(Setup(2 if game == "seven-wonders-duel" else 3))
    for n in (first, last):
        engine.admit(state, Count(status={field: n}))
    for n in (first - 1, last + 1):
        with pytest.raises(DecodeError, match=rf"{field}.*{n}"):
            engine.admit(state, Count(status={field: n}))
    with pytest.raises(DecodeError, match="no “weather” to count"):
        engine.admit(state, Count(status={"weather": 1}))

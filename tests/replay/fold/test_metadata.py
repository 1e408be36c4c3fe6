"""Who sits where after the events that rename and swap people."""

from __future__ import annotations

import pytest

from engines.seats import Seats
from engines.values import DecodeError
from ledger.clerk import Note, Rename, Swap
from replay.fold.metadata import seat_people

TWO = Seats(("Ana", "Bo"), ("a", "b"))


def test_a_name_is_changed_in_its_seat_only() -> None:
    """The letters stay where none are given."""
    renamed = seat_people(TWO, Rename(seat=1, name="Bea"))
    assert (tuple(renamed), renamed.letters) == (("Ana", "Bea"), ("a", "b"))
    with_letters = seat_people(TWO, Rename(seat=1, name="Bea", letters=("a", "e")))
    assert with_letters.letters == ("a", "e")


def test_two_people_change_seats() -> None:
    """With their letters, where those are given."""
    swapped = seat_people(TWO, Swap(seats=(0, 1), letters=("b", "a")))
    assert (tuple(swapped), swapped.letters) == (("Bo", "Ana"), ("b", "a"))
    assert seat_people(TWO, Note(text="nothing")) is TWO


@pytest.mark.parametrize("letters", [("a", "a"), ("a",), ("a", "b", "c")])
def test_letters_tell_the_seats_apart(letters: tuple[str, ...]) -> None:
    """One for each, all different."""
    with pytest.raises(DecodeError, match="letters"):
        seat_people(TWO, Rename(seat=0, name="Amy", letters=letters))


@pytest.mark.parametrize("seat", [-1, 2])
def test_nobody_sits_in_a_seat_that_is_not_there(seat: int) -> None:
    """Neither renamed nor swapped."""
    with pytest.raises(DecodeError, match="no seat"):
        seat_people(TWO, Rename(seat=seat, name="Amy"))
    with pytest.raises(DecodeError, match="no seat"):
        seat_people(TWO, Swap(seats=(0, seat)))

"""The people at a table: their names in the order of the seats, and the letter that types each.

Seats are stored by number, and in the names of places by the letters a, b, c … What people type
and read are the letters of `Seats`; they are the same unless the match has letters of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from string import ascii_lowercase
from typing import Final

from engines.names import fold
from engines.values import SEAT_LETTERS, TABLE, owner_of, seat_letter

PLAIN: Final = tuple(SEAT_LETTERS)
"""The letters of a match that has none of its own."""


class Seats(tuple[str, ...]):
    """The names of the people by seat, and `letters`, which type the seats.

    >>> seats = Seats(("Dusk", "Amber"), ("d", "a"))
    >>> seats[1], seats.letters
    ('Amber', ('d', 'a'))
    """

    letters: tuple[str, ...]

    def __new__(cls, names: Iterable[str] = (), letters: Sequence[str] = ()) -> Seats:
        """Return the names with their letters; without any the letters are a, b, c …"""
        seats = super().__new__(cls, names)
        seats.letters = tuple(letters) or PLAIN
        return seats


def letters_of(names: Sequence[str]) -> tuple[str, ...]:
    """Return the letters by which seats with these names are typed.

    >>> letters_of(Seats(("Dusk", "Amber"), ("d", "a"))), letters_of(["Dusk"])[:2]
    (('d', 'a'), ('a', 'b'))
    """
    return names.letters if isinstance(names, Seats) else PLAIN


def has_own_letters(names: Sequence[str]) -> bool:
    """Return whether the seats are typed by other letters than a, b, c …"""
    letters = letters_of(names)
    return letters != PLAIN[: len(letters)]


def are_initials(names: Sequence[str]) -> bool:
    """Return whether every seat is typed by the initial of its name.

    >>> are_initials(["Ana", "Bo"]), are_initials(["Dusk", "Amber"])
    (True, False)
    """
    letters = letters_of(names)
    return all(fold(name)[:1] == letters[seat] for seat, name in enumerate(names))


def typed_letter(seat: int, names: Sequence[str]) -> str:
    """Return the letter that types a seat: its own, else that of its places.

    >>> typed_letter(0, Seats(("Dusk", "Amber"), ("d", "a"))), typed_letter(1, ())
    ('d', 'b')
    """
    letters = letters_of(names)
    return letters[seat] if TABLE < seat < len(letters) else seat_letter(seat)


def typed_place(place: str, names: Sequence[str]) -> str:
    """Return a place as it is typed: with the letter of its owner.

    >>> typed_place("a.coins", Seats(("Moss", "Ana"), ("m", "a"))), typed_place("bank", ())
    ('m.coins', 'bank')
    """
    owner = owner_of(place)
    return place if owner is None else f"{typed_letter(owner, names)}{place[1:]}"


def choose_letters(names: Sequence[str], reserved: Collection[str] = ()) -> tuple[str, ...]:
    """Return the letters by which people with these names are typed; () for a, b, c …

    A seat has the initial of its name. Where several people share an initial, it is the first
    letter in which their names differ. A name without such a letter, or with one that is
    `reserved` because it means something else, has the letter of the place at the table. No
    letter is ever the initial of somebody else.

    >>> choose_letters(["Dusk", "Amber", "Moss", "Blue"]), choose_letters(["Ana", "Bo", "Cy"])
    (('d', 'a', 'm', 'b'), ())
    >>> choose_letters(["Ana K", "Ana M"]), choose_letters(["김", "Ana"])
    (('k', 'm'), ('b', 'a'))
    """
    if len(names) > len(PLAIN):
        return ()
    plain = PLAIN[: len(names)]
    folded = [fold(name) for name in names]
    initials = [name[:1] for name in folded]
    shared = Counter(initials)
    chosen: dict[int, str] = {
        seat: initial
        for seat, initial in enumerate(initials)
        if shared[initial] == 1 and initial in ascii_lowercase and initial not in reserved
    }
    for seat, name in enumerate(folded):
        if shared[initials[seat]] > 1:
            letter = _find_distinct(name, [other for i, other in enumerate(folded) if i != seat])
            if letter not in (*initials, *reserved, *chosen.values(), ""):
                chosen[seat] = letter
    unreserved = [letter for letter in ascii_lowercase if letter not in reserved]
    for seat in range(len(names)):
        if seat not in chosen:
            taken = {*chosen.values(), *initials[:seat], *initials[seat + 1 :]}
            free = (plain[seat], *unreserved, *ascii_lowercase)
            chosen[seat] = next(letter for letter in free if letter not in taken)
    letters = tuple(chosen[seat] for seat in range(len(names)))
    return () if letters == plain else letters


def add_letter(
    names: Sequence[str], letters: Sequence[str], reserved: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the letters by which people are typed after the last of `names` has joined those who
    have `letters`.

    These stay, unless the new name makes them unclear; then all letters are chosen again.

    >>> add_letter(["Ana", "Bo", "Dee"], "ab"), add_letter(["Ana", "Bo", "Ann"], "ab")
    (('a', 'b', 'd'), ('c', 'b', 'n'))
    >>> add_letter(["Dusk", "김", "Bo"], "db"), add_letter(["Ana", "Bo", "김"], "ab")
    (('d', 'a', 'b'), ('a', 'b', 'c'))
    """
    chosen = choose_letters(names, reserved) or PLAIN[: len(names)]
    own = _find_distinct(fold(names[-1]), [fold(name) for name in names[:-1]])
    free = (chosen[-1], own, *PLAIN[len(names) - 1 : len(names)], *ascii_lowercase)
    for letter in free:
        added = (*letters, letter)
        if letter not in reserved and not find_wrong_letter(names, added, reserved):
            return added
    return chosen


def _find_distinct(name: str, others: Sequence[str]) -> str:
    """Return the first letter by which a folded name differs from all others, "" for none."""
    ahead = len(name)
    while ahead and not any(other.startswith(name[:ahead]) for other in others):
        ahead -= 1
    letter = name[ahead : ahead + 1]
    return letter if letter in ascii_lowercase else ""


def find_wrong_letter(
    names: Sequence[str], letters: Sequence[str], reserved: Collection[str] = ()
) -> str:
    """Return the first of some letters that cannot type its seat, "" if all can.

    A letter is one of a to z, belongs to one seat, is not `reserved` (unless it is that of the
    place at the table), and is nobody else's initial.

    >>> find_wrong_letter(["Ana", "Bo"], ["a", "x"], "x"), find_wrong_letter(["Ana", "Bo"], "ba")
    ('x', 'b')
    """
    initials = [fold(name)[:1] for name in names]
    for seat, letter in enumerate(letters):
        others = (*initials[:seat], *initials[seat + 1 :])
        usual = letter == PLAIN[seat]
        if letter not in tuple(ascii_lowercase) or letters.count(letter) > 1:
            return letter or "-"
        if (letter in reserved and not usual) or letter in others:
            return letter
    return ""

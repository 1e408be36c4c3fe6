"""Names of people and texts of other programs in the form that a match can have."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import normalize

from engines.names import fold
from replay.base.terminal_text import clean_line, shorten_text
from replay.plays.play import PlaySeat
from replay.record.names import LONGEST, UNTYPEABLE, fold_look


def name_seats(seats: Sequence[PlaySeat]) -> tuple[str, ...]:
    """Return names of the people in some seats that a match can have, all different.

    >>> name_seats([PlaySeat("Ann: the great"), PlaySeat("Guest"), PlaySeat("Guest")])
    ('Ann the great', 'Guest', 'Guest 2')
    """
    names: list[str] = []
    taken: set[str] = set()
    for position, seat in enumerate(seats, 1):
        name = clean_name(seat.name) or f"Player {position}"
        number = 1
        chosen = name
        while {fold(chosen), fold_look(chosen)} & taken:
            number += 1
            chosen = f"{name[: LONGEST - 3].rstrip()} {number}"
        taken |= {fold(chosen), fold_look(chosen)}
        names.append(chosen)
    return tuple(names)


def clean_name(name: str) -> str:
    """Return a name without what no seat's name may have, "" if nothing is left."""
    letters = (" " if letter in UNTYPEABLE else letter for letter in clean_line(name))
    kept = normalize("NFC", "".join(letter for letter in letters if letter.isprintable()))
    short = " ".join(kept.split())[:LONGEST].rstrip()
    return short if fold(short) else ""


def write_in_line(text: str, longest: int) -> str:
    """Return a text in one line with single blanks, cut where it is too long."""
    return shorten_text(" ".join(clean_line(text).split()), longest)

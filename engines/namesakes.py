"""People whose names are words of the game: Red and Joker at Wizard, Cat at Challengers!

What is typed with such a name in it is read with the name as a person, and with the name as the
word. `list_variants` yields these texts; whoever reads them sees whether they say the same.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from engines.names import fold
from engines.seats import Seats, letters_of

STRANGE: Final = "qzx"
"""The beginning of names that mean nothing in any game; a letter tells them apart."""

TRIED: Final = 3
"""How many names in a text are read in both ways, one by one."""

PARTICLE: Final = r"(?:님)?(?:이|가|은|는)?"
"""What Korean puts behind a name."""


class Namesake(NamedTuple):
    """A place in a text where the name of a seat stands, and `certain`: a colon follows, so that
    the person is meant."""

    seat: int
    start: int
    end: int
    certain: bool


class Variant(NamedTuple):
    """A text in which every name is either a person or a word, with the people who have no such
    names."""

    text: str
    names: Seats


def find_namesakes(text: str, names: Sequence[str], vocabulary: Collection[str]) -> list[Namesake]:
    """Return where names that are in a vocabulary stand in a text, from left to right.

    >>> find_namesakes("red 1, Bo 2", ["Red", "Bo"], {"red"})
    [Namesake(seat=0, start=0, end=3, certain=False)]
    """
    found: dict[int, Namesake] = {}
    for seat, name in enumerate(names):
        for form in dict.fromkeys((name.strip(), name.strip().partition(" ")[0])):
            if fold(form) not in vocabulary:
                continue
            sought = rf"(?<!\w){re.escape(form)}{PARTICLE}(?!\w)(?P<colon>\s*:)?"
            for each in re.finditer(sought, text, re.IGNORECASE):
                colon = each["colon"] or ""
                end = each.end() - len(colon)
                found.setdefault(each.start(), Namesake(seat, each.start(), end, bool(colon)))
    return [found[start] for start in sorted(found)]


def list_variants(text: str, names: Sequence[str], found: Sequence[Namesake]) -> Iterator[Variant]:
    """Yield a text with some of its names as people, and the others as words of the game.

    >>> [variant.text for variant in list_variants(
    ...     "red 1", ["Red"], find_namesakes("red 1", ["Red"], {"red"}))]
    ['qzxa 1', 'red 1']
    """
    letters = letters_of(names)
    known = {each.seat for each in found}
    strangers = [
        f"{STRANGE}{letters[seat]}" if seat in known else name for seat, name in enumerate(names)
    ]
    people = Seats(strangers, letters[: len(names)])
    doubtful = [each for each in found if not each.certain]
    if len(doubtful) <= TRIED:
        choices = list(product((True, False), repeat=len(doubtful)))
    else:
        choices = [(each,) * len(doubtful) for each in (True, False)]
    for meant in choices:
        chosen = dict(zip(doubtful, meant, strict=True))
        varied = text
        for each in reversed(found):
            if each.certain or chosen[each]:
                varied = f"{varied[: each.start]}{strangers[each.seat]}{varied[each.end :]}"
        yield Variant(varied, people)

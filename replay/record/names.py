"""What may name a match, a person in a seat and the owner of a key, by whatever door it comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from unicodedata import name as unicode_name
from unicodedata import normalize

from engines.names import fold
from replay.base.errors import NothingToDo

LONGEST: Final = 40
"""How many characters a name may have."""

LONGEST_DERIVED: Final = 60
"""How many the name of a match may have that was made from another one: maple-fork-2."""

UNTYPEABLE: Final = ":;,@!~#="
"""Characters that mean something else where a seat's name is typed."""


class BadName(NothingToDo):
    """A text cannot be a name."""


def require_match_name(name: str, longest: int = LONGEST) -> None:
    """Raise BadName for a text that cannot name a match."""
    if not is_word(name, longest):
        raise BadName(
            "“{name}” cannot name a match.",
            "Letters, digits, - and _, at most 40; the first is no -.",
            name=shorten_name(name),
        )


def is_word(name: str, longest: int = LONGEST) -> bool:
    """Return whether a text is a word of letters, digits, - and _ that is no option."""
    return (
        0 < len(name) <= longest
        and not name.startswith("-")
        and normalize("NFC", name) == name
        and all(letter.isalnum() or letter in "-_" for letter in name)
    )


def require_seat_names(names: Sequence[str]) -> None:
    """Raise BadName where one of some texts cannot be a seat's name, or two are the same."""
    for name in names:
        if not fold(name) or len(name) > LONGEST or any(letter in UNTYPEABLE for letter in name):
            raise make_seat_name_error(name)
        if not all(letter.isprintable() for letter in name):
            raise BadName("A seat's name has a control character in it.")
    if min(len({fold(name) for name in names}), len({*map(fold_look, names)})) < len(names):
        raise BadName("Two seats have the same name.", "Tell them apart: Ana K, Ana M")


CONFUSABLE: Final = str.maketrans(
    {
        **dict(zip("аеорсухѕіјԁһӏԛԝмтвнкгъь", "aeopcyxsijdhlqwmtbhkrbb", strict=True)),
        **dict(zip("αορνυικτχεγω", "aopvuiktxeyw", strict=True)),
        **dict(zip("01", "ol", strict=True)),
    }
)
"""Small letters of Cyrillic and Greek, and digits, with the Latin letters that they look like."""

LOOKING_LATIN: Final = frozenset(("CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE"))
"""Scripts that have letters which look like Latin ones."""


def make_seat_name_error(name: str) -> BadName:
    """Return the error of a text that cannot be a seat's name."""
    return BadName(
        "“{name}” cannot be a seat's name.",
        "1 to 40 characters, none of : ; , @ ! ~ # =, and no other seat's letter.",
        name=shorten_name(name),
    )


def require_letters(letters: Sequence[str], seats: int) -> None:
    """Raise BadName where some letters cannot type as many seats; none type any number."""
    single = all(len(letter) == 1 and "a" <= letter <= "z" for letter in letters)
    if letters and not (single and len(set(letters)) == len(letters) == seats):
        raise BadName("The seats have no clear letters.")


def fold_look(name: str) -> str:
    """Return a name as it looks: names that are taken for each other have the same.

    >>> fold_look("Аnа"), fold_look("ａｎａ"), fold_look("b0b")
    ('ana', 'ana', 'bob')
    """
    return normalize("NFKC", normalize("NFKC", name).casefold()).translate(CONFUSABLE)


def has_mixed_scripts(name: str) -> bool:
    """Return whether a name has Latin letters, and others that look like them.

    >>> has_mixed_scripts("Аna"), has_mixed_scripts("Анна"), has_mixed_scripts("민지 Ana")
    (True, False, False)
    """
    scripts = {unicode_name(letter, "").split(" ")[0] for letter in name if letter.isalpha()}
    return "LATIN" in scripts and bool(scripts & LOOKING_LATIN)


def shorten_name(name: str) -> str:
    """Return a text as a message quotes it."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"

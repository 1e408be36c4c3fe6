"""The common parts of all notations: seats, places, numbers, counts, overridden outcomes.

A game's notation reads ``[SEAT:] ACTION [~OUTCOME=VALUE ...]``. Every game understands
``count PLACE ITEM=N ITEM=N, PLACE ITEM=N`` (short: ``=``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from engines.counts import Count
from engines.names import find, fold
from engines.particles import KOREAN, list_stems
from engines.seats import (
    PLAIN,
    has_own_letters,
    letters_of,
    typed_letter,
    typed_place,
)
from engines.values import TABLE, NotationError, Verbatim, owner_of, seat_letter

NOBODY = "-"
"""The value of an overridden outcome that did not happen."""


FULL_NAME: Final = 3
"""How many syllables most Korean names have, the first of which is the family name."""

EMPTY: Final[Mapping[str, Sequence[str]]] = {}
"""No names of pieces."""

MOST_DIGITS = 9
"""The longest number that anybody types at a table."""


def is_number(word: str, digits: int = MOST_DIGITS, *, signed: bool = False) -> bool:
    """Return whether `word` is a whole number of at most so many ASCII digits.

    It may begin with a minus where `signed` is true.

    >>> is_number("12"), is_number("-1"), is_number("٣"), is_number("1000", digits=3)
    (True, False, False, False)
    >>> is_number("-1", signed=True), is_number("-", signed=True), is_number("+1", signed=True)
    (True, False, False)
    """
    number = word.removeprefix("-") if signed else word
    return number.isascii() and number.isdecimal() and len(number) <= digits


def parse_number(word: str, key: str, digits: int = MOST_DIGITS, *, signed: bool = False) -> int:
    """Return the number that a word is. Raise NotationError with the sentence `key` for others."""
    if not is_number(word, digits, signed=signed):
        raise NotationError(key, word=word, given=word)
    return int(word)


SEPARATORS = re.compile(r"[\s,;，、；]+")
"""What stands between the entries of a list: spaces, commas and semicolons alike."""

NUMBERS = re.compile(r"(?:[-+]?\d{1,9}(?:/\d{0,9})?|\?|/|-)\Z", re.ASCII)
"""An entry of a list of numbers: ``12``, ``-10``, ``2/1``, ``?`` where nobody counted."""

RESULT_WORDS = frozenset({"result", "결과"})
"""The verbs of a score sheet, in every game."""


def split_list(text: str) -> list[str]:
    """Return the entries of a list: separated by spaces, commas or semicolons alike.

    >>> split_list("2, 1,1;2"), split_list(" ")
    (['2', '1', '1', '2'], [])
    """
    return [word for word in SEPARATORS.split(text) if word]


def join_list(text: str) -> str:
    """Return a text with a space between the entries of its lists.

    >>> join_list("h b7, g2;W")
    'h b7 g2 W'
    """
    return " ".join(split_list(text))


def are_numbers(words: Iterable[str]) -> bool:
    """Return whether all words are entries of a list of numbers.

    >>> are_numbers(["2/1", "-20", "?"]), are_numbers(["2", "a"])
    (True, False)
    """
    return all(map(NUMBERS.match, words))


def find_seats(word: str, seats: int, names: Sequence[str] = ()) -> tuple[int, ...]:
    """Return every seat that a letter, a name or the beginning of a name may mean.

    A letter may mean the seat that it types, and everybody whose name begins with it. A Korean name
    may be given without the family name, and with a particle behind it. Where nobody's name begins
    so, it may be a last name, or the initials of somebody with several names.

    >>> find_seats("a", 2, ["Ana", "Bo"]), find_seats("a", 2, ["Dusk", "Amber"])
    ((0,), (0, 1))
    >>> find_seats("지훈이가", 2, ["김지훈", "민지"]), find_seats("민지는", 2, ["김지훈", "민지"])
    ((0,), (1,))
    """
    wanted = fold(word)
    if not wanted:
        return ()
    known_as = [fold(name) for name in names[:seats]]
    if wanted in known_as:
        return (known_as.index(wanted),)
    letters = letters_of(names)[:seats]
    typed = {letters.index(wanted)} if wanted in letters else set()
    starting = {seat for seat, name in enumerate(known_as) if name.startswith(wanted)}
    found = tuple(sorted(typed | starting)) or find_called(wanted, known_as)
    return found or find_by_last_name(wanted, known_as)


def find_by_last_name(word: str, known_as: Sequence[str]) -> tuple[int, ...]:
    """Return the seats of people one of whose further names begins with a word, or whose initials
    it is.

    >>> find_by_last_name("twain", ["mark twain", "bo"]), find_by_last_name("mt", ["mark twain"])
    ((0,), (0,))
    """
    found = []
    for seat, name in enumerate(known_as):
        parts = name.split()
        others, initials = parts[1:], "".join(part[0] for part in parts)
        further = len(word) >= SHORTEST and any(other.startswith(word) for other in others)
        if others and (further or word == initials):
            found.append(seat)
    return tuple(found)


SHORTEST: Final = 3
"""The fewest letters of a last name."""


def find_called(word: str, known_as: Sequence[str]) -> tuple[int, ...]:
    """Return the seats of people who are called so in Korean: by the given name of a name of three
    syllables, and with a particle behind it; () for nobody.

    >>> find_called("지훈", ["김지훈", "지훈이"]), find_called("민지가", ["민지", "지민"])
    ((0,), (0,))
    """
    if KOREAN.search(word) is None:
        return ()
    for stem in list_stems(word):
        found = tuple(seat for seat, name in enumerate(known_as) if is_called(name, stem.word))
        if found:
            return found
    return ()


def is_called(name: str, word: str) -> bool:
    """Return whether a word is a name, or a Korean name without the family name.

    >>> is_called("김지훈", "지훈"), is_called("Ana", "na")
    (True, False)
    """
    korean = KOREAN.match(name) is not None and len(name) == len(word) + 1 == FULL_NAME
    return name == word or (korean and name.endswith(word))


def find_seat(word: str, seats: int, names: Sequence[str] = ()) -> int | None:
    """Return the seat that a letter, a name or the beginning of a name means; None if none does.

    Raise NotationError for the letter of a seat that is also the initial of another.

    >>> find_seat("b", 2), find_seat("an", 2, ["Ana", "Bo"]), find_seat("c", 2)
    (1, 0, None)
    """
    found = find_seats(word, seats, names)
    if len(found) > 1 and fold(word) in letters_of(names)[:seats]:
        raise make_unclear_seat_error(word, found, names)
    return found[0] if len(found) == 1 else None


def parse_seat(word: str, seats: int, names: Sequence[str] = ()) -> int:
    """Return the seat that `word` means.

    Raise NotationError with all seats when none does, with the seats that fit when several do.
    """
    found = find_seats(word, seats, names)
    if len(found) > 1:
        raise make_unclear_seat_error(word, found, names)
    if not found:
        known_as = {
            typed_letter(seat, names): (typed_letter(seat, names), *names[seat : seat + 1])
            for seat in range(seats)
        }
        people = Verbatim(", ".join(dict.fromkeys(map(" ".join, known_as.values()))))
        raise NotationError(
            "no-such-seat", word=word, candidates=known_as, seat=word, seat_list=people
        )
    return found[0]


def make_unclear_seat_error(word: str, found: Sequence[int], names: Sequence[str]) -> NotationError:
    """Return the error for a word that may mean several seats, which it lists by their names."""
    called = {names[seat]: (typed_letter(seat, names),) for seat in found}
    return NotationError("which-seat", word=word, candidates=called, unclear=True, seat=word)


def split_seat(text: str, seats: int, names: Sequence[str] = ()) -> tuple[int | None, str]:
    """Split ``bo: rest`` into the seat and the rest; None when no seat is named.

    >>> split_seat("b: wug", 2)
    (1, 'wug')
    """
    head, colon, rest = text.partition(":")
    if not colon or head.startswith("="):
        return None, text
    return parse_seat(head, seats, names), rest.strip()


def split_owner(text: str, seats: int, names: Sequence[str] = ()) -> tuple[int | None, str]:
    """Split ``bo.coins`` into the seat and the rest; None and the whole text when no seat is named.

    >>> split_owner("b.coins", 2), split_owner("bank.red", 2)
    ((1, 'coins'), (None, 'bank.red'))
    """
    owner, dot, rest = text.partition(".")
    seat = find_seat(owner, seats, names) if dot else None
    return (None, text) if seat is None else (seat, rest)


def parse_place(text: str, seats: int, names: Sequence[str] = ()) -> str:
    """Return the id of a typed place: ``bo.coins`` is ``b.coins``, others are as they are typed.

    Raise NotationError for the letter that other matches would type: ``a.coins`` where nobody is a.

    >>> parse_place("bo.coins", 2, ["Ana", "Bo"]), parse_place("deck.1", 2)
    ('b.coins', 'deck.1')
    """
    seat, rest = split_owner(text, seats, names)
    if seat is not None:
        return f"{seat_letter(seat)}.{rest}"
    if owner_of(text) is not None and has_own_letters(names):
        parse_seat(text[0], seats, names)
    return text


def split_actual(text: str) -> tuple[str, dict[str, str]]:
    """Split the overridden outcomes off the end of an action.

    >>> split_actual("wug ~noble=-")
    ('wug', {'noble': ''})
    """
    actual = {}
    for outcome, value in re.findall(r"~\s*(\S+?)\s*=\s*(\S+)", text):
        actual[outcome] = "" if value == NOBODY else value
    return re.sub(r"\s*~\s*\S+?\s*=\s*\S+", "", text).strip(), actual


def parse_count(
    text: str,
    seats: int = len(PLAIN),
    names: Sequence[str] = (),
    pieces: Mapping[str, Sequence[str]] = EMPTY,
) -> Count:
    """Read the full notation of a count: ``a.tokens red=3 blue=1, bank gold=2``.

    `pieces` are the ids with the names by which they may be typed as well. Raise NotationError when
    a number is missing, or when nobody is meant by a letter.
    """
    holds: dict[str, dict[str, int]] = {}
    for part in re.sub(r"\s*=\s*", "=", text).split(","):
        words = part.split()
        if not words:
            continue
        items = holds.setdefault(parse_place(words[0], seats, names), {})
        for word in words[1:]:
            item, equals, n = word.rpartition("=")
            if not equals or not re.fullmatch(r"-?[0-9]{1,15}", n):
                raise NotationError("count-form", word=word, given=word)
            items[find_counted(item, pieces)] = int(n)
    if not holds or not all(holds.values()):
        raise NotationError("count-form", word=text, given=text)
    return Count(holds=holds)


def find_counted(word: str, pieces: Mapping[str, Sequence[str]]) -> str:
    """Return the id that a counted word means among `pieces`, else the word itself.

    >>> find_counted("onyx", {"black": ("black", "onyx")}), find_counted("?deck.1", {})
    ('black', '?deck.1')
    """
    if word in pieces or not word[:1].isalpha():
        return word
    try:
        return find(word, pieces)
    except NotationError:
        return word


STATUS: Final = {
    "turn": ("turn", "차례"),
    "dealer": ("dealer", "딜러"),
    "round": ("round", "라운드"),
}
"""How far a match is, as a count says it, with the words for it."""

COUNT_WORDS: Final = ("=", "count", "세기")
"""What a count begins with."""


def split_status(
    text: str, known: Collection[str], seats: int, names: Sequence[str] = ()
) -> tuple[str, dict[str, int]]:
    """Split ``= round 6, 60 50 40`` into the count of pieces and how far the match is.

    Only the words in `known` are taken. Raise NotationError for no seat or no number.

    >>> split_status("= turn b, bank w3", {"turn"}, 2)
    ('= bank w3', {'turn': 1})
    """
    head = next((word for word in COUNT_WORDS if text.strip().startswith(word)), "")
    if not head:
        return text, {}
    status: dict[str, int] = {}
    left = []
    for part in text.strip().removeprefix(head).split(","):
        word, _space, value = part.strip().partition(" ")
        field = next((f for f in known if word.casefold() in STATUS[f]), "")
        if not field or not value.strip() or " " in value.strip():
            left.append(part.strip())
        elif field == "round":
            status[field] = parse_number(value.strip(), "count-form")
        else:
            status[field] = parse_seat(value.strip(), seats, names)
    if not status:
        return text, {}
    rest = ", ".join(filter(None, left))
    return f"{head} {rest}" if rest else "", status


def split_counts(text: str, seats: int, names: Sequence[str] = ()) -> list[str]:
    """Return the counts in a text that counts what several people have, one for each of them.

    >>> split_counts("= a gold 1, red 2, b red 2", 2)
    ['= a gold 1, red 2', '= b red 2']
    """
    head = next((word for word in COUNT_WORDS if text.startswith(word)), "")
    if not head:
        return [text]
    found: list[str] = []
    for part in re.split(r"[,;]", text.removeprefix(head)):
        word, space, _rest = part.strip().partition(" ")
        if found and not (space and len(find_seats(word, seats, names)) == 1):
            found[-1] += f", {part.strip()}"
        else:
            found.append(f"{head} {part.strip()}")
    return found


def write_count(action: Count, names: Sequence[str] = ()) -> str:
    """Write a count; `split_status` and `parse_count` read what follows the verb."""
    said = [
        f"{field} {n if field == 'round' else typed_letter(n, names)}"
        for field, n in action.status.items()
    ]
    parts = said + [
        " ".join([typed_place(place, names), *(f"{item}={n}" for item, n in items.items())])
        for place, items in action.holds.items()
    ]
    return "count " + ", ".join(parts)


def write_seat(seat: int, names: Sequence[str] = ()) -> str:
    """Write the seat in front of an action with the letter that types it, nothing for the table.

    >>> write_seat(1), write_seat(TABLE)
    ('b: ', '')
    """
    return "" if seat == TABLE else f"{typed_letter(seat, names)}: "


def write_actual(actual: dict[str, str]) -> str:
    """Write what was overridden; `split_actual` reads it."""
    return "".join(f" ~{outcome}={value or NOBODY}" for outcome, value in actual.items())

"""Reading the words of the notation: sides, parks, cards and lists of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from engines.book import UNKNOWN
from engines.challengers.catalog import CARDS, FINAL, PARKS, ROBOT
from engines.challengers.state import State, seat_of
from engines.names import Names, find
from engines.notation import read_seat
from engines.protocol import SEAT_LETTERS, NotationError
from engines.words import names_of

PACKAGE = "engines.challengers"
ROBOT_WORDS = ("robot", "bot", "ro", "로봇")
PARK_LETTERS = {"g": "green", "r": "red", "p": "purple", "y": "yellow"}
AMOUNT = re.compile(r"(.+?)\s*[=*×]\s*(\d{1,2})\Z")
NUMBERED = re.compile(r"(\d{1,2})\s+(.+)\Z")


def read_side(word: str, state: State, names: Sequence[str] = ()) -> str | None:
    """Return the side that a letter, a name or the robot's word means, None when none does."""
    if word.casefold() in ROBOT_WORDS and ROBOT in state.players:
        return ROBOT
    seat = read_seat(word, state.seats, names)
    return None if seat is None else SEAT_LETTERS[seat]


def must_read_side(word: str, state: State, names: Sequence[str] = ()) -> str:
    """Return the side that a word means. Raise NotationError with all sides when none does."""
    side = read_side(word, state, names)
    if side is None:
        known = {}
        for each in state.players:
            seat = seat_of(each)
            known[each] = (each, *(names[seat : seat + 1] if seat >= 0 else ROBOT_WORDS))
        raise NotationError("no-such-seat", word=word, candidates=known, seat=word)
    return side


def read_park(word: str, state: State) -> str | None:
    """Return the park that a letter, a name or its beginning means, None when none does."""
    wanted = word.casefold()
    if wanted in PARK_LETTERS:
        park = PARK_LETTERS[wanted]
        return park if park in state.rounds else None
    if len(wanted) < 2:
        return None
    called = park_names(state)
    for park, spellings in called.items():
        if any(spelled.casefold().startswith(wanted) for spelled in spellings):
            return park
    return None


def park_names(state: State) -> Names:
    """Return what the parks of a match go by."""
    names = names_of(PACKAGE)
    return {park: (park, *names.get(park, ())) for park in (*PARKS, FINAL) if park in state.rounds}


def called(state: State, items: Iterable[str]) -> Names:
    """Return what each of some cards goes by: its id only as a whole, as `read_card` takes it."""
    names: Mapping[str, tuple[str, ...]] = names_of(PACKAGE)
    found = {}
    for item in items:
        card = state.extra.get(item)
        own = () if card is None else (card.name, card.name_ko) if card.name_ko else (card.name,)
        found[item] = (*own, *names.get(item, ("", item))[1:])
    return found


def all_cards(state: State) -> tuple[str, ...]:
    """Return every card of the match by its printing."""
    return tuple({**CARDS, **state.extra})


def read_card(query: str, state: State, near: Iterable[str] = ()) -> str:
    """Return the card that a text means: among those that are near, else among all.

    ``?`` and ``?A`` are unknown ones. Raise NotationError.
    """
    query = query.strip()
    if query[:1] == UNKNOWN:
        return query[:1] + query[1:].upper() if len(query) == 2 else query
    if query in CARDS or query in state.extra:
        return query
    close = [item for item in near if item[0] != UNKNOWN]
    if close:
        try:
            return find(query, called(state, close), key="no-such-card")
        except NotationError as error:
            if error.unclear:
                raise
    return find(query, called(state, all_cards(state)), key="no-such-card")


def read_cards(text: str, state: State, near: Iterable[str] = ()) -> list[str]:
    """Return the cards of a list, each as often as it is meant: ``dog, cat``, ``newcomer*3 dog``.

    With commas every part is a card; without, the text as a whole or every word is one.
    """
    near = tuple(near)
    text = text.strip()
    if text in {"", "-", "0"}:
        return []
    if "," in text:
        parts = [part for part in text.split(",") if part.strip()]
    else:
        try:
            return amount(text, state, near)
        except NotationError:
            parts = text.split()
            if len(parts) == 1:
                raise
    return [card for part in parts for card in amount(part, state, near)]


def amount(text: str, state: State, near: Sequence[str]) -> list[str]:
    """Return one card as often as it is meant: ``dog``, ``dog=2``, ``2 dog``."""
    text = text.strip()
    times = AMOUNT.match(text)
    if times is not None:
        return [read_card(times[1], state, near)] * int(times[2])
    ahead = NUMBERED.match(text)
    if ahead is not None:
        return [read_card(ahead[2], state, near)] * int(ahead[1])
    return [read_card(text, state, near)]


def counted(cards: Iterable[str]) -> dict[str, int]:
    """Return a list of cards as printing to number."""
    found: dict[str, int] = {}
    for card in cards:
        found[card] = found.get(card, 0) + 1
    return found


def read_number(word: str, key: str) -> int:
    """Return the number that a word is. Raise NotationError with the sentence `key`."""
    if not re.fullmatch(r"[0-9]{1,2}", word):
        raise NotationError(key, word=word, given=word)
    return int(word)

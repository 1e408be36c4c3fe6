"""Names of cards, wonders, tokens and slots, as they are typed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache
from typing import Final

from engines.book import is_unknown
from engines.intents import AS_SAID, SEEN, Intent
from engines.names import Names, find, fold
from engines.seven_wonders_duel.actions import ANYWHERE, UNSEEN
from engines.seven_wonders_duel.catalog import CARDS, LAYOUT, NUMBER_OF, NUMBERS, SLOT
from engines.seven_wonders_duel.choices import list_faces
from engines.seven_wonders_duel.layout import find_place, list_accessible_slots
from engines.seven_wonders_duel.state import State
from engines.values import NotationError
from engines.words import load_names

PACKAGE: Final = "engines.seven_wonders_duel"
NUMBER: Final = re.compile(r"@?(\d{1,2})(?=$|[\s=\-+<]|w)")
ROW_AND_COLUMN: Final = re.compile(r"@?r?(\d)[.c](\d)(?!\w)")


def list_names(ids: Iterable[str]) -> Names:
    """Return what each of some cards, wonders or tokens goes by."""
    names = load_names(PACKAGE)
    return {item: names.get(item, (item,)) for item in ids}


def squeeze_name(text: str) -> str:
    """Return a name without spaces, as it is compared.

    >>> squeeze_name("The Great Library") == squeeze_name("the-great-library")
    True
    """
    return fold(text).replace(" ", "")


@cache
def index_names() -> dict[str, tuple[str, ...]]:
    """Return the pieces by full name, in every language."""
    found: dict[str, tuple[str, ...]] = {}
    for item, names in load_names(PACKAGE).items():
        for name in {squeeze_name(name) for name in names}:
            found[name] = (*found.get(name, ()), item)
    return found


@cache
def index_words() -> frozenset[str]:
    """Return every word in the names of pieces."""
    return frozenset(
        word
        for names in load_names(PACKAGE).values()
        for name in names
        for word in fold(name).split()
    )


def find_piece(query: str, key: str, every: Collection[str], *near: Iterable[str]) -> str:
    """Return the piece that `query` means.

    An exact name goes first, then the first collection of `near` in which it fits, then `every`.
    Raise NotationError with the key `key` when nothing fits or several pieces do.
    """
    exact = [item for item in index_names().get(squeeze_name(query), ()) if item in every]
    if len(exact) == 1:
        return exact[0]
    for candidates in near:
        try:
            return find(query, list_names(candidates), key=key)
        except NotationError as error:
            if error.unclear:
                raise
    return find(query, list_names(every), key=key)


def split_names(text: str, pieces: Iterable[str]) -> list[str]:
    """Return the names listed in a text: separated by commas, or by spaces between `pieces`.

    ``?`` stands for a piece that nobody noted. A text that is no such list is returned whole.

    >>> split_names("sphinx great lib", ["the-sphinx", "the-great-library"])
    ['sphinx', 'great lib']
    """
    if "," in text:
        return [part.strip() for part in text.split(",")]
    names = list_names(pieces)
    words = text.split()
    return [text] if is_name(text, names) else split_words(words, names) or [text]


def split_words(words: list[str], names: Names) -> list[str] | None:
    """Return consecutive words joined to names, the longest first; None where they are none."""
    if not words:
        return []
    for size in range(len(words), 0, -1):
        head = " ".join(words[:size])
        rest = split_words(words[size:], names) if is_name(head, names) else None
        if rest is not None:
            return [head, *rest]
    return None


def is_name(text: str, names: Names) -> bool:
    """Return whether a text means exactly one piece, or is ``?``."""
    if text == UNSEEN:
        return True
    try:
        find(text, names)
    except NotationError:
        return False
    return True


def split_slot(text: str, state: State) -> tuple[int, str]:
    """Return the slot in front of a text and the rest: ``9``, ``3.4`` (row and column); 0 for none.

    Raise NotationError for a slot that the layout does not have.
    """
    place = re.match(r"slot\.(\d+)(?!\w)", text)
    at = ROW_AND_COLUMN.match(text)
    found = place or at or NUMBER.match(text)
    if found is None:
        return ANYWHERE, text
    if at is not None and place is None:
        row, column = int(at[1]), int(at[2])
        spots = LAYOUT[state.age or 1].values()
        number = next((s.number for s in spots if (s.row, s.column) == (row, column)), 0)
    else:
        number = int(found[1])
    if number not in NUMBERS:
        raise NotationError("no-such-slot", word=found[0], given=found[0])
    return number, text[found.end() :].strip()


def parse_card(text: str, state: State, *, blind: bool = False) -> tuple[str, int, Intent]:
    """Return (card, slot, intent) for ``9``, ``9 altar``, ``altar``, ``altar @9``; ``@0``: any.

    With `blind` the card may be ``?``: nobody noted it; a slot alone means it where the record does
    not know its card. Otherwise raise NotationError for such a slot, and always for an empty one.
    """
    text = text.strip()
    name, at, where = text.rpartition("@")
    if at and name:
        slot = ANYWHERE if where.strip() == "0" else split_slot(where.strip(), state)[0]
        return find_card(name.strip(), state, slot, blind=blind), slot, AS_SAID
    slot, query = split_slot(text, state)
    if slot:
        if query:
            return find_card(query, state, slot, blind=blind), slot, AS_SAID
        shown = state.book.sole(SLOT[slot])
        if shown is None:
            raise NotationError("slot-empty", word=text, place=SLOT[slot])
        if is_unknown(shown) and blind:
            return UNSEEN, slot, {"card": {"slot": slot}}
        if is_unknown(shown):
            raise NotationError("slot-unknown", word=text, place=SLOT[slot], slot=slot)
        return shown, slot, {"card": {"slot": slot}}
    card = find_card(text, state, ANYWHERE, blind=blind)
    return card, find_seen_slot(card, state), {"slot": SEEN}


def find_seen_slot(card: str, state: State) -> int:
    """Return the slot where the record sees a card, or where it may lie; 0 for none."""
    place = find_asked_slot(card, state)
    if not place:
        place = find_place(state.book, state.age, card, ANYWHERE)
    return NUMBER_OF.get(place, ANYWHERE)


def find_asked_slot(card: str, state: State) -> str:
    """Return an accessible slot that is asked for and may hold an unseen card, or ""."""
    if state.book.find(card) in NUMBER_OF:
        return ""
    free = {SLOT[slot] for slot in list_accessible_slots(state)}
    for place in state.wanted:
        if place in free and card in list_faces(state, place):
            return place
    return ""


def find_card(query: str, state: State, slot: int, *, blind: bool) -> str:
    """Return the card that `query` means: one that may lie in the slot, or in an accessible one."""
    if blind and query == UNSEEN:
        return UNSEEN
    if not query:
        raise NotationError("no-such-card", word=query, given=query)
    slots = [slot] if slot else list(list_accessible_slots(state))
    near = [card for number in slots for card in list_faces(state, SLOT[number])]
    shown = [card for card in near if any(state.book.count(SLOT[n], card) for n in slots)]
    return find_piece(query, "no-such-card", CARDS, shown, near)

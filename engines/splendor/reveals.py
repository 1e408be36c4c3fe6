"""Reading what was turned up: which cards and nobles a text means, and where they lie."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import NoReturn

from engines.book import UNKNOWN, is_unknown
from engines.intents import WANTED, Parsed
from engines.names import find
from engines.notation import parse_place
from engines.splendor.actions import Reveal
from engines.splendor.apply import apply
from engines.splendor.catalog import CARDS, DECK_LEVELS, MARKET, NOBLES
from engines.splendor.codes import (
    find_coded_noble,
    list_coded,
    list_near_misses,
    list_without_level,
    parse_code,
)
from engines.splendor.names import list_names, parse_slot
from engines.splendor.state import RESERVED_OF, State
from engines.values import NotationError

SPELLINGS = {
    "take": ("t", "take", "takes", "took", "gets", "grabs", "collects", "가져오기", "가져"),
    "buy": (
        "b",
        "buy",
        "buys",
        "bought",
        "purchases",
        "purchase",
        "builds",
        "built",
        "acquires",
        "구입",
        "사기",
    ),
    "reserve": ("r", "reserve", "reserves", "reserved", "res", "keeps", "holds", "예약", "찜"),
    "draw": ("d", "draw", "draws", "drew", "blind", "뽑기"),
    "noble": ("n", "noble", "귀족"),
    "pass": ("p", "pass", "passes", "passed", "skip", "skips", "패스"),
    "reveal": ("f", "reveal", "reveals", "revealed", "flip", "flips", "공개"),
    "count": ("count", "세기"),
    "result": ("result", "결과"),
}
CARDS_OF_LEVEL = {
    level: frozenset(card.id for card in CARDS.values() if card.level == level)
    for level in DECK_LEVELS
}
VERBS = {spelled: verb for verb, all_ in SPELLINGS.items() for spelled in all_}


def parse_reveals(rest: str, state: State, names: Sequence[str]) -> tuple[Parsed, ...]:
    """Return the reveals of one piece or of several: ``1wu3, 1uk3``, ``nobles w4u4 r4k4``."""
    head, _, tail = rest.partition(" ")
    place, listed = ("nobles ", tail) if head == "nobles" else ("", rest)
    reveals: list[Parsed] = []
    for part in split_pieces(listed):
        reveals.append(parse_reveal(f"{place}{part}", state, names))
        state, _ = apply(state, reveals[-1].action)
    return tuple(reveals)


def split_pieces(text: str) -> list[str]:
    """Return the pieces listed in a text, separated by commas, or by spaces between codes.

    >>> split_pieces("1wu3, 1uk3"), split_pieces("w4u4 r4k4"), split_pieces("Mary Stuart")
    (['1wu3', '1uk3'], ['w4u4', 'r4k4'], ['Mary Stuart'])
    """
    if is_piece(text):
        return [text]
    flat = IN_BRACKETS.sub(lambda found: found[0].replace(",", " "), text)
    parts = [part.strip() for part in flat.split(",")]
    if all(map(is_piece, parts)):
        return parts
    return split_words(tuple(flat.replace(",", " ").split())) or (parts if all(parts) else [text])


IN_BRACKETS = re.compile(r"\([^()]*\)")
"""The cost of a card, as the log writes it."""

MOST_WORDS = 16
"""The most words that a card takes."""


def is_piece(text: str) -> bool:
    """Return whether a text is the code of a piece, or says that nobody saw it."""
    return text == UNKNOWN or find_exact(text) != ""


def split_words(words: tuple[str, ...]) -> list[str]:
    """Return consecutive words joined to pieces, the longest first; [] where they are none."""
    for size in range(min(len(words), MOST_WORDS), 0, -1):
        head = " ".join(words[:size])
        if is_piece(head):
            rest = split_words(words[size:])
            if rest or size == len(words):
                return [head, *rest]
    return []


def parse_reveal(rest: str, state: State, names: Sequence[str] = ()) -> Parsed:
    """Return the reveal that a text means.

    It is ``2rk5``, ``23 2rk5``, ``market.2.3 2r-k5``, ``nobles w4u4``, ``a.reserved 2r-k5`` or
    ``?``.
    """
    head, _, query = rest.partition(" ")
    place = parse_slot(head)
    if place is None and "." in head:
        head = parse_place(head, state.seats, names)
    if place is None and (head == "nobles" or head in RESERVED_OF):
        place = head
    if place is not None:
        shown = state.book.sole(place)
        if not query and shown in CARDS:
            raise NotationError("slot-alone", word=head, card=shown, slot=head)
        if not query:
            raise NotationError("reveal-form", word=head, place=place)
        return Parsed(Reveal(place=place, card=parse_face(query.strip(), state, place)))
    return Parsed(place_reveal(rest, state), {"place": WANTED})


def place_reveal(rest: str, state: State) -> Reveal:
    """Return the reveal of a piece, or of ``?``, in the place that is asked for.

    Raise NotationError when it fits nowhere.
    """
    if rest == UNKNOWN:
        if not state.wanted:
            raise NotationError("nothing-wanted")
        return Reveal(place=state.wanted[0], card=UNKNOWN)
    for wanted in dict.fromkeys(state.wanted):
        card = find_among(rest, list_faces(state, wanted))
        if card:
            return Reveal(place=wanted, card=card)
    return find_reveal(rest, state)


def find_reveal(query: str, state: State) -> Reveal:
    """Return the reveal of a piece named alone: in the first unseen place that may hold it.

    Raise NotationError when no place may hold it, or when it is no piece.
    """
    places = [slot for slot in MARKET if list_faces(state, slot)]
    places += ["nobles"] if list_faces(state, "nobles") else []
    where = {card: place for place in reversed(places) for card in list_faces(state, place)}
    card = find_among(query, where)
    if card:
        return Reveal(place=where[card], card=card)
    card = find_among(query, (*CARDS, *NOBLES))
    if not card:
        raise_unknown_piece(query, where)
    place = state.book.find(card)
    if place is None or place == "box" or place.startswith("deck."):
        for wanted in state.wanted:
            if card in (NOBLES if wanted == "nobles" else CARDS_OF_LEVEL[MARKET[wanted]]):
                return Reveal(place=wanted, card=card)
        raise NotationError("no-place-for", word=query, card=card)
    raise NotationError("lies-already", word=query, card=card, place=place)


def raise_unknown_piece(query: str, where: Mapping[str, str]) -> NoReturn:
    """Raise the NotationError for a text that is no piece; `where` lists those asked for."""
    if parse_code(query) is not None:
        try:
            find_face(query, [face for face in where if face in CARDS])
        except NotationError as error:
            if error.unclear:
                raise
    words = {verb: (verb, *spelled) for verb, spelled in SPELLINGS.items()}
    known = words | dict(list_names(where))
    raise NotationError("not-understood", word=query, candidates=known, given=query)


def parse_face(query: str, state: State, place: str) -> str:
    """Return the card that `query` means at `place`: one that may lie there, else any."""
    if query == UNKNOWN:
        return UNKNOWN
    faces = list_faces(state, place)
    if place != "nobles":
        return find_face(query, faces)
    return find_among(query, faces) or find(query, list_names(NOBLES), key="no-such-card")


def find_exact(query: str) -> str:
    """Return the card or noble that a code means, "" for none."""
    if query in NOBLES or query in CARDS:
        return query
    code = parse_code(query)
    coded = list_coded(code) if code is not None else []
    return coded[0] if len(coded) == 1 else find_coded_noble(query)


def find_among(query: str, faces: Collection[str]) -> str:
    """Return the one of `faces` that `query` means, "" for none. Raise NotationError for several.

    A code that means another piece means none of `faces`.
    """
    exact = find_exact(query)
    if exact:
        return exact if exact in faces else ""
    try:
        return find(query, list_names(faces))
    except NotationError as error:
        if error.unclear:
            raise
        return ""


def find_face(query: str, *near: Collection[str]) -> str:
    """Return the card that `query` means: by its code, or by name in the first fitting collection.

    The collections are `near`, then all cards. Raise NotationError when nothing fits or several
    cards do. For a code that no card has it offers those that differ by one symbol.
    """
    code = parse_code(query)
    coded = list_coded(code) if code is not None else list_without_level(query)
    if len(coded) == 1:
        return coded[0]
    for candidates in (*near, *([] if code else [CARDS])):
        try:
            return find(query, list_names(candidates), key="no-such-card")
        except NotationError as error:
            if error.unclear or candidates is CARDS:
                raise
    near_misses = (
        list_near_misses(code, dict.fromkeys((*chain(*near), *CARDS))) if code is not None else []
    )
    close = coded or near_misses
    key = "several-fit" if coded else "no-such-code" if close else "no-such-card"
    raise NotationError(
        key, word=query, candidates=list_names(close), unclear=bool(close), given=query
    )


def list_faces(state: State, place: str) -> tuple[str, ...]:
    """Return the faces that the unknown cards in a place may have."""
    for name in state.book.holding(place):
        if is_unknown(name):
            return state.book.list_possible_faces(name)
    return ()

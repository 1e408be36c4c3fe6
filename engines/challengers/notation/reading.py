"""Reading the words of the notation: sides, parks, cards and lists of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from engines.book import is_unknown
from engines.challengers.cards.catalog import CARDS, ROBOT
from engines.challengers.names import PARK_LETTERS, ROBOT_WORDS, card_names, list_cards, park_names
from engines.challengers.state import State, seat_of
from engines.names import find
from engines.notation import find_seat, find_seats, parse_seat
from engines.seats import typed_place
from engines.values import SEAT_LETTERS, NotationError, Verbatim

AMOUNT = re.compile(r"(.+?)\s*[=*×]\s*(\d{1,2})\Z")
AND = re.compile(r"\s*(?:,\s*and|\sand|\s&|\s\+)\s+", re.IGNORECASE)
"""What stands between two cards in a sentence."""

NUMBERED = re.compile(r"(\d{1,2})\s+(.+)\Z")


def find_side(word: str, state: State, names: Sequence[str] = ()) -> str | None:
    """Return the side that a letter, a name or the robot's word means, None when none does.

    Raise NotationError for a letter that may mean several.
    """
    if is_robot(word, state):
        seats = find_seats(word, state.seats, names)
        if seats:
            called = {names[seat]: () for seat in seats} | {ROBOT: ()}
            raise NotationError("which-seat", word=word, candidates=called, unclear=True, seat=word)
        return ROBOT
    seat = find_seat(word, state.seats, names)
    return None if seat is None else SEAT_LETTERS[seat]


def is_robot(word: str, state: State) -> bool:
    """Return whether a word means the robot, in a match with one."""
    return word.casefold() in ROBOT_WORDS and ROBOT in state.players


def parse_side(word: str, state: State, names: Sequence[str] = ()) -> str:
    """Return the side that a word means. Raise NotationError with all sides when none does."""
    side = find_side(word, state, names)
    if side is not None:
        return side
    if find_seats(word, state.seats, names):
        parse_seat(word, state.seats, names)
    known = {}
    for each in state.players:
        seat = seat_of(each)
        typed = typed_side(each, names)
        known[typed] = (typed, *(names[seat : seat + 1] if seat >= 0 else ROBOT_WORDS))
    people = Verbatim(", ".join(" ".join(called[:2]) for called in known.values()))
    raise NotationError("no-such-seat", word=word, candidates=known, seat=word, seat_list=people)


def typed_side(side: str, names: Sequence[str]) -> str:
    """Return a side as it is typed: the letter of its seat, or the robot's word."""
    return typed_place(f"{side}.", names)[:-1]


def parse_park(word: str, state: State) -> str | None:
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


def parse_card(query: str, state: State, near: Iterable[str] = ()) -> str:
    """Return the card that a text means: among those that are `near`, else among all; ``?`` and
    ``?A`` are unknown ones. Raise NotationError when none or several fit."""
    query = query.strip()
    if query[:1] == "-" or (is_unknown(query) and " " in query):
        raise NotationError("no-such-card", word=query, given=query)
    if is_unknown(query):
        return query[:1] + query[1:].upper() if len(query) == 2 else query
    if query in CARDS or query in state.extra:
        return query
    close = [item for item in near if not is_unknown(item)]
    if close:
        try:
            return find(query, card_names(state, close), key="no-such-card")
        except NotationError as error:
            if error.unclear:
                raise
    return find(query, card_names(state, list_cards(state)), key="no-such-card")


def parse_cards(text: str, state: State, near: Iterable[str] = ()) -> list[str]:
    """Return the cards of a list, each as often as it is meant: ``dog, cat``, ``newcomer*3 dog``.

    With commas every part is a card; without, words that belong together are one.
    """
    near = tuple(near)
    text = AND.sub(", ", text.strip())
    if text in {"", "-", "0"}:
        return []
    if "," in text:
        parts = [part for part in text.split(",") if part.strip()]
    else:
        parts = split_names(text.split(), state, near)
    return [card for part in parts for card in parse_amount(part, state, near)]


def split_names(words: Sequence[str], state: State, near: Sequence[str]) -> list[str]:
    """Return words without commas as the texts of cards, as few as there can be: ``movie star pig``
    are two. Raise NotationError where they are no cards, or where it is unclear which."""
    ways: list[list[list[str]]] = [[[]]]
    for end in range(1, len(words) + 1):
        found = [
            [*before, " ".join(words[start:end])]
            for start, befores in enumerate(ways)
            if befores and is_one_card(words[start:end], start, state, near)
            for before in befores
        ]
        least = min(map(len, found), default=0)
        ways.append([way for way in found if len(way) == least])
    if not ways[-1]:
        reached = max(end for end, way in enumerate(ways) if way)
        rest = " ".join(words[reached:])
        parse_amount(rest if is_unclear(rest, state, near) else words[reached], state, near)
        raise NotationError("no-such-card", word=rest, given=rest)
    meant = {
        tuple(c for part in way for c in parse_amount(part, state, near)): way for way in ways[-1]
    }
    if len(meant) > 1:
        spelled = {", ".join(way): () for way in meant.values()}
        raise NotationError("several-fit", candidates=spelled, unclear=True, given=" ".join(words))
    split = ways[-1][0]
    for one, other in pairwise(split):
        same = parse_amount(one, state, near)[-1:] == parse_amount(other, state, near)[:1]
        if same and strip_number(one) != strip_number(other):
            raise NotationError("one-or-two", word=f"{one} {other}", one=one, other=other)
    return split


def is_one_card(words: Sequence[str], start: int, state: State, near: Sequence[str]) -> bool:
    """Return whether words of a list are one card. A number stands in front of the first one only
    (`start` is 0), and an id stands alone."""
    text = " ".join(words)
    if start and NUMBERED.match(text):
        return False
    if len(words) > 1 and any(is_card_id(strip_number(word), state) for word in words):
        return bool(NUMBERED.match(text)) and len(words) == 2
    try:
        return bool(parse_amount(text, state, near))
    except NotationError:
        return False


def is_unclear(text: str, state: State, near: Sequence[str]) -> bool:
    """Return whether a text can be several cards."""
    try:
        parse_amount(text, state, near)
    except NotationError as error:
        return error.unclear
    return False


def is_card_id(word: str, state: State) -> bool:
    """Return whether a word is a card's id, or that of an unknown one."""
    return word in CARDS or word in state.extra or is_unknown(word)


def strip_number(text: str) -> str:
    """Return the text of a card without its number, in the form in which texts are compared."""
    times, ahead = AMOUNT.match(text), NUMBERED.match(text)
    return (times[1] if times else ahead[2] if ahead else text).strip().casefold()


def parse_amount(text: str, state: State, near: Sequence[str]) -> list[str]:
    """Return one card as often as a text says: ``dog``, ``dog=2``, ``2 dog``."""
    text = text.strip()
    times = AMOUNT.match(text)
    if times is not None:
        return [parse_card(times[1], state, near)] * int(times[2])
    ahead = NUMBERED.match(text)
    if ahead is not None:
        return [parse_card(ahead[2], state, near)] * int(ahead[1])
    return [parse_card(text, state, near)]


def count_cards(cards: Iterable[str]) -> dict[str, int]:
    """Return a list of cards as printing to number."""
    found: dict[str, int] = {}
    for card in cards:
        found[card] = found.get(card, 0) + 1
    return found

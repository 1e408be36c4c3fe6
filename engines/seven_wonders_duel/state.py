"""The state of 7 Wonders Duel: the book, the age, the turn, and a choice that is owed."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from engines.book import EMPTY, Book, is_unknown
from engines.seven_wonders_duel.actions import Result
from engines.seven_wonders_duel.catalog import (
    AGES,
    BOX,
    CARDS,
    CLOSED,
    DECK,
    DECK_OF,
    GUILDS,
    LIMITS,
    SLOT,
    SPACE,
    WONDERS,
)

COINS_OF: Final = ("a.coins", "b.coins")
CITY_OF: Final = ("a.city", "b.city")
WONDERS_OF: Final = ("a.wonders", "b.wonders")
TOKENS_OF: Final = ("a.tokens", "b.tokens")
TRACK_OF: Final = ("a.track", "b.track")
LOOT_OF: Final = ("a.loot", "b.loot")
DISCARDS: Final = "discard"
NOWHERE: Final = "layout"
"""The place of a card that no slot can have held; it is always empty."""
BACKS: Final = "backs"
"""Among the places wanted: which face-down cards are guilds."""
UNDER: Final = {wonder: f"under.{wonder}" for wonder in WONDERS}
"""The place under a wonder: a card lies there once the wonder is constructed (D23)."""

Places = dict[str, dict[str, int]]
"""Place to item to number, as in a book or a booking."""


End = Literal["", "civilian", "military", "science"]
"""The kind of victory, "" while the game goes on."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A position.

    `turn` is the seat to act. `age` is 0 until the wonders are drafted, `picked` counts the picks.
    `pending` is a choice that `turn` owes: ``token``, ``keep``, ``grey`` or ``brown`` (a card to
    raze), ``revive`` or ``begin``. `lifted` is the slot of the card taken in a turn that is not
    over (0: the record does not know it), `again` tells whether that turn earns another one,
    `extra` whether this turn was earned so. `backs` are the face-down slots seen to be guilds,
    `wanted` the places that the table should still reveal, `played` counts the turns. `end` is the
    kind of victory, `winner` its seat, `left` are the seats whose people have left.
    """

    book: Book
    seats: int
    first: int
    turn: int
    level: str
    middle_begins: bool = False
    age: int = 0
    picked: int = 0
    pending: str = ""
    lifted: int | None = None
    again: bool = False
    extra: bool = False
    backs: tuple[int, ...] | None = None
    wanted: tuple[str, ...] = ()
    played: int = 0
    over: bool = False
    end: End = ""
    winner: int | None = None
    result: Result | None = None
    left: tuple[int, ...] = ()


def list_built_wonders(places: Places, seat: int) -> list[str]:
    """Return the wonders that a seat has constructed, in the order drafted."""
    return [w for w in places.get(WONDERS_OF[seat], EMPTY) if places.get(UNDER.get(w, ""))]


def list_unbuilt_wonders(places: Places, seat: int) -> list[str]:
    """Return the wonders that a seat may still construct, in the order drafted."""
    return [w for w in places.get(WONDERS_OF[seat], EMPTY) if not places.get(UNDER.get(w, ""))]


def find_pawn(places: Places) -> int:
    """Return the position of the pawn: above 0 in favour of seat a, at 9 in the capital (D28)."""
    spaces = places.get(TRACK_OF[0], EMPTY).get(SPACE, 0) - LIMITS.capital
    return max(-LIMITS.capital, min(LIMITS.capital, spaces))


def count_colours(places: Places, seat: int) -> dict[str, int]:
    """Return the number of cards of each colour in a city."""
    counted: dict[str, int] = {}
    for item, n in places.get(CITY_OF[seat], EMPTY).items():
        card = CARDS.get(item)
        if card is not None:
            counted[card.colour] = counted.get(card.colour, 0) + n
    return counted


def count_symbols(places: Places, seat: int) -> dict[str, int]:
    """Return the scientific symbols of a seat, those of Law among them (D34): symbol to number."""
    found: dict[str, int] = {}
    for item, n in places.get(CITY_OF[seat], EMPTY).items():
        if item in SYMBOL:
            found[SYMBOL[item]] = found.get(SYMBOL[item], 0) + n
    for item in places.get(TOKENS_OF[seat], EMPTY):
        if item in SYMBOL:
            found[SYMBOL[item]] = 1
    return found


SYMBOL: Final = {card.id: card.symbol for card in BOX.cards if card.symbol} | {
    token.id: token.symbol for token in BOX.tokens if token.symbol
}
"""Card or token to its scientific symbol."""


def can_lie_in(state: State, place: str, face: str) -> bool:
    """Return whether a piece lies in a place, or may be an unknown piece there."""
    if state.book.count(place, face):
        return True
    return any(
        face in list_possible_faces(state, name)
        for name in state.book.holding(place)
        if is_unknown(name)
    )


def list_possible_faces(state: State, name: str) -> tuple[str, ...]:
    """Return the faces that an unknown piece may still have.

    In Age III three of the twenty cards are guilds (D7), and a back shows whether it is one (D10).
    """
    faces = state.book.list_possible_faces(name)
    if state.age < AGES[-1] or state.book.pools.get(name) != DECK[AGES[-1]]:
        return faces
    guild = is_guild(state, name)
    if guild is None:
        return faces
    return tuple(face for face in faces if (face in GUILDS) == guild)


def is_guild(state: State, name: str) -> bool | None:
    """Return whether an unknown card of Age III is a guild, or None while it may be either."""
    if state.backs is not None:
        places = state.book.places
        for slot in CLOSED[AGES[-1]]:
            if name in places.get(SLOT[slot], EMPTY):
                return slot in state.backs
    guilds, others = count_unplaced_cards(state)
    if guilds <= 0:
        return False
    return True if others <= 0 else None


LAST_AGE: Final = tuple(card for card in CARDS if DECK_OF[card] == DECK[AGES[-1]])
"""The cards of Age III, guilds among them."""


def count_unplaced_cards(state: State) -> tuple[int, int]:
    """Return how many guilds, and how many other cards of Age III, are still to be revealed."""
    deck = state.book.holding(DECK[AGES[-1]])
    seen_guilds = sum(1 for card in GUILDS if not deck.get(card))
    seen = sum(1 for card in LAST_AGE if not deck.get(card))
    others = LIMITS.slots - LIMITS.guilds - (seen - seen_guilds)
    guilds = LIMITS.guilds - seen_guilds
    if state.backs is None:
        return guilds, others
    hidden = [n for n in CLOSED[AGES[-1]] if is_unknown(state.book.sole(SLOT[n]) or "")]
    backs = sum(1 for n in hidden if n in state.backs)
    return guilds - backs, others - (len(hidden) - backs)

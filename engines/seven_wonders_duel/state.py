"""The table of 7 Wonders Duel: the book, and what the rules must remember beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN, Book, Booking
from engines.game import options_of
from engines.seven_wonders_duel.actions import UNSEEN, Result
from engines.seven_wonders_duel.catalog import (
    AGES,
    BOX,
    CARDS,
    CLOSED,
    COIN,
    DECK,
    DECK_OF,
    GUILDS,
    LAYOUT,
    LIMITS,
    LOOT,
    NUMBER_OF,
    OPEN,
    SLOT,
    SPACE,
    TOKENS,
    WONDERS,
)
from engines.values import Option, Setup, SetupError

SEATS: Final = range(2, 3)
LEVELS: Final = ("results", "actions", "full")
OPTIONS: Final = (
    Option("wonders", ("draft", "first-game"), "draft", "D6"),
    Option("middle_begins", (False, True), False, "D40"),
)
ENDLESS: Final = frozenset({"bank"})

COINS_OF: Final = ("a.coins", "b.coins")
CITY_OF: Final = ("a.city", "b.city")
WONDERS_OF: Final = ("a.wonders", "b.wonders")
TOKENS_OF: Final = ("a.tokens", "b.tokens")
TRACK_OF: Final = ("a.track", "b.track")
LOOT_OF: Final = ("a.loot", "b.loot")
DISCARDS: Final = "discard"
NOWHERE: Final = "layout"
"""The place a card is taken from when no slot can have held it: always empty."""
BACKS: Final = "backs"
"""Among the places wanted: which face-down cards are guilds."""
UNDER: Final = {wonder: f"under.{wonder}" for wonder in WONDERS}
"""The place under a wonder: a card lies there once the wonder is constructed (D23)."""

Places = dict[str, dict[str, int]]
"""Place to item to number, as a book or a booking holds them."""


class State(msgspec.Struct, frozen=True):
    """A position.

    `turn` is the seat to act. `age` is 0 until the wonders are drafted, `picked` counts the
    picks. `pending` names a choice that `turn` owes: ``token``, ``keep``, ``grey`` or ``brown``
    (a card to raze), ``revive`` or ``begin``. `lifted` is the slot of the card taken in a turn
    that is not over yet (0 when the record does not know it), `again` whether that turn earns
    another one, `extra` whether this turn was earned so. `backs` are the face-down slots seen to
    be guilds, `wanted` the places of which the table should still tell what lies there, `played`
    the turns taken. `end` is the kind of victory, `winner` its seat.
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
    end: str = ""
    winner: int | None = None
    result: Result | None = None


def open_table(setup: Setup) -> State:
    """Return the table before the first turn (D1-D8): tokens and wonders lie there unseen."""
    if setup.seats not in SEATS:
        raise SetupError("seats-out-of-range", seats=setup.seats, least=2, most=2)
    if not 0 <= setup.first < setup.seats:
        raise SetupError("no-such-seat", seat=setup.first)
    if setup.level not in LEVELS:
        raise SetupError("no-such-level", level=setup.level, levels=LEVELS)
    options = options_of(setup, OPTIONS)
    places: Places = {
        "bank": {COIN: LIMITS.treasury - 2 * LIMITS.coins},
        "wonders": dict.fromkeys(WONDERS, 1),
        "tokens": dict.fromkeys(TOKENS, 1),
    }
    places |= {deck: {c: 1 for c in CARDS if DECK_OF[c] == deck} for deck in DECK.values()}
    for seat in (0, 1):
        places[COINS_OF[seat]] = {COIN: LIMITS.coins}
        places[TRACK_OF[seat]] = {SPACE: LIMITS.capital}
        places[LOOT_OF[seat]] = dict.fromkeys(LOOT, 1)
    booking = Booking(Book(places, known=setup.known), ENDLESS)
    state = State(
        book=Book({}),
        seats=setup.seats,
        first=setup.first,
        turn=setup.first,
        level=setup.level,
        middle_begins=options["middle_begins"],
    )
    state = deal(state, booking, "tokens", ("board",) * LIMITS.board, "D3")
    if options["wonders"] == "draft":
        state = offer(state, booking)
    else:
        for seat, preset in zip((setup.first, 1 - setup.first), BOX.first_game, strict=True):
            for wonder in preset:
                booking.move(1, wonder, "wonders", WONDERS_OF[seat], "D6")
        state = lay_out(replace(state, picked=len(BOX.draft)), booking, 1)
    return replace(state, book=booking.close())


def deal(
    state: State,
    booking: Booking,
    pool: str,
    places: Iterable[str],
    rule: str,
    shown: Collection[str] | None = None,
) -> State:
    """Draw a piece to each place; those that lie open (in `shown`, or all) want to be told."""
    unseen = [place for place in places if booking.draw(pool, place, rule)[0] == UNKNOWN]
    if state.level != "full":
        return state
    asked = (place for place in unseen if shown is None or place in shown)
    return replace(state, wanted=(*state.wanted, *asked))


def offer(state: State, booking: Booking) -> State:
    """D5: four wonders are shown."""
    return deal(state, booking, "wonders", ("offer",) * LIMITS.offer, "D5")


def lay_out(state: State, booking: Booking, age: int) -> State:
    """D7-D10: twenty cards of an age are laid out; those in open rows want to be told, and which
    of the others show the back of a guild."""
    state = replace(state, age=age)
    state = deal(state, booking, DECK[age], SLOT.values(), "D9", {SLOT[n] for n in OPEN[age]})
    if age == AGES[-1] and state.level == "full":
        state = replace(state, wanted=(*state.wanted, BACKS))
    return state


def covered(places: Places, age: int, number: int) -> tuple[str, ...]:
    """Return the slots whose cards lie on top of a slot (D9)."""
    return tuple(
        SLOT[over] for over in LAYOUT[age][number].covered_by if places.get(SLOT[over], EMPTY)
    )


def accessible(state: State) -> Iterator[int]:
    """Yield the slots that a card can be taken from: nothing is left on top of it (D11)."""
    if not state.age:
        return
    places = state.book.places
    for number, slot in SLOT.items():
        if places.get(slot) and not covered(places, state.age, number):
            yield number


def emptied(places: Places) -> bool:
    """Return whether no card of the age is left (D39)."""
    return not any(places.get(slot) for slot in NUMBER_OF)


def place_of(booking: Booking, age: int, card: str, slot: int) -> str:
    """Return the place that a card named by an action comes from.

    The slot that is named; else the one that shows the card; else the first that can be taken
    from and whose unknown card it may be; else NOWHERE. The card may be UNSEEN.
    """
    places = booking.places
    if slot:
        return SLOT[slot]
    for place in NUMBER_OF:
        if places.get(place, EMPTY).get(card):
            return place
    face = "" if card == UNSEEN else card
    for number, place in SLOT.items():
        if booking.unknowns(place, face) and not covered(places, age, number):
            return place
    return NOWHERE


def built(places: Places, seat: int) -> list[str]:
    """Return the wonders that a seat has constructed, in the order drafted."""
    return [w for w in places.get(WONDERS_OF[seat], EMPTY) if places.get(UNDER.get(w, ""))]


def unbuilt(places: Places, seat: int) -> list[str]:
    """Return the wonders that a seat may still construct, in the order drafted."""
    return [w for w in places.get(WONDERS_OF[seat], EMPTY) if not places.get(UNDER.get(w, ""))]


def pawn(places: Places) -> int:
    """Return where the pawn is: above 0 seat a pushes seat b, at 9 into the capital (D28)."""
    spaces = places.get(TRACK_OF[0], EMPTY).get(SPACE, 0) - LIMITS.capital
    return max(-LIMITS.capital, min(LIMITS.capital, spaces))


def colours(places: Places, seat: int) -> dict[str, int]:
    """Return how many cards of each colour a city has."""
    counted: dict[str, int] = {}
    for item, n in places.get(CITY_OF[seat], EMPTY).items():
        card = CARDS.get(item)
        if card is not None:
            counted[card.colour] = counted.get(card.colour, 0) + n
    return counted


def symbols(places: Places, seat: int) -> dict[str, int]:
    """Return the scientific symbols of a seat: on green cards, and the scales of Law (D34)."""
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
"""Everything that shows a scientific symbol, and which."""


def lies_there(state: State, place: str, face: str) -> bool:
    """Return whether a piece lies, or may lie as an unknown one, in a place."""
    if state.book.count(place, face):
        return True
    return any(
        face in possible(state, name) for name in state.book.holding(place) if name[0] == UNKNOWN
    )


def possible(state: State, name: str) -> tuple[str, ...]:
    """Return the faces an unknown piece may still have.

    In Age III three of the twenty cards are guilds (D7) and a back shows whether it is one (D10).
    """
    faces = state.book.possible(name)
    if state.age < AGES[-1] or state.book.pools.get(name) != DECK[AGES[-1]]:
        return faces
    guild = is_guild(state, name)
    if guild is None:
        return faces
    return tuple(face for face in faces if (face in GUILDS) == guild)


def is_guild(state: State, name: str) -> bool | None:
    """Return whether an unknown card of Age III is a guild, None while it may be either."""
    slot = next((n for n, p in SLOT.items() if state.book.count(p, name)), None)
    if state.backs is not None and slot in CLOSED[AGES[-1]]:
        return slot in state.backs
    guilds, others = unplaced(state)
    if guilds <= 0:
        return False
    return True if others <= 0 else None


def unplaced(state: State) -> tuple[int, int]:
    """Return how many guilds, and how many other cards of Age III, are still to be told of."""
    deck = state.book.holding(DECK[AGES[-1]])
    seen_guilds = sum(1 for card in GUILDS if not deck.get(card))
    seen = sum(1 for c in CARDS if DECK_OF[c] == DECK[AGES[-1]] and not deck.get(c))
    others = LIMITS.slots - LIMITS.guilds - (seen - seen_guilds)
    guilds = LIMITS.guilds - seen_guilds
    if state.backs is None:
        return guilds, others
    hidden = [n for n in CLOSED[AGES[-1]] if (state.book.sole(SLOT[n]) or "")[:1] == UNKNOWN]
    backs = sum(1 for n in hidden if n in state.backs)
    return guilds - backs, others - (len(hidden) - backs)

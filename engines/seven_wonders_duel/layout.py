"""The cards laid out on the table: dealing them, covering and accessible slots."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN, Book, Booking, list_unknowns
from engines.seven_wonders_duel.actions import UNSEEN
from engines.seven_wonders_duel.catalog import AGES, DECK, LAYOUT, LIMITS, NUMBER_OF, OPEN, SLOT
from engines.seven_wonders_duel.state import BACKS, NOWHERE, Places, State

COVERING = {
    age: {number: tuple(SLOT[over] for over in slot.covered_by) for number, slot in layout.items()}
    for age, layout in LAYOUT.items()
}
"""Age and number of a slot to the slots on top of it."""


def deal_pieces(
    state: State,
    booking: Booking,
    pool: str,
    places: Iterable[str],
    rule: str,
    shown: Collection[str] | None = None,
) -> State:
    """Draw a piece of the pool to each place.

    The table should reveal those that lie open: the places in `shown`, or all of them.
    """
    unseen = [place for place in places if booking.draw(pool, place, rule)[0] == UNKNOWN]
    if state.level != "full":
        return state
    asked = (place for place in unseen if shown is None or place in shown)
    return replace(state, wanted=(*state.wanted, *asked))


def show_offer(state: State, booking: Booking) -> State:
    """Show four wonders (D5)."""
    return deal_pieces(state, booking, "wonders", ("offer",) * LIMITS.offer, "D5")


def lay_out_age(state: State, booking: Booking, age: int) -> State:
    """Lay out the twenty cards of an age (D7 to D10).

    The table should reveal the open ones, and in Age III which backs are guilds.
    """
    state = replace(state, age=age)
    state = deal_pieces(
        state, booking, DECK[age], SLOT.values(), "D9", {SLOT[n] for n in OPEN[age]}
    )
    if age == AGES[-1] and state.level == "full":
        state = replace(state, wanted=(*state.wanted, BACKS))
    return state


def list_covering_slots(places: Places, age: int, number: int) -> tuple[str, ...]:
    """Return the slots whose cards lie on top of a slot (D9)."""
    return tuple([slot for slot in COVERING[age][number] if places.get(slot)])


def is_covered(places: Places, age: int, number: int) -> bool:
    """Return whether a card lies on top of a slot (D9)."""
    for slot in COVERING[age][number]:
        if places.get(slot):
            return True
    return False


def list_accessible_slots(state: State) -> Iterator[int]:
    """Yield the slots that a card can be taken from: nothing lies on top of them (D11)."""
    if not state.age:
        return
    places = state.book.places
    for number, slot in SLOT.items():
        if places.get(slot) and not is_covered(places, state.age, number):
            yield number


def list_telling_order(state: State) -> tuple[str, ...]:
    """Return the places in the order in which untold pieces are told.

    In a complete age: the slots that lie open, row by row from the top. Once a card has been taken:
    those that can be reached first. Then the other slots, the board, drawn tokens, the offer.
    """
    reached = [SLOT[number] for number in list_accessible_slots(state)]
    shown = [SLOT[number] for number in OPEN[state.age]] if state.age else []
    complete = all(state.book.holding(slot) for slot in SLOT.values())
    order = [*shown, *reached] if complete else [*reached, *shown]
    return tuple(dict.fromkeys([*order, *NUMBER_OF, "board", "drawn", "offer"]))


def is_layout_empty(places: Places) -> bool:
    """Return whether no card of the age is left (D39)."""
    for slot in NUMBER_OF:
        if places.get(slot):
            return False
    return True


def find_place(table: Book | Booking, age: int, card: str, slot: int) -> str:
    """Return the place that the card of an action comes from.

    In this order: the slot that is named; the slot that shows the card; the first accessible slot
    whose unknown card it may be; NOWHERE. The card may be UNSEEN.
    """
    if slot:
        return SLOT[slot]
    places = table.places
    for place in NUMBER_OF:
        if card in places.get(place, EMPTY):
            return place
    face = "" if card == UNSEEN else card
    for number, place in SLOT.items():
        if list_unknowns(table, place, face) and not is_covered(places, age, number):
            return place
    return NOWHERE

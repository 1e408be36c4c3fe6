"""The cards laid out on the table: dealing them, covered and accessible slots."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN, Booking
from engines.seven_wonders_duel.actions import UNSEEN
from engines.seven_wonders_duel.catalog import AGES, DECK, LAYOUT, LIMITS, NUMBER_OF, OPEN, SLOT
from engines.seven_wonders_duel.state import BACKS, NOWHERE, Places, State


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

"""Cards between rounds: dealing them unseen, collecting all sixty after every round."""

from __future__ import annotations

from msgspec.structs import replace

from engines.book import EMPTY, Booking, is_unknown
from engines.values import UNACCOUNTED
from engines.wizard.catalog import (
    CARDS,
    DECK,
    DECKS,
    FLIP,
    FOLK_OF_CARD,
    HANDS,
    NO_TRUMP,
    PLAYED,
    SUPPLY,
    TRICK,
    TRICKS,
)
from engines.wizard.state import State, dealer_of, has_stock, is_fine, pool_of


def begin(state: State, booking: Booking, number: int) -> State:
    """Return the table at the start of a round (W5, W7): cards are dealt where they are told."""
    table = state.table
    cards = table.cards[number - 1]
    dealer = dealer_of(table, number)
    state = State(
        book=state.book,
        table=table,
        level=state.level,
        cards=cards,
        dealer=dealer,
        turn=(dealer + 1) % table.seats,
        bids=(None,) * table.seats,
        number=number,
        ply=state.ply,
        pad=state.pad,
        fines=state.fines,
        result=state.result,
    )
    if not has_stock(state):
        state = replace(state, trump=NO_TRUMP)
    return deal(state, booking) if is_fine(state) else state


def deal(state: State, booking: Booking) -> State:
    """Deal every hand unseen (W5, V5c), then lay the next card aside to be turned up (W9)."""
    if state.dealt:
        return state
    rule = "V5c" if state.table.war else "W5"
    for seat in range(state.table.seats):
        booking.draw_many(state.cards, pool_of(state, seat), HANDS[seat], rule)
    if has_stock(state):
        booking.draw(DECK, FLIP, "W9")
    return replace(state, dealt=True)


def collect(state: State, booking: Booking) -> None:
    """Bring all cards back and shuffle them (W5, V5f); tricks won are counted from none again."""
    rule = "V5f" if state.table.war else "W5"
    places = booking.places
    for seat in range(state.table.seats):
        n = places.get(TRICKS[seat], EMPTY).get(TRICK, 0)
        booking.move(n, TRICK, TRICKS[seat], SUPPLY, rule)
    for place in (*HANDS[: state.table.seats], FLIP, PLAYED):
        if not places.get(place):
            continue
        if state.table.war:
            for item, n in list(places[place].items()):
                bring_home(state, booking, n, item, place)
        else:
            booking.gather(place, DECK, rule)
    if places.get(UNACCOUNTED):
        settle(state, booking, rule)


def home_of(state: State, card: str) -> str:
    """Return the deck that a card belongs to: its folk's in the colour war (V5a)."""
    table = state.table
    return DECKS[table.folks.index(FOLK_OF_CARD[card])] if table.war else DECK


def bring_home(state: State, booking: Booking, n: int, item: str, place: str) -> None:
    """Bring a card back to its owner (V5f); an unseen one goes back as one of many."""
    if is_unknown(item):
        booking.give_up(item, place, "V5f")
    else:
        booking.move(n, item, place, home_of(state, item), "V5f")


def settle(state: State, booking: Booking, rule: str) -> None:
    """Make the decks whole: what the record could not explain in this round ends with it.

    Points stay unaccounted until a correction clears them.
    """
    for item, n in list(booking.places[UNACCOUNTED].items()):
        if is_unknown(item):
            booking.give_up(item, UNACCOUNTED, rule)
        elif item in CARDS or item == TRICK:
            home = SUPPLY if item == TRICK else home_of(state, item)
            if n > 0:
                booking.move(n, item, UNACCOUNTED, home, rule)
            elif home == SUPPLY or booking.places.get(home, EMPTY).get(item, 0) >= -n:
                booking.move(-n, item, home, UNACCOUNTED, rule)

"""Cards between rounds: dealing them unseen, collecting all sixty after every round."""

from __future__ import annotations

from msgspec.structs import replace

from engines.book import EMPTY, Booking, is_unknown
from engines.values import UNACCOUNTED
from engines.wizard.catalog import (
    CARDS,
    DECK,
    DECK_SIZE,
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
from engines.wizard.state import (
    State,
    count_players,
    find_dealer,
    find_left_neighbour,
    find_pool,
    has_stock,
    is_recording_cards,
)


def begin_round(state: State, booking: Booking, number: int) -> State:
    """Return the state at the start of a round (W5, W7), with hands where cards are recorded."""
    state = seat_waiting(state)
    table, players = state.table, max(count_players(state), 1)
    cards = table.cards[number - 1]
    if not table.war:
        cards = min(cards, DECK_SIZE // players)
    dealer = find_dealer(state, number)
    state = State(
        book=state.book,
        table=table,
        level=state.level,
        cards=cards,
        dealer=dealer,
        turn=find_left_neighbour(state, dealer),
        bids=(None,) * table.seats,
        number=number,
        ply=state.ply,
        pad=state.pad,
        fines=state.fines,
        brought=state.brought,
        result=state.result,
        left=state.left,
        rotation=state.rotation,
    )
    if not has_stock(state):
        state = replace(state, trump=NO_TRUMP)
    return deal_hands(state, booking) if is_recording_cards(state) else state


def seat_waiting(state: State) -> State:
    """Return the state in which those who waited for the next round play (R7)."""
    if not state.waiting:
        return state
    left = tuple(seat for seat in state.left if seat not in state.waiting)
    return replace(state, left=left, waiting=())


def extend_rounds(cards: tuple[int, ...], rounds: int, seats: int) -> tuple[int, ...]:
    """Return the cards of each round where so many rounds are played (W4).

    Rounds beyond those of `cards` have one card more each, until all cards are dealt.

    >>> extend_rounds((1, 2, 3), 2, 4), extend_rounds((13, 14), 5, 4)
    ((1, 2), (13, 14, 15, 15, 15))
    """
    found = list(cards[:rounds])
    while len(found) < rounds:
        found.append(min(found[-1] + 1, DECK_SIZE // seats))
    return tuple(found)


def deal_hands(state: State, booking: Booking) -> State:
    """Deal every hand unseen (W5, V5c), and lay the next card aside to be turned up (W9)."""
    if state.dealt:
        return state
    rule = "V5c" if state.table.war else "W5"
    for seat in range(state.table.seats):
        if seat in state.left:
            continue
        booking.draw_many(state.cards, find_pool(state, seat), HANDS[seat], rule)
    if has_stock(state):
        booking.draw(DECK, FLIP, "W9")
    return replace(state, dealt=True)


def collect_cards(state: State, booking: Booking, cause: str = "") -> None:
    """Return all cards to the deck and all tricks to the supply (W5, V5f), or by another rule."""
    rule = cause or ("V5f" if state.table.war else "W5")
    places = booking.places
    for seat in range(state.table.seats):
        n = places.get(TRICKS[seat], EMPTY).get(TRICK, 0)
        booking.move(n, TRICK, TRICKS[seat], SUPPLY, rule)
    for place in (*HANDS[: state.table.seats], FLIP, PLAYED):
        if not places.get(place):
            continue
        if state.table.war:
            for item, n in list(places[place].items()):
                return_card(state, booking, n, item, place)
        else:
            booking.gather(place, DECK, rule)
    if places.get(UNACCOUNTED):
        clear_unaccounted(state, booking, rule)


def find_home_deck(state: State, card: str) -> str:
    """Return the deck that a card belongs to: its folk's deck in the colour war (V5a)."""
    table = state.table
    return DECKS[table.folks.index(FOLK_OF_CARD[card])] if table.war else DECK


def return_card(state: State, booking: Booking, n: int, item: str, place: str) -> None:
    """Return a card to its owner's deck (V5f); an unknown one goes back as one of many."""
    if is_unknown(item):
        booking.give_up(item, place, "V5f")
    else:
        booking.move(n, item, place, find_home_deck(state, item), "V5f")


def clear_unaccounted(state: State, booking: Booking, rule: str) -> None:
    """Return unaccounted cards and tricks to their decks at the end of a round.

    Points stay unaccounted until a correction clears them.
    """
    for item, n in list(booking.places[UNACCOUNTED].items()):
        if is_unknown(item):
            booking.give_up(item, UNACCOUNTED, rule)
        elif item in CARDS or item == TRICK:
            home = SUPPLY if item == TRICK else find_home_deck(state, item)
            if n > 0:
                booking.move(n, item, UNACCOUNTED, home, rule)
            elif home == SUPPLY or booking.places.get(home, EMPTY).get(item, 0) >= -n:
                booking.move(-n, item, home, UNACCOUNTED, rule)

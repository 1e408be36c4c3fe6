"""The sets that are left out where nobody said which sets are played (C23).

City and five other sets are played. The cards tell which five: the first card of a set that was
taken to be left out brings that set in, and another set goes out of which no card was seen. Where
cards of all six were seen, the table plays with all six.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.book import EMPTY, Booking
from engines.challengers.cards.card import Card
from engines.challengers.cards.catalog import CARDS, EXTRA_SETS, PILE, SETS, SPARE
from engines.challengers.unseen.debts import ExtraCards, pool_level


def is_left_out(booking: Booking, item: str) -> bool:
    """Return whether a card is of a set that is taken to be left out."""
    places = booking.places
    if places.get(SPARE, EMPTY).get(item, 0) <= 0:
        return False
    for place, held in places.items():
        if item in held and held[item] > 0 and place != SPARE:
            return False
    return True


def bring_sets(booking: Booking, extra: ExtraCards, items: Iterable[str]) -> None:
    """C23: bring in the sets of cards that are left out, each for a set of which no card was seen
    where there is one. `items` are all cards that are seen now."""
    seen = [item for item in items if item in CARDS]
    for item in seen:
        if is_left_out(booking, item):
            bring_set(booking, item, list_unseen_sets(booking, extra, seen))


def bring_left_out(booking: Booking, extra: ExtraCards) -> frozenset[str]:
    """Bring in the sets that are left out, as one of their cards would; return their cards."""
    spare = [item for item in booking.places.get(SPARE, EMPTY) if is_left_out(booking, item)]
    for item in {CARDS[item].set: item for item in spare}.values():
        bring_set(booking, item, list_unseen_sets(booking, extra, [item]))
    return frozenset(spare)


def bring_set(booking: Booking, item: str, unseen: Iterable[str]) -> None:
    """C23: bring in the set of a card, for one of the `unseen` sets that lies in the piles."""
    other = next((each for each in unseen if lies_in_piles(booking, each)), "")
    out = list_cards(other) if other else []
    piles = {card.level: find_pile(booking, card) for card in out}
    for card in list_cards(CARDS[item].set):
        pile = piles.get(card.level) or PILE[card.level]
        booking.move(card.copies, card.id, SPARE, pile, "C23")
    for card in out:
        booking.move(card.copies, card.id, piles[card.level], SPARE, "C23")


def list_unseen_sets(booking: Booking, extra: ExtraCards, seen: Iterable[str]) -> list[str]:
    """Return the symbols of the sets in play of which no card was seen, the last one first; `seen`
    are cards that are seen now. Sets that the match brings along are played in any case."""
    known = {card.set for card in extra.values()} | {CARDS[item].set for item in seen}
    for place, held in booking.places.items():
        if place == SPARE or not pool_level(place):
            known |= {CARDS[item].set for item, n in held.items() if n > 0 and item in CARDS}
    return [symbol for symbol in reversed(EXTRA_SETS) if symbol not in known]


def lies_in_piles(booking: Booking, symbol: str) -> bool:
    """Return whether all cards of a set lie in the piles."""
    return all(find_pile(booking, card) for card in list_cards(symbol))


def find_pile(booking: Booking, card: Card) -> str:
    """Return the pile, or past pile, that has all copies of a card, "" when none has."""
    for place, held in booking.places.items():
        if held.get(card.id, 0) == card.copies and pool_level(place):
            return place
    return ""


def list_cards(symbol: str) -> list[Card]:
    """Return the cards of a set of the box."""
    return [CARDS[printing.id] for printing in SETS[symbol].cards]

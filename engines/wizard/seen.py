"""What the record has seen of a card, a hand or a bid; the rules ask for it."""

from __future__ import annotations

from collections.abc import Iterator

from engines.book import EMPTY
from engines.values import Breach, Seat
from engines.wizard.actions import Bid, Bids, Round
from engines.wizard.catalog import COPIES, FLIP, HANDS
from engines.wizard.state import State, list_plays

Breaches = Iterator[Breach]
Bidding = Bid | Bids | Round


def find_copy_breaches(state: State, seat: int, card: str, n: int) -> Breaches:
    """Yield a breach if a seat cannot have `n` more copies of a card than the record knows."""
    if n <= 0:
        return
    plays = [play for play in list_plays(state) if play.card == card]
    places = state.book.places
    turned = places.get(FLIP, EMPTY).get(card, 0)
    seen = len(plays) + turned
    for hand in HANDS[: state.table.seats]:
        held = places.get(hand, EMPTY).get(card, 0)
        if held > 0:
            seen += held
    copies = 1 if state.table.war else COPIES[card]
    if seen + n <= copies:
        return
    hands = [shown for shown in state.shown_cards if shown.card == card and shown.seat != seat]
    if copies > 1:
        at = tuple(play.ply for play in plays)
        yield Breach("W2", "W2.fifth", {"card": card, "n": seen + n, "copies": copies}, at)
    elif turned:
        yield Breach("W9", "W9.played", {"card": card, "seat": Seat(seat)})
    elif plays:
        where = {"card": card, "seat": Seat(seat), "other": Seat(plays[0].seat)}
        yield Breach("W2", "W2.twice", where, (plays[0].ply,))
    elif hands:
        where = {"card": card, "seat": Seat(seat), "other": Seat(hands[0].seat)}
        yield Breach("W2", "W2.held", where, (hands[0].ply,))


def list_shown_plies(state: State, seat: int, cards: list[str] | None = None) -> tuple[int, ...]:
    """Return the plies at which a seat's cards (or only `cards`) were told to the record."""
    plies = {
        shown.ply
        for shown in state.shown_cards
        if shown.seat == seat and (cards is None or shown.card in cards)
    }
    return tuple(sorted(plies))


def list_bids(action: Bidding) -> dict[Seat, int]:
    """Return the bids of an action by seat."""
    if isinstance(action, Bid):
        return {Seat(action.seat): action.bid}
    return {Seat(seat): bid for seat, bid in enumerate(action.bids)}

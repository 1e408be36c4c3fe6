"""The rules of Wizard about the deal: dealer, hands, the card turned up, trump."""

from __future__ import annotations

from engines.book import UNKNOWN
from engines.values import Breach, Seat
from engines.wizard.actions import (
    Deal,
    Flip,
    Hand,
    Play,
    Trump,
)
from engines.wizard.catalog import (
    COPIES,
    FLIP,
    FOLK_OF_CARD,
    HANDS,
    NO_TRUMP,
    SUIT,
    WIZARD,
)
from engines.wizard.seen import Breaches, find_copy_breaches
from engines.wizard.state import (
    State,
    count_known_cards,
    find_dealer,
    has_stock,
    list_plays,
)


def W7_dealer(state: State, action: Deal) -> Breaches:
    """W7: the deal passes one seat to the left every round."""
    due = find_dealer(state, state.number)
    if action.seat != due:
        yield Breach("W7", data={"seat": Seat(action.seat), "due": Seat(due)})


def W5_hand(state: State, action: Hand) -> Breaches:
    """W5: every seat is dealt as many cards as all others."""
    mine = count_seen_cards(state, action.seat)
    mine.pop(UNKNOWN, None)
    n = sum(mine.values())
    for card, told in action.cards.items():
        if card != UNKNOWN:
            n += max(told - mine.get(card, 0), 0)
    n = max(n, sum(action.cards.values()))
    if n > state.cards:
        seat = Seat(action.seat)
        yield Breach("W5", "W5.many", {"seat": seat, "n": n, "cards": state.cards})


def V4_forehead(state: State, action: Hand) -> Breaches:
    """V4: cards are held to the forehead only in the first round, and only by agreement."""
    due = state.table.clairvoyant and state.number == 1
    if action.forehead != due:
        yield Breach("V4", "V4" if due else "V4.no", {"seat": Seat(action.seat)})


def V5a_folk(state: State, action: Hand | Play) -> Breaches:
    """V5a: in the colour war a seat has only cards of its own folk."""
    if not state.table.war:
        return
    suit = state.table.folks[action.seat]
    for card in action.cards if isinstance(action, Hand) else (action.card,):
        if card != UNKNOWN and FOLK_OF_CARD[card] != suit:
            yield Breach("V5a", data={"seat": Seat(action.seat), "card": card, "suit": suit})


def W2_dealt(state: State, action: Hand) -> Breaches:
    """W2, W9: a card in a hand has not been seen elsewhere in this round."""
    mine = count_seen_cards(state, action.seat)
    for card, n in action.cards.items():
        if card != UNKNOWN:
            yield from find_copy_breaches(state, action.seat, card, n - mine.get(card, 0))


def count_seen_cards(state: State, seat: int) -> dict[str, int]:
    """Return the cards that the record knows a seat to have, or to have played in this round: card
    to copies."""
    found = count_known_cards(state, seat)
    for play in list_plays(state):
        if play.seat == seat:
            found[play.card] = found.get(play.card, 0) + 1
    return found


def W9_flip(state: State, action: Flip) -> Breaches:
    """W9, W13, V5b: one card is turned up where any are left; none in the colour war."""
    if state.table.war:
        yield Breach("V5b", "V5b.flip")
    elif not has_stock(state):
        yield Breach("W13", data={"number": state.number})
    elif state.flip and state.flip != UNKNOWN and SUIT.get(action.card) != state.flip:
        yield Breach("W9", "W9.again", {"card": state.flip})


def W9_seen(state: State, action: Flip) -> Breaches:
    """W2, W9: the card turned up is in no hand and has not been played."""
    card = action.card
    if card == UNKNOWN or card in SUIT.values() or state.book.count(FLIP, card):
        return
    plies = [play.ply for play in list_plays(state) if play.card == card]
    seen = len(plies) + sum(
        max(state.book.count(HANDS[seat], card), 0) for seat in range(state.seats)
    )
    if seen >= (1 if state.table.war else COPIES[card]):
        plies += [shown.ply for shown in state.shown_cards if shown.card == card]
        yield Breach("W9", "W9.elsewhere", {"card": card}, tuple(sorted(plies)[:1]))


def W12_trump(state: State, action: Trump) -> Breaches:
    """W12: after a wizard the dealer names a suit, once, before the first bid."""
    seat, dealer = Seat(action.seat), Seat(state.dealer)
    if state.flip != WIZARD:
        yield Breach("W12", "W12.uncalled", {"seat": seat})
    elif state.trump:
        yield Breach("W12", "W12.again", {"seat": seat, "trump": state.trump})
    if action.seat != state.dealer:
        yield Breach("W12", "W12.dealer", {"seat": seat, "dealer": dealer})
    if action.suit == NO_TRUMP:
        yield Breach("W12", "W12.none", {"seat": seat})
    if any(bid is not None for bid in state.bids) and not state.table.secret:
        yield Breach("W12", "W12.late", {"seat": seat})

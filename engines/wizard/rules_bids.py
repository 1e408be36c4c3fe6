"""The rules of Wizard about bids."""

from __future__ import annotations

from engines.values import Action, Breach, Seat
from engines.wizard.actions import (
    Bid,
    Bids,
    Play,
    Round,
    Trick,
    Unwon,
)
from engines.wizard.score import find_leader
from engines.wizard.seen import Bidding, Breaches, list_bids
from engines.wizard.state import (
    State,
    count_players,
    find_bidder,
    is_trump_choice_due,
)


def W12_first(state: State, action: Bidding) -> Breaches:
    """W12: trump is named before the first bid."""
    if is_trump_choice_due(state) and all(bid is None for bid in state.bids):
        yield Breach("W12", "W12.before", {"dealer": Seat(state.dealer)})


def W20_range(state: State, action: Bidding) -> Breaches:
    """W20: a bid is a number from 0 to the tricks of the round."""
    for seat, bid in list_bids(action).items():
        if not 0 <= bid <= state.cards:
            yield Breach("W20", "W20.range", {"seat": seat, "bid": bid, "most": state.cards})


def W20_order(state: State, action: Bid) -> Breaches:
    """W20, W21: bids go clockwise from the dealer's left, one each."""
    mine = state.bids[action.seat]
    if mine is not None:
        yield Breach("W21", data={"seat": Seat(action.seat), "bid": mine})
    elif state.table.in_order:
        due = find_bidder(state)
        if due is not None and due != action.seat:
            yield Breach("W20", "W20.order", {"seat": Seat(action.seat), "due": Seat(due)})


def W21_again(state: State, action: Bids | Round) -> Breaches:
    """W21: a bid is not changed."""
    for seat, bid in list_bids(action).items():
        mine = None if state.over else state.bids[seat]
        if mine is not None and mine != bid:
            yield Breach("W21", data={"seat": seat, "bid": mine})


def V1_sum(state: State, action: Bidding) -> Breaches:
    """V1: with plus-minus-one the last bid does not make the sum equal to the tricks."""
    table = state.table
    if not table.not_equal or state.number <= table.exempt:
        return
    bids = list(state.bids)
    for seat, bid in list_bids(action).items():
        bids[seat] = bid
    here = [bid for seat, bid in enumerate(bids) if seat not in state.left]
    made = [bid for bid in here if bid is not None]
    last = action.seat if isinstance(action, Bid) else state.dealer
    if len(made) < count_players(state) or sum(made) != state.cards:
        return
    if table.zero_allowed and bids[last] == 0:
        return
    if table.sole_leader and find_leader(state) != last:
        return
    yield Breach("V1", data={"seat": Seat(last), "bid": bids[last], "cards": state.cards})


def V3_early(state: State, action: Bid | Bids) -> Breaches:
    """V3: secret bids are revealed after the last trick."""
    if state.table.secret and not state.tricks_counted:
        left = state.cards - len(state.taken_tricks)
        yield Breach("V3", "V3.early", {"left": left})


def V3_missing(state: State, action: Action) -> Breaches:
    """V3, W20: nothing goes on until all bids of a finished round are told."""
    if state.tricks_counted and not state.over and find_bidder(state) is not None:
        rule = "V3" if state.table.secret else "W20"
        yield Breach(rule, f"{rule}.missing", {"number": state.number})


def W20_before(state: State, action: Play | Trick | Unwon) -> Breaches:
    """W20, V2: all bids are made before the first card is led."""
    if state.table.secret or state.trick or state.taken_tricks:
        return
    due = find_bidder(state)
    if due is not None:
        rule = "W20" if state.table.in_order else "V2"
        yield Breach(rule, f"{rule}.before", {"seat": Seat(due)})

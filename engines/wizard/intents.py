"""Filling in again what was not said in Wizard: seats, the last seat's tricks, cards unseen."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engines.book import UNKNOWN
from engines.counts import Count
from engines.intents import Resolvers, read_place, resolve_turn
from engines.seating import list_present
from engines.values import Action
from engines.wizard.actions import Bid, Hand, Play, Round, Tricks, Trump
from engines.wizard.names import make_own_card
from engines.wizard.reading import (
    complete_tricks,
    count_hand,
    find_actor,
    find_untold_seat,
)
from engines.wizard.state import State, find_bidder


def resolve_bidder(state: State, action: Bid, said: Any) -> Action:
    """Return the bid of the seat that is to bid."""
    return replace(action, seat=find_actor(state, find_bidder(state)))


def resolve_dealer(state: State, action: Trump, said: Any) -> Action:
    """Return the trump that the dealer names."""
    return replace(action, seat=state.dealer)


def resolve_owner(state: State, action: Hand, said: Any) -> Action:
    """Return the hand of the first seat without one."""
    return replace(action, seat=find_untold_seat(state))


def resolve_own_card(state: State, action: Play, said: Any) -> Action:
    """Return the play of the seat's own wizard or jester (V5a)."""
    return replace(action, card=make_own_card(action.card[-1], state, action.seat))


def resolve_rest(state: State, action: Tricks | Round, said: Any) -> Action:
    """Return the tricks with what is left for the last seat."""
    told = [action.tricks[seat] for seat in list_present(state)]
    return replace(action, tricks=complete_tricks(told[:-1], state, action.unwon))


def resolve_unseen_hand(state: State, action: Hand, said: Any) -> Action:
    """Return the hand of as many unseen cards as the round has."""
    return replace(action, cards={UNKNOWN: state.cards})


def resolve_count(state: State, action: Count, said: Any) -> Action:
    """Return the count of a hand."""
    return count_hand(state, read_place(said, "seat"), read_place(said, "hand"))


RESOLVERS: Resolvers = {
    Play: {"seat": resolve_turn, "card": resolve_own_card},
    Bid: {"seat": resolve_bidder},
    Trump: {"seat": resolve_dealer},
    Hand: {"seat": resolve_owner, "cards": resolve_unseen_hand},
    Tricks: {"tricks": resolve_rest},
    Round: {"tricks": resolve_rest},
    Count: {"holds": resolve_count},
}

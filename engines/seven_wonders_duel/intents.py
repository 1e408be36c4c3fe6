"""Filling in again what was not said in 7 Wonders Duel: cards by slot, usual prices, seats."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engines.book import is_unknown
from engines.intents import Resolvers, read_place, resolve_turn
from engines.seven_wonders_duel.actions import (
    Begin,
    Build,
    Discard,
    Draft,
    Keep,
    Raze,
    Reveal,
    Revive,
    Token,
    Wonder,
)
from engines.seven_wonders_duel.catalog import SLOT
from engines.seven_wonders_duel.names import find_seen_slot
from engines.seven_wonders_duel.reading import find_own_wonder, place_reveal
from engines.seven_wonders_duel.score import compute_sale
from engines.seven_wonders_duel.state import State
from engines.seven_wonders_duel.trade import compute_price
from engines.values import Action


def resolve_card(state: State, action: Build | Discard | Wonder, said: Any) -> Action:
    """Return the action with the card in the slot. Raise LookupError where none is seen."""
    slot = read_place(said, "slot")
    card = state.book.sole(SLOT[slot])
    if card is None or is_unknown(card):
        raise LookupError(slot)
    return replace(action, card=card, slot=slot)


def resolve_slot(state: State, action: Build | Discard | Wonder, said: Any) -> Action:
    """Return the action with the slot where its card lies. Raise LookupError for none."""
    slot = find_seen_slot(action.card, state)
    if not slot:
        raise LookupError(action.card)
    return replace(action, slot=slot)


def resolve_wonder(state: State, action: Wonder, said: Any) -> Action:
    """Return the action with the seat's wonder of that number."""
    wonder = find_own_wonder(state, action.seat, read_place(said, "number"))
    return replace(action, wonder=wonder)


def resolve_price(state: State, action: Build | Wonder, said: Any) -> Action:
    """Return the action with the usual price (D13 to D18, D23)."""
    thing = action.wonder if isinstance(action, Wonder) else action.card
    return replace(action, paid=compute_price(state.book.places, action.seat, thing).paid)


def resolve_sale(state: State, action: Discard, said: Any) -> Action:
    """Return the discard with the coins that it brings (D22)."""
    return replace(action, taken=compute_sale(state.book.places, action.seat))


def resolve_place(state: State, action: Reveal, said: Any) -> Action:
    """Return the reveal in the place that is asked for."""
    return place_reveal(action.card, state)


CARD = {"card": resolve_card, "slot": resolve_slot}

RESOLVERS: Resolvers = {
    **{kind: {"seat": resolve_turn} for kind in (Draft, Token, Keep, Raze, Revive, Begin)},
    Build: {"seat": resolve_turn, **CARD, "paid": resolve_price},
    Discard: {"seat": resolve_turn, **CARD, "taken": resolve_sale},
    Wonder: {"seat": resolve_turn, "wonder": resolve_wonder, **CARD, "paid": resolve_price},
    Reveal: {"place": resolve_place},
}

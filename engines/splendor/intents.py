"""Filling in again what was not said in Splendor: cards by slot, usual payments, seats."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engines.book import is_unknown
from engines.counts import Count
from engines.intents import Resolvers, read_place, resolve_turn
from engines.splendor.actions import Buy, Draw, Noble, Pass, Reserve, Reveal, Take
from engines.splendor.notation import find_visited_seat
from engines.splendor.reading import (
    compute_usual_payment,
    count_by_bonuses,
    count_by_total,
    count_usual_gold,
    find_seen_source,
)
from engines.splendor.reveals import place_reveal
from engines.splendor.state import State
from engines.values import Action


def resolve_card(state: State, action: Buy | Reserve, said: Any) -> Action:
    """Return the action with the card in the slot. Raise LookupError where none is seen."""
    slot = read_place(said, "slot")
    card = state.book.sole(slot)
    if card is None or is_unknown(card):
        raise LookupError(slot)
    return replace(action, card=card, source=slot)


def resolve_source(state: State, action: Buy | Reserve, said: Any) -> Action:
    """Return the action with the place where its card lies. Raise LookupError for none."""
    source = find_seen_source(state, action.seat, action.card)
    if not source:
        raise LookupError(action.card)
    return replace(action, source=source)


def resolve_payment(state: State, action: Buy, said: Any) -> Action:
    """Return the purchase with the usual payment (S7)."""
    return replace(action, paid=compute_usual_payment(state, action.seat, action.card))


def resolve_gold(state: State, action: Draw | Reserve, said: Any) -> Action:
    """Return the action with the gold that comes with a reserved card (S6b)."""
    return replace(action, gold=count_usual_gold(state))


def resolve_visit(state: State, action: Noble, said: Any) -> Action:
    """Return the visit of the noble to the seat that may be visited (S12)."""
    return replace(action, seat=find_visited_seat(state, action.noble))


def resolve_place(state: State, action: Reveal, said: Any) -> Action:
    """Return the reveal in the place that is asked for."""
    return place_reveal(action.card, state)


def resolve_count(state: State, action: Count, said: Any) -> Action:
    """Return the count of what a seat has in all."""
    seat, what = read_place(said, "seat"), read_place(said, "what")
    if what == "bonus":
        return count_by_bonuses(state, seat, said["n"])
    return count_by_total(state, seat, what, read_place(said, "n"))


RESOLVERS: Resolvers = {
    Take: {"seat": resolve_turn},
    Pass: {"seat": resolve_turn},
    Reserve: {
        "seat": resolve_turn,
        "card": resolve_card,
        "source": resolve_source,
        "gold": resolve_gold,
    },
    Draw: {"seat": resolve_turn, "gold": resolve_gold},
    Buy: {
        "seat": resolve_turn,
        "card": resolve_card,
        "source": resolve_source,
        "paid": resolve_payment,
    },
    Noble: {"seat": resolve_visit},
    Reveal: {"place": resolve_place},
    Count: {"holds": resolve_count},
}

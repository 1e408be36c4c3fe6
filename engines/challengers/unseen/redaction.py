"""What others saw of an action: picks and removals by their level, looks not at all (C31, C61,
C83)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engines.book import UNKNOWN
from engines.challengers.actions import Deck, LookAt, Offer, Pick, Remove, Win
from engines.challengers.cards.card import has_pick_fans
from engines.challengers.cards.catalog import DISCARD
from engines.challengers.state import State, find_card, seat_of
from engines.counts import Count, hide_faces
from engines.values import TABLE, Action


def redact(state: State, action: Action, eyes: int) -> Action:
    """Return an action as `eyes` saw it. A pick that brings fan tokens is seen by all."""
    if isinstance(action, Win):
        mine = seat_of(action.winner) == eyes and eyes != TABLE
        return action if mine or not action.hidden else replace(action, trophy=None, hidden=False)
    if isinstance(action, Count):
        return hide_faces(state.book, action, lambda place: is_hidden_deck(place, eyes))
    if action.seat in (eyes, TABLE):
        return action
    match action:
        case Pick():
            card = (
                action.card if is_pick_public(state, action.card) else card_back(state, action.card)
            )
            return replace(action, card=card, paid=count_backs(state, action.paid))
        case Offer():
            return replace(action, cards=count_backs(state, action.cards))
        case Remove():
            return replace(action, card=card_back(state, action.card))
        case Deck() if action.cards:
            return replace(action, cards={UNKNOWN: sum(action.cards.values())})
        case LookAt():
            return replace(action, top=(), bottom=())
    return action


def is_hidden_deck(place: str, eyes: int) -> bool:
    """Return whether a place is the deck of another side, which nobody else looks into."""
    owner, _, zone = place.partition(".")
    return zone == "deck" and (eyes == TABLE or seat_of(owner) != eyes)


def is_pick_public(state: State, item: str) -> bool:
    """Return whether everybody sees which card was picked."""
    card = find_card(state, item)
    return card is not None and has_pick_fans(card)


def card_back(state: State, item: str) -> str:
    """Return the back of a card, which shows its level: ``?B``, ``?S``, or ``?``."""
    card = find_card(state, item)
    if card is None:
        return item
    return f"{UNKNOWN}{card.level}" if card.level in DISCARD or card.level == "S" else UNKNOWN


def count_backs(state: State, cards: Mapping[str, int]) -> dict[str, int]:
    """Return the backs of cards, back to number."""
    found: dict[str, int] = {}
    for item, n in cards.items():
        seen = card_back(state, item)
        found[seen] = found.get(seen, 0) + n
    return found

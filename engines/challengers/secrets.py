"""What others saw of an action (C31, C61, C83): picks and removals by their level, looks not."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engines.book import UNKNOWN
from engines.challengers.actions import Deck, LookAt, Offer, Pick, Remove, Win
from engines.challengers.card import fans_shown
from engines.challengers.catalog import CARDS, DISCARD
from engines.challengers.state import seat_of
from engines.protocol import TABLE, Action


def redact(action: Action, eyes: int) -> Action:
    """Return what `eyes` saw. A card that pays fan tokens when picked shows itself by them."""
    if isinstance(action, Win):
        mine = seat_of(action.winner) == eyes and eyes != TABLE
        return action if mine or not action.hidden else replace(action, trophy=None, hidden=False)
    if action.seat in (eyes, TABLE):
        return action
    match action:
        case Pick():
            card = action.card if shows_itself(action.card) else back(action.card)
            return replace(action, card=card, paid=backs(action.paid))
        case Offer():
            return replace(action, cards=backs(action.cards))
        case Remove():
            return replace(action, card=back(action.card))
        case Deck() if action.cards:
            return replace(action, cards={UNKNOWN: sum(action.cards.values())})
        case LookAt():
            return replace(action, top=(), bottom=())
    return action


def shows_itself(item: str) -> bool:
    """Return whether everybody sees which card was picked."""
    return item in CARDS and fans_shown(CARDS[item])


def back(item: str) -> str:
    """Return a card as it looks from behind: by its level.

    >>> back("film-lion-b"), back("city-dog-s"), back("?a-3")
    ('?B', '?S', '?a-3')
    """
    if item[0] == UNKNOWN:
        return item
    level = CARDS[item].level if item in CARDS else item.rpartition("-")[2].upper()
    return f"{UNKNOWN}{level}" if level in DISCARD or level == "S" else UNKNOWN


def backs(cards: Mapping[str, int]) -> dict[str, int]:
    """Return cards as they look from behind."""
    found: dict[str, int] = {}
    for item, n in cards.items():
        found[back(item)] = found.get(back(item), 0) + n
    return found

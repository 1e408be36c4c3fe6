"""What the sides, parks and cards of Challengers! go by when they are typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.challengers.cards.catalog import CARDS, FINAL, PARKS
from engines.challengers.state import State
from engines.names import Names
from engines.words import load_names

PACKAGE = "engines.challengers"
ROBOT_WORDS = ("robot", "bot", "ro", "r", "로봇")
"""What types the robot. The short ones may also begin somebody's name."""

PARK_LETTERS = {"g": "green", "r": "red", "p": "purple", "y": "yellow"}


def park_names(state: State) -> Names:
    """Return what the parks of a match go by."""
    names = load_names(PACKAGE)
    return {park: (park, *names.get(park, ())) for park in (*PARKS, FINAL) if park in state.rounds}


def card_names(state: State, items: Iterable[str]) -> Names:
    """Return what each of some cards goes by: names and short forms. Its id is not among them."""
    names: Mapping[str, tuple[str, ...]] = load_names(PACKAGE)
    found = {}
    for item in items:
        card = state.extra.get(item)
        own = () if card is None else (card.name, card.name_ko) if card.name_ko else (card.name,)
        found[item] = (*own, *names.get(item, ("", item))[1:])
    return found


def list_cards(state: State) -> tuple[str, ...]:
    """Return every card of the match by its printing."""
    return tuple({**CARDS, **state.extra})

"""Names of cards and landmarks, and the piece that a typed name means."""

from __future__ import annotations

from collections.abc import Iterable

from engines.machi_koro.catalog import CARDS, COST
from engines.machi_koro.choices import can_build
from engines.machi_koro.state import CARDS_OF, State
from engines.names import Names, find
from engines.values import NotationError
from engines.words import load_names

PACKAGE = "engines.machi_koro"


def list_names(ids: Iterable[str]) -> Names:
    """Return what each of some cards or landmarks goes by."""
    names = load_names(PACKAGE)
    return {item: names.get(item, (item,)) for item in ids}


def find_item(query: str, state: State, seat: int, among: Iterable[str] = COST) -> str:
    """Return the card or landmark that `query` means.

    Where several fit equally, the one that the seat can build now is meant. Raise NotationError.
    """
    try:
        return find(query, list_names(among), key="no-such-card")
    except NotationError as error:
        able = [item for item in error.candidates if can_build(state, seat, item)]
        if error.unclear and len(able) == 1:
            return able[0]
        raise


def find_held_card(query: str, state: State, seat: int) -> str:
    """Return the card that `query` means; where several fit, the one that the seat has.

    It may be a landmark, though nobody can exchange one (M28). Raise NotationError.
    """
    try:
        return find(query, list_names(CARDS), key="no-such-card")
    except NotationError as error:
        held = [item for item in error.candidates if state.book.count(CARDS_OF[seat], item) > 0]
        if error.unclear and len(held) == 1:
            return held[0]
        if error.unclear:
            raise
        return find(query, list_names(COST), key="no-such-card")

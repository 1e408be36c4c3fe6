"""What the reading of a text took for granted: the slot of a card that nobody had told of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engines.book import is_unknown
from engines.seven_wonders_duel.actions import UNSEEN, Build, Discard, Reveal, Wonder
from engines.seven_wonders_duel.apply import apply
from engines.seven_wonders_duel.catalog import NUMBER_OF, SLOT
from engines.seven_wonders_duel.choices import list_unseen_faces
from engines.seven_wonders_duel.layout import list_accessible_slots
from engines.seven_wonders_duel.state import State
from engines.values import Action, Message


def list_guesses(state: State, text: str, actions: Sequence[Action]) -> Iterator[Message]:
    """Yield a message for the first action of each kind whose slot `text` does not name.

    Only where the record does not know the card, and where it may lie in other slots as well.
    """
    told = set()
    for action in actions:
        found = find_guess(state, text, action)
        if found is not None and found.key not in told:
            told.add(found.key)
            yield found
        state, _ = apply(state, action)


def find_guess(state: State, text: str, action: Action) -> Message | None:
    """Return the message about one action, or None where nothing was guessed."""
    if isinstance(action, Reveal):
        place, free, key = action.place, list(NUMBER_OF), "guess.told"
        if place in state.wanted:
            return None
    elif isinstance(action, (Build, Discard, Wonder)):
        place = SLOT.get(action.slot, "")
        free, key = [SLOT[number] for number in list_accessible_slots(state)], "guess.taken"
    else:
        return None
    name = state.book.sole(place) or ""
    if action.card == UNSEEN or not is_unknown(name) or is_slot_named(text, place):
        return None
    others = [
        slot for slot in free if slot != place and action.card in list_unseen_faces(state, slot)
    ]
    if not others:
        return None
    data = {"card": action.card, "place": place, "others": others[:MOST], "n": NUMBER_OF[place]}
    return Message(key, data)


MOST = 5
"""How many other slots a message names."""


def is_slot_named(text: str, place: str) -> bool:
    """Return whether a text names a slot, by number or by row and column."""
    number = NUMBER_OF.get(place)
    return number is None or re.search(rf"(?<!\d){number}(?!\d)|\d[.c]\d", text) is not None

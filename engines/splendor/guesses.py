"""What the reading of a text took for granted: where a card lay that nobody had told of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engines.splendor.actions import Buy, Reserve
from engines.splendor.catalog import CARDS, SLOTS
from engines.splendor.reveals import list_faces
from engines.splendor.state import RESERVED_OF, State
from engines.values import Action, Message

NAMED_SLOT = re.compile(r"@|(?:^|[\s:a-z])[123]\.?[1-4](?![\w])", re.IGNORECASE)


def list_guesses(state: State, text: str, actions: Sequence[Action]) -> Iterator[Message]:
    """Yield a message for a card taken from a place that neither text nor record names.

    Only where it may lie in other places as well: other slots of its level, or the seat's hand.
    Where the record does not follow the slots, it is only open whether the card was in hand.
    """
    for action in actions:
        if not isinstance(action, (Buy, Reserve)) or NAMED_SLOT.search(text):
            continue
        hand = RESERVED_OF[action.seat]
        place = hand if action.source == "reserve" else action.source
        places = [*SLOTS[CARDS[action.card].level], *([hand] if isinstance(action, Buy) else [])]
        if state.level == "actions":
            places = [place, hand]
        free = [each for each in dict.fromkeys(places) if action.card in list_faces(state, each)]
        if place in free and len(free) > 1:
            free.remove(place)
            data = {"card": action.card, "place": place, "others": free}
            yield Message("guess.taken", data)

"""How this game is booked: from places without end, and with pools that may owe a card."""

from __future__ import annotations

from functools import partial

from engines.book import Booking
from engines.challengers.state import State
from engines.challengers.unseen.debts import can_explain

ENDLESS = frozenset({"bank", "press"})
"""The bank of fan tokens, and where cards come from that were brought to the table."""


def open_booking(state: State) -> Booking:
    """Return a booking of what lies on the table."""
    return Booking(state.book, ENDLESS, partial(can_explain, state.extra))

"""How a match of Machi Koro begins: seats, options, levels, the first position."""

from __future__ import annotations

from engines.book import Book
from engines.game import check_setup
from engines.machi_koro.catalog import BANK, BOX, COIN, LANDMARKS, MOST_SEATS, SUPPLY
from engines.machi_koro.state import CARDS_OF, COINS_OF, PLANS_OF, Options, Places, State
from engines.values import Option, Setup

SEATS = range(2, MOST_SEATS + 1)
LEVELS = ("results", "full")
OPTIONS = (
    Option("landmark_effects", ("next_own_turn", "immediately"), "next_own_turn", "M37"),
    Option("amusement_chain", ("unlimited", "once"), "unlimited", "M39"),
    Option("reroll_dice", ("same", "free"), "same", "M8"),
    Option("business_center", ("may", "must"), "may", "M28"),
)


def open_table(setup: Setup) -> State:
    """Return the table before the first turn (M1, M2, M3). Raise SetupError."""
    options = check_setup(setup, SEATS, LEVELS, OPTIONS)
    places: Places = {SUPPLY: {card.id: card.copies for card in BOX.cards}, BANK: {}}
    for seat in range(setup.seats):
        places[COINS_OF[seat]] = {COIN: BOX.start.coins}
        places[CARDS_OF[seat]] = dict(BOX.start.cards)
        places[PLANS_OF[seat]] = dict.fromkeys(LANDMARKS, 1)
    return State(
        book=Book(places, known=setup.known),
        seats=setup.seats,
        first=setup.first,
        turn=setup.first,
        level=setup.level,
        options=Options(**options),
        fresh=("",) * setup.seats,
    )

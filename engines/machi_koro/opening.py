"""How a match of Machi Koro begins: seats, options, levels, the first position."""

from __future__ import annotations

from engines.book import Book
from engines.game import options_of
from engines.machi_koro.catalog import BANK, BOX, COIN, LANDMARKS, MOST_SEATS, SUPPLY
from engines.machi_koro.state import CARDS_OF, COINS_OF, PLANS_OF, Options, Places, State
from engines.values import Option, Setup, SetupError

SEATS = range(2, MOST_SEATS + 1)
LEVELS = ("results", "full")
OPTIONS = (
    Option("landmark_effects", ("next_own_turn", "immediately"), "next_own_turn", "M37"),
    Option("amusement_chain", ("unlimited", "once"), "unlimited", "M39"),
    Option("reroll_dice", ("same", "free"), "same", "M8"),
    Option("business_center", ("may", "must"), "may", "M28"),
)


def open_table(setup: Setup) -> State:
    """Return the state before the first turn (M1, M2, M3).

    Raise SetupError for seats, a level or options that the game does not have.
    """
    if setup.seats not in SEATS:
        raise SetupError(
            "seats-out-of-range", seats=setup.seats, least=SEATS.start, most=SEATS.stop - 1
        )
    if not 0 <= setup.first < setup.seats:
        raise SetupError("no-such-seat", seat=setup.first)
    if setup.level not in LEVELS:
        raise SetupError("no-such-level", level=setup.level, levels=LEVELS)
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
        options=Options(**options_of(setup, OPTIONS)),
        fresh=("",) * setup.seats,
    )

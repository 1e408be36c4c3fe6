"""How a match of Splendor begins: seats, options, levels of recording, the first state."""

from __future__ import annotations

from engines.book import Book, begin_booking
from engines.game import check_setup
from engines.splendor.catalog import BOX, COLOURS, DECK, GOLD, MARKET, NOBLES
from engines.splendor.state import State
from engines.values import Option, Setup

SEATS = range(2, 5)
LEVELS = ("results", "actions", "full")
OPTIONS = (
    Option("voluntary_fewer", (False, True), False, "S4b"),
    Option("tie_tokens", (False, True), False, "S15a"),
)


def open_table(setup: Setup) -> State:
    """Return the state before the first turn (S1, S2): slots and nobles hold unknown pieces.

    Raise SetupError for seats, a level or options that the game does not have.
    """
    options = check_setup(setup, SEATS, LEVELS, OPTIONS)
    start = BOX.setup[str(setup.seats)]
    places: dict[str, dict[str, int]] = {
        deck: {card.id: 1 for card in BOX.cards if card.level == level}
        for level, deck in DECK.items()
    }
    places["box"] = dict.fromkeys(NOBLES, 1)
    places["bank"] = dict.fromkeys(COLOURS, start.tokens) | {GOLD: start.gold}
    booking = begin_booking(Book(places, known=setup.known))
    for slot, level in MARKET.items():
        booking.draw(DECK[level], slot, "S1")
    for _ in range(start.nobles):
        booking.draw("box", "nobles", "S2")
    return State(
        book=booking.close(),
        seats=setup.seats,
        first=setup.first,
        turn=setup.first,
        level=setup.level,
        wanted=(*MARKET, *["nobles"] * start.nobles) if setup.level == "full" else (),
        voluntary_fewer=options["voluntary_fewer"],
        tie_tokens=options["tie_tokens"],
    )

"""How a match of 7 Wonders Duel begins: options, levels of recording, the first position."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.book import Book, begin_booking
from engines.game import check_setup
from engines.seven_wonders_duel.catalog import (
    BOX,
    CARDS,
    COIN,
    DECK,
    DECK_OF,
    ENDLESS,
    LIMITS,
    LOOT,
    SPACE,
    TOKENS,
    WONDERS,
)
from engines.seven_wonders_duel.layout import deal_pieces, lay_out_age, show_offer
from engines.seven_wonders_duel.state import COINS_OF, LOOT_OF, TRACK_OF, WONDERS_OF, Places, State
from engines.values import Option, Setup

SEATS: Final = range(2, 3)
LEVELS: Final = ("results", "actions", "full")
OPTIONS: Final = (
    Option("wonders", ("draft", "first-game"), "draft", "D6"),
    Option("middle_begins", (False, True), False, "D40"),
)


def open_table(setup: Setup) -> State:
    """Return the state before the first turn (D1 to D8): tokens and wonders are unknown.

    Raise SetupError for seats, a level or options that the game does not have.
    """
    options = check_setup(setup, SEATS, LEVELS, OPTIONS)
    places: Places = {
        "bank": {COIN: LIMITS.treasury - 2 * LIMITS.coins},
        "wonders": dict.fromkeys(WONDERS, 1),
        "tokens": dict.fromkeys(TOKENS, 1),
    }
    places |= {deck: {c: 1 for c in CARDS if DECK_OF[c] == deck} for deck in DECK.values()}
    for seat in (0, 1):
        places[COINS_OF[seat]] = {COIN: LIMITS.coins}
        places[TRACK_OF[seat]] = {SPACE: LIMITS.capital}
        places[LOOT_OF[seat]] = dict.fromkeys(LOOT, 1)
    booking = begin_booking(Book(places, known=setup.known), ENDLESS)
    state = State(
        book=Book({}),
        seats=setup.seats,
        first=setup.first,
        turn=setup.first,
        level=setup.level,
        middle_begins=options["middle_begins"],
    )
    state = deal_pieces(state, booking, "tokens", ("board",) * LIMITS.board, "D3")
    if options["wonders"] == "draft":
        state = show_offer(state, booking)
    else:
        for seat, preset in zip((setup.first, 1 - setup.first), BOX.first_game, strict=True):
            for wonder in preset:
                booking.move(1, wonder, "wonders", WONDERS_OF[seat], "D6")
        state = lay_out_age(replace(state, picked=len(BOX.draft)), booking, 1)
    return replace(state, book=booking.close())

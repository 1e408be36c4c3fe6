"""How a match of Wizard begins: seats, options and how they combine, the first position."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engines.book import Book, begin_booking
from engines.game import check_setup
from engines.values import Option, Setup, SetupError
from engines.wizard.actions import LEVELS, MOST_ROUNDS
from engines.wizard.catalog import (
    BOX,
    DECK,
    FOLK_ORDERS,
    MOST_SEATS,
    SUIT_OF_LETTER,
)
from engines.wizard.deal import begin_round, extend_rounds
from engines.wizard.state import State, Table

__all__ = ["LEVELS", "OPTIONS", "SEATS", "open_table"]

SEATS = range(3, MOST_SEATS + 1)
MOST_EXEMPT = max(len(rounds) for rounds in BOX.rounds.values())

OPTIONS = (
    Option("mode", ("normal", "colour_war"), "normal", "V5"),
    Option("bid_mode", ("ordinary", "simultaneous", "secret"), "ordinary", "V2"),
    Option("bid_sum_rule", ("free", "not_equal"), "free", "V1"),
    Option("exempt_first_rounds", tuple(range(MOST_EXEMPT)), 0, "V1"),
    Option("zero_always_allowed", (False, True), False, "V1"),
    Option("only_if_dealer_sole_leader", (False, True), False, "V1"),
    Option("clairvoyant_first_round", (False, True), False, "V4"),
    Option("length", ("full", "tournament"), "full", "W4"),
    Option("rounds", tuple(range(MOST_ROUNDS + 1)), 0, "W4"),
    Option("folks", FOLK_ORDERS, FOLK_ORDERS[0], "V5a"),
    Option("tie_break", ("shared", "most_exact_rounds", "highest_bid_sum"), "shared", "W61"),
)
DEFAULTS = {option.name: option.default for option in OPTIONS}
OF_PLUS_MINUS_ONE = ("exempt_first_rounds", "zero_always_allowed", "only_if_dealer_sole_leader")


def make_table(setup: Setup) -> Table:
    """Return what is fixed for a match. Raise SetupError for options unknown or not combinable."""
    options = check_setup(setup, SEATS, LEVELS, OPTIONS)
    check_combination(options, setup.seats)
    war = options["mode"] == "colour_war"
    cards = list_round_cards(options, setup.seats)
    if options["clairvoyant_first_round"] and cards[0] != 1:
        raise SetupError("clairvoyant-one-card", cards=cards[0])
    return Table(
        seats=setup.seats,
        first=setup.first,
        cards=extend_rounds(cards, options["rounds"] or len(cards), setup.seats),
        war=war,
        folks=tuple(SUIT_OF_LETTER[x] for x in options["folks"][: setup.seats]) if war else (),
        bid_mode=options["bid_mode"],
        not_equal=options["bid_sum_rule"] == "not_equal",
        exempt=options["exempt_first_rounds"],
        zero_allowed=options["zero_always_allowed"],
        sole_leader=options["only_if_dealer_sole_leader"],
        clairvoyant=options["clairvoyant_first_round"],
        tie_break=options["tie_break"],
    )


def check_combination(options: dict[str, Any], seats: int) -> None:
    """Raise SetupError with the reason when options do not go together."""
    if options["bid_sum_rule"] == "not_equal":
        if options["bid_mode"] != "ordinary":
            raise SetupError("nobody-bids-last", bids=f"bids.{options['bid_mode']}")
    else:
        for option in OF_PLUS_MINUS_ONE:
            if options[option] != DEFAULTS[option]:
                raise SetupError("needs-plus-minus-one", option=option)
    if options["mode"] == "colour_war":
        if seats not in BOX.colour_war.seats:
            raise SetupError("war-seats", seats=seats)
        if options["clairvoyant_first_round"]:
            raise SetupError("war-clairvoyant", cards=BOX.colour_war.cards[0])
        if options["length"] != DEFAULTS["length"]:
            raise SetupError("war-length", rounds=len(BOX.colour_war.cards))
    elif options["folks"] != DEFAULTS["folks"]:
        raise SetupError("folks-need-war")


def list_round_cards(options: dict[str, Any], seats: int) -> tuple[int, ...]:
    """Return the cards that each seat gets, round by round (W4, W5, V5c)."""
    if options["mode"] == "colour_war":
        return BOX.colour_war.cards
    if options["length"] == "tournament":
        return BOX.tournament[str(seats)]
    return BOX.rounds[str(seats)]


def open_table(setup: Setup) -> State:
    """Return the state before the first round (W1 to W6). Raise SetupError."""
    table = make_table(setup)
    places = table.war_decks() if table.war else {DECK: table.deck()}
    blank = State(
        book=Book(places, known=setup.known),
        table=table,
        level=setup.level,
        cards=0,
        dealer=table.first,
        turn=0,
        bids=(),
    )
    booking = begin_booking(blank.book)
    state = begin_round(blank, booking, 1)
    return replace(state, book=booking.close())

"""The options of a match of Wizard, and which of them go together."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.game import options_of
from engines.values import Option, Setup, SetupError
from engines.wizard.actions import LEVELS
from engines.wizard.catalog import (
    BOX,
    COPIES,
    DECKS,
    FOLK_CARDS,
    FOLK_ORDERS,
    MOST_SEATS,
    SUIT_OF_LETTER,
)

SEATS = range(3, MOST_SEATS + 1)
MOST_ROUNDS = max(len(rounds) for rounds in BOX.rounds.values())

OPTIONS = (
    Option("mode", ("normal", "colour_war"), "normal", "V5"),
    Option("bid_mode", ("ordinary", "simultaneous", "secret"), "ordinary", "V2"),
    Option("bid_sum_rule", ("free", "not_equal"), "free", "V1"),
    Option("exempt_first_rounds", tuple(range(MOST_ROUNDS)), 0, "V1"),
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


class Table(msgspec.Struct, frozen=True):
    """What stays the same all match long: seats, the first dealer, cards by round, the options.

    `folks` gives the suit of every seat in the colour war, () outside it.
    """

    seats: int
    first: int
    cards: tuple[int, ...]
    war: bool
    folks: tuple[str, ...]
    bid_mode: str
    not_equal: bool
    exempt: int
    zero_allowed: bool
    sole_leader: bool
    clairvoyant: bool
    tie_break: str

    @property
    def in_order(self) -> bool:
        """Whether bids are made one after the other (W20), and not together (V2) or late (V3)."""
        return self.bid_mode == "ordinary"

    @property
    def secret(self) -> bool:
        """Whether bids are shown only after the last trick of a round (V3)."""
        return self.bid_mode == "secret"

    def deck(self) -> dict[str, int]:
        """Return the deck of the ordinary game (W2)."""
        return dict(COPIES)

    def war_decks(self) -> dict[str, dict[str, int]]:
        """Return every seat's own deck in the colour war (V5a)."""
        return {
            DECKS[seat]: dict.fromkeys(FOLK_CARDS[suit], 1) for seat, suit in enumerate(self.folks)
        }


def table_of(setup: Setup) -> Table:
    """Return the table of a match. Raise SetupError for what there is not or does not combine."""
    if setup.seats not in SEATS:
        raise SetupError("seats-out-of-range", seats=setup.seats, least=3, most=MOST_SEATS)
    if not 0 <= setup.first < setup.seats:
        raise SetupError("no-such-seat", seat=setup.first)
    if setup.level not in LEVELS:
        raise SetupError("no-such-level", level=setup.level, levels=LEVELS)
    options = options_of(setup, OPTIONS)
    must_combine(options, setup.seats)
    war = options["mode"] == "colour_war"
    cards = cards_of(options, setup.seats)
    if options["rounds"] > len(cards):
        raise SetupError("too-many-rounds", rounds=options["rounds"], most=len(cards))
    if options["clairvoyant_first_round"] and cards[0] != 1:
        raise SetupError("clairvoyant-one-card", cards=cards[0])
    return Table(
        seats=setup.seats,
        first=setup.first,
        cards=cards[: options["rounds"] or len(cards)],
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


def must_combine(options: dict[str, Any], seats: int) -> None:
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


def cards_of(options: dict[str, Any], seats: int) -> tuple[int, ...]:
    """Return the cards each seat gets, round by round (W4, W5, V5c)."""
    if options["mode"] == "colour_war":
        return BOX.colour_war.cards
    if options["length"] == "tournament":
        return BOX.tournament[str(seats)]
    return BOX.rounds[str(seats)]

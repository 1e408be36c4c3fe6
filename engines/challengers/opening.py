"""How a match begins (C20 to C24, C94, C97): options, card sets, piles, decks and trophies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.book import Book, Booking, begin_booking
from engines.challengers.cards.card import Card, make_card
from engines.challengers.cards.catalog import (
    BOX,
    CARDS,
    CITY,
    DECK,
    EXTRA_SETS,
    FINAL,
    PARKS,
    PILE,
    ROBOT,
    ROBOT_SET,
    ROUNDS,
    SETS,
    SPARE,
    trophy_id,
)
from engines.challengers.cards.format import CardSet
from engines.challengers.cards.sets import CardSetError, read_set
from engines.challengers.cards.validity import find_clashes
from engines.challengers.state import MatchOptions, Player, State
from engines.game import check_setup
from engines.values import SEAT_LETTERS, Option, Setup, SetupError

SEATS = range(1, 9)
LEVELS = ("results", "summary", "actions", "full")
OPTIONS = (
    Option("reveal_bonus", ("fixed", "live"), "fixed", "C71"),
    Option("flag_effect_order", ("loss_first", "gain_first"), "loss_first", "C77"),
    Option("tray_refill", ("when_full_under", "when_empty"), "when_full_under", "C35"),
    Option("robot_blank_foreign", (True, False), True, "C95"),
    Option("consolation_fan", (False, True), False, "C60"),
    Option("solo_level", (1, 2, 3, 4, 5), 1, "C97"),
    Option("challenge", (False, True), False, "C97"),
    Option("sets", (), (), "C23"),
    Option("cardsets", (), (), "C23"),
)
"""`sets`: the sets beside the city, by symbol (a list, or a text with commas); empty when nobody
said: then five are guessed, and the cards that turn up tell which. `cardsets`: sets that the box
does not have, or has otherwise, whole and in their format."""


ALL_SETS_REVISION = "challengers-2022/1"
"""The revision by which all six sets lay in the piles where nobody chose."""


def open_table(setup: Setup) -> State:
    """Return the table before the first deck phase. Raise SetupError when it cannot be laid out."""
    options = check_setup(setup, SEATS, LEVELS, OPTIONS)
    solo = setup.seats == 1
    if not solo and (options["solo_level"] != 1 or options["challenge"]):
        raise SetupError("solo-only", seats=setup.seats)
    given = read_given_sets(options["cardsets"])
    extra = collect_cards(given)
    chosen = choose_sets(setup, options["sets"], given)
    sides = (*SEAT_LETTERS[: setup.seats], *((ROBOT,) if setup.seats % 2 else ()))
    places = fill_piles(chosen, sides, challenge=options["challenge"])
    if not list_symbols(options["sets"]):
        places |= {SPARE: left} if (left := count_left_out(chosen, given)) else {}
    places |= {f"trophies.{round_}": count_backs(round_) for round_ in ROUNDS}
    booking = begin_booking(Book(places, known=setup.known))
    for seat in sides[: setup.seats]:
        for card, n in BOX.starter.items():
            booking.move(n, card, "box", DECK[seat], "C24")
    names = build_robot(booking, options["solo_level"]) if ROBOT in sides else 0
    parks = PARKS[: (setup.seats + 1) // 2]
    for park in parks:
        for round_ in ROUNDS:
            booking.draw(f"trophies.{round_}", f"{park}.trophies", "C22", f"?{park}.{round_}")
    return State(
        book=booking.close(),
        seats=setup.seats,
        level=setup.level,
        options=MatchOptions(
            reveal_live=options["reveal_bonus"] == "live",
            gain_first=options["flag_effect_order"] == "gain_first",
            refill_when_empty=options["tray_refill"] == "when_empty",
            blank_foreign=options["robot_blank_foreign"],
            consolation_fan=options["consolation_fan"],
            solo_level=options["solo_level"],
        ),
        plans=sides,
        rounds=dict.fromkeys(parks, 1) | ({FINAL: len(ROUNDS) + 1} if setup.seats > 2 else {}),
        players={side: Player(duel_names=names if side == ROBOT else 0) for side in sides},
        extra=extra,
    )


def read_given_sets(content: Any) -> dict[str, CardSet]:
    """Return the card sets that a match brings along, by symbol. Raise SetupError with the first
    problem."""
    if not isinstance(content, (list, tuple)):
        raise SetupError("no-such-value", option="cardsets", value=content, values=["[...]"])
    found: dict[str, CardSet] = {}
    try:
        sets = [read_set(each) for each in content]
        for each in sets:
            if found.setdefault(each.set, each) is not each:
                raise SetupError("cardset.set-twice", set=each.set)
        beside = [one for symbol, one in SETS.items() if symbol not in found]
        problems = list(find_clashes([*beside, *sets]))
        if problems:
            raise CardSetError(problems)
    except CardSetError as error:
        first = error.problems[0]
        raise SetupError(first.key, **first.data) from None
    return found


def collect_cards(sets: dict[str, CardSet]) -> dict[str, Card]:
    """Return the cards of some card sets by printing."""
    return {
        printing.id: make_card(printing, symbol)
        for symbol, found in sets.items()
        for printing in found.cards
    }


def list_symbols(content: Any) -> list[str]:
    """Return the symbols in the option `sets`, none when nobody chose."""
    symbols = content.split(",") if isinstance(content, str) else list(content)
    return [str(symbol).strip() for symbol in symbols if str(symbol).strip()]


def choose_sets(setup: Setup, content: Any, given: dict[str, CardSet]) -> list[CardSet]:
    """Return the card sets that are played with: the city, the chosen ones (where nobody chose, as
    `guess_sets` says) and the robot's (C23). Raise SetupError for an unknown symbol."""
    symbols = list_symbols(content)
    known = {**SETS, **given}
    market = [symbol for symbol in known if symbol not in (CITY, ROBOT_SET)]
    for symbol in symbols:
        if symbol not in market:
            raise SetupError("no-such-set", set=symbol, sets=market)
    played = symbols or guess_sets(setup, [symbol for symbol in given if symbol in market])
    return [known[symbol] for symbol in dict.fromkeys((CITY, *played, ROBOT_SET))]


def guess_sets(setup: Setup, given: list[str]) -> list[str]:
    """Return the sets that are played where nobody chose: those that the match brings along, then
    those of which cards turn up later, then others, five in all. A match that was opened by the
    first revision of the rules has all of them."""
    if setup.rules == ALL_SETS_REVISION:
        return [*EXTRA_SETS, *given]
    seen = {CARDS[face].set for face in setup.known.values() if face in CARDS}
    likely = sorted(EXTRA_SETS, key=lambda symbol: symbol not in seen)
    return list(dict.fromkeys([*given, *likely]))[: max(BOX.extra_sets, len(given))]


def count_left_out(chosen: Iterable[CardSet], given: dict[str, CardSet]) -> dict[str, int]:
    """Return the cards of the box's sets that are not among the chosen ones."""
    played = {found.set for found in chosen} | given.keys()
    return {
        card.id: card.copies
        for symbol in EXTRA_SETS
        if symbol not in played
        for card in SETS[symbol].cards
    }


def fill_piles(
    sets: Iterable[CardSet], sides: tuple[str, ...], *, challenge: bool
) -> dict[str, dict[str, int]]:
    """Return the level piles and the box with the starters and the robot's cards, place to cards
    (C23, C24). A robot against one seat draws from a pile of its own; `challenge` adds the solo
    cards to it."""
    places: dict[str, dict[str, int]] = {"box": {}}
    solo = len(sides) == 2 and ROBOT in sides
    for found in sets:
        for card in found.cards:
            pile = PILE.get(card.level, "box")
            if pile == "pile.R" and not (solo and (card.level == "R" or challenge)):
                pile = "box"
            places.setdefault(pile, {})[card.id] = card.copies
    return places


def count_backs(round_: int) -> dict[str, int]:
    """Return the trophies of a round by what is on their backs, with their number (C60)."""
    worth = BOX.trophies[round_]
    return {trophy_id(round_, fans): worth.count(fans) for fans in worth}


def build_robot(booking: Booking, level: int) -> int:
    """C94, C97: lay the robot's deck; at higher solo levels random cards replace some. Return the
    number of its unknown cards."""
    for card, n in BOX.robot.deck.items():
        booking.move(n, card, "box", DECK[ROBOT], "C94")
    names = 0
    for card, drawn in BOX.robot.swaps[: level - 1]:
        booking.move(1, card, DECK[ROBOT], "box", "C97")
        for _ in range(drawn):
            names += 1
            booking.draw("pile.R", DECK[ROBOT], "C97", f"?{ROBOT}.{names}")
    return names

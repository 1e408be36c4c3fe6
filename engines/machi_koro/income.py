"""The income of a roll, line by line: who gets what from whom, and why.

Every kind of effect says what it claims; the order of the claims is M12 (red, then green and
blue, then purple), M18 (the roller's previous neighbour first) and M20 (one owner at a time).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from engines.book import EMPTY, Booking
from engines.machi_koro.actions import Actual, outcome_of
from engines.machi_koro.catalog import (
    BANK,
    CARDS,
    CHOOSING_EFFECT,
    COIN,
    COLOURS,
    ICON,
    LANDMARKS,
    MALL,
    MALL_EFFECT,
    MOST_SEATS,
    WORKING,
    Bank,
    Card,
    FromEach,
    FromRoller,
    PerIcon,
)
from engines.machi_koro.state import CARDS_OF, COINS_OF, Places, State, works
from engines.values import SEAT_LETTERS, TABLE

Due: TypeAlias = tuple[tuple[int, int], ...]
"""Who pays (TABLE: the bank) and how many coins, before the mall's bonus."""


class Claim(msgspec.Struct, frozen=True, gc=False):
    """One line of income.

    `name` is its name as an outcome, `seat` gets and `payer` pays (TABLE: the bank). `copies`
    of `card` claim `base` coins, the mall adds `bonus`; `due` is what the payer's coins allow of
    both (M19), `paid` what changes hands: the same, unless the table did otherwise.
    """

    name: str
    seat: int
    payer: int
    card: str
    copies: int
    base: int
    bonus: int
    due: int
    paid: int
    rule: str


def _from_bank(effect: Bank, places: Places, seat: int, roller: int, seats: int, n: int) -> Due:
    return ((TABLE, n * effect.coins),)


def _per_icon(effect: PerIcon, places: Places, seat: int, roller: int, seats: int, n: int) -> Due:
    cards = places[CARDS_OF[seat]]
    icons = sum(cards.get(card, 0) for card in ICON[effect.icon])
    return ((TABLE, n * effect.coins * icons),) if icons else ()


def _from_roller(
    effect: FromRoller, places: Places, seat: int, roller: int, seats: int, n: int
) -> Due:
    return ((roller, n * effect.coins),)


def _from_each(effect: FromEach, places: Places, seat: int, roller: int, seats: int, n: int) -> Due:
    return tuple((other, n * effect.coins) for other in range(seats) if other != seat)


DUE: dict[type, Callable[[Any, Places, int, int, int, int], Due]] = {
    Bank: _from_bank,
    PerIcon: _per_icon,
    FromRoller: _from_roller,
    FromEach: _from_each,
}
"""What each kind of effect claims by itself; kinds with a choice (M27, M28) are not among them."""

ORDER = {
    seats: tuple(
        tuple((roller - back) % seats for back in range(1, seats + 1)) for roller in range(seats)
    )
    for seats in range(2, MOST_SEATS + 1)
}
"""Seats to roller to the order in which owners are served: counter-clockwise, roller last (M18)."""

_LETTERS = SEAT_LETTERS[:MOST_SEATS]
NAMES = {card: tuple(f"{letter}.{card}" for letter in _LETTERS) for card in CARDS}
"""Card to seat to the name of the line of income."""


def claims(state: State, places: Places, actual: Actual) -> list[Claim]:
    """Return every line of income of the roll, in order, with what the table did instead."""
    roller, seats = state.turn, state.seats
    purses: list[int] = []
    found: list[Claim] = []
    for step in WORKING[state.total]:
        for seat in ORDER[seats][roller]:
            held = places.get(CARDS_OF[seat], EMPTY)
            for card in step:
                copies = held.get(card.id, 0)
                due_by = DUE.get(type(card.effect))
                if copies <= 0 or due_by is None or not acts(card, seat, roller):
                    continue
                purses = purses or purses_of(places, seats)
                bonus = mall_bonus(state, places, card, seat, copies)
                for payer, base in due_by(card.effect, places, seat, roller, seats, copies):
                    name = name_of(card, seat, payer)
                    due = base + bonus
                    if payer != TABLE:
                        due = min(due, max(0, purses[payer]))
                    paid = actual.get(name, due)
                    if payer != TABLE:
                        purses[payer] -= paid
                    purses[seat] += paid
                    found.append(
                        Claim(name, seat, payer, card.id, copies, base, bonus, due, paid, card.rule)
                    )
    if actual:
        found.extend(unclaimed(found, roller, actual))
    return found


def acts(card: Card, seat: int, roller: int) -> bool:
    """Return whether a card works for its owner on this seat's roll (M13 to M16)."""
    owners = COLOURS[card.colour].owners
    return owners == "all" or (seat == roller) == (owners == "roller")


def purses_of(places: Places, seats: int) -> list[int]:
    """Return how many coins every seat has."""
    return [places.get(COINS_OF[seat], EMPTY).get(COIN, 0) for seat in range(seats)]


def name_of(card: Card, seat: int, payer: int) -> str:
    """Return the name of a line of income."""
    name = NAMES[card.id][seat]
    return f"{name}.{_LETTERS[payer]}" if type(card.effect) is FromEach else name


def mall_bonus(state: State, places: Places, card: Card, seat: int, copies: int) -> int:
    """Return what the seat's Shopping Mall adds to copies of a card (M22, M23)."""
    if card.icon in MALL_EFFECT.icons and works(state, places, seat, MALL):
        return copies * MALL_EFFECT.coins
    return 0


def unclaimed(found: list[Claim], roller: int, actual: Actual) -> list[Claim]:
    """Return the lines that the table carried out although nothing claims them."""
    claimed = {claim.name for claim in found}
    given: list[Claim] = []
    for name, n in actual.items():
        if name not in claimed:
            seat, card, payer = outcome_of(name)
            if payer is None:
                payer = roller if isinstance(CARDS[card].effect, FromRoller) else TABLE
            given.append(Claim(name, seat, payer, card, 0, 0, 0, 0, n, CARDS[card].rule))
    return given


def pay(booking: Booking, lines: list[Claim]) -> None:
    """Move the coins of every line; what the mall adds is moved under its own rule (M22)."""
    for claim in lines:
        source = BANK if claim.payer == TABLE else COINS_OF[claim.payer]
        target = COINS_OF[claim.seat]
        extra = min(claim.bonus, max(0, claim.paid - claim.base)) if claim.bonus else 0
        booking.move(claim.paid - extra, COIN, source, target, claim.rule, claim.card)
        if extra:
            booking.move(extra, COIN, source, target, LANDMARKS[MALL].rule, MALL)


def chosen_due(places: Places, target: int) -> int:
    """Return what the seat that was named pays for the TV Station (M27, M19)."""
    return min(CHOOSING_EFFECT.coins, max(0, places.get(COINS_OF[target], EMPTY).get(COIN, 0)))

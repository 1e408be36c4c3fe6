"""The income of a roll, line by line: which seat gets what from whom, by which rule.

Each kind of effect makes claims. Their order is M12 (red, then green and blue, then purple), M18
(the roller's previous neighbour first) and M20 (one owner at a time).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from engines.book import EMPTY, Booking
from engines.machi_koro.actions import Actual, parse_outcome
from engines.machi_koro.catalog import (
    BANK,
    CARDS,
    CARDS_BY_TOTAL,
    CARDS_WITH_ICON,
    COIN,
    COLOURS,
    LANDMARKS,
    MALL,
    MALL_EFFECT,
    TV_STATION_EFFECT,
    Card,
    FromBank,
    FromBankPerIcon,
    FromEach,
    FromRoller,
)
from engines.machi_koro.state import CARDS_OF, COINS_OF, Places, State, is_working
from engines.values import SEAT_LETTERS, TABLE

Due: TypeAlias = tuple[tuple[int, int], ...]
"""(payer, coins) of every claim before the mall's bonus; the payer TABLE is the bank."""


class Claim(msgspec.Struct, frozen=True, gc=False):
    """A line of income.

    `name` is its name as an outcome. `seat` gets, `payer` pays (TABLE: the bank). `copies` of
    `card` claim `base` coins and the mall adds `bonus`. `due` is what the payer's coins allow of
    both (M19). `paid` is what changes hands: the same, unless the table did otherwise.
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


def _claim_from_bank(
    effect: FromBank, places: Places, seat: int, roller: int, seats: int, n: int
) -> Due:
    return ((TABLE, n * effect.coins),)


def _claim_per_icon(
    effect: FromBankPerIcon, places: Places, seat: int, roller: int, seats: int, n: int
) -> Due:
    cards = places[CARDS_OF[seat]]
    icons = sum(cards.get(card, 0) for card in CARDS_WITH_ICON[effect.icon])
    return ((TABLE, n * effect.coins * icons),) if icons else ()


def _claim_from_roller(
    effect: FromRoller, places: Places, seat: int, roller: int, seats: int, n: int
) -> Due:
    return ((roller, n * effect.coins),)


def _claim_from_each(
    effect: FromEach, places: Places, seat: int, roller: int, seats: int, n: int
) -> Due:
    return tuple((other, n * effect.coins) for other in range(seats) if other != seat)


CLAIMS_BY_EFFECT: dict[type, Callable[[Any, Places, int, int, int, int], Due]] = {
    FromBank: _claim_from_bank,
    FromBankPerIcon: _claim_per_icon,
    FromRoller: _claim_from_roller,
    FromEach: _claim_from_each,
}
"""Kind of effect to its claims. Effects that need a choice (M27, M28) have none."""

PAYMENT_ORDER = {
    seats: tuple(
        tuple((roller - back) % seats for back in range(1, seats + 1)) for roller in range(seats)
    )
    for seats in range(2, len(SEAT_LETTERS) + 1)
}
"""Number of seats, then roller, to the order of owners: counter-clockwise, roller last (M18)."""

OUTCOME_NAMES = {card: tuple(f"{letter}.{card}" for letter in SEAT_LETTERS) for card in CARDS}
"""Card, then seat, to the name of its line of income."""


def list_claims(state: State, places: Places, actual: Actual) -> list[Claim]:
    """Return every line of income of the roll in order; `actual` overrides what is paid."""
    roller, seats = state.turn, state.seats
    purses: list[int] = []
    found: list[Claim] = []
    for step in CARDS_BY_TOTAL[state.total]:
        for seat in PAYMENT_ORDER[seats][roller]:
            if seat in state.left:
                continue
            held = places.get(CARDS_OF[seat], EMPTY)
            for card in step:
                copies = held.get(card.id, 0)
                if copies <= 0 or not is_triggered(card, seat, roller):
                    continue
                due_by = CLAIMS_BY_EFFECT.get(type(card.effect))
                if due_by is None:
                    continue
                purses = purses or count_purses(places, seats)
                bonus = compute_mall_bonus(state, places, card, seat, copies)
                for payer, base in due_by(card.effect, places, seat, roller, seats, copies):
                    if payer in state.left:
                        continue
                    name = name_claim(card, seat, payer)
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
        found.extend(list_undue_claims(found, roller, actual))
    return found


def is_triggered(card: Card, seat: int, roller: int) -> bool:
    """Return whether a card works for its owner on this seat's roll (M13 to M16)."""
    owners = COLOURS[card.colour].owners
    return owners == "all" or (seat == roller) == (owners == "roller")


def count_purses(places: Places, seats: int) -> list[int]:
    """Return the coins of every seat."""
    return [places.get(COINS_OF[seat], EMPTY).get(COIN, 0) for seat in range(seats)]


def name_claim(card: Card, seat: int, payer: int) -> str:
    """Return the name of a line of income."""
    name = OUTCOME_NAMES[card.id][seat]
    return f"{name}.{SEAT_LETTERS[payer]}" if type(card.effect) is FromEach else name


def compute_mall_bonus(state: State, places: Places, card: Card, seat: int, copies: int) -> int:
    """Return the coins that the seat's Shopping Mall adds to copies of a card (M22, M23)."""
    if card.icon in MALL_EFFECT.icons and is_working(state, places, seat, MALL):
        return copies * MALL_EFFECT.coins
    return 0


def list_undue_claims(found: list[Claim], roller: int, actual: Actual) -> list[Claim]:
    """Return the lines of `actual` that nothing claims but the table carried out."""
    claimed = {claim.name for claim in found}
    given: list[Claim] = []
    for name, n in actual.items():
        if name not in claimed:
            seat, card, payer = parse_outcome(name)
            if payer is None:
                payer = roller if isinstance(CARDS[card].effect, FromRoller) else TABLE
            given.append(Claim(name, seat, payer, card, 0, 0, 0, 0, n, CARDS[card].rule))
    return given


def pay_claims(booking: Booking, lines: list[Claim]) -> None:
    """Move the coins of every line; the mall's share moves under its own rule (M22)."""
    for claim in lines:
        source = BANK if claim.payer == TABLE else COINS_OF[claim.payer]
        target = COINS_OF[claim.seat]
        extra = min(claim.bonus, max(0, claim.paid - claim.base)) if claim.bonus else 0
        booking.move(claim.paid - extra, COIN, source, target, claim.rule, claim.card)
        if extra:
            booking.move(extra, COIN, source, target, LANDMARKS[MALL].rule, MALL)


def compute_tv_due(places: Places, target: int) -> int:
    """Return the coins that the seat named for the TV Station has to pay (M27, M19)."""
    return min(TV_STATION_EFFECT.coins, max(0, places.get(COINS_OF[target], EMPTY).get(COIN, 0)))

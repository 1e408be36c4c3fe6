"""The effects of buildings, wonders and tokens: coins, pawn and loot, symbols."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.book import EMPTY, Booking
from engines.seven_wonders_duel.actions import Actual, SeatAction
from engines.seven_wonders_duel.catalog import (
    BOX,
    CARDS,
    COIN,
    LIMITS,
    LOOT,
    SPACE,
    TOKENS,
    WONDERS,
)
from engines.seven_wonders_duel.state import (
    CITY_OF,
    COINS_OF,
    LOOT_OF,
    SYMBOL,
    TOKENS_OF,
    TRACK_OF,
    End,
    Places,
    count_colours,
    count_symbols,
    list_built_wonders,
)
from engines.values import Move

RED_SHIELDS: Final = {token.id: token.red_shields for token in BOX.tokens if token.red_shields}
CHAIN_COINS: Final = {token.id: token.chain_coins for token in BOX.tokens if token.chain_coins}
AGAIN: Final = {token.id for token in BOX.tokens if token.wonders_again}


def count_most(places: Places, of: tuple[str, ...]) -> int:
    """Return the count of the city that has most of the things in `of` (D45 to D47)."""
    return max(count_in_city(places, seat, of) for seat in (0, 1))


def count_in_city(places: Places, seat: int, of: tuple[str, ...]) -> int:
    """Return how many of the things in `of` a city has: colours, ``wonder``, ``coins3``.

    Several colours are counted together in the same city (D46).
    """
    if of == ("wonder",):
        return len(list_built_wonders(places, seat))
    if of == ("coins3",):
        return max(0, places.get(COINS_OF[seat], EMPTY).get(COIN, 0)) // LIMITS.per_point
    counted = count_colours(places, seat)
    return sum(counted.get(colour, 0) for colour in of)


def compute_income(places: Places, seat: int, card: str) -> tuple[int, str]:
    """Return the coins that a building brings at once, and the rule (D20, D21, D45)."""
    found = CARDS[card]
    if found.per is not None:
        return found.per.n * count_in_city(places, seat, (found.per.of,)), "D21"
    if found.most is not None:
        return found.most.coins * count_most(places, found.most.of), "D45"
    return found.gain, "D20"


def compute_chain_bonus(places: Places, seat: int) -> int:
    """Return the coins that a construction by chain brings (D54)."""
    return sum(CHAIN_COINS.get(token, 0) for token in places.get(TOKENS_OF[seat], EMPTY))


def count_shields(places: Places, seat: int, card: str) -> int:
    """Return the shields of a building; Strategy adds to red ones (D58)."""
    found = CARDS[card]
    if not found.shields or found.colour != "red":
        return found.shields
    mine = places.get(TOKENS_OF[seat], EMPTY)
    return found.shields + sum(RED_SHIELDS.get(token, 0) for token in mine)


def has_extra_turn(places: Places, seat: int, wonder: str) -> bool:
    """Return whether a wonder gives its builder another turn (D26, D59)."""
    if WONDERS[wonder].again:
        return True
    return any(token in AGAIN for token in places.get(TOKENS_OF[seat], EMPTY))


def apply_building(booking: Booking, seat: int, card: str, actual: Actual) -> None:
    """Carry out the effects of a building that is now in the city (D20)."""
    places = booking.places
    coins, rule = compute_income(places, seat, card)
    if actual:
        coins = actual.get("coins", coins)
    if coins:
        booking.move(coins, COIN, "bank", COINS_OF[seat], rule)
    n = count_shields(places, seat, card)
    if n or actual:
        move_pawn(booking, seat, n, actual)


def move_pawn(booking: Booking, seat: int, n: int, actual: Actual) -> None:
    """Move the pawn by `n` shields and take the loot that it reaches (D28 to D33).

    Shields that are left over are lost.
    """
    other = 1 - seat
    places = booking.places
    n = min(actual.get("shields", n), places.get(TRACK_OF[other], EMPTY).get(SPACE, 0))
    booking.move(n, SPACE, TRACK_OF[other], TRACK_OF[seat], "D28")
    ahead = places.get(TRACK_OF[seat], EMPTY).get(SPACE, 0) - LIMITS.capital
    due = 0
    for token, loot in LOOT.items():
        there = places.get(LOOT_OF[other], EMPTY).get(token)
        if there and n > 0 and loot.at <= ahead < LIMITS.capital:
            booking.move(1, token, LOOT_OF[other], "box", "D30")
            due += loot.coins
    if "loot" in actual:
        booking.move(actual["loot"], COIN, COINS_OF[other], "bank", "D30")
    elif due:
        lose_coins(booking, other, due, "D30")


def lose_coins(booking: Booking, seat: int, n: int, rule: str) -> None:
    """Move `n` coins of a seat to the bank, or as many as it has (D30, D49)."""
    held = booking.places.get(COINS_OF[seat], EMPTY).get(COIN, 0)
    booking.move(min(n, held), COIN, COINS_OF[seat], "bank", rule)


def is_capital_captured(places: Places, seat: int) -> bool:
    """Return whether the pawn stands in the opponent's capital (D32)."""
    spaces = places.get(TRACK_OF[seat], EMPTY).get(SPACE, 0)
    return spaces - LIMITS.capital >= LIMITS.capital


def find_supremacy(places: Places, seat: int) -> End:
    """Return the supremacy that a seat has won: ``military`` (D32), ``science`` (D38), or ""."""
    if is_capital_captured(places, seat):
        return "military"
    green = SYMBOL.keys() & places.get(CITY_OF[seat], EMPTY).keys()
    if len(green) < LIMITS.symbols - 1:
        return ""
    return "science" if len(count_symbols(places, seat)) >= LIMITS.symbols else ""


def is_pair_completed(places: Places, seat: int, card: str) -> bool:
    """Return whether a green card completes a pair while a token is on the board (D35, D36)."""
    symbol = SYMBOL.get(card)
    if symbol is None or not places.get("board"):
        return False
    same = sum(n for c, n in places.get(CITY_OF[seat], EMPTY).items() if SYMBOL.get(c) == symbol)
    return same == 2


def gain_token_coins(booking: Booking, seat: int, token: str, actual: Actual) -> None:
    """Move the coins that a progress token brings at once (D54)."""
    coins = actual.get("coins", TOKENS[token].gain)
    booking.move(coins, COIN, "bank", COINS_OF[seat], "D54")


def sum_outcomes(moves: Iterable[Move], action: SeatAction) -> dict[str, tuple[int, str]]:
    """Return the outcomes of an action's moves: name to (amount, rule)."""
    mine, theirs = COINS_OF[action.seat], COINS_OF[1 - action.seat]
    found: dict[str, tuple[int, str]] = {}
    for move in moves:
        if move.item == SPACE:
            outcome = "shields"
        elif move.item != COIN:
            continue
        elif (move.source, move.target) == ("bank", mine):
            chained = move.rule == "D54" and "bonus" in action.outcomes
            outcome = "bonus" if chained else "coins"
        elif (move.source, move.target) == (theirs, "bank"):
            outcome = "loot" if move.rule == "D30" else "loss"
        else:
            continue
        found[outcome] = (found.get(outcome, (0, ""))[0] + move.n, move.rule)
    return found

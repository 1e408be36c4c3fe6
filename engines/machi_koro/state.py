"""The state of Machi Koro: the book, the phase of the turn, and what the rules remember."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from engines.book import EMPTY, Book
from engines.machi_koro.actions import Result
from engines.machi_koro.catalog import (
    CARDS,
    COIN,
    COLOURS,
    DICE,
    LANDMARKS,
    PARK,
    STATION,
    STATION_EFFECT,
    UNSWAPPABLE,
)
from engines.seating import list_others
from engines.values import SEAT_LETTERS, Move

COINS_OF = tuple(f"{letter}.coins" for letter in SEAT_LETTERS)
CARDS_OF = tuple(f"{letter}.cards" for letter in SEAT_LETTERS)
BUILT_OF = tuple(f"{letter}.landmarks" for letter in SEAT_LETTERS)
PLANS_OF = tuple(f"{letter}.plans" for letter in SEAT_LETTERS)

Phase = Literal["roll", "keep", "reroll", "purple", "build"]
"""The phases of a turn, in their order."""

ROLL: Final = "roll"
"""The dice are to be rolled."""

KEEP: Final = "keep"
"""The roller decides whether the roll stands (M8)."""

REROLL: Final = "reroll"
"""The dice are to be rolled for the second time."""

PURPLE: Final = "purple"
"""The roller has choices to make for his purple cards (M29)."""

BUILD: Final = "build"
"""The roller may build (M31)."""

Places = dict[str, dict[str, int]]


class Options(msgspec.Struct, frozen=True, gc=False):
    """The options of a match; see OPTIONS in `opening`."""

    landmark_effects: str = "next_own_turn"
    amusement_chain: str = "unlimited"
    reroll_dice: str = "same"
    business_center: str = "may"


class State(msgspec.Struct, frozen=True, gc=False):
    """A position.

    `turn` is the seat on turn, `phase` the phase of its turn. `dice` and `total` are the last roll
    (`dice` is empty where only the sum was seen), `rerolled` tells whether it is the second one.
    `pending` holds the purple cards that still need a choice. `again` tells whether the same seat
    gets another turn (None: the record cannot tell), `extra` whether this turn is such a one.
    `fresh` holds for every seat the landmark that it built in its last turn and that does not work
    yet (M37). `builder` is the seat whose turn ended last, if it built. `income` holds the moves of
    the roll's income while nothing else has happened. `played` counts turns, `left` are the seats
    whose people have left.
    """

    book: Book
    seats: int
    first: int
    turn: int
    level: str
    options: Options
    fresh: tuple[str, ...]
    phase: Phase = ROLL
    dice: tuple[int, ...] = ()
    total: int = 0
    rerolled: bool = False
    pending: tuple[str, ...] = ()
    again: bool | None = False
    extra: bool = False
    builder: int | None = None
    income: tuple[Move, ...] = ()
    played: int = 0
    over: bool = False
    winners: tuple[int, ...] = ()
    result: Result | None = None
    left: tuple[int, ...] = ()


def count_coins(state: State, seat: int) -> int:
    """Return the coins of a seat."""
    return state.book.count(COINS_OF[seat], COIN)


def is_working(state: State, places: Places, seat: int, landmark: str) -> bool:
    """Return whether a seat has built a landmark and it works already (M37)."""
    built = places.get(BUILT_OF[seat])
    return built is not None and built.get(landmark, 0) > 0 and state.fresh[seat] != landmark


def count_landmarks(places: Places, seat: int) -> int:
    """Return the number of different landmarks that a seat has built."""
    return sum(1 for item in places.get(BUILT_OF[seat], EMPTY) if item in LANDMARKS)


def count_allowed_dice(state: State, seat: int) -> int:
    """Return the number of dice that a seat may roll (M7)."""
    return STATION_EFFECT.most if is_working(state, state.book.places, seat, STATION) else 1


def list_dice_counts(dice: tuple[int, ...], total: int) -> range:
    """Return the range of dice that a roll may have had.

    >>> list_dice_counts((3, 4), 7), list_dice_counts((), 7), list_dice_counts((), 6)
    (range(2, 3), range(2, 3), range(1, 3))
    """
    if dice:
        return range(len(dice), len(dice) + 1)
    least = -(-total // DICE.faces)
    return range(least, min(total, DICE.most) + 1)


def is_double(dice: tuple[int, ...], total: int, allowed: int) -> bool | None:
    """Return whether a roll was a double (M39), or None when its sum alone does not tell.

    `allowed` dice could be rolled; where that is one, a sum that one die can show is no double.

    >>> is_double((4, 4), 8, 2), is_double((), 8, 2), is_double((), 7, 2), is_double((), 12, 2)
    (True, None, False, True)
    >>> is_double((), 4, 1), is_double((), 4, 2)
    (False, None)
    """
    if dice:
        return len(dice) > 1 and len(set(dice)) == 1
    thrown = [n for n in list_dice_counts(dice, total) if n <= allowed] or list(
        list_dice_counts(dice, total)
    )
    equal = [n for n in thrown if n > 1 and total % n == 0]
    if not equal:
        return False
    certain = all(n > 1 and total in (n, n * DICE.faces) for n in thrown)
    return True if certain else None


def can_earn_turn(state: State) -> bool:
    """Return whether a double gives the seat on turn another turn (M39)."""
    if state.extra and state.options.amusement_chain == "once":
        return False
    return is_working(state, state.book.places, state.turn, PARK)


def list_swappable(places: Places, seat: int) -> list[str]:
    """Return the cards of a seat that can be given or taken in an exchange (M28)."""
    return [
        card
        for card, n in places.get(CARDS_OF[seat], EMPTY).items()
        if n > 0 and card not in UNSWAPPABLE
    ]


def can_swap(state: State, places: Places, seat: int) -> bool:
    """Return whether a seat has a card to exchange, and another seat to exchange it with (M28)."""
    return bool(list_swappable(places, seat)) and any(
        list_swappable(places, other) for other in list_others(state, seat)
    )


def find_copy_limit(card: str) -> int | None:
    """Return how many copies of a card a seat may own, or None for any number (M33)."""
    return COLOURS[CARDS[card].colour].most if card in CARDS else None

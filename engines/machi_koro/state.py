"""The table of Machi Koro: the book, and what the rules must remember beside it."""

from __future__ import annotations

import msgspec

from engines.book import EMPTY, Book
from engines.machi_koro.actions import Result
from engines.machi_koro.catalog import (
    CARDS,
    COIN,
    COLOURS,
    DICE,
    LANDMARKS,
    MOST_SEATS,
    PARK,
    SPARED,
    STATION,
    STATION_EFFECT,
)
from engines.values import SEAT_LETTERS, Move

_LETTERS = SEAT_LETTERS[:MOST_SEATS]
COINS_OF = tuple(f"{letter}.coins" for letter in _LETTERS)
CARDS_OF = tuple(f"{letter}.cards" for letter in _LETTERS)
BUILT_OF = tuple(f"{letter}.landmarks" for letter in _LETTERS)
PLANS_OF = tuple(f"{letter}.plans" for letter in _LETTERS)

ROLL = "roll"
"""The dice are to be rolled."""

KEEP = "keep"
"""The roller decides whether the roll stands (M8)."""

REROLL = "reroll"
"""The dice are to be rolled for the second time."""

PURPLE = "purple"
"""The roller has choices to make for his purple cards (M29)."""

BUILD = "build"
"""The roller may build (M31)."""

Places = dict[str, dict[str, int]]


class Options(msgspec.Struct, frozen=True):
    """How this table plays where editions differ; see OPTIONS."""

    landmark_effects: str = "next_own_turn"
    amusement_chain: str = "unlimited"
    reroll_dice: str = "same"
    business_center: str = "may"


class State(msgspec.Struct, frozen=True):
    """A position.

    `turn` is the seat on turn, `phase` where in the turn it is. `dice` and `total` are the last
    roll (`dice` is empty where only the sum was seen), `rerolled` says that the second roll was
    asked for, `pending` holds the purple cards whose owner has still to choose. `again` says
    whether another turn of the same seat follows (None: the record cannot tell), `extra` that
    this turn is such a one. `fresh` is, for every seat, the landmark it built in its last turn
    and that does not work yet (M37). `builder` is the seat whose turn ended last, if it built.
    `income` is what the roll brought, while nothing else has happened. `played` counts turns.
    """

    book: Book
    seats: int
    first: int
    turn: int
    level: str
    options: Options
    fresh: tuple[str, ...]
    phase: str = ROLL
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


def coins(state: State, seat: int) -> int:
    """Return how many coins a seat has."""
    return state.book.count(COINS_OF[seat], COIN)


def works(state: State, places: Places, seat: int, landmark: str) -> bool:
    """Return whether a seat has built a landmark and it has begun to work (M37)."""
    built = places.get(BUILT_OF[seat])
    return built is not None and built.get(landmark, 0) > 0 and state.fresh[seat] != landmark


def built(places: Places, seat: int) -> int:
    """Return how many different landmarks a seat has built."""
    return sum(1 for item in places.get(BUILT_OF[seat], EMPTY) if item in LANDMARKS)


def dice_allowed(state: State, seat: int) -> int:
    """Return how many dice a seat may roll (M7)."""
    return STATION_EFFECT.most if works(state, state.book.places, seat, STATION) else 1


def dice_thrown(dice: tuple[int, ...], total: int) -> range:
    """Return how many dice may have been rolled.

    >>> dice_thrown((3, 4), 7), dice_thrown((), 7), dice_thrown((), 6)
    (range(2, 3), range(2, 3), range(1, 3))
    """
    if dice:
        return range(len(dice), len(dice) + 1)
    least = -(-total // DICE.faces)
    return range(least, min(total, DICE.most) + 1)


def doubled(dice: tuple[int, ...], total: int, allowed: int) -> bool | None:
    """Return whether a roll was a double (M39); None when the sum alone does not tell.

    `allowed` dice were allowed, so a sum that one die can show was one die where no more were.

    >>> doubled((4, 4), 8, 2), doubled((), 8, 2), doubled((), 7, 2), doubled((), 12, 2)
    (True, None, False, True)
    >>> doubled((), 4, 1), doubled((), 4, 2)
    (False, None)
    """
    if dice:
        return len(dice) > 1 and len(set(dice)) == 1
    thrown = [n for n in dice_thrown(dice, total) if n <= allowed] or list(dice_thrown(dice, total))
    equal = [n for n in thrown if n > 1 and total % n == 0]
    if not equal:
        return False
    certain = all(n > 1 and total in (n, n * DICE.faces) for n in thrown)
    return True if certain else None


def doubles_matter(state: State) -> bool:
    """Return whether a double brings the seat on turn another turn (M39)."""
    if state.extra and state.options.amusement_chain == "once":
        return False
    return works(state, state.book.places, state.turn, PARK)


def swappable(places: Places, seat: int) -> list[str]:
    """Return the cards of a seat that can be given or taken in an exchange (M28)."""
    return [
        card
        for card, n in places.get(CARDS_OF[seat], EMPTY).items()
        if n > 0 and card not in SPARED
    ]


def swap_possible(places: Places, seats: int, seat: int) -> bool:
    """Return whether a seat has anything to exchange, and anybody to exchange it with."""
    others = (other for other in range(seats) if other != seat)
    return bool(swappable(places, seat)) and any(swappable(places, other) for other in others)


def most_of(card: str) -> int | None:
    """Return how many copies of a card a seat may own, None for any number (M33)."""
    return COLOURS[CARDS[card].colour].most if card in CARDS else None

"""The table of Challengers!: the book, the duels under way, and what is known of every side."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engines.book import Book
from engines.challengers.actions import Reason, Result
from engines.challengers.cards.card import Card
from engines.challengers.cards.catalog import (
    CARDS,
    FINAL,
    PLANS,
    ROBOT,
    ROUNDS,
    TROPHIES,
    trophy_round,
)
from engines.values import Seat

HIDDEN = "!"
"""First character of a deck's entry that only its owner knows."""

UNSEEN = ""
"""A deck's entry of which only the position is known."""


class Terms(msgspec.Struct, frozen=True):
    """The named options of a match."""

    reveal_live: bool = False
    gain_first: bool = False
    refill_when_empty: bool = False
    blank_foreign: bool = True
    consolation_fan: bool = False
    solo_level: int = 1


NO_POWER = (0, 0)
"""No power for the next card: neither while attacking nor with the flag."""


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A card in a stack: `bonus` was fixed on revealing it (C71), `extra` counts while attacking,
    `guard` while it has the flag (C76)."""

    card: str
    bonus: int = 0
    extra: int = 0
    guard: int = 0


class Step(msgspec.Struct, frozen=True):
    """Something a duel still has to do. `kind` says what; `side` is the position (0 or 1) of the
    effect's owner, `card` and `n` its card and the effect's number, `when` its timing.

    ``effect``   carry out an effect
    ``choose``   a side picks cards        ``manual``  the table says what came of it
    ``seen``     the card on the bench of `side` is to be named
    ``left``     whether `side` has at most `n` cards left in its deck
    ``compare``  attack against flag       ``lost``    the flag card's own last effects
    ``bench``    the beaten stack leaves   ``gained``  effects of the new flag card
    ``turn``     the other side must reveal

    A look keeps what was known of the deck before it in `top` and `bottom`.
    """

    kind: str
    side: int = -1
    card: str = ""
    n: int = 0
    when: str = ""
    top: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()


class Duel(msgspec.Struct, frozen=True):
    """A duel under way. Positions 0 and 1 are those of `sides`; -1 is nobody.

    `first` is who starts, `turn` who is to reveal, `holder` who has the flag, `flag` its card,
    `attack` the cards of this attack. `sizes` counts the decks (None: not known, but `least` at the
    least), `loose` says that a deck's list is not known, `tops` and `bottoms` are the entries whose
    place in a deck is known: the next card first, the lowest last. `coming` is power for the next
    revealed card, `steps` is what is still to do, `looks` the looks whose outcome can be told.
    """

    round: int
    sides: tuple[str, str]
    first: int
    turn: int
    holder: int = -1
    flag: Shown | None = None
    attack: tuple[Shown, ...] = ()
    sizes: tuple[int | None, int | None] = (None, None)
    least: tuple[int, int] = (0, 0)
    loose: tuple[bool, bool] = (True, True)
    tops: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    bottoms: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    coming: tuple[tuple[int, int], tuple[int, int]] = (NO_POWER, NO_POWER)
    fans: tuple[int, int] = (0, 0)
    steps: tuple[Step, ...] = ()
    looks: tuple[Step, ...] = ()
    reveals: int = 0
    verified: bool = True


class Outcome(msgspec.Struct, frozen=True):
    """How a duel ended. `detail` is how finely it was recorded: ``results``, ``summary`` or
    ``actions``. What was not recorded is None or empty."""

    park: str
    round: int
    winner: str
    loser: str
    reason: Reason
    detail: str
    first: str = ""
    reveals: int | None = None
    seats: dict[str, int] = {}
    fans: dict[str, int] = {}
    verified: bool = True


class Entry(msgspec.Struct, frozen=True, gc=False):
    """Something that happened to a deck in the deck phase: its ply, what, and which card."""

    ply: int
    kind: str
    card: str


class Player(msgspec.Struct, frozen=True):
    """A side between duels, and in its deck phase.

    `round` is the round it plays next (or now). `loose`: its deck's list is not known, then
    `size` may be. `touched`: something of this deck phase was recorded, `done`: all of it was.
    `picked` counts ordinary picks, `extra` names the cards that still allow one more, `offered`
    counts offers drawn, `redrawn` the cards discarded for new ones (None: not
    done). `history` is what became of its deck, `drafts` and `names` number the unknown cards of
    deck phases and duels. `gone` names cards that left for good in a duel.
    """

    round: int = 1
    loose: bool = False
    size: int | None = None
    touched: bool = False
    done: bool = False
    option: tuple[str, int] | None = None
    picked: int = 0
    extra: tuple[str, ...] = ()
    offered: int = 0
    redrawn: int | None = None
    history: tuple[Entry, ...] = ()
    gone: tuple[str, ...] = ()
    drafts: int = 0
    names: int = 0


class State(msgspec.Struct, frozen=True):
    """A position.

    `plans` has the side that holds each plan, `rounds` the round that a park plays next or now,
    `duels` the duels under way, the one last moved on first, `outcomes` those that are over
    (``green.3``), `players` every side. `extra` are the cards of this match that the box does not
    have, `secret` the trophies (``a.4``) that the record knows and not everybody has seen. `ply`
    counts actions.
    """

    book: Book
    seats: int
    level: str
    terms: Terms
    plans: tuple[str, ...]
    rounds: dict[str, int]
    players: dict[str, Player]
    duels: dict[str, Duel] = {}
    outcomes: dict[str, Outcome] = {}
    extra: dict[str, Card] = {}
    secret: tuple[str, ...] = ()
    finalists: tuple[str, ...] = ()
    ply: int = 0
    over: bool = False
    result: Result | None = None


def seat_of(side: str) -> int:
    """Return the seat of a side, -1 for the robot.

    >>> seat_of("b"), seat_of("robot")
    (1, -1)
    """
    return -1 if side == ROBOT else ord(side) - 97


def name_side(side: str) -> Seat | str:
    """Return a side as a sentence names it: a seat by whoever sits there, the robot as such."""
    return side if side == ROBOT or len(side) != 1 else Seat(seat_of(side))


def short_side(side: str) -> str:
    """Return a side as it may be typed.

    >>> typed("b"), typed("robot")
    ('b', 'bot')
    """
    return "bot" if side == ROBOT else side


def list_sides(state: State) -> tuple[str, ...]:
    """Return all sides of a match: the seats, then the robot where there is one."""
    return tuple(state.players)


def has_open_trophies(state: State) -> bool:
    """Return whether trophies lie open (C61): with one or two seats."""
    return state.seats <= 2


def has_final(state: State) -> bool:
    """Return whether the match ends with a final (C91, C93)."""
    return state.seats > 2


def planned_sides(state: State, park: str, round_: int) -> tuple[str, ...]:
    """Return the sides that the plans send to a park in a round (C21), () when nobody is."""
    if park == FINAL:
        return state.finalists
    if round_ not in ROUNDS:
        return ()
    return sides_sent(state.plans, park, round_)


@lru_cache(maxsize=1 << 12)
def sides_sent(plans: tuple[str, ...], park: str, round_: int) -> tuple[str, ...]:
    """Return the sides whose plan says `park` in a round; `plans` are the sides that hold each."""
    rows = PLANS[len(plans)]
    return tuple(side for side, row in zip(plans, rows, strict=True) if row[round_ - 1] == park)


def park_of(state: State, side: str) -> str:
    """Return the park in which a side plays now or next, "" when it has no duel to play."""
    for park, duel in state.duels.items():
        if side in duel.sides:
            return park
    round_ = state.players[side].round
    for park in state.rounds:
        if park != FINAL and side in planned_sides(state, park, round_):
            return park
    return FINAL if side in state.finalists and FINAL in state.rounds else ""


def can_begin(state: State, park: str) -> bool:
    """Return whether a park's next duel can begin: both sides have played the rounds before."""
    if park in state.duels or state.over:
        return False
    round_ = state.rounds[park]
    if park == FINAL:
        return bool(state.finalists) and "final.8" not in state.outcomes
    sides = planned_sides(state, park, round_)
    return len(sides) == 2 and all(state.players[side].round == round_ for side in sides)


def is_in_deck_phase(state: State, side: str) -> bool:
    """Return whether a seat is before its next duel."""
    if side == ROBOT or state.over or park_of(state, side) in state.duels:
        return False
    return bool(park_of(state, side))


def count_trophies(state: State, side: str) -> int:
    """Return how many trophies a side owns (C84)."""
    return state.book.size(TROPHIES[side])


def latest_round(state: State, side: str) -> int:
    """Return the highest round among a side's trophies, 0 without one (C41, C91)."""
    return max((trophy_round(item) for item in state.book.holding(TROPHIES[side])), default=0)


def find_starter(state: State, sides: tuple[str, str]) -> int:
    """Return the position of who starts (C41), -1 when the flag is tossed."""
    one, other = latest_round(state, sides[0]), latest_round(state, sides[1])
    return -1 if one == other else 0 if one > other else 1


def find_card(state: State, item: str) -> Card | None:
    """Return a card of this match by its id, None for what is none (an unknown one)."""
    return state.extra.get(item) or CARDS.get(item)

"""The table of Challengers!: the book, the duels under way, and what is known of every side."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from engines.book import Book
from engines.challengers.actions import Reason, Result, Trophy
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
from engines.challengers.cards.format import Then
from engines.values import Action, Seat, SeatText, seat_letter

HIDDEN = "!"
"""First character of a deck's entry that only its owner knows."""

UNSEEN = ""
"""A deck's entry of which only the position is known."""


class MatchOptions(msgspec.Struct, frozen=True, gc=False):
    """The named options of a match (see `opening.OPTIONS`)."""

    reveal_live: bool = False
    gain_first: bool = False
    refill_when_empty: bool = False
    blank_foreign: bool = True
    consolation_fan: bool = False
    solo_level: int = 1


NO_POWER = (0, 0)
"""No power for the next card: neither while attacking nor with the flag."""


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A card in a stack. `bonus` was fixed when it was revealed (C71); `extra` counts while it
    attacks, `guard` while it has the flag (C76)."""

    card: str
    bonus: int = 0
    extra: int = 0
    guard: int = 0


class EffectStep(msgspec.Struct, frozen=True, gc=False):
    """A step that belongs to an effect: effect `number` of `card`, which is owned by the side at
    position `side` and came at `timing`."""

    side: int
    card: str
    number: int
    timing: str = ""


class CarryOutStep(EffectStep, frozen=True, tag="effect"):
    """The effect is carried out."""


class ChoiceStep(EffectStep, frozen=True, tag="choose"):
    """Somebody chooses the cards that the effect moves (C80)."""


class ManualStep(EffectStep, frozen=True, tag="manual"):
    """The table says what came of the effect."""


class NameStep(msgspec.Struct, frozen=True, gc=False, tag="seen"):
    """The unknown card that came to the bench of `side` is named."""

    side: int


class CountStep(msgspec.Struct, frozen=True, gc=False, tag="left"):
    """Somebody says whether the deck of `side` has more than `limit` cards, for `card`."""

    side: int
    card: str
    limit: int


class CompareStep(msgspec.Struct, frozen=True, gc=False, tag="compare"):
    """The attack is compared with the flag card (C44). `captured` is what the table took it to
    come to, None: it is computed."""

    captured: bool | None = None


class BenchStep(msgspec.Struct, frozen=True, gc=False, tag="bench"):
    """The beaten stack goes to its owner's bench (C47)."""


class TurnStep(msgspec.Struct, frozen=True, gc=False, tag="turn"):
    """The side without the flag is on turn (C53)."""


WaitingStep: TypeAlias = ChoiceStep | ManualStep | NameStep | CountStep
"""A step for which somebody has to say something."""

Step: TypeAlias = CarryOutStep | WaitingStep | CompareStep | BenchStep | TurnStep
"""Something that a duel still has to do."""


class OpenLook(msgspec.Struct, frozen=True, gc=False):
    """A look into the deck of `side` (C83) whose outcome has not been told.

    It is effect `number` of `card`; `then` is what it allows. `top` and `bottom` are the entries
    of the deck that were known before.
    """

    side: int
    card: str
    number: int
    then: Then
    top: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()


class Duel(msgspec.Struct, frozen=True, gc=False):
    """A duel under way. Positions 0 and 1 are those of `sides`; -1 is nobody.

    `first` is who starts, `turn` who is to reveal, `holder` who has the flag; `flag` is the flag
    card, `attack` are the cards of this attack.

    `sizes` are the sizes of the decks. An unknown size is None; `least` is then the fewest cards
    that the deck can have. `loose` is true for a deck whose list is not known. `tops` and
    `bottoms` are the entries whose position in a deck is known: the next card first, the lowest
    last.

    `coming` is (attack, flag) power for the next revealed card, `steps` is what is still to do,
    `looks` are the looks whose outcome can be told.
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
    looks: tuple[OpenLook, ...] = ()
    reveals: int = 0
    verified: bool = True


Detail: TypeAlias = Literal["results", "summary", "actions"]
"""How finely a duel was recorded."""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a duel ended. `detail` is how finely it was recorded. What was not recorded is None or
    empty."""

    park: str
    round: int
    winner: str
    loser: str
    reason: Reason
    detail: Detail
    first: str = ""
    reveals: int | None = None
    seats: dict[str, int] = {}
    fans: dict[str, int] = {}
    verified: bool = True


DeckEvent: TypeAlias = Literal["pick", "paid", "remove", "deck", "ready"]
"""What can happen to a deck in a deck phase."""


class DeckEntry(msgspec.Struct, frozen=True, gc=False):
    """Something that happened to a deck in a deck phase: when, what, and to which card."""

    ply: int
    kind: DeckEvent
    card: str


class Player(msgspec.Struct, frozen=True, gc=False):
    """A side between duels, and in its deck phase.

    `round` is the round that it plays next or now. `loose` is true while the list of its deck is
    not known; `size` may be known then.

    Of this deck phase: `touched` is true when something of it was recorded, `done` when all of it
    was; `picked` counts ordinary picks, `extra` lists the cards that still allow an extra pick,
    `offered` counts offers, `redrawn` counts the cards discarded for a redraw (None: no redraw).

    Of the match: `history` is what happened to its deck, `gone` lists the cards that left for good
    in a duel, `phase_names` and `duel_names` number the unknown cards of its deck phases and duels.
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
    history: tuple[DeckEntry, ...] = ()
    gone: tuple[str, ...] = ()
    phase_names: int = 0
    duel_names: int = 0


class State(msgspec.Struct, frozen=True, gc=False):
    """A position.

    `plans` is the side that holds each plan, in the order of the plans. `rounds` is the round that
    each park plays next or now. `players` are all sides. `duels` are the duels under way by park,
    the one last moved on first; `outcomes` are the duels that are over (``green.3``).

    `extra` are the cards of this match that the box does not have. `secret` are the trophies
    (``a.4``) that the record knows and not everybody has seen. `ply` counts actions, `left` are the
    seats whose people have left.
    """

    book: Book
    seats: int
    level: str
    options: MatchOptions
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
    left: tuple[int, ...] = ()


def seat_of(side: str) -> int:
    """Return the seat of a side, -1 for the robot.

    >>> seat_of("b"), seat_of("robot")
    (1, -1)
    """
    return -1 if side == ROBOT else ord(side) - 97


def name_side(side: str) -> Seat | str:
    """Return a side for the data of a sentence: its seat, or the robot's id as it is."""
    return side if side == ROBOT or len(side) != 1 else Seat(seat_of(side))


def short_side(side: str) -> SeatText:
    """Return a side as it may be typed.

    >>> short_side("b"), short_side("robot")
    ('b', 'bot')
    """
    return SeatText("bot" if side == ROBOT else side)


def is_gone(state: State, side: str) -> bool:
    """Return whether the person of a side has left (C98)."""
    return bool(state.left) and side != ROBOT and seat_of(side) in state.left


def has_open_trophies(state: State) -> bool:
    """Return whether trophies lie open (C61), as they do with one or two seats."""
    return state.seats <= 2


def has_final(state: State) -> bool:
    """Return whether the match ends with a final (C91, C93)."""
    return state.seats > 2


def planned_sides(state: State, park: str, round_: int) -> tuple[str, ...]:
    """Return the two sides that meet in a park in a round (C21, C91), () when nobody does."""
    if park == FINAL:
        return state.finalists
    if round_ not in ROUNDS:
        return ()
    return sides_of_plans(state.plans, park, round_)


@lru_cache(maxsize=1 << 12)
def sides_of_plans(plans: tuple[str, ...], park: str, round_: int) -> tuple[str, ...]:
    """Return the sides whose plan sends them to `park` in a round."""
    rows = PLANS[len(plans)]
    return tuple(side for side, row in zip(plans, rows, strict=True) if row[round_ - 1] == park)


def find_round(state: State, action: Action) -> int:
    """Return the round to which an action belongs: that of its park, of its seat, or the earliest
    round that somebody still plays."""
    if isinstance(action, Trophy):
        return action.round
    park = getattr(action, "park", "")
    if park == FINAL:
        return len(ROUNDS) + 1
    if park in state.rounds:
        return state.rounds[park]
    rounds = {side: player.round for side, player in state.players.items()}
    side = seat_letter(action.seat)
    return rounds[side] if side in rounds else min(rounds.values())


def is_in_duel(state: State, side: str) -> bool:
    """Return whether a side's duel is under way; others may play in the park of its next one."""
    return any(side in duel.sides for duel in state.duels.values())


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
    """Return whether a park's next duel can begin: both sides have played their earlier rounds."""
    if park in state.duels or state.over:
        return False
    round_ = state.rounds[park]
    if park == FINAL:
        return bool(state.finalists) and "final.8" not in state.outcomes
    sides = planned_sides(state, park, round_)
    return len(sides) == 2 and all(state.players[side].round == round_ for side in sides)


def is_in_deck_phase(state: State, side: str) -> bool:
    """Return whether a side is in its deck phase: a seat between two duels."""
    if side == ROBOT or state.over or is_in_duel(state, side) or is_gone(state, side):
        return False
    return bool(park_of(state, side))


def count_trophies(state: State, side: str) -> int:
    """Return the number of trophies of a side (C84)."""
    return state.book.size(TROPHIES[side])


def latest_round(state: State, side: str) -> int:
    """Return the latest round of a side's trophies, 0 without one (C41, C91)."""
    return max((trophy_round(item) for item in state.book.holding(TROPHIES[side])), default=0)


def find_starter(state: State, sides: tuple[str, str]) -> int:
    """Return the position of who starts (C41), -1 when the flag is tossed."""
    one, other = latest_round(state, sides[0]), latest_round(state, sides[1])
    return -1 if one == other else 0 if one > other else 1


def find_card(state: State, item: str) -> Card | None:
    """Return a card of this match by its id, None for what is none (an unknown one)."""
    return state.extra.get(item) or CARDS.get(item)


def restart_phase(player: Player) -> Player:
    """Return a side whose deck phase has not begun."""
    return msgspec.structs.replace(
        player,
        touched=False,
        done=False,
        option=None,
        picked=0,
        extra=(),
        offered=0,
        redrawn=None,
    )

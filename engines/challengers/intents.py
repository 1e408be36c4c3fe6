"""Filling in again what was not said in Challengers!: parks, sides, rounds, usual numbers."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec.structs import replace

from engines.challengers.actions import (
    ByHand,
    Choose,
    Left,
    LookAt,
    Option,
    Out,
    Reveal,
    Seen,
    Start,
    Trophy,
    Win,
)
from engines.challengers.cards.catalog import BENCH
from engines.challengers.duel.beginning import open_duel
from engines.challengers.duel.effects import find_choice, find_chooser
from engines.challengers.duel.results import can_keep_decks
from engines.challengers.notation.duel import find_counted_side, find_park
from engines.challengers.notation.table import count_usual_picks, find_asked_round
from engines.challengers.ranking import find_hidden_trophies
from engines.challengers.state import NameStep, State, has_open_trophies, park_of, seat_of
from engines.intents import Resolvers
from engines.values import Action

InPark: TypeAlias = Start | Reveal | Choose | LookAt | Left | Out | ByHand | Win


def resolve_park(state: State, action: InPark, said: Any) -> Action:
    """Return the action in the park of its side, or in the only one. Raise LookupError."""
    if said == "only":
        return replace(action, park=find_park(state, ""))
    sides = (getattr(action, field, "") for field in ("winner", "first", "of", "by"))
    park = park_of(state, next(filter(None, sides), ""))
    if not park:
        raise LookupError(said)
    return replace(action, park=park)


def resolve_chooser(state: State, action: Choose, said: Any) -> Action:
    """Return the choice of the seat whose effect waits for it (C80)."""
    play = open_duel(state, action.park)
    choice = find_choice(play)
    if choice is None:
        raise LookupError(action.park)
    return replace(action, seat=find_chooser(play, *choice))


def resolve_looker(state: State, action: LookAt, said: Any) -> Action:
    """Return the look of the seat that is looking (C83)."""
    play = open_duel(state, action.park)
    return replace(action, seat=seat_of(play.sides[play.looks[0].side]))


def resolve_counted_side(state: State, action: Left, said: Any) -> Action:
    """Return the count of the deck that is asked for."""
    return replace(action, of=find_counted_side(state, action.park))


def resolve_bench(state: State, action: Seen, said: Any) -> Action:
    """Return the face of the unknown card on the bench that is asked for."""
    for park, duel in state.duels.items():
        if duel.steps and isinstance(step := duel.steps[0], NameStep):
            return replace(action, place=BENCH[open_duel(state, park).sides[step.side]])
    raise LookupError(action.place)


def resolve_hiding(state: State, action: Win, said: Any) -> Action:
    """Return the result with its trophy as hidden as trophies are in this match (C61)."""
    return replace(action, hidden=action.trophy is not None and not has_open_trophies(state))


def resolve_kept_decks(state: State, action: Win, said: Any) -> Action:
    """Return the result with the decks kept where nothing can have changed them (C79)."""
    return replace(action, kept=can_keep_decks(state, action.park))


def resolve_round(state: State, action: Trophy, said: Any) -> Action:
    """Return the back of the trophy that is asked for (C60)."""
    rounds = [round_ for side, round_ in find_hidden_trophies(state) if side == action.of]
    return replace(action, round=find_asked_round(state, rounds))


def resolve_picks(state: State, action: Option, said: Any) -> Action:
    """Return the option with the number of picks of the round (C30)."""
    return replace(action, picks=count_usual_picks(state, action.seat, action.level))


PARK = {"park": resolve_park}

RESOLVERS: Resolvers = {
    **dict.fromkeys((Start, Reveal, Out, ByHand), PARK),
    Choose: {**PARK, "seat": resolve_chooser},
    LookAt: {**PARK, "seat": resolve_looker},
    Left: {**PARK, "of": resolve_counted_side},
    Seen: {"place": resolve_bench},
    Win: {**PARK, "hidden": resolve_hiding, "kept": resolve_kept_decks},
    Trophy: {"round": resolve_round},
    Option: {"picks": resolve_picks},
}

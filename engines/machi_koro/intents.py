"""Filling in again what was not said in Machi Koro: seats, prices, the other of two seats."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engines.counts import Count
from engines.intents import Resolvers, read_place, resolve_turn
from engines.machi_koro.actions import Build, Decline, Keep, Pass, Reroll, Swap, Tv
from engines.machi_koro.catalog import COST
from engines.machi_koro.reading import take_from_supply
from engines.machi_koro.state import State
from engines.seating import list_others
from engines.values import Action


def resolve_target(state: State, action: Tv | Swap, said: Any) -> Action:
    """Return the action with the other of two seats. Raise LookupError where there are more."""
    others = list_others(state, action.seat)
    if len(others) != 1:
        raise LookupError(len(others))
    return replace(action, target=others[0])


def resolve_price(state: State, action: Build, said: Any) -> Action:
    """Return the build at its price (M31)."""
    return replace(action, paid=COST[action.card])


def resolve_supply(state: State, action: Count, said: Any) -> Action:
    """Return the count with what it leaves in the supply (M3)."""
    return take_from_supply(state, action, read_place(said, "supply"))


RESOLVERS: Resolvers = {
    **{kind: {"seat": resolve_turn} for kind in (Keep, Reroll, Decline, Pass)},
    **{kind: {"seat": resolve_turn, "target": resolve_target} for kind in (Tv, Swap)},
    Build: {"seat": resolve_turn, "paid": resolve_price},
    Count: {"holds": resolve_supply},
}

"""The full notation of every action of 7 Wonders Duel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engines.counts import Count
from engines.notation import (
    NOBODY,
    write_actual,
    write_count,
    write_seat,
)
from engines.seats import typed_letter
from engines.seven_wonders_duel.actions import (
    UNSEEN,
    Actual,
    Backs,
    Begin,
    Build,
    Discard,
    Draft,
    Keep,
    Paid,
    Raze,
    Result,
    Reveal,
    Revive,
    Token,
    Wonder,
)
from engines.values import Action


def write(action: Action, names: Sequence[str] = ()) -> str:
    """Return the full notation of an action."""
    return write_seat(action.seat, names) + _write_action(action, names)


def _write_action(action: Action, names: Sequence[str]) -> str:
    """Return what follows the seat."""
    match action:
        case Begin():
            return f"begin {typed_letter(action.who, names)}"
        case Result():
            return _write_result(action, names)
        case Count():
            return write_count(action, names)
    return WRITERS[type(action)](action)


def write_paid(paid: Paid) -> str:
    """Return the notation of a payment: ``=3``, or ``=1+2`` with coins for the opponent."""
    return f"={paid.bank}+{paid.opponent}" if paid.opponent else f"={paid.bank}"


def write_outcomes(actual: Actual) -> str:
    """Return the notation of overridden outcomes."""
    return write_actual({outcome: str(n) for outcome, n in actual.items()})


def _write_build(action: Build) -> str:
    paid = write_paid(action.paid)
    return f"build {action.card} @{action.slot} {paid}" + write_outcomes(action.actual)


def _write_wonder(action: Wonder) -> str:
    paid = write_paid(action.paid)
    text = f"wonder {action.wonder} < {action.card} @{action.slot} {paid}"
    return text + write_outcomes(action.actual)


def _write_backs(action: Backs) -> str:
    if action.guilds is None:
        return f"backs {UNSEEN}"
    return "backs " + (" ".join(map(str, action.guilds)) or NOBODY)


def _write_result(action: Result, names: Sequence[str]) -> str:
    winner = NOBODY if action.winner is None else typed_letter(action.winner, names)
    rows = [" ".join(f"{row}={n}" for row, n in points.items()) for points in action.sheet]
    return f"result {action.kind} {winner}" + (f" {rows[0]} / {rows[1]}" if rows else "")


WRITERS: Final[dict[type[Action], Callable[..., str]]] = {
    Draft: lambda action: f"draft {action.wonder}",
    Build: _write_build,
    Discard: lambda action: f"discard {action.card} @{action.slot} +{action.taken}",
    Wonder: _write_wonder,
    Token: lambda action: f"token {action.token}" + write_outcomes(action.actual),
    Keep: lambda action: f"keep {action.token}" + write_outcomes(action.actual),
    Raze: lambda action: f"raze {action.card}",
    Revive: lambda action: f"revive {action.card}" + write_outcomes(action.actual),
    Reveal: lambda action: f"reveal {action.place} {action.card}",
    Backs: _write_backs,
}

"""The full notation of every action of Machi Koro."""

from __future__ import annotations

from collections.abc import Callable

from engines.counts import Count
from engines.machi_koro.actions import Build, Decline, Keep, Pass, Reroll, Result, Roll, Swap, Tv
from engines.notation import write_actual, write_count, write_seat
from engines.values import Action, seat_letter


def write(action: Action) -> str:
    """Return the full notation of an action."""
    actual = {name: str(n) for name, n in getattr(action, "actual", {}).items()}
    return write_seat(action.seat) + WRITERS[type(action)](action) + write_actual(actual)


def _write_verb(action: Action) -> str:
    return action.verb


def _write_roll(action: Roll) -> str:
    if action.dice:
        return "roll " + " ".join(map(str, action.dice))
    return f"roll total {action.total}"


def _write_result(action: Result) -> str:
    return "result " + " ".join("?" if n is None else str(n) for n in action.landmarks)


WRITERS: dict[type[Action], Callable[..., str]] = {
    Roll: _write_roll,
    Keep: _write_verb,
    Reroll: _write_verb,
    Tv: lambda action: f"tv {seat_letter(action.target)}",
    Swap: lambda action: f"swap {seat_letter(action.target)} {action.give} {action.take}",
    Decline: _write_verb,
    Build: lambda action: f"build {action.card} ={action.paid}",
    Pass: _write_verb,
    Result: _write_result,
    Count: write_count,
}

"""The full notation of every action of Machi Koro."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engines.counts import Count
from engines.machi_koro.actions import Build, Decline, Keep, Pass, Reroll, Result, Roll, Swap, Tv
from engines.notation import write_actual, write_count, write_seat
from engines.seats import typed_letter, typed_place
from engines.values import Action, owner_of


def write(action: Action, names: Sequence[str] = ()) -> str:
    """Return the full notation of an action."""
    actual = _write_outcomes(getattr(action, "actual", {}), names)
    return write_seat(action.seat, names) + _write_action(action, names) + actual


def _write_action(action: Action, names: Sequence[str]) -> str:
    match action:
        case Tv():
            return f"tv {typed_letter(action.target, names)}"
        case Swap():
            return f"swap {typed_letter(action.target, names)} {action.give} {action.take}"
        case Count():
            return write_count(action, names)
    return WRITERS[type(action)](action)


def _write_outcomes(actual: Mapping[str, int], names: Sequence[str]) -> str:
    """Return overridden outcomes: ``~b.cafe=0``, or ``~b.cafe.a=0`` where a pays."""
    written = {}
    for name, n in actual.items():
        place, dot, last = typed_place(name, names).rpartition(".")
        payer = owner_of(f"{last}.")
        typed = last if payer is None else typed_letter(payer, names)
        written[f"{place}{dot}{typed}"] = str(n)
    return write_actual(written)


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
    Decline: _write_verb,
    Build: lambda action: f"build {action.card} ={action.paid}",
    Pass: _write_verb,
    Result: _write_result,
}

"""An effect in a few signs, the same in every language: ``+1 × opponent_trophies``."""

from __future__ import annotations

import msgspec

from engines.challengers.cardset import (
    ANY,
    Aura,
    Effect,
    ExtraPick,
    Filter,
    GainFans,
    If,
    Look,
    Manual,
    NextCardBonus,
    PowerBonus,
    Shift,
)


def brief(effect: Effect) -> str:
    """Return an effect in short.

    >>> brief(Aura(2, Filter(base_power=1), "attack"))
    '+2 attack [base_power=1]'
    >>> brief(Shift("own_bench", "own_exhaust", 0, 2, "self"))
    '0–2 own_bench → own_exhaust (self)'
    """
    match effect:
        case PowerBonus():
            per = f" × {effect.per.count}{only(effect.per.filter)}" if effect.per else ""
            return f"{effect.amount:+}{per}{given(effect.condition)}"
        case Aura():
            return f"{effect.amount:+} {effect.phase}{only(effect.filter)}"
        case Shift():
            n = str(effect.max) if effect.min == effect.max else f"{effect.min}–{effect.max}"
            chooser = "" if effect.chooser == "none" else f" ({effect.chooser})"
            return f"{n} {effect.source} → {effect.dest}{only(effect.filter)}{chooser}"
        case Look():
            return f"{effect.zone} {effect.n or ''} {effect.then}".replace("  ", " ")
        case GainFans():
            return f"{effect.amount} fan → {effect.who}{given(effect.condition)}"
        case NextCardBonus():
            return f"next {effect.amount:+} {effect.phase}"
        case ExtraPick():
            cost = effect.cost
            return f"+1 pick − {cost.remove_from_deck}{only(cost.filter)}"
        case Manual():
            return effect.note
    return "= round"


def only(wanted: Filter) -> str:
    """Return which cards are meant, "" for all."""
    parts = [f"{key}={value}" for key, value in msgspec.to_builtins(wanted).items()]
    return f" [{' '.join(parts)}]" if wanted != ANY else ""


def given(condition: If | None) -> str:
    """Return what must hold, "" for nothing."""
    if condition is None:
        return ""
    parts = []
    for key, value in msgspec.to_builtins(condition).items():
        inner = " ".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else value
        parts.append(f"{key} {inner}")
    return f" ? {', '.join(parts)}"

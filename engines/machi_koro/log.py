"""Log messages: what an action of Machi Koro was."""

from __future__ import annotations

from engines.counts import Count
from engines.machi_koro.actions import AGAIN, Build, Keep, Pass, Result, Roll, Swap, TurnEnd, Tv
from engines.machi_koro.catalog import LANDMARKS
from engines.values import Action, Message, Seat, list_by_seat


def dice_text(dice: tuple[int, ...]) -> str:
    """Return dice as text: ``3+4``; "" where they were not seen."""
    return "+".join(map(str, dice))


def describe(action: Action) -> Message:
    """Return the log message of an action."""
    verb = f"did.{action.verb}"
    match action:
        case Roll() | Keep():
            key, data = _describe_roll(action) if isinstance(action, Roll) else (verb, {})
            if action.actual:
                changed = [f"~{name}={n}" for name, n in action.actual.items()]
                return Message(f"{key}.actual", {**data, "actual": changed})
            return Message(key, data)
        case Tv():
            data = {"target": Seat(action.target)}
            if action.actual:
                return Message(f"{verb}.actual", {**data, "n": sum(action.actual.values())})
            return Message(verb, data)
        case Swap():
            cards = {"give": action.give, "take": action.take}
            return Message(verb, {"target": Seat(action.target), **cards})
        case Build():
            kind = "landmark" if action.card in LANDMARKS else "card"
            key = f"{verb}.{kind}{_turn_suffix(action)}"
            return Message(key, {"card": action.card, "paid": action.paid})
        case Pass():
            return Message(f"{verb}{_turn_suffix(action)}", {})
        case Result():
            sheet = ["?" if n is None else n for n in action.landmarks]
            return Message(verb, {"landmarks": list_by_seat(sheet)})
        case Count():
            return Message(verb, {"holds": action.holds})
    return Message(verb, {})


def _turn_suffix(action: TurnEnd) -> str:
    """Return the ending of a key where the table said whether another turn follows."""
    if AGAIN not in action.actual:
        return ""
    return ".again" if action.actual[AGAIN] else ".ends"


def _describe_roll(action: Roll) -> tuple[str, dict[str, object]]:
    if not action.dice:
        return "did.roll.total", {"total": action.total}
    data = {"dice": dice_text(action.dice), "total": sum(action.dice)}
    return "did.roll" if len(action.dice) > 1 else "did.roll.one", data

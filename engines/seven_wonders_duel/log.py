"""Log messages: what an action of 7 Wonders Duel was."""

from __future__ import annotations

from engines.counts import Count
from engines.seven_wonders_duel.actions import (
    UNSEEN,
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
from engines.seven_wonders_duel.catalog import SLOT, SPACE
from engines.seven_wonders_duel.facts import describe_pawn
from engines.seven_wonders_duel.state import TRACK_OF, find_pawn
from engines.values import Action, Message, Seat, list_by_seat


def describe(action: Action) -> Message:
    """Return the log message of an action."""
    verb = f"did.{action.verb}"
    match action:
        case Draft():
            return Message(verb, {"wonder": action.wonder})
        case Build():
            return Message(
                verb + payment_suffix(action.paid),
                {"card": action.card} | payment_data(action.paid),
            )
        case Discard():
            return Message(verb, {"card": action.card, "n": action.taken})
        case Wonder():
            data = {"wonder": action.wonder, "card": action.card} | payment_data(action.paid)
            return Message(verb + payment_suffix(action.paid), data)
        case Token() | Keep():
            return Message(verb, {"token": action.token})
        case Raze() | Revive():
            return Message(verb, {"card": action.card})
        case Begin():
            return Message(verb, {"who": Seat(action.who)})
        case Reveal():
            seen = action.card != UNSEEN
            data = {"card": action.card, "place": action.place}
            return Message(verb if seen else f"{verb}.unseen", data)
        case Backs():
            if action.guilds is None:
                return Message(f"{verb}.unseen", {})
            places = [SLOT[n] for n in action.guilds]
            return Message(verb if places else f"{verb}.none", {"places": places})
        case Result():
            return describe_result(action)
        case Count():
            return describe_count(action)
    return Message(verb, {})


def describe_count(action: Count) -> Message:
    """Return the log message of a count; of the track it says where the pawn stands."""
    sides = [action.holds.get(place, {}).get(SPACE) for place in TRACK_OF]
    if None in sides:
        return Message("did.count", {"holds": action.holds})
    at = find_pawn({TRACK_OF[0]: action.holds[TRACK_OF[0]]})
    pawn = describe_pawn(at, "counted.pawn")
    rest = {place: held for place, held in action.holds.items() if place not in TRACK_OF}
    if not rest:
        return Message("did.count.status", {"status": [pawn]})
    counted = Message("did.count", {"holds": rest})
    return Message("did.count.both", {"count": counted, "status": [pawn]})


def payment_suffix(sum_: Paid) -> str:
    """Return the ending of a key for what was paid."""
    if not sum_.total:
        return ".free"
    return ".trade" if sum_.opponent else ""


def payment_data(sum_: Paid) -> dict[str, int]:
    """Return what was paid as data of a message."""
    return {"n": sum_.total, "bank": sum_.bank, "opponent": sum_.opponent}


def describe_result(action: Result) -> Message:
    """Return the log message of a score sheet."""
    points = [action.total(seat) for seat in range(len(action.sheet))]
    data = {"kind": f"kind.{action.kind}", "points": list_by_seat(points)}
    if action.winner is None:
        return Message("did.result.shared", data)
    if action.kind == "unknown":
        return Message("did.result.winner", {"winner": Seat(action.winner)})
    return Message("did.result", data | {"winner": Seat(action.winner)})

"""The log: a message for every action."""

from __future__ import annotations

from typing import Any

from engines.challengers.actions import (
    ByHand,
    Choose,
    Deck,
    Finalists,
    Left,
    LookAt,
    Offer,
    Option,
    Out,
    Pick,
    Plans,
    Refill,
    Register,
    Remove,
    Result,
    Reveal,
    Seen,
    Start,
    Trophy,
    Win,
)
from engines.challengers.state import name_side
from engines.counts import Count
from engines.values import Action, Message, list_by_seat


def describe(action: Action) -> Message:
    """Return what an action was."""
    verb = f"did.{action.verb}"
    variant, data = find_sentence(action)
    return Message(f"{verb}.{variant}" if variant else verb, data)


def find_sentence(action: Action) -> tuple[str, dict[str, Any]]:
    """Return the variant of an action's sentence and the data that fill it."""
    match action:
        case Win():
            return win_sentence(action)
        case Reveal():
            data: dict[str, Any] = {"park": action.park, "card": action.card}
            return ("by", data | {"side": name_side(action.by)}) if action.by else ("", data)
        case Start():
            data = {"park": action.park, "side": name_side(action.first)}
            if action.against:
                return "against", data | {"other": name_side(action.against)}
            return "", data
        case Choose():
            return ("" if action.cards else "none"), {"cards": list(action.cards)}
        case LookAt():
            if not action.top and not action.bottom:
                return "unseen", {}
            top, bottom = list(action.top), list(action.bottom)
            variant = "both" if top and bottom else "top" if top else "bottom"
            return variant, {"top": top, "bottom": bottom}
        case Pick() if action.paid:
            return "paid", {"card": action.card, "paid": dict(action.paid.items())}
        case Seen():
            return "", {"place": action.place, "card": action.card}
        case Left():
            data = {"side": name_side(action.of), "n": action.cards}
            return ("more" if action.more else ""), data
        case Out():
            return (
                ("by", {"side": name_side(action.by)}) if action.by else ("", {"park": action.park})
            )
        case ByHand():
            fans = {side: n for side, n in action.fans.items() if n}
            moved = [one.card for one in action.moves]
            return "", {"park": action.park, "cards": moved, "fans": fans, "bonus": action.bonus}
        case Trophy():
            return "", {"side": name_side(action.of), "round": action.round, "fans": action.fans}
        case Finalists():
            return "", {"one": name_side(action.sides[0]), "other": name_side(action.sides[1])}
        case Result() if action.winner:
            data = {"fans": list(action.fans), "side": name_side(action.winner)}
            return ("won" if action.fans else "winner"), data
        case Register():
            return "", {"names": [printing.name for printing in action.cards.cards]}
    return "", plain_data(action)


def plain_data(action: Action) -> dict[str, Any]:
    """Return the data of an action whose sentence has no variants."""
    match action:
        case Option():
            return {"level": action.level, "n": action.picks}
        case Offer() | Deck():
            return {"cards": dict(action.cards.items())}
        case Pick():
            return {"card": action.card}
        case Remove():
            return {"card": action.card}
        case Refill():
            return {"level": action.level}
        case Plans():
            return {"plans": list_by_seat(action.of)}
        case Result():
            return {"fans": list_by_seat(action.fans)}
        case Count():
            return {"holds": action.holds}
    return {}


def win_sentence(action: Win) -> tuple[str, dict[str, Any]]:
    """Return the sentence of a result: against whom, for how many fans, and why."""
    data: dict[str, Any] = {"park": action.park, "side": name_side(action.winner)}
    data |= {"fans": action.trophy, "other": name_side(action.loser) if action.loser else ""}
    variant = action.reason or ""
    if action.trophy is not None:
        variant = f"{variant}.fans" if variant else "fans"
    return variant, data

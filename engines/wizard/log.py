"""Log messages: what an action of Wizard was."""

from __future__ import annotations

from engines.book import UNKNOWN
from engines.counts import Count
from engines.values import Action, Message, describe_sheet, list_by_seat
from engines.wizard import actions
from engines.wizard.actions import (
    Bid,
    Bids,
    Flip,
    Level,
    Penalty,
    Play,
    Redeal,
    Result,
    Round,
    Rounds,
    Tricks,
    Trump,
)
from engines.wizard.catalog import SUITS


def describe(action: Action) -> Message:
    """Return the log message of an action."""
    verb = f"did.{action.verb}"
    match action:
        case actions.Hand():
            known_cards = {card: n for card, n in action.cards.items() if card != UNKNOWN}
            where = ".forehead" if action.forehead else ""
            return Message(
                f"{verb}{where}" if known_cards else f"{verb}.unseen", {"cards": known_cards}
            )
        case Flip(card="?"):
            return Message(f"{verb}.unseen", {})
        case Flip():
            return Message(f"{verb}.suit" if action.card in SUITS else verb, {"card": action.card})
        case Trump():
            return Message(verb, {"suit": action.suit})
        case Bid():
            return Message(verb, {"bid": action.bid})
        case Bids():
            return Message(verb, {"bids": list_by_seat(action.bids)})
        case Play(card="?"):
            return Message(f"{verb}.unseen", {})
        case Play():
            return Message(verb, {"card": action.card})
        case Tricks():
            nobody = ".nobody" if action.unwon else ""
            data = {"tricks": list_by_seat(action.tricks), "unwon": action.unwon}
            return Message(f"{verb}{nobody}", data)
        case Round():
            nobody = ".nobody" if action.unwon else ""
            pairs = zip(action.bids, action.tricks, strict=False)
            line = list_by_seat(f"{bid}/{n}" for bid, n in pairs)
            return Message(f"{verb}{nobody}", {"line": line, "unwon": action.unwon})
        case Rounds():
            return Message(verb, {"rounds": action.rounds})
        case Redeal():
            return Message(verb if action.round else f"{verb}.running", {"number": action.round})
        case Penalty():
            return Message(verb, {"points": action.points})
        case Level():
            return Message(verb, {"level": f"level.{action.level}"})
        case Result():
            return describe_sheet(verb, action.points, action.winners)
        case Count():
            return Message(verb, {"holds": action.holds})
    return Message(verb, {})

"""Log messages: what an action of Splendor was."""

from __future__ import annotations

from engines.book import UNKNOWN
from engines.counts import Count
from engines.splendor.actions import Buy, Draw, Noble, Reserve, Result, Reveal, Take
from engines.splendor.catalog import TOKENS
from engines.values import Action, Message, Seat, list_by_seat


def sort_tokens(held: dict[str, int]) -> dict[str, int]:
    """Return tokens in the order of TOKENS."""
    return {colour: held[colour] for colour in TOKENS if colour in held}


def describe(action: Action) -> Message:
    """Return the log message of an action."""
    verb = f"did.{action.verb}"
    match action:
        case Take():
            taken = {"tokens": sort_tokens(action.tokens), "returned": sort_tokens(action.returned)}
            return Message(f"{verb}.returned" if action.returned else verb, taken)
        case Buy():
            bought_for = {"card": action.card, "paid": sort_tokens(action.paid)}
            return Message(verb if action.paid else f"{verb}.free", bought_for)
        case Reserve():
            return Message(f"{verb}.gold" if action.gold else verb, {"card": action.card})
        case Draw():
            return Message(f"{verb}.gold" if action.gold else verb, {"level": action.level})
        case Noble():
            return Message(verb, {"noble": action.noble})
        case Reveal():
            seen = action.card != UNKNOWN
            return Message(
                verb if seen else f"{verb}.unseen", {"card": action.card, "place": action.place}
            )
        case Result():
            data = {
                "points": list_by_seat(action.points),
                "winners": [Seat(s) for s in action.winners],
            }
            if not action.winners:
                return Message(verb, data)
            return Message(f"{verb}.won" if action.points else f"{verb}.winner", data)
        case Count():
            return Message(verb, {"holds": action.holds})
    return Message(verb, {})

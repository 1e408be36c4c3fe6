"""Log messages: what an action of Splendor was."""

from __future__ import annotations

from engines.book import UNKNOWN
from engines.counts import Count
from engines.intents import Intent
from engines.splendor.actions import Buy, Draw, Noble, Reserve, Result, Reveal, Take
from engines.splendor.catalog import ANY_CARD, POINTS, TOKENS
from engines.values import Action, Message, Seat, describe_sheet


def sort_tokens(held: dict[str, int]) -> dict[str, int]:
    """Return tokens in the order of TOKENS."""
    return {colour: held[colour] for colour in TOKENS if colour in held}


def describe_meant(action: Action, intent: Intent) -> Message:
    """Return the log message of an action: of a total that was counted, the total."""
    total = intent.get("holds")
    if not isinstance(action, Count) or not isinstance(total, dict):
        return describe(action)
    what, n = total.get("what"), total.get("n")
    if what in TOTAL_ITEMS:
        said = {"seat": Seat(total["seat"]), "n": n, "item": TOTAL_ITEMS[what]}
        return Message("did.count.total", said)
    return Message("did.count.bonus", {"seat": Seat(total["seat"]), "bonuses": n})


TOTAL_ITEMS = {"points": POINTS, "cards": ANY_CARD}
"""What a counted total is a number of."""


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
            return describe_sheet(verb, action.points, action.winners)
        case Count():
            return Message(verb, {"holds": action.holds})
    return Message(verb, {})

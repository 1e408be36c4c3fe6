"""What people ask in the middle of an age: where the pawn stands, which age it is."""

from __future__ import annotations

from collections.abc import Iterator

from engines.seven_wonders_duel.catalog import LIMITS, SLOT
from engines.seven_wonders_duel.state import State, find_pawn
from engines.values import Fact, Message, Seat

MILITARY = ("pawn", "military", "war", "army", "conflict", "track", "shields", "군사", "말", "전쟁")
"""The words that ask for the conflict pawn."""

AGE = ("age", "시대")
"""The words that ask for the age."""


def list_facts(state: State) -> Iterator[Fact]:
    """Yield what can be said of the table now, with the words that ask for it."""
    if state.level != "results":
        yield Fact(MILITARY, describe_pawn(find_pawn(state.book.places)))
    if state.age:
        left = sum(1 for slot in SLOT.values() if state.book.size(slot))
        yield Fact(AGE, Message("now.age", {"n": state.age, "left": left}))


def describe_pawn(at: int, key: str = "now.pawn") -> Message:
    """Return where the pawn stands; `at` is above 0 in favour of seat a."""
    if not at:
        return Message(f"{key}.middle", {})
    data = {"seat": Seat(0 if at > 0 else 1), "n": abs(at), "left": LIMITS.capital - abs(at)}
    return Message(key, data)

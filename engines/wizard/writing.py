"""Actions in full notation: what `parse` reads back anywhere, exactly."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice

from engines.counts import Count
from engines.notation import write_actual, write_count, write_seat
from engines.values import Action
from engines.wizard.actions import (
    Bid,
    Bids,
    Deal,
    Flip,
    Hand,
    Level,
    Penalty,
    Play,
    Redeal,
    Result,
    Round,
    Trick,
    Tricks,
    Trump,
)
from engines.wizard.state import State


def write(action: Action) -> str:
    """Return the full notation of an action."""
    actual: dict[str, str] = getattr(action, "actual", {})
    return write_seat(action.seat) + WRITERS[type(action)](action) + write_actual(actual)


def example_bids(state: State) -> str:
    """Return bids of all seats as they may be typed, as many as there are seats: ``1 0 2 1``."""
    usual = islice(cycle((1, 0, 2)), state.seats)
    return _numbers(tuple(min(n, state.cards) for n in usual))


def _verb(action: Action) -> str:
    return action.verb


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _hand(action: Hand) -> str:
    verb = "forehead" if action.forehead else "held"
    return " ".join([verb, *(card for card, n in action.cards.items() for _ in range(n))])


def _round(action: Round) -> str:
    pairs = zip(action.bids, action.tricks, strict=True)
    return "round " + " ".join(f"{bid}/{n}" for bid, n in pairs)


WRITERS: dict[type[Action], Callable[..., str]] = {
    Deal: _verb,
    Hand: _hand,
    Flip: lambda action: f"flip {action.card}",
    Trump: lambda action: f"trump {action.suit}",
    Bid: lambda action: f"bid {action.bid}",
    Bids: lambda action: f"bids {_numbers(action.bids)}",
    Play: lambda action: f"play {action.card}",
    Trick: _verb,
    Tricks: lambda action: f"tricks {_numbers(action.tricks)}",
    Round: _round,
    Redeal: lambda action: f"redeal {action.round}",
    Penalty: lambda action: f"penalty {action.points}",
    Level: lambda action: f"level {action.level}",
    Result: lambda action: f"result {_numbers(action.points)}",
    Count: write_count,
}

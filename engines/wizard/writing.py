"""The full notation of every action of Wizard."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice

from engines.counts import Count
from engines.notation import write_actual, write_count, write_seat
from engines.values import Action, seat_letter
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
    Rounds,
    Trick,
    Tricks,
    Trump,
    Unwon,
)
from engines.wizard.state import State


def write(action: Action) -> str:
    """Return the full notation of an action."""
    actual: dict[str, str] = getattr(action, "actual", {})
    return write_seat(action.seat) + WRITERS[type(action)](action) + write_actual(actual)


def make_example_bids(state: State) -> str:
    """Return an example of bids, one for every seat: ``1 0 2 1``."""
    usual = islice(cycle((1, 0, 2)), state.seats)
    return _write_numbers(tuple(min(n, state.cards) for n in usual))


def _write_verb(action: Action) -> str:
    return action.verb


def _write_numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _write_hand(action: Hand) -> str:
    verb = "forehead" if action.forehead else "held"
    return " ".join([verb, *(card for card, n in action.cards.items() for _ in range(n))])


def _write_round(action: Round) -> str:
    pairs = zip(action.bids, action.tricks, strict=True)
    return "round " + " ".join(f"{bid}/{n}" for bid, n in pairs) + _write_unwon(action.unwon)


def _write_tricks(action: Tricks) -> str:
    return f"tricks {_write_numbers(action.tricks)}{_write_unwon(action.unwon)}"


def _write_unwon(unwon: int) -> str:
    """Return how many tricks nobody won, to stand behind those that seats won; "" for none."""
    return f" nobody {unwon}" if unwon else ""


def _write_result(action: Result) -> str:
    return " ".join(["result", *map(str, action.points), *map(seat_letter, action.winners)])


WRITERS: dict[type[Action], Callable[..., str]] = {
    Deal: _write_verb,
    Hand: _write_hand,
    Flip: lambda action: f"flip {action.card}",
    Trump: lambda action: f"trump {action.suit}",
    Bid: lambda action: f"bid {action.bid}",
    Bids: lambda action: f"bids {_write_numbers(action.bids)}",
    Play: lambda action: f"play {action.card}",
    Trick: _write_verb,
    Unwon: _write_verb,
    Tricks: _write_tricks,
    Round: _write_round,
    Rounds: lambda action: f"rounds {action.rounds}",
    Redeal: lambda action: f"redeal {action.round}",
    Penalty: lambda action: f"penalty {action.points}",
    Level: lambda action: f"level {action.level}",
    Result: _write_result,
    Count: write_count,
}

"""The full notation of every action of Wizard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle, islice

from engines.counts import Count
from engines.notation import write_actual, write_count, write_seat
from engines.seats import typed_letter
from engines.values import Action, seat_by_letter
from engines.wizard.actions import (
    WINNER,
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
from engines.wizard.state import State, count_players


def write(action: Action, names: Sequence[str] = ()) -> str:
    """Return the full notation of an action."""
    if isinstance(action, Count):
        return write_count(action, names)
    if isinstance(action, Result):
        return _write_result(action, names)
    actual = _write_outcomes(getattr(action, "actual", {}), names)
    return write_seat(action.seat, names) + WRITERS[type(action)](action) + actual


def _write_outcomes(actual: dict[str, str], names: Sequence[str]) -> str:
    """Return overridden outcomes: ``~winner=c``, ``~a=10``."""
    written = {}
    for outcome, value in actual.items():
        if outcome == WINNER:
            written[outcome] = typed_letter(seat_by_letter(value), names) if value else value
        else:
            written[typed_letter(seat_by_letter(outcome), names)] = value
    return write_actual(written)


def make_example_bids(state: State) -> str:
    """Return an example of bids, one for every seat: ``1 0 2 1``."""
    usual = islice(cycle((1, 0, 2)), count_players(state))
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


def _write_result(action: Result, names: Sequence[str]) -> str:
    return " ".join(["result", *map(str, action.points), *_write_seats(action.winners, names)])


def _write_seats(seats: Sequence[int], names: Sequence[str]) -> list[str]:
    return [typed_letter(seat, names) for seat in seats]


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
}

"""The full notation of every action of Splendor."""

from __future__ import annotations

from collections.abc import Callable

from engines.counts import Count
from engines.notation import write_actual, write_count, write_seat
from engines.splendor.actions import (
    Buy,
    Draw,
    Noble,
    Pass,
    Reserve,
    Result,
    Reveal,
    Take,
    Tokens,
)
from engines.splendor.names import write_tokens
from engines.values import Action, seat_letter


def write(action: Action) -> str:
    """Return the full notation of an action."""
    return write_seat(action.seat) + WRITERS[type(action)](action)


def _returned(held: Tokens) -> str:
    return f" -{write_tokens(held)}" if held else ""


def _write_take(action: Take) -> str:
    return f"take {write_tokens(action.tokens)}{_returned(action.returned)}" + write_actual(
        action.actual
    )


def _write_reserve(action: Reserve) -> str:
    source = action.source or "any"
    return (
        f"reserve {action.card} @{source} +{action.gold}{_returned(action.returned)}"
        + write_actual(action.actual)
    )


def _write_draw(action: Draw) -> str:
    return (
        f"draw {action.level} {action.card} +{action.gold}{_returned(action.returned)}"
        + write_actual(action.actual)
    )


def _write_buy(action: Buy) -> str:
    return (
        f"buy {action.card} @{action.source or 'any'} ={write_tokens(action.paid)}"
        + write_actual(action.actual)
    )


def _write_result(action: Result) -> str:
    words = [str(points) for points in action.points]
    if action.cards:
        words = [f"{n}/{cards}" for n, cards in zip(words, action.cards, strict=True)]
    return " ".join(["result", *words, *map(seat_letter, action.winners)])


WRITERS: dict[type[Action], Callable[..., str]] = {
    Take: _write_take,
    Reserve: _write_reserve,
    Draw: _write_draw,
    Buy: _write_buy,
    Noble: lambda action: f"noble {action.noble}",
    Pass: lambda action: "pass" + write_actual(action.actual),
    Reveal: lambda action: f"reveal {action.place} {action.card}",
    Result: _write_result,
    Count: write_count,
}

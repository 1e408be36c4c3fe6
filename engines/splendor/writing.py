"""The full notation of every action of Splendor."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.counts import Count
from engines.notation import write_actual, write_count, write_seat
from engines.seats import typed_letter, typed_place
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
from engines.values import Action


def write(action: Action, names: Sequence[str] = ()) -> str:
    """Return the full notation of an action."""
    if isinstance(action, Count):
        return write_count(action, names)
    if isinstance(action, Result):
        return _write_result(action, names)
    if isinstance(action, Reveal):
        return f"reveal {typed_place(action.place, names)} {action.card}"
    return write_seat(action.seat, names) + WRITERS[type(action)](action)


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


def _write_result(action: Result, names: Sequence[str]) -> str:
    words = [str(points) for points in action.points]
    if action.cards:
        words = [f"{n}/{cards}" for n, cards in zip(words, action.cards, strict=True)]
    return " ".join(["result", *words, *_write_seats(action.winners, names)])


def _write_seats(seats: Sequence[int], names: Sequence[str]) -> list[str]:
    return [typed_letter(seat, names) for seat in seats]


WRITERS: dict[type[Action], Callable[..., str]] = {
    Take: _write_take,
    Reserve: _write_reserve,
    Draw: _write_draw,
    Buy: _write_buy,
    Noble: lambda action: f"noble {action.noble}",
    Pass: lambda action: "pass" + write_actual(action.actual),
}

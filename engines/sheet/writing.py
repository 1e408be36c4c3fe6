"""The full notation of every action: `notation` reads it back anywhere."""

from __future__ import annotations

from collections.abc import Sequence

from engines.notation import write_count, write_seat
from engines.seats import typed_letter
from engines.sheet.actions import (
    Cell,
    Count,
    Decide,
    Fill,
    Has,
    Order,
    Outcome,
    Result,
    Roll,
    Row,
    Win,
)
from engines.sheet.cells import write_sum
from engines.values import SEAT_LETTERS, Action


def write(action: Action, names: Sequence[str] = ()) -> str:
    """Return the full notation of an action."""
    match action:
        case Row():
            cells = [
                write_sum(n, action.parts.get(letter, ()))
                for letter, n in zip(SEAT_LETTERS, action.cells, strict=False)
            ]
            return " ".join(["row", action.row, *write_round(action.round), *cells])
        case Cell():
            words = ["cell", action.row, *write_round(action.round)]
            typed = " ".join([*words, write_sum(action.n, action.parts)])
            return f"{write_seat(action.seat, names)}{typed}"
        case Has():
            seats = [typed_letter(seat, names) for seat in action.seats] or ["-"]
            return " ".join(["has", action.row, *write_round(action.round), *seats])
        case Fill():
            return f"rest {action.n}"
        case Result():
            return " ".join(["result", *map(write_sum, action.points)])
        case Win():
            seats = [typed_letter(seat, names) for seat in action.seats]
            return " ".join(["win", *seats]) if seats else "win -"
        case Order():
            return write_order(action, names)
        case Outcome():
            return write_outcome(action)
        case Decide():
            return f"{write_seat(action.seat, names)}decide {action.by}"
        case Roll():
            return f"roll {' '.join(map(str, action.dice)) or f'={action.total}'}"
        case Count():
            return write_count(action, names)
    if action.seat >= 0:
        return f"{write_seat(action.seat, names)}{action.verb}"
    return action.verb


def write_round(number: int) -> list[str]:
    """Return how a round is written behind the name of a row: ``r2``, nothing for the pad."""
    return [f"r{number}"] if number else []


def write_order(action: Order, names: Sequence[str]) -> str:
    """Return the seats in the order of their ranks; those who share one are joined by ``=``."""
    groups: dict[int, list[str]] = {}
    for seat, rank in enumerate(action.ranks):
        groups.setdefault(rank, []).append(typed_letter(seat, names))
    return " ".join(["order", *("=".join(groups[rank]) for rank in sorted(groups))])


def write_outcome(action: Outcome) -> str:
    """Return how all won or lost together is typed."""
    words = [{True: "won", False: "lost", None: "score"}[action.won]]
    if action.score is not None:
        words.append(str(action.score) if action.won is None else f"={action.score}")
    return " ".join([*words, action.reason]).strip()

"""The full notation of every action: `notation` reads it back anywhere."""

from __future__ import annotations

from collections.abc import Sequence

from engines.notation import write_count, write_seat
from engines.seats import typed_letter
from engines.sheet.actions import (
    Bids,
    Bonus,
    Cell,
    Count,
    Decide,
    Declare,
    Fill,
    Has,
    Line,
    Made,
    Order,
    Outcome,
    Parts,
    Pay,
    Places,
    Result,
    Roll,
    Row,
    Sides,
    Win,
)
from engines.sheet.cells import write_sum
from engines.values import SEAT_LETTERS, Action


def write(action: Action, names: Sequence[str] = ()) -> str:
    """Return the full notation of an action."""
    match action:
        case Line():
            at = ["final"] if action.final else write_round(action.round)
            return " ".join(["line", *at, *write_cells(action.cells, action.parts)])
        case Bids():
            return " ".join(["bids", *write_round(action.round), *map(write_sum, action.bids)])
        case Made():
            return " ".join(["made", *write_round(action.round), *write_made(action)])
        case Sides() | Places():
            seats = [typed_letter(seat, names) for seat in action.seats]
            value = [str(action.value)] if isinstance(action, Sides) else []
            return " ".join([action.verb, *write_round(action.round), *seats, *value])
        case Pay():
            return write_pay(action, names)
        case Declare():
            typed = " ".join(["declare", *write_round(action.round), str(action.value)])
            return f"{write_seat(action.seat, names)}{typed}"
        case Bonus():
            typed = " ".join(["plus", *write_round(action.round), action.extra])
            return f"{write_seat(action.seat, names)}{typed}"
        case Row():
            cells = write_cells(action.cells, action.parts)
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


def write_cells(cells: Sequence[int | None], parts: Parts) -> list[str]:
    """Return how cells are typed, with their parts."""
    letters = zip(SEAT_LETTERS, cells, strict=False)
    return [write_sum(n, parts.get(letter, ())) for letter, n in letters]


def write_made(action: Made) -> list[str]:
    """Return how bids are typed with what was made: ``2/2 1/0+10``, ``-`` for who has none."""
    found = []
    for seat, (bid, made) in enumerate(zip(action.bids, action.made, strict=True)):
        bonus = action.bonus.get(SEAT_LETTERS[seat], 0)
        found.append("-" if bid is None else f"{bid}/{made}" + (f"{bonus:+}" if bonus else ""))
    return found


def write_pay(action: Pay, names: Sequence[str]) -> str:
    """Return how a round is typed that every loser pays."""
    words = ["pay", *write_round(action.round), str(action.base)]
    words += ["go", str(action.go)] if action.go else []
    for letter, factors in action.factors.items():
        seat = typed_letter(SEAT_LETTERS.index(letter), names)
        words += [f"{seat}*{factor}" for factor in factors]
    for letter, n in action.paid.items():
        words.append(f"{typed_letter(SEAT_LETTERS.index(letter), names)}={n}")
    return f"{write_seat(action.seat, names)}{' '.join(words)}"


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

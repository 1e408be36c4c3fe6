"""The state of a match by its sheet: the book, the cells, the rounds, and what was told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from engines.book import Book
from engines.sheet.actions import Bids, Bonus, Decide, Order, Outcome, Result, RoundAction, Win
from engines.sheet.format import Rounds, Row
from engines.sheet.table import Table, place_of
from engines.values import SEAT_LETTERS

PAD: Final = "pad"
"""Where points come from and go to."""

BANK: Final = "bank"
"""Where pieces come from that lie nowhere else."""

POINT: Final = "point"
"""A point, as a piece."""

ALL: Final = "all"
"""Stands for everybody in the names of places."""

ROUNDS: Final = "rounds"
"""The kind of place that holds the points of the rounds."""


class Told(msgspec.Struct, frozen=True, gc=False):
    """A cell: what was typed, its parts, and the ply at which it was."""

    n: int
    parts: tuple[str, ...]
    ply: int


class ToldRound(msgspec.Struct, frozen=True, gc=False):
    """A round: its number, the points that it brought by seat, and what was typed of it.

    A seat that does not play in it has None.
    """

    number: int
    points: tuple[int | None, ...]
    ply: int
    action: RoundAction
    final: bool = False


class State(msgspec.Struct, frozen=True, gc=False):
    """A position.

    `cells` holds what was typed by cell (see `cell_key`), `lines` the rounds that are told, `bids`
    those of the round that is played. `total` are final totals told by `told`; `told` says who has
    won or how it ended, `decided` what ended it. `ended` is true once the table says that it is
    over; `reached` are the seats that came to the limit, once that ended it. `out` are the seats
    that are out, first of all who went first, `left` those whose people have left. `late` are the
    points with which people began who joined, by seat.
    """

    book: Book
    table: Table
    seats: int
    first: int
    turn: int
    level: str
    cells: dict[str, Told] = {}
    lines: tuple[ToldRound, ...] = ()
    bids: Bids | None = None
    extras: tuple[Bonus, ...] = ()
    result: Result | None = None
    told: Win | Order | Outcome | None = None
    decided: tuple[Decide, ...] = ()
    ended: bool = False
    reached: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    rolls: int = 0
    turned: bool = False
    ply: int = 0


def cell_key(row: str, seat: int | None, number: int = 0) -> str:
    """Return the key of a cell: of a seat or of all, in a round where `number` is not 0.

    >>> cell_key("city", 1), cell_key("maki", 0, 2)
    ('b.city', 'a.maki#2')
    """
    place = place_of(row, seat)
    return f"{place}#{number}" if number else place


def list_playing(state: State) -> list[int]:
    """Return the seats that play: neither out nor left."""
    return [seat for seat in range(state.seats) if seat not in state.out and seat not in state.left]


def list_owners(state: State, row: Row) -> list[int | None]:
    """Return who has a cell of a row: every seat, one seat of each team, or all together (None)."""
    if row.each == "match":
        return [None]
    if row.each == "team" and state.table.teams:
        return [team[0] for team in state.table.teams]
    return list(range(state.seats))


def list_open_owners(state: State, row: Row, number: int = 0) -> list[int | None]:
    """Return whose cell of a row is open: of those who play."""
    playing = list_playing(state)
    return [
        owner
        for owner in list_owners(state, row)
        if cell_key(row.id, owner, number) not in state.cells
        and (owner is None or owner in playing or row.each == "team")
    ]


def list_cell_numbers(state: State, row: Row) -> Iterable[int]:
    """Return the rounds in which a row has cells; 0 for a row of the pad."""
    if row in state.table.round_rows:
        return range(1, max(find_number(state), 1) + 1)
    return (0,)


def find_number(state: State) -> int:
    """Return the number of the round that is played, from 1; 0 where there are no rounds."""
    rounds = state.table.rounds
    if rounds is None:
        return 0
    if rounds.cell == "rows":
        number = 1
        while is_round_told(state, number) and number < 200:
            number += 1
        return number
    told = {line.number for line in state.lines if not line.final}
    number = 1
    while number in told:
        number += 1
    return number


def is_round_told(state: State, number: int) -> bool:
    """Return whether everybody who plays has every cell of a round that has rows of its own."""
    rows = state.table.round_rows
    return all(not list_open_owners(state, row, number) for row in rows)


def count_rounds(state: State, rounds: Rounds | None = None) -> int | None:
    """Return how many rounds the match has, None where they go on until the end."""
    rounds = rounds or state.table.rounds
    number = rounds.number if rounds is not None else None
    end = state.table.sheet.end
    if number is None and end is not None:
        number = end.rounds
    return None if number is None else state.table.number(number, state.table.began)


def count_played(state: State) -> int:
    """Return how many rounds are told."""
    rounds = state.table.rounds
    if rounds is not None and rounds.cell == "rows":
        return find_number(state) - 1
    return sum(not line.final for line in state.lines)


def has_played_out(state: State) -> bool:
    """Return whether every round and every cell that is always asked is told."""
    rounds, final = state.table.rounds, state.table.final
    if rounds is not None:
        number = count_rounds(state)
        if number is None or count_played(state) < number:
            return False
    if final is not None and not any(line.final for line in state.lines):
        return False
    rows = [row for row in state.table.rows if is_asked(row)]
    if not rows and rounds is None:
        return False
    return all(not list_open_owners(state, row) for row in rows)


def is_asked(row: Row) -> bool:
    """Return whether a row is asked of everybody, and not only of those who tie."""
    return row.ask == "always" and row.kind != "computed" and not row.adds


def find_dealer(state: State) -> int | None:
    """Return the seat that deals the round to be played, None where nobody does."""
    way = state.table.sheet.dealer
    playing = list_playing(state)
    if way == "none" or state.table.rounds is None or not playing:
        return None
    if way == "stays" or not state.lines:
        return state.first
    if way in ("winner", "loser"):
        last = {seat: n for seat, n in enumerate(state.lines[-1].points) if n is not None}
        best = (max if way == "winner" else min)(last.values(), default=0)
        return next((seat for seat in playing if last.get(seat) == best), playing[0])
    dealer = state.first
    for _round in range(count_played(state)):
        dealer = (dealer + 1) % state.seats
        while dealer not in playing:
            dealer = (dealer + 1) % state.seats
    return dealer


def letters_of_seats(seats: Iterable[int]) -> str:
    """Return the letters of some seats: ``a b``."""
    return " ".join(SEAT_LETTERS[seat] for seat in seats)

"""From what was typed to points, row by row (T4, T6, T7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from engines.sheet.cells import parse_sum
from engines.sheet.format import Award, Row, Shares
from engines.sheet.state import (
    State,
    Told,
    cell_key,
    list_cell_numbers,
    list_open_owners,
    list_owners,
)
from engines.sheet.table import place_of
from engines.values import Seat, Term, Verbatim

Owner = int | None
"""Whose cell it is: a seat, or all together (None)."""


def find_cell(state: State, row: str, owner: Owner, number: int = 0) -> Told | None:
    """Return what was typed into a cell, None while it is open."""
    return state.cells.get(cell_key(row, owner, number))


def count_typed(state: State, row: Row, owner: Owner) -> int | None:
    """Return what was typed into the cells of a row over all rounds, None where nothing was.

    Of a computed row it is what it comes to.
    """
    if row.kind == "computed":
        return sum(compute_points(state, row, owner, n) for n in list_cell_numbers(state, row))
    told = [find_cell(state, row.id, owner, n) for n in list_cell_numbers(state, row)]
    numbers = [each.n for each in told if each is not None]
    return sum(numbers) if numbers else None


def compute_points(state: State, row: Row, owner: Owner, number: int = 0) -> int:
    """Return the points of a cell, the award of its row included."""
    return sum(term.n for term in list_terms(state, row, owner, number))


def list_terms(state: State, row: Row, owner: Owner, number: int = 0) -> Iterator[Term]:
    """Yield the terms of the points of a cell: of its parts, of its factor, of the award."""
    rule, place = f"R.{row.id}", place_of(row.id, owner)
    data: dict[str, object] = {"row": f"place.{row.id}"}
    if owner is not None:
        data["seat"] = Seat(owner)
    if row.kind == "computed":
        of = [state.table.all_rows[word] for word in row.of if word in state.table.all_rows]
        total = sum(compute_points(state, each, owner, number) for each in of)
        n = apply_factor(state, row, total)
        data = {**data, "of": [f"place.{each.id}" for each in of], "sum": total}
        yield Term("line.computed", n, rule, data=data, place=place)
        return
    told = find_cell(state, row.id, owner, number)
    if told is None:
        return
    data = {**data, "typed": told.n}
    if row.kind in ("check", "one", "each"):
        value = state.table.number(row.value or 0, state.seats)
        yield Term("line.has", value if told.n else 0, rule, data=data, place=place)
    elif row.by:
        others = sum(count_typed_in(state, word, owner, number) for word in row.by)
        by = [f"place.{word}" for word in row.by]
        data = {**data, "by": by, "factor": others}
        yield Term("line.by", told.n * others, rule, data=data, place=place)
    elif row.per is not None:
        data = {**data, "per": row.per}
        yield Term("line.per", told.n // row.per, rule, data=data, place=place)
    elif row.table:
        yield Term("line.table", read_table(row.table, told.n), rule, data=data, place=place)
    else:
        yield from list_product_terms(state, row, told, Term("", 0, rule, data=data, place=place))
    if row.award is not None and owner is not None:
        gained = compute_award(state, row, number).get(owner, 0)
        if gained:
            yield Term("line.award", gained, rule, data=data, place=place)


def list_product_terms(state: State, row: Row, told: Told, term: Term) -> Iterator[Term]:
    """Yield the terms of a number, times its factor: one for each part that was typed.

    `term` has what they have in common.
    """
    times = find_times(state, row)
    if not times:
        return
    if not told.parts:
        label = "line.cell" if times == 1 else "line.times"
        data = {**term.data, "times": times}
        yield replace(term, label=label, n=told.n * times, data=data)
    for part in told.parts:
        data = {**term.data, "part": Verbatim(part), "times": times}
        label = "line.part" if times == 1 else "line.part.times"
        yield replace(term, label=label, n=parse_sum(part).n * times, data=data)


def find_times(state: State, row: Row) -> int:
    """Return the factor of a row: 1, or nothing where only an award counts."""
    if row.times is None:
        return 0 if row.award is not None else 1
    return state.table.number(row.times, state.seats)


def apply_factor(state: State, row: Row, n: int) -> int:
    """Return a sum of rows through the table or the factor of a computed row."""
    if row.per is not None:
        return n // row.per
    if row.table:
        return read_table(row.table, n)
    return n * find_times(state, row)


def count_typed_in(state: State, word: str, owner: Owner, number: int) -> int:
    """Return what was typed into another row of the same pad or round, 0 while it is open."""
    told = find_cell(state, word, owner, number)
    return 0 if told is None else told.n


def read_table(table: Sequence[Sequence[int]], n: int) -> int:
    """Return the points of the last step that a number reaches, 0 below the first.

    >>> read_table([[0, -1], [2, 1], [3, 2]], 2), read_table([[63, 35]], 62)
    (1, 0)
    """
    reached = [points for least, points in table if n >= least]
    return reached[-1] if reached else 0


def compute_award(state: State, row: Row, number: int = 0) -> Mapping[int, int]:
    """Return what an award brings by seat; nothing while somebody's cell is open."""
    if row.award is None or list_open_owners(state, row, number):
        return {}
    counts = {
        owner: told.n
        for owner in list_owners(state, row)
        if owner is not None and (told := find_cell(state, row.id, owner, number)) is not None
    }
    return share_award(find_shares(row.award, len(counts)), counts)


def find_shares(award: Award, seats: int) -> Shares:
    """Return what an award brings among so many seats."""
    own: Shares | None = getattr(award, f"seats{seats}", None)
    return award if own is None else own


def share_award(award: Shares, counts: Mapping[int, int]) -> dict[int, int]:
    """Return what comparing brings by seat: nothing where all are equal.

    >>> share_award(Shares(most=(6,), least=(-6,), tie="split"), {0: 5, 1: 3, 2: 3})
    {0: 6, 1: -3, 2: -3}
    >>> share_award(Shares(most=(3, 1), tied=(2, 0)), {0: 4, 1: 4, 2: 1, 3: 0})
    {0: 2, 1: 2}
    """
    if len(set(counts.values())) < 2:
        return {}
    gained: dict[int, int] = {}
    for numbers, sign in ((award.most, -1), (award.least, 1)):
        place = 0
        for value in sorted(set(counts.values()), key=lambda n: sign * n):
            if place >= len(numbers):
                break
            group = [seat for seat, n in counts.items() if n == value]
            share = find_share(award, numbers, place, len(group), most=sign < 0)
            for seat in group if share else ():
                gained[seat] = gained.get(seat, 0) + share
            place += len(group)
    return gained


def find_share(award: Shares, numbers: Sequence[int], place: int, among: int, *, most: bool) -> int:
    """Return what each of several who tie for a place gets, of one alone all of it."""
    if among == 1:
        return numbers[place]
    if most and award.tied:
        return award.tied[place] if place < len(award.tied) else 0
    if award.tie == "each":
        return numbers[place]
    if award.tie == "none":
        return 0
    total = sum(numbers[place : place + among])
    return (abs(total) // among) * (1 if total > 0 else -1)


def compute_due(state: State) -> dict[str, int]:
    """Return the points of every row that counts, by the place in which they lie."""
    due: dict[str, int] = {}
    for row in state.table.all_rows.values():
        if not row.counts:
            continue
        for owner in list_owners(state, row):
            n = sum(compute_points(state, row, owner, m) for m in list_cell_numbers(state, row))
            if n:
                due[place_of(row.id, owner)] = n
    return due

"""The pad for a screen: rows and totals by seat, and what was told of the end."""

from __future__ import annotations

from collections.abc import Iterator

from engines.board import Board, Cell, Panel, Row
from engines.game import make_seat_columns
from engines.sheet.cells import write_sum
from engines.sheet.format import Row as SheetRow
from engines.sheet.pad import compute_award, compute_points, find_cell
from engines.sheet.ranking import is_over, list_totals
from engines.sheet.state import POINT, State, find_dealer, find_number, list_owners
from engines.sheet.table import place_of
from engines.values import SEAT_LETTERS


def view(state: State, eyes: int | None) -> Board:
    """Return what certain eyes see of the pad."""
    columns = make_seat_columns(state.seats)
    rounds = tuple(list_round_rows(state))
    panels = [Panel("panel.rounds", rounds, columns)] if rounds else []
    panels.append(Panel("panel.sheet", tuple(list_pad_rows(state)), columns))
    return Board(tuple(panels), turn=list_turn(state), notes=tuple(list_notes(state)))


def list_turn(state: State) -> tuple[int, ...]:
    """Return who is on turn, where the table tells it."""
    return (state.turn,) if state.turned and not is_over(state) else ()


def list_notes(state: State) -> Iterator[Cell]:
    """Yield who deals, and who is out."""
    dealer = find_dealer(state)
    if dealer is not None and not is_over(state):
        yield Cell("note.dealer", note=SEAT_LETTERS[dealer])
    for seat in state.out:
        yield Cell("note.out", note=SEAT_LETTERS[seat])


def list_pad_rows(state: State) -> Iterator[Row]:
    """Yield the rows of the pad, then the totals."""
    for row in state.table.rows:
        yield make_row(state, row, 0)
    totals = tuple(Cell("–") if n is None else Cell("", n=n) for n in list_totals(state))
    yield Row("panel.total", totals)


def list_round_rows(state: State) -> Iterator[Row]:
    """Yield a row for every round: what it brought by seat, or the rows of its own."""
    for line in sorted(state.lines, key=lambda each: (each.final, each.number)):
        cells = [Cell("" if n is None else str(n)) for n in line.points]
        cells += [Cell()] * (state.seats - len(cells))
        yield Row("title.final" if line.final else str(line.number), tuple(cells))
    for number in range(1, find_number(state) + 1):
        for row in state.table.round_rows:
            if any(find_cell(state, row.id, seat, number) for seat in range(state.seats)):
                yield make_row(state, row, number)


def make_row(state: State, row: SheetRow, number: int) -> Row:
    """Return a row of the pad: what was typed, and in brackets what it comes to."""
    owners = list_owners(state, row)
    cells = []
    for seat in range(state.seats):
        owner = None if row.each == "match" else seat
        shown = owner in owners and (row.each != "match" or seat == 0)
        cells.append(make_cell(state, row, owner, number) if shown else Cell())
    return Row(f"place.{row.id}", tuple(cells))


def make_cell(state: State, row: SheetRow, owner: int | None, number: int) -> Cell:
    """Return a cell: the number, its parts, what it brings where that is another number."""
    place = place_of(row.id, owner)
    told = find_cell(state, row.id, owner, number)
    if row.kind == "computed":
        return Cell("", n=compute_points(state, row, owner, number), place=place, item=POINT)
    if told is None:
        return Cell("·", place=place, item=POINT)
    points = compute_points(state, row, owner, number)
    if row.kind in ("check", "one", "each"):
        return Cell("✓" if told.n else "–", place=place, item=POINT)
    own = row.award is not None and bool(compute_award(state, row, number))
    note = f"={points}" if (points != told.n and row.counts) or own else ""
    return Cell(write_sum(told.n, told.parts), place=place, item=POINT, note=note)

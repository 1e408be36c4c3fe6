"""The state after an action.

What was typed is kept as it was; points follow from it: what a row is worth after an action, less
what it was worth before, moves between the pad and the row. One function per kind of action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from engines.book import Booking, begin_booking
from engines.counts import book_count
from engines.seating import find_next
from engines.sheet.actions import (
    Back,
    Bids,
    Bonus,
    Cell,
    Count,
    Decide,
    Declare,
    End,
    Fill,
    Has,
    Line,
    Made,
    Order,
    Out,
    Outcome,
    Pass,
    Pay,
    Places,
    Result,
    Roll,
    RoundAction,
    Row,
    Sides,
    Turn,
    Win,
)
from engines.sheet.pad import compute_due
from engines.sheet.ranking import find_reached
from engines.sheet.rounds import RULE, add_points, list_round_terms, place_of_rounds
from engines.sheet.state import (
    BANK,
    PAD,
    POINT,
    ROUNDS,
    State,
    Told,
    ToldRound,
    cell_key,
    find_number,
    is_asked,
    list_open_owners,
    list_owners,
)
from engines.sheet.table import Table, place_of
from engines.values import SEAT_LETTERS, Action, Move


def list_endless(table: Table) -> frozenset[str]:
    """Return the places that may hold less than nothing: the pad, the bank, everybody's points."""
    kinds = (ROUNDS, *table.all_rows)
    owned = {f"{letter}.{kind}" for letter in SEAT_LETTERS for kind in kinds}
    shared = {place_of(row, None) for row in table.all_rows}
    return frozenset({PAD, BANK, *owned, *shared})


def apply(state: State, action: Action) -> tuple[State, tuple[Move, ...]]:
    """Return the state after `action`, and the moves that led there."""
    booking = begin_booking(state.book, list_endless(state.table))
    after = APPLY[type(action)](state, booking, action)
    if after.cells is not state.cells:
        settle_rows(booking, state, after)
    after = replace(after, book=booking.close(), ply=state.ply + 1)
    return note_end(state, after), tuple(booking.moves)


def settle_rows(booking: Booking, before: State, after: State) -> None:
    """Move the points by which rows are worth more or less than before (T4, T7)."""
    was, now = compute_due(before), compute_due(after)
    for place in (*now, *(place for place in was if place not in now)):
        row = place.partition(".")[2]
        move_points(booking, now.get(place, 0) - was.get(place, 0), place, f"R.{row}")


def move_points(booking: Booking, n: int, place: str, rule: str) -> None:
    """Move points from the pad to a place; back where `n` is below nought."""
    booking.move(n, POINT, PAD, place, rule)
    booking.move(-n, POINT, place, PAD, rule)


def note_end(before: State, state: State) -> State:
    """Return the state with the seats that have come to the limit, where that ends it at once."""
    end = state.table.sheet.end
    if end is None or end.when == "round" or (state.reached and before.reached):
        return state
    if state.told is not None or state.ended:
        return state
    reached = find_reached(state)
    return replace(state, reached=reached) if reached else state


# -- cells -----------------------------------------------------------------------------------


def write_cell(
    cells: dict[str, Told], state: State, key: str, n: int, parts: Sequence[str], *, adds: bool
) -> None:
    """Write a number into a cell; where entries add up, it is added to what is there."""
    before = cells.get(key)
    if adds and before is not None:
        earlier = before.parts or (str(before.n),)
        later = tuple(parts) or (str(n),)
        cells[key] = Told(before.n + n, (*earlier, *later), state.ply)
    else:
        cells[key] = Told(n, tuple(parts), state.ply)


def adds_up(state: State, row: str) -> bool:
    """Return whether entries of a row add up."""
    known = state.table.all_rows.get(row)
    return known is not None and known.adds


def apply_row(state: State, booking: Booking, action: Row) -> State:
    """Write a row over all seats (T2)."""
    cells = dict(state.cells)
    for seat, n in enumerate(action.cells):
        if n is not None:
            parts = action.parts.get(SEAT_LETTERS[seat], ())
            key = cell_key(action.row, seat, action.round)
            write_cell(cells, state, key, n, parts, adds=adds_up(state, action.row))
    return replace(state, cells=cells)


def apply_cell(state: State, booking: Booking, action: Cell) -> State:
    """Write one cell (T2)."""
    owner = None if action.seat < 0 else action.seat
    cells = dict(state.cells)
    key = cell_key(action.row, owner, action.round)
    write_cell(cells, state, key, action.n, action.parts, adds=adds_up(state, action.row))
    return replace(state, cells=cells)


def apply_has(state: State, booking: Booking, action: Has) -> State:
    """Write who has something, and that all others have it not (T6)."""
    row = state.table.all_rows[action.row]
    cells = dict(state.cells)
    for owner in list_owners(state, row):
        n = int(owner in action.seats)
        key = cell_key(action.row, owner, action.round)
        if n or owner in list_open_owners(state, row, action.round) or key in cells:
            write_cell(cells, state, key, n, (), adds=False)
    return replace(state, cells=cells)


def apply_fill(state: State, booking: Booking, action: Fill) -> State:
    """Write the same number into every open cell of the pad and of the running round (T2)."""
    cells = dict(state.cells)
    table, number = state.table, find_number(state)
    rows = [(row, 0) for row in table.rows] + [(row, number) for row in table.round_rows]
    for row, n in rows:
        if is_asked(row):
            for owner in list_open_owners(state, row, n):
                cells[cell_key(row.id, owner, n)] = Told(action.n, (), state.ply)
    return replace(state, cells=cells)


# -- rounds ----------------------------------------------------------------------------------


def apply_round(state: State, booking: Booking, action: RoundAction) -> State:
    """Write a round, and move what it brings (T8, T11, T12, T13)."""
    final = isinstance(action, Line) and action.final
    rounds = state.table.final if final else state.table.rounds
    if rounds is None:
        return state
    terms = tuple(list_round_terms(state, rounds, action))
    points = add_points(terms)
    told = [line for line in state.lines if (line.number, line.final) == (action.round, final)]
    change = dict(points)
    for line in told:
        for seat, n in enumerate(line.points):
            change[seat] = change.get(seat, 0) - (n or 0)
    pay_points(booking, change)
    found = tuple(points.get(seat) for seat in range(state.seats))
    kept = tuple(line for line in state.lines if line not in told)
    lines = (*kept, ToldRound(action.round, found, state.ply, action, final))
    return replace(state, lines=lines, bids=None)


def pay_points(booking: Booking, change: Mapping[int, int]) -> None:
    """Move points: from seat to seat where as much is lost as gained, else from the pad."""
    if sum(change.values()) == 0:
        takers = [[seat, n] for seat, n in change.items() if n > 0]
        for seat, lost in change.items():
            left = -lost
            while left > 0:
                taker = takers[0]
                n = min(left, taker[1])
                source, target = place_of_rounds(seat), place_of_rounds(taker[0])
                booking.move(n, POINT, source, target, RULE)
                left, taker[1] = left - n, taker[1] - n
                if not taker[1]:
                    del takers[0]
        return
    for seat, n in change.items():
        move_points(booking, n, place_of_rounds(seat), RULE)


def apply_bids(state: State, booking: Booking, action: Bids) -> State:
    """Keep what was bid in the running round (T11)."""
    return replace(state, bids=action)


def apply_bonus(state: State, booking: Booking, action: Bonus) -> State:
    """Move a named addition (T4)."""
    extra = state.table.extras[action.extra]
    n = state.table.number(extra.points, state.seats)
    move_points(booking, n, place_of_rounds(action.seat), RULE)
    return replace(state, extras=(*state.extras, action))


# -- what the table says ---------------------------------------------------------------------


def apply_result(state: State, booking: Booking, action: Result) -> State:
    """Keep the totals that were told (T17)."""
    return replace(state, result=action)


def apply_told(state: State, booking: Booking, action: Win | Order | Outcome) -> State:
    """Keep who has won, as it was told (T17)."""
    return replace(state, told=action)


def apply_decide(state: State, booking: Booking, action: Decide) -> State:
    """Keep what decided the match (T16)."""
    return replace(state, decided=(*state.decided, action))


def apply_end(state: State, booking: Booking, action: End) -> State:
    """End the match (T14)."""
    return replace(state, ended=True)


def apply_turn(state: State, booking: Booking, action: Turn) -> State:
    """Give the turn to a seat (T22)."""
    return replace(state, turn=action.seat, turned=True)


def apply_pass(state: State, booking: Booking, action: Pass) -> State:
    """Give the turn to the next seat that plays (T22)."""
    return replace(state, turn=find_following(state, action.seat), turned=True)


def find_following(state: State, seat: int) -> int:
    """Return the next seat that plays."""
    absent = tuple(sorted({*state.left, *state.out}))
    return find_next(replace(state, left=absent), seat)


def apply_roll(state: State, booking: Booking, action: Roll) -> State:
    """Note a throw (T21)."""
    return replace(state, rolls=state.rolls + 1)


def apply_out(state: State, booking: Booking, action: Out) -> State:
    """Put a seat out (T9)."""
    if action.seat in state.out:
        return state
    state = replace(state, out=(*state.out, action.seat))
    following = find_following(state, action.seat)
    return replace(state, turn=following) if state.turn == action.seat else state


def apply_back(state: State, booking: Booking, action: Back) -> State:
    """Let a seat in again (T9)."""
    return replace(state, out=tuple(seat for seat in state.out if seat != action.seat))


def apply_count(state: State, booking: Booking, action: Count) -> State:
    """Book what was counted (COUNT)."""
    book_count(booking, state.book, action)
    return state


APPLY: Final[dict[type[Action], Callable[[State, Booking, Any], State]]] = {
    Line: apply_round,
    Bids: apply_bids,
    Made: apply_round,
    Pay: apply_round,
    Sides: apply_round,
    Declare: apply_round,
    Places: apply_round,
    Bonus: apply_bonus,
    Row: apply_row,
    Cell: apply_cell,
    Has: apply_has,
    Fill: apply_fill,
    Result: apply_result,
    Win: apply_told,
    Order: apply_told,
    Outcome: apply_told,
    Decide: apply_decide,
    End: apply_end,
    Turn: apply_turn,
    Pass: apply_pass,
    Roll: apply_roll,
    Out: apply_out,
    Back: apply_back,
    Count: apply_count,
}

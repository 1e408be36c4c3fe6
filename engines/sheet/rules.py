"""The rules of a sheet: what an action breaks. A function is named by the rule it begins with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from engines.sheet.actions import (
    Back,
    Cell,
    Count,
    Decide,
    End,
    Fill,
    Has,
    Order,
    Out,
    Outcome,
    Pass,
    Result,
    Roll,
    Row,
    Turn,
    Win,
)
from engines.sheet.apply import apply
from engines.sheet.format import Check
from engines.sheet.format import Row as SheetRow
from engines.sheet.pad import find_cell
from engines.sheet.ranking import (
    find_tie,
    is_over,
    list_computed,
    list_first,
    rank_seats,
)
from engines.sheet.state import (
    State,
    find_number,
    has_played_out,
    is_asked,
    list_open_owners,
    list_owners,
    list_playing,
)
from engines.values import SEAT_LETTERS, Action, Breach, Seat

Scored = Row | Cell | Has | Fill
"""What writes into the pad."""


def find_row(state: State, action: Row | Cell | Has) -> SheetRow:
    """Return the row that an action is about."""
    return state.table.all_rows[action.row]


def list_written(state: State, action: Scored) -> list[tuple[SheetRow, int | None, int, int]]:
    """Return the cells that an action writes: row, owner, round, number."""
    if isinstance(action, Row):
        row = find_row(state, action)
        return [(row, s, action.round, n) for s, n in enumerate(action.cells) if n is not None]
    if isinstance(action, Cell):
        owner = None if action.seat < 0 else action.seat
        return [(find_row(state, action), owner, action.round, action.n)]
    if isinstance(action, Has):
        return [(find_row(state, action), seat, action.round, 1) for seat in action.seats]
    number = find_number(state)
    rows = [(row, 0) for row in state.table.rows] + [
        (row, number) for row in state.table.round_rows
    ]
    return [
        (row, owner, n, action.n)
        for row, n in rows
        if is_asked(row)
        for owner in list_open_owners(state, row, n)
    ]


def T2_cell(state: State, action: Scored) -> Iterator[Breach]:
    """T2: a cell is typed by whoever has one: not into a computed row, nor for another owner."""
    for row, owner, _number, _n in list_written(state, action):
        data = {"row": f"place.{row.id}"}
        if row.kind == "computed":
            yield Breach("T2", "T2.computed", data)
            return
        if owner not in list_owners(state, row):
            why = "T2.match" if row.each == "match" else "T2.seats"
            yield Breach("T2", why, data)
            return


def T3_range(state: State, action: Scored) -> Iterator[Breach]:
    """T3: a cell is in the range of its row, and a multiple of its step."""
    for row, owner, _number, n in list_written(state, action):
        data: dict[str, Any] = {"row": f"place.{row.id}", "n": n, "seat": name_owner(owner)}
        if row.kind == "check":
            if n not in (0, 1):
                yield Breach("T3", "T3.check", data)
            continue
        if row.kind == "choice":
            if n not in row.values.values():
                yield Breach("T3", "T3.choice", {**data, "values": list(row.values)})
            continue
        if row.kind in ("one", "each", "computed"):
            continue
        least = state.table.bound(row.min, state.seats)
        most = state.table.bound(row.max, state.seats)
        if least is not None and n < least:
            yield Breach("T3", "T3.least", {**data, "least": least})
        if most is not None and n > most:
            yield Breach("T3", "T3.most", {**data, "most": most})
        if n % row.step:
            yield Breach("T3", "T3.step", {**data, "step": row.step})


def name_owner(owner: int | None) -> Seat | str:
    """Return whose cell it is, for a sentence."""
    return "all" if owner is None else Seat(owner)


def T5_once(state: State, action: Row | Cell) -> Iterator[Breach]:
    """T5: a cell is told once, where its entries do not add up."""
    for row, owner, number, n in list_written(state, action):
        before = find_cell(state, row.id, owner, number)
        if before is not None and not row.adds and before.n != n:
            data = {"row": f"place.{row.id}", "seat": name_owner(owner), "n": before.n}
            yield Breach("T5", data=data, at=(before.ply,))


def T6_one(state: State, action: Has | Row) -> Iterator[Breach]:
    """T6: at most one seat has what is there once."""
    row = find_row(state, action)
    holders = [owner for _row, owner, _number, n in list_written(state, action) if n]
    if row.kind == "one" and len(holders) > 1:
        data = {"row": f"place.{row.id}", "seats": [Seat(seat or 0) for seat in holders]}
        yield Breach("T6", data=data)


def T9_playing(state: State, action: Scored) -> Iterator[Breach]:
    """T9: who is out has no later cells."""
    for row, owner, _number, _n in list_written(state, action):
        if owner in state.out and isinstance(action, Row | Cell):
            yield Breach("T9", data={"seat": name_owner(owner), "row": f"place.{row.id}"})


def T9_out(state: State, action: Out) -> Iterator[Breach]:
    """T9: a seat goes out once."""
    if action.seat in state.out:
        yield Breach("T9", "T9.out", {"seat": Seat(action.seat)})


def T9_back(state: State, action: Back) -> Iterator[Breach]:
    """T9: only a seat that is out comes back."""
    if action.seat not in state.out:
        yield Breach("T9", "T9.back", {"seat": Seat(action.seat)})


def T10_sum(state: State, action: Row) -> Iterator[Breach]:
    """T10: what must add up does, over all seats of a row."""
    for rule, check in state.table.checks:
        if check.what == action.row:
            told = [
                find_cell(apply(state, action)[0], action.row, seat, action.round)
                for seat in list_playing(state)
            ]
            numbers = [each.n for each in told if each is not None]
            if len(numbers) == len(told):
                yield from find_sum(state, rule, check, numbers, list_playing(state), 0)


def find_sum(
    state: State, rule: str, check: Check, numbers: Sequence[int], seats: Sequence[int], cards: int
) -> Iterator[Breach]:
    """Yield where numbers do not add up: what is due, and what each seat would have to be."""
    total = sum(numbers)
    wanted = list_sums(state, check, cards)
    if wanted and total not in wanted:
        nearest = min(wanted, key=lambda n: abs(n - total))
        fixes = [
            f"{SEAT_LETTERS[seat]} {n + nearest - total}"
            for seat, n in zip(seats, numbers, strict=True)
        ]
        data = {"due": list(wanted), "n": total, "fixes": fixes, "check": rule}
        yield Breach("T10", "T10", data)
    unlike = cards if check.unlike == "cards" else check.unlike
    if unlike is not None and total == state.table.number(unlike, state.seats):
        yield Breach("T10", "T10.unlike", {"n": total})
    if check.multiple is not None and total % check.multiple:
        yield Breach("T10", "T10.multiple", {"n": total, "multiple": check.multiple})


def list_sums(state: State, check: Check, cards: int) -> tuple[int, ...]:
    """Return the sums that a check allows, () where it allows any."""
    if check.sum is None:
        return ()
    if check.sum == "cards":
        return (cards,)
    if isinstance(check.sum, tuple):
        return check.sum
    return (state.table.number(check.sum, state.seats),)


def T16_together(state: State, action: Outcome | Win | Order | Result) -> Iterator[Breach]:
    """T16: where all win or lose together there are no ranks, and elsewhere nobody does."""
    if isinstance(action, Outcome) != state.table.sheet.together:
        yield Breach("T16", "T16" if state.table.sheet.together else "T16.apart")


def T17_told(state: State, action: Win | Order) -> Iterator[Breach]:
    """T17: who has won is who is first by the points, unless what breaks a tie is open."""
    if not has_played_out(state) and state.result is None and not state.reached:
        return
    if find_tie(state) is not None or state.table.sheet.together:
        return
    first = list_first(rank_seats(state))
    told = action.seats if isinstance(action, Win) else list_first(action.ranks)
    if not set(told) <= set(first) or (isinstance(action, Order) and set(told) != set(first)):
        data = {"told": [Seat(seat) for seat in told], "first": [Seat(seat) for seat in first]}
        yield Breach("T17", data=data)


def T17_points(state: State, action: Result) -> Iterator[Breach]:
    """T17: a total that is told is the one by the record, where all of it is known."""
    if not has_played_out(state):
        return
    for seat, (told, known) in enumerate(zip(action.points, list_computed(state), strict=True)):
        if told is not None and known is not None and told != known:
            yield Breach("T17", "T17.points", {"seat": Seat(seat), "n": told, "record": known})


def T14_end(state: State, action: Action) -> Iterator[Breach]:
    """T14: a match that is over is over."""
    if is_over(state):
        yield Breach("T14")


def T24_over(state: State, action: Action) -> Iterator[Breach]:
    """T24: nothing is scored after the end."""
    if is_over(state) and not (isinstance(action, Row | Cell) and is_late_row(state, action)):
        yield Breach("T24")


def is_late_row(state: State, action: Row | Cell) -> bool:
    """Return whether a row does not count, and so may be told after the end."""
    return not find_row(state, action).counts


def T21_dice(state: State, action: Roll) -> Iterator[Breach]:
    """T21: dice show what the dice of the sheet can."""
    dice = state.table.sheet.dice
    if dice is None:
        return
    if action.dice and (len(action.dice) > dice.n or max(action.dice) > dice.faces):
        yield Breach("T21", data={"n": dice.n, "faces": dice.faces})
    elif action.total and not dice.n <= action.total <= dice.n * dice.faces:
        data = {"total": action.total, "n": dice.n, "faces": dice.faces}
        yield Breach("T21", "T21.total", data)


def T22_turn(state: State, action: Pass) -> Iterator[Breach]:
    """T22: turns go round, where the table tells whose turn it is."""
    if state.turned and action.seat != state.turn:
        yield Breach("T22", data={"seat": Seat(action.seat), "turn": Seat(state.turn)})


def T9_turn(state: State, action: Turn | Pass) -> Iterator[Breach]:
    """T9: who is out has no turn."""
    if action.seat in state.out:
        yield Breach("T9", "T9.turn", {"seat": Seat(action.seat)})


PAD_RULES = (T2_cell, T3_range, T9_playing, T24_over)

RULES: Final[Mapping[type[Action], tuple[Callable[[Any, Any], Iterator[Breach]], ...]]] = {
    Row: (*PAD_RULES, T5_once, T6_one, T10_sum),
    Cell: (*PAD_RULES, T5_once),
    Has: (*PAD_RULES, T6_one),
    Fill: PAD_RULES,
    Result: (T16_together, T17_points, T14_end),
    Win: (T16_together, T17_told),
    Order: (T16_together, T17_told),
    Outcome: (T16_together,),
    Decide: (T14_end,),
    End: (T14_end,),
    Turn: (T9_turn,),
    Pass: (T22_turn, T9_turn),
    Roll: (T21_dice,),
    Out: (T9_out,),
    Back: (T9_back,),
    Count: (),
}

"""The prompts of a state, and the legal answers to a prompt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.sheet.actions import Cell, End, Has, Order, Outcome, Result, Row, Turn, Win
from engines.sheet.choices_rounds import list_round_prompts, round_choices
from engines.sheet.format import Row as SheetRow
from engines.sheet.ranking import find_tie, has_whole_rounds, is_over
from engines.sheet.rules_rounds import has_rounds_left
from engines.sheet.state import (
    State,
    count_rounds,
    find_number,
    has_played_out,
    is_asked,
    list_open_owners,
    list_playing,
)
from engines.values import TABLE, Choice, OpenNumber, Prompt, Seat

SPAN = 40
"""How many steps beyond its least a number is tried where it has no limit."""


def list_prompts(state: State) -> tuple[Prompt, ...]:
    """Return what the table may tell next, the first first; nothing once it is over."""
    if is_over(state):
        return ()
    tie = find_tie(state)
    if tie is not None and is_waiting_for_tie(state):
        seats = [Seat(seat) for seat in tie.seats]
        data = {"row": f"place.{tie.row.id}", "seats": seats}
        verb = "has" if tie.row.kind in ("one", "each") else "row"
        return (Prompt(TABLE, "ask.tie", (verb, "cell", "end"), data=data),)
    if state.level == "results":
        return (ask_result(state),)
    return tuple(list_pad_prompts(state)) or (ask_result(state),)


def is_waiting_for_tie(state: State) -> bool:
    """Return whether all but a tie is known."""
    return state.result is not None or state.ended or has_played_out(state)


def ask_result(state: State) -> Prompt:
    """Return the prompt for how it ended."""
    if state.table.sheet.together:
        return Prompt(TABLE, "ask.together", ("outcome",))
    named = state.table.sheet.win.rank[0].partition(" ")[0] != "total"
    verbs = ("win", "order") if named else ("result", "win", "order")
    return Prompt(TABLE, "ask.winner" if named else "ask.result", verbs)


def list_pad_prompts(state: State) -> Iterator[Prompt]:
    """Yield the prompts for what the pad still lacks: rows, then the end."""
    yield from list_round_prompts(state)
    yield from list_round_row_prompts(state)
    for row in state.table.rows:
        if is_asked(row) and list_open_owners(state, row):
            yield ask_row(row, 0)
    growing = [row for row in state.table.rows if row.adds]
    if growing:
        rows = [f"place.{row.id}" for row in growing]
        yield Prompt(TABLE, "ask.adds", ("cell", "end"), data={"rows": rows})
    elif state.table.sheet.together:
        yield ask_result(state)
    elif has_played_out(state):
        verbs = ("end", "turn") if ends_on_turn(state) else ("end",)
        yield Prompt(TABLE, "ask.end", verbs)


def list_round_row_prompts(state: State) -> Iterator[Prompt]:
    """Yield the prompts for the rows of the round that is played; where rounds go on until the end,
    it may be over once one is told whole."""
    rounds = state.table.rounds
    if rounds is None or rounds.cell != "rows" or not has_rounds_left(state):
        return
    number = find_number(state)
    if count_rounds(state) is None and number > 1 and has_whole_rounds(state):
        yield Prompt(TABLE, "ask.end", ("end",))
    for row in state.table.round_rows:
        if is_asked(row) and list_open_owners(state, row, number):
            yield ask_row(row, number)


def ends_on_turn(state: State) -> bool:
    """Return whether it matters for the end whose turn it is."""
    end = state.table.sheet.end
    return end is not None and end.when == "own-turn"


def ask_row(row: SheetRow, number: int) -> Prompt:
    """Return the prompt for a row."""
    data: dict[str, object] = {"row": f"place.{row.id}"}
    if number:
        data["round"] = number
    ask = "ask.round-row" if number else "ask.row"
    if row.each == "match":
        return Prompt(TABLE, "ask.cell", ("cell",), place=f"all.{row.id}", data=data)
    if row.kind in ("one", "each"):
        return Prompt(TABLE, "ask.has", ("has",), data=data)
    return Prompt(TABLE, ask, ("row", "cell", "fill"), data=data)


# -- what is legal ---------------------------------------------------------------------------


def choices(state: State, prompt: Prompt) -> Iterator[Choice]:
    """Yield the legal answers to a prompt, with the numbers that are open in them."""
    if prompt.ask in ("ask.result", "ask.winner", "ask.together"):
        yield from result_choices(state, prompt)
    elif prompt.ask == "ask.tie":
        tie = find_tie(state)
        if tie is not None:
            yield from row_choices(state, tie.row, 0, tie.seats)
        yield Choice(End())
    elif prompt.ask == "ask.adds":
        for row in state.table.rows:
            if row.adds:
                yield from cell_choices(state, row, list_playing(state))
        yield Choice(End())
    elif prompt.ask.startswith("ask.round.") or prompt.ask == "ask.final":
        yield from round_choices(state, prompt)
    elif prompt.ask == "ask.end":
        yield Choice(End())
        if "turn" in prompt.verbs:
            for seat in list_playing(state):
                yield Choice(Turn(seat=seat), weight=0)
    else:
        row = state.table.all_rows[str(prompt.data["row"]).removeprefix("place.")]
        number = int(prompt.data.get("round", 0))
        yield from row_choices(state, row, number, list_playing(state))


def result_choices(state: State, prompt: Prompt) -> Iterator[Choice]:
    """Yield how a match may have ended."""
    if prompt.ask == "ask.together":
        yield Choice(Outcome(won=True))
        yield Choice(Outcome(won=False))
        return
    playing = list_playing(state)
    for seat in playing:
        yield Choice(Win(seats=state.table.team_of(seat)))
    order = [0 if seat in playing else 1 for seat in range(state.seats)]
    yield Choice(Order(ranks=tuple(1 + sum(other < mine for other in order) for mine in order)))
    if "result" in prompt.verbs:
        points = tuple(0 if seat in playing else None for seat in range(state.seats))
        if all(len(state.table.team_of(seat)) == 1 for seat in playing):
            yield Choice(Result(points=points), numbers=make_numbers("points", playing, 0, 100, 1))


def make_numbers(
    field: str, seats: Sequence[int], least: int, most: int, step: int
) -> tuple[OpenNumber, ...]:
    """Return the open numbers of some seats in a list of an action."""
    return tuple(OpenNumber(field, seat, least, most, step) for seat in seats)


def find_span(state: State, row: SheetRow) -> tuple[int, int]:
    """Return the least and the most that is tried for a cell of a row."""
    least = state.table.bound(row.min, state.seats)
    most = state.table.bound(row.max, state.seats)
    if row.kind == "check":
        return 0, 1
    if least is None:
        least = -row.step * SPAN if most is None else min(most, -row.step)
        least -= least % row.step
    first = -(-least // row.step) * row.step
    return first, max(first, first + SPAN * row.step if most is None else most)


def row_choices(state: State, row: SheetRow, number: int, seats: Sequence[int]) -> Iterator[Choice]:
    """Yield how a row may be told of some seats."""
    owners = [owner for owner in list_open_owners(state, row, number) if owner in (*seats, None)]
    if row.kind in ("one", "each"):
        yield Choice(Has(row=row.id, seats=(), round=number))
        for seat in seats:
            yield Choice(Has(row=row.id, seats=(seat,), round=number))
        if row.kind == "each" and len(seats) > 1:
            yield Choice(Has(row=row.id, seats=tuple(seats), round=number))
    elif owners == [None] or row.kind == "choice":
        yield from cell_choices(state, row, owners, number)
    elif owners:
        least, most = find_span(state, row)
        known = tuple(least if seat in owners else None for seat in range(state.seats))
        there = [owner for owner in owners if owner is not None]
        numbers = make_numbers("cells", there, least, most, row.step)
        yield Choice(Row(row=row.id, cells=known, round=number), numbers=numbers)


def cell_choices(
    state: State, row: SheetRow, owners: Sequence[int | None], number: int = 0
) -> Iterator[Choice]:
    """Yield how a cell may be told of one of those whose cells they are."""
    for owner in owners:
        seat = TABLE if owner is None else owner
        if row.kind == "choice":
            for n in row.values.values():
                yield Choice(Cell(seat=seat, row=row.id, n=n, round=number))
        else:
            least, most = find_span(state, row)
            cell = Cell(seat=seat, row=row.id, n=least, round=number)
            yield Choice(cell, numbers=(OpenNumber("n", -1, least, most, row.step),))

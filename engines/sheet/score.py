"""Terms and standings: how every number of a sheet comes about."""

from __future__ import annotations

from collections.abc import Iterator

from engines.sheet.actions import ROUND_ACTIONS, Cell, Has, Order, Outcome, Row, Win
from engines.sheet.apply import apply
from engines.sheet.format import Row as SheetRow
from engines.sheet.pad import list_terms
from engines.sheet.ranking import (
    count_points,
    count_together,
    find_tie,
    is_last_round,
    is_over,
    list_computed,
    list_totals,
    list_winners,
    rank_seats,
    read_key,
    split_key,
)
from engines.sheet.rounds import list_round_terms
from engines.sheet.state import (
    POINT,
    ROUNDS,
    State,
    find_number,
    list_cell_numbers,
    list_owners,
)
from engines.sheet.table import place_of
from engines.values import (
    SEAT_LETTERS,
    Action,
    Message,
    Score,
    Seat,
    Standing,
    Term,
)


def quote(state: State, action: Action) -> tuple[Term, ...]:
    """Return the terms of what an action brings: of the cells that it writes."""
    if isinstance(action, Row | Cell | Has):
        row = state.table.all_rows.get(action.row)
        if row is None:
            return ()
        after, _moves = apply(state, action)
        return tuple(list_action_terms(after, row, action))
    if isinstance(action, ROUND_ACTIONS):
        rounds = state.table.final if getattr(action, "final", False) else state.table.rounds
        return () if rounds is None else tuple(list_round_terms(state, rounds, action))
    return ()


def list_action_terms(state: State, row: SheetRow, action: Row | Cell | Has) -> Iterator[Term]:
    """Yield the terms of the cells of an action, after it."""
    for owner in list_owners(state, row):
        if isinstance(action, Cell) and owner != (None if action.seat < 0 else action.seat):
            continue
        for term in list_terms(state, row, owner, action.round):
            if term.n:
                yield term


def standing(state: State) -> Standing:
    """Return everybody's score, and the winners once it is over (T14 to T17)."""
    totals, ranks = list_totals(state), rank_seats(state)
    keys = state.table.sheet.win.rank[1:]
    scores = tuple(
        Score(
            seat,
            totals[seat],
            tuple(list_score_terms(state, seat)) if totals[seat] is not None else (),
            ranks[seat],
            tuple(read_key(state, key, seat)[1] for key in keys),
        )
        for seat in range(state.seats)
    )
    if not is_over(state):
        return Standing(scores, notice=describe_notice(state))
    reason, rule = find_reason(state)
    return Standing(scores, True, list_winners(state), reason, rule)


def find_reason(state: State) -> tuple[str, str]:
    """Return the sentence that says why the match is over, and its rule."""
    if state.decided and not isinstance(state.told, Win | Order):
        return "end.decided", "T16"
    if isinstance(state.told, Outcome):
        return "end.together", "T16"
    if state.told is not None:
        return "end.told", "T17"
    if state.reached:
        return "end.reached", "T14"
    if state.result is not None:
        return "end.result", "T17"
    return ("end.said", "T14") if state.ended else ("end.complete", "T14")


def describe_notice(state: State) -> Message | None:
    """Return the message that a tie is open, or that the last round has begun; else None."""
    if is_last_round(state) and find_number(state) > 1:
        return Message("notice.last-round", {"n": find_number(state)})
    tie = find_tie(state)
    if tie is None or state.result is None:
        return None
    seats = [Seat(seat) for seat in tie.seats]
    return Message("notice.tie", {"row": f"place.{tie.row.id}", "seats": seats})


def list_score_terms(state: State, seat: int) -> Iterator[Term]:
    """Yield the terms of a seat's total: its rows, the rounds, what was counted, and what was told
    beyond it. In a team they are those of all its seats."""
    known = 0
    for each in state.table.team_of(seat):
        for term in list_own_terms(state, each):
            known += term.n
            yield term
    total = list_totals(state)[seat]
    if total is not None and total != known:
        computed = list_computed(state)[seat] is not None
        yield Term("line.beyond" if computed else "line.told", total - known, "T17")


def list_own_terms(state: State, seat: int) -> Iterator[Term]:
    """Yield the terms of a seat's own points: its rows, the rounds, what was counted."""
    due = 0
    for row in state.table.all_rows.values():
        owner = None if row.each == "match" else seat
        if not row.counts or owner not in list_owners(state, row):
            continue
        for number in list_cell_numbers(state, row):
            for term in list_terms(state, row, owner, number):
                due += term.n
                if term.n:
                    yield term
    held = count_points(state, seat) + count_together(state)
    for term in list_line_terms(state, seat):
        due += term.n
        yield term
    if held != due:
        yield Term("line.counted", held - due, "COUNT")


def list_line_terms(state: State, seat: int) -> Iterator[Term]:
    """Yield the terms of a seat's rounds and additions, and of what it began with."""
    known = 0
    for line in state.lines:
        n = line.points[seat] if seat < len(line.points) else None
        if n:
            known += n
            label = "line.final" if line.final else "line.round"
            yield Term(label, n, "R.rounds", data={"number": line.number})
    for bonus in state.extras:
        if bonus.seat == seat:
            n = state.table.number(state.table.extras[bonus.extra].points, state.seats)
            known += n
            yield Term(f"extra.{bonus.extra}", n, "R.rounds")
    held = state.book.count(f"{SEAT_LETTERS[seat]}.{ROUNDS}", POINT)
    if seat in state.late and held != known:
        yield Term("line.joined", held - known, "T9")


def count_row(state: State, row: SheetRow, seat: int) -> int:
    """Return the points that lie in a row of a seat."""
    owner = None if row.each == "match" else seat
    return state.book.count(place_of(row.id, owner), POINT)


def list_tie_rows(state: State) -> list[str]:
    """Return the rows by which ties are broken."""
    return [split_key(key)[0] for key in state.table.sheet.win.rank[1:]]

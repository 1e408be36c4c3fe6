"""Totals, ranks and the end of a match (T14 to T17)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engines.sheet.actions import Order, Outcome, Win
from engines.sheet.format import Row
from engines.sheet.pad import count_typed
from engines.sheet.state import (
    POINT,
    ROUNDS,
    State,
    cell_key,
    count_played,
    count_rounds,
    has_played_out,
    list_playing,
)
from engines.sheet.table import place_of
from engines.values import SEAT_LETTERS

Key = tuple[int, int]
"""What seats are ranked by: whether it is known, and the number, more being better."""


class Tie(NamedTuple):
    """A tie that a row decides which was not told yet: the row, and the seats that tie."""

    row: Row
    seats: tuple[int, ...]


# -- totals ----------------------------------------------------------------------------------


def count_points(state: State, seat: int) -> int:
    """Return the points that a seat has by the record: of its rows, of the rounds."""
    kinds = [ROUNDS, *(row.id for row in state.table.all_rows.values() if row.counts)]
    return sum(state.book.count(f"{SEAT_LETTERS[seat]}.{kind}", POINT) for kind in kinds)


def count_together(state: State) -> int:
    """Return the points that all have together."""
    rows = (row for row in state.table.all_rows.values() if row.counts and row.each == "match")
    return sum(state.book.count(place_of(row.id, None), POINT) for row in rows)


def has_points(state: State) -> bool:
    """Return whether anything was told that brings points, or might have."""
    counting = {row.id for row in state.table.all_rows.values() if row.counts}
    rows = {key.partition(".")[2].partition("#")[0] for key in state.cells}
    return bool(
        state.lines
        or counting & rows
        or state.late
        or any(count_points(state, seat) for seat in range(state.seats))
    )


def list_computed(state: State) -> list[int | None]:
    """Return everybody's total by the record, that of the team in teams; None where nothing that
    brings points was told."""
    if not has_points(state):
        return [None] * state.seats
    own = [count_points(state, seat) + count_together(state) for seat in range(state.seats)]
    if not state.table.teams:
        return [*own]
    return [sum(own[each] for each in state.table.team_of(seat)) for seat in range(state.seats)]


def list_totals(state: State) -> list[int | None]:
    """Return everybody's total: the one that was told, else the one by the record."""
    computed = list_computed(state)
    if isinstance(state.told, Outcome) and state.told.score is not None:
        return [state.told.score] * state.seats
    if state.result is None:
        return computed
    told = [*state.result.points, *[None] * state.seats][: state.seats]
    return [own if said is None else said for said, own in zip(told, computed, strict=True)]


# -- ranks -----------------------------------------------------------------------------------


def split_key(key: str) -> tuple[str, bool]:
    """Return what a key of a ranking is, and whether most of it is best.

    >>> split_key("total least"), split_key("coins")
    (('total', False), ('coins', True))
    """
    word, _space, way = key.partition(" ")
    return word, way != "least"


def read_key(state: State, key: str, seat: int) -> Key:
    """Return by what a seat is ranked under a key."""
    word, most = split_key(key)
    if word == "last":
        going = state.out.index(seat) + 1 if seat in state.out else state.seats + 1
        return 1, going if most else -going
    if word == "reached":
        return 1, int(seat in state.reached)
    if word in ("named", "order"):
        return 0, 0
    number = read_number(state, word, seat)
    return (0, 0) if number is None else (1, number if most else -number)


def read_number(state: State, word: str, seat: int) -> int | None:
    """Return the number of a seat that a word names: of the total, of a row; None where it was not
    told."""
    if word == "total":
        return list_totals(state)[seat]
    row = state.table.all_rows.get(word)
    if row is None:
        return None
    if row.each == "match":
        return count_typed(state, row, None)
    team = state.table.team_of(seat)
    told = [count_typed(state, row, each) for each in team]
    known = [n for n in told if n is not None]
    return sum(known) if known else None


def list_keys(state: State) -> tuple[str, ...]:
    """Return the keys of the ranking."""
    return state.table.sheet.win.rank


def list_losers(state: State) -> frozenset[int]:
    """Return the seats that something decided against: they are ranked behind all others."""
    wins = {each.id: each.wins for each in state.table.sheet.win.deciders}
    return frozenset(
        seat
        for decided in state.decided
        if not wins.get(decided.by, True)
        for seat in state.table.team_of(decided.seat)
    )


def list_deciding(state: State) -> tuple[int, ...]:
    """Return the seats that something decided for: it, with its team, has won."""
    wins = {each.id: each.wins for each in state.table.sheet.win.deciders}
    return tuple(
        seat
        for decided in state.decided
        if wins.get(decided.by, True)
        for seat in state.table.team_of(decided.seat)
    )


def rank_seats(state: State) -> list[int]:
    """Return the rank of every seat: 1 2 2 4, who is out or decided against behind all others."""
    told = state.told
    if isinstance(told, Order):
        return [*told.ranks, *[len(told.ranks) + 1] * state.seats][: state.seats]
    if state.table.sheet.together or isinstance(told, Outcome):
        return [1] * state.seats
    losers, deciding = list_losers(state), list_deciding(state)
    named = told.seats if isinstance(told, Win) else ()
    orders = [
        (
            seat in named,
            seat in deciding,
            seat in state.reached,
            seat not in losers,
            seat not in state.out,
            *(read_key(state, key, seat) for key in list_keys(state)),
        )
        for seat in range(state.seats)
    ]
    return [1 + sum(other > mine for other in orders) for mine in orders]


def list_first(ranks: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that are ranked first."""
    return tuple(seat for seat, rank in enumerate(ranks) if rank == 1)


def count_sides(state: State, seats: Iterable[int]) -> int:
    """Return how many sides some seats are: a team is one."""
    return len({state.table.team_of(seat) for seat in seats})


def find_tie(state: State) -> Tie | None:
    """Return the tie for the first place that a row decides which is asked only then (T15)."""
    if state.told is not None or state.decided or state.reached or state.table.sheet.together:
        return None
    group = list_playing(state)
    for key in list_keys(state):
        row = state.table.all_rows.get(split_key(key)[0])
        if row is not None and row.ask == "tie":
            if count_sides(state, group) < 2:
                return None
            if any(cell_key(row.id, seat) not in state.cells for seat in group):
                return Tie(row, tuple(group))
        best = max((read_key(state, key, seat) for seat in group), default=(0, 0))
        group = [seat for seat in group if read_key(state, key, seat) == best]
    return None


# -- the end ---------------------------------------------------------------------------------


def find_reached(state: State) -> tuple[int, ...]:
    """Return the seats that have come to the limit that ends the match (T14), () while nobody has.

    With ``own-turn`` that is who is on turn.
    """
    end = state.table.sheet.end
    if end is None:
        return ()
    goals = [(end.of, end.at)] if end.at is not None else []
    goals += [(goal.of, goal.at) for goal in end.any]
    seats = [state.turn] if end.when == "own-turn" else list_playing(state)
    return tuple(
        seat
        for seat in seats
        if any(
            has_reached(state, seat, of, state.table.number(at, state.seats)) for of, at in goals
        )
    )


def has_reached(state: State, seat: int, of: str, at: int) -> bool:
    """Return whether a number of a seat has come to a limit."""
    n = read_number(state, "total" if of == "any" else of, seat)
    return n is not None and n >= at


def is_decided(state: State) -> bool:
    """Return whether the match is over because the table says so, or something decided it."""
    if state.told is not None or state.ended or state.reached or list_deciding(state):
        return True
    left = [seat for seat in range(state.seats) if seat not in list_losers(state)]
    return bool(state.decided) and count_sides(state, left) < 2


def is_over_by_points(state: State) -> bool:
    """Return whether the match is over by what was scored (T14)."""
    end = state.table.sheet.end
    if state.result is not None:
        return True
    if end is None:
        return has_played_out(state)
    if end.last is not None and state.seats > end.last >= count_sides(state, list_playing(state)):
        return True
    if end.at is not None or end.any:
        between = state.table.rounds is None or has_whole_rounds(state)
        return end.when == "round" and between and bool(find_reached(state)) and not goes_on(state)
    if end.out or end.last is not None:
        return False
    return has_played_out(state)


def has_whole_rounds(state: State) -> bool:
    """Return whether no round is half told."""
    rounds = state.table.rounds
    if rounds is None or rounds.cell != "rows":
        return True
    number = f"#{count_played(state) + 1}"
    return not any(key.endswith(number) for key in state.cells)


def goes_on(state: State) -> bool:
    """Return whether a tie calls for another round."""
    win = state.table.sheet.win
    ties = count_sides(state, list_first(rank_seats(state))) > 1
    return win.then == "another-round" and ties


def is_over(state: State) -> bool:
    """Return whether the match is over (T14): a tie that something more decides is open."""
    if is_decided(state):
        return state.ended or find_tie(state) is None
    return is_over_by_points(state) and find_tie(state) is None


def list_winners(state: State) -> tuple[int, ...]:
    """Return who has won a match that is over, () for nobody."""
    told = state.told
    if isinstance(told, Win):
        return tuple(seat for each in told.seats for seat in state.table.team_of(each))
    if isinstance(told, Outcome) or state.table.sheet.together:
        won = is_won(state)
        return tuple(range(state.seats)) if won else ()
    if not isinstance(told, Order) and not has_anything(state):
        return ()
    first = list_first(rank_seats(state))
    if state.table.sheet.win.then == "nobody" and count_sides(state, first) > 1:
        return ()
    return first


def has_anything(state: State) -> bool:
    """Return whether anything is known by which the seats are ranked."""
    some = [
        read_key(state, key, seat)[0] for key in list_keys(state) for seat in range(state.seats)
    ]
    return any(some) or bool(state.decided or state.reached)


def is_won(state: State) -> bool | None:
    """Return whether all have won together (T16), None where it is only a score."""
    told = state.told
    if isinstance(told, Outcome) and told.won is not None:
        return told.won
    score = list_totals(state)[0]
    if score is None:
        return None
    reached = [grade for grade in state.table.sheet.win.grade if score >= grade.at]
    return reached[-1].wins if reached else None


def is_last_round(state: State) -> bool:
    """Return whether the round that is played is the last one."""
    number = count_rounds(state)
    return number is not None and count_played(state) == number - 1

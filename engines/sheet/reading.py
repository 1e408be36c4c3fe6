"""Reading the parts of a typed line: cells, seats, results."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engines.names import find, fold
from engines.notation import find_seat, is_number, parse_seat, split_list
from engines.sheet.actions import (
    Cell,
    Decide,
    End,
    Fill,
    Has,
    Order,
    Outcome,
    Result,
    Roll,
    Row,
    Win,
)
from engines.sheet.cells import Sum, is_sum, parse_sum
from engines.sheet.format import Row as SheetRow
from engines.sheet.names import list_decider_names, list_row_names, split_name
from engines.sheet.state import (
    State,
    find_number,
    list_open_owners,
    list_owners,
    list_playing,
)
from engines.values import SEAT_LETTERS, TABLE, Action, NotationError

ROUND: Final = re.compile(r"(?:r|라)(\d{1,3})\Z", re.ASCII | re.IGNORECASE)
"""A round: ``r3``."""

YES: Final = frozenset({"yes", "y", "true", "예", "네", "응"})
NO: Final = frozenset({"no", "n", "false", "아니오", "아니", "없음"})
UNTOLD: Final = "-"
NOBODY: Final = frozenset({"-", "nobody", "none", "아무도", "없음"})

Names = Sequence[str]


def split_round(words: Sequence[str]) -> tuple[int, list[str]]:
    """Return the round that the first word names, 0 without one, and the words behind it."""
    found = ROUND.match(words[0]) if words else None
    return (int(found[1]), list(words[1:])) if found else (0, list(words))


def is_value(word: str) -> bool:
    """Return whether a word may be what is typed into a cell."""
    return is_sum(word) or word == UNTOLD


# -- rows ------------------------------------------------------------------------------------


def parse_row_line(words: Sequence[str], state: State, names: Names, seat: int | None) -> Action:
    """Return the action of a line that names a row: its cells, or who has it. Raise NotationError.

    With a `seat` it is the cell of that seat.
    """
    number, words = split_round(words)
    item, rest = split_name(words, list_row_names(state), "no-such-row")
    row = state.table.all_rows[item]
    later, rest = split_round(rest)
    number = number or later or find_row_round(state, row)
    if row.kind == "computed":
        raise NotationError("row-computed", word=item, row=f"place.{item}")
    if seat is not None:
        return read_cell(rest, state, row, number, seat)
    if row.kind in ("one", "each"):
        return read_has(rest, state, names, row, number)
    if row.each == "match":
        return read_cell(rest, state, row, number, TABLE)
    if len(rest) > 1 and not is_cell_value(rest[0], row):
        owner = find_seat(rest[0], state.seats, names)
        if owner is not None:
            return read_cell(rest[1:], state, row, number, owner)
    return read_row(rest, state, row, number)


def find_row_round(state: State, row: SheetRow) -> int:
    """Return the round in which a row is told where none is named; 0 for a row of the pad."""
    return find_number(state) if row in state.table.round_rows else 0


def is_cell_value(word: str, row: SheetRow) -> bool:
    """Return whether a word may be typed into a cell of a row."""
    folded = fold(word)
    if row.kind == "check" and folded in YES | NO:
        return True
    return is_value(word) or (row.kind == "choice" and folded in map(fold, row.values))


def read_value(word: str, state: State, row: SheetRow) -> Sum | None:
    """Return what a word puts into a cell, None for ``-``. Raise NotationError."""
    folded = fold(word)
    if word == UNTOLD:
        return None
    if row.kind == "check":
        if folded in YES | NO:
            return Sum(int(folded in YES))
        found = parse_sum(word)
        value = state.table.number(row.value or 1, state.seats)
        return Sum(1) if found.n == value else found
    if row.kind == "choice" and not is_sum(word):
        choice = find(word, {key: (key,) for key in row.values}, key="no-such-choice")
        return Sum(row.values[choice])
    return parse_sum(word)


def read_row(words: Sequence[str], state: State, row: SheetRow, number: int) -> Row:
    """Return a row over all seats. Raise NotationError for another number of cells."""
    owners = list_expected(state, row, len(words))
    found = [read_value(word, state, row) for word in words]
    if len(found) != len(owners) or all(each is None for each in found):
        raise NotationError(
            "row-form",
            word=" ".join(words),
            row=f"place.{row.id}",
            n=len(list_expected(state, row, 0)),
            given=len(found),
        )
    cells: list[int | None] = [None] * state.seats
    parts = {}
    for owner, each in zip(owners, found, strict=True):
        if each is not None:
            cells[owner] = each.n
            if each.parts:
                parts[SEAT_LETTERS[owner]] = each.parts
    return Row(row=row.id, cells=tuple(cells), parts=parts, round=number)


def list_expected(state: State, row: SheetRow, n: int) -> list[int]:
    """Return the seats for which cells of a row are typed in their order: all of them where so many
    are typed, else those that play."""
    owners = [owner for owner in list_owners(state, row) if owner is not None]
    if n == state.seats:
        return list(range(state.seats))
    playing = list_playing(state)
    return [owner for owner in owners if owner in playing or row.each == "team"]


def read_cell(
    words: Sequence[str], state: State, row: SheetRow, number: int, seat: int
) -> Cell | Has:
    """Return one cell. Raise NotationError for anything but one number."""
    if row.kind in ("one", "each"):
        if not words or fold(words[0]) in YES:
            return Has(row=row.id, seats=(seat,), round=number)
        raise NotationError("cell-form", word=" ".join(words), given=" ".join(words))
    found = read_value(words[0], state, row) if len(words) == 1 else None
    if found is None:
        given = " ".join(words)
        raise NotationError("one-cell", word=given, row=f"place.{row.id}", given=given)
    if row.each == "team" and seat != TABLE:
        seat = state.table.team_of(seat)[0]
    if row.each == "match":
        seat = TABLE
    return Cell(seat=seat, row=row.id, n=found.n, parts=found.parts, round=number)


def read_has(words: Sequence[str], state: State, names: Names, row: SheetRow, number: int) -> Has:
    """Return who has what seats have. Raise NotationError for what is no seat."""
    given = [word for word in words if word not in ("and", "&")]
    if not given:
        raise NotationError("has-form", word=row.id, row=f"place.{row.id}")
    if len(given) == 1 and fold(given[0]) in NOBODY | {""}:
        return Has(row=row.id, seats=(), round=number)
    seats = dict.fromkeys(parse_seat(word, state.seats, names) for word in given)
    return Has(row=row.id, seats=tuple(seats), round=number)


def parse_fill(words: Sequence[str], state: State, names: Names) -> Action:
    """Return the same number in all open cells: ``rest 0``. Raise NotationError."""
    if len(words) != 1 or not is_sum(words[0]):
        raise NotationError("fill-form", word=" ".join(words))
    return Fill(n=parse_sum(words[0]).n)


# -- results ---------------------------------------------------------------------------------


def parse_seats(words: Sequence[str], state: State, names: Names) -> tuple[int, ...]:
    """Return the seats that words name, each once. Raise NotationError."""
    given = [word for word in words if word not in ("and", "&", "+")]
    return tuple(dict.fromkeys(parse_seat(word, state.seats, names) for word in given))


def parse_result(words: Sequence[str], state: State, names: Names) -> Action:
    """Return the final totals by seat, or who has won. Raise NotationError."""
    if words and not any(is_value(word) for word in words):
        return parse_win(words, state, names)
    points = [None if word == UNTOLD else parse_sum(word).n for word in words]
    seats = list(range(state.seats))
    if len(points) != state.seats:
        seats = list_playing(state)
    if len(points) != len(seats) or all(n is None for n in points):
        raise NotationError("result-form", word=" ".join(words), n=state.seats)
    given = dict(zip(seats, points, strict=True))
    return Result(points=tuple(given.get(seat) for seat in range(state.seats)))


def parse_win(words: Sequence[str], state: State, names: Names) -> Action:
    """Return who has won: ``win b``, ``win -`` for nobody. Raise NotationError."""
    if not words:
        raise NotationError("win-form", word="")
    if len(words) == 1 and fold(words[0]) in NOBODY | {""}:
        return Win(seats=())
    return Win(seats=parse_seats(words, state, names))


def parse_order(words: Sequence[str], state: State, names: Names) -> Action:
    """Return the ranks of all seats: ``order b a=c d``. Raise NotationError."""
    text = re.sub(r"\s*=\s*", "=", " ".join(words))
    ranks: dict[int, int] = {}
    for group in split_list(text):
        rank = len(ranks) + 1
        for word in group.split("="):
            seat = parse_seat(word, state.seats, names)
            if seat in ranks:
                raise NotationError("order-twice", word=word, seat=word)
            ranks[seat] = rank
    if len(ranks) != state.seats:
        raise NotationError("order-form", word=text, n=state.seats)
    return Order(ranks=tuple(ranks[seat] for seat in range(state.seats)))


def parse_won(words: Sequence[str], state: State, names: Names) -> Action:
    """Return that all have won together. Raise NotationError where there are ranks."""
    return read_outcome(words, won=True)


def parse_lost(words: Sequence[str], state: State, names: Names) -> Action:
    """Return that all have lost together, and by what."""
    return read_outcome(words, won=False)


def read_outcome(words: Sequence[str], *, won: bool) -> Outcome:
    """Return how all won or lost, with the score where one is said: ``lost =12 outbreaks``."""
    score = None
    if words and words[0].startswith("=") and is_number(words[0][1:], signed=True):
        score, words = int(words[0][1:]), words[1:]
    return Outcome(won=won, score=score, reason=" ".join(words)[:60])


def parse_score(words: Sequence[str], state: State, names: Names) -> Action:
    """Return the score that all have reached together: ``score 23``. Raise NotationError."""
    if not words or not is_sum(words[0]):
        raise NotationError("score-form", word=" ".join(words))
    return Outcome(score=parse_sum(words[0]).n, reason=" ".join(words[1:])[:60])


def parse_end(words: Sequence[str], state: State, names: Names) -> Action:
    """Return that the match is over. Raise NotationError for further words."""
    if words:
        raise NotationError("not-understood", word=" ".join(words), given=" ".join(words))
    return End()


def parse_decide(words: Sequence[str], state: State, seat: int) -> Action:
    """Return what decided the match for or against a seat. Raise NotationError."""
    item, rest = split_name(words, list_decider_names(state), "no-such-decider")
    if rest:
        raise NotationError("not-understood", word=" ".join(rest), given=" ".join(rest))
    return Decide(seat=seat, by=item)


# -- facts of the table ------------------------------------------------------------------------


def parse_roll(words: Sequence[str], state: State, names: Names) -> Action:
    """Return what dice show: ``roll 8`` their sum, ``roll 3 5`` both. Raise NotationError."""
    joined = [each for word in words for each in word.split("+")]
    if len(joined) == 1 and joined[0].startswith("="):
        joined, summed = [joined[0][1:]], True
    else:
        summed = len(joined) == 1 and has_several_dice(state)
    if not joined or not all(is_number(word, 4) and int(word) for word in joined):
        raise NotationError("roll-form", word=" ".join(words), given=" ".join(words))
    if summed:
        return Roll(total=int(joined[0]))
    return Roll(dice=tuple(map(int, joined)))


def has_several_dice(state: State) -> bool:
    """Return whether the sheet throws several dice, so that one number is their sum."""
    dice = state.table.sheet.dice
    return dice is not None and dice.n > 1


Parser = Callable[[Sequence[str], State, Names], Action]
"""Reads the words behind a verb."""

PARSERS: Final[Mapping[str, Parser]] = {
    "fill": parse_fill,
    "result": parse_result,
    "win": parse_win,
    "order": parse_order,
    "won": parse_won,
    "lost": parse_lost,
    "score": parse_score,
    "end": parse_end,
    "roll": parse_roll,
}
"""Verb to what reads the words behind it."""


def find_open_row(state: State) -> SheetRow | None:
    """Return the row that is told where only numbers are typed: the only one of its pad, else the
    first of a running round that is open."""
    number = find_number(state)
    for row in state.table.round_rows:
        if list_open_owners(state, row, number):
            return row
    return state.table.rows[0] if len(state.table.rows) == 1 else None

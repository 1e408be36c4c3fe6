"""Reading rounds: the cells of each kind, and the named additions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from engines.names import Names, find, fold
from engines.notation import find_seat, is_number, parse_seat
from engines.sheet.actions import Bids, Bonus, Declare, Line, Made, Pay, Places, Sides
from engines.sheet.cells import is_sum, parse_sum
from engines.sheet.format import Rounds
from engines.sheet.names import list_called
from engines.sheet.rounds import list_round_owners
from engines.sheet.state import State, find_number
from engines.values import SEAT_LETTERS, Action, NotationError

BID_AND_MADE: Final = re.compile(r"(\d{1,6})/(\d{1,6})([+-]\d{1,6})?\Z", re.ASCII)
"""A bid and what was made, with a bonus: ``3/3+30``."""

FACTOR: Final = re.compile(r"([^\W\d_]+)([*=])([a-z0-9-]+)\Z", re.IGNORECASE)
"""A seat that pays so many times, or so much: ``b*2``, ``b*pibak``, ``b=32``."""

SEATS_CELLS: Final = ("pay", "sides", "declarer", "winner", "place")
"""The cells that are typed by naming seats."""

ROUND_VERBS: Final = ("line", "bids", "made", "pay", "sides", "declare", "places", "plus")


def parse_round(
    words: Sequence[str], state: State, names: Sequence[str], number: int, *, final: bool = False
) -> Action | None:
    """Return the round that words mean by its cell, None where they are no round of this sheet.

    A `number` of 0 is the round that is played. Raise NotationError for cells that do not fit.
    """
    rounds = state.table.final if final else state.table.rounds
    if rounds is None or rounds.cell == "rows" or not words:
        return None
    at = 0 if final else number or find_number(state)
    if all(map(BID_AND_MADE.match, words)) and rounds.cell == "bid":
        return read_made(words, state, rounds, at)
    if all(is_sum(word) or word == "-" for word in words):
        if rounds.cell in ("points", "rest"):
            return read_line(words, state, rounds, at, final=final)
        return read_bids(words, state, rounds, at) if rounds.cell == "bid" else None
    if rounds.cell in SEATS_CELLS and find_seat(words[0], state.seats, names) is not None:
        return read_seats_round(words, state, names, rounds, at)
    return None


def place_cells(
    found: Sequence[int | None], state: State, rounds: Rounds
) -> tuple[int | None, ...]:
    """Return cells by seat that were typed in the order of those who have one."""
    owners = list_round_owners(state, rounds)
    if len(found) == state.seats != len(owners):
        return tuple(found)
    if len(found) != len(owners):
        raise NotationError("round-form", n=len(owners), given=str(len(found)))
    cells: list[int | None] = [None] * state.seats
    for owner, n in zip(owners, found, strict=True):
        cells[owner] = n
    return tuple(cells)


def read_line(
    words: Sequence[str], state: State, rounds: Rounds, number: int, *, final: bool
) -> Line:
    """Return a round with a number for each seat. Raise NotationError."""
    found = [None if word == "-" else parse_sum(word) for word in words]
    order = place_cells([n for n, _each in enumerate(found)], state, rounds)
    cells: list[int | None] = []
    parts = {}
    for seat, at in enumerate(order):
        each = None if at is None else found[at]
        cells.append(None if each is None else each.n)
        if each is not None and each.parts:
            parts[SEAT_LETTERS[seat]] = each.parts
    return Line(cells=tuple(cells), parts=parts, round=number, final=final)


def read_bids(words: Sequence[str], state: State, rounds: Rounds, number: int) -> Bids | Made:
    """Return what was bid; where that is known already, what was made. Raise NotationError."""
    if not all(is_number(word) or word == "-" for word in words):
        raise NotationError("round-form", word=" ".join(words), n=state.seats, given=words[0])
    cells = place_cells([None if w == "-" else int(w) for w in words], state, rounds)
    if state.bids is not None and state.bids.round == number:
        return Made(bids=state.bids.bids, made=cells, round=number)
    return Bids(bids=cells, round=number)


def read_made(words: Sequence[str], state: State, rounds: Rounds, number: int) -> Made:
    """Return bids and what was made, with the bonus of some: ``2/2 1/0+10``, ``-`` for nothing."""
    found = [BID_AND_MADE.match(word) for word in words]
    for word, match in zip(words, found, strict=True):
        if match is None and word != "-":
            raise NotationError("bid-form", word=word, given=word)
    order = place_cells([n for n, _each in enumerate(found)], state, rounds)
    told = [None if at is None else found[at] for at in order]
    bids = tuple(None if match is None else int(match[1]) for match in told)
    made = tuple(None if match is None else int(match[2]) for match in told)
    letters = zip(SEAT_LETTERS, told, strict=False)
    bonus = {x: int(match[3]) for x, match in letters if match is not None and match[3]}
    return Made(bids=bids, made=made, bonus=bonus, round=number)


def read_seats_round(
    words: Sequence[str], state: State, names: Sequence[str], rounds: Rounds, number: int
) -> Action:
    """Return a round that names seats: who wins, pays, declares. Raise NotationError."""
    if rounds.cell in ("winner", "place"):
        seats = tuple(dict.fromkeys(parse_seat(word, state.seats, names) for word in words))
        return Places(seats=seats, round=number)
    if rounds.cell == "pay":
        return read_pay(words, state, names, number)
    given = " ".join(words)
    if len(words) < 2 or not is_sum(words[-1]):
        raise NotationError(f"{rounds.cell}-form", word=given, given=given)
    value = parse_sum(words[-1]).n
    seats = tuple(dict.fromkeys(parse_seat(word, state.seats, names) for word in words[:-1]))
    if rounds.cell == "sides":
        return Sides(seats=seats, value=value, round=number)
    if len(seats) != 1:
        raise NotationError("declarer-form", word=given, given=given)
    return Declare(seat=seats[0], value=value, round=number)


def read_pay(words: Sequence[str], state: State, names: Sequence[str], number: int) -> Pay:
    """Return a round that every loser pays: ``a 5 go 3 b*2 c=0``. Raise NotationError."""
    given = " ".join(words)
    seat = parse_seat(words[0], state.seats, names)
    rest = list(words[1:])
    if not rest or not is_number(rest[0], 6):
        raise NotationError("pay-form", word=given, given=given)
    base, go = int(rest.pop(0)), 0
    if len(rest) > 1 and fold(rest[0]) in ("go", "고") and is_number(rest[1], 2):
        go = int(rest[1])
        del rest[:2]
    factors: dict[str, tuple[str, ...]] = {}
    paid: dict[str, int] = {}
    doubles = {word: (word,) for word in (state.table.rounds or Rounds()).doubles}
    for word in rest:
        found = FACTOR.match(word)
        if found is None:
            raise NotationError("pay-form", word=word, given=word)
        letter = SEAT_LETTERS[parse_seat(found[1], state.seats, names)]
        if found[2] == "=" and is_number(found[3], 6):
            paid[letter] = int(found[3])
        elif found[3].isdecimal():
            factors[letter] = (*factors.get(letter, ()), found[3])
        else:
            double = find(found[3], doubles, key="no-such-double")
            factors[letter] = (*factors.get(letter, ()), double)
    return Pay(seat=seat, base=base, go=min(go, 20), factors=factors, paid=paid, round=number)


def list_extra_names(state: State) -> Names:
    """Return the names of the named additions."""
    named: Mapping[str, tuple[str, ...]] = {
        extra.id: list_called(extra.names, extra.id, extra.also)
        for extra in state.table.extras.values()
        if extra.on == "named"
    }
    return named


def read_bonus(item: str, seat: int, state: State, number: int) -> Bonus:
    """Return a named addition for a seat, in the round that is played or the one before it."""
    played = find_number(state)
    told = state.lines[-1].number if state.lines else played
    return Bonus(seat=seat, extra=item, round=number or (told if state.bids is None else played))

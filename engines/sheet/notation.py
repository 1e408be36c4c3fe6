"""The notation of a sheet: short at the table, and an exact inverse of `write` in full.

=======================  ===========================================================
``city 2 1 3``           a row over all seats; ``-`` where nothing was told
``city 12+8 5 0``        sums and products as on paper: ``6x3+4x2``, ``(27-20)x2+20``
``a city 2``             one cell; ``a 5`` where there is only one row
``road a``               who has it; ``road -`` nobody
``rest 0``               the same number in every open cell
``r2 tempura 5 0 5``     a row of round 2
``result 104 104 80``    the final totals; ``win b``, ``order b a=c d`` without any
``won`` ``lost cubes``   how all together won or lost; ``score 23`` what they reached
``12 -5 0``              a round: a number for each seat; ``r3 12 -5 0`` names it
``2 1 0``, ``2 0 1``     what was bid, then what was made; or ``2/2 1/0 0/1+30``
``a c 3``, ``b -48``     who wins with the value; the declarer who has lost
``a 5 go 3 b*2 c=0``     who is paid, how much, who pays more, what was really paid
``a b``                  who has won the round, or the order of it
``nil a``                a named addition
``final 8 0 3``          the round at the end
``end``                  the match is over
``turn b`` ``pass``      whose turn it is, and that it goes on
``roll 8`` ``roll 3 5``  the dice: their sum, or each of them
``out d`` ``back d``     a seat is out, and in again
=======================  ===========================================================

Rows go by their names in both languages, or by the beginning of one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from engines.intents import AS_SAID, TURN, Parsed
from engines.names import fold
from engines.notation import find_seat, parse_count, parse_seat, split_list, split_seat
from engines.seats import typed_letter
from engines.sheet.actions import Back, Count, Out, Pass, Turn
from engines.sheet.format import RoundCell, Rounds
from engines.sheet.names import list_decider_names, list_row_names, split_name
from engines.sheet.reading import (
    PARSERS,
    find_open_row,
    is_value,
    parse_decide,
    parse_row_line,
    split_round,
)
from engines.sheet.reading_rounds import (
    ROUND_VERBS,
    list_extra_names,
    parse_round,
    read_bids,
    read_bonus,
    read_line,
    read_made,
    read_seats_round,
)
from engines.sheet.state import State, find_number
from engines.sheet.vocabulary import VERBS
from engines.values import Action, NotationError

CELL_OF: Final[Mapping[str, RoundCell]] = {
    "pay": "pay",
    "sides": "sides",
    "declare": "declarer",
    "places": "place",
}
"""Verbs of rounds that name seats, each with its cell."""

FINAL = ("final", "최종")
"""What names the round at the end, where a sheet has one."""

OF_SEAT = {"turn": Turn, "out": Out, "back": Back, "pass": Pass}
"""Verbs of a seat that say nothing more."""


def parse(text: str, state: State, names: Sequence[str] = ()) -> tuple[Parsed, ...]:
    """Return the actions that `text` means here, each with how it is meant. Raise NotationError."""
    body = text.strip()
    if body.startswith("="):
        return (Parsed(read_count(body[1:], state, names)),)
    seat, body = split_seat(body, state.seats, names)
    words = split_list(body.replace(",", " "))
    if not words:
        raise NotationError("not-understood", given=text)
    verb = VERBS.get(fold(words[0]), "")
    if verb == "count":
        return (Parsed(read_count(body.partition(" ")[2], state, names)),)
    if verb == "pass" and seat is None and len(words) == 1:
        return (Parsed(Pass(seat=state.turn), TURN),)
    if verb == "next" and len(words) == 1:
        return (Parsed(Pass(seat=state.turn), TURN if seat is None else AS_SAID),)
    return (Parsed(parse_words(verb, words, state, names, seat)),)


def parse_words(
    verb: str, words: Sequence[str], state: State, names: Sequence[str], seat: int | None
) -> Action:
    """Return the action of a line: by its verb, its row, or its numbers. Raise NotationError."""
    rest = list(words[1:])
    if verb in ROUND_VERBS and rest:
        return parse_round_verb(verb, rest, state, names, seat)
    if verb in OF_SEAT:
        return OF_SEAT[verb](seat=find_actor(rest, state, names, seat))
    if verb in ("row", "cell", "has") and rest:
        return parse_row_line(rest, state, names, seat)
    if verb == "decide" and rest:
        return parse_decide(rest, state, 0 if seat is None else seat)
    if fold(words[0]) in FINAL and state.table.final is not None:
        found = parse_round(rest, state, names, 0, final=True)
        if found is not None:
            return found
    if verb in PARSERS and seat is None:
        return PARSERS[verb](rest, state, names)
    number, cells = split_round(words)
    if seat is None and not (number == 0 and names_row(words, state)):
        found = parse_round(cells, state, names, number)
        if found is not None:
            return found
    if all(is_value(word) for word in cells):
        return parse_numbers(words, state, names, seat)
    if seat is None and len(words) > 1 and not names_row(words, state):
        owner = find_seat(words[0], state.seats, names)
        if owner is not None:
            return parse_words("", rest, state, names, owner)
        added = read_extra(words, state, names)
        if added is not None:
            return added
        decided = read_decider(words, state, names)
        if decided is not None:
            return decided
    return parse_row_line(words, state, names, seat)


def find_actor(words: Sequence[str], state: State, names: Sequence[str], seat: int | None) -> int:
    """Return the seat behind a verb, or in front of it. Raise NotationError for none."""
    if not words and seat is not None:
        return seat
    if len(words) != 1 or seat is not None:
        raise NotationError("which-turn", word=" ".join(words))
    return parse_seat(words[0], state.seats, names)


def names_row(words: Sequence[str], state: State) -> bool:
    """Return whether a line begins with the whole name of a row."""
    known = {fold(name) for called in list_row_names(state).values() for name in called}
    return any(fold(" ".join(words[:n])) in known for n in range(1, len(words)))


def parse_round_verb(
    verb: str, words: Sequence[str], state: State, names: Sequence[str], seat: int | None
) -> Action:
    """Return a round as it is written in full: ``line r3 12 -5 0``. Raise NotationError."""
    number, rest = split_round(words)
    rounds = state.table.rounds or Rounds()
    if verb == "line" and rest and fold(rest[0]) == "final":
        return read_line(rest[1:], state, state.table.final or rounds, 0, final=True)
    number = number or find_number(state) or 1
    if verb == "line":
        return read_line(rest, state, rounds, number, final=False)
    if verb == "bids":
        return read_bids(rest, replace(state, bids=None), rounds, number)
    if verb == "made":
        return read_made(rest, state, rounds, number)
    if verb == "plus" and rest:
        item, _rest = split_name(rest, list_extra_names(state), "no-such-extra")
        return read_bonus(item, 0 if seat is None else seat, state, number)
    if seat is not None:
        rest = [typed_letter(seat, names), *rest]
    return read_seats_round(
        rest, state, names, Rounds(cell=CELL_OF[verb], doubles=rounds.doubles), number
    )


def read_extra(words: Sequence[str], state: State, names: Sequence[str]) -> Action | None:
    """Return a named addition, typed in front of the seat; None for another line."""
    number, words = split_round(words)
    known = list_extra_names(state)
    try:
        item, rest = split_name(words, known, "no-such-extra") if known else ("", [])
    except NotationError:
        return None
    if len(rest) != 1:
        return None
    return read_bonus(item, parse_seat(rest[0], state.seats, names), state, number)


def read_decider(words: Sequence[str], state: State, names: Sequence[str]) -> Action | None:
    """Return what decided a match, typed in front of the seat; None for another line."""
    try:
        item, rest = split_name(words, list_decider_names(state), "no-such-decider")
    except NotationError:
        return None
    return parse_decide([item], state, parse_seat(" ".join(rest), state.seats, names))


def parse_numbers(
    words: Sequence[str], state: State, names: Sequence[str], seat: int | None
) -> Action:
    """Return the action of a line of numbers alone: of the only row. Raise NotationError."""
    number, values = split_round(words)
    row = find_open_row(state)
    if row is None or not values:
        given = " ".join(words)
        raise NotationError("which-row", word=given, given=given)
    named = [f"r{number}", row.id] if number else [row.id]
    return parse_row_line([*named, *values], state, names, seat)


def read_count(text: str, state: State, names: Sequence[str]) -> Count:
    """Return a count: ``b.points point=3``. Raise NotationError."""
    return parse_count(text, state.seats, names)

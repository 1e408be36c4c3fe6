"""The rules of rounds: who has a cell, what fits into it, and what must add up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from engines.sheet.actions import (
    Bids,
    Bonus,
    Declare,
    Line,
    Made,
    Pay,
    Places,
    RoundAction,
    Sides,
)
from engines.sheet.format import Rounds
from engines.sheet.ranking import is_over
from engines.sheet.rounds import count_cards, list_round_owners
from engines.sheet.rules import find_sum
from engines.sheet.state import State, count_played, count_rounds, list_playing
from engines.values import Action, Breach, Seat

Numbers = Sequence[int | None]


def find_rounds(state: State, action: RoundAction | Bids) -> Rounds:
    """Return the rounds of the sheet that an action belongs to."""
    final = isinstance(action, Line) and action.final
    rounds = state.table.final if final else state.table.rounds
    return rounds or Rounds()


def list_numbers(action: Line | Bids | Made) -> list[Numbers]:
    """Return the lists by seat of a round."""
    if isinstance(action, Line):
        return [action.cells]
    return [action.bids] if isinstance(action, Bids) else [action.bids, action.made]


def T8_cells(state: State, action: Line | Bids | Made) -> Iterator[Breach]:
    """T8: a round has a cell for each seat that plays, or for each team, and for nobody else."""
    owners = list_round_owners(state, find_rounds(state, action))
    told = {seat for seat, n in enumerate(list_numbers(action)[0]) if n is not None}
    lacking = [Seat(seat) for seat in owners if seat not in told]
    beyond = [Seat(seat) for seat in sorted(told) if seat not in owners]
    if lacking:
        yield Breach("T8", data={"seats": lacking})
    if beyond:
        yield Breach("T8", "T8.beyond", {"seats": beyond})


def T8_seats(state: State, action: Pay | Sides | Declare | Places | Bonus) -> Iterator[Breach]:
    """T8: only who plays is named in a round; where an order is told, everybody is."""
    actor = (action.seat,) if action.seat >= 0 else ()
    named = list(dict.fromkeys((*actor, *action.other_seats())))
    playing = list_playing(state)
    beyond = [Seat(seat) for seat in named if seat not in playing]
    if beyond:
        yield Breach("T8", "T8.beyond", {"seats": beyond})
    if isinstance(action, Places) and find_rounds(state, action).cell == "place":
        lacking = [Seat(seat) for seat in playing if seat not in named]
        if lacking:
            yield Breach("T8", data={"seats": lacking})


def T3_round(state: State, action: Line) -> Iterator[Breach]:
    """T3: a number of a round is in its range, and a multiple of its step."""
    rounds = find_rounds(state, action)
    least = state.table.bound(0 if rounds.cell == "rest" else rounds.min, state.seats)
    most = state.table.bound(rounds.max, state.seats)
    for seat, n in enumerate(action.cells):
        if n is None:
            continue
        data: dict[str, Any] = {"row": "title.rounds", "n": n, "seat": Seat(seat)}
        if least is not None and n < least:
            yield Breach("T3", "T3.least", {**data, "least": least})
        if most is not None and n > most:
            yield Breach("T3", "T3.most", {**data, "most": most})
        if n % rounds.step:
            yield Breach("T3", "T3.step", {**data, "step": rounds.step})


def T5_round(state: State, action: RoundAction) -> Iterator[Breach]:
    """T5: a round is told once, and there are so many."""
    final = isinstance(action, Line) and action.final
    told = next(
        (line for line in state.lines if (line.number, line.final) == (action.round, final)), None
    )
    if told is not None and told.action != action:
        yield Breach("T5", "T5.round", {"round": action.round}, at=(told.ply,))
    number = count_rounds(state)
    if not final and number is not None and action.round > number:
        yield Breach("T8", "T8.rounds", {"n": number})


def T10_round(state: State, action: Line | Bids | Made) -> Iterator[Breach]:
    """T10: what must add up does, over all seats of a round."""
    if isinstance(action, Line) and action.final:
        return
    rounds = find_rounds(state, action)
    lists = {"points": action.cells} if isinstance(action, Line) else {"bids": action.bids}
    if isinstance(action, Made):
        lists["made"] = action.made
    cards = count_cards(state, rounds, action.round)
    for rule, check in state.table.checks:
        numbers = lists.get(check.what)
        if numbers is None or (rounds.cell == "rest" and check.what == "points"):
            continue
        told = {seat: n for seat, n in enumerate(numbers) if n is not None}
        if told:
            yield from find_sum(state, rule, check, list(told.values()), list(told), cards)


def T12_rest(state: State, action: Line) -> Iterator[Breach]:
    """T12: one seat has nothing left in hand, and gets what the others hold."""
    rounds = find_rounds(state, action)
    if rounds.cell == "rest" and not action.final:
        out = [n for n in action.cells if n == 0]
        if len(out) != 1:
            yield Breach("T12", data={"n": len(out)})


def T12_sides(state: State, action: Sides) -> Iterator[Breach]:
    """T12: there are two sides, and what one loses divides among the other."""
    rounds = find_rounds(state, action)
    winners = len([seat for seat in list_playing(state) if seat in action.seats])
    losers = len(list_playing(state)) - winners
    if not winners or not losers:
        yield Breach("T12", "T12.sides")
        return
    larger, smaller = max(winners, losers), min(winners, losers)
    if rounds.value == "winner":
        larger, smaller = winners, losers
    if action.value * larger % smaller:
        yield Breach("T12", "T12.divides", {"n": action.value * larger, "seats": smaller})


def T12_paid(state: State, action: Pay) -> Iterator[Breach]:
    """T12: the doubles are those of the sheet, and the winner pays nothing."""
    known = find_rounds(state, action).doubles
    for words in action.factors.values():
        for word in words:
            if not word.isdecimal() and word not in known:
                yield Breach("T12", "T12.double", {"given": word})
    if action.seat in action.other_seats():
        yield Breach("T12", "T12.self", {"seat": Seat(action.seat)})


def T24_round(state: State, action: Action) -> Iterator[Breach]:
    """T24: nothing is scored after the end."""
    if is_over(state):
        yield Breach("T24")


def has_rounds_left(state: State) -> bool:
    """Return whether a round is still to be told."""
    number = count_rounds(state)
    return state.table.rounds is not None and (number is None or count_played(state) < number)


ROUND_RULES: Final[Mapping[type[Action], tuple[Callable[[Any, Any], Iterator[Breach]], ...]]] = {
    Line: (T3_round, T5_round, T8_cells, T10_round, T12_rest, T24_round),
    Bids: (T8_cells, T10_round, T24_round),
    Made: (T5_round, T8_cells, T10_round, T24_round),
    Pay: (T5_round, T8_seats, T12_paid, T24_round),
    Sides: (T5_round, T8_seats, T12_sides, T24_round),
    Declare: (T5_round, T8_seats, T24_round),
    Places: (T5_round, T8_seats, T24_round),
    Bonus: (T8_seats,),
}

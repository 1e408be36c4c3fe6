"""The points of a round, cell by cell (T8, T11, T12, T13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod

from engines.sheet.actions import Declare, Line, Made, Pay, Places, RoundAction, Sides
from engines.sheet.format import Carry, Case, Rounds
from engines.sheet.state import ROUNDS, State, list_playing
from engines.values import SEAT_LETTERS, Seat, Term

RULE = "R.rounds"


def list_round_owners(state: State, rounds: Rounds) -> list[int]:
    """Return who has a cell of a round: the seats that play, or one seat of each team."""
    playing = list_playing(state)
    if rounds.per == "team" and state.table.teams:
        return [team[0] for team in state.table.teams if any(seat in playing for seat in team)]
    return playing


def count_cards(state: State, rounds: Rounds, number: int) -> int:
    """Return the cards of a hand in a round, 0 where the sheet does not say."""
    cards = rounds.cards
    if cards is None:
        return 0
    if cards == "round":
        return number
    if isinstance(cards, tuple):
        return cards[min(number, len(cards)) - 1] if cards else 0
    return state.table.number(cards, state.seats)


def list_round_terms(state: State, rounds: Rounds, action: RoundAction) -> Iterator[Term]:
    """Yield the terms of a round, each with the seat that gets it."""
    match action:
        case Line():
            yield from list_line_terms(state, rounds, action)
        case Made():
            yield from list_made_terms(state, rounds, action)
        case Pay():
            yield from list_pay_terms(state, action)
        case Sides():
            yield from list_side_terms(state, rounds, action)
        case Declare():
            yield from list_declared_terms(state, rounds, action)
        case Places():
            yield from list_place_terms(state, rounds, action)


def make_term(label: str, n: int, seat: int, rule: str = RULE, **data: object) -> Term:
    """Return a term of a round."""
    return Term(label, n, rule, data={"seat": Seat(seat), **data})


def list_line_terms(state: State, rounds: Rounds, action: Line) -> Iterator[Term]:
    """Yield a number for each seat; of what remained in hand, who has nothing left gets the sum."""
    told = {seat: n for seat, n in enumerate(action.cells) if n is not None}
    if rounds.cell != "rest":
        for seat, n in told.items():
            yield make_term("line.points", n, seat)
        return
    out = [seat for seat, n in told.items() if n == 0]
    for seat, n in told.items():
        if seat in out[:1]:
            yield make_term("line.rest", sum(told.values()), seat)
        elif rounds.losers == "minus":
            yield make_term("line.rest.minus", -n, seat)


def find_case(rounds: Rounds, bid: int, made: int) -> Case | None:
    """Return the first case that fits a bid and what was made (T11)."""
    fits = {
        "zero-kept": bid == 0 == made,
        "zero-lost": bid == 0 != made,
        "exact": made == bid,
        "reached": made >= bid,
        "over": made > bid,
        "missed": made != bid,
    }
    return next((case for case in rounds.score if fits[case.when]), None)


def list_quantities(
    state: State, rounds: Rounds, number: int, bid: int, made: int
) -> dict[str, int]:
    """Return what the coefficients of a case multiply, by name."""
    return {
        "base": 1,
        "bid": bid,
        "made": made,
        "off": abs(made - bid),
        "over": max(made - bid, 0),
        "under": max(bid - made, 0),
        "round": number,
        "cards": count_cards(state, rounds, number),
    }


def list_made_terms(state: State, rounds: Rounds, action: Made) -> Iterator[Term]:
    """Yield the coefficients of the case of every bid, the bonus, and the tallies (T11, T13)."""
    for seat, (bid, made) in enumerate(zip(action.bids, action.made, strict=True)):
        if bid is None or made is None:
            continue
        case = find_case(rounds, bid, made)
        counted = list_quantities(state, rounds, action.round, bid, made)
        for field, n in counted.items() if case is not None else ():
            factor = state.table.number(getattr(case, field), state.seats)
            if factor * n:
                data = {"factor": factor, "count": n}
                yield make_term(f"line.case.{field}", factor * n, seat, "T11", **data)
        bonus = action.bonus.get(SEAT_LETTERS[seat], 0)
        if bonus and case is not None and case.extra:
            yield make_term("line.bonus", bonus, seat, "T11")
        for carry in rounds.carry:
            _left, times = add_tally(state, carry, action, seat, counted[carry.of])
            if times:
                n = times * state.table.number(carry.points, state.seats)
                yield make_term("line.carry", n, seat, "T13", carry=f"carry.{carry.id}")


def add_tally(state: State, carry: Carry, action: Made, seat: int, n: int) -> tuple[int, int]:
    """Return what is left of a tally after a round, and how often it came to its limit in it."""
    every = max(state.table.number(carry.every, state.seats), 1)
    total = count_tally(state, carry, seat, action.round) + n
    return total % every, total // every


def count_tally(state: State, carry: Carry, seat: int, before: int | None = None) -> int:
    """Return a tally of a seat, before a round where one is named (T13)."""
    rounds = state.table.rounds
    every = max(state.table.number(carry.every, state.seats), 1)
    total = 0
    for line in state.lines:
        action = line.action
        if isinstance(action, Made) and rounds is not None and line.number != before:
            bid, made = action.bids[seat], action.made[seat]
            if bid is not None and made is not None:
                total += list_quantities(state, rounds, line.number, bid, made)[carry.of]
    return total % every


def list_pay_terms(state: State, action: Pay) -> Iterator[Term]:
    """Yield what every loser pays the winner (T12): doubled from the third go on."""
    value = (action.base + action.go) * 2 ** max(action.go - 2, 0)
    gained = 0
    for seat in list_playing(state):
        if seat == action.seat:
            continue
        letter = SEAT_LETTERS[seat]
        factor = prod(int(f) if f.isdecimal() else 2 for f in action.factors.get(letter, ()))
        n = action.paid.get(letter, value * factor)
        gained += n
        yield make_term("line.pay", -n, seat, value=value, factor=factor)
    yield make_term("line.paid", gained, action.seat)


def list_side_terms(state: State, rounds: Rounds, action: Sides) -> Iterator[Term]:
    """Yield what each side gains or loses (T12): each seat of the larger side the value, those of
    the smaller side share the opposite."""
    winners = [seat for seat in list_playing(state) if seat in action.seats]
    losers = [seat for seat in list_playing(state) if seat not in action.seats]
    larger, smaller = (winners, losers) if len(winners) >= len(losers) else (losers, winners)
    if rounds.value == "winner":
        larger, smaller = winners, losers
    if not larger or not smaller:
        return
    sign = 1 if larger is winners else -1
    for seat in larger:
        yield make_term("line.side", sign * action.value, seat)
    shared = action.value * len(larger) // len(smaller)
    for seat in smaller:
        yield make_term("line.side", -sign * shared, seat)


def list_declared_terms(state: State, rounds: Rounds, action: Declare) -> Iterator[Term]:
    """Yield the declarer's value, lost so many times over, and what goes with it (T12)."""
    lost = action.value < 0
    if lost:
        factor = state.table.number(rounds.lost, state.seats)
        yield make_term("line.lost", -action.value * factor, action.seat, factor=factor)
    else:
        yield make_term("line.won", action.value, action.seat)
    for extra in rounds.extra:
        if not state.table.has(extra.only, state.seats):
            continue
        n = state.table.number(extra.points, state.seats)
        if extra.on == ("lost" if lost else "won"):
            yield make_term("line.declared", n, action.seat)
        elif extra.on == "others" and lost:
            for seat in list_playing(state):
                if seat != action.seat:
                    yield make_term("line.declared", n, seat)


def list_place_terms(state: State, rounds: Rounds, action: Places) -> Iterator[Term]:
    """Yield the points of who has won a round, or of each place in it."""
    points = [state.table.number(n, state.seats) for n in rounds.points]
    for place, seat in enumerate(action.seats):
        at = 0 if rounds.cell == "winner" else place
        if at < len(points):
            yield make_term("line.place", points[at], seat, place=place + 1)


def add_points(terms: Sequence[Term]) -> Mapping[int, int]:
    """Return the points of a round by seat."""
    found: dict[int, int] = {}
    for term in terms:
        seat = int(term.data["seat"])
        found[seat] = found.get(seat, 0) + term.n
    return found


def place_of_rounds(seat: int) -> str:
    """Return the place in which the points of a seat's rounds lie."""
    return f"{SEAT_LETTERS[seat]}.{ROUNDS}"

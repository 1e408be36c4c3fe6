"""The prompts for rounds, and the legal rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.sheet.actions import Bids, Declare, End, Line, Made, Pay, Places, Sides
from engines.sheet.format import Rounds
from engines.sheet.rounds import count_cards, list_round_owners
from engines.sheet.rules import list_sums
from engines.sheet.rules_rounds import has_rounds_left
from engines.sheet.state import State, count_rounds, find_dealer, find_number, list_playing
from engines.values import TABLE, Choice, OpenNumber, Prompt, Seat

SPAN = 30
"""How many steps beyond its least a number is tried where it has no limit."""

VERBS = {
    "points": "line",
    "rest": "line",
    "bid": "made",
    "pay": "pay",
    "sides": "sides",
    "declarer": "declare",
    "winner": "places",
    "place": "places",
}
"""The cell of rounds to the action that tells one."""


def list_round_prompts(state: State) -> Iterator[Prompt]:
    """Yield the prompt for the round that is played, or for the final one."""
    rounds, final = state.table.rounds, state.table.final
    if rounds is not None and rounds.cell != "rows" and has_rounds_left(state):
        number, dealer = find_number(state), find_dealer(state)
        data: dict[str, object] = {"round": number, "cards": count_cards(state, rounds, number)}
        ask = f"ask.round.{rounds.cell}"
        if rounds.cell == "bid" and state.bids is not None:
            ask = "ask.round.made"
        if dealer is not None:
            data["dealer"] = Seat(dealer)
            ask = f"{ask}.dealt" if ask in DEALT else ask
        verbs = [VERBS[rounds.cell], *(["bids"] if ask.startswith("ask.round.bid") else [])]
        if count_rounds(state) is None:
            verbs.append("end")
        yield Prompt(TABLE, ask, tuple(verbs), data=data)
    elif final is not None and not any(line.final for line in state.lines):
        yield Prompt(TABLE, "ask.final", ("line",))


DEALT = frozenset({"ask.round.bid"})
"""Prompts that say who deals."""


def round_choices(state: State, prompt: Prompt) -> Iterator[Choice]:
    """Yield the legal rounds, with the numbers that are open in them."""
    final = prompt.ask == "ask.final"
    rounds = state.table.final if final else state.table.rounds
    if rounds is None:
        return
    if "end" in prompt.verbs:
        yield Choice(End())
    number = 0 if final else find_number(state)
    owners = list_round_owners(state, rounds)
    playing = list_playing(state)
    if rounds.cell in ("points", "rest"):
        yield from line_choices(state, rounds, owners, number, final=final)
    elif rounds.cell == "bid":
        yield from bid_choices(state, rounds, owners, number)
    for seat in playing:
        if rounds.cell == "pay":
            yield Choice(
                Pay(seat=seat, base=1, round=number), numbers=(make_number("base", 1, 20),)
            )
        elif rounds.cell == "declarer":
            for least, most in ((1, 100), (-100, -1)):
                declared = Declare(seat=seat, value=least, round=number)
                yield Choice(declared, numbers=(make_number("value", least, most),))
        elif rounds.cell == "winner":
            yield Choice(Places(seats=(seat,), round=number))
        elif rounds.cell == "place":
            at = playing.index(seat)
            order = (*playing[at:], *playing[:at])
            yield Choice(Places(seats=order, round=number))
        elif rounds.cell == "sides" and len(playing) > 1:
            yield from side_choices(rounds, playing, seat, number)


def make_number(field: str, least: int, most: int, at: int = -1, step: int = 1) -> OpenNumber:
    """Return an open number of a choice."""
    return OpenNumber(field, at, least, most, step)


def side_choices(
    rounds: Rounds, playing: Sequence[int], seat: int, number: int
) -> Iterator[Choice]:
    """Yield who may win together: a seat alone, and half of them."""
    half = len(playing) // 2
    teams = {(seat,), tuple(playing[:half])} if len(playing) % 2 == 0 else {(seat,)}
    for winners in sorted(teams):
        others = len(playing) - len(winners)
        larger, smaller = max(len(winners), others), min(len(winners), others)
        if rounds.value == "winner":
            larger, smaller = len(winners), others
        step = 1 if larger % smaller == 0 else smaller
        sides = Sides(seats=winners, value=step, round=number)
        yield Choice(sides, numbers=(make_number("value", step, 10 * step, step=step),))


def line_choices(
    state: State, rounds: Rounds, owners: Sequence[int], number: int, *, final: bool
) -> Iterator[Choice]:
    """Yield the numbers of a round: free ones, or those that add up as a check wants it."""
    if rounds.cell == "rest":
        for out in owners:
            cells = tuple(
                0 if seat == out else 1 if seat in owners else None for seat in range(state.seats)
            )
            numbers = tuple(make_number("cells", 1, 40, seat) for seat in owners if seat != out)
            yield Choice(Line(cells=cells, round=number, final=final), numbers=numbers)
        return
    sums = [
        n for _rule, c in state.table.checks if c.what == "points" for n in list_sums(state, c, 0)
    ]
    if sums and not final:
        for total in dict.fromkeys(sums):
            yield from sum_choices(state, rounds, owners, number, total)
        return
    least, most = find_round_span(state, rounds)
    cells = tuple(least if seat in owners else None for seat in range(state.seats))
    numbers = tuple(make_number("cells", least, most, seat, rounds.step) for seat in owners)
    yield Choice(Line(cells=cells, round=number, final=final), numbers=numbers)


def find_round_span(state: State, rounds: Rounds) -> tuple[int, int]:
    """Return the least and the most that is tried for a number of a round."""
    step = rounds.step
    least = state.table.bound(rounds.min, state.seats)
    most = state.table.bound(rounds.max, state.seats)
    if least is None:
        least = min(0, most or 0)
    first = -(-least // step) * step
    return first, max(first, first + SPAN * step if most is None else most)


def sum_choices(
    state: State, rounds: Rounds, owners: Sequence[int], number: int, total: int
) -> Iterator[Choice]:
    """Yield numbers that add up to a sum: shared by so few seats as can hold it."""
    most = state.table.bound(rounds.max, state.seats)
    least = state.table.bound(rounds.min, state.seats)
    for first in range(len(owners)):
        order = [*owners[first:], *owners[:first]]
        left, found = total, dict.fromkeys(order, 0)
        for seat in order:
            n = left if most is None else min(left, most)
            n = n if least is None else max(n, least)
            found[seat] = n
            left -= n
        if left == 0:
            cells = tuple(found.get(seat) for seat in range(state.seats))
            yield Choice(Line(cells=cells, round=number))


def bid_choices(
    state: State, rounds: Rounds, owners: Sequence[int], number: int
) -> Iterator[Choice]:
    """Yield bids with what was made: all of it by one, as many bids as there are cards."""
    cards = count_cards(state, rounds, number) or SPAN
    checked = {check.what for _rule, check in state.table.checks}
    told = state.bids if state.bids is not None and state.bids.round == number else None
    for taker in owners:
        made = tuple(
            None if seat not in owners else cards if seat == taker else 0
            for seat in range(state.seats)
        )
        bids = tuple(None if seat not in owners else 0 for seat in range(state.seats))
        numbers = tuple(make_number("bids", 0, cards, seat) for seat in owners)
        if told is not None:
            yield Choice(Made(bids=told.bids, made=made, round=number))
        else:
            free = () if "bids" in checked else numbers
            yield Choice(Made(bids=bids, made=made, round=number), numbers=free)
            yield Choice(Bids(bids=bids, round=number), numbers=free, weight=0)

"""The prompts of a state, and the legal choices in answer to a prompt."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import factorial

from engines.machi_koro.actions import (
    AGAIN,
    Actual,
    Build,
    Decline,
    Keep,
    Pass,
    Reroll,
    Result,
    Roll,
    Swap,
    Tv,
)
from engines.machi_koro.catalog import (
    CARDS,
    COST,
    DICE,
    LANDMARKS,
    SUPPLY,
    TV_STATION,
)
from engines.machi_koro.state import (
    BUILT_OF,
    CARDS_OF,
    KEEP,
    REROLL,
    ROLL,
    State,
    count_allowed_dice,
    count_coins,
    find_copy_limit,
    list_dice_counts,
    list_swappable,
)
from engines.seating import list_others, list_present
from engines.values import TABLE, Choice, Prompt, Seat


def list_prompts(state: State) -> tuple[Prompt, ...]:
    """Return the prompts of a state. Purple cards are used in any order (M29)."""
    if state.over:
        return ()
    if state.level == "results":
        return (Prompt(TABLE, "ask.result", ("result",)),)
    seat = Seat(state.turn)
    if state.phase in (ROLL, REROLL):
        counts = find_dice_counts(state)
        ask = "ask.reroll" if state.phase == REROLL else "ask.roll"
        if counts.stop > 2:
            ask += ".two"
        return (Prompt(TABLE, ask, ("roll",), data={"seat": seat}),)
    if state.phase == KEEP:
        data = {"seat": seat, "total": state.total}
        return (Prompt(state.turn, "ask.keep", ("keep", "reroll"), data=data),)
    if state.pending:
        return tuple(purple_prompt(state, card) for card in state.pending)
    ask = "ask.build" if state.again is not None else "ask.build.again"
    data = {"seat": seat, "coins": count_coins(state, state.turn), "total": state.total}
    return (Prompt(state.turn, ask, ("build", "pass"), data=data),)


def purple_prompt(state: State, card: str) -> Prompt:
    """Return the prompt for the choice that a purple card needs."""
    data = {"seat": Seat(state.turn)}
    if card == TV_STATION:
        return Prompt(state.turn, "ask.tv", ("tv",), data=data)
    if state.options.business_center == "must":
        return Prompt(state.turn, "ask.swap.must", ("swap",), data=data)
    return Prompt(state.turn, "ask.swap", ("swap", "decline"), data=data)


def choices(state: State, prompt: Prompt) -> Iterator[Choice]:
    """Yield the legal choices in answer to a prompt."""
    verb = prompt.verbs[0]
    if verb == "roll":
        yield from roll_choices(state)
    elif verb == "keep":
        yield Choice(Keep(seat=prompt.seat))
        yield Choice(Reroll(seat=prompt.seat))
    elif verb == "tv":
        for target in list_others(state, prompt.seat):
            yield Choice(Tv(seat=prompt.seat, target=target))
    elif verb == "swap":
        yield from swap_choices(state, prompt.seat)
        if "decline" in prompt.verbs:
            yield Choice(Decline(seat=prompt.seat))
    elif verb == "build":
        yield from build_choices(state, prompt.seat)
    elif verb == "result":
        for winner in list_present(state):
            sheet = (len(LANDMARKS) if seat == winner else None for seat in range(state.seats))
            yield Choice(Result(landmarks=tuple(sheet)))


def find_dice_counts(state: State) -> range:
    """Return the range of dice that the next roll can be made with (M7, M8)."""
    allowed = range(1, count_allowed_dice(state, state.turn) + 1)
    if state.phase != REROLL or state.options.reroll_dice == "free":
        return allowed
    first = list_dice_counts(state.dice, state.total)
    return range(first.start, max(first.start + 1, min(first.stop, allowed.stop)))


def roll_choices(state: State) -> Iterator[Choice]:
    """Yield every roll with its likelihood; any number of dice is equally likely."""
    counts = find_dice_counts(state)
    for n in counts:
        alike = DICE.faces ** (counts.stop - 1 - n)
        for dice in combinations_with_replacement(range(1, DICE.faces + 1), n):
            ways = factorial(n)
            for face in set(dice):
                ways //= factorial(dice.count(face))
            yield Choice(Roll(dice=dice), weight=ways * alike)


def swap_choices(state: State, seat: int) -> Iterator[Choice]:
    """Yield every exchange of two cards (M28)."""
    places = state.book.places
    for give in list_swappable(places, seat):
        for target in list_others(state, seat):
            for take in list_swappable(places, target):
                yield Choice(Swap(seat=seat, target=target, give=give, take=take))


def can_build(state: State, seat: int, card: str) -> bool:
    """Return whether a seat can pay for a card or landmark that it may still build."""
    if COST[card] > count_coins(state, seat):
        return False
    if card in LANDMARKS:
        return state.book.count(BUILT_OF[seat], card) <= 0
    most = find_copy_limit(card)
    owned = state.book.count(CARDS_OF[seat], card)
    return state.book.count(SUPPLY, card) > 0 and (most is None or owned < most)


def build_choices(state: State, seat: int) -> Iterator[Choice]:
    """Yield everything that can be built, and the pass (M31 to M35).

    Where the record cannot tell whether the roll was a double, each choice comes with another turn
    and without one (M39).
    """
    ends: tuple[Actual, ...] = ({},) if state.again is not None else ({AGAIN: 0}, {AGAIN: 1})
    for actual in ends:
        for card in (*CARDS, *LANDMARKS):
            if can_build(state, seat, card):
                yield Choice(Build(seat=seat, card=card, paid=COST[card], actual=actual))
        yield Choice(Pass(seat=seat, actual=actual))

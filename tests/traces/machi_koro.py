"""Traces of Machi Koro: every turn with its rolls, choices, income, build and the table after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.machi_koro import engine
from engines.machi_koro.actions import Build, Decline, Keep, Pass, Reroll, Roll, Swap, Tv
from engines.machi_koro.catalog import BOX, CARDS, COIN, COST, LANDMARKS, SUPPLY
from engines.machi_koro.state import (
    BUILT_OF,
    CARDS_OF,
    COINS_OF,
    KEEP,
    PURPLE,
    State,
)
from engines.values import Action, Setup
from tests.traces import Step, apply_checked, find_differences

FORMATS = ("machikoro-trace-1",)

OPTIONS = {
    "landmark_effects": "immediately",
    "amusement_chain": "unlimited",
    "reroll_dice": "free",
    "business_center": "must",
}
"""How the peer plays where editions differ."""


def replay(trace: dict[str, Any]) -> Iterator[Step]:
    """Yield the set-up, the income and the build of every turn, and the end."""
    state = open_traced(trace)
    spare = count_spare_cards(trace["initial"])
    yield Step("start", list(compare(trace["initial"], state, spare)))
    for turn in trace["turns"]:
        found: list[str] = []
        where = f"turn {turn['turn']}"
        found.extend(find_differences("player", turn["player"], state.turn))
        found.extend(find_differences("extra_turn", turn["extra_turn"], state.extra))
        state = apply_roll(state, turn, found)
        found.extend(compare(turn["after_income"], state, spare, turn=turn["player"]))
        yield Step(f"{where}, income", found)
        found = []
        state = apply_checked(engine, state, read_ending(turn), found)
        found.extend(compare(turn["after_build"], state, spare))
        found.extend(find_differences("extra_turn_earned", turn["extra_turn_earned"], state.extra))
        if not state.over and turn.get("next_player") is not None:
            found.extend(find_differences("next_player", turn["next_player"], state.turn))
        yield Step(f"{where}, build", found)
    yield Step("end", list(compare_end(trace, state)))


def open_traced(trace: dict[str, Any]) -> State:
    """Return the table before the first turn."""
    first = trace["initial"]["current"]
    return engine.open(Setup(seats=trace["players"], first=first, options=OPTIONS))


def read_actions(trace: dict[str, Any]) -> tuple[State, list[Action]]:
    """Return the table before the first turn and all actions of a trace."""
    start = state = open_traced(trace)
    actions: list[Action] = []
    for turn in trace["turns"]:
        for action in (*roll_actions(state, turn), read_ending(turn)):
            actions.append(action)
            state, _ = engine.apply(state, action)
    return start, actions


def count_spare_cards(initial: dict[str, Any]) -> dict[str, int]:
    """Return how many cards more our stacks have than the trace's at the start."""
    return {card.id: card.copies - initial["supply"].get(card.id, 0) for card in BOX.cards}


def apply_roll(state: State, turn: dict[str, Any], found: list[str]) -> State:
    """Return the state once a roll and all its choices have been applied."""
    rolls = 0
    for action in roll_actions(state, turn):
        rolls += isinstance(action, Roll)
        state = apply_checked(engine, state, action, found)
    if rolls != len(turn["rolls"]):
        found.append(f"{len(turn['rolls'])} rolls in the trace, {rolls} in ours")
    if state.phase == PURPLE:
        found.append(f"choices still open: {state.pending}")
    return state


def roll_actions(state: State, turn: dict[str, Any]) -> Iterator[Action]:
    """Yield the roll and what was chosen after it, in the order in which the peer did it."""
    seat = turn["player"]
    rolls = [Roll(dice=tuple(dice)) for dice in turn["rolls"]]
    waits = engine.apply(state, rolls[0])[0].phase == KEEP
    yield rolls[0]
    for choice in turn["choices"]:
        kind = choice["type"]
        if waits and kind != "reroll":
            yield Keep(seat=seat)
            waits = False
        if kind == "reroll":
            yield Reroll(seat=seat)
            yield from rolls[1:]
            waits = False
        elif kind == "tv_station":
            yield Tv(seat=seat, target=choice["target"])
        elif kind == "business_center":
            yield read_exchange(seat, choice)
    if waits:
        yield Keep(seat=seat)


def read_exchange(seat: int, choice: dict[str, Any]) -> Swap | Decline:
    """Return our action for an exchange. A choice without a card declined it."""
    if not choice.get("give"):
        return Decline(seat=seat)
    return Swap(seat=seat, target=choice["target"], give=choice["give"], take=choice["take"])


def read_ending(turn: dict[str, Any]) -> Action:
    """Return the action that ended a turn."""
    seat, built = turn["player"], turn["build"]
    if built is None:
        return Pass(seat=seat)
    return Build(seat=seat, card=built["id"], paid=COST[built["id"]])


def snapshot(state: State, spare: dict[str, int], turn: int | None) -> dict[str, Any]:
    """Return our state in the shape of a trace's."""
    book = state.book
    seats = range(state.seats)
    return {
        "current": state.turn if turn is None else turn,
        "coins": [book.count(COINS_OF[seat], COIN) for seat in seats],
        "establishments": [dict(book.holding(CARDS_OF[seat])) for seat in seats],
        "landmarks": [
            [item for item in LANDMARKS if book.count(BUILT_OF[seat], item)] for seat in seats
        ],
        "supply": {card: book.count(SUPPLY, card) - spare[card] for card in CARDS},
    }


def compare(
    theirs: dict[str, Any], state: State, spare: dict[str, int], turn: int | None = None
) -> Iterator[str]:
    """Yield every difference between a snapshot of the trace and our state.

    Whose turn it is after a build is told by the trace's next player, not by its snapshot.
    """
    ours = snapshot(state, spare, turn)
    for key, value in theirs.items():
        if key == "landmarks":
            value = [[item for item in LANDMARKS if item in built] for built in value]
        if key == "establishments":
            value = [{card: n for card, n in held.items() if n} for held in value]
        if key == "supply":
            value = {card: value.get(card, 0) for card in CARDS}
        if key != "current" or turn is not None:
            yield from find_differences(key, value, ours[key])


def compare_end(trace: dict[str, Any], state: State) -> Iterator[str]:
    """Yield every difference in the winner."""
    standing = engine.standing(state)
    wanted = [] if trace.get("winner") is None else [trace["winner"]]
    yield from find_differences("winners", wanted, list(standing.winners))
    yield from find_differences("over", bool(wanted), standing.over)

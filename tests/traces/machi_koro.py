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
    REROLL,
    State,
)
from engines.protocol import Action, Setup
from tests.traces import Step, act, differences

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
    first = trace["initial"]["current"]
    state = engine.open(Setup(seats=trace["players"], first=first, options=OPTIONS))
    spare = stacks(trace["initial"])
    yield Step("start", list(compare(trace["initial"], state, spare)))
    for turn in trace["turns"]:
        found: list[str] = []
        where = f"turn {turn['turn']}"
        found.extend(differences("player", turn["player"], state.turn))
        found.extend(differences("extra_turn", turn["extra_turn"], state.extra))
        state = roll_and_choose(state, turn, found)
        found.extend(compare(turn["after_income"], state, spare, turn=turn["player"]))
        yield Step(f"{where}, income", found)
        found = []
        state = build(state, turn, found)
        found.extend(compare(turn["after_build"], state, spare))
        found.extend(differences("extra_turn_earned", turn["extra_turn_earned"], state.extra))
        if not state.over and turn.get("next_player") is not None:
            found.extend(differences("next_player", turn["next_player"], state.turn))
        yield Step(f"{where}, build", found)
    yield Step("end", list(compare_end(trace, state)))


def stacks(initial: dict[str, Any]) -> dict[str, int]:
    """Return by how many cards our stacks are higher than the trace's at the start."""
    return {card.id: card.copies - initial["supply"].get(card.id, 0) for card in BOX.cards}


def roll_and_choose(state: State, turn: dict[str, Any], found: list[str]) -> State:
    """Return the table when the roll has been settled, in the order in which the peer did it."""
    seat = turn["player"]
    rolls = [tuple(dice) for dice in turn["rolls"]]
    state = act(engine, state, Roll(dice=rolls.pop(0)), found)
    for choice in turn["choices"]:
        match choice["type"]:
            case "reroll":
                state = act(engine, state, Reroll(seat=seat), found)
                state = act(engine, state, Roll(dice=rolls.pop(0)), found)
            case "keep_roll" if state.phase == KEEP:
                state = act(engine, state, Keep(seat=seat), found)
            case "tv_station":
                state = act(engine, state, Tv(seat=seat, target=choice["target"]), found)
            case "business_center":
                state = act(engine, state, exchange(seat, choice), found)
    if state.phase == KEEP:
        state = act(engine, state, Keep(seat=seat), found)
    if rolls or state.phase == REROLL:
        found.append(f"rolls: {len(rolls)} left over, phase {state.phase}")
    if state.phase == PURPLE:
        found.append(f"choices still open: {state.pending}")
    return state


def exchange(seat: int, choice: dict[str, Any]) -> Swap | Decline:
    """Return our action for an exchange; a choice that names no card left it out."""
    if not choice.get("give"):
        return Decline(seat=seat)
    return Swap(seat=seat, target=choice["target"], give=choice["give"], take=choice["take"])


def build(state: State, turn: dict[str, Any], found: list[str]) -> State:
    """Return the table when the turn is over."""
    seat, built = turn["player"], turn["build"]
    action: Action = Pass(seat=seat)
    if built is not None:
        action = Build(seat=seat, card=built["id"], paid=COST[built["id"]])
    after: State = act(engine, state, action, found)
    return after


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
            yield from differences(key, value, ours[key])


def compare_end(trace: dict[str, Any], state: State) -> Iterator[str]:
    """Yield every difference in the winner."""
    standing = engine.standing(state)
    wanted = [] if trace.get("winner") is None else [trace["winner"]]
    yield from differences("winners", wanted, list(standing.winners))
    yield from differences("over", bool(wanted), standing.over)

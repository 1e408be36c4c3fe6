"""The prompts of a match, and what is legal in answer: the tournament, and duels by their
results."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from engines.challengers.actions import Finalists, Refill, Trophy, Win
from engines.challengers.cards.catalog import (
    BOX,
    DISCARD,
    FINAL,
    PILE,
    PILE_LEVELS,
    ROBOT,
    TROPHIES,
    trophy_fans,
    trophy_round,
)
from engines.challengers.choices.deck import deck_choices, deck_prompt
from engines.challengers.choices.duel import duel_choices, duel_prompts
from engines.challengers.duel.results import can_keep_decks, reveal_range
from engines.challengers.ranking import are_rounds_played, find_hidden_trophies, rank_seats
from engines.challengers.state import (
    State,
    can_begin,
    find_starter,
    has_final,
    has_open_trophies,
    is_gone,
    is_in_deck_phase,
    name_side,
    planned_sides,
    short_side,
)
from engines.challengers.unseen import piles
from engines.values import TABLE, Choice, Prompt, Slot

USUAL_REVEALS = 15
"""About so many cards are revealed in a duel."""

COARSE = ("results", "summary")


def list_prompts(state: State) -> tuple[Prompt, ...]:
    """Return the prompts of all parks and deck phases.

    Facts of the table come first, among the duels the one last moved on. The backs of open trophies
    are asked for at once, those of hidden ones before the final.
    """
    if state.over:
        return ()
    prompts: list[Prompt] = []
    if has_open_trophies(state) or are_rounds_played(state):
        prompts += [
            trophy_prompt(state, side, round_) for side, round_ in find_hidden_trophies(state)
        ]
    if has_final(state) and are_rounds_played(state) and not state.finalists and not prompts:
        prompts.append(Prompt(TABLE, "ask.finalists", ("finalists",), FINAL))
    for park, duel in state.duels.items():
        if any(is_gone(state, side) for side in duel.sides):
            prompts.append(walkover_prompt(state, park, duel.sides))
        else:
            prompts += duel_prompts(state, park)
    for park in state.rounds:
        if can_begin(state, park):
            prompts += opening_prompts(state, park)
    if state.level not in COARSE:
        prompts = [*refill_prompts(state), *prompts, *deck_phase_prompts(state)]
    return tuple(prompts)


def refill_prompts(state: State) -> Iterator[Prompt]:
    """Yield a prompt for every pile that runs out while its tray holds cards (C35)."""
    if not state.options.refill_when_empty:
        for level in PILE_LEVELS:
            if (
                piles.pile_size(state.book, level) < BOX.draw
                and state.book.size(DISCARD[level]) > 0
            ):
                data = {"level": level}
                yield Prompt(TABLE, "ask.refill", ("refill",), PILE[level], True, data)


def trophy_prompt(state: State, side: str, round_: int) -> Prompt:
    """Return the prompt for the back of a side's trophy."""
    faces = list_trophy_faces(state, TROPHIES[side], round_) or list(BOX.trophies[round_])
    data = {"side": name_side(side), "round": round_, "letter": short_side(side), "fans": faces[0]}
    return Prompt(TABLE, "ask.trophy", ("trophy",), TROPHIES[side], data=data)


def opening_prompts(state: State, park: str) -> Iterator[Prompt]:
    """Yield the prompt of a park whose next duel can begin."""
    sides = planned_sides(state, park, state.rounds[park])
    data = {
        "park": park,
        "round": state.rounds[park],
        "one": name_side(sides[0]),
        "other": name_side(sides[1]),
    }
    if any(is_gone(state, side) for side in sides):
        if state.level in COARSE or all(is_ready(state, side) for side in sides):
            yield walkover_prompt(state, park, sides)
    elif state.level in COARSE:
        yield win_prompt(state, park, sides, data)
    elif all(is_ready(state, side) for side in sides):
        if find_starter(state, (sides[0], sides[1])) < 0:
            data["letter"] = short_side(sides[0])
            yield Prompt(TABLE, "ask.start", ("start",), park, data=data)
        else:
            first = sides[find_starter(state, (sides[0], sides[1]))]
            data = data | {"side": name_side(first)}
            yield Prompt(TABLE, "ask.first", ("reveal", "out", "win"), park, data=data)


def is_ready(state: State, side: str) -> bool:
    """Return whether nothing of a side's deck phase is still to be told."""
    return side == ROBOT or is_gone(state, side) or state.players[side].done


def walkover_prompt(state: State, park: str, sides: tuple[str, ...]) -> Prompt:
    """Return the prompt of a duel that is won without being played: one side has left (C98)."""
    (winner,) = (side for side in sides if not is_gone(state, side))
    loser = sides[1] if sides[0] == winner else sides[0]
    round_ = state.rounds[park]
    data: dict[str, Any] = {
        "park": park,
        "round": round_,
        "winner": name_side(winner),
        "loser": name_side(loser),
        "letter": short_side(winner),
    }
    if park == FINAL:
        return Prompt(TABLE, "ask.walkover.final", ("win",), park, data=data)
    worth = BOX.trophies.get(round_, (0,))
    faces = list_trophy_faces(state, f"{park}.trophies", round_) or list(worth)
    return Prompt(TABLE, "ask.walkover", ("win",), park, data=data | {"fans": faces[0]})


def win_prompt(state: State, park: str, sides: tuple[str, ...], data: dict[str, Any]) -> Prompt:
    """Return the prompt for the result of a duel, with an example; the final has no trophy."""
    winner = sides[0] if sides[0] != ROBOT else sides[1]
    ask = "ask.win" if state.level == "results" else "ask.win.summary"
    data |= {
        "letter": short_side(winner),
        "winner": name_side(winner),
        "starter": short_side(sides[1]),
    }
    if park == FINAL:
        return Prompt(TABLE, f"{ask}.final", ("win",), park, data=data)
    round_ = state.rounds[park]
    faces = list_trophy_faces(state, f"{park}.trophies", round_) or list(BOX.trophies[round_])
    return Prompt(TABLE, ask, ("win",), park, data=data | {"fans": faces[0]})


def deck_phase_prompts(state: State) -> Iterator[Prompt]:
    """Yield the prompts of the deck phases that are not over."""
    for side in state.players:
        if side != ROBOT and is_in_deck_phase(state, side) and not state.players[side].done:
            yield deck_prompt(state, side)


def choices(state: State, prompt: Prompt) -> Iterator[Choice]:
    """Yield what is legal in answer to a prompt."""
    if prompt.kind == "win":
        yield from win_choices(state, prompt.place)
    elif prompt.kind == "trophy":
        yield from trophy_choices(state, prompt)
    elif prompt.kind == "refill":
        yield Choice(Refill(level=prompt.data["level"]))
    elif prompt.kind == "finalists":
        yield from finalist_choices(state)
    elif prompt.kind in ("option", "remove"):
        yield from deck_choices(state, prompt.seat)
    else:
        yield from duel_choices(state, prompt)


def win_choices(state: State, park: str) -> Iterator[Choice]:
    """Yield the results of a park's next duel, with what may be on an open trophy."""
    duel = state.duels.get(park)
    sides = planned_sides(state, park, state.rounds[park]) if duel is None else duel.sides
    if any(is_gone(state, side) for side in sides):
        yield from walkover_choices(state, park, sides)
        return
    fans = (Slot("fans", dict.fromkeys(sides, 3), 0, 3),)
    worth: tuple[int | None, ...] = (None,)
    if has_open_trophies(state):
        worth = tuple(list_trophy_faces(state, f"{park}.trophies", state.rounds[park])) or worth
    kept = can_keep_decks(state, park)
    due = find_starter(state, (sides[0], sides[1]))
    firsts = sides if due < 0 else (sides[due],)
    for winner, loser in (sides, sides[::-1]):
        for trophy in worth if winner != ROBOT or state.seats == 1 else (None,):
            win: dict[str, Any] = {"park": park, "winner": winner, "loser": loser, "trophy": trophy}
            if state.level == "results":
                yield Choice(Win(**win, kept=kept), fans)
                continue
            for first in firsts:
                emptied = Win(**win, reason="deck", first=first)
                least, most = reveal_range(state, emptied) or (1, USUAL_REVEALS)
                reveals = min(max(USUAL_REVEALS, least), most)
                yield Choice(replace(emptied, reveals=reveals), fans)
                seats = {loser: 7}
                yield Choice(Win(**win, reason="bench", first=first, seats=seats), fans)


def walkover_choices(state: State, park: str, sides: tuple[str, ...]) -> Iterator[Choice]:
    """Yield the results of a duel that is won because somebody has left (C98)."""
    (winner,) = (side for side in sides if not is_gone(state, side))
    loser = sides[1] if sides[0] == winner else sides[0]
    worth: tuple[int | None, ...] = (None,)
    if has_open_trophies(state):
        worth = tuple(list_trophy_faces(state, f"{park}.trophies", state.rounds[park])) or worth
    kept = can_keep_decks(state, park)
    for trophy in worth:
        yield Choice(Win(park=park, winner=winner, loser=loser, trophy=trophy, kept=kept))


def list_trophy_faces(state: State, place: str, round_: int) -> list[int]:
    """Return the numbers of fans that may be on the back of a round's trophy in a place."""
    for item in state.book.holding(place):
        if trophy_round(item) == round_:
            faces = (
                (item,) if trophy_fans(item) is not None else state.book.list_possible_faces(item)
            )
            return sorted(fans for face in faces if (fans := trophy_fans(face)) is not None)
    return []


def trophy_choices(state: State, prompt: Prompt) -> Iterator[Choice]:
    """Yield what may be on the back of the trophy asked for."""
    side, round_ = prompt.place.partition(".")[0], int(prompt.data["round"])
    for fans in list_trophy_faces(state, prompt.place, round_):
        yield Choice(Trophy(of=side, round=round_, fans=fans))


def finalist_choices(state: State) -> Iterator[Choice]:
    """Yield the pairs that the table may decide on: seats even with the second best (C91)."""
    rows = rank_seats(state)
    bar = rows[1][0]
    sure = [side for key, side in rows if key > bar]
    even = [side for key, side in rows if key == bar]
    for rest in combinations(even, 2 - len(sure)):
        one, other = sorted((*sure, *rest))
        yield Choice(Finalists(sides=(one, other)))

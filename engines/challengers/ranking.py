"""How the seats stand while trophies may be hidden: fans, finalists, the end (C90 to C97)."""

from __future__ import annotations

from msgspec.structs import replace

from engines.challengers.cards.catalog import (
    BOX,
    FAN,
    FANS,
    FINAL,
    ROBOT,
    ROUNDS,
    TROPHIES,
    trophy_fans,
    trophy_round,
)
from engines.challengers.state import State, count_trophies, has_final, is_gone, latest_round


def fan_range(state: State, side: str) -> tuple[int, int]:
    """Return the fewest and the most fans that a side can have; hidden trophies make the
    difference."""
    least = most = state.book.count(FANS[side], FAN)
    for item, n in state.book.holding(TROPHIES[side]).items():
        fans = trophy_fans(item)
        worth = BOX.trophies.get(trophy_round(item), (0,))
        least += n * (min(worth) if fans is None else fans)
        most += n * (max(worth) if fans is None else fans)
    return least, most


def find_hidden_trophies(state: State) -> list[tuple[str, int]]:
    """Return (side, round) of every trophy whose back nobody has told, in the order of sides."""
    return [
        (side, trophy_round(item))
        for side in state.players
        if not is_gone(state, side)
        for item in sorted(state.book.holding(TROPHIES[side]), key=trophy_round)
        if trophy_fans(item) is None and trophy_round(item)
    ]


def are_rounds_played(state: State) -> bool:
    """Return whether all duels before the final are over."""
    return all(round_ > len(ROUNDS) for park, round_ in state.rounds.items() if park != FINAL)


def rank_seats(state: State) -> list[tuple[tuple[int, int, int], str]]:
    """Return ((fans, trophies, latest round), side) of every seat, best first (C90, C91), of those
    who have not left. A hidden trophy counts with the fewest fans that can be on it."""
    rows = [
        (
            (fan_range(state, side)[0], count_trophies(state, side), latest_round(state, side)),
            side,
        )
        for side in state.players
        if side != ROBOT and not is_gone(state, side)
    ]
    return sorted(rows, key=lambda row: row[0], reverse=True)


def find_finalists(state: State) -> tuple[str, ...]:
    """Return the two best seats (C91) in the order of seats, () while that cannot be said: duels
    are left to play, trophies are hidden, or seats are even in everything."""
    if not has_final(state) or not are_rounds_played(state) or find_hidden_trophies(state):
        return ()
    rows = rank_seats(state)
    if len(rows) < 2:
        return ()
    if len(rows) > 2 and rows[1][0] == rows[2][0]:
        return ()
    one, other = sorted((rows[0][1], rows[1][1]))
    return one, other


def is_over(state: State) -> bool:
    """Return whether the match is over: the final was played (C92); with one or two seats somebody
    leads by enough fans (C93, C97), or all rounds were played and all trophies shown."""
    if has_final(state):
        return f"{FINAL}.{len(ROUNDS) + 1}" in state.outcomes
    one, other = (fan_range(state, side) for side in state.players)
    if one[0] - other[1] >= BOX.lead or other[0] - one[1] >= BOX.lead:
        return True
    return are_rounds_played(state) and not find_hidden_trophies(state)


def find_new_finalists(state: State) -> State:
    """Return the table with its finalists anew after somebody left or came back (C98), unless the
    final has begun."""
    if FINAL in state.duels or state.over:
        return state
    return set_finalists(replace(state, finalists=()))


def close_match(state: State) -> State:
    """Return the table with the end of the match and the finalists, where they are certain now."""
    if not state.over and is_over(state):
        state = replace(state, over=True)
    return set_finalists(state)


def set_finalists(state: State) -> State:
    """Return the table with its finalists, where they are certain and the table named none."""
    if state.finalists or state.over or not has_final(state):
        return state
    found = find_finalists(state)
    return replace(state, finalists=found) if found else state

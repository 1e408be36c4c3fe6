"""The end of a duel and of the match: trophies, cleaning up, who has won (C60 to C97)."""

from __future__ import annotations

from msgspec.structs import replace

from engines.book import Booking
from engines.challengers.cards.catalog import (
    BOX,
    FAN,
    FANS,
    FINAL,
    ROBOT,
    ROUNDS,
    TROPHIES,
    trophy_fans,
    trophy_id,
    trophy_round,
)
from engines.challengers.state import (
    Outcome,
    Player,
    State,
    has_final,
)

TROPHY = "trophy"
"""What the log calls a trophy whose back nobody has seen."""


def end_duel(
    state: State,
    booking: Booking,
    outcome: Outcome,
    players: dict[str, Player],
    fans: int | None = None,
    *,
    hidden: bool = False,
) -> State:
    """Return the table after a duel: the trophy (C60, C96), the next round.

    `players` are the two sides before their next deck phase. `fans` is what is on the trophy,
    where that is told; `hidden`: the winner alone has seen it (C61).
    """
    park, round_ = outcome.park, outcome.round
    take_trophy(state, booking, outcome)
    secret = state.secret
    if fans is not None and park != FINAL:
        show_trophy(booking, outcome.winner, round_, fans)
        secret = (*secret, f"{outcome.winner}.{round_}") if hidden else secret
    if state.terms.consolation_fan:
        booking.move(1, FAN, "bank", FANS[outcome.loser], "C60")
    after = replace(
        state,
        book=booking.close(),
        players=state.players | players,
        duels={other: duel for other, duel in state.duels.items() if other != park},
        rounds=state.rounds | {park: round_ + 1},
        outcomes=state.outcomes | {f"{park}.{round_}": outcome},
        secret=secret,
    )
    return close_match(after)


def close_match(state: State) -> State:
    """Return the table with what follows from how things stand: the finalists, the end."""
    if not state.over and is_over(state):
        state = replace(state, over=True)
    return set_finalists(state)


def take_trophy(state: State, booking: Booking, outcome: Outcome) -> None:
    """C60, C96: the winner takes the park's trophy of the round; the robot's goes to the box,
    except when it plays alone against one seat. The log tells it where no action does."""
    place = f"{outcome.park}.trophies"
    for item in booking.places.get(place, {}):
        if trophy_round(item) == outcome.round:
            lost = outcome.winner == ROBOT and state.seats > 1
            target = "box" if lost else TROPHIES[outcome.winner]
            told = TROPHY if outcome.detail == "actions" else ""
            booking.move(1, item, place, target, "C96" if lost else "C60", told)
            return


def show_trophy(booking: Booking, side: str, round_: int, fans: int) -> None:
    """C60: learn what is on the back of a side's trophy of a round."""
    place = TROPHIES[side]
    for item in booking.places.get(place, {}):
        if trophy_round(item) == round_ and trophy_fans(item) is None:
            booking.learn(item, trophy_id(round_, fans), place, "C60")
            return


def start_round(player: Player, round_: int, loose: bool, size: int | None) -> Player:
    """Return a side with its next deck phase before it, and what is known of its deck."""
    return replace(
        player,
        loose=loose,
        size=size,
        round=max(player.round, round_) + 1,
        touched=False,
        done=False,
        option=None,
        picked=0,
        extra=(),
        offered=0,
        redrawn=None,
    )


def is_over(state: State) -> bool:
    """Return whether the match is over: the final was played (C92), or with one or two seats
    somebody leads by so much (C93, C97), or all rounds were played and all trophies seen."""
    if has_final(state):
        return f"{FINAL}.{len(ROUNDS) + 1}" in state.outcomes
    one, other = (fan_range(state, side) for side in state.players)
    if one[0] - other[1] >= BOX.lead or other[0] - one[1] >= BOX.lead:
        return True
    return are_rounds_played(state) and not find_hidden_trophies(state)


def fan_range(state: State, side: str) -> tuple[int, int]:
    """Return the least and the most fans a side can have, as far as its trophies are known."""
    least = most = state.book.count(FANS[side], FAN)
    for item, n in state.book.holding(TROPHIES[side]).items():
        fans = trophy_fans(item)
        worth = BOX.trophies.get(trophy_round(item), (0,))
        least += n * (min(worth) if fans is None else fans)
        most += n * (max(worth) if fans is None else fans)
    return least, most


def find_hidden_trophies(state: State) -> list[tuple[str, int]]:
    """Return (side, round) of every trophy whose back nobody has said, sides in order."""
    return [
        (side, trophy_round(item))
        for side in state.players
        for item in sorted(state.book.holding(TROPHIES[side]), key=trophy_round)
        if trophy_fans(item) is None and trophy_round(item)
    ]


def are_rounds_played(state: State) -> bool:
    """Return whether all duels before the final are over."""
    return all(round_ > len(ROUNDS) for park, round_ in state.rounds.items() if park != FINAL)


def rank_seats(state: State) -> list[tuple[tuple[int, int, int], str]]:
    """Return ((fans, trophies, highest round), seat) for every seat, best first (C90, C91).

    A hidden trophy counts with the least that can be on it."""
    rows = []
    for side in state.players:
        if side != ROBOT:
            held = state.book.holding(TROPHIES[side])
            highest = max((trophy_round(item) for item in held), default=0)
            key = (fan_range(state, side)[0], sum(held.values()), highest)
            rows.append((key, side))
    return sorted(rows, key=lambda row: row[0], reverse=True)


def find_finalists(state: State) -> tuple[str, ...]:
    """Return the two best seats (C91), () while that cannot be said: trophies are hidden, or seats
    are even in everything."""
    if not has_final(state) or not are_rounds_played(state) or find_hidden_trophies(state):
        return ()
    rows = rank_seats(state)
    if len(rows) > 2 and rows[1][0] == rows[2][0]:
        return ()
    return rows[0][1], rows[1][1]


def set_finalists(state: State) -> State:
    """Return the table with its finalists once they are certain and nobody has named others."""
    if state.finalists or state.over or not has_final(state):
        return state
    found = find_finalists(state)
    return replace(state, finalists=found) if found else state

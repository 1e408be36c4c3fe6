"""Outcomes that people carry out by hand: who takes a trick."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.seating import list_present
from engines.values import SEAT_LETTERS, Action
from engines.wizard.actions import WINNER, Play
from engines.wizard.state import PlayedCard, State, count_players, decide_trick


def list_outcomes(state: State, action: Action) -> Iterator[Play]:
    """Yield the last card of a trick with every seat that did not take the trick (W37)."""
    if not isinstance(action, Play) or len(state.trick) + 1 != count_players(state):
        return
    plays = (*state.trick, PlayedCard(action.seat, action.card, state.ply))
    wins = decide_trick(state, plays)
    given = action.actual.get(WINNER)
    taker = SEAT_LETTERS[plays[wins.position].seat] if wins is not None else None
    for letter in (SEAT_LETTERS[seat] for seat in list_present(state)):
        if letter != given and (letter != taker or given is not None):
            yield replace(action, actual={**action.actual, WINNER: letter})

"""Who leaves and who joins, as the game of a match takes it."""

from __future__ import annotations

from typing import TypeAlias

from engines.protocol import Engine, S
from engines.values import Action, DecodeError, Move
from ledger.clerk import Clerk, Join, Leave
from replay.fold.line import Entry

Step: TypeAlias = Action | Leave | Join
"""What leads from one state to the next: an action, or somebody who leaves or joins."""


def change_seats(engine: Engine[S], state: S, clerk: Clerk) -> tuple[S, tuple[Move, ...]]:
    """Return the state after a clerk event, and the moves: most change nothing on the table.

    Raise DecodeError where nobody can leave or join so.
    """
    match clerk:
        case Leave():
            return engine.leave(state, clerk.seat)
        case Join():
            return engine.join(state, clerk.seat, clerk.points)
    return state, ()


def read_step(entry: Entry, action: Action | None, error: str = "") -> Step | None:
    """Return what an entry that is read as `action`, or with an `error`, does to the table; None
    for nothing."""
    if action is not None or error or entry.kind not in (Leave.type, Join.type):
        return action
    clerk = entry.clerk()
    assert isinstance(clerk, Leave | Join)  # noqa: S101
    return clerk


def take_step(engine: Engine[S], state: S, step: Step) -> tuple[S, tuple[Move, ...]]:
    """Return the state after a step, and the moves. Nobody leaves or joins who cannot there."""
    if isinstance(step, Action):
        return engine.apply(state, step)
    try:
        return change_seats(engine, state, step)
    except DecodeError:
        return state, ()

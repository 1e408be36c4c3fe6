"""Machi Koro: 2 to 4 seats, the base game, with an option wherever editions differ."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.choices import carried_out
from engines.game import Game
from engines.machi_koro import (
    apply,
    catalog,
    choices,
    log,
    notation,
    opening,
    rules,
    score,
    state,
    view,
    writing,
)
from engines.machi_koro.actions import ACTIONS, Keep, Result, Roll, Swap, Tv, parse_outcome
from engines.values import Action, DecodeError


class MachiKoro(Game):
    """The engine; see `engines.protocol.Engine` for what each part answers."""

    package = "engines.machi_koro"
    name = "machi-koro"
    seats = opening.SEATS
    options = opening.OPTIONS
    levels = opening.LEVELS
    verbs = {action.verb: action for action in ACTIONS}
    checks = rules.RULES
    endless = catalog.ENDLESS

    open = staticmethod(opening.open_table)
    catalog = staticmethod(catalog.list_pieces)
    awaits = staticmethod(choices.awaits)
    choices = staticmethod(choices.choices)
    apply = staticmethod(apply.apply)
    quote = staticmethod(score.quote)
    standing = staticmethod(score.standing)
    describe = staticmethod(log.describe)
    view = staticmethod(view.view)
    parse = staticmethod(notation.parse)
    write = staticmethod(writing.write)

    def admit(self, table: state.State, action: Action) -> None:
        """Raise DecodeError for a seat or a number of seats that this match does not have."""
        super().admit(table, action)
        if isinstance(action, Result) and len(action.landmarks) != table.seats:
            n = len(action.landmarks)
            raise DecodeError(f"result has {n} seats, the match {table.seats}")
        if isinstance(action, Tv | Swap) and action.target >= table.seats:
            raise DecodeError(f"no seat {action.target} in a match of {table.seats}")
        if isinstance(action, Roll | Keep):
            for name in action.actual:
                outcome = parse_outcome(name)
                if max(outcome.seat, outcome.payer or 0) >= table.seats:
                    raise DecodeError(f"no outcome {name} in a match of {table.seats}")

    def outcomes(self, table: state.State, action: Action) -> Iterator[Action]:
        """Yield the action with each line of its income forgotten or miscounted."""
        if isinstance(action, Roll | Keep | Tv):
            lines = score.list_income(table, replace(action, actual={}))
            yield from carried_out(action, {line.name: line.due for line in lines})


engine = MachiKoro()

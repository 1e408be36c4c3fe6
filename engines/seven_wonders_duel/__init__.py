"""7 Wonders Duel: 2 seats, the base game of 2015."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from engines.choices import carried_out
from engines.counts import Count
from engines.game import Game
from engines.seven_wonders_duel import (
    apply,
    catalog,
    choices,
    effects,
    log,
    notation,
    opening,
    rules,
    score,
    state,
    view,
    writing,
)
from engines.seven_wonders_duel.actions import ALL, Backs, Result, Reveal, SeatAction
from engines.values import TABLE, Action, DecodeError


class SevenWondersDuel(Game):
    """The engine; see `engines.protocol.Engine` for what each part answers."""

    package = "engines.seven_wonders_duel"
    name = "seven-wonders-duel"
    seats = opening.SEATS
    options = opening.OPTIONS
    levels = opening.LEVELS
    verbs = {action.verb: action for action in ALL}
    checks = rules.RULES
    endless = catalog.ENDLESS

    open = staticmethod(opening.open_table)
    catalog = staticmethod(catalog.pieces)
    awaits = staticmethod(choices.awaits)
    choices = staticmethod(choices.choices)
    apply = staticmethod(apply.apply)
    quote = staticmethod(score.quote)
    standing = staticmethod(score.standing)
    possible = staticmethod(state.possible)
    describe = staticmethod(log.describe)
    view = staticmethod(view.view)
    parse = staticmethod(notation.parse)
    write = staticmethod(writing.write)

    def admit(self, table: Any, action: Action) -> None:
        """Raise DecodeError for a seat that is not there, or the table's where a seat must act."""
        super().admit(table, action)
        if action.seat == TABLE and not isinstance(action, (Reveal, Backs, Result, Count)):
            raise DecodeError(f"{action.verb}: no seat acts")

    def outcomes(self, table: Any, action: Action) -> Iterator[Action]:
        """Yield the action with coins or shields forgotten or miscounted (D20)."""
        if isinstance(action, SeatAction):
            plain = replace(action, actual={})
            _, moves = self.apply(table, plain)
            came = effects.outcomes(moves, plain)
            due = {name: n for name, (n, _) in came.items() if name in action.outcomes}
            yield from carried_out(action, due)


engine = SevenWondersDuel()

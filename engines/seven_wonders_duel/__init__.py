"""7 Wonders Duel: 2 seats, the base game of 2015."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from engines.choices import vary_outcomes
from engines.modules import ModularGame, Modules
from engines.seven_wonders_duel import (
    apply,
    catalog,
    choices,
    effects,
    facts,
    log,
    opening,
    rules,
    score,
    view,
)
from engines.seven_wonders_duel.actions import GAME_ACTIONS, SeatAction
from engines.seven_wonders_duel.state import State, list_possible_faces
from engines.values import Action, Fact


class SevenWondersDuel(ModularGame[State]):
    """The engine; see `engines.protocol.Engine` for what each part answers."""

    package = "engines.seven_wonders_duel"
    name = "seven-wonders-duel"
    seats = opening.SEATS
    options = opening.OPTIONS
    levels = opening.LEVELS
    reserved_letters = "dfgkmptwx"
    verbs = {action.verb: action for action in GAME_ACTIONS}
    statuses = frozenset({"turn"})
    leaving = "D63"
    closed = "D64"
    checks = rules.RULES
    endless = catalog.ENDLESS

    modules = Modules(
        opening=opening,
        catalog=catalog,
        choices=choices,
        apply=apply,
        quote=score,
        score=score,
        log=log,
        view=view,
    )

    def list_facts(self, state: State) -> Iterator[Fact]:
        """Yield what can be said of the table now, with the words that ask for it."""
        yield from facts.list_facts(state)

    def is_untouched(self, state: State) -> bool:
        """Return whether a count lays out the position at which the record begins."""
        return not state.played

    def list_possible_faces(self, state: State, name: str) -> tuple[str, ...]:
        """Return the faces that an unknown piece may still have."""
        return list_possible_faces(state, name)

    def find_round(self, state: State, action: Action) -> int | None:
        """Return the age, 0 while the wonders are drafted."""
        return state.age

    def outcomes(self, state: Any, action: Action) -> Iterator[Action]:
        """Yield the action with each of its coins or shields forgotten or miscounted (D20)."""
        if isinstance(action, SeatAction):
            plain = replace(action, actual={})
            _, moves = self.apply(state, plain)
            came = effects.sum_outcomes(moves, plain)
            due = {name: n for name, (n, _) in came.items() if name in action.outcomes}
            yield from vary_outcomes(action, due)


engine = SevenWondersDuel()

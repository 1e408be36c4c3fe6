"""Machi Koro: 2 to 4 seats, the base game, with an option wherever editions differ."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.board import Board
from engines.choices import vary_outcomes
from engines.machi_koro import (
    apply,
    catalog,
    choices,
    log,
    opening,
    rules,
    score,
    view,
)
from engines.machi_koro.actions import ACTIONS, Keep, Roll, Tv
from engines.machi_koro.catalog import CARDS, COLOURS
from engines.machi_koro.state import State
from engines.modules import ModularGame, Modules
from engines.values import Action, Move


class MachiKoro(ModularGame[State]):
    """The engine; see `engines.protocol.Engine` for what each part answers."""

    package = "engines.machi_koro"
    name = "machi-koro"
    seats = opening.SEATS
    options = opening.OPTIONS
    levels = opening.LEVELS
    reserved_letters = "kpx"
    verbs = {action.verb: action for action in ACTIONS}
    statuses = frozenset({"turn"})
    leaving = "M45"
    joining = "M46"
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

    def view_dense(self, state: State, eyes: int | None) -> Board:
        """Return the board in fewer lines: coins and landmarks above the cards of each seat."""
        return self._name_left(state, view.view_dense(state, eyes))

    def is_untouched(self, state: State) -> bool:
        """Return whether a count lays out the position at which the record begins."""
        return not state.played

    def take_leave(self, state: State, seat: int) -> tuple[State, tuple[Move, ...]]:
        """Return the table after a person has left (M45): the turn goes on."""
        return apply.take_leave(state, seat)

    def take_seat(
        self, state: State, seat: int, points: int | None
    ) -> tuple[State, tuple[Move, ...]]:
        """Return the table after a person has sat down, with what everybody begins with (M46)."""
        return apply.take_seat(state, seat)

    def outcomes(self, state: State, action: Action) -> Iterator[Action]:
        """Yield the action with each line of its income forgotten or miscounted."""
        if isinstance(action, Roll | Keep | Tv):
            lines = score.list_income(state, replace(action, actual={}))
            yield from vary_outcomes(action, {line.name: line.due for line in lines})

    def list_quoted_rules(self, state: State, action: Action) -> tuple[str, ...]:
        """Return the ids of the rules of an action's terms; M12 where cards of two steps pay."""
        rules = super().list_quoted_rules(state, action)
        cards = {claim.card for claim in score.list_income(state, action)}
        steps = {COLOURS[CARDS[card].colour].step for card in cards if card in CARDS}
        return ("M12", *rules) if len(steps) > 1 else rules


engine = MachiKoro()

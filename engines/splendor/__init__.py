"""Splendor: 2 to 4 seats, the base game of 2014 with its tournament options."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.book import UNKNOWN
from engines.counts import Count, hide_faces
from engines.intents import Intent
from engines.modules import ModularGame, Modules
from engines.splendor import (
    apply,
    catalog,
    choices,
    log,
    opening,
    rules,
    score,
    upcasts,
    view,
)
from engines.splendor.actions import ACTIONS, Draw, SeatAction
from engines.splendor.state import RESERVED_OF, State
from engines.values import Action, Message, Move


class Splendor(ModularGame[State]):
    """The engine; see `engines.protocol.Engine` for what each part answers."""

    package = "engines.splendor"
    name = "splendor"
    seats = opening.SEATS
    options = opening.OPTIONS
    levels = opening.LEVELS
    reserved_letters = "fgknprtuwy"
    verbs = {action.verb: action for action in ACTIONS}
    upcasts = upcasts.UPCASTS
    statuses = frozenset({"turn"})
    leaving = "S21"
    joining = "S22"
    checks = rules.RULES

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

    def is_untouched(self, state: State) -> bool:
        """Return whether a count lays out the position at which the record begins."""
        return not state.played

    def take_leave(self, state: State, seat: int) -> tuple[State, tuple[Move, ...]]:
        """Return the table after a person has left (S21): tokens go back, the turn goes on."""
        return apply.take_leave(state, seat)

    def take_seat(
        self, state: State, seat: int, points: int | None
    ) -> tuple[State, tuple[Move, ...]]:
        """Return the table after a person has sat down, with nothing (S22)."""
        return replace(state, seats=max(state.seats, seat + 1), passes=0), ()

    def redact(self, state: State, action: Action, eyes: int) -> Action:
        """Return what `eyes` saw: a card drawn unseen is its owner's alone (S6e)."""
        if isinstance(action, Draw) and eyes != action.seat:
            return replace(action, card=UNKNOWN)
        if isinstance(action, Count):
            theirs = {place for seat, place in enumerate(RESERVED_OF) if seat != eyes}
            return hide_faces(state.book, action, theirs.__contains__)
        return action

    def describe_meant(self, action: Action, intent: Intent) -> Message:
        """Return what an action was: of a total that was counted, the total."""
        if isinstance(action, Count) and not action.status:
            return log.describe_meant(action, intent)
        return self.describe(action)

    def outcomes(self, state: State, action: Action) -> Iterator[Action]:
        """Yield the turn with its noble forgotten, and with every other noble's visit (S11)."""
        if isinstance(action, SeatAction):
            yield from apply.list_other_visits(state, action)


engine = Splendor()

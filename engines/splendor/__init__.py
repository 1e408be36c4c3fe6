"""Splendor: 2 to 4 seats, the base game of 2014 with its tournament options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from engines.book import UNKNOWN
from engines.game import Game
from engines.splendor import (
    apply,
    catalog,
    choices,
    log,
    names,
    notation,
    opening,
    rules,
    score,
    state,
    upcasts,
    view,
    writing,
)
from engines.splendor.actions import ACTIONS, Draw, Result, Reveal, SeatAction
from engines.values import Action, DecodeError, owner_of


class Splendor(Game):
    """The engine; see `engines.protocol.Engine` for what each part answers."""

    package = "engines.splendor"
    name = "splendor"
    seats = opening.SEATS
    options = opening.OPTIONS
    levels = opening.LEVELS
    verbs = {action.verb: action for action in ACTIONS}
    upcasts = upcasts.UPCASTS
    checks = rules.RULES

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
        if isinstance(action, Result) and len(action.points) != table.seats:
            raise DecodeError(f"result has {len(action.points)} seats, the match {table.seats}")
        if isinstance(action, Reveal) and action.place.endswith(".reserved"):
            if (owner_of(action.place) or 0) >= table.seats:
                raise DecodeError(f"no place {action.place} in a match of {table.seats}")

    def redact(self, table: state.State, action: Action, eyes: int) -> Action:
        """Return what `eyes` saw: a card drawn unseen is its owner's alone (S6e)."""
        if isinstance(action, Draw) and eyes != action.seat:
            return replace(action, card=UNKNOWN)
        return action

    def outcomes(self, table: state.State, action: Action) -> Iterator[Action]:
        """Yield the turn with its noble forgotten, and with every other noble's visit (S11)."""
        if isinstance(action, SeatAction):
            yield from apply.list_other_visits(table, action)

    def called(self) -> Mapping[str, tuple[str, ...]]:
        """Return what everything goes by, the letters on the board included."""
        return names.called((*super().called(), *names.SHORT))


engine = Splendor()

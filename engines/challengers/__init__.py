"""Challengers!: 1 to 8 seats, a tournament of duels that run side by side."""

from __future__ import annotations

from collections.abc import Mapping

from engines.challengers import (
    apply,
    bookings,
    choices,
    notation,
    opening,
    rules,
    score,
    state,
    view,
)
from engines.challengers.actions import ACTIONS
from engines.challengers.cards import catalog
from engines.challengers.cards.collection import card_sets
from engines.challengers.duel import quote
from engines.challengers.rules import admission
from engines.challengers.unseen import decks, redaction
from engines.challengers.view import log
from engines.game import Game
from engines.values import Action, Piece


class Challengers(Game):
    """The engine; see `engines.protocol.Engine` for what each part answers."""

    package = "engines.challengers"
    name = "challengers"
    seats = opening.SEATS
    options = opening.OPTIONS
    levels = opening.LEVELS
    verbs = {action.verb: action for action in ACTIONS}
    endless = bookings.ENDLESS
    checks = rules.RULES
    card_sets = card_sets

    open = staticmethod(opening.open_table)
    catalog = staticmethod(catalog.list_pieces)
    awaits = staticmethod(choices.awaits)
    choices = staticmethod(choices.choices)
    apply = staticmethod(apply.apply)
    quote = staticmethod(quote.quote)
    standing = staticmethod(score.standing)
    describe = staticmethod(log.describe)
    view = staticmethod(view.view)
    parse = staticmethod(notation.parse)
    write = staticmethod(notation.write)

    def admit(self, table: state.State, action: Action) -> None:
        """Raise DecodeError for an action that speaks of what this match does not have."""
        super().admit(table, action)
        admission.admit_action(table, action)

    def redact(self, table: state.State, action: Action, eyes: int) -> Action:
        """Return what `eyes` saw: picks and removals are secret (C31), looks (C83), and trophies
        that the winner keeps to itself (C61)."""
        return redaction.redact(table, action, eyes)

    def possible(self, table: state.State, name: str) -> tuple[str, ...]:
        """Return the faces that an unknown card may still have."""
        return decks.possible_faces(bookings.open_booking(table), table.extra, name)

    def own_names(self, table: state.State, lang: str) -> Mapping[str, str]:
        """Return the names of the cards that the box does not have, or not by that name."""
        return {
            item: (card.name_ko if lang == "ko" else "") or card.name
            for item, card in table.extra.items()
            if item not in catalog.CARDS or card.name != catalog.CARDS[item].name
        }

    def own_pieces(self, table: state.State) -> tuple[Piece, ...]:
        """Return the cards that the box does not have, or has otherwise."""
        return catalog.list_cards(table.extra) if table.extra else ()


engine = Challengers()

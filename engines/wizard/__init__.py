"""Wizard: 3 to 6 seats, with its variants, hands that nobody told, and every level of recording."""

from __future__ import annotations

from msgspec.structs import replace

from engines.book import UNKNOWN
from engines.game import Game
from engines.values import SEAT_LETTERS, Action, DecodeError
from engines.wizard import (
    apply,
    catalog,
    choices,
    knowledge,
    log,
    notation,
    opening,
    rules,
    score,
    state,
    view,
    writing,
)
from engines.wizard.actions import (
    ACTIONS,
    WINNER,
    Bids,
    Flip,
    Hand,
    Play,
    Result,
    Round,
    Tricks,
)


class Wizard(Game):
    """The engine; see `engines.protocol.Engine` for what each part answers.

    `Setup.first` is the seat that deals the first round (W6).
    """

    package = "engines.wizard"
    name = "wizard"
    seats = opening.SEATS
    options = opening.OPTIONS
    levels = opening.LEVELS
    verbs = {action.verb: action for action in ACTIONS}
    endless = catalog.ENDLESS
    checks = rules.RULES

    open = staticmethod(opening.open_table)
    catalog = staticmethod(catalog.pieces)
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
        """Raise DecodeError for seats, numbers of seats and cards that this match does not have."""
        super().admit(table, action)
        for numbers in numbers_of(action):
            if len(numbers) != table.seats:
                raise DecodeError(f"{action.verb}: {len(numbers)} numbers for {table.seats} seats")
        there = SEAT_LETTERS[: table.seats]
        for outcome, value in getattr(action, "actual", {}).items():
            if (value if outcome == WINNER else outcome) not in there:
                raise DecodeError(f"no seat {value} in a match of {table.seats}")
        for card in cards_of(action):
            if not state.in_box(table, card):
                raise DecodeError(f"no card {card} in this match")

    def possible(self, table: state.State, name: str) -> tuple[str, ...]:
        """Return the faces that an unknown piece may still have, as far as play has shown."""
        return knowledge.possible(table, name)

    def redact(self, table: state.State, action: Action, eyes: int) -> Action:
        """Return what `eyes` saw: a hand is its owner's, on the forehead everybody else's (V4)."""
        if isinstance(action, Hand):
            seen = knowledge.sees(eyes, action.seat, forehead=action.forehead)
            n = sum(action.cards.values())
            return action if seen or not n else replace(action, cards={UNKNOWN: n})
        return action


def numbers_of(action: Action) -> tuple[tuple[int, ...], ...]:
    """Return the lists of an action that must have a number for every seat."""
    match action:
        case Round():
            return action.bids, action.tricks
        case Bids():
            return (action.bids,)
        case Tricks():
            return (action.tricks,)
        case Result():
            return (action.points,)
    return ()


def cards_of(action: Action) -> tuple[str, ...]:
    """Return the cards that an action speaks of."""
    match action:
        case Hand():
            return tuple(action.cards)
        case Flip() | Play():
            return (action.card,)
    return ()


engine = Wizard()

"""Wizard: 3 to 6 seats, with its variants, hidden hands, and every level of recording."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from engines.book import UNKNOWN
from engines.counts import Count, hide_faces
from engines.game import make_seat_error
from engines.modules import ModularGame, Modules, Status
from engines.values import SEAT_LETTERS, Action, DecodeError, Fact, Move
from engines.wizard import (
    apply,
    catalog,
    choices,
    facts,
    knowledge,
    log,
    opening,
    outcomes,
    rules,
    score,
    view,
)
from engines.wizard.actions import (
    ACTIONS,
    WINNER,
    Flip,
    Hand,
    Play,
)
from engines.wizard.state import State, find_lead, is_in_match, is_round_untouched
from engines.wizard.tricks import is_stray


class Wizard(ModularGame[State]):
    """The engine; see `engines.protocol.Engine` for what each part answers.

    `Setup.first` is the seat that deals the first round (W6).
    """

    package = "engines.wizard"
    name = "wizard"
    seats = opening.SEATS
    options = opening.OPTIONS
    levels = opening.LEVELS
    round_panels = frozenset({"panel.pad"})
    reserved_letters = "ghjnprtwxyz"
    verbs = {action.verb: action for action in ACTIONS}
    endless = catalog.ENDLESS
    statuses = frozenset({"turn", "dealer", "round"})
    leaving = "R6"
    joining = "R7"
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
        return not state.pad and is_round_untouched(state)

    def read_status(self, state: State, field: str) -> int:
        """Return the seat on turn, the dealer, or the round that is running."""
        return state.number if field == "round" else int(getattr(state, field))

    def count_rounds(self, state: State) -> int:
        """Return how many rounds the match has."""
        return len(state.table.cards)

    def set_status(self, state: State, status: Mapping[str, int]) -> Status[State]:
        """Return the table at the start of a round, with a dealer, or with a seat on turn."""
        return Status(*apply.set_status(state, status))

    def list_left(self, state: State) -> tuple[int, ...]:
        """Return the seats whose people have left; who waits for the next round is there."""
        left = state.left
        return tuple(seat for seat in left if seat not in state.waiting) if left else ()

    def check_newcomer(self, state: State) -> None:
        """Raise DecodeError where nobody new can join: in the colour war (R7)."""
        if state.table.war:
            raise DecodeError(
                "in the colour war nobody new joins: every seat needs its own folk ({rule})",
                rule="R7",
            )
        super().check_newcomer(state)

    def takes_points(self, state: State) -> bool:
        """Return True: whoever joins begins with as many points as the table agrees on (R7)."""
        return True

    def take_leave(self, state: State, seat: int) -> tuple[State, tuple[Move, ...]]:
        """Return the table after a person has left (R6): the round is dealt again."""
        return apply.take_leave(state, seat)

    def take_seat(
        self, state: State, seat: int, points: int | None
    ) -> tuple[State, tuple[Move, ...]]:
        """Return the table after a person has sat down (R7)."""
        return apply.take_seat(state, seat, points)

    def admit(self, state: State, action: Action) -> None:
        """Raise DecodeError for a seat, a number of seats or a card not in this match."""
        super().admit(state, action)
        there = SEAT_LETTERS[: state.seats]
        for outcome, value in getattr(action, "actual", {}).items():
            named = value if outcome == WINNER else outcome
            if named and named not in there:
                raise make_seat_error(value, state.seats)
        for card in list_named_cards(action):
            if not is_in_match(state, card):
                raise DecodeError("there is no card “{card}” in this match", card=card)

    def list_facts(self, state: State) -> Iterator[Fact]:
        """Yield the round, who deals, who leads, what is trump."""
        yield from facts.list_facts(state)

    def rules_concerned(
        self, state: State, action: Action, moves: Sequence[Move]
    ) -> tuple[str, ...]:
        """Return the rules of an action's outcome; where a card did not follow, that it should."""
        concerned = super().rules_concerned(state, action, moves)
        lead = "" if state.table.war else find_lead(state.trick)
        if isinstance(action, Play) and is_stray(lead, action.card):
            return ("W33", *concerned)
        return concerned

    def list_possible_faces(self, state: State, name: str) -> tuple[str, ...]:
        """Return the faces that an unknown piece may still have, as far as play has shown."""
        return knowledge.list_possible_faces(state, name)

    def outcomes(self, state: State, action: Action) -> Iterator[Action]:
        """Yield the last card of a trick with every other seat that may have taken it (W37)."""
        yield from outcomes.list_outcomes(state, action)

    def find_round(self, state: State, action: Action) -> int | None:
        """Return the number of the running round."""
        return state.number

    def redact(self, state: State, action: Action, eyes: int) -> Action:
        """Return what `eyes` saw: a hand by its owner, on the forehead by all others (V4)."""
        if isinstance(action, Hand):
            seen = knowledge.can_see(eyes, action.seat, forehead=action.forehead)
            n = sum(action.cards.values())
            return action if seen or not n else replace(action, cards={UNKNOWN: n})
        if isinstance(action, Count):
            forehead = state.table.clairvoyant and state.number == 1
            hands = enumerate(catalog.HANDS)
            unseen = {p for s, p in hands if not knowledge.can_see(eyes, s, forehead=forehead)}
            return hide_faces(state.book, action, unseen.__contains__)
        return action


def list_named_cards(action: Action) -> tuple[str, ...]:
    """Return the cards that an action names."""
    match action:
        case Hand():
            return tuple(action.cards)
        case Flip() | Play():
            return (action.card,)
    return ()


engine = Wizard()

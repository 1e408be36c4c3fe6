"""A turn as it is read from a text: its actions so far, and the states between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engines.intents import AS_SAID, TURN, Intent, Parsed
from engines.machi_koro.actions import (
    AGAIN,
    Actual,
    Build,
    Decline,
    Keep,
    Pass,
    Roll,
    Tv,
    parse_outcome,
)
from engines.machi_koro.apply import apply, apply_implied
from engines.machi_koro.catalog import BUSINESS_CENTER, TV_STATION
from engines.machi_koro.income import OUTCOME_NAMES, list_claims
from engines.machi_koro.reading import make_outcome_error, parse_typed_outcome
from engines.machi_koro.state import KEEP, State
from engines.seating import list_others
from engines.values import TABLE, Action, NotationError, seat_letter

OTHER: Final[Intent] = {"target": "other"}
"""The intent of an action of which the other seat was not said: there are only two."""


class Turn:
    """The actions read from a text so far.

    `before` holds the state before each action, `intents` how each is meant, `state` is the state
    after all of them. `whose` is the intent of the actions' seat.
    """

    def __init__(self, state: State, names: Sequence[str], whose: Intent = TURN) -> None:
        self.state = state
        self.names = names
        self.whose = whose
        self.actions: list[Action] = []
        self.intents: list[Intent] = []
        self.before: list[State] = []

    def add_action(self, action: Action, intent: Intent = AS_SAID) -> None:
        """Append an action and apply it."""
        self.before.append(self.state)
        self.actions.append(action)
        self.intents.append(intent if action.seat == TABLE else {**self.whose, **intent})
        self.state, _ = apply(self.state, action)

    def add_skipped(self, *, finish: bool = False) -> None:
        """Append the actions that the text skipped: a roll is kept.

        To `finish` a turn, purple cards are dealt with as well. Raise NotationError where only the
        table knows what happened.
        """
        if self.state.phase == KEEP:
            self.add_action(Keep(seat=self.state.turn))
        if not finish:
            return
        seat = self.state.turn
        if TV_STATION in self.state.pending:
            others = list_others(self.state, seat)
            if len(others) != 1:
                raise NotationError("tv-first", seat=seat_letter(seat))
            self.add_action(Tv(seat=seat, target=others[0]), OTHER)
        if BUSINESS_CENTER in self.state.pending:
            if self.state.options.business_center == "must":
                raise NotationError("swap-first")
            self.add_action(Decline(seat=seat))

    def override_outcomes(self, said: dict[str, str], *, literal: bool) -> tuple[Parsed, ...]:
        """Return the actions with the outcomes of `said`, each on the action that brings it about.

        With `literal` the actions are taken as written. Raise NotationError for an unknown outcome.
        """
        for word, value in said.items():
            name, n = self.parse_typed_outcome(word, value)
            where = self.find_action(name, literal=literal)
            if where is None:
                raise make_outcome_error(word, [*self.list_claim_names()])
            self.actions[where] = override_outcome(self.actions[where], {name: n})
        return tuple(map(Parsed, self.actions, self.intents))

    def parse_typed_outcome(self, word: str, value: str) -> tuple[str, int]:
        """Return the name of an overridden outcome and what really happened."""
        return parse_typed_outcome(word, value, self.state, [*self.list_claim_names()], self.names)

    def list_claim_names(self) -> Sequence[str]:
        """Return the names of all lines of income that the actions bring."""
        found: list[str] = []
        for before, action in zip(self.before, self.actions, strict=True):
            table = apply_implied(before, action)
            if isinstance(action, Roll):
                table = replace(table, total=action.total or sum(action.dice))
            if isinstance(action, Roll | Keep) and table.total:
                found.extend(claim.name for claim in list_claims(table, table.book.places, {}))
            elif isinstance(action, Tv):
                found.append(OUTCOME_NAMES[TV_STATION][action.seat])
        return list(dict.fromkeys(found))

    def find_action(self, name: str, *, literal: bool) -> int | None:
        """Return the index of the action that brings an outcome about, or None.

        Raise NotationError when the roll waits for a decision and is not `literal`.
        """
        kinds: tuple[type[Action], ...] = (Roll, Keep)
        if name == AGAIN:
            kinds = (Build, Pass)
        elif parse_outcome(name).card == TV_STATION:
            kinds = (Tv,)
        for where in reversed(range(len(self.actions))):
            if isinstance(self.actions[where], kinds):
                if isinstance(self.actions[where], Roll) and self.state.phase == KEEP:
                    if not literal:
                        raise NotationError("keep-first")
                return where
        return None


def override_outcome(action: Action, actual: Actual) -> Action:
    """Return `action` with more outcomes. Raise NotationError when it cannot have them."""
    try:
        return replace(action, actual={**getattr(action, "actual", {}), **actual})
    except ValueError as error:
        ((name, n),) = actual.items()
        raise NotationError("outcome-form", word=name, given=f"{name}={n}") from error

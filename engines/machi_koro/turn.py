"""What a text of the notation has been understood to say so far, and where that leads."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engines.machi_koro.actions import (
    AGAIN,
    Actual,
    Build,
    Decline,
    Keep,
    Pass,
    Roll,
    Tv,
    outcome_of,
)
from engines.machi_koro.apply import apply, settled
from engines.machi_koro.catalog import CHOOSING, SWAPPING
from engines.machi_koro.income import NAMES, claims
from engines.machi_koro.reading import read_outcome, unknown_outcome
from engines.machi_koro.state import KEEP, State
from engines.values import Action, NotationError, seat_letter


class Turn:
    """What a text has been understood to say so far, and where that leads.

    `before` holds the table before each of the actions, `state` is the table after them all.
    """

    def __init__(self, state: State, names: Sequence[str]) -> None:
        self.state = state
        self.names = names
        self.actions: list[Action] = []
        self.before: list[State] = []

    def did(self, action: Action) -> None:
        """Go on with an action."""
        self.before.append(self.state)
        self.actions.append(action)
        self.state, _ = apply(self.state, action)

    def settle(self, *, finish: bool = False) -> None:
        """Say what the text skipped: the roll is kept; to `finish`, purple cards are dealt with.

        Raise NotationError where only the table knows.
        """
        if self.state.phase == KEEP:
            self.did(Keep(seat=self.state.turn))
        if not finish:
            return
        seat = self.state.turn
        if CHOOSING in self.state.pending:
            if self.state.seats > 2:
                raise NotationError("tv-first", seat=seat_letter(seat))
            self.did(Tv(seat=seat, target=1 - seat))
        if SWAPPING in self.state.pending:
            if self.state.options.business_center == "must":
                raise NotationError("swap-first")
            self.did(Decline(seat=seat))

    def with_actual(self, said: dict[str, str], *, literal: bool) -> tuple[Action, ...]:
        """Return the actions with what was overridden, each outcome where it belongs."""
        for word, value in said.items():
            name, n = self.outcome(word, value)
            where = self.bearer(name, literal=literal)
            if where is None:
                raise unknown_outcome(word, [*self.claimed()])
            self.actions[where] = overridden(self.actions[where], {name: n})
        return tuple(self.actions)

    def outcome(self, word: str, value: str) -> tuple[str, int]:
        """Return an overridden outcome by its name, and what really happened."""
        return read_outcome(word, value, self.state, [*self.claimed()], self.names)

    def claimed(self) -> Sequence[str]:
        """Return the names of all lines of income that the actions bring."""
        found: list[str] = []
        for before, action in zip(self.before, self.actions, strict=True):
            table, _ = settled(before, action)
            if isinstance(action, Roll):
                table = replace(table, total=action.total or sum(action.dice))
            if isinstance(action, Roll | Keep) and table.total:
                found.extend(claim.name for claim in claims(table, table.book.places, {}))
            elif isinstance(action, Tv):
                found.append(NAMES[CHOOSING][action.seat])
        return list(dict.fromkeys(found))

    def bearer(self, name: str, *, literal: bool) -> int | None:
        """Return which of the actions an outcome is noted on: the one that brings it about."""
        kinds: tuple[type[Action], ...] = (Roll, Keep)
        if name == AGAIN:
            kinds = (Build, Pass)
        elif outcome_of(name).card == CHOOSING:
            kinds = (Tv,)
        for where in reversed(range(len(self.actions))):
            if isinstance(self.actions[where], kinds):
                if isinstance(self.actions[where], Roll) and self.state.phase == KEEP:
                    if not literal:
                        raise NotationError("keep-first")
                return where
        return None


def overridden(action: Action, actual: Actual) -> Action:
    """Return `action` with one more outcome. Raise NotationError when it cannot have that."""
    try:
        return replace(action, actual={**getattr(action, "actual", {}), **actual})
    except ValueError as error:
        ((name, n),) = actual.items()
        raise NotationError("outcome-form", word=name, given=f"{name}={n}") from error

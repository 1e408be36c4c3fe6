"""Intents: what was said in place of the values of an action.

A recorder says ``b31`` and means the card that lies in a slot, at the usual price, by the seat on
turn. The action holds the values that came of it: this card, these tokens, that seat. Its intent
is an object of ids that says which of them were filled in, and by what::

    {"seat": "turn", "card": {"slot": "market.3.1"}, "paid": "usual"}

A field that it does not name was said as it is. Once an earlier event is corrected,
`resolve_intent` fills the values in again on the table as it is then. No rule reads an intent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from engines.values import Action, NotationError

Intent: TypeAlias = Mapping[str, Any]
"""Field of an action to what was said in place of its value."""

Resolver: TypeAlias = Callable[[Any, Any, Any], Action]
"""Returns an action with a field filled in: (state, action, what was said).

It raises one of `UNRESOLVED` where the table has no value for it.
"""

Resolvers: TypeAlias = Mapping[type[Action], Mapping[str, Resolver]]
"""Kind of action to its fields in the order in which they are filled in."""

PartParser: TypeAlias = Callable[[str, Any], Sequence["Parsed"]]
"""Returns the actions of a part of a text on a table. Raises NotationError."""

PartApply: TypeAlias = Callable[[Any, Action], tuple[Any, Any]]
"""Returns the table after an action, and the moves."""

UNRESOLVED: Final = (NotationError, ValueError, LookupError, TypeError)

AS_SAID: Final[Intent] = {}
"""The intent of an action that was said in full."""

TURN: Final[Intent] = {"seat": "turn"}
"""The intent of an action of which the seat was not said: it is on turn."""

USUAL: Final = "usual"
"""Stands for a number that the rules give."""

SEEN: Final = "seen"
"""Stands for the place where the record sees a piece."""

WANTED: Final = "wanted"
"""Stands for the place that is asked for."""


class Parsed(NamedTuple):
    """An action that was typed, and how it was meant."""

    action: Action
    intent: Intent = AS_SAID

    def add_intent(self, intent: Intent) -> Parsed:
        """Return the same action with more of it filled in."""
        return Parsed(self.action, {**intent, **self.intent})


def wrap_actions(actions: Sequence[Action], intent: Intent = AS_SAID) -> tuple[Parsed, ...]:
    """Return actions that were all meant in one way."""
    return tuple(Parsed(action, intent) for action in actions)


def parse_parts(
    parts: Sequence[str], state: Any, parse: PartParser, apply: PartApply
) -> tuple[Parsed, ...]:
    """Return the actions of several texts, each read on the table after the one before it.

    A text that is empty says that nothing is to be recorded: then there are none.
    """
    found: list[Parsed] = []
    for part in parts:
        if not part:
            return ()
        read = parse(part, state)
        found += read
        for each in read:
            state, _moves = apply(state, each.action)
    return tuple(found)


def resolve_intent(state: Any, action: Action, intent: Intent, resolvers: Resolvers) -> Action:
    """Return the action with all that its intent names filled in again on the table `state`.

    A field for which the table has no value stays as it is.
    """
    for field, resolver in resolvers.get(type(action), {}).items():
        if field in intent:
            try:
                action = resolver(state, action, intent[field])
            except UNRESOLVED:
                continue
    return action


def resolve_turn(state: Any, action: Action, said: Any) -> Action:
    """Return the action as that of the seat on turn."""
    return replace(action, seat=state.turn)


def read_place(said: Any, key: str) -> Any:
    """Return what an object of an intent says under a key. Raise LookupError for anything else."""
    if not isinstance(said, dict) or not isinstance(said.get(key), (str, int)):
        raise LookupError(key)
    return said[key]

"""The modules of a game's package, and the engine made of them.

Every game that is more than one file has the same modules, one for each question. The protocols
here say what each of them must offer; mypy compares them with the modules themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from engines.board import Board
from engines.counts import Count
from engines.game import Game, check_seats
from engines.intents import Parsed, Resolvers
from engines.names import Names
from engines.protocol import State
from engines.seating import break_off, end_turns, set_apart
from engines.values import (
    Action,
    Choice,
    Message,
    Move,
    Piece,
    Prompt,
    Seat,
    Setup,
    Standing,
    Term,
)

if TYPE_CHECKING:
    from engines.text import TextReader

S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Opening(Protocol[S_co]):
    """`opening`: how a match begins."""

    def open_table(self, setup: Setup, /) -> S_co:
        """Return the first position. Raise SetupError when there can be none."""


class Catalog(Protocol):
    """`catalog`: what lies in the box."""

    def list_pieces(self) -> tuple[Piece, ...]:
        """Return every card and token of the game."""


class Choices(Protocol[S_contra]):
    """`choices`: who must tell what next, and what is legal in answer."""

    def list_prompts(self, state: S_contra, /) -> tuple[Prompt, ...]:
        """Return who must do what next."""

    def choices(self, state: S_contra, prompt: Prompt, /) -> Iterator[Choice]:
        """Yield what is legal in answer to a prompt."""


class Apply(Protocol[S]):
    """`apply`: what an action does to the table."""

    def apply(self, state: S, action: Action, /) -> tuple[S, tuple[Move, ...]]:
        """Return the position after an action, and the moves that led to it."""


class Quote(Protocol[S_contra]):
    """`score`, or `quote` beside it: how a price or an outcome comes about."""

    def quote(self, state: S_contra, action: Action, /) -> tuple[Term, ...]:
        """Return the terms of an action's price or outcome."""


class Score(Protocol[S_contra]):
    """`score`: the result."""

    def standing(self, state: S_contra, /) -> Standing:
        """Return everybody's score, and the winners once the game is over."""


class Log(Protocol):
    """`log`: actions in words."""

    def describe(self, action: Action, /) -> Message:
        """Return the message that tells of an action."""


class View(Protocol[S_contra]):
    """`view`: the position for a screen."""

    def view(self, state: S_contra, eyes: int | None, /) -> Board:
        """Return what certain eyes see of a position."""


@dataclass(frozen=True, kw_only=True)
class Modules(Generic[S]):
    """The modules of one game. `quote` is `score`, unless it is a module of its own."""

    opening: Opening[S]
    catalog: Catalog
    choices: Choices[S]
    apply: Apply[S]
    quote: Quote[S]
    score: Score[S]
    log: Log
    view: View[S]


class Status(NamedTuple, Generic[S]):
    """A table that was set as far on as a count says, and the moves that led there."""

    state: S
    moves: tuple[Move, ...]


class ModularGame(Game, Generic[S]):
    """An engine whose answers lie in the modules of its package."""

    modules: Modules[S]

    def __init__(self) -> None:
        super().__init__()
        self._apply = self.modules.apply.apply

    def open(self, setup: Setup) -> S:
        """Return the table as the rules set it up. Raise SetupError when they cannot."""
        return self.modules.opening.open_table(setup)

    def catalog(self) -> tuple[Piece, ...]:
        """Return every card and token of the game."""
        return self.modules.catalog.list_pieces()

    def list_prompts(self, state: S) -> tuple[Prompt, ...]:
        """Return who must do what next; nothing where too few people are left."""
        return () if self.is_broken_off(state) else self.modules.choices.list_prompts(state)

    def choices(self, state: S, prompt: Prompt) -> Iterator[Choice]:
        """Yield what is legal in answer to a prompt."""
        return self.modules.choices.choices(state, prompt)

    def apply(self, state: S, action: Action) -> tuple[S, tuple[Move, ...]]:
        """Return the table after an action that this match admits, and the moves that led to it.

        Raise DecodeError for a seat that the match does not have.
        """
        seat = action.seat
        if seat >= state.seats or (seat < 0 and action.taken_by == "seat"):
            check_seats(state, action)
        try:
            if type(action) is Count and action.status:
                return self._apply_status(state, action)
            return self._apply(state, action)
        except (IndexError, KeyError):
            check_seats(state, action)
            raise

    def _apply_status(self, state: S, action: Count) -> tuple[S, tuple[Move, ...]]:
        """Return the table as it was counted, as far on as the count says, and the moves."""
        before = self.set_status(state, action.status)
        after, moves = self._apply(before.state, action)
        return after, (*before.moves, *moves)

    def set_status(self, state: S, status: Mapping[str, int]) -> Status[S]:
        """Return the table as far on as a count says, and the moves that led there."""
        table: Any = state
        return Status(msgspec.structs.replace(table, **status), ())

    def quote(self, state: S, action: Action) -> tuple[Term, ...]:
        """Return the terms of an action's price or outcome."""
        return self.modules.quote.quote(state, action)

    def list_quoted_rules(self, state: S, action: Action) -> tuple[str, ...]:
        """Return the ids of the rules of an action's terms, in their order."""
        return tuple(term.rule for term in self.quote(state, action))

    def standing(self, state: S) -> Standing:
        """Return everybody's score, and the winners once the game is over, or broken off."""
        standing = set_apart(self.modules.score.standing(state), self.list_left(state))
        broken_off = self.is_broken_off(state) and not standing.over
        return break_off(standing, self.leaving) if broken_off else standing

    def describe(self, action: Action) -> Message:
        """Return the message that tells of an action."""
        message = self.modules.log.describe(action)
        if not isinstance(action, Count) or not action.status:
            return message
        said = [
            Message(f"status.{field}", {"value": n if field == "round" else Seat(n)})
            for field, n in action.status.items()
        ]
        if not action.holds:
            return Message("did.count.status", {"status": said})
        return Message("did.count.both", {"status": said, "count": message})

    def view(self, state: S, eyes: int | None) -> Board:
        """Return what certain eyes see of the table, and who has left it."""
        return self._name_left(state, self.modules.view.view(state, eyes))

    def _name_left(self, state: S, board: Board) -> Board:
        """Return a board with those who have left; nobody is on turn where too few are there."""
        left = self.list_left(state)
        if not left:
            return board
        board = end_turns(board) if self.is_broken_off(state) else board
        return msgspec.structs.replace(board, left=left)

    @cached_property
    def text(self) -> TextReader:
        """What reads and writes typed text: the module `text` of the game, imported by need."""
        reader: TextReader = import_module(f"{self.package}.text").Reader(self)
        return reader

    def names(self) -> Names:
        """Return every id of the game with its names in every language."""
        return self.text.add_names(super().names())

    def list_resolvers(self) -> Resolvers:
        """Return how fields of actions are filled in again."""
        return self.text.resolvers

    def is_list(self, state: S, parts: Sequence[str], names: Sequence[str] = ()) -> bool:
        """Return whether parts of a line are entries of one list."""
        return self.text.is_list(state, parts, names) or super().is_list(state, parts, names)

    def parse(self, text: str, state: S, names: Sequence[str] = ()) -> tuple[Action, ...]:
        """Return the actions of a text. Raise NotationError when it is none."""
        return tuple(parsed.action for parsed in self.parse_with_intents(text, state, names))

    def parse_with_intents(
        self, text: str, state: S, names: Sequence[str] = ()
    ) -> tuple[Parsed, ...]:
        """Return the actions of a text, each with how it was meant. Raise NotationError."""
        return self.text.parse_with_intents(text, state, names)

    def list_guesses(
        self, state: S, text: str, actions: Sequence[Action], names: Sequence[str] = ()
    ) -> Iterator[Message]:
        """Yield what the reading of a text took for granted."""
        return self.text.list_guesses(state, text, actions, names)

    def write(self, action: Action, names: Sequence[str] = ()) -> str:
        """Return the full notation of an action, with the letters that type the seats."""
        return self.text.write(action, names)

"""What an engine is: the types that pass between a game's rules and everything else.

An engine answers questions about one game and holds nothing: no clock, no screen, no storage,
no randomness. `apply` returns the table after an action and the moves that led there. It never
depends on `check`, because at a physical table the move happened whether or not the rules allow
it. `check` returns the rules that an action breaks. It is given the moves of `apply`, because they
show which pieces were missing; it is asked only when somebody wants to know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from engines.board import Board
from engines.book import Book
from engines.intents import Intent, Parsed
from engines.names import Names
from engines.positions import Holds
from engines.values import (
    Action,
    Breach,
    CardSetInfo,
    Choice,
    Fact,
    Message,
    Move,
    Option,
    Piece,
    Problem,
    Prompt,
    Setup,
    SheetInfo,
    SheetListing,
    Standing,
    Term,
    Upcast,
)
from engines.words import Rulebook, Words


@runtime_checkable
class CardSets(Protocol):
    """The card sets of a game whose owners may write sets of their own."""

    @property
    def format(self) -> str:
        """Return the format of its files, as each of them names it in ``format``."""

    @property
    def option(self) -> str:
        """Return the option of a match that takes sets, whole, as a list."""

    def shipped(self) -> Mapping[str, str]:
        """Return the files of the sets in the box by symbol."""

    def check(self, content: Any) -> tuple[CardSetInfo | None, tuple[Problem, ...]]:
        """Return the set in parsed JSON and its problems; no set if one of them is grave."""


@runtime_checkable
class Sheets(Protocol):
    """The sheets of an engine whose games are files: those that ship, and how others are read."""

    @property
    def format(self) -> str:
        """Return the format of the files, as each of them names it in ``format``."""

    @property
    def option(self) -> str:
        """Return the option in which a match keeps its sheet, whole."""

    def list_shipped(self) -> Mapping[str, SheetListing]:
        """Return what is listed of each sheet that ships, by the id of its game."""

    def find_file(self, game: str) -> str:
        """Return the path of the file of a sheet that ships."""

    def read_shipped(self, game: str) -> Any:
        """Return the content of a sheet that ships."""

    def make_blank(self, game: str, name: str) -> Any:
        """Return the content of a blank sheet for a game of this name."""

    def check(self, content: Any) -> tuple[SheetInfo | None, tuple[Problem, ...]]:
        """Return the sheet in parsed TOML or JSON and its problems; no sheet if one is grave."""


class State(Protocol):
    """A position of any game: every game has its own, frozen and with at least these."""

    @property
    def book(self) -> Book:
        """Return where every piece is."""

    @property
    def seats(self) -> int:
        """Return how many seats the match has."""


S = TypeVar("S", bound=State)
"""The state of a game."""


@runtime_checkable
class Engine(Protocol[S]):
    """The rules of one game. `S` is the game's own frozen state.

    Code that serves every game has an `Engine[State]`, and gives it no other states than its own.

    A field of a state, or of what lies in it, that is called `ply` is a position among the actions
    of the line. What comes after may depend on the order of such plies, and not on where they
    begin.
    """

    @property
    def name(self) -> str:
        """Return the id of the game: ``splendor``."""

    @property
    def package(self) -> str:
        """Return the package in which the game's words and rulebook lie."""

    @property
    def rules(self) -> str:
        """Return the revision of the rulebook played by."""

    @property
    def seats(self) -> range:
        """Return how many seats a match may have."""

    @property
    def options(self) -> tuple[Option, ...]:
        """Return the named options of a match."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Return how finely a match can be recorded, coarse to fine."""

    @property
    def reserved_letters(self) -> str:
        """Return the letters that mean something by themselves, and so type no seat."""

    @property
    def round_panels(self) -> frozenset[str]:
        """Return the titles of panels with a row for every round, which its number labels."""

    @property
    def card_sets(self) -> CardSets | None:
        """Return what the game offers of sets that owners may write; None in most games."""

    @property
    def sheets(self) -> Sheets | None:
        """Return the sheets of an engine whose games are files; None in all others."""

    @property
    def kept(self) -> Mapping[str, Any]:
        """Return the options that a match keeps without anybody choosing them: its sheet."""

    def bound(self, setup: Setup) -> Engine[S]:
        """Return the engine that plays a match with this set-up: itself, in most games.

        Asked once where a match is opened or folded. Raise SetupError where nothing plays it.
        """

    @property
    def verbs(self) -> Mapping[str, type[Action]]:
        """Return the kind of action behind every verb."""

    @property
    def upcasts(self) -> Mapping[tuple[str, int], Upcast]:
        """Return what brings an old payload one version further, by (verb, version)."""

    @property
    def endless(self) -> frozenset[str]:
        """Return the places that may hold less than nothing: an unlimited bank."""

    @property
    def rulebook(self) -> Rulebook:
        """Return every rule of the game, and the common ones."""

    def words(self, lang: str) -> Words:
        """Return the game's words in a language."""

    def names(self) -> Names:
        """Return every id of the game with the names by which it can be typed: itself, its names
        in every language, short forms."""

    def own_names(self, state: S, lang: str) -> Mapping[str, str]:
        """Return the names, in a language, of pieces that this match has and the box has not."""

    def own_pieces(self, state: S) -> tuple[Piece, ...]:
        """Return the cards that this match has and the box has not, or has otherwise."""

    def catalog(self) -> tuple[Piece, ...]:
        """Return every card and token of the game, for looking things up."""

    def decode(self, verb: str, payload: bytes | str, schema: int | None = None) -> Action:
        """Return the action in a stored payload, upcast from `schema` (None: as written today).

        Raise DecodeError.
        """

    def encode(self, action: Action) -> bytes:
        """Return the payload of an action."""

    def admit(self, state: S, action: Action) -> None:
        """Raise DecodeError for an action that speaks of what this match does not have."""

    def open(self, setup: Setup) -> S:
        """Return the table as the rules set it up. Raise SetupError when they cannot."""

    def list_left(self, state: S) -> tuple[int, ...]:
        """Return the seats whose people have left; they stay seats of the match."""

    def leave(self, state: S, seat: int) -> tuple[S, tuple[Move, ...]]:
        """Return the table after the person in a seat has left, and the moves that led there.

        Raise DecodeError where the game cannot go on without somebody, or nobody sits there.
        """

    def join(self, state: S, seat: int, points: int | None = None) -> tuple[S, tuple[Move, ...]]:
        """Return the table after somebody has sat down, and the moves that led there.

        `seat` is one whose person has left, or the number of the next seat for somebody new, who
        begins with `points` where that was told. Raise DecodeError where the game takes nobody in.
        """

    def position(self, setup: Setup, holds: Holds, **status: Any) -> S:
        """Return the table of `setup` with `holds` in some places and `status` in its fields.

        Raise SetupError, DecodeError or ValueError for what the match does not have.
        """

    def list_prompts(self, state: S) -> tuple[Prompt, ...]:
        """Return who must do what next: several at once when play is parallel, () when over."""

    def choices(self, state: S, prompt: Prompt) -> Iterator[Choice]:
        """Yield what is legal in answer to `prompt`, as templates; nothing legal is left out."""

    def find_round(self, state: S, action: Action) -> int | None:
        """Return the round of the game in which `action` is taken in `state`, from 1, 0 before the
        first; None where rounds are only counted by whose turn it is."""

    def rules_for(self, action: Action) -> tuple[str, ...]:
        """Return the ids of the rules that an action must answer, in the order they are checked."""

    def rules_concerned(self, state: S, action: Action, moves: Sequence[Move]) -> tuple[str, ...]:
        """Return the ids of the rules by which the price or outcome of an action came about.

        `moves` are those that ``apply(state, action)`` returns.
        """

    def check(self, state: S, action: Action, moves: Sequence[Move]) -> tuple[Breach, ...]:
        """Return every breach of `action` in `state`: the rules it breaks and the pieces that were
        missing. `moves` are those that ``apply(state, action)`` returns."""

    def apply(self, state: S, action: Action) -> tuple[S, tuple[Move, ...]]:
        """Return the table after `action`, and the moves that led to it.

        Every action that `admit` lets pass can be applied, legal or not.
        """

    def quote(self, state: S, action: Action) -> tuple[Term, ...]:
        """Return how the action's price or outcome comes about, line by line."""

    def outcomes(self, state: S, action: Action) -> Iterator[Action]:
        """Yield the action as it reads where the table carried out an outcome of it otherwise:
        a line of income forgotten or miscounted, a piece that came though it should not have."""

    def standing(self, state: S) -> Standing:
        """Return the scores with their sources, the ranks, and the winners once it is over."""

    def list_facts(self, state: S) -> Iterator[Fact]:
        """Yield what people ask about in the middle of a game: who deals, which round it is."""

    def list_open_totals(self, state: S) -> Mapping[int, tuple[int, int]]:
        """Return the least and the most points of the seats whose points are not known yet."""

    def view(self, state: S, eyes: int | None) -> Board:
        """Return what `eyes` know: a seat, TABLE (what everybody has seen), None (the record)."""

    def list_possible_faces(self, state: S, name: str) -> tuple[str, ...]:
        """Return the faces that the unknown piece `name` may still have."""

    def redact(self, state: S, action: Action, eyes: int) -> Action:
        """Return what `eyes` (a seat, or TABLE for everybody) saw of an action."""

    def view_dense(self, state: S, eyes: int | None) -> Board:
        """Return the board in fewer lines, for a screen that has no room for all of it."""

    def describe(self, action: Action) -> Message:
        """Return what an action was, for the log."""

    def describe_meant(self, action: Action, intent: Intent) -> Message:
        """Return what an action was as whoever told it meant it, for the log."""

    def is_list(self, state: S, parts: Sequence[str], names: Sequence[str] = ()) -> bool:
        """Return whether parts of a line, between semicolons, are entries of one list.

        Otherwise each part is an action of its own.
        """

    def list_guesses(
        self, state: S, text: str, actions: Sequence[Action], names: Sequence[str] = ()
    ) -> Iterator[Message]:
        """Yield what reading `text` as `actions` took for granted: places it does not name, that a
        name in it is a person or a word of the game."""

    def parse(self, text: str, state: S, names: Sequence[str] = ()) -> tuple[Action, ...]:
        """Return the actions that `text` stands for here. Raise NotationError when it is none."""

    def parse_with_intents(
        self, text: str, state: S, names: Sequence[str] = ()
    ) -> tuple[Parsed, ...]:
        """Return what `parse` returns, each action with how it was meant."""

    def resolve(self, state: S, action: Action, intent: Intent) -> Action:
        """Return `action` with the values that its intent names filled in again in `state`.

        In the state in which it was parsed that changes nothing.
        """

    def write(self, action: Action, names: Sequence[str] = ()) -> str:
        """Return the full notation of `action`: ``parse(write(a), state) == (a,)`` anywhere.

        With the letters of `names` it is what people of that match would type.
        """


def find_breaches(engine: Engine[S], state: S, action: Action) -> tuple[Breach, ...]:
    """Return what `action` breaks in `state`, for callers that have not applied it."""
    _after, moves = engine.apply(state, action)
    return engine.check(state, action, moves)

"""The modules of a game's package, and the engine made of them.

Every game that is more than one file has the same modules, one for each question. The protocols
here say what each of them must offer; mypy compares them with the modules themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from engines.board import Board
from engines.counts import Count
from engines.game import Game, check_seats
from engines.intents import Parsed
from engines.names import fold
from engines.namesakes import find_namesakes, list_variants
from engines.notation import COUNT_WORDS, split_counts, split_status
from engines.phrases import Spoken, drop_asides, drop_opening, split_speaker
from engines.protocol import State
from engines.seating import break_off, end_turns, set_apart
from engines.seats import typed_letter
from engines.values import (
    TABLE,
    Action,
    Choice,
    DecodeError,
    Message,
    Move,
    NotationError,
    Piece,
    Prompt,
    Seat,
    Setup,
    Standing,
    Term,
    Verbatim,
)

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


class Notation(Protocol[S_contra]):
    """`notation`: typed text into actions."""

    def parse(self, text: str, state: S_contra, names: Sequence[str] = (), /) -> tuple[Parsed, ...]:
        """Return the actions of a text, each with how it was meant. Raise NotationError."""


class Writing(Protocol):
    """`writing`: actions into text."""

    def write(self, action: Action, names: Sequence[str] = (), /) -> str:
        """Return the full notation of an action."""


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
    notation: Notation[S]
    writing: Writing


NO_ACTION: Final = "not-understood"
"""The key of the sentence that a text is no action."""

NO_SEAT: Final = "no-such-seat"
"""The key of the sentence that nobody is meant."""

MISSING: Final = 3
"""The rank of an error that says what is missing."""

UNKNOWN_WORD: Final = "no-such-"
"""The beginning of the keys of sentences that a word means nothing."""


def rank_error(error: NotationError) -> int:
    """Return how much an error says: that nothing is meant, that a word is not, what is missing."""
    if error.key == NO_ACTION:
        return 1
    return 2 if error.key.startswith(UNKNOWN_WORD) else 3


def says_more(error: NotationError, other: NotationError, text: str) -> bool:
    """Return whether an error about a text says more than another: what is missing, or which
    smaller part of it is wrong."""
    if other.key == NO_SEAT:
        return error.word in text and error.key != NO_SEAT
    closer = error.word != other.word and error.word in other.word
    return rank_error(error) > rank_error(other) or (rank_error(other) < MISSING and closer)


def is_same_reading(one: Sequence[Parsed], other: Sequence[Parsed]) -> bool:
    """Return whether two readings of a text are the same actions, however they were meant."""
    return [each.action for each in one] == [each.action for each in other]


def make_namesake_error(text: str, readings: Sequence[Message]) -> NotationError:
    """Return the error for a text with a name in it that is a person and a word of the game."""
    return NotationError("two-readings", unclear=True, given=text, readings=list(readings))


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

    def parse(self, text: str, state: S, names: Sequence[str] = ()) -> tuple[Action, ...]:
        """Return the actions of a text. Raise NotationError when it is none."""
        return tuple(parsed.action for parsed in self.parse_with_intents(text, state, names))

    def parse_with_intents(
        self, text: str, state: S, names: Sequence[str] = ()
    ) -> tuple[Parsed, ...]:
        """Return the actions of a text, each with how it was meant. Raise NotationError."""
        rest, status = split_status(text, self.statuses, state.seats, names)
        if not status:
            return self._read_text(text, state, names)
        if not rest:
            return (Parsed(Count(status=status)),)
        first, *more = self._read_text(rest, state, names)
        count = first.action
        assert isinstance(count, Count)  # noqa: S101
        return (first._replace(action=msgspec.structs.replace(count, status=status)), *more)

    def rephrase(self, text: str, state: S, names: Sequence[str]) -> Iterator[str]:
        """Yield what a phrase may be in the notation: most games have no phrases of their own."""
        yield from ()

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word of the game: of its pieces, and of what is said of them."""
        named = {fold(name) for known_as in self.names().values() for name in known_as}
        return frozenset(named | {word for name in named for word in name.split()}).union(
            map(fold, self.spoken_words), self.reserved_letters
        )

    def _read_text(self, text: str, state: S, names: Sequence[str]) -> tuple[Parsed, ...]:
        """Return the actions of a text, in which a person's name may be a word of the game.

        Raise NotationError where the name means something else as a word than as a person, and
        the rules leave both or none of it.
        """
        readings = self._list_namesake_readings(text, state, names)
        if not readings:
            return self._parse_phrase(text, state, names)
        fitting = [each for each in readings if self._is_legal(state, each)]
        if len(readings) > 1 and len(fitting) != 1:
            raise make_namesake_error(
                text, [self._describe_reading(each, names) for each in readings]
            )
        return (fitting or readings)[0]

    def _list_namesake_readings(
        self, text: str, state: S, names: Sequence[str]
    ) -> list[tuple[Parsed, ...]]:
        """Return the different actions of a text with names in it that are words of the game."""
        found = find_namesakes(text, names[: state.seats], self.vocabulary)
        readings: list[tuple[Parsed, ...]] = []
        for variant in list_variants(text, names, found) if found else ():
            try:
                parsed = self._parse_phrase(variant.text, state, variant.names)
            except NotationError:
                continue
            if not any(is_same_reading(parsed, other) for other in readings):
                readings.append(parsed)
        return readings

    def _describe_reading(self, parsed: Sequence[Parsed], names: Sequence[str]) -> Message:
        """Return the message of how a reading of a text is typed in full, and what it says."""
        actions = [each.action for each in parsed]
        typed = "; ".join(self.write(action, names) for action in actions)
        said = [self.describe(action) for action in actions]
        return Message("reading", {"typed": Verbatim(typed), "said": said})

    def _is_legal(self, state: S, parsed: Sequence[Parsed]) -> bool:
        """Return whether actions break no rule, one after the other."""
        for action, _intent in parsed:
            try:
                self.admit(state, action)
                after, moves = self.apply(state, action)
            except DecodeError:
                return False
            if self.check(state, action, moves):
                return False
            state = after
        return True

    def list_guesses(
        self, state: S, text: str, actions: Sequence[Action], names: Sequence[str] = ()
    ) -> Iterator[Message]:
        """Yield that a name in a text was taken for a person, or for a word of the game."""
        readings = self._list_namesake_readings(text, state, names)
        taken = [Parsed(action) for action in actions]
        others = [each for each in readings if not is_same_reading(each, taken)]
        if len(readings) > len(others) > 0:
            read = next(each for each in readings if each not in others)
            yield Message(
                "guess.namesake",
                {
                    "read": self._describe_reading(read, names),
                    "others": [self._describe_reading(each, names) for each in others],
                },
            )

    def _parse_phrase(self, text: str, state: S, names: Sequence[str]) -> tuple[Parsed, ...]:
        """Return the actions of a text in the notation; where it refuses, of the text as a phrase.

        Raise NotationError: that of the phrase where the notation only says that it is no action.
        """
        parse = self.modules.notation.parse
        try:
            return parse(text, state, names)
        except NotationError as error:
            refused = error
        counts = split_counts(text, state.seats, names)
        if len(counts) > 1:
            return tuple(found for each in counts for found in parse(each, state, names))
        facts: tuple[Parsed, ...] = ()
        for reading in self._list_readings(text, state, names):
            if reading.by_letter and refused.unclear:
                break
            try:
                found = parse(reading.text, state, names)
                if self._is_by(found, reading.seat, state):
                    if reading.seat is None or self._is_about_seat(found, state):
                        return found
                    facts = facts or found
            except NotationError as error:
                said = error.word in text or rank_error(error) >= MISSING
                if error.word and said and not reading.by_letter:
                    refused = error if says_more(error, refused, text) else refused
        if facts:
            return facts
        raise refused

    def _list_readings(self, text: str, state: S, names: Sequence[str]) -> Iterator[Spoken]:
        """Yield what a phrase may be in the notation, also a Korean one, and who must have done it
        then."""
        from engines.korean import reorder

        yield from self._list_phrases(text, state, names)
        opened = drop_opening(text)
        if opened and opened != text:
            yield Spoken(None, opened)
            yield from self._list_phrases(opened, state, names)
        for said in reorder(text, self.package, self.names(), names, state.seats):
            yield Spoken(None, said)
            yield from self._list_phrases(said, state, names)

    def _list_phrases(self, text: str, state: S, names: Sequence[str]) -> Iterator[Spoken]:
        """Yield what a phrase may be in the notation, and who must have done it then."""
        yield from (Spoken(None, each) for each in self.rephrase(text, state, names))
        if text.startswith(COUNT_WORDS):
            return
        plain = drop_asides(text)
        if plain != text:
            yield Spoken(None, plain)
            yield from self._list_phrases(plain, state, names)
        for seat, said, by_letter in split_speaker(text, names, state.seats):
            assert seat is not None  # noqa: S101
            for body in (said, *self.rephrase(said, state, names)):
                in_full = Spoken(None, f"{typed_letter(seat, names)}: {body}", by_letter)
                alone = Spoken(seat, body, by_letter)
                yield from (in_full, alone) if ":" in text else (alone, in_full)

    def _is_about_seat(self, found: Sequence[Parsed], state: S) -> bool:
        """Return whether actions are those of a seat, or facts that are asked about a seat.

        Where somebody is named, such a reading is likelier than a fact that is about nobody.
        """
        asked = {verb for p in self.list_prompts(state) if "seat" in p.data for verb in p.verbs}
        return all(each.action.seat != TABLE or each.action.verb in asked for each in found)

    def _is_by(self, found: Sequence[Parsed], seat: int | None, state: S) -> bool:
        """Return whether actions are those of a seat, or facts that concern no other.

        Each is looked at where it happens: dice behind a turn that has ended are the next seat's.
        """
        if seat is None:
            return True
        for action, _intent in found:
            asked = {
                verb: prompt.data["seat"]
                for prompt in self.list_prompts(state)
                if "seat" in prompt.data
                for verb in prompt.verbs
            }
            who = asked.get(action.verb, seat) if action.seat == TABLE else action.seat
            if who != seat:
                return False
            state, _moves = self.apply(state, action)
        return True

    def write(self, action: Action, names: Sequence[str] = ()) -> str:
        """Return the full notation of an action, with the letters that type the seats."""
        return self.modules.writing.write(action, names)

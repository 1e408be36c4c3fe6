"""Typed text into actions, and actions into text: what every game's reading has in common.

Whoever only shows a match reads no text; so a game's `text` is imported when it is first needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final, Protocol

import msgspec

from engines.counts import Count
from engines.intents import Parsed, Resolvers
from engines.names import Names, fold
from engines.namesakes import find_namesakes, list_variants
from engines.notation import COUNT_WORDS, split_counts, split_status
from engines.phrases import Spoken, drop_asides, drop_opening, split_speaker
from engines.protocol import Engine
from engines.seats import typed_letter
from engines.values import TABLE, Action, DecodeError, Message, NotationError, Verbatim


class Notation(Protocol):
    """`notation`: typed text into actions."""

    def parse(self, text: str, state: Any, names: Sequence[str] = (), /) -> tuple[Parsed, ...]:
        """Return the actions of a text, each with how it was meant. Raise NotationError."""


class Writing(Protocol):
    """`writing`: actions into text."""

    def write(self, action: Action, names: Sequence[str] = (), /) -> str:
        """Return the full notation of an action."""


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


class CountedGame(Engine[Any], Protocol):
    """An engine of a game whose counts may also say how far on the table is."""

    @property
    def statuses(self) -> frozenset[str]:
        """What a count may say of the table."""


class TextReader:
    """Reads and writes what people type at one game. Each game has its own, the `Reader` of its
    module `text`."""

    notation: Notation
    writing: Writing
    resolvers: ClassVar[Resolvers] = {}
    spoken_words: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, game: CountedGame) -> None:
        self.game = game

    def add_names(self, known: Names) -> Names:
        """Return every id with its names: those that are known, and what else is typed."""
        return known

    def is_list(self, state: Any, parts: Sequence[str], names: Sequence[str]) -> bool:
        """Return False: in most games only a score sheet is a list."""
        return False

    def write(self, action: Action, names: Sequence[str]) -> str:
        """Return the full notation of an action."""
        return self.writing.write(action, names)

    def parse_with_intents(self, text: str, state: Any, names: Sequence[str]) -> tuple[Parsed, ...]:
        """Return the actions of a text, each with how it was meant. Raise NotationError."""
        rest, status = split_status(text, self.game.statuses, state.seats, names)
        if not status:
            return self._read_text(text, state, names)
        if not rest:
            return (Parsed(Count(status=status)),)
        first, *more = self._read_text(rest, state, names)
        count = first.action
        assert isinstance(count, Count)  # noqa: S101
        return (first._replace(action=msgspec.structs.replace(count, status=status)), *more)

    def rephrase(self, text: str, state: Any, names: Sequence[str]) -> Iterator[str]:
        """Yield what a phrase may be in the notation: most games have no phrases of their own."""
        yield from ()

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word of the game: of its pieces, and of what is said of them."""
        named = {fold(name) for known_as in self.game.names().values() for name in known_as}
        return frozenset(named | {word for name in named for word in name.split()}).union(
            map(fold, self.spoken_words), self.game.reserved_letters
        )

    def _read_text(self, text: str, state: Any, names: Sequence[str]) -> tuple[Parsed, ...]:
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
        self, text: str, state: Any, names: Sequence[str]
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
        said = [self.game.describe(action) for action in actions]
        return Message("reading", {"typed": Verbatim(typed), "said": said})

    def _is_legal(self, state: Any, parsed: Sequence[Parsed]) -> bool:
        """Return whether actions break no rule, one after the other."""
        for action, _intent in parsed:
            try:
                self.game.admit(state, action)
                after, moves = self.game.apply(state, action)
            except DecodeError:
                return False
            if self.game.check(state, action, moves):
                return False
            state = after
        return True

    def list_guesses(
        self, state: Any, text: str, actions: Sequence[Action], names: Sequence[str]
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

    def _parse_phrase(self, text: str, state: Any, names: Sequence[str]) -> tuple[Parsed, ...]:
        """Return the actions of a text in the notation; where it refuses, of the text as a phrase.

        Raise NotationError: that of the phrase where the notation only says that it is no action.
        """
        parse = self.notation.parse
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

    def _list_readings(self, text: str, state: Any, names: Sequence[str]) -> Iterator[Spoken]:
        """Yield what a phrase may be in the notation, also a Korean one, and who must have done it
        then."""
        from engines.korean import reorder

        yield from self._list_phrases(text, state, names)
        opened = drop_opening(text)
        if opened and opened != text:
            yield Spoken(None, opened)
            yield from self._list_phrases(opened, state, names)
        for said in reorder(text, self.game.package, self.game.names(), names, state.seats):
            yield Spoken(None, said)
            yield from self._list_phrases(said, state, names)

    def _list_phrases(self, text: str, state: Any, names: Sequence[str]) -> Iterator[Spoken]:
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

    def _is_about_seat(self, found: Sequence[Parsed], state: Any) -> bool:
        """Return whether actions are those of a seat, or facts that are asked about a seat.

        Where somebody is named, such a reading is likelier than a fact that is about nobody.
        """
        prompts = self.game.list_prompts(state)
        asked = {verb for p in prompts if "seat" in p.data for verb in p.verbs}
        return all(each.action.seat != TABLE or each.action.verb in asked for each in found)

    def _is_by(self, found: Sequence[Parsed], seat: int | None, state: Any) -> bool:
        """Return whether actions are those of a seat, or facts that concern no other.

        Each is looked at where it happens: dice behind a turn that has ended are the next seat's.
        """
        if seat is None:
            return True
        for action, _intent in found:
            asked = {
                verb: prompt.data["seat"]
                for prompt in self.game.list_prompts(state)
                if "seat" in prompt.data
                for verb in prompt.verbs
            }
            who = asked.get(action.verb, seat) if action.seat == TABLE else action.seat
            if who != seat:
                return False
            state, _moves = self.game.apply(state, action)
        return True

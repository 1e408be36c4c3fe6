"""The table: what every command of the desk works on.

It joins a session, a voice and the reading of typed text into actions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, Protocol

from engines.intents import Parsed
from engines.notation import is_number
from engines.phrases import is_unknown_said, split_narration
from engines.protocol import State
from engines.values import TABLE, Action, DecodeError, NotationError
from replay.base.errors import NothingToDo
from replay.base.i18n import _
from replay.base.screen import Screen, measure_screen
from replay.desk.addresses import find_event, split_event
from replay.desk.replies import Reply
from replay.desk.spoken_counts import read_spoken_count, read_stated_count
from replay.fold.timeline import Timeline
from replay.record.session import Session
from replay.speech.fuzzy import guess_candidate
from replay.speech.suggestions import name_candidate
from replay.speech.voice import Voice

LONGEST: Final = 2000
"""The most characters that a line may have."""

Confirm = Callable[[tuple[str, ...], bool], bool]
"""Shows the effects of a correction and returns whether to make it.

The flag is whether nothing that was recorded later breaks.
"""

ConfirmAll = Callable[[tuple[str, ...], str], bool]
"""Shows the effects of a correction with the events that follow it, asks a question, and returns
whether they are all corrected."""


UNSEEN: Final = re.compile(r"(?<!\S)\?\?(?!\S)")
"""The word that says that nobody saw something; in the notation of the games it is ``?``."""


SLIPS: Final = 3
"""How many words of a text are put right at most."""


class Shell(Protocol):
    """The commands of the program beside those of the desk, carried out for the table's match."""

    def names(self) -> Sequence[str]:
        """Return the words of all commands."""

    def describe(self, words: str) -> Iterator[str]:
        """Yield how a command is typed and what it does; nothing for another word."""

    def run(self, name: str, rest: str) -> Reply:
        """Carry out a command, given what was typed behind its word."""


class ParsedActions(NamedTuple):
    """The actions that a text means, and a sentence for every word that was guessed."""

    parsed: tuple[Parsed, ...]
    guesses: tuple[str, ...]

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions, without how they were meant."""
        return tuple(each.action for each in self.parsed)


class Table:
    """One session, spoken about with one voice.

    `confirm` is asked before the past is corrected; without it nobody is asked. `confirm_all` is
    asked first where later events follow the correction. `shell` carries out the commands that are
    not the desk's; without it there are none.
    """

    def __init__(self, session: Session, voice: Voice, confirm: Confirm | None = None) -> None:
        self.session = session
        self._voice = voice
        self.confirm = confirm
        self.confirm_all: ConfirmAll | None = None
        self.shell: Shell | None = None

    @property
    def voice(self) -> Voice:
        """The voice, for the people who sit at the table now."""
        self._voice = self._voice.name_seats(self.timeline.seats)
        return self._voice

    @property
    def screen(self) -> Screen | None:
        """The screen of whoever sits at a terminal and is asked; without somebody none."""
        return None if self.confirm is None else measure_screen()

    @property
    def timeline(self) -> Timeline:
        """The timeline of the session."""
        return self.session.timeline

    def parse_actions(self, text: str, state: State) -> ParsedActions:
        """Return the actions that a text means in `state`.

        Actions are separated by ``;``, and each is read in the state after those before it. Raise
        NotationError for what cannot be read, DecodeError for what could not be read again once it
        is stored, NothingToDo for too long a text.
        """
        check_length(text)
        parts = self.join_list([part.strip() for part in text.split(";") if part.strip()], state)
        try:
            return self._parse_parts(parts or [text], state)
        except NotationError:
            told = [piece for part in parts for piece in split_narration(part, self.voice.names)]
            if len(told) > len(parts):
                with suppress(NotationError, DecodeError):
                    return self._parse_parts(told, state)
            if len(parts) == 1:
                found = self._parse_with_facts(parts[0], state)
                if found is not None:
                    return found
            raise

    def _parse_with_facts(self, text: str, state: State) -> ParsedActions | None:
        """Return the actions of a text with facts of the table behind a comma: ``b24, 2rk5``.

        None where it is none.
        """
        for comma in re.finditer(r",\s+", text):
            head, tail = text[: comma.start()], text[comma.end() :]
            with suppress(NotationError, DecodeError):
                before = self._parse_parts([head], state)
                found = self._parse_parts([head, tail], state)
                if all(action.seat == TABLE for action in found.actions[len(before.actions) :]):
                    return found
        return None

    def _parse_parts(self, parts: Sequence[str], state: State) -> ParsedActions:
        """Return the actions of some texts, each read in the state after those before it."""
        engine = self.session.engine
        found: list[Parsed] = []
        guesses: list[str] = []
        latest: tuple[Parsed, ...] = ()
        for part in parts:
            for action, _intent in latest:
                engine.admit(state, action)
                state, _moves = engine.apply(state, action)
            latest, guessed = self._parse_part(part, state)
            for action, _intent in latest:
                engine.decode(action.verb, engine.encode(action), action.schema)
            found += latest
            guesses += guessed
        return ParsedActions(tuple(found), tuple(guesses))

    def join_list(self, parts: Sequence[str], state: State) -> Sequence[str]:
        """Return the parts of a line between semicolons, as one if they are entries of a list.

        What cannot be read is no list: it is refused where it is carried out.
        """
        if len(parts) < 2:
            return parts
        body, _bang, _reason = split_reason(parts[-1])
        entries = [*parts[:-1], body]
        try:
            listed = self.session.engine.is_list(state, entries, self.voice.names)
        except NotationError:
            return parts
        return [", ".join(parts)] if listed else parts

    def find_event(self, text: str) -> int:
        """Return the number of the event that ``57`` or ``round 6`` means.

        Raise NothingToDo where none or several are meant, LookupError for an unknown round.
        """
        return find_event(self.timeline, self.voice, text)

    def split_event(self, text: str) -> tuple[int, str]:
        """Split ``57 rest`` or ``round 6 rest`` into the number of the event and the rest.

        Raise as `find_event` does, and NothingToDo where nothing follows.
        """
        version, rest = split_event(self.timeline, self.voice, text)
        if not rest:
            raise NothingToDo("after the number, say what it should read")
        return version, rest

    def can_parse(self, text: str) -> bool:
        """Return whether a text means actions now."""
        try:
            self.parse_actions(text, self.session.state)
        except (NotationError, DecodeError, NothingToDo):
            return False
        return True

    def _parse_part(self, text: str, state: State) -> ParsedActions:
        """Return the actions of a text without ``;``.

        A word that is close enough to only one candidate is taken for it. Raise NotationError.
        """
        text = UNSEEN.sub("?", text)
        try:
            parsed = self._parse(text, state)
        except NotationError as error:
            if is_unknown_said(text):
                return self._parse_part("?", state)
            counted = self._parse_spoken_count(text, state)
            if counted is not None:
                return counted
            corrected = self._correct_words(text, state, error, SLIPS)
            if corrected is None:
                raise
            return corrected
        actions = [each.action for each in parsed]
        guesses = self.session.engine.list_guesses(state, text, actions, self.voice.names)
        return ParsedActions(parsed, tuple(self.voice.say(each.key, each.data) for each in guesses))

    def _parse_spoken_count(self, text: str, state: State) -> ParsedActions | None:
        """Return the count that a text means, or states in a sentence; None where it is none."""
        stated = read_stated_count(text, self.voice.names)
        if stated:
            with suppress(NotationError):
                return ParsedActions(self._parse(stated, state), ())
        count = read_spoken_count(self.timeline, state.book, stated or text, self.voice)
        return None if count is None else ParsedActions((Parsed(count),), ())

    def _parse(self, text: str, state: State) -> tuple[Parsed, ...]:
        """Return the actions of a text, each with how it was meant. Raise NotationError."""
        return self.session.engine.parse_with_intents(text, state, self.voice.names)

    def _correct_words(
        self, text: str, state: State, error: NotationError, slips: int
    ) -> ParsedActions | None:
        """Return the actions of a text with its misspelt words put right, at most so many.

        A word is taken for the only candidate that is close enough; None where there is none.
        """
        guess = None if error.unclear else guess_candidate(error.word, error.candidates)
        if guess is None or not slips or not error.word or error.word not in text:
            return None
        name = name_candidate(self.voice, guess)
        sentence = _("({given} read as {name})").format(given=error.word, name=name)
        corrected = text.replace(error.word, guess.item, 1)
        try:
            return ParsedActions(self._parse(corrected, state), (sentence,))
        except NotationError as next_error:
            more = self._correct_words(corrected, state, next_error, slips - 1)
            return more and more._replace(guesses=(sentence, *more.guesses))


def check_length(text: str) -> None:
    """Raise NothingToDo when a text is longer than a line may be."""
    if len(text) > LONGEST:
        raise NothingToDo(
            "A line has {n} characters at most; this one has {k}.", n=LONGEST, k=len(text)
        )


def parse_number(text: str) -> int:
    """Return the number that a text is. Raise NothingToDo when it is none."""
    if not is_number(text.strip()):
        raise NothingToDo("“{text}” is no number", text=text.strip())
    return int(text)


def split_reason(text: str) -> tuple[str, bool, str]:
    """Split ``text ! reason`` into the text, whether there is a ``!``, and the reason."""
    body, bang, reason = text.partition("!")
    return body.strip(), bool(bang), reason.strip()

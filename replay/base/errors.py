"""Errors that people are told of, and their words in the program's language.

Every error carries English texts and the data that fills them. They are translated here, when
somebody is to read them, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engines.values import DecodeError, Seat, seat_letter
from ledger.errors import LedgerError
from replay.base.i18n import _, language
from replay.base.system_errors import describe_system_error, translate_cause
from replay.base.terminal_text import clean_line


class UserError(Exception):
    """An error that people are told of: what is wrong, and what to do next.

    `message` and `hint` are texts of the interface in English; `data` fills their fields. A text
    that is in the program's language already is a message without data. `str()` of the error is
    its message in the program's language.
    """

    def __init__(self, message: str, hint: str = "", **data: Any) -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint
        self.data = data

    def __str__(self) -> str:
        return translate_text(self.message, self.data)


class NothingToDo(UserError):
    """Nothing can be undone, redone, corrected or decided there; the message says why."""


class NotFound(UserError, LookupError):
    """There is no such event, action or dispute; the message says which there are."""


class ErrorWords(NamedTuple):
    """An error in the program's language: what is wrong, and what to do next ("" for nothing)."""

    text: str
    hint: str = ""


def describe_error(error: Exception, names: Sequence[str] = ()) -> ErrorWords:
    """Return an error in sentences of the program's language; any other error as it is.

    `names` are the people, by seat.
    """
    if not isinstance(error, UserError | LedgerError | DecodeError):
        return ErrorWords(end_sentence(str(error)[:1].upper() + str(error)[1:]))
    text = translate_text(error.message, name_people(error.data, names))
    if isinstance(error, NothingToDo | NotFound | DecodeError):
        # A field is a name or an id, and in Korean a Latin word is typed so: they keep their case.
        if not error.message.startswith("{") and language() == "en":
            text = text[:1].upper() + text[1:]
        text = end_sentence(text)
    hint = "" if isinstance(error, DecodeError) else error.hint
    return ErrorWords(text, translate_text(hint, error.data) if hint else "")


def end_sentence(text: str) -> str:
    """Return a text with a full stop at its end, unless it has an end already.

    >>> end_sentence("maple is closed"), end_sentence("Which event?")
    ('maple is closed.', 'Which event?')
    """
    return text if text.endswith((".", "?", "!", ":", "…", "}")) or not text else f"{text}."


def name_flaw(error: Exception, names: Sequence[str] = ()) -> str:
    """Return what is wrong in the program's language, without the form of a sentence.

    `names` are the people, by seat.
    """
    if isinstance(error, UserError | LedgerError | DecodeError):
        return translate_text(error.message, name_people(error.data, names))
    if isinstance(error, OSError):
        return describe_system_error(error)
    return str(error) or type(error).__name__


def name_people(data: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return the data of an error with the names of the people in it; without names, their seats.

    >>> name_people({"person": Seat(1), "n": 1}, ["Ana", "Bo"])
    {'person': 'Bo', 'n': 1}
    """

    def name_person(value: Any) -> Any:
        if not isinstance(value, Seat):
            return value
        if value < len(names):
            return names[value]
        return _("seat {letter}").format(letter=seat_letter(value))

    return {field: name_person(value) for field, value in data.items()}


def translate_text(text: str, data: Mapping[str, Any]) -> str:
    """Return a text of the interface in the program's language, its fields filled.

    What fills a field is one line: others may have written it. Several texts are a line each,
    below the sentence.
    """
    if not data:
        return _(text)
    filled = {name: _fill_field(value) for name, value in data.items()}
    return _(text).format(**filled)


def _fill_field(value: Any) -> Any:
    """Return what fills a field of a text; an error is said in the program's language."""
    if isinstance(value, Exception):
        return clean_line(name_flaw(value))
    if isinstance(value, tuple):
        return "".join(f"\n{clean_line(line)}" for line in value)
    return clean_line(translate_cause(value)) if isinstance(value, str) else value

"""Errors that people are told of, and their words in the program's language.

Every error carries English texts and the data that fills them. They are translated here, when
somebody is to read them, and nowhere else.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ledger.errors import LedgerError
from replay.base.i18n import _


class UserError(Exception):
    """An error that people are told of: what is wrong, and what to do next.

    `message` and `hint` are texts of the interface in English; `data` fills their fields. The text
    of the error is its message in the program's language.
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


class ErrorWords(NamedTuple):
    """An error in the program's language: what is wrong, and what to do next ("" for nothing)."""

    text: str
    hint: str = ""


def describe_error(error: UserError | LedgerError) -> ErrorWords:
    """Return an error in the program's language."""
    hint = translate_text(error.hint, error.data) if error.hint else ""
    return ErrorWords(translate_text(error.message, error.data), hint)


def translate_text(text: str, data: dict[str, Any]) -> str:
    """Return a text of the interface in the program's language, its fields filled."""
    return _(text).format(**data) if data else _(text)


def find_json_path(error: Exception) -> str:
    """Return the place in a JSON document that a msgspec error names, with the field at fault.

    It is ``$``, the whole document, when the error names none.

    >>> find_json_path(ValueError("Expected `int`, got `str` - at `$.match.events`"))
    '$.match.events'
    >>> find_json_path(ValueError("Object missing required field `seal` - at `$.match`"))
    '$.match.seal'
    """
    place = re.search(r"`(\$[^`]*)`", str(error))
    field = re.search(r"field `([^`]*)`", str(error))
    return (place[1] if place else "$") + (f".{field[1]}" if field else "")

"""Parts of a larger work: how one is done wherever it is done, and what comes of it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from replay.base.errors import UserError, name_flaw
from replay.base.i18n import language, set_language

P = TypeVar("P")
R = TypeVar("R")


class Done(NamedTuple, Generic[R]):
    """A finished part of a work: its name, and what came of it."""

    name: str
    result: R


class Outcome(NamedTuple):
    """What comes back from a worker: the result of a part, or the error that it ended with."""

    name: str
    result: Any = None
    error: Exception | None = None


class PartsFailed(UserError):
    """Parts of a work ended with errors; `errors` are these by the name of the part.

    The message is about the first of them. All other parts are done.
    """

    def __init__(self, errors: Mapping[str, Exception]) -> None:
        name, error = next(iter(errors.items()))
        super().__init__("{name}: {error}", name=name, error=error)
        self.errors = dict(errors)


class Call(Generic[P, R]):
    """A function of parts, as it is sent to workers: with the language of whoever asks for it."""

    def __init__(self, function: Callable[[P], R]) -> None:
        self.function = function
        self.language = language()

    def run(self, name: str, part: P) -> Outcome:
        """Return what comes of a part in a process that was started for it."""
        set_language(self.language)
        try:
            result = self.function(part)
            pickle.dumps(result)
        except Exception as error:
            return Outcome(name, error=make_portable(error))
        return Outcome(name, result)


def make_portable(error: Exception) -> Exception:
    """Return an error that arrives in another process as it is, in words where it would not."""
    try:
        pickle.dumps(error)
        copy.copy(error)
    except Exception:
        return UserError(name_flaw(error))
    return error

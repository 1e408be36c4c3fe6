"""The errors of a ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class LedgerError(Exception):
    """A ledger cannot do what was asked.

    `message` is an English sentence, `hint` says what to do next. `data` fills the fields of both,
    so a program can translate them before it fills them; it may hold an error that is the cause.

    >>> str(LedgerError("{path} is a folder.", path="here"))
    'here is a folder.'
    """

    def __init__(self, message: str, hint: str = "", **data: Any) -> None:
        super().__init__(message.format(**data))
        self.message = message
        self.hint = hint
        self.data = data


class Conflict(LedgerError):
    """Another recorder appended first. `meanwhile` are the versions of the new events."""

    def __init__(
        self, message: str, hint: str = "", meanwhile: Sequence[int] = (), **data: Any
    ) -> None:
        super().__init__(message, hint, **data)
        self.meanwhile = tuple(meanwhile)


class RefusedRow(LedgerError):
    """A row is stored already, belongs to nothing, or changes what may not change."""


class NotCanonical(LedgerError):
    """A payload has no canonical form: a float, a huge number, a key outside ASCII."""


class UnreadableEvent(LedgerError, ValueError):
    """A payload that is no event about the record: an unknown type, or another shape."""


class NoSuchMatch(LedgerError):
    """No match has this name. `near` are the names that could have been meant."""

    def __init__(self, message: str, hint: str = "", near: Sequence[str] = (), **data: Any) -> None:
        super().__init__(message, hint, **data)
        self.near = tuple(near)


class AmbiguousMatch(LedgerError):
    """The names of several matches begin so. `names` are these names."""

    def __init__(
        self, message: str, hint: str = "", names: Sequence[str] = (), **data: Any
    ) -> None:
        super().__init__(message, hint, **data)
        self.names = tuple(names)


class NotALedger(LedgerError):
    """A file is no ledger: it is no database, or belongs to another program."""


class NewerSchema(LedgerError):
    """A ledger has a revision that this version of foldtable does not know."""


class UnwritableLedger(LedgerError):
    """A ledger cannot be opened or written: read-only, full disk, locked."""


class TryAgain(UnwritableLedger):
    """Nothing was stored because of what others did at the same moment: it can be tried again."""


class LostConnection(TryAgain):
    """The server of a ledger has gone, or does not answer. A last commit may be stored."""


class MissingDriver(LedgerError):
    """The package that a database needs is not installed."""


class DamagedLedger(LedgerError):
    """The database is damaged."""

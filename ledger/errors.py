"""Everything that can go wrong with a log, one exception each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class LedgerError(Exception):
    """A log that cannot do what was asked.

    `message` is a sentence and `hint` what to do next, both with fields that `data` fills, so that
    whoever shows them can say them in another language.

    >>> str(LedgerError("{path} is a folder.", path="here"))
    'here is a folder.'
    """

    def __init__(self, message: str, hint: str = "", **data: Any) -> None:
        super().__init__(message.format(**data))
        self.message = message
        self.hint = hint
        self.data = data


class Conflict(LedgerError):
    """Somebody else appended first. `meanwhile` holds the versions of their events."""

    def __init__(
        self, message: str, hint: str = "", meanwhile: Sequence[int] = (), **data: Any
    ) -> None:
        super().__init__(message, hint, **data)
        self.meanwhile = tuple(meanwhile)


class NotCanonical(LedgerError):
    """A payload that has no canonical form: a float, a huge number, a key outside ASCII."""


class NoSuchMatch(LedgerError):
    """No match goes by this name; `near` holds names that are close."""

    def __init__(self, message: str, hint: str = "", near: Sequence[str] = (), **data: Any) -> None:
        super().__init__(message, hint, **data)
        self.near = tuple(near)


class AmbiguousMatch(LedgerError):
    """Several matches begin with this name; `names` holds them."""

    def __init__(
        self, message: str, hint: str = "", names: Sequence[str] = (), **data: Any
    ) -> None:
        super().__init__(message, hint, **data)
        self.names = tuple(names)


class NotALedger(LedgerError):
    """The file is no ledger: no database, or another program's."""


class NewerSchema(LedgerError):
    """The ledger was written by a newer version of this program."""


class UnwritableLedger(LedgerError):
    """The ledger cannot be written: read-only, a full disk, a lock that is not given up."""


class DamagedLedger(LedgerError):
    """The database itself is damaged."""

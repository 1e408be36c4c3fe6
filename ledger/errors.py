"""Everything that can go wrong with a log, one exception each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ledger.event import Event


class LedgerError(Exception):
    """A log that cannot do what was asked. `hint` says what to do next."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Conflict(LedgerError):
    """Somebody else appended first. `meanwhile` holds their events."""

    def __init__(self, message: str, meanwhile: Sequence[Event] = (), hint: str = "") -> None:
        super().__init__(message, hint)
        self.meanwhile = tuple(meanwhile)


class NotCanonical(LedgerError):
    """A payload that has no canonical form: a float, a huge number, a key outside ASCII."""


class NoSuchMatch(LedgerError):
    """No match goes by this name; `near` holds names that are close."""

    def __init__(self, message: str, near: Sequence[str] = (), hint: str = "") -> None:
        super().__init__(message, hint)
        self.near = tuple(near)


class AmbiguousMatch(LedgerError):
    """Several matches begin with this name; `names` holds them."""

    def __init__(self, message: str, names: Sequence[str] = (), hint: str = "") -> None:
        super().__init__(message, hint)
        self.names = tuple(names)


class NotALedger(LedgerError):
    """The file is no ledger: no database, or another program's."""


class NewerSchema(LedgerError):
    """The ledger was written by a newer version of this program."""


class Unwritable(LedgerError):
    """The ledger cannot be written: read-only, a full disk, a lock that is not given up."""


class Damaged(LedgerError):
    """The database itself is damaged."""

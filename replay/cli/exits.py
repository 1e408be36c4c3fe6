"""Exit codes, and the errors that leave with them. `foldtable help exit-codes` prints them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, Final

from replay.base.errors import UserError
from replay.base.i18n import _


class Exit(IntEnum):
    """What a command's exit status says."""

    DONE = 0
    FOUND = 1
    USAGE = 2
    MISSING = 3
    REFUSED = 4
    CONFLICT = 5
    BROKEN = 6
    UNREADABLE = 7
    CHANGED = 8
    BUG = 70
    INTERRUPTED = 130


MEANING: Final[Mapping[Exit, Callable[[], str]]] = {
    Exit.DONE: lambda: _("done"),
    Exit.FOUND: lambda: _(
        "findings: a breach stopped a piped recording, or a check found something"
    ),
    Exit.USAGE: lambda: _("the command line is wrong, or a line of input cannot be read"),
    Exit.MISSING: lambda: _("no such match, game, file or event, or the name is ambiguous"),
    Exit.REFUSED: lambda: _(
        "refused for safety: a flag says you mean it; or the file cannot be written"
    ),
    Exit.CONFLICT: lambda: _("somebody else recorded first"),
    Exit.BROKEN: lambda: _("integrity: the chain, the seal or the database is damaged"),
    Exit.UNREADABLE: lambda: _("a file to import cannot be read"),
    Exit.CHANGED: lambda: _("the record is intact and was changed after the seal that was given"),
    Exit.BUG: lambda: _("a fault of this program; the report says where it lies"),
    Exit.INTERRUPTED: lambda: _("interrupted with Ctrl-C"),
}


class Stop(UserError):
    """An error that ends a command with an exit code."""

    def __init__(self, code: Exit, message: str, hint: str = "", **data: Any) -> None:
        super().__init__(message, hint, **data)
        self.code = code

"""What every command is told: where the log is, which language, how to print, who records."""

from __future__ import annotations

import getpass
import os
import platform
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from replay.base.terminal_text import clean_line

if TYPE_CHECKING:
    from ledger.location import Location
    from ledger.store import Ledger

ACTOR: Final = "FOLDTABLE_ACTOR"


@dataclass
class Settings:
    """The options that every command takes."""

    db: str = ""
    lang: str = ""
    json: bool = False
    plain: bool = False
    no_color: bool = False
    quiet: bool = False
    actor: str = ""
    match: str = ""
    """The match of the prompt at which the command is typed, "" in the shell."""

    output_closed: bool = False
    """Whether the program was started without a standard output."""

    @property
    def interactive(self) -> bool:
        """Whether somebody sits at a terminal and can be asked."""
        if sys.stdin is None or sys.stdout is None or self.json:
            return False
        return sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def recorder(self) -> str:
        """Who records: --actor, FOLDTABLE_ACTOR, or the user of this machine."""
        named = self.actor or os.environ.get(ACTOR, "") or _find_user()
        return clean_line(named.encode("utf-8", "replace").decode())

    def where(self) -> tuple[Location, str]:
        """Return where the ledger is and what chose it."""
        from ledger.location import locate_ledger

        return locate_ledger(self.db or None)

    def ledger(self) -> Ledger:
        """Open the ledger. Raise LedgerError."""
        from ledger.store import Ledger

        return Ledger(self.where()[0])


def _find_user() -> str:
    try:
        return f"{getpass.getuser()}@{platform.node()}"
    except (KeyError, OSError):
        return platform.node() or "unknown"


settings = Settings()
"""The settings of this run; filled in while the command line is read."""

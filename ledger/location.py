"""Where the ledger is: given by --db or FOLDTABLE_DB, else a file in the user's data folder."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ledger.errors import NotALedger

VARIABLE: Final = "FOLDTABLE_DB"

POSTGRESQL: Final = ("postgresql", "postgres")
"""How the URL of a PostgreSQL database begins."""

_PASSWORDS: Final = re.compile(r"(?<=[?&])(?:ssl)?password=[^&]*&?", re.IGNORECASE)
"""A password among the parameters of a URL."""


@dataclass(frozen=True, repr=False)
class Server:
    """A database of a PostgreSQL server. Written as text, it is its URL without a password."""

    url: str

    def __str__(self) -> str:
        scheme, _separator, rest = self.url.partition("://")
        before, at, host = rest.rpartition("@")
        user = before.partition(":")[0]
        return f"{scheme}://{user}{at if user else ''}{_PASSWORDS.sub('', host).rstrip('?&')}"

    __repr__ = __str__


Location = Path | Server
"""Where a ledger is: a file, or a database of a server."""


def write_location(where: Location) -> str:
    """Return what has to be typed to reach a ledger, with a password if its URL has one."""
    return where.url if isinstance(where, Server) else str(where)


def find_default_path() -> Path:
    """Return the ledger file in the user's data folder of this platform."""
    from platformdirs import user_data_path

    return user_data_path("foldtable", appauthor=False) / "ledger.db"


def locate_ledger(given: str | None = None) -> tuple[Location, str]:
    """Return where the ledger is and the source: ``--db``, the variable's name or ``default``.

    `given` is the value of ``--db``. Raise NotALedger for a URL that names no ledger.
    """
    if given:
        return parse_location(given), "--db"
    variable = os.environ.get(VARIABLE, "")
    if variable:
        return parse_location(variable), VARIABLE
    return find_default_path(), "default"


def parse_location(where: str) -> Location:
    """Return what a path or a URL names. Raise NotALedger if it names no ledger.

    >>> parse_location("sqlite:////tmp/ledger.db")
    PosixPath('/tmp/ledger.db')
    >>> parse_location("postgresql://ana:secret@host/games")
    postgresql://ana@host/games
    """
    scheme, separator, rest = where.partition("://")
    if not separator:
        try:
            return Path(where).expanduser()
        except RuntimeError:
            raise NotALedger(
                "{where} is nobody's home.", "Write the folder out.", where=where
            ) from None
    kind = scheme.split("+")[0]
    if kind in POSTGRESQL:
        return Server(f"postgresql://{rest}")
    if kind != "sqlite":
        raise NotALedger(
            "{scheme} is not supported.",
            "Use a file, sqlite:///ledger.db or postgresql://host/database",
            scheme=scheme,
        )
    if not rest.startswith("/") or rest == "/" or rest == "/:memory:":
        raise NotALedger(
            "{where} names no file.",
            "An SQLite URL has three slashes: sqlite:///ledger.db",
            where=where,
        )
    return Path(rest[1:])

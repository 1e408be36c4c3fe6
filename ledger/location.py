"""Where the log is: the platform's data directory, unless FOLDTABLE_DB or --db say otherwise."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from ledger.errors import NotALedger

VARIABLE: Final = "FOLDTABLE_DB"


def find_default_path() -> Path:
    """Return the ledger file in the platform's data directory."""
    from platformdirs import user_data_path

    return user_data_path("foldtable", appauthor=False) / "ledger.db"


def locate_ledger(given: str | None = None) -> tuple[Path, str]:
    """Return the ledger's file and what chose it: ``--db``, the variable's name, or ``default``.

    Raise NotALedger for the URL of a database that is no SQLite file.
    """
    if given:
        return parse_location(given), "--db"
    variable = os.environ.get(VARIABLE, "")
    if variable:
        return parse_location(variable), VARIABLE
    return find_default_path(), "default"


def parse_location(where: str) -> Path:
    """Return the file of a path or of an SQLAlchemy URL.

    >>> parse_location("sqlite:////tmp/ledger.db")
    PosixPath('/tmp/ledger.db')
    """
    scheme, separator, rest = where.partition("://")
    if not separator:
        try:
            return Path(where).expanduser()
        except RuntimeError:
            raise NotALedger(
                "{where} is nobody's home.", "Write the folder out.", where=where
            ) from None
    if scheme.split("+")[0] != "sqlite":
        raise NotALedger(
            "{scheme} is not supported yet.",
            "Use a file, or an SQLite URL such as sqlite:///ledger.db",
            scheme=scheme,
        )
    if not rest.startswith("/") or rest == "/" or rest == "/:memory:":
        raise NotALedger(
            "{where} names no file.",
            "An SQLite URL has three slashes: sqlite:///ledger.db",
            where=where,
        )
    return Path(rest[1:])

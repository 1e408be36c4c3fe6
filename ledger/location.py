"""The file of the ledger: given by --db or FOLDTABLE_DB, else in the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from ledger.errors import NotALedger

VARIABLE: Final = "FOLDTABLE_DB"


def find_default_path() -> Path:
    """Return the ledger file in the user's data folder of this platform."""
    from platformdirs import user_data_path

    return user_data_path("foldtable", appauthor=False) / "ledger.db"


def locate_ledger(given: str | None = None) -> tuple[Path, str]:
    """Return the file of the ledger and its source: ``--db``, the variable's name or ``default``.

    `given` is the value of ``--db``. Raise NotALedger for a URL that names no SQLite file.
    """
    if given:
        return parse_location(given), "--db"
    variable = os.environ.get(VARIABLE, "")
    if variable:
        return parse_location(variable), VARIABLE
    return find_default_path(), "default"


def parse_location(where: str) -> Path:
    """Return the file that a path or an SQLAlchemy URL names. Raise NotALedger if there is none.

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

"""Errors of PostgreSQL as errors of a ledger. No text of them holds a password.

What the client library says of a connection that fails is not repeated: it may quote the URL.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ledger.errors import (
    DamagedLedger,
    LedgerError,
    LostConnection,
    NotALedger,
    RefusedRow,
    TryAgain,
    UnwritableLedger,
)
from ledger.location import Server

if TYPE_CHECKING:
    from psycopg import Error

GONE: Final = ("08", "57P01", "57P02", "57P03")
"""How the codes begin with which a server ends a connection."""


def translate_error(error: Error, where: Server) -> LedgerError:
    """Return the LedgerError for an error of a statement."""
    code = error.sqlstate or ""
    text = error.diag.message_primary or ""
    if not code and "NUL" in str(error):
        return LedgerError(
            "PostgreSQL stores no text with a zero byte, and there is one in this.",
            "Remove the zero byte.",
        )
    if not code or code.startswith(GONE):
        return LostConnection(
            "The server of {where} has ended the connection.",
            "What was acknowledged is stored. Go on once the server is back.",
            where=where,
        )
    if code in ("40001", "40P01"):
        return TryAgain(
            "{where} is busy with something else that was recorded at the same time.",
            "Try again in a moment.",
            where=where,
        )
    if code.startswith("23"):
        return RefusedRow("{path} refuses a row: {text}.", path=where, text=text)
    if code in ("42P01", "42703", "XX001", "XX002"):
        return DamagedLedger(
            "{path} is damaged: {what}.",
            "foldtable db restore brings a backup back; foldtable verify --all checks it.",
            path=where,
            what=text,
        )
    return _explain_refusal(code, text, where)


def _explain_refusal(code: str, text: str, where: Server) -> LedgerError:
    """Return the LedgerError for a statement that the server did not carry out."""
    if code == "55P03":
        return UnwritableLedger(
            "{path} is locked by another program.",
            "Close it, or try again in a moment.",
            path=where,
        )
    if code == "53100":
        return UnwritableLedger(
            "The disk with {path} is full.", "Free some space; nothing was lost.", path=where
        )
    if code in ("42501", "25006"):
        return UnwritableLedger(
            "{path} may not be read or written: {text}.",
            "Ask whoever keeps the server for the right to do so.",
            path=where,
            text=text,
        )
    return UnwritableLedger("{path}: the server refuses this: {text}.", path=where, text=text)


def explain_connection(error: Error, where: Server) -> LedgerError:
    """Return the LedgerError for a connection that could not be made."""
    import psycopg

    said = str(error).lower()
    if isinstance(error, psycopg.ProgrammingError):
        return NotALedger(
            "{where} is no address of a PostgreSQL database.",
            "postgresql://user@host/database",
            where=where,
        )
    if re.search(r"no password supplied|authentication failed", said):
        return UnwritableLedger(
            "The server of {where} does not accept the password, or was given none.",
            "Write it into ~/.pgpass as host:port:database:user:password, or set PGPASSWORD.",
            where=where,
        )
    if re.search(r"database .* does not exist", said):
        return UnwritableLedger(
            "There is no database {where}.",
            "createdb makes one; foldtable makes the tables in it.",
            where=where,
        )
    if re.search(r"role .* does not exist|no pg_hba.conf entry|not permitted to log|denied", said):
        return UnwritableLedger(
            "The server does not let this user into {where}.",
            "Name a user of the database: postgresql://user@host/database",
            where=where,
        )
    if re.search(r"translate host name|not known|failed to resolve|no host", said):
        return UnwritableLedger(
            "The host in {where} is not known.",
            "Look at the name, and whether there is a network.",
            where=where,
        )
    if re.search(r"too many|connection slots", said):
        return UnwritableLedger(
            "The server of {where} has no connection left.", "Try again in a moment.", where=where
        )
    return LostConnection(
        "The server of {where} does not answer.",
        "Look whether it runs and can be reached. What was acknowledged is stored.",
        where=where,
    )

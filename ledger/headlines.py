"""Headlines: what listings show of matches."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Final, NamedTuple

from ledger.database import Database
from ledger.errors import LedgerError, NoSuchMatch, RefusedRow
from ledger.packing import unpack_hash, unpack_id


class Headline(NamedTuple):
    """What listings show of a match. It is derived from the events."""

    name: str
    game: str
    rules: str
    title: str
    played: str
    seats: tuple[str, ...]
    closed_at: str | None = None
    how: str = ""
    simulated: bool = False
    parent_id: str | None = None
    base_version: int | None = None
    base_hash: str | None = None


VOID: Final = "void"
"""What listings show instead of how a match ended, if it does not count."""


class MatchInfo(NamedTuple):
    """A stored headline with ids and times. `version` and `last_at` are those of the last event.

    `folded` is the name in the form that names are compared in.
    """

    match_id: str
    name: str
    game: str
    rules: str
    title: str
    opened_at: str
    played: str
    closed_at: str | None
    how: str
    archived_at: str | None
    simulated: bool
    parent_id: str | None
    base_version: int | None
    base_hash: str | None
    version: int
    last_at: str
    seats: tuple[str, ...]
    folded: str = ""

    @property
    def is_listed(self) -> bool:
        """Whether it belongs in lists and statistics: not hidden, simulated or void."""
        return self.archived_at is None and not self.simulated and self.how != VOID


def read_headline(database: Database, match_id: str) -> Headline:
    """Return the stored headline of a match. Raise NoSuchMatch."""
    fields = [field for field in Headline._fields if field != "seats"]
    stored = (database.dialect.pack_id(match_id),)
    rows = database.execute(
        f"SELECT {', '.join(fields)} FROM matches WHERE match_id = ?",  # noqa: S608
        stored,
    )
    people = database.execute(
        "SELECT seat, person, folded FROM seats WHERE match_id = ? ORDER BY seat", stored
    )
    if not rows:
        raise NoSuchMatch("No match has the id {match_id}.", match_id=match_id)
    seats = tuple(
        person
        if (seat, folded) == (number, fold_name(str(person)))
        else f"{seat}: {person} ({folded})"
        for number, (seat, person, folded) in enumerate(people)
    )
    said = dict(zip(fields, rows[0], strict=True))
    said["parent_id"] = _unpack(unpack_id, said["parent_id"])
    said["base_hash"] = _unpack(unpack_hash, said["base_hash"])
    return Headline(**said, seats=seats)


def _unpack(unpack: Callable[[object], str], stored: object) -> str | None:
    """Return the text that is stored so, None for nothing."""
    return None if stored is None else unpack(stored)


def write_headline(database: Database, match_id: str, headline: Headline, opened_at: str) -> None:
    """Store a headline, or replace it. Raise LedgerError where another match has its name."""
    pack_id, pack_hash = database.dialect.pack_id, database.dialect.pack_hash
    stored = pack_id(match_id)
    parent, base_hash = headline.parent_id, headline.base_hash
    known = database.execute("SELECT name FROM matches WHERE match_id = ?", (stored,))
    try:
        if not known:
            database.execute(
                "INSERT INTO matches (match_id, name, folded, game, rules, title, opened_at, "
                "last_at, played, closed_at, how, simulated, parent_id, base_version, base_hash) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    stored,
                    headline.name,
                    fold_name(headline.name),
                    headline.game,
                    headline.rules,
                    headline.title,
                    opened_at,
                    opened_at,
                    headline.played,
                    headline.closed_at,
                    headline.how,
                    headline.simulated,
                    None if parent is None else pack_id(parent),
                    headline.base_version,
                    None if base_hash is None else pack_hash(base_hash),
                ),
            )
        else:
            database.execute(
                "UPDATE matches SET title = ?, played = ?, closed_at = ?, how = ? "
                "WHERE match_id = ?",
                (headline.title, headline.played, headline.closed_at, headline.how, stored),
            )
    except RefusedRow as error:
        raise LedgerError("There already is a match called {name}.", name=headline.name) from error
    database.execute("DELETE FROM seats WHERE match_id = ?", (stored,))
    database.execute_many(
        "INSERT INTO seats (match_id, seat, person, folded) VALUES (?, ?, ?, ?)",
        [(stored, seat, person, fold_name(person)) for seat, person in enumerate(headline.seats)],
    )


def note_last_event(database: Database, match_id: str, recorded_at: str) -> None:
    """Store when the last event of a match was recorded: listings are in that order."""
    stored = database.dialect.pack_id(match_id)
    database.execute("UPDATE matches SET last_at = ? WHERE match_id = ?", (recorded_at, stored))


def fold_name(name: str) -> str:
    """Return a name in the form that names are compared in: composed, without case."""
    return unicodedata.normalize("NFC", name).casefold()

"""Headlines: what listings show of matches."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from ledger.database import Database, Row
from ledger.errors import LedgerError, NoSuchMatch, RefusedRow
from ledger.packing import unpack_hash, unpack_id


class Outcome(NamedTuple):
    """What listings show of the end of a match for a seat.

    `points` are None where nobody counted them, `rank` where nothing tells it, `won` while the
    match is open. `left` is whether the person has left the seat.
    """

    points: int | None = None
    rank: int | None = None
    won: bool | None = None
    left: bool = False


class Headline(NamedTuple):
    """What listings show of a match. It is derived from the events.

    `outcomes` are by seat. A match of an older ledger has None as its level and its place, and no
    outcomes, until somebody has derived them.
    """

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
    place: str | None = None
    level: str | None = None
    outcomes: tuple[Outcome, ...] = ()

    @property
    def bare(self) -> Headline:
        """The headline without place, level and outcomes, as older ledgers and archives have it."""
        return self._replace(place=None, level=None, outcomes=())


VOID: Final = "void"
"""What listings show instead of how a match ended, if it does not count."""


class MatchInfo(NamedTuple):
    """A stored headline with ids and times. `version` and `last_at` are those of the last event.

    `folded` is the name in the form that names are compared in. `place`, `level` and `outcomes`
    are as in a headline.
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
    place: str | None = None
    level: str | None = None
    outcomes: tuple[Outcome, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether it has a result."""
        return self.closed_at is not None

    @property
    def is_listed(self) -> bool:
        """Whether it belongs in lists and statistics: not hidden, simulated or void."""
        return self.archived_at is None and not self.simulated and self.how != VOID


def read_headline(database: Database, match_id: str) -> Headline:
    """Return the stored headline of a match. Raise NoSuchMatch."""
    fields = [field for field in Headline._fields if field not in ("seats", "outcomes")]
    stored = (database.dialect.pack_id(match_id),)
    rows = database.execute(
        f"SELECT {', '.join(fields)} FROM matches WHERE match_id = ?",  # noqa: S608
        stored,
    )
    people = database.execute(
        f"SELECT seat, person, folded, {OUTCOME} FROM seats WHERE match_id = ? ORDER BY seat",  # noqa: S608
        stored,
    )
    if not rows:
        raise NoSuchMatch("No match has the id {match_id}.", match_id=match_id)
    seats = tuple(
        person
        if (seat, folded) == (number, fold_name(str(person)))
        else f"{seat}: {person} ({folded})"
        for number, (seat, person, folded, *_outcome) in enumerate(people)
    )
    said = dict(zip(fields, rows[0], strict=True))
    said["parent_id"] = _unpack(unpack_id, said["parent_id"])
    said["base_hash"] = _unpack(unpack_hash, said["base_hash"])
    outcomes = read_outcomes([row[3:] for row in people])
    return Headline(**said, seats=seats, outcomes=outcomes)


OUTCOME: Final = "points, rank, won, gone"
"""The columns of an outcome."""


def read_outcomes(rows: Sequence[Row]) -> tuple[Outcome, ...]:
    """Return the outcomes in some columns, none where they were not derived yet."""
    if all(tuple(row) == NOT_DERIVED for row in rows):
        return ()
    return tuple(
        Outcome(points, rank, _read_flag(won), _read_flag(gone)) for points, rank, won, gone in rows
    )


def _read_flag(stored: Any) -> Any:
    """Return a stored truth value as one; SQLite keeps a number."""
    return bool(stored) if stored in (0, 1) else stored


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
                "last_at, played, closed_at, how, simulated, parent_id, base_version, base_hash, "
                "place, level) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
                    headline.place,
                    headline.level,
                ),
            )
        else:
            database.execute(
                "UPDATE matches SET title = ?, played = ?, closed_at = ?, how = ?, place = ?, "
                "level = ? WHERE match_id = ?",
                (
                    *(headline.title, headline.played, headline.closed_at, headline.how),
                    *(headline.place, headline.level, stored),
                ),
            )
    except RefusedRow as error:
        raise LedgerError("There already is a match called {name}.", name=headline.name) from error
    database.execute("DELETE FROM seats WHERE match_id = ?", (stored,))
    outcomes = headline.outcomes or (NOT_DERIVED,) * len(headline.seats)
    people = zip(headline.seats, outcomes, strict=True)
    database.execute_many(
        f"INSERT INTO seats (match_id, seat, person, folded, {OUTCOME}) "  # noqa: S608
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (stored, seat, person, fold_name(person), *outcome)
            for seat, (person, outcome) in enumerate(people)
        ],
    )


NOT_DERIVED: Final = (None, None, None, None)
"""The columns of an outcome that nobody has derived yet."""


def list_underived(database: Database, limit: int) -> list[str]:
    """Return the ids of matches whose place, level and outcomes nobody has derived yet, the one
    recorded on last first."""
    rows = database.execute(
        "SELECT match_id FROM matches WHERE level IS NULL ORDER BY last_at DESC LIMIT ?", (limit,)
    )
    return [unpack_id(row[0]) for row in rows]


def note_derived(database: Database, match_id: str, headline: Headline) -> None:
    """Store the place, the level and the outcomes of a match; all else that is listed stays."""
    stored = database.dialect.pack_id(match_id)
    database.execute(
        "UPDATE matches SET place = ?, level = ? WHERE match_id = ?",
        (headline.place, headline.level, stored),
    )
    database.execute_many(
        "UPDATE seats SET points = ?, rank = ?, won = ?, gone = ? WHERE match_id = ? AND seat = ?",
        [(*outcome, stored, seat) for seat, outcome in enumerate(headline.outcomes)],
    )


def note_last_event(database: Database, match_id: str, recorded_at: str) -> None:
    """Store when the last event of a match was recorded: listings are in that order."""
    stored = database.dialect.pack_id(match_id)
    database.execute("UPDATE matches SET last_at = ? WHERE match_id = ?", (recorded_at, stored))


def fold_name(name: str) -> str:
    """Return a name in the form that names are compared in: composed, without case."""
    return unicodedata.normalize("NFC", name).casefold()

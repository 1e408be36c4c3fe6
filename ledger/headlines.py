"""Headlines: what listings show of matches, and how a match is found by what people type."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ledger.database import Database
from ledger.errors import AmbiguousMatch, LedgerError, NoSuchMatch, RefusedRow


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
    """A stored headline with ids and times. `version` and `last_at` are those of the last event."""

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

    @property
    def is_listed(self) -> bool:
        """Whether it belongs in lists and statistics: not hidden, simulated or void."""
        return self.archived_at is None and not self.simulated and self.how != VOID


_LISTED = ("name", "game", "rules", "title", "opened_at", "played", "closed_at", "how")
"""The text columns of a match that listings show."""

_MATCH = f"""
SELECT m.match_id, {", ".join(f"CAST(m.{column} AS TEXT)" for column in _LISTED)},
       m.archived_at, m.simulated, m.parent_id, m.base_version, m.base_hash,
       COALESCE(e.version, m.base_version, 0), COALESCE(e.recorded_at, m.opened_at)
FROM matches m
LEFT JOIN events e ON e.match_id = m.match_id
     AND e.version = (SELECT MAX(version) FROM events WHERE match_id = m.match_id)
"""  # noqa: S608


def read_headline(database: Database, match_id: str) -> Headline:
    """Return the stored headline of a match. Raise NoSuchMatch."""
    fields = ", ".join(field for field in Headline._fields if field != "seats")
    rows = database.execute(
        f"SELECT {fields} FROM matches WHERE match_id = ?",  # noqa: S608
        (match_id,),
    )
    people = database.execute(
        "SELECT seat, person FROM seats WHERE match_id = ? ORDER BY seat", (match_id,)
    )
    if not rows:
        raise NoSuchMatch("No match has the id {match_id}.", match_id=match_id)
    seats = tuple(
        person if seat == number else f"{seat}: {person}"
        for number, (seat, person) in enumerate(people)
    )
    place = Headline._fields.index("seats")
    return Headline._make([*rows[0][:place], seats, *rows[0][place:]])


def write_headline(database: Database, match_id: str, headline: Headline, opened_at: str) -> None:
    """Store a headline, or replace it. Raise LedgerError where another match has its name."""
    known = database.execute("SELECT name FROM matches WHERE match_id = ?", (match_id,))
    try:
        if not known:
            database.execute(
                "INSERT INTO matches (match_id, name, game, rules, title, opened_at, played, "
                "closed_at, how, simulated, parent_id, base_version, base_hash) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    match_id,
                    headline.name,
                    headline.game,
                    headline.rules,
                    headline.title,
                    opened_at,
                    headline.played,
                    headline.closed_at,
                    headline.how,
                    headline.simulated,
                    headline.parent_id,
                    headline.base_version,
                    headline.base_hash,
                ),
            )
        else:
            database.execute(
                "UPDATE matches SET title = ?, played = ?, closed_at = ?, how = ? "
                "WHERE match_id = ?",
                (headline.title, headline.played, headline.closed_at, headline.how, match_id),
            )
    except RefusedRow as error:
        raise LedgerError("There already is a match called {name}.", name=headline.name) from error
    database.execute("DELETE FROM seats WHERE match_id = ?", (match_id,))
    database.execute_many(
        "INSERT INTO seats (match_id, seat, person) VALUES (?, ?, ?)",
        [(match_id, seat, person) for seat, person in enumerate(headline.seats)],
    )


UNSHOWN: Final = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
"""Characters that break a line, command a terminal, or turn the direction of a text."""


def read_match_infos(database: Database) -> list[MatchInfo]:
    """Return all matches, latest event first."""
    people: dict[str, list[str]] = {}
    for match_id, person in database.execute(
        "SELECT match_id, person FROM seats ORDER BY match_id, seat"
    ):
        people.setdefault(match_id, []).append(person)
    rows = database.execute(f"{_MATCH} ORDER BY 16 DESC, m.match_id DESC")
    return [_make_match_info(row, people.get(row[0], [])) for row in rows]


def _make_match_info(row: tuple[object, ...], people: Sequence[str]) -> MatchInfo:
    """Return the match of some columns and of the people in its seats."""
    fields: list[Any] = [_clean_text(field) for field in row]
    fields[10] = bool(fields[10])
    return MatchInfo._make([*fields, tuple(_clean_text(person) for person in people)])


def _clean_text(value: object) -> object:
    """Return a stored value; � stands for the controls and line breaks of a text.

    A ledger may hold names of an earlier time that no command would take today.
    """
    return UNSHOWN.sub("�", value) if isinstance(value, str) else value


def find_match(infos: Sequence[MatchInfo], text: str) -> MatchInfo:
    """Return the match with this name or id, else the only one whose name or id begins so.

    Raise NoSuchMatch or AmbiguousMatch.
    """
    for info in infos:
        if text in (info.name, info.match_id):
            return info
    wanted = _fold_name(text)
    if not wanted:
        raise NoSuchMatch("A match has a name.", near=[info.name for info in infos])
    found = [i for i in infos if wanted in (_fold_name(i.name), i.match_id)] or [
        i for i in infos if _fold_name(i.name).startswith(wanted) or i.match_id.startswith(wanted)
    ]
    if len(found) == 1:
        return found[0]
    names = [info.name for info in found or infos]
    if found:
        raise AmbiguousMatch("Several matches begin with “{text}”.", names=names, text=text)
    raise NoSuchMatch("No match is called “{text}”.", near=names, text=text)


def _fold_name(name: str) -> str:
    """Return a name in the form that names are compared in: composed, without case."""
    return unicodedata.normalize("NFC", name).casefold()

"""Listings: the matches of a ledger, all or some, the one recorded on last first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ledger.database import Database, Row
from ledger.headlines import OUTCOME, VOID, MatchInfo, fold_name, read_outcomes
from ledger.packing import unpack_hash, unpack_id

IS_LISTED: Final = f"(m.archived_at IS NULL AND NOT m.simulated AND m.how <> '{VOID}')"
"""Which matches belong in lists, in SQL. The partial indexes say the same."""

EVERY_LETTER: Final = "\U0010ffff"
"""A character behind all others: what begins so lies between a text and the text with it."""

AT_ONCE: Final = 500
"""For how many matches the people are read in one query."""


class Wanted(NamedTuple):
    """Which matches a listing has: those to which all of this applies. An empty value is any.

    `listed` is whether hidden, simulated and void ones are left out. `game` and `person` are the
    beginning of a name, `since` and `until` days of play. `is_open` is whether it has no closing,
    `after` when its last event was recorded at the earliest, `type` the type of an event that it
    has. `is_root` is whether it branches off no match that is listed, `parents` the matches of
    which it branches off one. `names` are folded names of a person, beside those that begin with
    `person`; `places` are places as they are written; of a `group`, by folded names, more than
    half of the people are. `own` is whether it is no branch.
    """

    listed: bool = False
    game: str = ""
    person: str = ""
    since: str = ""
    until: str = ""
    is_open: bool | None = None
    after: str = ""
    type: str = ""
    is_root: bool = False
    parents: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    places: tuple[str, ...] | None = None
    group: tuple[str, ...] | None = None
    own: bool = False


EVERY: Final = Wanted()


def read_match_infos(
    database: Database, wanted: Wanted = EVERY, limit: int | None = None
) -> list[MatchInfo]:
    """Return matches, latest event first; not more than `limit`."""
    where, values = _write_conditions(database, wanted)
    return select_match_infos(database, where, values, limit)


def select_match_infos(
    database: Database, where: str, values: Sequence[object], limit: int | None = None
) -> list[MatchInfo]:
    """Return the matches of a condition in SQL, latest event first."""
    said = f" WHERE {where}" if where else ""
    most = "" if limit is None else f" LIMIT {limit:d}"
    order = " ORDER BY m.last_at DESC, m.match_id DESC"
    rows = database.execute(f"{_MATCH}{said}{order}{most}", values)
    people = _read_people(database, None if not where and limit is None else rows)
    return [_make_match_info(row, people.get(row[0], [])) for row in rows]


_LISTED = ("name", "game", "rules", "title", "opened_at", "played", "closed_at", "how")
"""The text columns of a match that listings show."""

_MATCH = f"""
SELECT m.match_id, {", ".join(f"CAST(m.{column} AS TEXT)" for column in _LISTED)},
       m.archived_at, m.simulated, m.parent_id, m.base_version, m.base_hash,
       COALESCE((SELECT MAX(e.version) FROM events e WHERE e.match_id = m.match_id),
                m.base_version, 0), m.last_at, m.folded, CAST(m.place AS TEXT),
       CAST(m.level AS TEXT)
FROM matches m
"""  # noqa: S608


def _write_conditions(database: Database, wanted: Wanted) -> tuple[str, list[object]]:
    """Return a condition in SQL, and its values."""
    said: list[str] = []
    values: list[object] = []

    def add(condition: str, *given: object) -> None:
        said.append(condition)
        values.extend(given)

    if wanted.listed:
        add(IS_LISTED)
    if wanted.game:
        games = list_games(database, fold_name(wanted.game))
        add(f"m.game IN ({', '.join('?' * len(games))})" if games else "1 = 0", *games)
    if wanted.person:
        first = fold_name(wanted.person)
        others = f" OR s.folded IN ({_mark(wanted.names)})" if wanted.names else ""
        add(
            "EXISTS (SELECT 1 FROM seats s WHERE s.match_id = m.match_id "  # noqa: S608
            f"AND (s.folded >= ? AND s.folded < ?{others}))",
            *(first, first + EVERY_LETTER, *wanted.names),
        )
    if wanted.own:
        add("m.parent_id IS NULL")
    if wanted.places is not None:
        add(f"m.place IN ({_mark(wanted.places)})" if wanted.places else "1 = 0", *wanted.places)
    if wanted.group is not None:
        belong = f"s.folded IN ({_mark(wanted.group)})" if wanted.group else "1 = 0"
        add(
            "(SELECT SUM(CASE WHEN "  # noqa: S608
            f"{belong} THEN 1 ELSE -1 END) FROM seats s WHERE s.match_id = m.match_id) > 0",
            *wanted.group,
        )
    if wanted.since:
        add("m.played >= ?", wanted.since)
    if wanted.until:
        add("m.played < ?", wanted.until + EVERY_LETTER)
    if wanted.is_open is not None:
        add("m.closed_at IS NULL" if wanted.is_open else "m.closed_at IS NOT NULL")
    if wanted.after:
        add("m.last_at > ?", wanted.after)
    if wanted.is_root:
        listed = IS_LISTED.replace("m.", "p.")
        add(
            "NOT EXISTS (SELECT 1 FROM matches p "  # noqa: S608
            f"WHERE p.match_id = m.parent_id AND {listed})"
        )
    if wanted.parents:
        parents = [database.dialect.pack_id(each) for each in wanted.parents]
        add(f"m.parent_id IN ({', '.join('?' * len(parents))})", *parents)
    if wanted.type:
        add(
            "m.match_id IN (SELECT e.match_id FROM events e WHERE e.type = ? "
            "AND e.type LIKE '%.%')",
            wanted.type,
        )
    return " AND ".join(said), values


def count_matches(database: Database, wanted: Wanted) -> int:
    """Return how many matches are wanted."""
    where, values = _write_conditions(database, wanted)
    ((n,),) = database.execute(f"SELECT COUNT(*) FROM matches m WHERE {where}", values)  # noqa: S608
    return int(n)


def _mark(values: Sequence[str]) -> str:
    """Return as many marks as there are values."""
    return ", ".join("?" * len(values))


def find_last_day(database: Database) -> str:
    """Return the last day on which a match was played that belongs in lists, "" for none."""
    rows = database.execute(
        f"SELECT m.played FROM matches m WHERE {IS_LISTED} "  # noqa: S608
        "ORDER BY m.played DESC LIMIT 1"
    )
    return str(rows[0][0]) if rows else ""


def list_games(database: Database, beginning: str = "") -> list[str]:
    """Return the games of the matches of a ledger whose names begin so, one query each."""
    games: list[str] = []
    last, compare = beginning, ">="
    while True:
        ((game,),) = database.execute(
            f"SELECT MIN(game) FROM matches WHERE game {compare} ?",  # noqa: S608
            (last,),
        )
        if not isinstance(game, str) or not game.startswith(beginning):
            return games
        games.append(game)
        last, compare = game, ">"


def _read_people(database: Database, rows: Sequence[Row] | None) -> dict[object, list[Row]]:
    """Return the people and their outcomes by the stored id of their match, of all matches if
    `rows` is None."""
    select = f"SELECT match_id, person, {OUTCOME} FROM seats"  # noqa: S608
    order = "ORDER BY match_id, seat"
    people: dict[object, list[Row]] = {}
    if rows is None:
        found = database.execute(f"{select} {order}")
    else:
        found = []
        for start in range(0, len(rows), AT_ONCE):
            ids = [row[0] for row in rows[start : start + AT_ONCE]]
            marks = ", ".join("?" * len(ids))
            found += database.execute(f"{select} WHERE match_id IN ({marks}) {order}", ids)
    for match_id, *person in found:
        people.setdefault(match_id, []).append(tuple(person))
    return people


UNSHOWN: Final = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
"""Characters that break a line, command a terminal, or turn the direction of a text."""


def _make_match_info(row: Row, people: Sequence[Row]) -> MatchInfo:
    """Return the match of some columns and of the people in its seats with their outcomes."""
    *row_before, version, last_at, folded, place, level = row
    match_id, *fields, parent_id, base_version, base_hash = row_before
    said: list[Any] = [clean_text(field) for field in fields]
    said[9] = bool(said[9])
    parent = None if parent_id is None else unpack_id(parent_id)
    base = None if base_hash is None else unpack_hash(base_hash)
    seats = tuple(clean_text(row[0]) for row in people)
    outcomes = read_outcomes([row[1:] for row in people])
    ending = (parent, base_version, base, version, clean_text(last_at), seats, folded)
    result = (clean_text(place), clean_text(level), outcomes)
    return MatchInfo._make((unpack_id(match_id), *said, *ending, *result))


def clean_text(value: Any) -> Any:
    """Return a stored value; � stands for the controls and line breaks of a text.

    A ledger may hold names of an earlier time that no command would take today.
    """
    return UNSHOWN.sub("�", value) if isinstance(value, str) else value

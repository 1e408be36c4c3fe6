"""The tables, indexes and triggers of a ledger, exactly as the newest revision has them."""

from __future__ import annotations

from typing import Final

from ledger.database import Database

_REFUSE = "BEGIN SELECT RAISE(ABORT, 'events are append-only'); END"
_EXISTS = "EXISTS (SELECT 1 FROM events WHERE match_id = NEW.match_id AND {0} = NEW.{0})"

APPEND_ONLY: Final = (
    f"CREATE TRIGGER events_never_update BEFORE UPDATE ON events {_REFUSE}",
    f"CREATE TRIGGER events_never_delete BEFORE DELETE ON events {_REFUSE}",
    "CREATE TRIGGER events_never_replace BEFORE INSERT ON events "
    f"WHEN {_EXISTS.format('version')} OR {_EXISTS.format('event_id')} {_REFUSE}",
)
"""Triggers that refuse to change events. REPLACE deletes a row without firing the second one."""

OF_A_MATCH: Final = (
    "CREATE TRIGGER events_of_a_match BEFORE INSERT ON events WHEN NEW.match_id <> 'ledger' "
    "AND NOT EXISTS (SELECT 1 FROM matches WHERE match_id = NEW.match_id) "
    "BEGIN SELECT RAISE(ABORT, 'an event belongs to a match'); END"
)
"""A trigger that refuses events of no match; those of the journal are of none."""

_MATCH = "FOREIGN KEY(match_id) REFERENCES matches (match_id)"

TABLES: Final = (
    "CREATE TABLE alembic_version ( version_num VARCHAR(32) NOT NULL, "
    "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num) )",
    "CREATE TABLE matches ( match_id VARCHAR NOT NULL, name VARCHAR NOT NULL, "
    "game VARCHAR NOT NULL, rules VARCHAR NOT NULL, title VARCHAR NOT NULL, "
    "opened_at VARCHAR NOT NULL, played VARCHAR NOT NULL, closed_at VARCHAR, "
    "how VARCHAR NOT NULL, archived_at VARCHAR, simulated BOOLEAN NOT NULL, parent_id VARCHAR, "
    "base_version INTEGER, base_hash VARCHAR, folded VARCHAR DEFAULT '' NOT NULL, "
    "last_at VARCHAR DEFAULT '' NOT NULL, place VARCHAR, level VARCHAR, "
    "PRIMARY KEY (match_id), UNIQUE (name), "
    "FOREIGN KEY(parent_id) REFERENCES matches (match_id) )",
    "CREATE TABLE seats ( match_id VARCHAR NOT NULL, seat INTEGER NOT NULL, "
    "person VARCHAR NOT NULL, folded VARCHAR DEFAULT '' NOT NULL, points INTEGER, "
    "rank INTEGER, won BOOLEAN, gone BOOLEAN, "
    f"PRIMARY KEY (match_id, seat), {_MATCH} )",
    "CREATE TABLE events ( match_id VARCHAR NOT NULL, version INTEGER NOT NULL, "
    "event_id VARCHAR NOT NULL, type VARCHAR NOT NULL, schema_version INTEGER NOT NULL, "
    "payload VARCHAR NOT NULL, actor VARCHAR NOT NULL, recorded_at VARCHAR NOT NULL, "
    "played_at VARCHAR, hash VARCHAR NOT NULL, batch VARCHAR, intent VARCHAR, "
    "PRIMARY KEY (match_id, version), UNIQUE (match_id, event_id) ) WITHOUT ROWID",
    "CREATE TABLE digests ( match_id VARCHAR NOT NULL, version INTEGER NOT NULL, "
    "engine VARCHAR NOT NULL, digest VARCHAR NOT NULL, PRIMARY KEY (match_id, version), "
    f"{_MATCH} ) WITHOUT ROWID",
)
LISTED: Final = "archived_at IS NULL AND NOT simulated AND how <> 'void'"
"""Which matches belong in lists."""

INDEXES: Final = (
    "CREATE INDEX ix_matches_folded ON matches (folded)",
    "CREATE INDEX ix_matches_game ON matches (game, last_at, match_id)",
    "CREATE INDEX ix_matches_last_at ON matches (last_at, match_id)",
    f"CREATE INDEX ix_matches_listed ON matches (last_at, match_id) WHERE {LISTED}",
    "CREATE INDEX ix_matches_open ON matches (last_at, match_id) "
    f"WHERE {LISTED} AND closed_at IS NULL",
    "CREATE INDEX ix_matches_parent_id ON matches (parent_id) WHERE parent_id IS NOT NULL",
    "CREATE INDEX ix_seats_folded ON seats (folded)",
    "CREATE INDEX ix_events_type ON events (type) WHERE type LIKE '%.%'",
    "CREATE INDEX ix_events_entry_match ON events "
    "(CASE WHEN json_valid(payload) THEN json_extract(payload, '$.match') END) "
    "WHERE match_id = 'ledger'",
)
"""The indexes that searches and listings need; those of clerk events are few."""

RESULT_INDEXES: Final = (
    "CREATE INDEX ix_matches_place ON matches (place) WHERE place <> ''",
    "CREATE INDEX ix_matches_played ON matches (played)",
    "CREATE INDEX ix_matches_underived ON matches (last_at) WHERE level IS NULL",
)
"""The indexes of places and days, and of the matches whose results nobody has derived yet."""

SCHEMA: Final = frozenset((*TABLES, *INDEXES, *RESULT_INDEXES, *APPEND_ONLY, OF_A_MATCH))
"""The statement of everything in the database, with single spaces."""


_ASTRAY = (
    "SELECT 1 FROM events WHERE match_id <> 'ledger' "
    "AND match_id NOT IN (SELECT match_id FROM matches) LIMIT 1"
)


def find_astray_tables(database: Database) -> tuple[str, ...]:
    """Return the names of the tables with rows that belong to no match."""
    rows = database.execute("PRAGMA foreign_key_check")
    found = {str(row[0]) for row in rows}
    if database.execute(_ASTRAY):
        found.add("events")
    return tuple(sorted(found))


def find_schema_changes(database: Database) -> tuple[str, ...]:
    """Return the names of tables, indexes, triggers and views that are not as in SCHEMA.

    A trigger that was added can swallow events, one that was taken away lets them be changed.
    """
    rows = database.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    found = {" ".join(str(row[0]).split()) for row in rows}
    return tuple(sorted({statement.split()[2] for statement in found ^ SCHEMA}))

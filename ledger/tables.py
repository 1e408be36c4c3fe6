"""The tables as models of SQLModel. Only `migrations` creates and changes them.

`rows.py` and `headlines.py` read and write with SQL. The models serve rare queries, and a test
compares the migrated tables with them. In SQLite ids and hashes are stored as bytes (`packing.py`).
"""

from __future__ import annotations

from sqlmodel import Field, Index, SQLModel, UniqueConstraint, text

from ledger.columns import NUMBER
from ledger.schema import LISTED


def _index_some(name: str, where: str, *columns: str) -> Index:
    """Return an index of the rows to which a condition applies."""
    said = text(where)
    return Index(name, *columns, sqlite_where=said, postgresql_where=said)


class Match(SQLModel, table=True):
    """The headline of a match, derived from its `match.open` or `match.fork` and its closing."""

    __tablename__ = "matches"
    __table_args__ = (
        Index("ix_matches_folded", "folded"),
        Index("ix_matches_game", "game", "last_at", "match_id"),
        Index("ix_matches_last_at", "last_at", "match_id"),
        _index_some("ix_matches_listed", LISTED, "last_at", "match_id"),
        _index_some("ix_matches_open", f"{LISTED} AND closed_at IS NULL", "last_at", "match_id"),
        _index_some("ix_matches_parent_id", "parent_id IS NOT NULL", "parent_id"),
        _index_some("ix_matches_place", "place <> ''", "place"),
        Index("ix_matches_played", "played"),
        _index_some("ix_matches_underived", "level IS NULL", "last_at"),
    )

    match_id: str = Field(primary_key=True)
    name: str = Field(unique=True)
    game: str
    rules: str
    title: str
    opened_at: str
    played: str
    closed_at: str | None = None
    how: str = ""
    archived_at: str | None = None
    simulated: bool = False
    parent_id: str | None = Field(default=None, foreign_key="matches.match_id")
    base_version: int | None = Field(default=None, sa_type=NUMBER)
    base_hash: str | None = None
    folded: str = Field(default="", sa_column_kwargs={"server_default": ""})
    last_at: str = Field(default="", sa_column_kwargs={"server_default": ""})
    place: str | None = None
    level: str | None = None


class Seat(SQLModel, table=True):
    """The person in a seat and the outcome for the seat, derived from the events, for lists.

    `gone` is whether the person has left. All is NULL that nobody has derived yet.
    """

    __tablename__ = "seats"

    match_id: str = Field(primary_key=True, foreign_key="matches.match_id")
    seat: int = Field(primary_key=True, sa_type=NUMBER)
    person: str
    folded: str = Field(default="", index=True, sa_column_kwargs={"server_default": ""})
    points: int | None = Field(default=None, sa_type=NUMBER)
    rank: int | None = Field(default=None, sa_type=NUMBER)
    won: bool | None = None
    gone: bool | None = None


class EventRow(SQLModel, table=True):
    """An event of a match or of the journal. Triggers refuse every UPDATE and DELETE."""

    __tablename__ = "events"
    __table_args__ = (
        UniqueConstraint("match_id", "event_id"),
        _index_some("ix_events_type", "type LIKE '%.%'", "type"),
    )

    match_id: str = Field(primary_key=True)
    version: int = Field(primary_key=True, sa_type=NUMBER)
    event_id: str
    type: str
    schema_version: int = Field(sa_type=NUMBER)
    payload: str
    actor: str
    recorded_at: str
    played_at: str | None = None
    hash: str
    batch: str | None = None
    intent: str | None = None


class Digest(SQLModel, table=True):
    """A digest of the state after an event, by the rules that it was recorded with.

    `engine` is the name and revision of the rules.
    """

    __tablename__ = "digests"

    match_id: str = Field(primary_key=True, foreign_key="matches.match_id")
    version: int = Field(primary_key=True, sa_type=NUMBER)
    engine: str
    digest: str

"""The tables, as SQLModel sees them. They are made and changed by `migrations` alone.

Appending and reading go over the driver in `store.py`; these models serve rare queries and tell
the migrations what the tables should look like.
"""

from __future__ import annotations

from sqlmodel import Field, SQLModel, UniqueConstraint


class Match(SQLModel, table=True):
    """A match: a projection of its `match.open` or `match.fork` and of its close."""

    __tablename__ = "matches"

    match_id: str = Field(primary_key=True)
    name: str = Field(unique=True)
    game: str = Field(index=True)
    rules: str
    title: str
    opened_at: str
    played: str
    closed_at: str | None = None
    how: str = ""
    archived_at: str | None = None
    simulated: bool = False
    parent_id: str | None = Field(default=None, foreign_key="matches.match_id")
    base_version: int | None = None
    base_hash: str | None = None


class Seat(SQLModel, table=True):
    """A seat of a match and who sat there: a projection, for search."""

    __tablename__ = "seats"

    match_id: str = Field(primary_key=True, foreign_key="matches.match_id")
    seat: int = Field(primary_key=True)
    person: str = Field(index=True)


class EventRow(SQLModel, table=True):
    """An event, as it will stay. Triggers refuse every UPDATE and DELETE."""

    __tablename__ = "events"
    __table_args__ = (UniqueConstraint("match_id", "event_id"),)

    match_id: str = Field(primary_key=True, foreign_key="matches.match_id")
    version: int = Field(primary_key=True)
    event_id: str
    type: str
    schema_version: int
    payload: str
    actor: str
    recorded_at: str
    played_at: str | None = None
    hash: str
    batch: str | None = None


class Digest(SQLModel, table=True):
    """The state after an append, as an engine saw it that day: tells a changed reading."""

    __tablename__ = "digests"

    match_id: str = Field(primary_key=True, foreign_key="matches.match_id")
    version: int = Field(primary_key=True)
    engine: str
    digest: str

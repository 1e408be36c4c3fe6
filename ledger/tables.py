"""The tables as models of SQLModel. Only `migrations` creates and changes them.

`rows.py` and `headlines.py` read and write with SQL. The models serve rare queries, and a test
compares the migrated tables with them.
"""

from __future__ import annotations

from sqlmodel import Field, SQLModel, UniqueConstraint

from ledger.columns import NUMBER


class Match(SQLModel, table=True):
    """The headline of a match, derived from its `match.open` or `match.fork` and its closing."""

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
    base_version: int | None = Field(default=None, sa_type=NUMBER)
    base_hash: str | None = None


class Seat(SQLModel, table=True):
    """The name of the person in a seat, derived from the opening, for search."""

    __tablename__ = "seats"

    match_id: str = Field(primary_key=True, foreign_key="matches.match_id")
    seat: int = Field(primary_key=True, sa_type=NUMBER)
    person: str = Field(index=True)


class EventRow(SQLModel, table=True):
    """An event of a match or of the journal. Triggers refuse every UPDATE and DELETE."""

    __tablename__ = "events"
    __table_args__ = (UniqueConstraint("match_id", "event_id"),)

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

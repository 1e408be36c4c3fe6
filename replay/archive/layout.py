"""The layout of an archive: its tables, their columns, and the folders of their files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple
from urllib.parse import quote

from ledger.headlines import Headline, MatchInfo

Kind = Literal["text", "number", "flag", "texts"]
"""What a column holds. Any of them may be missing (null) in a row."""

Table = Literal["matches", "events", "digests"]

COLUMNS: Final[Mapping[Table, Mapping[str, Kind]]] = {
    "matches": {
        "match_id": "text",
        "name": "text",
        "rules": "text",
        "title": "text",
        "opened_at": "text",
        "played": "text",
        "closed_at": "text",
        "how": "text",
        "hidden_at": "text",
        "simulated": "flag",
        "parent_id": "text",
        "base_version": "number",
        "base_hash": "text",
        "seats": "texts",
        "version": "number",
        "last_at": "text",
        "hash": "text",
    },
    "events": {
        "match_id": "text",
        "version": "number",
        "event_id": "text",
        "type": "text",
        "schema_version": "number",
        "payload": "text",
        "actor": "text",
        "recorded_at": "text",
        "played_at": "text",
        "hash": "text",
        "batch": "text",
        "intent": "text",
    },
    "digests": {"match_id": "text", "version": "number", "rules": "text", "digest": "text"},
}
"""The columns of every table beside game and month, which are in the names of the folders."""


LETTERS: Final = 16
"""How many hex digits of its hash are in the name of a file."""


class Partition(NamedTuple):
    """The game of some matches and the month in which they were opened."""

    game: str
    month: str

    def folder(self, table: Table) -> str:
        """Return the folder of the files of a table, from that of the archive."""
        return f"{table}/game={quote(self.game, safe='')}/month={self.month}"

    def name_file(self, table: Table, sha256: str) -> str:
        """Return the path of a file with this hash, from the folder of the archive."""
        return f"{self.folder(table)}/part-{sha256[:LETTERS]}.parquet"


class ArchivedMatch(NamedTuple):
    """A row of the table of matches, with its game: as a listing shows the match.

    `version` and `hash` are those of its last event in the archive.
    """

    game: str
    match_id: str
    name: str
    rules: str
    title: str
    opened_at: str
    played: str
    closed_at: str | None
    how: str
    hidden_at: str | None
    simulated: bool
    parent_id: str | None
    base_version: int | None
    base_hash: str | None
    seats: tuple[str, ...]
    version: int
    last_at: str
    hash: str

    @property
    def partition(self) -> Partition:
        """Where the match lies."""
        return find_partition(self.game, self.opened_at)

    @property
    def headline(self) -> Headline:
        """What a ledger shows of the match; what is not archived has its defaults."""
        fields = self._asdict()
        return Headline(**{name: fields[name] for name in Headline._fields if name in fields})


def find_partition(game: str, opened_at: str) -> Partition:
    """Return where a match lies: by its game and the month of its first event.

    >>> find_partition("pig", "2026-11-30T22:17:34.850Z").folder("events")
    'events/game=pig/month=2026-11'
    """
    month = opened_at[:7]
    return Partition(game, month if re.fullmatch(r"[0-9]{4}-[0-9]{2}", month) else "unknown")


def describe_archived(info: MatchInfo, last_hash: str) -> ArchivedMatch:
    """Return the row of a match of a ledger, whose last event has the hash `last_hash`."""
    fields = info._asdict()
    return ArchivedMatch(
        hidden_at=fields.pop("archived_at"),
        hash=last_hash,
        **{name: value for name, value in fields.items() if name in ArchivedMatch._fields},
    )

"""Where a query reads: a ledger, or an archive."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Protocol

from ledger.event import Event
from ledger.headlines import VOID
from ledger.location import Location
from ledger.store import Ledger
from replay.archive.layout import ArchivedMatch, describe_archived
from replay.archive.reading import Archive
from replay.archive.writing import make_event_row


class Source(Protocol):
    """Some matches and their events. `cache` is the folder for what is derived from them."""

    cache: Path

    def list_matches(self) -> list[ArchivedMatch]:
        """Return all matches as the table of an archive has them."""
        ...

    def read_events(self) -> Iterator[tuple[Any, ...]]:
        """Yield all events as rows of the table of an archive."""
        ...

    def read_streams(self, wanted: Collection[str]) -> Iterator[tuple[str, list[Event]]]:
        """Yield the ids of matches with their streams; those of branches with the shared past."""
        ...


def find_cache(where: Location) -> Path:
    """Return the folder for what is derived from a ledger: beside its file, for a server in the
    user's folder for such things."""
    if isinstance(where, Path):
        return where.with_name(f"{where.name}.views")
    from platformdirs import user_cache_path

    name = hashlib.sha256(str(where).encode()).hexdigest()[:16]
    return user_cache_path("foldtable", appauthor=False) / "views" / name


class LedgerSource:
    """The matches of a ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.cache = find_cache(ledger.where)

    def list_matches(self) -> list[ArchivedMatch]:
        """Return all matches."""
        return [
            describe_archived(info, self.ledger.head(info.match_id).hash)
            for info in self.ledger.matches()
        ]

    def read_events(self) -> Iterator[tuple[Any, ...]]:
        """Yield all events."""
        for info in self.ledger.matches():
            for event in self.ledger.events(info.match_id):
                if event.match_id == info.match_id:
                    yield make_event_row(event)

    def read_streams(self, wanted: Collection[str]) -> Iterator[tuple[str, list[Event]]]:
        """Yield the streams of matches."""
        for match_id in wanted:
            yield match_id, self.ledger.events(match_id)


class ArchiveSource:
    """The matches of an archive. Raise UnreadableFile where a file is not as it was archived."""

    def __init__(self, folder: Path) -> None:
        self.archive = Archive(folder)
        self.cache = folder / ".views"

    def list_matches(self) -> list[ArchivedMatch]:
        """Return all matches."""
        return list(self.archive.matches.values())

    def read_events(self) -> Iterator[tuple[Any, ...]]:
        """Yield all events."""
        for partition in self.archive.partitions:
            for events in self.archive.read_events(partition).values():
                yield from map(make_event_row, events)

    def read_streams(self, wanted: Collection[str]) -> Iterator[tuple[str, list[Event]]]:
        """Yield the streams of matches, partition by partition."""
        matches = self.archive.matches
        partitions = {matches[match_id].partition for match_id in wanted}
        for found in self.archive.read_matches(sorted(partitions)):
            if found.row.match_id in wanted:
                yield found.row.match_id, [event for part in found.streams for event in part]


def describe_state(row: ArchivedMatch) -> str:
    """Return how a match stands: open, or how it ended."""
    return row.how or "open"


def is_void(row: ArchivedMatch) -> bool:
    """Return whether a match does not count."""
    return row.how == VOID

"""Adding the matches of a ledger to an archive: only what is new."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from ledger.errors import Conflict
from ledger.event import Event
from ledger.headlines import MatchInfo
from ledger.store import Ledger
from replay.archive.layout import ArchivedMatch, Partition, Table, describe_archived
from replay.archive.manifest import (
    ArchiveFile,
    NotAnArchive,
    is_archive,
    make_manifest,
    read_manifest,
    write_manifest,
)
from replay.archive.parquet import load_arrow, write_part
from replay.archive.reading import read_latest

PART: Final = 200_000
"""The number of events after which a file ends and another one begins."""


class Written(NamedTuple):
    """What was added to an archive."""

    matches: int
    events: int
    files: int


def write_archive(
    ledger: Ledger,
    folder: Path,
    infos: Sequence[MatchInfo],
    advance: Callable[[], None] = lambda: None,
) -> Written:
    """Add matches, and those that they branch off, to an archive; return what was new.

    `advance` is called after every match. Raise Conflict where the archive holds other events of a
    match, ArchiveOvertaken where somebody else writes at the same time.
    """
    load_arrow()
    before = read_manifest(folder) if is_archive(folder) else make_manifest(())
    require_empty(folder)
    known = read_latest(folder, before)
    with ledger.read_transaction():
        rows = [
            describe_archived(info, ledger.head(info.match_id).hash)
            for info in add_ancestors(ledger, infos)
        ]
        parts = Parts(folder)
        for row in sorted(rows, key=lambda each: (*each.partition, each.opened_at)):
            if known.get(row.match_id) != row:
                add_match(ledger, parts, row, known.get(row.match_id))
            advance()
        parts.flush()
    if parts.files:
        write_manifest(folder, before, make_manifest((*before.files, *parts.files)))
    return Written(parts.matches, parts.events, len(parts.files))


def require_empty(folder: Path) -> None:
    """Raise NotAnArchive for a folder that is no archive and not empty, or that is a file."""
    if folder.is_file():
        raise NotAnArchive("{path} is a file; an archive is a folder.", path=folder)
    inside = {path.name for path in folder.iterdir()} if folder.exists() else set()
    ours = {"matches", "events", "digests"}  # an interrupted first writing has left them
    if inside - ours and not is_archive(folder):
        raise NotAnArchive("{path} is no archive and not empty.", "Name a new folder.", path=folder)


def add_ancestors(ledger: Ledger, infos: Iterable[MatchInfo]) -> list[MatchInfo]:
    """Return matches with all matches that they branch off."""
    wanted = {info.match_id: info for info in infos}
    if all(info.parent_id is None or info.parent_id in wanted for info in wanted.values()):
        return list(wanted.values())
    everything = {info.match_id: info for info in ledger.matches()}
    for info in list(wanted.values()):
        parent = everything.get(info.parent_id or "")
        while parent is not None and parent.match_id not in wanted:
            wanted[parent.match_id] = parent
            parent = everything.get(parent.parent_id or "")
    return list(wanted.values())


def add_match(
    ledger: Ledger, parts: Parts, row: ArchivedMatch, known: ArchivedMatch | None
) -> None:
    """Add what is new of a match; `known` is what the archive has of it. Raise Conflict."""
    own = [event for event in ledger.events(row.match_id) if event.match_id == row.match_id]
    last = known.version if known else 0
    same = known is None or any((e.version, e.hash) == (last, known.hash) for e in own)
    if not same:
        raise Conflict(
            "The archive has other events of {name} than the ledger.",
            "foldtable verify says which of them is as it was recorded.",
            name=row.name,
        )
    digests = {n: digest for n, digest in ledger.digests(row.match_id).items() if n > last}
    parts.add(row, [event for event in own if event.version > last], digests)


class Parts:
    """The files that are added to an archive; the rows of the next ones are collected."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: list[ArchiveFile] = []
        self.matches = 0
        self.events = 0
        self._partition: Partition | None = None
        self._rows: dict[Table, list[tuple[Any, ...]]] = {}

    def add(
        self, row: ArchivedMatch, events: Sequence[Event], digests: dict[int, tuple[str, str]]
    ) -> None:
        """Add what is new of a match."""
        full = len(self._rows.get("events", ())) + len(events) > PART
        if row.partition != self._partition or full:
            self.flush()
            self._partition = row.partition
        self._collect("matches", [row[1:]])
        self._collect("events", map(make_event_row, events))
        self._collect(
            "digests", [(row.match_id, n, *digest) for n, digest in sorted(digests.items())]
        )
        self.matches += 1
        self.events += len(events)

    def _collect(self, table: Table, rows: Iterable[tuple[Any, ...]]) -> None:
        self._rows.setdefault(table, []).extend(rows)

    def flush(self) -> None:
        """Write what was collected."""
        for table, rows in self._rows.items():
            if rows and self._partition:
                self.files.append(write_part(self.folder, table, self._partition, rows))
        self._rows = {}


def make_event_row(event: Event) -> tuple[Any, ...]:
    """Return an event as a row of the table of events."""
    return (
        event.match_id,
        event.version,
        event.event_id,
        event.type,
        event.schema,
        event.payload.decode(),
        event.actor,
        event.recorded_at,
        event.played_at,
        event.hash,
        event.batch,
        None if event.intent is None else event.intent.decode(),
    )

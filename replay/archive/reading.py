"""Reading the matches of an archive, verified file by file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engines.values import DecodeError
from ledger.errors import LedgerError
from ledger.event import Event
from replay.archive.layout import ArchivedMatch, Partition, Table
from replay.archive.manifest import ArchiveFile, Manifest, read_manifest
from replay.archive.parquet import read_part
from replay.base.errors import name_flaw
from replay.files.exchange import make_head
from replay.files.match_file import UnreadableFile, encode_match_file

Events = Mapping[str, list[Event]]
"""The own events of matches, by match id."""

Digests = Mapping[str, dict[int, tuple[str, str]]]
"""The pairs (rules, digest) of the events of matches, by match id and version."""


class Found(NamedTuple):
    """A match of an archive: its row, its stream as the parts of its ancestors and its own, and
    the digests that were stored with its events."""

    row: ArchivedMatch
    streams: list[list[Event]]
    digests: dict[int, tuple[str, str]]


def read_latest(folder: Path, manifest: Manifest) -> dict[str, ArchivedMatch]:
    """Return the matches of an archive by id; of several rows the last one counts.

    Raise UnreadableFile.
    """
    found = {}
    for file in manifest.files:
        if file.table == "matches":
            for row in read_rows(folder, [file]):
                match = ArchivedMatch(file.game, **row)
                found[match.match_id] = match._replace(seats=tuple(match.seats))
    return found


def read_rows(folder: Path, files: Iterable[ArchiveFile]) -> Iterator[dict[str, Any]]:
    """Yield the rows of some files. Raise UnreadableFile."""
    for file in files:
        yield from read_part(folder, file).to_pylist()


class Archive:
    """An archive that is read. Raise UnreadableFile where a file is not as it was written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest = read_manifest(folder)

    @cached_property
    def matches(self) -> dict[str, ArchivedMatch]:
        """The matches by id."""
        return read_latest(self.folder, self.manifest)

    @property
    def partitions(self) -> list[Partition]:
        """The partitions, sorted."""
        return sorted({Partition(file.game, file.month) for file in self.manifest.files})

    def list_files(self, table: Table, partition: Partition) -> list[ArchiveFile]:
        """Return the files of a table in a partition."""
        return [
            file
            for file in self.manifest.files
            if file.table == table and (file.game, file.month) == partition
        ]

    def read_events(self, partition: Partition) -> Events:
        """Return the events of the matches of a partition."""
        found: dict[str, list[Event]] = {}
        for row in read_rows(self.folder, self.list_files("events", partition)):
            event = make_event(row)
            found.setdefault(event.match_id, []).append(event)
        return found

    def read_digests(self, partition: Partition) -> Digests:
        """Return the digests of the matches of a partition."""
        found: dict[str, dict[int, tuple[str, str]]] = {}
        for row in read_rows(self.folder, self.list_files("digests", partition)):
            found.setdefault(row["match_id"], {})[row["version"]] = (row["rules"], row["digest"])
        return found

    def read_matches(self, partitions: Iterable[Partition] | None = None) -> Iterator[Found]:
        """Yield the matches of partitions, by default of all; what they branch off is read with
        them, wherever it lies."""
        for partition in self.partitions if partitions is None else partitions:
            events, digests = self.read_events(partition), self.read_digests(partition)
            rows = [row for row in self.matches.values() if row.partition == partition]
            ancestors = self._read_ancestors(rows)
            for row in sorted(rows, key=lambda each: each.opened_at):
                streams = list(self._join_streams(row, {**ancestors, **events}))[::-1]
                yield Found(row, streams, digests.get(row.match_id, {}))

    def _read_ancestors(self, rows: Iterable[ArchivedMatch]) -> Events:
        """Return the events of the matches that some matches branch off."""
        wanted: dict[Partition, set[str]] = {}
        for row in rows:
            while (parent := self.matches.get(row.parent_id or "")) is not None:
                if parent.match_id in wanted.setdefault(parent.partition, set()):
                    break
                wanted[parent.partition].add(parent.match_id)
                row = parent
        found: dict[str, list[Event]] = {}
        for partition, ids in wanted.items():
            events = self.read_events(partition)
            found.update({match_id: events.get(match_id, []) for match_id in ids})
        return found

    def _join_streams(self, row: ArchivedMatch, events: Events) -> Iterator[list[Event]]:
        """Yield the events of a match, then those that it shares with each of its ancestors."""
        end: int | None = None
        seen: set[str] = set()
        following: ArchivedMatch | None = row
        while following is not None and following.match_id not in seen:
            seen.add(following.match_id)
            own = events.get(following.match_id, [])
            shared = [event for event in own if end is None or event.version <= end]
            if shared:
                yield shared
            base = following.base_version or 0
            end = base if end is None else min(end, base)
            following = self.matches.get(following.parent_id or "")


def make_event(row: Mapping[str, Any]) -> Event:
    """Return the event of a row."""
    fields = dict(row)
    intent = fields.pop("intent")
    return Event(
        schema=fields.pop("schema_version"),
        payload=(fields.pop("payload") or "").encode(),
        intent=None if intent is None else intent.encode(),
        **fields,
    )


def make_match_file(found: Found) -> bytes:
    """Return the match file of a match of an archive. Raise UnreadableFile where it has none.

    Whoever reads it verifies everything that a file of this match would be verified for.
    """
    events = [event for stream in found.streams for event in stream]
    try:
        return encode_match_file(found.streams, make_head(events))
    except (ValueError, LookupError, LedgerError, DecodeError, msgspec.MsgspecError) as error:
        raise UnreadableFile(
            "{name}: the events cannot be read: {why}", name=found.row.name, why=name_flaw(error)
        ) from error

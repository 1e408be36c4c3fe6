"""A line that grows at its end: a correction changes only the entries that it is about.

Every event has a place among the others, whether it counts or not: behind the one that it was
recorded or inserted after. So an entry is found, taken out and put back without reading the rest.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ledger.clerk import Amend, Clerk, Insert, Strike, is_clerk_event
from ledger.event import Event
from replay.fold.line import (
    Entry,
    Line,
    amend_entry,
    find_clerks,
    find_closing,
    find_corrections,
    read_correction,
    read_line,
    split_at_corrections,
)

Path = tuple[int, ...]
"""The place of an event: its version, behind those that it was inserted after. () for none."""


class Extension(NamedTuple):
    """A line with more events, and how many of its first entries are those of the line before."""

    line: Line
    same: int


def extend_line(line: Line, stream: Sequence[Event], following: Sequence[Event]) -> Extension:
    """Return `line` with the events that follow. `stream` is all of them, these at its end.

    It is the line that `read_line` reads of the whole stream.
    """
    before, same = line, len(line.entries)
    if stream[-1].version - stream[0].version != len(stream) - 1:  # events are missing
        line, same = read_line(stream), 0
    else:
        for run in split_at_corrections(following):
            for event, clerk in find_corrections(run[:1]):
                line, changed = LineEditor(line, stream).correct(event, clerk)
                same = min(same, changed)
                run = run[1:]
            line = line.extend(read_line(run))
    most = min(len(before.entries), len(line.entries))
    while same < most and line.entries[same] == before.entries[same]:
        same += 1
    return Extension(line, same)


class LineEditor:
    """Changes the entries of a line as one correction says.

    `changed` is the index of the first entry that is another one, `kinds` are the types of all
    entries that are.
    """

    def __init__(self, line: Line, stream: Sequence[Event]) -> None:
        self.line = line
        self.stream = stream
        self.entries = list(line.entries)
        self.struck = dict(line.struck)
        self.amended = dict(line.amended)
        self.changed = len(self.entries)
        self.kinds: set[str] = set()
        self._paths: dict[int, Path] = {}

    def correct(self, event: Event, clerk: Strike | Amend | Insert) -> Extension:
        """Return the line with a correction, and how many of its first entries stay."""
        if isinstance(clerk, Strike):
            self.strike(clerk.target, event.version)
        elif isinstance(clerk, Amend):
            self.amended[clerk.target] = event.version
            self.read_again(clerk.target)
        else:
            self.put(event.version)
        line = replace(
            self.line, entries=tuple(self.entries), struck=self.struck, amended=self.amended
        )
        if any(map(is_clerk_event, self.kinds)):
            clerks = find_clerks(line.entries)
            line = replace(line, clerks=clerks, closing=find_closing(clerks))
        return Extension(line, self.changed)

    # -- what counts -------------------------------------------------------------------------

    def strike(self, target: int, by: int) -> None:
        """Let an event no longer count: the strike `by` is in force."""
        counted = target not in self.struck
        self.struck[target] = max(by, self.struck.get(target, by))
        if not counted:
            return
        clerk = self.read_clerk(target)
        if isinstance(clerk, Strike):
            self.release(clerk.target, target)
        elif isinstance(clerk, Amend):
            if self.amended.get(clerk.target) == target:
                del self.amended[clerk.target]
                other = self.find_last(Amend, clerk.target, target)
                if other is not None:
                    self.amended[clerk.target] = other
                self.read_again(clerk.target)
        else:
            self.remove(target)

    def release(self, target: int, by: int) -> None:
        """Let an event count again that the strike `by` struck, unless another strike does."""
        if self.struck.get(target) != by:
            return
        other = self.find_last(Strike, target, by)
        if other is not None:
            self.struck[target] = other
            return
        del self.struck[target]
        clerk = self.read_clerk(target)
        if isinstance(clerk, Strike):
            self.strike(clerk.target, target)
        elif isinstance(clerk, Amend):
            if self.amended.get(clerk.target, 0) < target:
                self.amended[clerk.target] = target
                self.read_again(clerk.target)
        else:
            self.put(target)

    def find_last(self, kind: type[Strike | Amend], target: int, before: int) -> int | None:
        """Return the last correction in force of an event before a version, None for none."""
        for version in range(before - 1, target, -1):
            if version not in self.struck:
                clerk = self.read_clerk(version)
                if isinstance(clerk, Strike | Amend) and isinstance(clerk, kind):
                    if clerk.target == target:
                        return version
        return None

    # -- entries -----------------------------------------------------------------------------

    def put(self, version: int) -> None:
        """Put the entry of an event in its place."""
        event, path = self.find(version), self.find_path(version)
        if event is not None and path:
            index = self.locate(path)
            self.entries.insert(index, self.read(event))
            self._note(index, self.entries[index])

    def remove(self, version: int) -> None:
        """Take the entry of an event out, if it is there."""
        index = self.find_entry(version)
        if index is not None:
            self._note(index, self.entries.pop(index))

    def read_again(self, version: int) -> None:
        """Read the entry again that the amendments of an event are about, if it is there."""
        while isinstance(clerk := self.read_clerk(version), Amend):
            version = clerk.target
        index = self.find_entry(version)
        if index is not None:
            self._note(index, self.entries[index])
            self.entries[index] = self.read(self.entries[index].event)
            self._note(index, self.entries[index])

    def _note(self, index: int, entry: Entry) -> None:
        self.changed = min(self.changed, index)
        self.kinds.add(entry.kind)

    def read(self, event: Event) -> Entry:
        """Return the entry of an event: as it was recorded, or as a correction in force says."""
        last = event.version
        while last in self.amended:
            last = self.amended[last]
        clerk, by = self.read_clerk(last), self.find(last)
        if isinstance(clerk, Amend | Insert) and by is not None:
            return amend_entry(event, by, clerk)
        kind, schema, payload = event.type, event.schema, event.payload
        return Entry(event.version, event, kind, schema, payload, last, event.intent)

    def find_entry(self, version: int) -> int | None:
        """Return the index of the entry of an event, None if it does not count."""
        path = self.find_path(version)
        index = self.locate(path) if path else len(self.entries)
        found = index < len(self.entries) and self.entries[index].version == version
        return index if found else None

    def locate(self, path: Path) -> int:
        """Return the index at which an entry with this place stands, or would stand."""
        return bisect_left(self.entries, path, key=lambda entry: self.find_path(entry.version))

    def find_path(self, version: int) -> Path:
        """Return the place of an event."""
        inserted: list[int] = []
        following = version
        while following not in self._paths:
            clerk = self.read_clerk(following)
            if not isinstance(clerk, Insert):
                self._paths[following] = (following,) if self.find(following) else ()
                break
            inserted.append(following)
            following = clerk.after
        path = self._paths[following]
        for each in reversed(inserted):
            path = self._paths[each] = (*path, each) if path else ()
        return path

    # -- the stream --------------------------------------------------------------------------

    def find(self, version: int) -> Event | None:
        """Return an event of the stream, None if it has none of this version."""
        index = version - self.stream[0].version
        return self.stream[index] if 0 <= index < len(self.stream) else None

    def read_clerk(self, version: int) -> Clerk | None:
        """Return the correction or other clerk event of this version, None for anything else."""
        event = self.find(version)
        return read_correction(event) if event and is_clerk_event(event.type) else None

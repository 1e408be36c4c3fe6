"""From the stream to the line: which events count, how they read, and in which order.

Read twice. Backwards once: a correction is in force unless a later one in force strikes it.
Forwards once: the events are laid, amended and inserted where the corrections in force say.
Striking a strike (redo) and amending an amendment need no special cases.

A line that grows is read on from its end (`growing_line`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
import orjson
from msgspec.structs import replace

from ledger.clerk import Amend, Clerk, Close, Fork, Insert, Strike, decode_clerk, is_clerk_event
from ledger.event import Event, format_seal


class Entry(msgspec.Struct, frozen=True):
    """An event as it counts. `version` is its address for ever, `event` what was stored under it.

    `kind`, `schema`, `payload` are its content, `intent` is how that was meant; `content_version`
    is the version of the correction that gave it (its own version when nothing did).
    """

    version: int
    event: Event
    kind: str
    schema: int
    payload: bytes
    content_version: int
    intent: bytes | None = None

    @property
    def is_clerk(self) -> bool:
        """Whether the entry is about the record rather than about the table."""
        return is_clerk_event(self.kind)

    def clerk(self) -> Clerk:
        """Return the clerk event in it. Raise ValueError when it cannot be read."""
        return decode_clerk(self.kind, self.payload)


class Closing(NamedTuple):
    """The closing in force of a match: its event's version, what it says, its seal, and when it was
    recorded."""

    version: int
    close: Close
    seal: str
    recorded_at: str


class Line(msgspec.Struct, frozen=True):
    """The events that count, in the order in which they count.

    `struck` maps the version of an event that does not count to that of its strike, `amended`
    that of an event to that of its amendment in force. `clerks` are the entries about the record,
    `closing` is the closing in force.
    """

    entries: tuple[Entry, ...]
    struck: dict[int, int]
    amended: dict[int, int]
    clerks: tuple[Entry, ...] = ()
    closing: Closing | None = None

    def extend(self, following: Line) -> Line:
        """Return this line with another behind it that corrects nothing in it."""
        return replace(
            self,
            entries=self.entries + following.entries,
            clerks=self.clerks + following.clerks,
            closing=find_closing(following.clerks, self.closing),
        )

    def replace_tail(self, tail: tuple[Entry, ...]) -> Line:
        """Return this line with its last entries replaced: their events have been stored."""
        entries, ending = self.entries[: len(self.entries) - len(tail)] + tail, find_clerks(tail)
        clerks = self.clerks[: len(self.clerks) - len(ending)] + ending
        closing = find_closing(ending, self.closing)
        return replace(self, entries=entries, clerks=clerks, closing=closing)


def read_line(events: Sequence[Event], as_of: int | None = None) -> Line:
    """Return the line of a stream as it stands, or as it stood after the event `as_of`."""
    stream = [event for event in events if as_of is None or event.version <= as_of]
    clerks = {
        event.version: read_correction(event) for event in stream if is_clerk_event(event.type)
    }
    if not any(isinstance(clerk, Strike | Amend | Insert) for clerk in clerks.values()):
        return _read_uncorrected(stream)
    struck = _find_struck(stream, clerks)
    amended: dict[int, int] = {}
    inserted: dict[int, list[Event]] = {}
    for event in stream:
        clerk = clerks.get(event.version)
        if isinstance(clerk, Amend) and event.version not in struck:
            amended[clerk.target] = event.version
        elif isinstance(clerk, Insert):  # a struck one still is where others were put after it
            inserted.setdefault(clerk.after, []).append(event)
    reader = _Reader({event.version: event for event in stream}, clerks, amended)
    entries: list[Entry] = []

    laid = [event for event in stream if not isinstance(clerks.get(event.version), Insert)]
    laid.reverse()
    while laid:
        event = laid.pop()
        counts = event.version not in struck
        if counts and not isinstance(clerks.get(event.version), Strike | Amend):
            entries.append(reader.read(event))
        laid.extend(reversed(inserted.get(event.version, ())))
    records = find_clerks(entries)
    return Line(tuple(entries), struck, amended, records, find_closing(records))


def _read_uncorrected(stream: Sequence[Event]) -> Line:
    """Return the line of a stream without corrections: every event counts as it was recorded."""
    entries = tuple(read_entry(event) for event in stream)
    records = find_clerks(entries)
    return Line(entries, {}, {}, records, find_closing(records))


def read_entry(event: Event) -> Entry:
    """Return an event as it was recorded."""
    version = event.version
    return Entry(version, event, event.type, event.schema, event.payload, version, event.intent)


def split_at_corrections(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Yield the events in lists of which only the first event may be a correction."""
    run: list[Event] = []
    for event in events:
        if run and any(find_corrections((event,))):
            yield run
            run = []
        run.append(event)
    if run:
        yield run


def find_clerks(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries about the record."""
    return tuple(entry for entry in entries if is_clerk_event(entry.kind))


def find_closing(entries: Sequence[Entry], before: Closing | None = None) -> Closing | None:
    """Return the closing in force after some entries, None if the match is open then.

    `before` is the one in force before them. The last closing that can be read counts. A branch
    starts open: a closing that it shares with its parent is not its own.
    """
    for entry in reversed(entries):
        if entry.kind == Fork.type:
            return None
        if entry.kind == Close.type:
            try:
                close = entry.clerk()
            except ValueError:
                continue
            assert isinstance(close, Close)  # noqa: S101
            event = entry.event
            return Closing(entry.version, close, format_seal(event.hash), event.recorded_at)
    return before


def read_correction(event: Event) -> Clerk | None:
    """Return a clerk event, None when it cannot be read or corrects what comes after it."""
    try:
        clerk = decode_clerk(event.type, event.payload)
    except ValueError:
        return None
    about = clerk.after if isinstance(clerk, Insert) else getattr(clerk, "target", 0)
    return clerk if about < event.version else None


def _find_struck(stream: Sequence[Event], clerks: dict[int, Clerk | None]) -> dict[int, int]:
    """Return the versions of the events that do not count, each with that of its strike."""
    struck: dict[int, int] = {}
    for event in reversed(stream):
        clerk = clerks.get(event.version)
        if isinstance(clerk, Strike) and event.version not in struck:
            struck.setdefault(clerk.target, event.version)
    return struck


class _Reader:
    """Reads every event: as it was recorded, or as the amendment in force says."""

    def __init__(
        self, stream: dict[int, Event], clerks: dict[int, Clerk | None], amended: dict[int, int]
    ) -> None:
        self.stream = stream
        self.clerks = clerks
        self.amended = amended

    def read(self, event: Event) -> Entry:
        """Return an event with its reading."""
        last = event.version
        while last in self.amended:
            last = self.amended[last]
        clerk = self.clerks.get(last)
        if isinstance(clerk, Amend | Insert):
            return amend_entry(event, self.stream[last], clerk)
        return replace(read_entry(event), content_version=last)


def amend_entry(event: Event, by: Event, clerk: Amend | Insert) -> Entry:
    """Return the reading of an event that the correction `clerk` in the event `by` gives it."""
    payload = orjson.dumps(clerk.payload, option=orjson.OPT_SORT_KEYS)
    return Entry(event.version, event, clerk.kind, clerk.schema, payload, by.version, by.intent)


def find_corrections(events: Sequence[Event]) -> Iterator[tuple[Event, Strike | Amend | Insert]]:
    """Yield every correction of a stream with the event that made it."""
    for event in events:
        if is_clerk_event(event.type):
            clerk = read_correction(event)
            if isinstance(clerk, Strike | Amend | Insert):
                yield event, clerk

"""Following a match: what others record is printed as it comes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from replay.base.terminal_text import escape_commands
from replay.cli.output import say
from replay.cli.settings import settings

if TYPE_CHECKING:
    from ledger.event import Event
    from ledger.headlines import MatchInfo
    from ledger.store import Ledger
    from replay.fold.timeline import Timeline
    from replay.speech.voice import Voice

LONG_SECONDS: Final = 60.0
"""How long one waits before looking whether the ledger still answers."""


def follow(
    ledger: Ledger, info: MatchInfo, timeline: Timeline, voice: Voice, since: int = 0
) -> None:
    """Print the events of a match from `since` on, and those that come, until it is closed."""
    print_events([e for e in timeline.events if e.version >= since], timeline, voice)
    while timeline.closing is None:
        if ledger.wait(info.match_id, timeline.version, LONG_SECONDS):
            events = ledger.events(info.match_id, after=timeline.version)
            timeline.extend(events)
            print_events(events, timeline, voice)


def print_events(events: Sequence[Event], timeline: Timeline, voice: Voice) -> None:
    """Print events, one a line: in words, with --json as an object."""
    for line in write_objects(events) if settings.json else write_events(events, timeline, voice):
        say(line)
    sys.stdout.flush()


def write_events(events: Sequence[Event], timeline: Timeline, voice: Voice) -> Iterator[str]:
    """Yield the line of each event: as it counts, or as it was recorded if it is a correction."""
    from replay.speech import log_lines

    known = {event.version for event in events}
    frames = {frame.version: frame for frame in timeline.frames if frame.version in known}
    for event in events:
        frame = frames.get(event.version)
        if frame is not None:
            yield log_lines.write_log_line(frame, voice)
        else:
            yield f"{event.version:>4}  {log_lines.describe_event(event, voice)}"


def write_objects(events: Sequence[Event]) -> Iterator[str]:
    """Yield each event as JSON."""
    import orjson

    for event in events:
        fields = {
            "version": event.version,
            "recorded_at": event.recorded_at,
            "actor": event.actor,
            "type": event.type,
            "payload": event.data(),
        }
        yield escape_commands(orjson.dumps(fields).decode())

"""What the events of a stream say of other events, and whether it is so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ledger.clerk import Amend, Dispute, Fork, Insert, Note, Ruling, Sign, Strike
from ledger.event import Event, format_seal
from replay.base.i18n import _
from replay.files.match_file import FileProblem

REFERENCES: Final = {
    Strike.type: ("target",),
    Amend.type: ("target",),
    Insert.type: ("after",),
    Note.type: ("at",),
    Dispute.type: ("at",),
    Ruling.type: ("at", "dispute"),
    Sign.type: ("version",),
}
"""The fields in which a clerk event says the version of another event."""


def find_reference_problems(events: Sequence[Event]) -> Iterator[FileProblem]:
    """Yield where an event says something of other events that is not so.

    `events` are a stream, or its end: what is said of an event before them is not checked. Fields
    that are no numbers say nothing.
    """
    first = events[0].version if events else 0
    known = {event.version: event for event in events}
    yield from _find_id_problems(events, whole=first == 1)
    for event in events:
        if event.type in REFERENCES:
            yield from _find_version_problems(event)
        if event.type == Sign.type:
            yield from _find_sign_problems(event, known)
        if event.type == Fork.type and event.version > first:
            base = known.get(event.version - 1)
            said = _read_payload(event).get("base_hash")
            if base and base.match_id != event.match_id and said != base.hash:
                text = _("event {n} branches off another past than the record has")
                yield FileProblem("chain", text.format(n=event.version), event.version)


def _read_payload(event: Event) -> dict[str, Any]:
    """Return the payload of an event, an empty one where it is damaged."""
    try:
        payload = event.data()
    except ValueError:
        return {}
    return payload if isinstance(payload, dict) else {}


def _find_version_problems(event: Event) -> Iterator[FileProblem]:
    """Yield where an event names one that is not before it."""
    payload = _read_payload(event)
    for version in (payload.get(field) for field in REFERENCES[event.type]):
        if type(version) is int and not 0 < version < event.version:
            text = _("event {n} ({kind}) names event {other}, which is not before it")
            told = text.format(n=event.version, kind=event.type, other=version)
            yield FileProblem("chain", told, event.version)


def _find_sign_problems(event: Event, known: dict[int, Event]) -> Iterator[FileProblem]:
    """Yield the problem of a signature that acknowledges another seal than its closing has."""
    payload = _read_payload(event)
    version, said = payload.get("version"), payload.get("seal")
    closing = known.get(version) if type(version) is int else None
    if closing is None or said == format_seal(closing.hash):
        return
    text = _("event {n} acknowledges the seal {said}; event {version} has the seal {seal}")
    told = text.format(n=event.version, said=said, version=version, seal=format_seal(closing.hash))
    yield FileProblem("seal", told, event.version)


def _find_id_problems(events: Sequence[Event], *, whole: bool) -> Iterator[FileProblem]:
    """Yield where an id belongs to two events, or a batch begins with no earlier event.

    With `whole` every earlier event is among `events`.
    """
    seen: dict[tuple[str, str], Event] = {}
    for event in events:
        own = (event.match_id, event.event_id)
        if own in seen:
            text = _("event {n} has the id of event {other}")
            told = text.format(n=event.version, other=seen[own].version)
            yield FileProblem("chain", told, event.version)
        seen[own] = event
        if event.batch is None:
            continue
        begun = seen.get((event.match_id, event.batch))
        if (begun is None and whole) or (begun is not None and begun.batch is not None):
            text = _("event {n} belongs to a batch that no earlier event begins")
            yield FileProblem("chain", text.format(n=event.version), event.version)

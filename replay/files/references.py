"""What the events of a stream say of other events, and whether it is so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger.clerk import (
    Amend,
    Clerk,
    Dispute,
    Fork,
    Insert,
    Note,
    Ruling,
    Sign,
    Strike,
    decode_clerk,
    is_clerk_event,
)
from ledger.event import Event, format_seal
from replay.base.i18n import _
from replay.files.match_file import FileProblem


def find_reference_problems(events: Sequence[Event]) -> Iterator[FileProblem]:
    """Yield where an event says something of other events that is not so.

    `events` are a stream, or its end: what is said of an event before them is not checked. An
    event that cannot be read says nothing.
    """
    first = events[0].version if events else 0
    known = {event.version: event for event in events}
    yield from _find_id_problems(events, whole=first == 1)
    for event in events:
        clerk = _read_clerk(event)
        if clerk is None:
            continue
        for version in find_references(clerk):
            if version is not None and not (0 < version < event.version):
                text = _("event {n} ({kind}) names event {other}, which is not before it")
                told = text.format(n=event.version, kind=event.type, other=version)
                yield FileProblem("chain", told, event.version)
        if isinstance(clerk, Sign) and clerk.version < event.version:
            yield from _find_sign_problems(event, clerk, known.get(clerk.version))
        if isinstance(clerk, Fork) and event.version > first:
            base = known.get(event.version - 1)
            if base and base.match_id != event.match_id and clerk.base_hash != base.hash:
                text = _("event {n} branches off another past than the record has")
                yield FileProblem("chain", text.format(n=event.version), event.version)


def _read_clerk(event: Event) -> Clerk | None:
    """Return a clerk event, None for an action and for one that cannot be read."""
    if not is_clerk_event(event.type):
        return None
    try:
        return decode_clerk(event.type, event.payload)
    except ValueError:
        return None


def find_references(clerk: Clerk) -> tuple[int | None, ...]:
    """Return the versions of the events that a clerk event is about."""
    match clerk:
        case Strike() | Amend():
            return (clerk.target,)
        case Insert():
            return (clerk.after,)
        case Note() | Dispute():
            return (clerk.at,)
        case Ruling():
            return (clerk.at, clerk.dispute)
        case Sign():
            return (clerk.version,)
    return ()


def _find_sign_problems(event: Event, sign: Sign, closing: Event | None) -> Iterator[FileProblem]:
    """Yield the problem of a signature that acknowledges another seal than its closing has."""
    if closing is None or sign.seal == format_seal(closing.hash):
        return
    text = _("event {n} acknowledges the seal {said}; event {version} has the seal {seal}")
    told = text.format(
        n=event.version, said=sign.seal, version=sign.version, seal=format_seal(closing.hash)
    )
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

"""The audit of a match: is the record as it was, and what does it say of the table?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from ledger.clerk import Describe, Dispute, Fork, Note, Open, Ruling, Sign, decode_clerk
from ledger.event import Event, format_seal
from ledger.headlines import Headline, MatchInfo
from ledger.journal import HeadEntry, Journal
from ledger.store import Ledger
from replay.base.errors import name_flaw
from replay.base.i18n import _, language, ngettext
from replay.explain.balances import find_unexplained
from replay.files.match_file import format_stream_seal
from replay.files.references import find_reference_problems
from replay.fold.line import Line, read_line, split_at_corrections
from replay.fold.metadata import read_metadata
from replay.fold.rulings import is_ruled
from replay.fold.timeline import READ, Frame, Timeline, compute_digest
from replay.record.opening import make_headline
from replay.referee.chain_checks import check_chain, check_heads, check_kept_digests, check_notes
from replay.referee.findings import Audit, Finding, Kind
from replay.speech.voice import Voice

REMARKS: Final = (Sign.type, Note.type, Dispute.type, Ruling.type, Describe.type)
"""The types of events that change nothing of a match that was sealed before them."""

MAX_DELAY: Final = timedelta(seconds=5)
"""How much later than asked for a closing may be recorded."""

MOMENT: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"
"""The form of the times in a ledger."""


def audit_match(
    ledger: Ledger, info: MatchInfo, expected_seal: str = "", journal: Journal | None = None
) -> Audit:
    """Return the audit of a match in a ledger, with `expected_seal` as written down elsewhere.

    `journal` is the ledger's, read in the same transaction as `info`; without it, it is read here.
    """
    with ledger.read_transaction():
        events = ledger.events(info.match_id)
        digests = ledger.digests(info.match_id)
        listed = ledger.headline(info.match_id)
        journal = ledger.journal() if journal is None else journal
    heads = journal.heads.get(info.match_id, [])
    findings = audit_events(events, expected_seal)
    own = {event.version for event in events if event.match_id == info.match_id}
    missing = _("event {n} is missing")
    findings += [
        Finding("chain", missing.format(n=version), version)
        for version in sorted(set(digests) - own)
    ]
    sound = bool(own) and not any(finding.kind in ("chain", "read") for finding in findings)
    findings += check_heads(events, heads)
    findings += check_notes(events, info.match_id, heads)
    if sound:
        findings += check_digests(events, digests)
        findings += check_kept_digests(events, info.match_id, digests, heads)
        findings += check_listing(events, listed, info, journal)
    return Audit(info.name, len(events), *find_seals(events), tuple(findings))


def find_seals(events: Sequence[Event]) -> tuple[str, str]:
    """Return the short form of the last hash of a stream, and the seal of its closing ("")."""
    if not events:
        return "", ""
    closing = read_line(events).closing
    return format_stream_seal(events), closing.seal if closing else ""


def audit_events(events: Sequence[Event], expected_seal: str = "") -> list[Finding]:
    """Return the findings about a stream by itself: of the chain, the seal, the table."""
    if not events:
        return [Finding("chain", _("the match has no events"))]
    findings = [*check_chain(events), *check_openings(events), *check_references(events)]
    if expected_seal:
        findings += check_seal(events, expected_seal)
    try:
        timeline = Timeline(events)
    except (ValueError, LookupError) as error:
        unread = _("the match cannot be folded: {error}").format(error=name_flaw(error))
        return [*findings, Finding("read", unread)]
    return [*findings, *check_table(timeline), *check_results(timeline)]


def check_listing(
    events: Sequence[Event], listed: Headline, info: MatchInfo, journal: Journal
) -> list[Finding]:
    """Return where the stored headline of a match is not the one that its events give.

    Which number was added to a name that was taken, and whether the match is hidden, only the
    journal says.
    """
    own = next(event for event in events if event.match_id == info.match_id)
    line = read_line(events)
    heads = journal.heads.get(info.match_id, [])
    derived = derive_headline(line, own)
    if re.fullmatch(rf"{re.escape(derived.name)}-[0-9]+", str(listed.name)) and all(
        head.name == listed.name for head in heads
    ):
        derived = derived._replace(name=listed.name)  # taken when it was imported
    if _was_closed_before(line, heads) and _is_same_closing(listed.closed_at, derived.closed_at):
        derived = derived._replace(closed_at=listed.closed_at)
    compared: list[tuple[str, object, object]] = [("opened_at", info.opened_at, own.recorded_at)]
    compared += zip(Headline._fields, listed, derived, strict=True)
    text = _("{what} is listed as {listed}, the events say {said}")
    findings = [
        Finding("listing", text.format(what=what, listed=repr(stored), said=repr(expected)))
        for what, stored, expected in compared
        if stored != expected
    ]
    archived = journal.archived.get(info.match_id)
    if info.archived_at != archived:
        text = _("{what} is listed as {listed}, the journal of the ledger says {said}")
        text = text.format(what="archived_at", listed=repr(info.archived_at), said=repr(archived))
        findings.append(Finding("listing", text))
    return findings


def _was_closed_before(line: Line, heads: Sequence[HeadEntry]) -> bool:
    """Return whether a match was closed before its ledger had a journal.

    Until then a listing had the time at which the closing was asked for, and the event the one at
    which it was recorded.
    """
    closing = line.closing
    first = heads[0] if heads else None
    return (
        closing is not None
        and first is not None
        and first.cause == "upgrade"
        and closing.version <= first.version
    )


def derive_headline(line: Line, own: Event) -> Headline:
    """Return the headline of a match as its events give it.

    `own` is the first event that the match does not share with its parent.
    """
    first = decode_clerk(own.type, own.payload)
    headline = make_headline(read_metadata(line))
    if isinstance(first, Fork):
        return headline._replace(
            name=first.name,
            parent_id=first.parent,
            base_version=first.base_version,
            base_hash=first.base_hash,
        )
    assert isinstance(first, Open)  # noqa: S101
    return headline._replace(name=first.name)


def _is_same_closing(listed: str | None, said: str | None) -> bool:
    """Return whether two times may be those of one closing: asked for, then recorded."""
    times = (str(listed), str(said))
    if not all(re.fullmatch(MOMENT, time) for time in times):
        return False
    try:
        asked, recorded = map(datetime.fromisoformat, times)
    except ValueError:
        return False
    return abs(recorded - asked) < MAX_DELAY


def check_references(events: Sequence[Event]) -> Iterator[Finding]:
    """Yield what an event says of other events that is not so: of a seal, a past, a batch."""
    for problem in find_reference_problems(events):
        kind: Kind = "seal" if problem.kind == "seal" else "chain"
        yield Finding(kind, problem.text, problem.version)


def check_openings(events: Sequence[Event]) -> Iterator[Finding]:
    """Yield every event but the first that opens a match, and every fork within a match."""
    for before, event in pairwise(events):
        if event.type == Open.type or (
            event.type == Fork.type and event.match_id == before.match_id
        ):
            text = _("event {n} ({kind}) begins a match within a match")
            yield Finding("read", text.format(n=event.version, kind=event.type), event.version)


def check_results(timeline: Timeline) -> Iterator[Finding]:
    """Yield the closing in force where the people counted other points than the record has."""
    closing = timeline.closing
    if closing is None:
        return
    scores = timeline.engine.standing(timeline.at(closing.version).state).scores
    counted = [score.total for score in sorted(scores, key=lambda score: score.seat)]
    said = list(closing.close.points)
    if len(said) == len(counted) and any(
        one is not None and other is not None and one != other
        for one, other in zip(said, counted, strict=True)
    ):
        text = _("the closing says {said}, the record counts {counted}").format(
            said=_list_points(said), counted=_list_points(counted)
        )
        yield Finding("result", text, closing.version)


def _list_points(points: Sequence[int | None]) -> str:
    return ", ".join("–" if each is None else str(each) for each in points)


def check_seal(events: Sequence[Event], expected: str) -> list[Finding]:
    """Return a finding where a seal is not that of the whole match.

    It is a fact where the seal is that of an earlier event, else a fault. Signatures, notes,
    disputes and rulings after it change nothing of the match; any other event does.
    """
    for event in reversed(events):
        if is_same_seal(format_seal(event.hash), expected):
            since = events[-1].version - event.version
            if not since:
                return []
            text = ngettext(
                "the seal is that of event {version}; {n} event was recorded since",
                "the seal is that of event {version}; {n} events were recorded since",
                since,
            )
            text = text.format(version=event.version, n=since)
            remarks = all(each.type in REMARKS for each in events[-since:])
            return [Finding("sealed" if remarks else "changed", text, event.version)]
    text = _("the seal is {seal}, not {expected}")
    return [Finding("seal", text.format(seal=format_seal(events[-1].hash), expected=expected))]


def check_table(timeline: Timeline) -> list[Finding]:
    """Return what a match says of the table: unread events, lost pieces, breaches, rulings."""
    voice = Voice(timeline.engine, language(), timeline.seats)
    rulings = timeline.rulings()
    totals = timeline.frames[0].state.book.totals()
    findings = []
    for frame in timeline.frames:
        for breach in frame.breaches:
            kind: Kind = "breach"
            if breach.rule == READ:
                kind = "read"
            elif is_ruled(rulings, frame.version, breach):
                kind = "ruled"
            findings.append(Finding(kind, voice.breach(breach), frame.version, breach.rule))
        findings += [
            Finding("waived", voice.breach(breach), frame.version, breach.rule)
            for breach in frame.waived
        ]
        if frame.state.book.totals() != totals:
            findings.append(Finding("conservation", _("pieces appear or vanish"), frame.version))
            totals = frame.state.book.totals()
    left = find_unexplained(timeline, timeline.frames[-1])
    return findings + [
        Finding("unaccounted", voice.words.name_value({item: n}))
        for item, n in sorted(left.items())
    ]


def check_digests(events: Sequence[Event], digests: dict[int, tuple[str, str]]) -> list[Finding]:
    """Return a finding for the first event after which today's engine has another state.

    A state recorded by an older revision of the rules may differ: that is a fact, and the events
    recorded by today's revision are still compared. `digests` are the rules and the digest recorded
    with the events, by version.
    """
    found: list[Finding] = []
    for event, frame, timeline in replay_as_recorded(events, min(digests, default=0)):
        stored = digests.get(event.version)
        if not stored or compute_digest(timeline.engine, frame.state, stored[0]) == stored[1]:
            continue
        text = _("recorded with {then}, read otherwise by {now}")
        text = text.format(then=stored[0], now=timeline.engine.rules)
        if not is_older_revision(stored[0], timeline.engine.rules):
            return [*found, Finding("digest", text, event.version)]
        if not found:
            found.append(Finding("older-rules", text, event.version))
    return found


def is_older_revision(rules: str, today: str) -> bool:
    """Return whether a revision of a rulebook is an older one than `today`.

    >>> is_older_revision("pig/1", "pig/2"), is_older_revision("pig/2", "pig/2")
    (True, False)
    """
    (book, _slash, number), (now, _slash, latest) = rules.rpartition("/"), today.rpartition("/")
    if book != now or not (number.isdecimal() and latest.isdecimal()):
        return False
    return 0 < int(number) < int(latest)


def replay_as_recorded(
    events: Sequence[Event], since: int
) -> Iterator[tuple[Event, Frame, Timeline]]:
    """Yield every event from version `since` on, with the frame that was last when it was recorded.

    The frame is that of the line as it was then. So the line grows from one correction to the next:
    the events between them are at its end, one frame each. The timeline yielded is that line's.
    """
    known = [event for event in events if event.version < since] or list(events[:1])
    timeline = Timeline(known)
    if since <= events[0].version:
        yield events[0], timeline.frames[0], timeline
    for stretch in split_at_corrections(events[len(known) :]):
        timeline.extend(stretch)
        last = len(timeline.frames) - len(stretch)
        for number, event in enumerate(stretch):
            yield event, timeline.frames[last + number], timeline


def is_same_seal(one: str, other: str) -> bool:
    """Return whether two seals are equal, however they were written down: with words before, too.

    >>> is_same_seal("seal: " + "ab12-" * 8, "AB12 " * 8)
    True
    >>> is_same_seal("ab12-cd34", "AB12 CD34")
    True
    """
    return _read_digits(one) == _read_digits(other)


def _read_digits(seal_: str) -> str:
    """Return the 32 hex digits of a seal in a text, else all that are there."""
    whole = re.search(r"[0-9a-f]{4}(?:[-\s]*[0-9a-f]{4}){7}", seal_.casefold())
    if whole:
        seal_ = whole[0]
    return "".join(c for c in seal_.casefold() if c in "0123456789abcdef")

"""The audit of a match: is the record as it was, and what does it say of the table?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ledger.clerk import Describe, Dispute, Fork, Note, Open, Ruling, Sign
from ledger.event import Event, format_seal
from ledger.headlines import MatchInfo
from ledger.store import Ledger
from replay.base.errors import name_flaw
from replay.base.i18n import _, language, ngettext
from replay.explain.balances import find_unexplained, has_same_pieces
from replay.files.match_file import format_stream_seal
from replay.files.references import find_reference_problems
from replay.fold.line import read_line
from replay.fold.rulings import is_ruled
from replay.fold.timeline import READ, Timeline
from replay.referee.chain_checks import (
    check_chain,
    check_entries,
    check_heads,
    check_kept_digests,
    check_notes,
)
from replay.referee.findings import Audit, Finding, Kind
from replay.referee.listing_checks import check_listing
from replay.referee.recorded_states import fold_and_compare
from replay.speech.voice import Voice

REMARKS: Final = (Sign.type, Note.type, Dispute.type, Ruling.type, Describe.type)
"""The types of events that change nothing of a match that was sealed before them."""


def audit_match(ledger: Ledger, info: MatchInfo, expected_seal: str = "") -> Audit:
    """Return the audit of a match in a ledger, with `expected_seal` as written down elsewhere.

    Only what the ledger holds of this match is read, at one moment.
    """
    match_id = info.match_id
    with ledger.read_transaction():
        events = ledger.events(match_id)
        digests = ledger.digests(match_id)
        info, listed = ledger.find(match_id), ledger.headline(match_id)
        journal = ledger.journal_of(match_id)
    heads = journal.heads.get(match_id, [])
    own = {event.version for event in events if event.match_id == match_id}
    missing = _("event {n} is missing")
    lost = [Finding("chain", missing.format(n=n), n) for n in sorted(set(digests) - own)]
    findings = check_stream(events, expected_seal)
    chained = bool(own) and not lost and all(finding.kind != "chain" for finding in findings)
    timeline: Timeline | None = None
    others: list[Finding] = []
    try:
        if chained:
            timeline, others = fold_and_compare(events, digests)
        elif events:
            timeline = Timeline(events)
    except (ValueError, LookupError) as error:
        findings.append(make_unread_finding(error))
    if timeline is not None:
        findings += [*check_table(timeline), *check_results(timeline)]
    findings += [*lost, *check_heads(events, heads), *check_notes(events, match_id, heads)]
    findings += check_entries(journal)
    if chained and timeline is not None and all(finding.kind != "read" for finding in findings):
        findings += others
        findings += check_kept_digests(events, match_id, digests, heads)
        findings += check_listing(timeline.line, events, listed, info, journal)
    return Audit(info.name, len(events), *find_seals(events, timeline), tuple(findings))


def find_seals(events: Sequence[Event], timeline: Timeline | None = None) -> tuple[str, str]:
    """Return the short form of the last hash of a stream, and the seal of its closing ("").

    `timeline` is the fold of the stream, if it has been folded.
    """
    if not events:
        return "", ""
    closing = (timeline.line if timeline else read_line(events)).closing
    return format_stream_seal(events), closing.seal if closing else ""


def audit_events(events: Sequence[Event], expected_seal: str = "") -> list[Finding]:
    """Return the findings about a stream by itself: of the chain, the seal, the table."""
    findings = check_stream(events, expected_seal)
    if not events:
        return findings
    try:
        timeline = Timeline(events)
    except (ValueError, LookupError) as error:
        return [*findings, make_unread_finding(error)]
    return [*findings, *check_table(timeline), *check_results(timeline)]


def check_stream(events: Sequence[Event], expected_seal: str = "") -> list[Finding]:
    """Return the findings about a stream that need no game: of the chain and of the seal."""
    if not events:
        return [Finding("chain", _("the match has no events"))]
    findings = [*check_chain(events), *check_openings(events), *check_references(events)]
    return findings + (check_seal(events, expected_seal) if expected_seal else [])


def make_unread_finding(error: Exception) -> Finding:
    """Return the finding that a match cannot be folded."""
    unread = _("the match cannot be folded: {error}").format(error=name_flaw(error))
    return Finding("read", unread)


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
    """Yield the closing in force where the people counted other points than the record has.

    Nothing is known of a match of which only the result was recorded.
    """
    closing = timeline.closing
    if closing is None or not timeline.has_actions:
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
    before = timeline.frames[0].state.book
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
        if not has_same_pieces(before, frame.state.book):
            findings.append(Finding("conservation", _("pieces appear or vanish"), frame.version))
        before = frame.state.book
    left = find_unexplained(timeline, timeline.frames[-1])
    return findings + [
        Finding("unaccounted", voice.words.name_value({item: n}))
        for item, n in sorted(left.items())
    ]


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

"""Auditing a match: the chain, what can be read, conservation, breaches, today's reading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple, get_args

from engines.values import UNACCOUNTED
from ledger.clerk import Close, Fork, Open, read_clerk
from ledger.event import GENESIS, Event, seal_of
from ledger.store import Headline, Ledger, MatchInfo
from replay.base.i18n import _, language, ngettext
from replay.files.match_file import link_flaws, seal
from replay.fold.line import corrections
from replay.fold.rulings import is_ruled
from replay.fold.timeline import READ, Frame, Timeline, digest
from replay.record.session import headline_of
from replay.speech.voice import Voice

Fault = Literal[
    "chain",
    "read",
    "conservation",
    "digest",
    "seal",
    "signature",
    "unreadable",
    "listing",
    "unguarded",
]
"""What makes a record one that is not as it was."""

Fact = Literal["unsigned", "sealed", "breach", "ruled", "waived", "unaccounted", "signed"]
"""What is no fault of the record: it says so of the table, or of the file."""

Kind = Fault | Fact
FAULTS: Final[frozenset[Kind]] = frozenset(get_args(Fault))


class Finding(NamedTuple):
    """Something an audit found, told in `text`. `kind` says how grave: those in FAULTS are faults
    of the record, the others facts of the table. `rule` is the rule that was broken."""

    kind: Kind
    text: str
    version: int | None = None
    rule: str = ""


AT_ONCE: Final = timedelta(seconds=5)
"""Within this time a closing is recorded once it has been asked for."""


MOMENT: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"
"""How the ledger writes a moment."""


class Audit(NamedTuple):
    """The result of auditing one match."""

    name: str
    events: int
    seal: str
    findings: tuple[Finding, ...]

    @property
    def intact(self) -> bool:
        """Whether the record is as it was sealed and can be read."""
        return not any(finding.kind in FAULTS for finding in self.findings)


def audit_match(ledger: Ledger, info: MatchInfo, expected_seal: str = "") -> Audit:
    """Audit a match of a ledger, against a seal written down elsewhere if one is given."""
    events = ledger.events(info.match_id)
    findings = audit_events(events, expected_seal)
    digests = ledger.digests(info.match_id)
    own = {event.version for event in events if event.match_id == info.match_id}
    missing = _("event {n} is missing")
    findings += [
        Finding("chain", missing.format(n=version), version)
        for version in sorted(set(digests) - own)
    ]
    if not any(finding.kind in ("chain", "read") for finding in findings):
        findings += audit_digests(events, digests)
        findings += listing_findings(events, ledger, info)
    sealed = seal(events) if events else ""
    return Audit(info.name, len(events), sealed, tuple(findings))


def audit_events(events: Sequence[Event], expected_seal: str = "") -> list[Finding]:
    """Return everything found in a stream: faults first."""
    if not events:
        return [Finding("chain", _("the match has no events"))]
    findings = list(chain_findings(events))
    if expected_seal:
        findings += seal_findings(events, expected_seal)
    try:
        timeline = Timeline(events)
    except (ValueError, LookupError) as error:
        unread = _("the match cannot be folded: {error}").format(error=error)
        return [*findings, Finding("read", unread)]
    return findings + table_findings(timeline)


def listing_findings(events: Sequence[Event], ledger: Ledger, info: MatchInfo) -> list[Finding]:
    """Return where what listings show of a match is not what its events say."""
    own = next(event for event in events if event.match_id == info.match_id)
    listed = ledger.headline(info.match_id)
    said = said_of(events, own)
    if re.fullmatch(rf"{re.escape(said.name)}-[0-9]+", str(listed.name)):
        said = said._replace(name=listed.name)  # the name was taken when the match was imported
    if _moments(listed.closed_at, said.closed_at):
        said = said._replace(closed_at=listed.closed_at)
    text = _("{what} is listed as {listed}, the events say {said}")
    compared: list[tuple[str, object, object]] = [("opened_at", info.opened_at, own.recorded_at)]
    compared += zip(Headline._fields, listed, said, strict=True)
    return [
        Finding("listing", text.format(what=what, listed=repr(shown), said=repr(is_)))
        for what, shown, is_ in compared
        if shown != is_
    ]


def said_of(events: Sequence[Event], own: Event) -> Headline:
    """Return what listings should show of a match, as its events say it; `own` is the first that
    it does not share with another."""
    timeline = Timeline(events)
    begun = read_clerk(own.type, own.payload)
    headline = headline_of(timeline.opening, timeline.closed, closed_at(timeline))
    if isinstance(begun, Fork):
        return headline._replace(
            name=begun.name,
            parent_id=begun.parent,
            base_version=begun.base_version,
            base_hash=begun.base_hash,
        )
    assert isinstance(begun, Open)  # noqa: S101
    return headline._replace(name=begun.name)


def closed_at(timeline: Timeline) -> str | None:
    """Return when a match was closed, None while it is open."""
    if timeline.closed is None:
        return None
    closings = [frame for frame in timeline.frames if frame.entry.kind == Close.type]
    return closings[-1].entry.event.recorded_at


def _moments(listed: str | None, said: str | None) -> bool:
    """Return whether two times are those of one closing: asked for, and then recorded."""
    times = (str(listed), str(said))
    if not all(re.fullmatch(MOMENT, time) for time in times):
        return False
    try:
        asked, recorded = map(datetime.fromisoformat, times)
    except ValueError:
        return False
    return abs(recorded - asked) < AT_ONCE


def chain_findings(events: Sequence[Event]) -> list[Finding]:
    """Return where the chain of hashes is broken."""
    previous, version = GENESIS, 0
    findings: list[Finding] = []
    for event in events:
        flaws = link_flaws(event, previous, version, event.match_id)
        findings += [Finding("chain", flaw.text, flaw.version) for flaw in flaws]
        previous, version = event.hash, event.version
    return findings


def seal_findings(events: Sequence[Event], expected: str) -> list[Finding]:
    """Return whether a seal is one of this match's, and how much was recorded after it."""
    for event in reversed(events):
        if same_seal(seal_of(event.hash), expected):
            since = events[-1].version - event.version
            if not since:
                return []
            text = ngettext(
                "the seal is that of event {version}; {n} event was recorded since",
                "the seal is that of event {version}; {n} events were recorded since",
                since,
            )
            told = text.format(version=event.version, n=since)
            return [Finding("sealed", told, event.version)]
    text = _("the seal is {seal}, not {expected}")
    return [Finding("seal", text.format(seal=seal_of(events[-1].hash), expected=expected))]


def table_findings(timeline: Timeline) -> list[Finding]:
    """Return what cannot be read, what is not conserved, what broke a rule and was ruled on."""
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
    left = timeline.state.book.holding(UNACCOUNTED)
    return findings + [
        Finding("unaccounted", voice.words.speak({item: n})) for item, n in sorted(left.items())
    ]


def audit_digests(events: Sequence[Event], digests: dict[int, tuple[str, str]]) -> list[Finding]:
    """Return the first event that today's engine reads otherwise than when it was recorded."""
    for event, frame, timeline in as_recorded(events, min(digests, default=0)):
        stored = digests.get(event.version)
        if stored and digest(timeline.engine, frame.state, stored[0]) != stored[1]:
            text = _("recorded with {then}, read otherwise by {now}")
            told = text.format(then=stored[0], now=timeline.engine.rules)
            return [Finding("digest", told, event.version)]
    return []


def as_recorded(events: Sequence[Event], since: int) -> Iterator[tuple[Event, Frame, Timeline]]:
    """Yield every event from the version `since` on with the position that the record showed
    when it was appended.

    A position is that of the whole line as it stood then. So the line grows from one correction
    to the next: what was recorded between them stands at its end, one frame each.
    """
    known = [event for event in events if event.version < since] or list(events[:1])
    timeline = Timeline(known)
    if since <= events[0].version:
        yield events[0], timeline.frames[0], timeline
    for stretch in _stretches(events[len(known) :]):
        timeline.extend(stretch)
        last = len(timeline.frames) - len(stretch)
        for number, event in enumerate(stretch):
            yield event, timeline.frames[last + number], timeline


def _stretches(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Yield events in stretches of which only the first event may be a correction."""
    corrected = {event.version for event, _ in corrections(events)}
    stretch: list[Event] = []
    for event in events:
        if stretch and event.version in corrected:
            yield stretch
            stretch = []
        stretch.append(event)
    if stretch:
        yield stretch


def same_seal(one: str, other: str) -> bool:
    """Return whether two seals are the same, however they were written down.

    >>> same_seal("ab12-cd34", "AB12 CD34")
    True
    """
    return _digits(one) == _digits(other)


def _digits(seal_: str) -> str:
    return "".join(c for c in seal_.casefold() if c in "0123456789abcdef")

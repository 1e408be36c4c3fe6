"""Auditing a match: the chain, what can be read, conservation, breaches, today's reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from engines.protocol import UNACCOUNTED
from ledger.event import GENESIS, Event, seal_of
from ledger.store import Ledger, MatchInfo
from replay.formats.match_json import link_flaws, seal
from replay.line import corrections
from replay.timeline import READ, Timeline, digest

Kind = Literal[
    "chain",
    "read",
    "conservation",
    "digest",
    "seal",
    "signature",
    "sealed",
    "breach",
    "ruled",
    "unaccounted",
    "signed",
]


class Finding(NamedTuple):
    """Something an audit found. `kind` says how grave: chain, read, conservation, digest, seal and
    signature are faults of the record; the others are facts of the table."""

    kind: Kind
    text: str
    version: int | None = None


FAULTS: frozenset[Kind] = frozenset(
    {"chain", "read", "conservation", "digest", "seal", "signature"}
)


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
    last = events[-1].version if events else 0
    cut = [version for version in sorted(digests) if version > last]
    findings += [Finding("chain", f"event {version} is missing", version) for version in cut]
    if not any(finding.kind in ("chain", "read") for finding in findings):
        findings += audit_digests(events, digests)
    sealed = seal(events) if events else ""
    return Audit(info.name, len(events), sealed, tuple(findings))


def audit_events(events: Sequence[Event], expected_seal: str = "") -> list[Finding]:
    """Return everything found in a stream: faults first."""
    if not events:
        return [Finding("chain", "the match has no events")]
    findings = list(chain_findings(events))
    if expected_seal:
        findings += seal_findings(events, expected_seal)
    try:
        timeline = Timeline(events)
    except (ValueError, LookupError) as error:
        return [*findings, Finding("read", f"the match cannot be folded: {error}")]
    return findings + table_findings(timeline)


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
            text = f"the seal is that of event {event.version}; {since} were recorded since"
            return [Finding("sealed", text, event.version)]
    return [Finding("seal", f"the seal is {seal_of(events[-1].hash)}, not {expected}")]


def table_findings(timeline: Timeline) -> list[Finding]:
    """Return what cannot be read, what is not conserved, what broke a rule and was ruled on."""
    findings = []
    rulings = timeline.rulings()
    totals = timeline.frames[0].state.book.totals()
    for frame in timeline.frames:
        for breach in frame.breaches:
            kind: Kind = "breach"
            if breach.rule == READ:
                kind = "read"
            elif frame.version in rulings:
                kind = "ruled"
            findings.append(Finding(kind, breach.rule, frame.version))
        if frame.state.book.totals() != totals:
            findings.append(Finding("conservation", "pieces appear or vanish", frame.version))
            totals = frame.state.book.totals()
    left = timeline.state.book.holding(UNACCOUNTED)
    findings += [Finding("unaccounted", f"{n} {item}") for item, n in sorted(left.items())]
    return findings


def audit_digests(events: Sequence[Event], digests: dict[int, tuple[str, str]]) -> list[Finding]:
    """Return the first event that today's engine reads otherwise than when it was recorded.

    A digest is of the whole line as it stood then, so the fold goes from one correction to the
    next: what was recorded between them stands at the end of the line, one frame each.
    """
    first, last = events[0].version, events[-1].version
    turning_points = [event.version for event, _ in corrections(events)] + [last + 1]
    for here, following in zip([first, *turning_points], turning_points, strict=False):
        if not any(here <= version < following for version in digests):
            continue
        timeline = Timeline(events[: following - first])
        for version in range(here, following):
            stored = digests.get(version)
            if stored is None:
                continue
            frame = timeline.frames[len(timeline.frames) - following + version]
            if digest(timeline.engine, frame.state) != stored[1]:
                text = f"recorded with {stored[0]}, read otherwise by {timeline.engine.rules}"
                return [Finding("digest", text, version)]
    return []


def same_seal(one: str, other: str) -> bool:
    """Return whether two seals are the same, however they were written down.

    >>> same_seal("ab12-cd34", "AB12 CD34")
    True
    """
    return _digits(one) == _digits(other)


def _digits(seal_: str) -> str:
    return "".join(c for c in seal_.casefold() if c in "0123456789abcdef")

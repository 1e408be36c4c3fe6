"""Checks of chains: of a stream by itself, of a match against the journal, of the journal."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from ledger.clerk import Close, Fork, Open, Sign
from ledger.event import GENESIS, Event
from ledger.journal import JOURNAL, HeadEntry, Journal
from ledger.store import Ledger
from replay.base.i18n import _, ngettext
from replay.files.match_file import find_link_problems, format_stream_seal
from replay.record.plans import CORRECTIONS
from replay.referee.findings import Audit, Finding

NOTED: Final = (Open.type, Fork.type, Close.type, Sign.type)
"""The types of events after which the journal notes the head of their match."""


def check_chain(events: Sequence[Event]) -> list[Finding]:
    """Return the breaks in the chain of hashes."""
    previous, version = GENESIS, 0
    findings: list[Finding] = []
    for event in events:
        flaws = find_link_problems(event, previous, version, event.match_id)
        findings += [Finding("chain", flaw.text, flaw.version) for flaw in flaws]
        previous, version = event.hash, event.version
    return findings


def check_heads(events: Sequence[Event], heads: Sequence[HeadEntry]) -> list[Finding]:
    """Return a finding where a stream is not the one that the journal has noted.

    `heads` are the journal's entries about the match: of events that are gone, or others by now.
    """
    hashes = {event.version: event.hash for event in events}
    for head in reversed(heads):
        if head.version not in hashes:
            text = _("event {n} is gone; the journal of the ledger knows it")
            return [Finding("chain", text.format(n=head.version), head.version)]
    for head in heads:
        if hashes[head.version] != head.hash:
            text = _("event {n} is not the one that the journal of the ledger knows")
            return [Finding("chain", text.format(n=head.version), head.version)]
    return []


def check_entries(journal: Journal) -> list[Finding]:
    """Return a finding for every entry of a journal that is not chained to the one before it."""
    findings: list[Finding] = []
    for event in journal.events:
        previous = journal.previous.get(event.version, GENESIS)
        flaws = find_link_problems(event, previous, event.version - 1, JOURNAL)
        findings += [Finding("journal", flaw.text, flaw.version) for flaw in flaws]
    return findings


def check_notes(
    events: Sequence[Event], match_id: str, heads: Sequence[HeadEntry]
) -> list[Finding]:
    """Return a finding where the journal lacks what it must have noted of a match."""
    if not heads:
        return [Finding("journal", _("the journal of the ledger does not know the match"))]
    last = max(head.version for head in heads)
    text = _("the journal of the ledger does not know event {n} ({kind})")
    return [
        Finding("journal", text.format(n=event.version, kind=event.type), event.version)
        for event in events
        if event.match_id == match_id and event.version > last and event.type in NOTED
    ]


def check_kept_digests(
    events: Sequence[Event],
    match_id: str,
    digests: Collection[int],
    heads: Sequence[HeadEntry],
) -> list[Finding]:
    """Return a finding where digests of a match are missing. `digests` are the versions that have
    one.

    The journal says how many there were at a head; imported events have none. After the last head
    every event has one, but for the first ones of corrections that were made together.
    """
    if not heads:
        return []
    head = heads[-1]
    kept = sum(version <= head.version for version in digests)
    if kept < head.digests:
        text = ngettext(
            "of {n} digest up to event {version}, {kept} is there",
            "of {n} digests up to event {version}, {kept} are there",
            head.digests,
        )
        text = text.format(n=head.digests, version=head.version, kept=kept)
        return [Finding("undigested", text, head.version)]
    later = [each for each in events if each.match_id == match_id and each.version > head.version]
    lacking = sorted(set(_list_digested(later)) - set(digests))
    text = _("event {n} has no digest any more")
    return [Finding("undigested", text.format(n=version), version) for version in lacking[:1]]


def _list_digested(events: Sequence[Event]) -> Iterator[int]:
    """Yield the versions of the events that a recorder stores a digest with."""
    batches: dict[str, list[Event]] = {}
    for event in events:
        batches.setdefault(event.batch_id, []).append(event)
    for batch in batches.values():
        corrected = any(event.type in CORRECTIONS for event in batch)
        yield from (event.version for event in (batch[-1:] if corrected else batch))


def find_missing_matches(stored: Collection[str], journal: Journal) -> list[Audit]:
    """Return an audit of every match that the journal knows and that is not `stored`, by its id."""
    audits = []
    for match_id, heads in journal.heads.items():
        last = heads[-1]
        if match_id not in stored:
            text = ngettext(
                "the match is gone; the journal of the ledger knows it with {n} event",
                "the match is gone; the journal of the ledger knows it with {n} events",
                last.version,
            )
            finding = Finding("missing", text.format(n=last.version), last.version)
            audits.append(Audit(last.name, 0, "", "", (finding,)))
    return audits


def check_schema(ledger: Ledger) -> list[Finding]:
    """Return a finding where tables, indexes or triggers of a database differ from ours."""
    names = ledger.find_schema_changes()
    text = _("Tables or triggers of the database are not as foldtable makes them: {names}.")
    return [Finding("unguarded", text.format(names=", ".join(names)))] if names else []


def audit_journal(ledger: Ledger, journal: Journal) -> Audit:
    """Return the audit of what a ledger holds beside its matches: journal, tables, stray rows."""
    findings = [flaw._replace(kind="journal") for flaw in check_chain(journal.events)]
    text = _("entry {n} of the journal cannot be read")
    findings += [Finding("journal", text.format(n=n), n) for n in journal.unread]
    findings += check_schema(ledger)
    text = _("rows of the table {table} belong to no match")
    findings += [
        Finding("missing", text.format(table=table)) for table in ledger.find_astray_tables()
    ]
    head = format_stream_seal(journal.events) if journal.events else ""
    return Audit(str(ledger.where), len(journal.events), head, "", tuple(findings))

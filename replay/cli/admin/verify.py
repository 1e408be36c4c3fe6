"""Whether a record is as it was: verify, and the keys of signatures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.base.errors import describe_error
from replay.base.i18n import _
from replay.cli.command import ADMIN, Commands
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown, show_progress
from replay.cli.settings import settings
from replay.cli.work import Jobs, Record, Scheduler, plan_work

if TYPE_CHECKING:
    from ledger.store import Ledger
    from replay.files.signing import Signature
    from replay.referee.findings import Audit, Finding, Kind

commands = Commands(ADMIN)


@commands.add("verify")
def verify(
    what: Annotated[
        list[str] | None, typer.Argument(help="Matches, match files or archives.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every match of the ledger, and those that are gone.")
    ] = False,
    seal: Annotated[str | None, typer.Option(help="The seal from the score sheet.")] = None,
    signed_by: Annotated[
        str, typer.Option("--signed-by", help="Whose a file must be: you, or a trusted name.")
    ] = "",
    jobs: Jobs = 0,
    scheduler: Scheduler = "",
    record: Record = None,
) -> Shown:
    """Check that records are as they were sealed: chain, reading, conservation, digests, seal.

    foldtable verify maple --seal 0123-4567-89ab

    foldtable verify --all --record verified.jsonl

    foldtable verify evenings --jobs 4

    Exit 6 when a record is not intact, 8 when it was changed after the seal that is given. Breaches
    that were recorded are listed and are no fault.
    """
    from replay.archive.manifest import was_archive

    if not what and not everything:
        raise Stop(Exit.USAGE, "Verify what?", "foldtable verify MATCH|FILE, or --all")
    if seal is not None and len(what or ()) != 1:
        raise Stop(Exit.USAGE, "A seal belongs to one match.", "foldtable verify MATCH --seal …")
    if seal is not None and not any(c in "0123456789abcdefABCDEF" for c in seal):
        raise Stop(Exit.USAGE, "“{seal}” is no seal.", seal=seal)
    if signed_by and not all(Path(name).is_file() for name in what or [""]):
        raise Stop(Exit.USAGE, "Files are signed; a match in the ledger is not.")
    if not everything and not any(map(was_archive, map(Path, what or ()))):
        if jobs or scheduler or record:
            raise Stop(
                Exit.USAGE,
                "Single matches and files are verified at once, without workers.",
                "--jobs, --scheduler and --record go with --all and with archives.",
            )
        work = {}
    else:
        work = plan_work(jobs, scheduler, record)
    if record and (len(what or ()) + everything) > 1:
        raise Stop(Exit.USAGE, "A record notes one work.", "foldtable verify ARCHIVE --record …")
    audits = list(_audits(what or [], everything, seal or "", signed_by, work))
    broken = [audit for audit in audits if not audit.intact]
    code = Exit.DONE
    if broken:
        unreadable = all(f.kind == "unreadable" for audit in broken for f in audit.findings)
        code = Exit.UNREADABLE if unreadable else Exit.BROKEN
    elif any(audit.changed_since is not None for audit in audits):
        code = Exit.CHANGED
    lines = (line for audit in audits for line in write_audit(audit))
    return Shown([describe_audit(audit) for audit in audits], lines, code=code)


def _audits(
    what: list[str], everything: bool, seal: str, signed_by: str, work: dict[str, Any]
) -> Iterator[Audit]:
    """Yield the audits of files and archives, then of matches. Raise Stop for a damaged database.

    Of one match, only what the ledger holds of it is read; of everything, the whole file, by
    workers that `work` tells of.
    """
    from replay.archive.manifest import was_archive
    from replay.referee.archive_audit import audit_archive, count_archived
    from replay.referee.audit import audit_match
    from replay.referee.chain_checks import audit_journal, check_schema, find_missing_matches
    from replay.referee.ledger_audit import audit_matches

    names = [name for name in what if not (Path(name).is_file() or was_archive(Path(name)))]
    for name in what:
        if was_archive(Path(name)):
            total = count_archived(Path(name))
            with show_progress(_("verifying"), total) as advance:
                yield from audit_archive(Path(name), advance, **work)
        elif Path(name).is_file():
            yield _audit_file_or_why(Path(name), seal, signed_by)
    if not names and not everything:
        return
    with settings.ledger() as ledger, ledger.read_transaction():
        unguarded = check_schema(ledger)
        if everything:
            require_whole(ledger)
        infos = ledger.matches() if everything else [ledger.find(name) for name in names]
        with show_progress(_("verifying"), len(infos)) as advance:
            audits = (
                audit_matches(ledger, infos, advance, **work)
                if everything
                else (audit_match(ledger, info, seal) for info in infos)
            )
            for audit in audits:
                yield audit._replace(findings=(*audit.findings, *unguarded))
        if not everything:
            return
        journal = ledger.journal()
        yield from find_missing_matches({info.match_id for info in infos}, journal)
        beside = audit_journal(ledger, journal)
        if not beside.intact:
            yield beside


def require_whole(ledger: Ledger) -> None:
    """Raise Stop where pages of the database are damaged."""
    damage = ledger.find_broken_pages()
    if damage:
        raise Stop(Exit.BROKEN, "The database is damaged: {text}.", text=damage)


def _audit_file_or_why(path: Path, seal: str, signed_by: str) -> Audit:
    """Return the audit of a file; for one that cannot be read, that it cannot be."""
    from ledger.errors import NotCanonical
    from replay.files.match_file import UnreadableFile
    from replay.referee.findings import Audit, Finding

    try:
        return _audit_file(path, seal, signed_by)
    except (UnreadableFile, NotCanonical) as error:
        finding = Finding("unreadable", " ".join(describe_error(error)).strip())
        return Audit(str(path), 0, "", "", (finding,))


def _audit_file(path: Path, seal: str, signed_by: str) -> Audit:
    from replay.files.exchange import read_match_file
    from replay.referee.audit import audit_events, check_seal, find_seals
    from replay.referee.evidence_problems import is_evidence, read_bundle
    from replay.referee.findings import Audit, Finding

    content = path.read_bytes()
    if is_evidence(content):
        bundle = read_bundle(content)
        events, signature, flaws = bundle.events, bundle.signature, bundle.flaws
        number = bundle.head.events
        findings = check_seal(events, seal) if seal else []
        if signature is None:
            findings.append(_unsigned_evidence())
    else:
        found, events, flaws = read_match_file(content)
        signature, number = found.signature, len(events)
        faulty = any(flaw.kind != "unchecked" for flaw in flaws)
        findings = [] if faulty else audit_events(events, seal)
    kinds = {"bytes": "chain", "header": "chain"}
    findings += [Finding(kinds.get(f.kind, f.kind), f.text, f.version) for f in flaws]  # type: ignore[arg-type]
    if not flaws:
        findings += _signature_findings(signature, signed_by)
    elif signed_by and all(flaw.kind == "unchecked" for flaw in flaws):
        findings.append(Finding("signature", flaws[0].text))
    return Audit(str(path), number, *find_seals(events), tuple(findings))


def _unsigned_evidence() -> Finding:
    """Return the finding that says what the chain of an excerpt does not prove."""
    from replay.referee.findings import Finding

    told = _(
        "The events are proved; the boards, the verdicts and the words around them are as the file "
        "has them. A signature covers those, too (dispute export --sign)."
    )
    return Finding("unsigned", told)


def _signature_findings(signature: Signature | None, wanted: str) -> list[Finding]:
    """Return whose a file is, and whether it is whose it should be."""
    from replay.files.signing import find_signer
    from replay.referee.findings import Finding

    if signature is None:
        return [Finding("signature", _("nobody has signed it"))] if wanted else []
    by = find_signer(signature)
    text = _("{name}, whose key nobody here has trusted: {key}")
    told = by.name if by.known else text.format(name=by.name, key=by.key)
    if wanted and (not by.known or by.name != wanted):
        text = _("signed by {name}, not by {wanted}")
        return [Finding("signature", text.format(name=told, wanted=wanted))]
    return [Finding("signed", told)]


def describe_audit(audit: Audit) -> dict[str, Any]:
    """Return an audit for --json."""
    return {
        "name": audit.name,
        "events": audit.events,
        "head": audit.head,
        "seal": audit.seal or None,
        "intact": audit.intact,
        "changed_since": audit.changed_since,
        "findings": [
            {"kind": f.kind, "text": f.text, "version": f.version, "rule": f.rule}
            for f in audit.findings
        ],
    }


def write_audit(audit: Audit) -> Iterator[str]:
    """Yield the verdict on a match or a file, and its findings."""
    verdict = _("intact") if audit.intact else _("NOT INTACT")
    if audit.intact and audit.changed_since is not None:
        verdict = _("SEALED AT {version}, CHANGED SINCE").format(version=audit.changed_since)
    text = _("{name}: {verdict}, {n} events, {marks}")
    yield text.format(name=audit.name, verdict=verdict, n=audit.events, marks=_name_marks(audit))
    for finding in audit.findings:
        where = "" if finding.version is None else f" {finding.version}"
        yield f"  {name_kind(finding.kind)}{where}: {finding.text}"


def _name_marks(audit: Audit) -> str:
    """Return the seal of the closing, and the head of the record where that is another one."""
    seal = _("seal {seal}").format(seal=audit.seal)
    head = _("head {head}").format(head=audit.head)
    if not audit.seal:
        return head
    return seal if audit.head == audit.seal else f"{seal}, {head}"


def name_kind(kind: Kind) -> str:
    """Return what a kind of finding is called."""
    return {
        "chain": _("chain"),
        "read": _("unread"),
        "conservation": _("conservation"),
        "digest": _("another reading"),
        "older-rules": _("older rules"),
        "seal": _("seal"),
        "signature": _("signature"),
        "unreadable": _("unreadable"),
        "listing": _("listing"),
        "undigested": _("digests gone"),
        "missing": _("gone"),
        "journal": _("journal"),
        "unguarded": _("unguarded"),
        "sealed": _("sealed"),
        "changed": _("changed since"),
        "result": _("result"),
        "breach": _("breach"),
        "ruled": _("ruled on"),
        "waived": _("waived"),
        "unaccounted": _("unaccounted"),
        "signed": _("signed"),
        "unsigned": _("unsigned"),
        "unchecked": _("not checked"),
    }[kind]

"""The audit of an archive: its manifest, its files, and every match in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from ledger.event import format_seal
from ledger.headlines import Headline
from replay.archive.layout import COLUMNS, ArchivedMatch, Partition
from replay.archive.manifest import ArchiveFile
from replay.archive.parquet import read_part
from replay.archive.reading import Archive, Found, make_match_file
from replay.base.errors import describe_error
from replay.base.finished_parts import FinishedParts
from replay.base.i18n import _, ngettext
from replay.base.workers import run_parts
from replay.files.exchange import read_match_file
from replay.files.match_file import UnreadableFile
from replay.fold.line import Line
from replay.referee.audit import (
    check_results,
    check_stream,
    check_table,
    find_seals,
    make_unread_finding,
)
from replay.referee.findings import Audit, Finding, Kind
from replay.referee.listing_checks import derive_headline
from replay.referee.recorded_states import fold_and_compare

KINDS: Final[dict[str, Kind]] = {"seal": "seal", "signature": "signature", "unchecked": "unchecked"}
"""The kinds of findings by the kind of a problem of a match file; those of all others are chain."""


class Part(NamedTuple):
    """A partition of an archive."""

    folder: Path
    partition: Partition


def audit_archive(
    folder: Path,
    advance: Callable[[], None] = lambda: None,
    *,
    jobs: int = 1,
    scheduler: str = "",
    record: Path | None = None,
) -> Iterator[Audit]:
    """Yield the audit of an archive as a whole, then of every match in its intact partitions.

    The partitions are audited by workers (`run_parts`); `advance` is called for each match that is
    done. A `record` notes the partitions that are, until something is added to the archive.
    """
    try:
        archive = Archive(folder)
    except UnreadableFile as error:
        finding = Finding("unreadable", " ".join(describe_error(error)).strip())
        yield Audit(str(folder), 0, "", "", (finding,))
        return
    findings = dict(check_files(archive))
    events = sum(file.rows for file in archive.manifest.files if file.table == "events")
    stray = list(find_stray_files(archive))
    head = format_seal(archive.manifest.seal)
    yield Audit(str(folder), events, head, "", (*findings.values(), *stray))
    if any(file.table == "matches" for file in findings):
        return
    damaged = {Partition(file.game, file.month) for file in findings}
    parts = {
        name_partition(archive, partition): Part(folder.resolve(), partition)
        for partition in archive.partitions
        if partition not in damaged
    }
    work = ["verify", str(folder.resolve())]
    finished = FinishedParts(record, work, list[Audit]) if record else None
    done: dict[str, list[Audit]] = {}
    for each in run_parts(audit_part, parts, jobs=jobs, scheduler=scheduler, record=finished):
        done[each.name] = each.result
        for _audit in each.result:
            advance()
    for name in parts:
        yield from (audit._replace(name=f"{folder}: {audit.name}") for audit in done[name])


def count_archived(folder: Path) -> int | None:
    """Return how many matches an archive has, None where that cannot be read."""
    try:
        return len(Archive(folder).matches)
    except UnreadableFile:
        return None


def name_partition(archive: Archive, partition: Partition) -> str:
    """Return a name of a partition of the archive as it is now: matches branch off others' too."""
    return f"{partition.game} {partition.month} {archive.manifest.seal}"


def check_files(archive: Archive) -> Iterator[tuple[ArchiveFile, Finding]]:
    """Yield every file that is not as it was archived, with the finding that says so."""
    for file in archive.manifest.files:
        try:
            read_part(archive.folder, file)
        except UnreadableFile as error:
            yield file, Finding("chain", describe_error(error).text)


def find_stray_files(archive: Archive) -> Iterator[Finding]:
    """Yield what lies in the folder and is not in the manifest: an interrupted writing left it."""
    known = {file.path for file in archive.manifest.files}
    stray = [
        path
        for table in COLUMNS
        for path in (archive.folder / table).rglob("*.parquet")
        if path.relative_to(archive.folder).as_posix() not in known
    ]
    if stray:
        text = ngettext(
            "{n} file is not in the manifest and is not read: {first}",
            "{n} files are not in the manifest and are not read: {first}, …",
            len(stray),
        )
        first = min(path.relative_to(archive.folder).as_posix() for path in stray)
        yield Finding("unchecked", text.format(n=len(stray), first=first))


def audit_part(part: Part) -> list[Audit]:
    """Return the audit of every match of a partition."""
    archive = Archive(part.folder)
    return [audit_archived(found) for found in archive.read_matches([part.partition])]


def audit_archived(found: Found) -> Audit:
    """Return the audit of a match of an archive."""
    name = found.row.name
    if not found.streams or found.streams[-1][-1].match_id != found.row.match_id:
        return Audit(name, 0, "", "", (Finding("chain", _("the match has no events")),))
    try:
        _file, events, flaws = read_match_file(make_match_file(found))
    except UnreadableFile as error:
        finding = Finding("unreadable", " ".join(describe_error(error)).strip())
        return Audit(name, 0, "", "", (finding,))
    findings = [Finding(KINDS.get(f.kind, "chain"), f.text, f.version) for f in flaws]
    findings = findings or check_stream(events)
    if any(finding.kind == "chain" for finding in findings):
        return Audit(name, len(events), *find_seals(events), tuple(findings))
    try:
        timeline, others = fold_and_compare(events, found.digests)
    except (ValueError, LookupError) as error:
        findings.append(make_unread_finding(error))
        return Audit(name, len(events), *find_seals(events), tuple(findings))
    findings += [*check_table(timeline), *check_results(timeline), *others]
    findings += check_row(found, timeline.line)
    return Audit(name, len(events), *find_seals(events, timeline), tuple(findings))


def check_row(found: Found, line: Line) -> Iterator[Finding]:
    """Yield where the row of a match says something else than its events."""
    row, own = found.row, found.streams[-1]
    said = derive_headline(line, own[0]).bare
    compared: list[tuple[str, object, object]] = [
        ("opened_at", row.opened_at, own[0].recorded_at),
        ("last_at", row.last_at, own[-1].recorded_at),
        ("version", row.version, own[-1].version),
        ("hash", row.hash, own[-1].hash),
    ]
    compared += zip(Headline._fields, row.headline, said, strict=True)
    text = _("{what} is listed as {listed}, the events say {said}")
    for what, stored, expected in compared:
        if stored != expected and not may_differ(row, what, expected):
            told = text.format(what=what, listed=repr(stored), said=repr(expected))
            yield Finding("listing", told)


def may_differ(row: ArchivedMatch, what: str, said: object) -> bool:
    """Return whether a field of a row may differ from what the events say.

    A match whose name was taken when it was imported has a number behind it; older ledgers list
    the time at which a closing was asked for.
    """
    if what == "name":
        return re.fullmatch(rf"{re.escape(str(said))}-[0-9]+", row.name) is not None
    return what == "closed_at" and None not in (said, row.closed_at)

"""Copies of the whole ledger: into another one, into a backup, and back from a backup."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from replay.base.i18n import _, ngettext
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown, show_progress
from replay.cli.settings import settings

if TYPE_CHECKING:
    from ledger.copying import Copied
    from ledger.location import Location
    from ledger.store import Ledger


def copy(from_: str, to: str) -> Shown:
    """Copy everything from a ledger into another one, which is created where it is missing."""
    from ledger.copying import copy_ledger
    from ledger.location import parse_location
    from ledger.store import Ledger

    source, target = parse_location(from_), parse_location(to)
    if source == target:
        raise Stop(Exit.USAGE, "A ledger is not copied into itself: {where}.", where=str(source))
    with (
        open_existing(source) as ledger,
        Ledger(target) as other,
        show_progress(_("copying"), len(ledger.matches())) as advance,
    ):
        copied = copy_ledger(ledger, other, advance)
    data = {"from": str(source), "to": str(target), **copied._asdict()}
    return Shown(data, [f"{source} → {target}: {write_copied(copied)}"])


def back_up(file: str) -> Shown:
    """Copy the ledger into a new file, while others go on recording."""
    from ledger import copying

    path = Path(file).expanduser()
    with (
        open_existing(settings.where()[0]) as ledger,
        show_progress(_("copying"), len(ledger.matches())) as advance,
    ):
        copied = copying.back_up(ledger, path, advance)
    return Shown({"file": str(path), **copied._asdict()}, [f"{path}: {write_copied(copied)}"])


def restore(file: str) -> Shown:
    """Put what a backup holds in the place of the ledger; what was there stays beside it."""
    from ledger import restoring

    path, where = Path(file).expanduser(), settings.where()[0]
    if not path.exists():
        raise Stop(Exit.MISSING, "There is no file {name}.", name=str(path))
    if path == where:
        raise Stop(Exit.USAGE, "A ledger is not copied into itself: {where}.", where=str(path))
    with show_progress(_("copying"), None) as advance:
        restored = restoring.restore(path, where, require_intact, advance)
    kept = None if restored.kept is None else str(restored.kept)
    data = {"ledger": str(where), "kept": kept, **restored.copied._asdict()}
    lines = [f"{path} → {where}: {write_copied(restored.copied)}"]
    if kept:
        lines.append(_("What was there before is in {path}.").format(path=kept))
    return Shown(data, lines)


def open_existing(where: Location) -> Ledger:
    """Return a ledger that is there already. Raise Stop for one that is not."""
    from ledger.opening import read_revision
    from ledger.store import Ledger

    if read_revision(where) is None:
        raise Stop(Exit.MISSING, "There is no ledger {where}.", where=str(where))
    return Ledger(where)


def require_intact(ledger: Ledger) -> None:
    """Raise Stop where a ledger is not as foldtable left it."""
    from replay.cli.admin.verify import write_audit
    from replay.referee.chain_checks import audit_journal, find_missing_matches

    journal = ledger.journal()
    stored = {info.match_id for info in ledger.matches()}
    audits = [audit_journal(ledger, journal), *find_missing_matches(stored, journal)]
    flaws = [line for each in audits if not each.intact for line in write_audit(each)]
    if flaws:
        raise Stop(
            Exit.BROKEN,
            "The backup is not intact, so nothing was replaced: {flaws}",
            "Look for an older one.",
            flaws="; ".join(" ".join(line.split()) for line in flaws),
        )


def write_copied(copied: Copied) -> str:
    """Return how much a copy holds, and how much of it is new."""
    matches = ngettext("{n} match", "{n} matches", copied.matches).format(n=copied.matches)
    events = ngettext("{n} event", "{n} events", copied.events).format(n=copied.events)
    new = _("{n} of them new").format(n=copied.new)
    return f"{matches}, {events}, {new}"

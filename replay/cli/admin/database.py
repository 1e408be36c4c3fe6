"""The command db: where the ledger is, bringing it up to date, and checking the whole of it."""

from __future__ import annotations

from typing import Annotated

import typer

from replay.base.i18n import _
from replay.cli.command import ADMIN, Commands
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown
from replay.cli.settings import settings

commands = Commands(ADMIN)


@commands.add("db")
def db(
    action: Annotated[
        str,
        typer.Argument(
            help="where: which file; upgrade: bring it up to date; check: is the file whole?"
        ),
    ] = "where",
) -> Shown:
    """Say where the ledger is, bring an older one up to date (a backup stays beside it), or check
    the whole file: its pages, tables and triggers, its journal, and whether a match is gone.

    foldtable db check

    Exit 6 when the file is not as foldtable left it. What the matches hold, verify checks.
    """
    from ledger.location import Server
    from ledger.opening import read_revision

    if action == "upgrade":
        return upgrade_ledger()
    if action == "check":
        return check_ledger()
    if action != "where":
        raise Stop(Exit.USAGE, "db takes where, upgrade or check, not {text}.", text=action)
    where, chosen = settings.where()
    exists = read_revision(where) is not None if isinstance(where, Server) else where.exists()
    data = {"path": str(where), "chosen_by": chosen, "exists": exists}
    return Shown(data, [f"{where}  ({chosen})"])


def upgrade_ledger() -> Shown:
    """Bring an older ledger up to date, and return its revisions before and after."""
    from ledger.opening import read_revision

    path, _chosen = settings.where()
    before = read_revision(path)
    settings.ledger().close()
    after = read_revision(path)
    was = before or _("new")
    upgraded = {"path": str(path), "from": before, "to": after}
    return Shown(upgraded, [f"{path}: {was} → {after}"])


def check_ledger() -> Shown:
    """Return what is wrong with the ledger as a whole. Raise Stop where its pages are damaged."""
    from replay.cli.admin.verify import describe_audit, require_whole, write_audit
    from replay.referee.chain_checks import audit_journal, find_missing_matches

    with settings.ledger() as ledger, ledger.read_transaction():
        require_whole(ledger)
        journal = ledger.journal()
        audit = audit_journal(ledger, journal)
        missing = find_missing_matches({info.match_id for info in ledger.matches()}, journal)
    audits = [audit, *missing]
    lines = [line for each in audits for line in write_audit(each)]
    code = Exit.DONE if all(each.intact for each in audits) else Exit.BROKEN
    return Shown([describe_audit(each) for each in audits], lines, code=code)

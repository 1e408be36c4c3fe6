"""The command db: where the ledger is, bringing it up to date, and checking the whole of it."""

from __future__ import annotations

from collections.abc import Callable
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
            help="where: which ledger; upgrade: bring it up to date; check: is it whole? "
            "copy FROM TO; backup FILE; restore FILE."
        ),
    ] = "where",
    places: Annotated[
        list[str] | None, typer.Argument(help="Files or URLs of ledgers, as the action needs.")
    ] = None,
) -> Shown:
    """Say where the ledger is, bring an older one up to date (a backup stays beside it), check
    the whole of it (pages, tables and triggers, its journal, whether a match is gone), copy it,
    back it up or bring a backup back.

    foldtable db copy ledger.db postgresql://server/games

    A copy is checked where it arrives; an interrupted one goes on when the command is given again.
    backup works while others record. restore verifies the backup first and keeps what was there.
    Exit 6 when a ledger is not as foldtable left it. What the matches hold, verify checks.
    """
    given, actions = places or [], list_actions()
    if action not in actions:
        words = ", ".join(actions)
        raise Stop(Exit.USAGE, "db takes {words}, not {text}.", words=words, text=action)
    wanted, function = actions[action]
    if len(given) != wanted:
        raise Stop(
            Exit.USAGE,
            "db {action} takes {n} files or URLs, not {given}.",
            "foldtable db --help",
            action=action,
            n=wanted,
            given=len(given),
        )
    return function(*given)


def list_actions() -> dict[str, tuple[int, Callable[..., Shown]]]:
    """Return what db can do: how many files or URLs each action takes, and what it calls."""
    from replay.cli.admin import copies

    actions: dict[str, tuple[int, Callable[..., Shown]]] = {
        "where": (0, show_location),
        "upgrade": (0, upgrade_ledger),
        "check": (0, check_ledger),
        "copy": (2, copies.copy),
        "backup": (1, copies.back_up),
        "restore": (1, copies.restore),
    }
    return actions


def show_location() -> Shown:
    """Return where the ledger is, and what chose it."""
    from ledger.location import Server
    from ledger.opening import read_revision

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

"""The command db: where the ledger is, and bringing it up to date."""

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
        str, typer.Argument(help="where: which file; upgrade: bring it up to date.")
    ] = "where",
) -> Shown:
    """Say where the ledger is, or bring an older one up to date (a backup stays beside it).

    foldtable db upgrade
    """
    from ledger import sqlite

    path, chosen = settings.where()
    if action == "upgrade":
        with sqlite.translate_errors(path):
            before = sqlite.read_revision(path)
            settings.ledger().close()
            after = sqlite.read_revision(path)
        was = before or _("new")
        upgraded = {"path": str(path), "from": before, "to": after}
        return Shown(upgraded, [f"{path}: {was} → {after}"])
    if action != "where":
        raise Stop(Exit.USAGE, "db takes where or upgrade, not {text}.", text=action)
    data = {"path": str(path), "chosen_by": chosen, "exists": path.exists()}
    return Shown(data, [f"{path}  ({chosen})"])

"""The panel Admin: checks, the database, random play, help.

Checks of the ledger, keys, the database, random play and help, a module each. `app` calls `add_to`.
"""

from __future__ import annotations

import typer

from replay.cli.admin import database, help, keys, lab, verify


def add_to(app: typer.Typer) -> None:
    """Add the commands of this panel, in the order of the help."""
    for module in (verify, keys, database, lab, help):
        app.add_typer(module.commands.typer)

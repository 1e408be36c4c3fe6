"""The panel Record: opening a match, recording, correcting and closing it.

Opening, recording, closing, corrections and descriptions, a module each. `app` calls `add_to`.
"""

from __future__ import annotations

import typer

from replay.cli.record import closing, corrections, descriptions, opening, recording


def add_to(app: typer.Typer) -> None:
    """Add the commands of this panel, in the order of the help."""
    for module in (opening, recording, closing, corrections, descriptions):
        app.add_typer(module.commands.typer)

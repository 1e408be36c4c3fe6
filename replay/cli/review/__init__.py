"""The panel Review: looking back at a match.

Positions, accounts of numbers, lists of matches and the report, a module each; `listing` draws
logs and prompts for them. `app` calls `add_to`.
"""

from __future__ import annotations

import typer

from replay.cli.review import accounts, matches, positions, report


def add_to(app: typer.Typer) -> None:
    """Add the commands of this panel, in the order of the help."""
    for module in (matches, positions, accounts, report):
        app.add_typer(module.commands.typer)

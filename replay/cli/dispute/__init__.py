"""The panel Dispute: settling what the table disagrees about.

Reconciling, doctor, disputes, precedents and signatures, a module each; `counted_position` holds
what was counted for `reconcile`. `app` calls `add_to`.
"""

from __future__ import annotations

import typer

from replay.cli.dispute import disputes, doctor, precedents, reconcile, signatures


def add_to(app: typer.Typer) -> None:
    """Add the commands of this panel, in the order of the help."""
    for module in (reconcile, doctor, disputes, precedents, signatures):
        app.add_typer(module.commands.typer)

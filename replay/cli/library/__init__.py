"""The panel Library: games, rules, cards, card sets, match files and archives.

Card sets, games with their rules and cards, match files, and archives, a module each. `app` calls
`add_to`.
"""

from __future__ import annotations

import typer

from replay.cli.library import archives, card_sets, games, match_files


def add_to(app: typer.Typer) -> None:
    """Add the commands of this panel, in the order of the help."""
    for module in (card_sets, games, match_files, archives):
        app.add_typer(module.commands.typer)

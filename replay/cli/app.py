"""The command `foldtable`: the commands by group, and the way in and out."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from replay.cli.exits import Exit
from replay.cli.groups import app
from replay.cli.shared import shared_last

# Commands add themselves when they are imported; this is the order of the help.
# isort: off
from replay.cli import opening  # noqa: F401
from replay.cli import record
from replay.cli import correcting  # noqa: F401
from replay.cli import review  # noqa: F401
from replay.cli import accounts  # noqa: F401
from replay.cli import reconciling  # noqa: F401
from replay.cli import checkup  # noqa: F401
from replay.cli import whatif  # noqa: F401
from replay.cli import report  # noqa: F401
from replay.cli import disputes  # noqa: F401
from replay.cli import packs  # noqa: F401
from replay.cli import library  # noqa: F401
from replay.cli import files  # noqa: F401
from replay.cli import verifying  # noqa: F401
from replay.cli import admin  # noqa: F401
# isort: on

__all__ = ["app", "main"]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"foldtable {version('foldtable')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Record, replay and referee tabletop games.

    Without a command: go on with the match being recorded, or list all matches.
    """
    if context.invoked_subcommand is None:
        record.resume_or_list(context)


def main() -> None:
    """Run the command line; leave quietly when the reader of our output has gone."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        app(shared_last(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(int(Exit.INTERRUPTED))
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(int(Exit.DONE))

"""The command `foldtable`: the commands by group, and the way in and out."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from replay.cli.exits import Exit

app = typer.Typer(
    name="foldtable",
    help="Record, replay and referee tabletop games.",
    no_args_is_help=False,
    rich_markup_mode="rich" if sys.stdout.isatty() else None,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)

RECORD = "Record"
REVIEW = "Review"
WHAT_IF = "What if"
DISPUTE = "Dispute"
LIBRARY = "Library"
ADMIN = "Admin"


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
        from replay.cli.record import resume_or_list

        resume_or_list(context)


def main() -> None:
    """Run the command line; leave quietly when the reader of our output has gone."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(int(Exit.INTERRUPTED))
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(int(Exit.DONE))


from replay.cli import opening  # noqa: E402, F401, I001  (the commands register themselves, in this order)
from replay.cli import record  # noqa: E402, F401
from replay.cli import correcting  # noqa: E402, F401
from replay.cli import review  # noqa: E402, F401
from replay.cli import accounts  # noqa: E402, F401
from replay.cli import reconciling  # noqa: E402, F401
from replay.cli import checkup  # noqa: E402, F401
from replay.cli import whatif  # noqa: E402, F401
from replay.cli import disputes  # noqa: E402, F401
from replay.cli import library  # noqa: E402, F401

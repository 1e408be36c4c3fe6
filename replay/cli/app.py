"""The command `foldtable`: the way in and out."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from replay.base.collection import collect_rarely
from replay.cli.exits import Exit
from replay.cli.output import print_shown
from replay.cli.settings import settings
from replay.cli.streams import open_missing_streams, silence_output
from replay.cli.usage import FoldtableGroup

app = typer.Typer(
    name="foldtable",
    cls=FoldtableGroup,
    help="Record, replay and referee tabletop games.",
    no_args_is_help=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"foldtable {version('foldtable')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Record, replay and referee tabletop games.

    Without a command: go on with the match being recorded, or list all matches.
    """
    if context.invoked_subcommand is None:
        resume_or_list(context)


def resume_or_list(context: typer.Context) -> None:
    """What `foldtable` alone does: go on with the one live match, else list, else help."""
    from ledger.opening import read_revision
    from replay.cli.context import live_matches
    from replay.cli.failures import fail
    from replay.cli.record import recording
    from replay.cli.review import matches

    try:
        if read_revision(settings.where()[0]) is None:
            print(context.get_help())
            return
        with settings.ledger() as ledger:
            live = live_matches(ledger)
        if len(live) == 1 and settings.interactive:
            recording.record(live[0].name)
        else:
            print_shown(matches.matches())
    except (typer.Exit, typer.Abort, BrokenPipeError):
        raise
    except Exception as error:
        raise typer.Exit(fail(error)) from error


def main() -> None:
    """Run the command line; leave quietly when the reader of our output has gone."""
    collect_rarely()
    settings.output_closed = open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        code = _run_app()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = int(Exit.INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        code = int(Exit.DONE)
    except OSError as error:  # help, or the last lines of a command, could not be printed
        from replay.cli.failures import fail

        silence_output()
        code = fail(error)
    sys.exit(code)


def _run_app() -> int:
    """Run the command line and return its exit code."""
    try:
        app(prog_name="foldtable")
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else int(left.code is not None)
    return int(Exit.DONE)

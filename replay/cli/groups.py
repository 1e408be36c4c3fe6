"""The command line itself, to which every command adds itself, and the groups of its help."""

from __future__ import annotations

import sys

import typer

app = typer.Typer(
    name="foldtable",
    help="Record, replay and referee tabletop games.",
    no_args_is_help=False,
    rich_markup_mode="rich" if sys.stdout is not None and sys.stdout.isatty() else None,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)

RECORD = "Record"
REVIEW = "Review"
WHAT_IF = "What if"
DISPUTE = "Dispute"
LIBRARY = "Library"
ADMIN = "Admin"

"""Export and import: match files, and the plays of other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.base.i18n import _, ngettext
from replay.cli import completion
from replay.cli.command import LIBRARY, Commands
from replay.cli.context import find_match
from replay.cli.exits import Exit, Stop
from replay.cli.output import (
    Shown,
    print_shown,
    require_new,
    require_suffix,
    show_progress,
    talk,
    write_file,
)
from replay.cli.settings import settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ledger.store import Ledger
    from replay.cli.failures import Failure
    from replay.files.exchange import Imported
    from replay.plays.dates import Order

commands = Commands(LIBRARY)


@commands.add("export")
def export(
    match: Annotated[
        str, typer.Argument(help="The match.", autocompletion=completion.complete_match)
    ],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file (default: standard output).")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    sign: Annotated[bool, typer.Option("--sign", help="Sign it with your key.")] = False,
) -> None:
    """Write a match as a match file: JSON that anybody can verify.

    foldtable export maple -o maple.match.json
    """
    from replay.files.exchange import export_match as write

    with settings.ledger() as ledger:
        info = find_match(ledger, match)
        content = write(ledger, info, settings.recorder if sign else "")
    if output is None and settings.output_closed:
        raise Stop(Exit.REFUSED, "Standard output is closed.", "-o FILE writes a file.")
    if output is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    require_suffix(output, ".json")
    require_new(output, force=force)
    write_file(output, content)
    talk(_("{name} → {path}").format(name=info.name, path=output))


Columns = Annotated[
    str, typer.Option(help="What a table's columns are: HEADER=date,HEADER=game,HEADER=player.")
]
Dates = Annotated[
    str, typer.Option(help="The order of d(ay), m(onth) and y(ear) in the days of a table.")
]


@commands.add("import")
def import_(
    files: Annotated[list[Path] | None, typer.Argument(help="Files.")] = None,
    as_copy: Annotated[
        bool, typer.Option("--as-copy", help="Match files: as matches of their own.")
    ] = False,
    columns: Columns = "",
    dates: Dates = "",
    undo: Annotated[
        str, typer.Option("--undo", help="Take back the plays of an import: FILE or its digits.")
    ] = "",
    alike: Annotated[
        bool, typer.Option("--alike", help="Plays like a match from elsewhere, too.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would be imported.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")] = False,
) -> Shown:
    """Take matches from files; importing one twice adds nothing.

    It reads match files, exports of BG Stats, lists of plays of BoardGameGeek (XML), and tables
    of plays (CSV). A play becomes a match that has a result and no actions.

    foldtable import maple.match.json BGStatsExport.json
    """
    from ledger.errors import LedgerError
    from replay.base.errors import UserError
    from replay.cli.failures import explain_failure
    from replay.cli.library.plays import PlayOptions, import_plays_file, undo_import
    from replay.plays.reading import is_plays

    options = PlayOptions(_read_columns(columns), _read_order(dates), alike, dry_run, yes)
    if bool(files) == bool(undo):
        raise Stop(Exit.USAGE, "Which file?", "foldtable import FILE, or --undo FILE")
    data: list[Any] = []
    lines: list[str] = []
    failed: list[Failure] = []
    with settings.ledger() as ledger:
        if undo:
            return Shown(*undo_import(ledger, undo, options))
        with show_progress(_("importing"), len(files or ())) as advance:
            for path in files or ():
                try:
                    content = path.read_bytes()
                    if is_plays(content, options.columns):
                        found, told = import_plays_file(ledger, path, content, options)
                    else:
                        found, told = _import_match_file(ledger, path, content, as_copy, dry_run)
                    data.append(found)
                    lines += told
                except (UserError, LedgerError, OSError) as error:
                    why = explain_failure(error)
                    named = isinstance(error, OSError) and error.filename is not None
                    failed.append(why if named else why._replace(text=f"{path}: {why.text}"))
                advance()
    if not failed:
        return Shown(data, lines)
    print_shown(Shown(data, lines))
    failures = "\n".join(f"{failure.text} {failure.hint}".strip() for failure in failed)
    raise Stop(failed[0].code, failures)


class _Rehearsed(Exception):
    """Ends the transaction of an import that was only tried; `found` is what it would store."""

    def __init__(self, found: Imported) -> None:
        super().__init__()
        self.found = found


def _import_match_file(
    ledger: Ledger, path: Path, content: bytes, as_copy: bool, dry_run: bool
) -> tuple[dict[str, Any], list[str]]:
    """Import a match file; return what was done as data, and as a line to be printed."""
    from replay.files.exchange import find_unread, import_file

    try:
        with ledger.transaction():
            found = import_file(ledger, content, as_copy=as_copy, actor=settings.recorder)
            if dry_run:
                raise _Rehearsed(found)
    except _Rehearsed as rehearsed:
        found = rehearsed.found
    unread = find_unread(found.stream)
    _warn_unread(path, unread)
    text = _("{path}: {name}, {new} new of {events} events")
    data = {
        "file": str(path),
        "name": found.name,
        "match_id": found.match_id,
        "events": found.events,
        "new": found.new,
        "unread": None if unread is None else list(unread),
    }
    return data, [text.format(path=path, name=found.name, new=found.new, events=found.events)]


def _read_columns(text: str) -> dict[str, str]:
    """Return the meaning of a table's columns as it was typed: header → kind. Raise Stop."""
    found = {}
    for part in filter(None, map(str.strip, text.split(","))):
        header, separator, kind = part.rpartition("=")
        if not separator or not header or not kind:
            raise Stop(Exit.USAGE, "“{text}” names no column.", "HEADER=date", text=part)
        found[header.strip()] = kind.strip()
    return found


def _read_order(text: str) -> Order | None:
    """Return the order in which days are written, None where none was typed. Raise Stop."""
    from replay.plays.dates import ORDERS

    for order in ORDERS:
        if text.casefold() == order:
            return order
    if text:
        raise Stop(
            Exit.USAGE,
            "“{text}” is no order of days.",
            "There are: {kinds}.",
            text=text,
            kinds=", ".join(ORDERS),
        )
    return None


def _warn_unread(path: Path, unread: Sequence[int] | None) -> None:
    """Say on stderr which events of an imported match this foldtable cannot read."""
    if unread is None:
        talk(_("{path}: the game is not installed here; its events are kept.").format(path=path))
    elif unread:
        n = len(unread)
        text = ngettext(
            "{path}: {n} event cannot be read and is kept as it is: {numbers}",
            "{path}: {n} events cannot be read and are kept as they are: {numbers}",
            n,
        )
        numbers = ", ".join(map(str, unread[:8])) + (", …" if n > 8 else "")
        talk(text.format(path=path, n=n, numbers=numbers))

"""Match files: export, import."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
    from replay.cli.failures import Failure
    from replay.files.exchange import Imported

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


@commands.add("import")
def import_(
    files: Annotated[list[Path], typer.Argument(help="Match files.")],
    as_copy: Annotated[bool, typer.Option("--as-copy", help="As matches of their own.")] = False,
) -> Shown:
    """Take match files into the ledger; importing one twice adds nothing.

    foldtable import maple.match.json
    """
    from ledger.errors import LedgerError
    from replay.cli.failures import explain_failure
    from replay.files.exchange import import_file
    from replay.files.match_file import UnreadableFile

    done: list[tuple[Path, Imported]] = []
    failed: list[Failure] = []
    with settings.ledger() as ledger, show_progress(_("importing"), len(files)) as advance:
        for path in files:
            try:
                found = import_file(
                    ledger, path.read_bytes(), as_copy=as_copy, actor=settings.recorder
                )
                done.append((path, found))
            except (UnreadableFile, LedgerError, OSError) as error:
                why = explain_failure(error)
                named = isinstance(error, OSError) and error.filename is not None
                failed.append(why if named else why._replace(text=f"{path}: {why.text}"))
            advance()
    data = [
        {
            "file": str(path),
            "name": found.name,
            "match_id": found.match_id,
            "events": found.events,
            "new": found.new,
            "unread": None if found.unread is None else list(found.unread),
        }
        for path, found in done
    ]
    text = _("{path}: {name}, {new} new of {events} events")
    lines = [
        text.format(path=path, name=found.name, new=found.new, events=found.events)
        for path, found in done
    ]
    for path, found in done:
        _warn_unread(path, found)
    if not failed:
        return Shown(data, lines)
    print_shown(Shown(data, lines))
    failures = "\n".join(f"{failure.text} {failure.hint}".strip() for failure in failed)
    raise Stop(failed[0].code, failures)


def _warn_unread(path: Path, found: Imported) -> None:
    """Say on stderr which events of an imported match this foldtable cannot read."""
    if found.unread is None:
        talk(_("{path}: the game is not installed here; its events are kept.").format(path=path))
    elif found.unread:
        n = len(found.unread)
        text = ngettext(
            "{path}: {n} event cannot be read and is kept as it is: {numbers}",
            "{path}: {n} events cannot be read and are kept as they are: {numbers}",
            n,
        )
        numbers = ", ".join(map(str, found.unread[:8])) + (", …" if n > 8 else "")
        talk(text.format(path=path, n=n, numbers=numbers))

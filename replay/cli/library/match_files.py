"""Match files: export, import."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from replay.base.i18n import _, ngettext
from replay.cli import completion
from replay.cli.command import LIBRARY, Commands
from replay.cli.exits import Exit, Stop
from replay.cli.output import emit, progress, say, talk, write_whole
from replay.cli.settings import settings

if TYPE_CHECKING:
    from replay.cli.failures import Failure
    from replay.files.exchange import Imported

commands = Commands(LIBRARY)


@commands.add("export")
def export(
    match: Annotated[str, typer.Argument(help="The match.", autocompletion=completion.match_names)],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file (default: standard output).")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    sign: Annotated[bool, typer.Option("--sign", help="Sign it with your key.")] = False,
) -> None:
    """Write a match as a match file: JSON that anybody can verify."""
    from replay.files.exchange import export as write

    with settings.ledger() as ledger:
        info = ledger.find(match)
        content = write(ledger, info, settings.recorder if sign else "")
    if output is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    if output.is_file() and not force:
        raise Stop(
            Exit.REFUSED,
            _("{path} is there already.").format(path=output),
            _("--force overwrites it."),
        )
    write_whole(output, content)
    talk(_("{name} → {path}").format(name=info.name, path=output))


@commands.add("import")
def import_(
    files: Annotated[list[Path], typer.Argument(help="Match files.")],
    as_copy: Annotated[bool, typer.Option("--as-copy", help="As matches of their own.")] = False,
) -> None:
    """Take match files into the ledger; importing one twice adds nothing."""
    from ledger.errors import LedgerError
    from replay.cli.failures import explain
    from replay.files.exchange import import_file
    from replay.files.match_file import Unreadable

    done: list[tuple[Path, Imported]] = []
    failed: list[Failure] = []
    with settings.ledger() as ledger, progress(_("importing"), len(files)) as advance:
        for path in files:
            try:
                done.append((path, import_file(ledger, path.read_bytes(), as_copy=as_copy)))
            except (Unreadable, LedgerError, OSError) as error:
                why = explain(error)
                named = isinstance(error, OSError) and error.filename is not None
                failed.append(why if named else why._replace(text=f"{path}: {why.text}"))
            advance()
    if settings.json:
        emit(
            [
                {
                    "file": str(p),
                    "name": i.name,
                    "match_id": i.match_id,
                    "events": i.events,
                    "new": i.new,
                    "unread": None if i.unread is None else list(i.unread),
                }
                for p, i in done
            ]
        )
    else:
        for path, found in done:
            text = _("{path}: {name}, {new} new of {events} events")
            say(text.format(path=path, name=found.name, new=found.new, events=found.events))
    for path, found in done:
        _warn_unread(path, found)
    if failed:
        told = "\n".join(f"{why.text} {why.hint}".strip() for why in failed)
        raise Stop(failed[0].code, told)


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

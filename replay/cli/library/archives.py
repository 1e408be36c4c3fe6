"""The commands below archive: write and read; and the older name of hide."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.base.i18n import _, ngettext
from replay.cli.command import LIBRARY, Commands
from replay.cli.context import MatchName
from replay.cli.exits import Exit, Stop
from replay.cli.filters import Group, Person, Place, read_filters
from replay.cli.help_screen import HelpedGroup
from replay.cli.output import Shown, print_shown, show_progress
from replay.cli.record.closing import hide_match
from replay.cli.settings import settings

if TYPE_CHECKING:
    from replay.cli.failures import Failure
    from replay.files.exchange import Imported

HIDE = "hide"
"""The hidden command for which a match may follow ``archive`` directly."""


class ArchiveGroup(HelpedGroup):
    """The commands of archives; a match in the place of one is hidden, as it was in older days."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; a first word that is no command of archives is a match."""
        words = [word for word in args if not word.startswith("-")]
        if words and words[0] not in self.commands and not ctx.resilient_parsing:
            args = [HIDE, *args]
        return super().parse_args(ctx, args)


parts = Commands()
commands = Commands(LIBRARY)
commands.typer.add_typer(
    parts.typer,
    name="archive",
    cls=ArchiveGroup,
    help="Keep matches as Parquet files, for other programs and for many at once.",
    no_args_is_help=True,
    rich_help_panel=LIBRARY,
)

Folder = Annotated[Path, typer.Argument(help="The folder of the archive.")]


@parts.add("write")
def write(
    folder: Folder,
    game: Annotated[str, typer.Option(help="Only this game.")] = "",
    person: Person = "",
    place: Place = "",
    group: Group = "",
    since: Annotated[str, typer.Option(help="Only played on or after this date.")] = "",
    until: Annotated[str, typer.Option(help="Only played on or before this date.")] = "",
    state: Annotated[str, typer.Option(help="Only open or finished ones.")] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Hidden, void and simulated ones too.")
    ] = False,
) -> Shown:
    """Add matches to an archive; what is in it already is not written again.

    foldtable archive write evenings --game splendor
    """
    from replay.archive.writing import write_archive

    with settings.ledger() as ledger:
        wanted = read_filters(
            ledger,
            game=game,
            person=person,
            since=since,
            until=until,
            state=state,
            everything=everything,
            place=place,
            group=group,
        )
        infos = ledger.matches(wanted)
        if not infos:
            raise Stop(Exit.MISSING, "No match is like that.", "foldtable matches --all lists all.")
        with show_progress(_("writing"), len(infos)) as advance:
            written = write_archive(ledger, folder, infos, advance)
    text = ngettext(
        "{folder}: {n} of {all} match written, {events} new events, {files} new files",
        "{folder}: {n} of {all} matches written, {events} new events, {files} new files",
        len(infos),
    )
    told = text.format(
        folder=folder,
        n=written.matches,
        all=len(infos),
        events=written.events,
        files=written.files,
    )
    return Shown({"folder": str(folder), **written._asdict()}, [told])


@parts.add("read")
def read(
    folder: Folder,
    game: Annotated[str, typer.Option(help="Only this game.")] = "",
) -> Shown:
    """Take the matches of an archive into the ledger, verified as in import; twice adds nothing.

    foldtable archive read evenings
    """
    from ledger.errors import LedgerError
    from replay.archive.reading import Archive, make_match_file
    from replay.cli.failures import explain_failure
    from replay.files.exchange import import_file
    from replay.files.match_file import UnreadableFile

    archive = Archive(folder)
    partitions = [each for each in archive.partitions if each.game.startswith(game.casefold())]
    total = sum(row.partition in partitions for row in archive.matches.values())
    done: list[Imported] = []
    failed: list[Failure] = []
    with settings.ledger() as ledger, show_progress(_("reading"), total) as advance:
        for found in archive.read_matches(partitions):
            try:
                content = make_match_file(found)
                imported = import_file(ledger, content, actor=settings.recorder)
                done.append(imported._replace(stream=()))
            except (UnreadableFile, LedgerError) as error:
                why = explain_failure(error)
                failed.append(why._replace(text=f"{found.row.name}: {why.text}"))
            advance()
    data = [
        {"name": each.name, "match_id": each.match_id, "events": each.events, "new": each.new}
        for each in done
    ]
    new = sum(each.new for each in done)
    text = ngettext(
        "{folder}: {n} match read, {events} new events",
        "{folder}: {n} matches read, {events} new events",
        len(done),
    )
    shown = Shown(data, [text.format(folder=folder, n=len(done), events=new)])
    if not failed:
        return shown
    print_shown(shown)
    failures = "\n".join(f"{failure.text} {failure.hint}".strip() for failure in failed)
    raise Stop(failed[0].code, failures)


@parts.add(HIDE, hidden=True)
def hide(
    match: MatchName,
    restore: Annotated[bool, typer.Option("--restore", help="Put it back into the lists.")] = False,
) -> Shown:
    """Take a match out of the lists: the older name of hide."""
    return hide_match(match, not restore)

"""The command report: a page with the table as it was at every note and ruling."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.cli import completion
from replay.cli.command import REVIEW, Commands
from replay.cli.context import Eyes, open_desk, open_timeline
from replay.cli.output import Shown, make_file_name, require_new, require_suffix, write_file
from replay.cli.settings import settings

if TYPE_CHECKING:
    from replay.fold.timeline import Timeline
    from replay.speech.voice import Voice

commands = Commands(REVIEW)


@commands.add("report")
def report(
    match: Annotated[
        str, typer.Argument(help="The match.", autocompletion=completion.complete_match)
    ] = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The page (default: MATCH.html).")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the page.")] = False,
    eyes: Eyes = "",
) -> Shown:
    """Write a page for reading: the table at every note, dispute and ruling, and the result.

    foldtable report maple -o maple.html

    A name that ends in .md makes it Markdown.
    """
    from replay.screens import page
    from replay.screens.result_sheet import write_result_sheet

    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, match)
        timeline, voice = session.timeline, desk.voice
        if eyes:
            _info, timeline, voice, _at = open_timeline(ledger, session.info.name, eyes)
    stops = list_remarks(timeline, voice)
    if settings.json:  # nothing is written then
        return Shown({"match": session.info.name, "stops": stops})
    path = output or Path(make_file_name(session.info.name, ".html"))
    require_suffix(path, ".html", ".htm", ".md")
    require_new(path, force=force)
    kind = "md" if path.suffix.casefold() == ".md" else "html"
    for stop in stops:
        frame = timeline.at(stop["version"])
        stop["picture"] = page.draw_picture(timeline, frame, voice, marked=True, kind=kind)
    ending = voice.ending(timeline.engine.standing(timeline.state))
    sheet = ["", ending] if eyes else write_result_sheet(session, voice).splitlines()
    title = f"{voice.item(session.info.game)}, {session.info.name}"
    seats = ", ".join(voice.names)
    whole = page.fill_template(
        f"report.{kind}", heading=title, seats=seats, stops=stops, sheet=sheet[1:]
    )
    write_file(path, whole.encode())
    return Shown(None, remarks=[str(path)])


def list_remarks(timeline: Timeline, voice: Voice) -> list[dict[str, Any]]:
    """Return the events that have a note, a dispute or a ruling, with these, in order."""
    from ledger.clerk import Dispute, Note, Ruling
    from replay.base.terminal_text import clean
    from replay.speech import log_lines

    found: dict[int, list[str]] = {}
    before = timeline.frames[0].version
    for frame in timeline.frames:
        clerk = frame.entry.clerk() if frame.entry.is_clerk and not frame.breaches else None
        if isinstance(clerk, Note):
            about = before if clerk.at is None else clerk.at
            found.setdefault(timeline.at(about).version, []).append(clean(clerk.text))
        elif isinstance(clerk, Dispute | Ruling):
            about = timeline.at(clerk.at).version
            found.setdefault(about, []).append(log_lines.describe_clerk(clerk, voice))
        else:
            before = frame.version
    return [
        {
            "version": frame.version,
            "text": log_lines.describe_frame(frame, voice),
            "breaches": [voice.breach(breach) for breach in frame.breaches],
            "remarks": found[frame.version],
        }
        for frame in timeline.frames
        if frame.version in found
    ]

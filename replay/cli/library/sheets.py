"""The command about sheets: which there are, what is wrong with one, and which a match keeps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.base.i18n import _, language
from replay.cli.command import LIBRARY, Commands
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown, draw_table
from replay.cli.settings import settings

if TYPE_CHECKING:
    from replay.files.sheets import SheetFile

commands = Commands(LIBRARY)


@commands.add("sheets")
def sheets(
    action: Annotated[
        str,
        typer.Argument(
            help="list: which sheets there are; check FILE: what is wrong with one; new ID: one to "
            "begin with; of MATCH: the one that a match keeps."
        ),
    ] = "list",
    files: Annotated[
        list[str] | None, typer.Argument(help="Files to check, an id, or a match.")
    ] = None,
) -> Shown:
    """List the games that are sheets, or check files: any game can be one.

    foldtable sheets check catan.toml

    foldtable sheets new gems > gems.toml

    Yours lie in a folder that foldtable sheets names; foldtable new GAME plays by one. Check exits
    with 1 when it finds an error, with 7 when a file is no TOML or JSON.
    """
    given = files or []
    if action == "check":
        return _check([Path(each) for each in given])
    if action == "list" and not given:
        return _list()
    if action == "new" and len(given) == 1:
        return _begin(given[0])
    if action == "of" and len(given) == 1:
        return _show_kept(given[0])
    text = " ".join([action, *given])
    raise Stop(
        Exit.USAGE,
        "sheets takes list, check FILE, new ID or of MATCH, not {text}.",
        "foldtable sheets check FILE",
        text=text,
    )


def _list() -> Shown:
    """Return all sheets: one's own, then those that ship."""
    from engines.registry import load_sheets
    from replay.explain.sheet_problems import count_sheet_errors, name_sheet
    from replay.files.sheets import find_folder, list_owned

    owned = list(list_owned())
    shipped = load_sheets().list_shipped()
    hidden = {file.game for file in owned if file.sheet is not None}
    rows = [
        (file.game, name_sheet(file), _write_seats(file.sheet.seats), file.path.name)
        if file.sheet is not None
        else (file.game, count_sheet_errors(file), "", file.path.name)
        for file in owned
    ]
    rows += [
        (game, each.names[language()], _write_seats(each.seats), _("ships"))
        for game, each in shipped.items()
        if game not in hidden
    ]
    columns = (_("game"), _("name"), _("seats"), _("file"))
    remarks = [
        _("foldtable new GAME plays by one; foldtable rules GAME explains it."),
        _("Yours lie in {folder}.").format(folder=find_folder()),
    ]
    data = [_describe_file(file) for file in owned]
    data += [
        {"game": game, "names": each.names, "seats": list(each.seats), "shipped": True}
        for game, each in shipped.items()
        if game not in hidden
    ]
    return Shown(data, [draw_table(columns, rows)], remarks)


def _begin(game: str) -> Shown:
    """Return a sheet to begin with, as TOML with comments."""
    from engines.registry import load_sheets
    from replay.files.sheets import make_game_id
    from replay.files.toml_writing import write_toml

    content = {
        **load_sheets().make_blank(make_game_id(game), game),
        "version": "1",
        "seats": [2, 6],
        "rows": [
            {"id": "gold", "names": {"en": "Gold", "ko": "금화"}, "per": 3},
            {"id": "castle", "names": {"en": "Castles", "ko": "성"}, "times": 2, "max": 4},
            {"id": "crown", "names": {"en": "Crown", "ko": "왕관"}, "kind": "one", "value": 5},
        ],
        "win": {"rank": [f"{key} most" for key in ("total", "gold")]},
    }
    lines = [
        _("# Rows say what is scored; docs/sheets.md explains every field."),
        _("# foldtable sheets check FILE says what is wrong with it."),
    ]
    return Shown(content, [*lines, write_toml(content).rstrip()])


def _show_kept(name: str) -> Shown:
    """Return the sheet that a match keeps, as TOML."""
    from engines.registry import load_sheets
    from replay.cli.context import open_timeline
    from replay.files.toml_writing import write_toml

    with settings.ledger() as ledger:
        _info, timeline, _voice, _at = open_timeline(ledger, name)
    kept = timeline.opening.options.get(load_sheets().option)
    if kept is None:
        raise Stop(
            Exit.USAGE,
            "{name} keeps no sheet: {game} has rules of its own.",
            name=name,
            game=timeline.opening.game,
        )
    return Shown(kept, [write_toml(kept).rstrip()])


def _write_seats(seats: tuple[int, ...]) -> str:
    """Return how many seats there may be: ``3–4``."""
    least, most = seats
    return f"{least}–{most}" if least != most else str(least)


def _check(files: list[Path]) -> Shown:
    """Return what is wrong with some files, and what they hold."""
    from replay.explain.sheet_problems import describe_sheet_file
    from replay.files.sheets import read_sheet_file

    if not files:
        raise Stop(Exit.USAGE, "Check what?", "foldtable sheets check FILE")
    found = [read_sheet_file(path) for path in files]
    broken = [file for file in found if file.sheet is None]
    code = Exit.DONE
    if broken:
        code = Exit.UNREADABLE if any(map(_is_no_text, broken)) else Exit.FOUND
    lines = [line for file in found for line in describe_sheet_file(file)]
    return Shown([_describe_file(file) for file in found], lines, code=code)


def _is_no_text(file: SheetFile) -> bool:
    return any(located.problem.key in UNREADABLE for located in file.problems)


UNREADABLE = ("sheet.toml", "sheet.json", "cardset.encoding", "cardset.large", "cardset.closed")
"""Problems of a file that is not even TOML or JSON."""


def _describe_file(file: SheetFile) -> dict[str, Any]:
    """Return a file of a sheet for --json."""
    from engines.registry import load_sheet_engine
    from replay.explain.card_set_problems import find_meant, json_path, problem_text

    sheet, package = file.sheet, load_sheet_engine().package
    return {
        "file": str(file.path),
        "shipped": False,
        "game": file.game,
        "names": sheet.names if sheet is not None else {},
        "seats": list(sheet.seats) if sheet is not None else [],
        "version": sheet.version if sheet is not None else "",
        "usable": sheet is not None,
        "remarks": [
            {
                "grave": located.problem.grave,
                "line": located.line,
                "path": json_path(located.problem),
                "about": located.problem.about,
                "text": problem_text(located.problem, package),
                "near": "".join(find_meant(located.problem)),
            }
            for located in file.problems
        ],
    }

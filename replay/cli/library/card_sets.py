"""The command about card sets: which there are, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from replay.base.i18n import _
from replay.cli import completion
from replay.cli.command import LIBRARY, Commands
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown, draw_table
from replay.explain.card_set_problems import (
    count_errors,
    describe_file,
    find_meant,
    json_path,
    name_of,
    problem_text,
)
from replay.files.card_sets import PackFile, Shelf, read_file, shelves

commands = Commands(LIBRARY)


@commands.add("packs")
def packs(
    action: Annotated[
        str, typer.Argument(help="list: which card sets there are; check: what is wrong with one.")
    ] = "list",
    files: Annotated[list[Path] | None, typer.Argument(help="Files to check.")] = None,
    game: Annotated[
        str,
        typer.Option(help="The game (default: every game).", autocompletion=completion.games),
    ] = "",
) -> Shown:
    """List the card sets of the boxes and your own, or check files: foldtable packs check FILE.

    Yours lie in a folder that foldtable packs names; foldtable new GAME -o cardsets=NAME plays with
    one. Check exits with 1 when it finds an error, with 7 when a file is no JSON.
    """
    offered = shelves()
    if game:
        from replay.explain.lookup import find_game

        named = find_game(game)
        if named not in offered:
            raise Stop(Exit.USAGE, _("{game} has no card sets.").format(game=named))
        offered = {named: offered[named]}
    if action == "check":
        return _check(offered, files or [])
    if action == "list" and not files:
        return _list(offered)
    given = " ".join([action, *map(str, files or [])])
    raise Stop(
        Exit.USAGE,
        _("packs takes list or check, not {text}.").format(text=given),
        "foldtable packs check FILE",
    )


def _list(offered: dict[str, Shelf]) -> Shown:
    """Return all card sets: of the boxes, then one's own."""
    found = [
        (game, file)
        for game, shelf in offered.items()
        for file in (*shelf.shipped(), *shelf.owned())
    ]
    rows = [
        (
            game,
            file.symbol,
            name_of(file),
            file.pack.version if file.pack is not None else "",
            file.pack.pieces if file.pack is not None else count_errors(file),
            _("box") if file.shipped else file.path.name,
        )
        for game, file in found
    ]
    columns = (_("game"), _("set"), _("name"), _("version"), _("cards"), _("file"))
    folders = [
        _("Yours for {game} lie in {folder}.").format(game=game, folder=shelf.folder)
        for game, shelf in offered.items()
    ]
    data = [{"game": game, **_file_data(game, file)} for game, file in found]
    return Shown(data, [draw_table(columns, rows), *folders])


def _check(offered: dict[str, Shelf], files: list[Path]) -> Shown:
    """Return what is wrong with some files, and what they hold."""
    if not files:
        raise Stop(Exit.USAGE, _("Check what?"), "foldtable packs check FILE")
    if len(offered) != 1:
        games = ", ".join(offered)
        raise Stop(Exit.USAGE, _("For which game? --game takes {games}.").format(games=games))
    ((game, shelf),) = offered.items()
    found = [read_file(shelf, path) for path in files]
    broken = [file for file in found if file.pack is None]
    code = Exit.DONE
    if broken:
        code = Exit.UNREADABLE if any(map(_is_no_json, broken)) else Exit.FOUND
    lines = [line for file in found for line in describe_file(file)]
    return Shown([_file_data(game, file) for file in found], lines, code=code)


def _is_no_json(file: PackFile) -> bool:
    return any(r.problem.key.startswith(UNREADABLE) for r in file.remarks)


UNREADABLE = ("pack.json", "pack.encoding", "pack.large", "pack.field-twice", "pack.closed")
"""Problems of a file that is not even JSON."""


def _file_data(game: str, file: PackFile) -> dict[str, Any]:
    """Return a file of a card set for --json."""
    pack = file.pack
    return {
        "file": str(file.path),
        "shipped": file.shipped,
        "set": file.symbol,
        "names": pack.names if pack is not None else {},
        "version": pack.version if pack is not None else "",
        "different": pack.kinds if pack is not None else None,
        "cards": pack.pieces if pack is not None else None,
        "usable": pack is not None,
        "remarks": [
            {
                "grave": remark.problem.grave,
                "line": remark.line,
                "column": remark.column,
                "path": json_path(remark.problem),
                "about": remark.problem.about,
                "text": problem_text(remark.problem, file.package),
                "near": "".join(find_meant(remark.problem)),
            }
            for remark in file.remarks
        ],
    }

"""The command about card sets: which there are, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.base.i18n import _
from replay.cli import completion
from replay.cli.command import LIBRARY, Commands
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown, draw_table

if TYPE_CHECKING:
    from replay.files.card_sets import CardSetFile, CardSetSource

commands = Commands(LIBRARY)


@commands.add("packs", hidden=True)
@commands.add("cardsets")
def card_sets(
    action: Annotated[
        str, typer.Argument(help="list: which card sets there are; check: what is wrong with one.")
    ] = "list",
    files: Annotated[list[Path] | None, typer.Argument(help="Files to check.")] = None,
    game: Annotated[
        str,
        typer.Option(
            help="The game (default: every game).", autocompletion=completion.complete_game
        ),
    ] = "",
) -> Shown:
    """List the card sets of the boxes and your own, or check files.

    foldtable cardsets check beach.json

    Yours lie in a folder that foldtable cardsets names; foldtable new GAME -o cardsets=NAME plays
    with one. Check exits with 1 when it finds an error, with 7 when a file is no JSON.
    """
    from replay.files.card_sets import find_sources

    offered = find_sources()
    if game:
        from replay.explain.lookup import find_game

        named = find_game(game)
        if named not in offered:
            raise Stop(Exit.USAGE, "{game} has no card sets.", game=named)
        offered = {named: offered[named]}
    if action == "check":
        return _check(offered, files or [])
    if action == "list" and not files:
        return _list(offered)
    given = " ".join([action, *map(str, files or [])])
    raise Stop(
        Exit.USAGE,
        "cardsets takes list or check, not {text}.",
        "foldtable cardsets check FILE",
        text=given,
    )


def _list(offered: dict[str, CardSetSource]) -> Shown:
    """Return all card sets: of the boxes, then one's own."""
    from replay.explain.card_set_problems import count_errors, name_of

    found = [
        (game, file)
        for game, source in offered.items()
        for file in (*source.list_shipped(), *source.list_owned())
    ]
    rows = [
        (
            game,
            file.symbol,
            name_of(file),
            file.card_set.version if file.card_set is not None else "",
            file.card_set.pieces if file.card_set is not None else count_errors(file),
            _("box") if file.shipped else file.path.name,
        )
        for game, file in found
    ]
    columns = (_("game"), _("set"), _("name"), _("version"), _("cards"), _("file"))
    folders = [
        _("Yours for {game} lie in {folder}.").format(game=game, folder=source.folder)
        for game, source in offered.items()
    ]
    data = [{"game": game, **_file_data(game, file)} for game, file in found]
    return Shown(data, [draw_table(columns, rows), *folders])


def _check(offered: dict[str, CardSetSource], files: list[Path]) -> Shown:
    """Return what is wrong with some files, and what they hold."""
    from replay.explain.card_set_problems import describe_file
    from replay.files.card_sets import read_card_set

    if not files:
        raise Stop(Exit.USAGE, "Check what?", "foldtable cardsets check FILE")
    if len(offered) != 1:
        games = ", ".join(offered)
        raise Stop(Exit.USAGE, "For which game? --game takes {games}.", games=games)
    ((game, source),) = offered.items()
    found = [read_card_set(source, path) for path in files]
    broken = [file for file in found if file.card_set is None]
    code = Exit.DONE
    if broken:
        code = Exit.UNREADABLE if any(map(_is_no_json, broken)) else Exit.FOUND
    lines = [line for file in found for line in describe_file(file)]
    return Shown([_file_data(game, file) for file in found], lines, code=code)


def _is_no_json(file: CardSetFile) -> bool:
    return any(r.problem.key.startswith(UNREADABLE) for r in file.problems)


UNREADABLE = (
    "cardset.json",
    "cardset.encoding",
    "cardset.large",
    "cardset.field-twice",
    "cardset.closed",
)
"""Problems of a file that is not even JSON."""


def _file_data(game: str, file: CardSetFile) -> dict[str, Any]:
    """Return a file of a card set for --json."""
    from replay.explain.card_set_problems import find_meant, json_path, problem_text

    card_set = file.card_set
    return {
        "file": str(file.path),
        "shipped": file.shipped,
        "set": file.symbol,
        "names": card_set.names if card_set is not None else {},
        "version": card_set.version if card_set is not None else "",
        "different": card_set.kinds if card_set is not None else None,
        "cards": card_set.pieces if card_set is not None else None,
        "usable": card_set is not None,
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
            for remark in file.problems
        ],
    }

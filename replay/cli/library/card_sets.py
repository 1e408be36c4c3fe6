"""The command about card sets: which there are, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from engines.values import Problem
from engines.words import words_of
from replay.base.i18n import _, language, ngettext
from replay.cli import completion
from replay.cli.command import LIBRARY, Commands
from replay.cli.exits import Exit, Stop
from replay.cli.output import emit, say, table
from replay.cli.settings import settings
from replay.files.card_sets import PackFile, Shelf, read_file, shelves
from replay.speech.fuzzy import find_similar
from replay.speech.suggestions import suggest_names

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
) -> None:
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
        _check(offered, files or [])
    elif action == "list" and not files:
        _list(offered)
    else:
        given = " ".join([action, *map(str, files or [])])
        raise Stop(
            Exit.USAGE,
            _("packs takes list or check, not {text}.").format(text=given),
            "foldtable packs check FILE",
        )


def _list(offered: dict[str, Shelf]) -> None:
    found = [
        (game, file)
        for game, shelf in offered.items()
        for file in (*shelf.shipped(), *shelf.owned())
    ]
    if settings.json:
        emit([{"game": game, **_json(game, file)} for game, file in found])
        return
    table(
        (_("game"), _("set"), _("name"), _("version"), _("cards"), _("file")),
        [
            (
                game,
                file.symbol,
                _name(file),
                file.pack.version if file.pack is not None else "",
                file.pack.pieces if file.pack is not None else _errors(file),
                _("box") if file.shipped else file.path.name,
            )
            for game, file in found
        ],
    )
    for game, shelf in offered.items():
        say(_("Yours for {game} lie in {folder}.").format(game=game, folder=shelf.folder))


def _name(file: PackFile) -> str:
    """Return the name of a set in our language, else in any."""
    names = file.pack.names if file.pack is not None else {}
    return names.get(language()) or next(iter(names.values()), "")


def _errors(file: PackFile) -> str:
    n = sum(remark.problem.grave for remark in file.remarks)
    return ngettext("{n} error", "{n} errors", n).format(n=n)


def _check(offered: dict[str, Shelf], files: list[Path]) -> None:
    if not files:
        raise Stop(Exit.USAGE, _("Check what?"), "foldtable packs check FILE")
    if len(offered) != 1:
        games = ", ".join(offered)
        raise Stop(Exit.USAGE, _("For which game? --game takes {games}.").format(games=games))
    ((game, shelf),) = offered.items()
    found = [read_file(shelf, path) for path in files]
    if settings.json:
        emit([_json(game, file) for file in found])
    else:
        for file in found:
            for line in told(file):
                say(line)
    broken = [file for file in found if file.pack is None]
    if broken:
        raise typer.Exit(int(Exit.UNREADABLE if any(map(_is_no_json, broken)) else Exit.FOUND))


def _is_no_json(file: PackFile) -> bool:
    return any(r.problem.key.startswith(UNREADABLE) for r in file.remarks)


UNREADABLE = ("pack.json", "pack.encoding", "pack.large", "pack.field-twice", "pack.closed")
"""Problems of a file that is not even JSON."""


def told(file: PackFile) -> Iterator[str]:
    """Yield what is to be said about a file: every remark with its line, then what it holds."""
    note = _("note")
    for remark in file.remarks:
        where = f"{file.path}:{remark.line}:{remark.column}"
        mark = "" if remark.problem.grave else f"{note}: "
        yield f"{where}: {mark}{said(remark.problem, file.package)}"
    if file.pack is None:
        yield f"{file.path}: {_errors(file)}"
        return
    kinds, pieces = file.pack.kinds, file.pack.pieces
    text = _("{file}: {name}, {kinds} different cards, {n} in all; it can be played with.")
    name = f"{_name(file)} ({file.symbol})".strip()
    yield text.format(file=file.path, name=name, kinds=kinds, n=pieces)


def said(problem: Problem, package: str) -> str:
    """Return a problem as a sentence, with its place in the JSON and what may have been meant."""
    where = " ".join(part for part in (place(problem), about(problem)) if part)
    text = sentence(problem, package)
    text = f"{text} {suggest_names(find_meant(problem))}".strip()
    return f"{where}: {text}" if where else text


def sentence(problem: Problem, package: str) -> str:
    """Return what is wrong, in a game's words."""
    return words_of(package, language()).say(problem.key, **problem.data)


def place(problem: Problem) -> str:
    """Return a path within JSON as it is usually written: ``cards[0].effects[1].op``."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in problem.path)
    return "".join(parts).removeprefix(".")


def about(problem: Problem) -> str:
    """Return the card concerned, in brackets."""
    return f"({problem.about})" if problem.about else ""


def find_meant(problem: Problem) -> list[str]:
    """Return the one known word that an unknown word is most like, [] if there is none."""
    found = find_similar(problem.word, {each: (each,) for each in problem.near}, 1)
    return [each.item for each in found]


def _json(game: str, file: PackFile) -> dict[str, Any]:
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
                "path": place(remark.problem),
                "about": remark.problem.about,
                "text": sentence(remark.problem, file.package),
                "near": "".join(find_meant(remark.problem)),
            }
            for remark in file.remarks
        ],
    }

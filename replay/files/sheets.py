"""Sheets in files: those that ship, and those in the owner's folder.

A match keeps the sheet that it is played by, whole. A file that changes later does not matter.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from engines.names import find, fold
from engines.registry import load_sheets
from engines.values import NotationError, Problem, SheetInfo, SheetListing
from replay.base.errors import NotFound, NothingToDo, name_flaw
from replay.files.json_positions import MalformedJson, find_line_and_column, parse_located
from replay.files.toml_positions import find_line

VARIABLE: Final = "FOLDTABLE_SHEETS"
"""The environment variable that names the folder of the owner's sheets."""

LARGEST: Final = 65_536
"""The most bytes that a file may have."""

SUFFIXES: Final = (".toml", ".json")
"""How the files of sheets end."""


class UnusableSheet(NothingToDo):
    """A file with a grave problem."""


class NoSuchSheet(NotFound):
    """No sheet is called so."""


class LocatedProblem(NamedTuple):
    """A problem of a file with its line, from 1."""

    line: int
    problem: Problem


class SheetFile(NamedTuple):
    """A file with a sheet: the sheet, None where the file is unusable, and its problems."""

    path: Path
    sheet: SheetInfo | None
    problems: tuple[LocatedProblem, ...]

    @property
    def game(self) -> str:
        """The id of the game; for an unusable file, the name of the file."""
        return self.sheet.game if self.sheet is not None else self.path.stem


def find_folder() -> Path:
    """Return the folder of the owner's sheets."""
    from platformdirs import user_data_path

    chosen = os.environ.get(VARIABLE, "")
    return Path(chosen) if chosen else user_data_path("foldtable", appauthor=False) / "sheets"


def list_owned() -> Iterator[SheetFile]:
    """Yield the sheets of the owner's folder by their names, unusable ones included."""
    folder = find_folder()
    for path in sorted(folder.glob("*")):
        if path.suffix not in SUFFIXES:
            continue
        try:
            yield read_sheet_file(path)
        except OSError as error:
            problem = Problem((), "cardset.closed", {"error": name_flaw(error)})
            yield SheetFile(path, None, (LocatedProblem(1, problem),))


def read_sheet_file(path: Path) -> SheetFile:
    """Return the sheet in a file, with its problems. Raise OSError if it cannot be opened."""
    with path.open("rb") as opened:
        content = opened.read(LARGEST + 1)
    if len(content) > LARGEST:
        return _make_unusable(path, 1, Problem((), "cardset.large", {"most": LARGEST}))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return _make_unusable(path, line, Problem((), "cardset.encoding", {}))
    return parse_sheet(path, text)


def parse_sheet(path: Path, text: str) -> SheetFile:
    """Return the sheet in the text of the file at `path`, with its problems: grave ones first, then
    in the order of the text."""
    if path.suffix == ".json":
        try:
            located = parse_located(text)
        except MalformedJson as error:
            line, _column = find_line_and_column(text, error.offset)
            return _make_unusable(path, line, Problem((), "sheet.json", {}))
        sheet, found = load_sheets().check(located.content)
        lines = [find_line_and_column(text, located.find_offset(p.path))[0] for p in found]
    else:
        try:
            content = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            place = re.search(r"line (\d+)", str(error))
            line = int(place[1]) if place else text.count("\n") + 1
            why = str(error).partition(" (at")[0]
            return _make_unusable(path, line, Problem((), "sheet.toml", {"error": why}))
        sheet, found = load_sheets().check(content)
        lines = [find_line(text, content, each.path) for each in found]
    problems = [LocatedProblem(*each) for each in zip(lines, found, strict=True)]
    problems.sort(key=lambda each: (not each.problem.grave, each.line))
    return SheetFile(path, sheet, tuple(problems))


def _make_unusable(path: Path, line: int, problem: Problem) -> SheetFile:
    """Return an unusable file with one problem."""
    return SheetFile(path, None, (LocatedProblem(line, problem),))


# -- the sheet of a game ----------------------------------------------------------------------


def list_sheets() -> dict[str, SheetListing]:
    """Return what is listed of every usable sheet by its game; the owner's come before those that
    ship."""
    owned = {
        file.sheet.game: SheetListing(*file.sheet[:4])
        for file in list_owned()
        if file.sheet is not None
    }
    return {**load_sheets().list_shipped(), **owned}


def find_sheet(typed: str, *, exact: bool = False) -> Any:
    """Return the content of the sheet that a name means, or the beginning of one.

    Raise NoSuchSheet where no sheet or several are called so.
    """
    known = list_sheets()
    wanted = fold(typed)
    names = {game: each.called for game, each in known.items()}
    game = next((g for g, called in names.items() if wanted in map(fold, called)), "")
    if not game and not exact:
        try:
            game = find(typed, names)
        except NotationError as error:
            if error.unclear:
                listed = ", ".join(error.candidates)
                raise NoSuchSheet(
                    "“{name}” may be one of {listed}.", name=typed, listed=listed
                ) from None
    if not game:
        raise NoSuchSheet("There is no sheet “{name}”.", "foldtable sheets lists them.", name=typed)
    return read_content(game)


def read_content(game: str) -> Any:
    """Return the content of the sheet of a game: the owner's, else the one that ships."""
    for file in list_owned():
        if file.sheet is not None and file.sheet.game == game:
            return file.sheet.content
    return load_sheets().read_shipped(game)


def load_sheet(word: str) -> Any:
    """Return the content of the sheet that a word names: the path of a file, or a name.

    Raise NoSuchSheet, UnusableSheet, or OSError if a file cannot be opened.
    """
    if word.endswith(SUFFIXES) or os.sep in word:
        file = read_sheet_file(Path(word).expanduser())
        if file.sheet is None:
            raise UnusableSheet(
                "The sheet in {path} has errors.",
                "foldtable sheets check {path} says which.",
                path=file.path,
            )
        return file.sheet.content
    return find_sheet(word)


def make_blank(name: str) -> Any:
    """Return a blank sheet for a game of this name."""
    return load_sheets().make_blank(make_game_id(name), name)


def make_game_id(name: str) -> str:
    """Return the id of a game of which only the name is known: the same for the same name.

    >>> make_game_id("Kitchen Chess"), make_game_id("윷놀이")
    ('kitchen-chess', 'game-13566d01')
    """
    folded = fold(name)
    plain = re.sub(r"[^a-z0-9]+", "-", folded).strip("-")
    if plain and folded.isascii():
        return plain[:60]
    return f"game-{hashlib.sha256(folded.encode()).hexdigest()[:8]}"

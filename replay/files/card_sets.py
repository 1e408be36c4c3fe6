"""Sets of cards in files: those of a game's box, and those in the folder of whoever owns more.

A match keeps the sets it is played with. What becomes of a file later is no concern of its.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from engines.protocol import CardSets, Engine
from engines.registry import list_games, load_engine
from engines.values import CardSetInfo, Problem
from replay.base.i18n import _
from replay.files.json_positions import Malformed, line_of, read_located

VARIABLE: Final = "FOLDTABLE_PACKS"

LARGEST: Final = 1_000_000
"""The most bytes that a file may have."""


class Shelf(NamedTuple):
    """Where the sets of a game are looked up: `package` has the words that speak of them."""

    game: str
    package: str
    card_sets: CardSets

    @property
    def folder(self) -> Path:
        """The folder of the sets that somebody owns."""
        from platformdirs import user_data_path

        chosen = os.environ.get(VARIABLE, "")
        base = Path(chosen) if chosen else user_data_path("foldtable", appauthor=False) / "packs"
        return base / self.game

    def shipped(self) -> Iterator[PackFile]:
        """Yield the sets of the box."""
        for name in self.card_sets.shipped().values():
            yield read_file(self, Path(name))._replace(shipped=True)

    def owned(self) -> Iterator[PackFile]:
        """Yield the sets in the folder, whether they can be used or not."""
        for path in sorted(self.folder.glob("*.json")):
            try:
                yield read_file(self, path)
            except OSError as error:
                problem = Problem((), "pack.closed", {"error": error.strerror})
                yield _unreadable(self, path, "", 0, problem)


def shelf_of(engine: Engine) -> Shelf | None:
    """Return the shelf of a game, None for a game that has no sets."""
    card_sets = engine.card_sets
    return None if card_sets is None else Shelf(engine.name, engine.package, card_sets)


def shelves() -> dict[str, Shelf]:
    """Return the shelves of all games that have one."""
    found = (shelf_of(load_engine(game)) for game in list_games())
    return {shelf.game: shelf for shelf in found if shelf is not None}


class Remark(NamedTuple):
    """Something about a file: the line and the column, counted from 1, and what is the matter."""

    line: int
    column: int
    problem: Problem


class PackFile(NamedTuple):
    """A file with a set: what it holds, None when it cannot be used, and everything about it.
    `package` has the words of its game."""

    package: str
    path: Path
    pack: CardSetInfo | None
    remarks: tuple[Remark, ...]
    shipped: bool = False

    @property
    def symbol(self) -> str:
        """What the set is called in options; for a file that cannot be used, the file's name."""
        return self.pack.symbol if self.pack is not None else self.path.stem


class NoPack(LookupError):
    """There is no set of that name, or there are several; `near` are those that there are."""

    def __init__(self, text: str, word: str = "", near: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.word = word
        self.near = near


class BadPack(ValueError):
    """A file that cannot be used as it is."""

    def __init__(self, file: PackFile) -> None:
        super().__init__(str(file.path))
        self.file = file


def read_file(shelf: Shelf, path: Path) -> PackFile:
    """Return what a file holds. Raise OSError when it cannot be opened."""
    content = path.read_bytes()
    if len(content) > LARGEST:
        return _unreadable(shelf, path, "", 0, Problem((), "pack.large", {"most": LARGEST}))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8-sig", "replace")
        return _unreadable(shelf, path, before, len(before), Problem((), "pack.encoding", {}))
    return read_text(shelf, path, text)


def read_text(shelf: Shelf, path: Path, text: str) -> PackFile:
    """Return what the text of a file holds."""
    try:
        located = read_located(text)
    except Malformed as error:
        return _unreadable(shelf, path, text, error.offset, _malformed(text, error))
    pack, problems = shelf.card_sets.check(located.content)
    remarks = [Remark(*line_of(text, located.offset(p.path)), p) for p in problems]
    remarks.sort(key=lambda remark: (not remark.problem.grave, remark.line, remark.column))
    return PackFile(shelf.package, path, pack, tuple(remarks))


def _malformed(text: str, error: Malformed) -> Problem:
    if error.twice:
        return Problem((), "pack.field-twice", {"field": f"“{error.twice}”"})
    if not text[error.offset :].strip():
        return Problem((), "pack.json.end", {})
    given = text[error.offset :].split("\n", 1)[0][:20]
    return Problem((), "pack.json", {"given": f"“{given}”"})


def _unreadable(shelf: Shelf, path: Path, text: str, offset: int, problem: Problem) -> PackFile:
    return PackFile(shelf.package, path, None, (Remark(*line_of(text, offset), problem),))


def chosen(shelf: Shelf, text: str) -> list[Any]:
    """Return the sets that somebody has named, separated by commas, as a match keeps them: files,
    or sets of the folder or the box by their symbols. Raise NoPack, BadPack, OSError."""
    contents = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        file = _file_meant(shelf, word)
        if file.pack is None:
            raise BadPack(file)
        contents.append(file.pack.content)
    return contents


def _file_meant(shelf: Shelf, word: str) -> PackFile:
    if word.endswith(".json") or os.sep in word:
        return read_file(shelf, Path(word).expanduser())
    mine = [file for file in shelf.owned() if file.symbol == word.casefold()]
    if len(mine) > 1:
        names = ", ".join(str(file.path) for file in mine)
        raise NoPack(
            _("Several files have the set {name}: {files}.").format(name=word, files=names)
        )
    known = {file.symbol: file for file in (*shelf.shipped(), *shelf.owned())}
    found = mine[0] if mine else known.get(word.casefold())
    if found is None:
        text = _("There is no card set “{name}”.").format(name=word)
        raise NoPack(text, word, tuple(known))
    return found

"""Card sets in files: those that a game's box holds, and those in the owner's folder.

A match keeps the sets that it is played with, whole. A file that changes later does not matter.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from engines.protocol import CardSets, Engine, State
from engines.registry import load_engines
from engines.values import CardSetInfo, Problem
from replay.base.errors import name_flaw
from replay.base.i18n import _
from replay.files.json_positions import MalformedJson, find_line_and_column, parse_located

VARIABLE: Final = "FOLDTABLE_PACKS"
"""The environment variable that names the folder of the owner's card sets."""

LARGEST: Final = 1_000_000
"""The most bytes that a file may have."""


class CardSetSource(NamedTuple):
    """Where the card sets of a game are found: in its box and in the owner's folder.

    `package` is the game's package; its words name cards and problems.
    """

    game: str
    package: str
    card_sets: CardSets

    @property
    def folder(self) -> Path:
        """The folder of the owner's card sets for this game."""
        from platformdirs import user_data_path

        chosen = os.environ.get(VARIABLE, "")
        base = Path(chosen) if chosen else user_data_path("foldtable", appauthor=False) / "packs"
        return base / self.game

    def list_shipped(self) -> Iterator[CardSetFile]:
        """Yield the files of the box."""
        for name in self.card_sets.shipped().values():
            yield read_card_set(self, Path(name))._replace(shipped=True)

    def list_owned(self) -> Iterator[CardSetFile]:
        """Yield the files of the folder in the order of their names, unusable ones included."""
        for path in sorted(self.folder.glob("*.json")):
            try:
                yield read_card_set(self, path)
            except OSError as error:
                problem = Problem((), "cardset.closed", {"error": name_flaw(error)})
                yield _make_unusable(self, path, "", 0, problem)


def find_source(engine: Engine[State]) -> CardSetSource | None:
    """Return the source of a game's card sets, None for a game without card sets."""
    card_sets = engine.card_sets
    return None if card_sets is None else CardSetSource(engine.name, engine.package, card_sets)


def find_sources() -> dict[str, CardSetSource]:
    """Return the sources of all games with card sets, by the name of the game."""
    found = map(find_source, load_engines().values())
    return {source.game: source for source in found if source is not None}


class LocatedProblem(NamedTuple):
    """A problem of a file with its line and column, both counted from 1."""

    line: int
    column: int
    problem: Problem


class CardSetFile(NamedTuple):
    """A file with a card set: the set, None where the file is unusable, and its problems.

    `package` is the package of its game; `shipped` is True for a file of the box.
    """

    package: str
    path: Path
    card_set: CardSetInfo | None
    problems: tuple[LocatedProblem, ...]
    shipped: bool = False

    @property
    def symbol(self) -> str:
        """The name of the set in options; for an unusable file, the name of the file."""
        return self.card_set.symbol if self.card_set is not None else self.path.stem


class NoSuchCardSet(LookupError):
    """No card set, or more than one, has the name `word`; `near` are the names there are."""

    def __init__(self, text: str, word: str = "", near: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.word = word
        self.near = near


class UnusableCardSet(ValueError):
    """A file with a grave problem; `file` holds it."""

    def __init__(self, file: CardSetFile) -> None:
        super().__init__(str(file.path))
        self.file = file


def read_card_set(source: CardSetSource, path: Path) -> CardSetFile:
    """Return the card set in a file, with its problems. Raise OSError if it cannot be opened."""
    content = path.read_bytes()
    if len(content) > LARGEST:
        return _make_unusable(source, path, "", 0, Problem((), "cardset.large", {"most": LARGEST}))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8-sig", "replace")
        return _make_unusable(
            source, path, before, len(before), Problem((), "cardset.encoding", {})
        )
    return parse_card_set(source, path, text)


def parse_card_set(source: CardSetSource, path: Path, text: str) -> CardSetFile:
    """Return the card set in the text of the file at `path`, with its problems: grave ones first,
    then in the order of the text."""
    try:
        located = parse_located(text)
    except MalformedJson as error:
        return _make_unusable(source, path, text, error.offset, _make_json_problem(text, error))
    card_set, found = source.card_sets.check(located.content)
    problems = [_locate(text, located.find_offset(each.path), each) for each in found]
    problems.sort(key=lambda each: (not each.problem.grave, each.line, each.column))
    return CardSetFile(source.package, path, card_set, tuple(problems))


def _make_json_problem(text: str, error: MalformedJson) -> Problem:
    """Return the problem of a text that is no JSON."""
    if error.duplicate:
        return Problem((), "cardset.field-twice", {"field": f"“{error.duplicate}”"})
    if not text[error.offset :].strip():
        return Problem((), "cardset.json.end", {})
    given = text[error.offset :].split("\n", 1)[0][:20]
    return Problem((), "cardset.json", {"given": f"“{given}”"})


def _make_unusable(
    source: CardSetSource, path: Path, text: str, offset: int, problem: Problem
) -> CardSetFile:
    """Return an unusable file with one problem at an offset of its text."""
    return CardSetFile(source.package, path, None, (_locate(text, offset, problem),))


def _locate(text: str, offset: int, problem: Problem) -> LocatedProblem:
    line, column = find_line_and_column(text, offset)
    return LocatedProblem(line, column, problem)


def load_card_sets(source: CardSetSource, names: str) -> list[Any]:
    """Return the contents of the card sets in `names`, as a match keeps them.

    `names` are separated by commas: paths of files, or symbols of sets in the folder or the box.
    Raise NoSuchCardSet, UnusableCardSet, or OSError if a file cannot be opened.
    """
    contents = []
    for name in filter(None, (part.strip() for part in names.split(","))):
        file = _find_file(source, name)
        if file.card_set is None:
            raise UnusableCardSet(file)
        contents.append(file.card_set.content)
    return contents


def _find_file(source: CardSetSource, name: str) -> CardSetFile:
    """Return the file with a path or a symbol; the owner's folder comes before the box."""
    if name.endswith(".json") or os.sep in name:
        return read_card_set(source, Path(name).expanduser())
    symbol = name.casefold()
    owned = list(source.list_owned())
    found = [file for file in owned if file.symbol == symbol]
    if len(found) > 1:
        paths = ", ".join(str(file.path) for file in found)
        raise NoSuchCardSet(
            _("Several files have the set {name}: {files}.").format(name=name, files=paths)
        )
    known = {file.symbol: file for file in (*source.list_shipped(), *owned)}
    if symbol not in known:
        text = _("There is no card set “{name}”.").format(name=name)
        raise NoSuchCardSet(text, name, tuple(known))
    return known[symbol]

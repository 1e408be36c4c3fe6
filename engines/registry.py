"""The installed engines: those registered under the entry-point group `foldtable.engines`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from engines.protocol import Engine, Sheets, State
from engines.values import Setup

GROUP: Final = "foldtable.engines"


SHEETS: Final = "engines.sheet"
"""The package of the engine whose games are files. It is no game, and so no entry point."""


SHEET: Final = "sheet"
"""The option in which a match keeps its sheet."""


class NoSuchGame(LookupError):
    """No engine is installed for `game`; `games` are the installed ones."""

    def __init__(self, game: str, games: tuple[str, ...]) -> None:
        super().__init__(f"No game is called {game!r}. Installed are {', '.join(games)}.")
        self.game = game
        self.games = games


class BrokenGame(Exception):
    """The package of `game` cannot be imported; `package` is its name."""

    def __init__(self, game: str, package: str, error: Exception) -> None:
        super().__init__(f"{package}, the package of {game}, cannot be imported: {error}.")
        self.game = game
        self.package = package
        self.error = error


@cache
def _registered() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def list_games() -> tuple[str, ...]:
    """Return the names of all installed games, sorted."""
    return tuple(sorted(_registered()))


@cache
def load_engine(game: str) -> Engine[State]:
    """Return the engine of a game. Raise NoSuchGame when none is installed, or BrokenGame."""
    entry = _registered().get(game)
    if entry is None:
        return _load_sheet(game)
    try:
        engine: Engine[State] = entry.load()
    except Exception as error:
        raise BrokenGame(game, entry.module, error) from error
    return engine


@cache
def load_sheet_engine() -> Engine[State]:
    """Return the engine whose games are files, with a blank sheet."""
    engine: Engine[State] = import_module(SHEETS).engine
    return engine


def load_sheets() -> Sheets:
    """Return the sheets that ship, and how others are read."""
    sheets = load_sheet_engine().sheets
    assert sheets is not None  # noqa: S101
    return sheets


def bind_sheet(content: object) -> Engine[State]:
    """Return the engine of a sheet. Raise SetupError for one with problems."""
    return load_sheet_engine().bound(Setup(1, options={load_sheets().option: content}))


def _load_sheet(game: str) -> Engine[State]:
    """Return the engine of a sheet that ships. Raise NoSuchGame where none is called so."""
    sheets = load_sheets()
    if game not in sheets.list_shipped():
        raise NoSuchGame(game, list_games())
    return bind_sheet(sheets.read_shipped(game))


def load_bound(game: str, setup: Setup) -> Engine[State]:
    """Return the engine that plays a match of a game with this set-up.

    A match that keeps a sheet is played by it, whatever is installed. Raise NoSuchGame or
    BrokenGame, and SetupError for a sheet that cannot be read.
    """
    if SHEET in setup.options:
        return load_sheet_engine().bound(setup)
    return load_engine(game).bound(setup)


def load_engines() -> dict[str, Engine[State]]:
    """Return the engines of all installed games by name, sorted.

    A game whose package cannot be imported is left out: it is no hindrance to the others.
    """
    engines: dict[str, Engine[State]] = {}
    for game in list_games():
        try:
            engines[game] = load_engine(game)
        except BrokenGame:
            continue
    return engines


def find_foreign_game(modules: Iterable[str]) -> str:
    """Return the game to whose package one of these modules belongs, "" for games of ours."""
    packages = {module.partition(".")[0] for module in modules} - {"engines"}
    for game, entry in _registered().items():
        if entry.module.partition(".")[0] in packages:
            return game
    return ""

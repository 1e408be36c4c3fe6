"""The installed engines: those registered under the entry-point group `foldtable.engines`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from engines.protocol import Engine, State

GROUP: Final = "foldtable.engines"


class NoSuchGame(LookupError):
    """No engine is installed for `game`; `games` are the installed ones."""

    def __init__(self, game: str, games: tuple[str, ...]) -> None:
        super().__init__(f"No game is called {game!r}. Installed are {', '.join(games)}.")
        self.game = game
        self.games = games


@cache
def _registered() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def list_games() -> tuple[str, ...]:
    """Return the names of all installed games, sorted."""
    return tuple(sorted(_registered()))


@cache
def load_engine(game: str) -> Engine[State]:
    """Return the engine of a game. Raise NoSuchGame when none is installed."""
    entry = _registered().get(game)
    if entry is None:
        raise NoSuchGame(game, list_games())
    engine: Engine[State] = entry.load()
    return engine

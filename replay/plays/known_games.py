"""Which installed game a play was of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from engines import LANGUAGES
from engines.protocol import Engine, State
from engines.registry import load_engines
from replay.plays.play import Play, PlayedGame

RESULTS = "results"
"""The level at which a match has a result and no actions."""


class KnownGames(NamedTuple):
    """The installed games by their numbers at BoardGameGeek and by their names."""

    by_number: Mapping[int, Engine[State]]
    by_name: Mapping[str, Engine[State]]

    def find(self, game: PlayedGame) -> Engine[State] | None:
        """Return the engine of a game, None where none is installed.

        The number decides; a name does only where there is no number, because other games have
        similar names.
        """
        if game.bgg_id:
            return self.by_number.get(game.bgg_id)
        return self.by_name.get(simplify(game.name))


@cache
def list_known_games() -> KnownGames:
    """Return the installed games."""
    engines = load_engines().values()
    return KnownGames(
        {engine.rulebook.bgg: engine for engine in engines if engine.rulebook.bgg},
        {
            simplify(name): engine
            for engine in engines
            for name in (engine.name, *(engine.words(lang).name(engine.name) for lang in LANGUAGES))
        },
    )


def fits(engine: Engine[State], play: Play) -> bool:
    """Return whether a result of a game can be that of a play.

    It cannot with more or fewer people than the game takes, with expansions, in teams, or where a
    score is no whole number.
    """
    values = [seat.points.value for seat in play.seats if seat.points]
    return (
        RESULTS in engine.levels
        and len(play.seats) in engine.seats
        and play.kind == "versus"
        and all(value is None or value == int(value) for value in values)
    )


def simplify(name: str) -> str:
    """Return a name of a game in the form in which it is compared.

    >>> simplify("Challengers!"), simplify("Seven-Wonders Duel")
    ('challengers', 'sevenwondersduel')
    """
    return "".join(letter for letter in name.casefold() if letter.isalnum())

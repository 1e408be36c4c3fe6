"""Which game a play was of: an installed one, one with a sheet, or one of which only the name is
known."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from engines import LANGUAGES
from engines.protocol import Engine, State
from engines.registry import SHEET, bind_sheet, load_engines
from replay.files.sheets import list_sheets, make_blank, read_content
from replay.plays.names import write_in_line
from replay.plays.play import Play, PlayedGame

RESULTS: Final = "results"
"""The level at which a match has a result and no actions."""


LONGEST_NAME: Final = 60
"""The most characters of the name of a game."""


class GameTable(NamedTuple):
    """The game and the options of the match that a play becomes."""

    game: str
    options: Mapping[str, Any]


class KnownGames(NamedTuple):
    """The installed games and the sheets, by their numbers at BoardGameGeek and by their names."""

    by_number: Mapping[int, Engine[State]]
    by_name: Mapping[str, Engine[State]]

    def find(self, game: PlayedGame) -> Engine[State] | None:
        """Return the engine of a game, None where none is known.

        The number decides; a name does only where there is no number, because other games have
        similar names.
        """
        if game.bgg_id:
            return self.by_number.get(game.bgg_id)
        return self.by_name.get(simplify(game.name))


@cache
def list_known_games() -> KnownGames:
    """Return the installed games and those that have sheets; a game's own engine comes first."""
    known = [*load_engines().values(), *(bind_sheet(read_content(game)) for game in list_sheets())]
    by_number: dict[int, Engine[State]] = {}
    by_name: dict[str, Engine[State]] = {}
    for engine in known:
        by_number.setdefault(engine.rulebook.bgg, engine)
        for lang in LANGUAGES:
            by_name.setdefault(simplify(engine.words(lang).name(engine.name)), engine)
        by_name.setdefault(simplify(engine.name), engine)
    return KnownGames(by_number, by_name)


def find_table(play: Play) -> GameTable | None:
    """Return the game and options of a play, None where more people played than any game takes.

    A game that has no room for the play, or is not known, is played by a blank sheet of its name.
    """
    engine = list_known_games().find(play.game)
    if engine is not None and fits(engine, play):
        return GameTable(engine.name, engine.kept)
    blank = make_sheet(play, engine.name if engine is not None else "")
    bound = bind_sheet(blank)
    return GameTable(bound.name, {SHEET: blank}) if len(play.seats) in bound.seats else None


def make_sheet(play: Play, game: str = "") -> dict[str, Any]:
    """Return a blank sheet for a play: who wins by points, and whether all win together.

    `game` is the id of the game where it is known. Another game with the name of a known one has
    its number behind it.
    """
    name = write_in_line(play.game.name, LONGEST_NAME)
    blank = dict(make_blank(name))
    if game:
        blank["id"] = game
    elif simplify(blank["id"]) in list_known_games().by_name:
        blank["id"] = f"{blank['id']}-{play.game.bgg_id}"
    if play.kind == "co-op":
        return {**blank, "together": True}
    return {**blank, "win": {"rank": ["total least"]}} if play.game.direction == "least" else blank


def fits(engine: Engine[State], play: Play) -> bool:
    """Return whether a result of a game can be that of a play.

    It cannot with more or fewer people than the game takes, in teams or against the game where the
    rules have none, or where a score is no whole number.
    """
    values = [seat.points.value for seat in play.seats if seat.points]
    return (
        RESULTS in engine.levels
        and len(play.seats) in engine.seats
        and (play.kind == "versus" or engine.sheets is not None)
        and all(value is None or value == int(value) for value in values)
    )


def simplify(name: str) -> str:
    """Return a name of a game in the form in which it is compared.

    >>> simplify("Challengers!"), simplify("Seven-Wonders Duel")
    ('challengers', 'sevenwondersduel')
    """
    return "".join(letter for letter in name.casefold() if letter.isalnum())

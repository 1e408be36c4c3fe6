"""Commands about the ledger and the engines: db, simulate, conform, help."""

from __future__ import annotations

from typing import Annotated

import typer

from replay.base.i18n import _, language
from replay.cli.command import ADMIN, Commands
from replay.cli.exits import MEANING, Exit, Stop
from replay.cli.output import emit, say, table
from replay.cli.settings import settings

commands = Commands(ADMIN)


@commands.add("help")
def help_(
    topic: Annotated[
        str, typer.Argument(help="exit-codes, notation GAME, environment.")
    ] = "topics",
    game: Annotated[str, typer.Argument(help="The game, for notation.")] = "",
) -> None:
    """Explain a topic: exit-codes, environment, notation GAME."""
    if topic == "exit-codes":
        if settings.json:
            emit({str(int(code)): text for code, text in MEANING.items()})
        else:
            table((_("code"), _("meaning")), [(int(code), t) for code, t in MEANING.items()])
    elif topic == "environment":
        variables = {
            "FOLDTABLE_DB": _("the ledger: a file or an SQLite URL"),
            "FOLDTABLE_LANG": _("the language: en or ko"),
            "FOLDTABLE_ACTOR": _("who records"),
            "FOLDTABLE_PACKS": _("the folder of your card sets: in it, a folder for each game"),
            "FOLDTABLE_KEYS": _("the folder of the keys that sign exports"),
            "NO_COLOR": _("print without colour"),
        }
        if settings.json:
            emit(variables)
        else:
            table((_("variable"), _("meaning")), list(variables.items()))
    elif topic == "notation":
        _help_notation(game)
    elif topic == "topics":
        say("exit-codes  environment  notation GAME")
    else:
        raise Stop(
            Exit.USAGE,
            _("No topic is called “{topic}”.").format(topic=topic),
            "exit-codes, environment, notation GAME",
        )


def _help_notation(game: str) -> None:
    from replay.explain.lookup import find_engine
    from replay.speech.notation_help import read_notation_help

    if not game:
        raise Stop(Exit.USAGE, _("Which game?"), "foldtable help notation splendor")
    engine = find_engine(game)
    lines = read_notation_help(engine, language())
    if settings.json:
        emit({"game": engine.name, "notation": lines})
        return
    for line in lines:
        say(line)

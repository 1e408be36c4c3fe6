"""The command help: exit codes, environment, notations."""

from __future__ import annotations

from typing import Annotated

import typer

from replay.base.i18n import _, language
from replay.cli.command import ADMIN, Commands
from replay.cli.exits import MEANING, Exit, Stop
from replay.cli.output import Shown, draw_table

commands = Commands(ADMIN)


@commands.add("help")
def help_(
    topic: Annotated[
        str, typer.Argument(help="exit-codes, notation GAME, environment, or any word.")
    ] = "topics",
    game: Annotated[
        str, typer.Argument(help="The game, for notation and for words of a game.")
    ] = "",
) -> Shown:
    """Explain a topic, a command, or any word that can be typed at a game.

    foldtable help notation splendor
    """
    if topic == "exit-codes":
        codes = {int(code): explain() for code, explain in MEANING.items()}
        columns = (_("code"), _("meaning"))
        data = {str(code): text for code, text in codes.items()}
        return Shown(data, [draw_table(columns, list(codes.items()))])
    if topic == "environment":
        variables = environment()
        columns = (_("variable"), _("meaning"))
        return Shown(variables, [draw_table(columns, list(variables.items()))])
    if topic == "notation":
        return _show_notation(game)
    if topic == "topics":
        return Shown(list(TOPICS), ["  ".join(_name_topics())])
    command = _describe_command(f"{topic} {game}".strip())
    lines = command if command and game else [*command, *_describe_word(topic, game)]
    if not lines:
        raise Stop(
            Exit.USAGE,
            "No topic is called “{topic}”.",
            "{topics}",
            topics=", ".join(_name_topics()),
            topic=topic,
        )
    return Shown({"word": topic, "help": lines}, lines)


def _describe_command(words: str) -> list[str]:
    """Return how a command is typed and what it does; nothing for another word."""
    from typer._click.globals import get_current_context

    from replay.cli.help_screen import describe_usage

    context = get_current_context(silent=True)
    return [] if context is None else list(describe_usage(context.find_root().command, words))


def _describe_word(word: str, game: str) -> list[str]:
    """Return what a word means at a game, by default at every game that knows it."""
    from engines.registry import load_engines
    from replay.desk.word_help import find_rows
    from replay.explain.lookup import find_engine

    lines: list[str] = []
    for engine in [find_engine(game)] if game else load_engines().values():
        words = engine.words(language())
        found = [line for row in find_rows(engine, word, language()) for line in row.lines]
        if word in engine.verbs:
            example = words.text.get(f"typed.{word}")
            found = [words.text.get(f"verb.{word}", word), *([example] if example else []), *found]
        if found:
            lines += [words.name(engine.name), *(f"  {line}" for line in found)]
    return lines


TOPICS = ("exit-codes", "environment", "notation")


def _name_topics() -> list[str]:
    """Return the topics as they are typed."""
    game = _("GAME")
    return [f"{topic} {game}" if topic == "notation" else topic for topic in TOPICS]


def environment() -> dict[str, str]:
    """Return the environment variables that are read, and what each says."""
    return {
        "FOLDTABLE_DB": _("the ledger: a file or an SQLite URL"),
        "FOLDTABLE_LANG": _("the language: en or ko"),
        "FOLDTABLE_ACTOR": _("who records"),
        "FOLDTABLE_PACKS": _("the folder of your card sets: in it, a folder for each game"),
        "FOLDTABLE_KEYS": _("the folder of the keys that sign exports"),
        "NO_COLOR": _("print without colour"),
    }


def _show_notation(game: str) -> Shown:
    """Return how a game's actions are typed."""
    from replay.explain.lookup import find_engine
    from replay.speech.notation_help import read_notation_help

    if not game:
        raise Stop(Exit.USAGE, "Which game?", "foldtable help notation splendor")
    engine = find_engine(game)
    lines = read_notation_help(engine, language())
    return Shown({"game": engine.name, "notation": lines}, lines)

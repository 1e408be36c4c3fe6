"""Commands about games: games, rules, cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.base.i18n import _, language
from replay.cli import completion
from replay.cli.command import LIBRARY, Commands
from replay.cli.output import Shown, draw_table, make_plain

if TYPE_CHECKING:
    from engines.protocol import Engine, State

commands = Commands(LIBRARY)


@commands.add("games")
def games(
    game: Annotated[
        str,
        typer.Argument(
            help="Only this game, with what its levels and options are.",
            autocompletion=completion.complete_game,
        ),
    ] = "",
) -> Shown:
    """List the installed games with seats and levels of detail, or explain one with its options.

    foldtable games wizard
    """
    from engines.registry import BrokenGame, list_games, load_engine, load_engines
    from replay.cli.failures import explain_failure
    from replay.explain.lookup import find_engine

    if game:
        engine = find_engine(game)
        return Shown([_describe_game(engine)], _write_game(engine))
    loaded = load_engines()
    engines = list(loaded.values())
    rows = [
        (
            engine.name,
            engine.words(language()).name(engine.name),
            f"{engine.seats.start}–{engine.seats.stop - 1}",
            " ".join(engine.levels),
        )
        for engine in engines
    ]
    columns = (_("game"), _("name"), _("seats"), _("levels"))
    remarks = [_("foldtable games GAME explains the levels and options of a game.")]
    for broken in (game for game in list_games() if game not in loaded):
        try:
            load_engine(broken)
        except BrokenGame as error:
            why = explain_failure(error)
            remarks.append(f"{why.text} {why.hint}")
    return Shown([_describe_game(e) for e in engines], [draw_table(columns, rows)], remarks)


def _describe_game(engine: Engine[State]) -> dict[str, Any]:
    """Return a game as data: seats, levels, options."""
    from replay.explain.options import describe

    words = engine.words(language())
    return {
        "game": engine.name,
        "name": words.name(engine.name),
        "rules": engine.rules,
        "seats": [engine.seats.start, engine.seats.stop - 1],
        "levels": list(engine.levels),
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "default": option.default,
                "rule": option.rule,
                "text": describe(option, words),
            }
            for option in engine.options
        ],
    }


def _write_game(engine: Engine[State]) -> Iterator[str]:
    """Yield the lines about a game: seats, levels, options."""
    from replay.explain.options import write_levels, write_option

    words = engine.words(language())
    seats = _("{least} to {most} seats").format(
        least=engine.seats.start, most=engine.seats.stop - 1
    )
    yield f"{words.name(engine.name)} ({engine.name}), {seats}, {engine.rules}"
    yield ""
    yield _("Levels of detail: foldtable new {game} --level NAME").format(game=engine.name)
    yield from write_levels(engine, words)
    yield ""
    yield _("Options: foldtable new {game} -o NAME=VALUE").format(game=engine.name)
    for option in engine.options:
        yield from (f"  {line}" for line in write_option(option, words))
    yield ""
    yield _("foldtable rules {game} RULE says what a rule in brackets is.").format(game=engine.name)


@commands.add("rules")
def rules(
    game: Annotated[str, typer.Argument(help="The game.", autocompletion=completion.complete_game)],
    rule: Annotated[list[str] | None, typer.Argument(help="Rules by number: S4 S7a.")] = None,
) -> Shown:
    """Print a game's rulebook, or some of its rules; a rule brings its sub-rules along.

    foldtable rules splendor S4 S7a
    """
    from replay.explain.lookup import find_engine, find_rules, write_rule

    engine = find_engine(game)
    found = find_rules(engine, rule or ())
    lines = (line for each in found for line in write_rule(engine, each, language()))
    return Shown([make_plain(each) for each in found], lines)


@commands.add("cards")
def cards(
    game: Annotated[str, typer.Argument(help="The game.", autocompletion=completion.complete_game)],
    query: Annotated[list[str] | None, typer.Argument(help="A part of a name or id.")] = None,
) -> Shown:
    """List a game's cards, tiles and tokens, or those that fit a query in either language.

    foldtable cards splendor medici
    """
    from replay.explain.lookup import find_engine, find_pieces, write_piece

    engine = find_engine(game)
    pieces = find_pieces(engine, " ".join(query or ()))
    words = engine.words(language())
    data = [
        {
            "id": p.id,
            "name": words.name(p.id),
            "kind": p.kind,
            "copies": p.copies,
            "facts": {**p.facts, **p.codes},
            "text": words.say_message(p.says) if p.says is not None else "",
        }
        for p in pieces
    ]
    return Shown(data, (line for piece in pieces for line in write_piece(piece, words)))

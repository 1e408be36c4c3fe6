"""Commands about games: games, rules, cards."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from replay.base.i18n import _, language
from replay.cli import completion
from replay.cli.command import LIBRARY, Commands
from replay.cli.output import Shown, draw_table, make_plain

commands = Commands(LIBRARY)


@commands.add("games")
def games() -> Shown:
    """List the installed games with seats, options and levels of detail.

    foldtable games
    """
    from engines.registry import list_games, load_engine

    engines = [load_engine(name) for name in list_games()]
    data = [
        {
            "game": engine.name,
            "name": engine.words(language()).name(engine.name),
            "rules": engine.rules,
            "seats": [engine.seats.start, engine.seats.stop - 1],
            "levels": list(engine.levels),
            "options": [
                {"name": o.name, "values": list(o.values), "default": o.default}
                for o in engine.options
            ],
        }
        for engine in engines
    ]
    rows = [
        (
            engine.name,
            engine.words(language()).name(engine.name),
            f"{engine.seats.start}–{engine.seats.stop - 1}",
            " ".join(engine.levels),
            " ".join(f"{o.name}={'|'.join(map(_word, o.values))}" for o in engine.options),
        )
        for engine in engines
    ]
    columns = (_("game"), _("name"), _("seats"), _("levels"), _("options"))
    return Shown(data, [draw_table(columns, rows)])


def _word(value: Any) -> str:
    """Return a value of an option as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@commands.add("rules")
def rules(
    game: Annotated[str, typer.Argument(help="The game.", autocompletion=completion.complete_game)],
    rule: Annotated[list[str] | None, typer.Argument(help="Rules by number: S4 S7a.")] = None,
) -> Shown:
    """Print a game's rulebook, or some of its rules; a rule brings its sub-rules along.

    foldtable rules splendor S4 S7a
    """
    from replay.explain.lookup import find_engine, find_rules, write_rule

    found = find_rules(find_engine(game), rule or ())
    lines = (line for each in found for line in write_rule(each, language()))
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

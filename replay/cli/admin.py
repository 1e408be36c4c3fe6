"""Commands about the ledger and the engines: db, simulate, conform, help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from replay.base.i18n import _, language
from replay.cli import complete
from replay.cli.exits import MEANING, Exit, Stop
from replay.cli.groups import ADMIN, app
from replay.cli.output import emit, progress, say, table
from replay.cli.settings import settings
from replay.cli.shared import command

if TYPE_CHECKING:
    pass


@command(app, "db", ADMIN)
def db(
    action: Annotated[
        str, typer.Argument(help="where: which file; upgrade: bring it up to date.")
    ] = "where",
) -> None:
    """Say where the ledger is, or bring an older one up to date (a backup stays beside it)."""
    import migrations
    from ledger import sqlite

    path, chosen = settings.where()
    if action == "upgrade":
        with sqlite.explained(path):
            before = sqlite.revision_of(path)
        settings.ledger().close()
        was = before or _("new")
        if settings.json:
            emit({"path": str(path), "from": before, "to": migrations.HEAD})
            return
        say(f"{path}: {was} → {migrations.HEAD}")
        return
    if action != "where":
        raise Stop(Exit.USAGE, _("db takes where or upgrade, not {text}.").format(text=action))
    if settings.json:
        emit({"path": str(path), "chosen_by": chosen, "exists": path.exists()})
        return
    say(f"{path}  ({chosen})")


@command(app, "simulate", ADMIN)
def simulate(
    game: Annotated[str, typer.Argument(help="The game.", autocompletion=complete.games)],
    seats: Annotated[int, typer.Option(help="How many seats (default: the fewest).")] = 0,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 0,
    matches: Annotated[int, typer.Option(help="How many matches.")] = 1,
    greedy: Annotated[
        bool, typer.Option("--greedy", help="Take what scores best at once.")
    ] = False,
    level: Annotated[str, typer.Option(help="How finely to record.")] = "full",
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A game's option: NAME=VALUE.")
    ] = None,
) -> None:
    """Record random legal matches, chance included, through the same path as live ones."""
    from replay.cli.opening import option_of
    from replay.explain.lookup import engine_named
    from replay.lab.simulation import simulate_match

    engine = engine_named(game)
    _must_be_positive(matches)
    chosen = dict(option_of(engine, text) for text in option or [])
    done = []
    with settings.ledger() as ledger, progress(_("simulating"), matches) as advance:
        for number in range(matches):
            info = simulate_match(
                ledger,
                engine,
                seats or engine.seats.start,
                seed + number,
                greedy=greedy,
                level=level,
                options=chosen,
            )
            done.append(info)
            advance()
    if settings.json:
        from replay.cli.record import describe_match

        emit([describe_match(info) for info in done])
        return
    for info in done:
        say(info.name)


def _must_be_positive(n: int) -> None:
    if n < 1:
        raise Stop(Exit.USAGE, _("{n} is not one or more.").format(n=n))


@command(app, "conform", ADMIN)
def conform(
    game: Annotated[str, typer.Argument(help="The game: ours or a third party's.")],
    games: Annotated[int, typer.Option(help="How many random games.")] = 20,
    seed: Annotated[int, typer.Option(help="The first game's seed.")] = 0,
    seats: Annotated[int, typer.Option(help="How many seats; all numbers by default.")] = 0,
    level: Annotated[str, typer.Option(help="The level of detail; all by default.")] = "",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", help="A game's option to keep to: NAME=VALUE."),
    ] = None,
) -> None:
    """Play random games and check the laws that every engine keeps; exit 1 when one is broken.

    Set-ups vary: every other option alone, and options together as far as they combine.
    """
    from replay.cli.opening import option_of
    from replay.explain.lookup import engine_named
    from replay.lab.conformance import conform_all

    engine = engine_named(game)
    _must_be_positive(games)
    given = {
        "seats": (seats,) if seats else (),
        "levels": (level,) if level else (),
        "options": dict(option_of(engine, text) for text in option or []),
    }
    with progress(_("playing"), games) as advance:
        findings = conform_all(engine, games, seed, advance, **given)
    if settings.json:
        emit([{"law": f.law, "what": f.what} for f in findings])
    else:
        for finding in findings:
            say(f"{finding.law}: {finding.what}")
        say(_("{n} games, {k} findings").format(n=games, k=len(findings)))
    if findings:
        raise typer.Exit(int(Exit.FOUND))


@command(app, "help", ADMIN)
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
    from replay.explain.lookup import engine_named
    from replay.speech.notation_help import notation_of

    if not game:
        raise Stop(Exit.USAGE, _("Which game?"), "foldtable help notation splendor")
    engine = engine_named(game)
    lines = notation_of(engine, language())
    if settings.json:
        emit({"game": engine.name, "notation": lines})
        return
    for line in lines:
        say(line)

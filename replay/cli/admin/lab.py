"""The commands simulate and conform: random play."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.base.i18n import _, ngettext
from replay.cli import completion
from replay.cli.command import ADMIN, Commands
from replay.cli.context import describe_match, parse_option
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown, show_progress
from replay.cli.settings import settings
from replay.cli.work import Jobs, Record, Scheduler, plan_work

if TYPE_CHECKING:
    from replay.lab.laws import Violation

commands = Commands(ADMIN)


@commands.add("simulate")
def simulate(
    game: Annotated[str, typer.Argument(help="The game.", autocompletion=completion.complete_game)],
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
    jobs: Jobs = 1,
    scheduler: Scheduler = "",
    record: Record = None,
) -> Shown:
    """Record random legal matches, chance included; the first has the seed, each other the next.

    foldtable simulate splendor --seats 3 --seed 7

    foldtable simulate splendor --matches 20 --jobs 0 --record simulated.jsonl
    """
    from replay.explain.lookup import find_engine
    from replay.lab.simulation import Simulated, simulate_matches

    engine = find_engine(game)
    _must_be_positive(matches)
    chosen = {**engine.kept, **dict(parse_option(engine, text) for text in option or [])}
    n = seats or engine.seats.start
    wanted = [
        Simulated(engine.name, n, seed + number, greedy, level, chosen) for number in range(matches)
    ]
    work = plan_work(jobs, scheduler, record)
    with settings.ledger() as ledger, show_progress(_("simulating"), matches) as advance:
        done = simulate_matches(ledger, wanted, advance, **work)
    return Shown([describe_match(info) for info in done], [info.name for info in done])


def _must_be_positive(n: int) -> None:
    if n < 1:
        raise Stop(Exit.USAGE, "{n} is not one or more.", n=n)


def _draw_violations(findings: Sequence[Violation]) -> Iterator[str]:
    """Yield a line for every kind of violation: the first of it, and how many more there are."""
    kinds: dict[tuple[str, str], list[Violation]] = {}
    for each in findings:
        kind = re.sub(r"[0-9]+", "", each.how)
        kinds.setdefault((each.law, kind), []).append(each)
    for (law, _kind), alike in kinds.items():
        yield f"{law}: {alike[0].what}"
        if len(alike) > 1:
            more = ngettext("  and {n} more like it", "  and {n} more like it", len(alike) - 1)
            yield more.format(n=len(alike) - 1)


@commands.add("conform")
def conform(
    game: Annotated[
        str,
        typer.Argument(
            help="The game: ours or a third party's.", autocompletion=completion.complete_game
        ),
    ],
    games: Annotated[int, typer.Option(help="How many random games.")] = 20,
    seed: Annotated[int, typer.Option(help="The first game's seed.")] = 0,
    seats: Annotated[int, typer.Option(help="How many seats; all numbers by default.")] = 0,
    level: Annotated[str, typer.Option(help="The level of detail; all by default.")] = "",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", help="A game's option to keep to: NAME=VALUE."),
    ] = None,
    jobs: Jobs = 1,
    scheduler: Scheduler = "",
    record: Record = None,
) -> Shown:
    """Play random games and check the laws that every engine keeps; exit 1 when one is broken.

    foldtable conform splendor --games 5

    Set-ups vary: every other option alone, and options together as far as they combine.
    """
    from replay.explain.lookup import find_engine
    from replay.lab.conformance import conform_all

    engine = find_engine(game)
    _must_be_positive(games)
    given: dict[str, Any] = {
        "seats": (seats,) if seats else (),
        "levels": (level,) if level else (),
        "options": dict(parse_option(engine, text) for text in option or []),
    }
    work = plan_work(jobs, scheduler, record)
    with show_progress(_("playing"), games) as advance:
        findings = conform_all(engine, games, seed, advance, **work, **given)
    summary = _("{n} games, {k} findings").format(n=games, k=len(findings))
    return Shown(
        [{"law": f.law, "what": f.what} for f in findings],
        [*_draw_violations(findings), summary],
        code=Exit.FOUND if findings else Exit.DONE,
    )

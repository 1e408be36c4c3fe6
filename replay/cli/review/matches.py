"""The command matches: a list of the ledger's matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ledger.headlines import VOID
from replay.base.i18n import _, ngettext
from replay.cli.command import REVIEW, Commands
from replay.cli.context import describe_match
from replay.cli.filters import Group, Person, Place, read_filters
from replay.cli.output import Shown, draw_table, make_console
from replay.cli.settings import settings

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ledger.headlines import MatchInfo

commands = Commands(REVIEW)


@commands.add("matches")
def matches(
    game: Annotated[str, typer.Option(help="Only this game.")] = "",
    person: Person = "",
    place: Place = "",
    group: Group = "",
    since: Annotated[str, typer.Option(help="Only played on or after this date.")] = "",
    until: Annotated[str, typer.Option(help="Only played on or before this date.")] = "",
    state: Annotated[str, typer.Option(help="Only open or finished ones.")] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Hidden, void and simulated ones too.")
    ] = False,
    limit: Annotated[
        int | None,
        typer.Option(min=0, help="How many at most; 0: all. By default 50, with --json all."),
    ] = None,
) -> Shown:
    """List matches, the one recorded on last first.

    foldtable matches --game splendor --since 2026-01
    """
    from replay.record.results import derive_missing

    most = MOST if limit is None and not settings.json else limit
    with settings.ledger() as ledger, ledger.read_transaction():
        wanted = read_filters(
            ledger,
            game=game,
            person=person,
            since=since,
            until=until,
            state=state,
            everything=everything,
            place=place,
            group=group,
        )
        infos = ledger.matches(wanted, most + 1 if most else None)
        found = derive_missing(ledger, infos[: most or None])
        others = bool(found) or bool(ledger.matches(limit=1))
    data = [describe_match(info) for info in found]
    if others and not found:
        return Shown(data, [_("No match is like that. foldtable matches --all lists every one.")])
    if not found:
        return Shown(data, [_("No matches. foldtable new GAME --seats A,B begins one.")])
    draw = _draw_two_lines if make_console().width < ONE_LINE else _draw_one_line
    more = _("There are more; foldtable matches --limit 0 lists all of them.")
    return Shown(data, [draw(found)], [more] if len(infos) > len(found) else [])


MOST: Final = 50
"""How many matches are listed where nothing is said."""


ONE_LINE: Final = 132
"""How many columns a terminal has in which a match takes one line; in a narrower one it is two."""


def _draw_one_line(found: Sequence[MatchInfo]) -> RenderableType:
    """Return a table of matches, a line each."""
    headings = (
        _("name"),
        _("game"),
        _("result (* won)"),
        _("played"),
        _("where"),
        _("level"),
        _("events"),
        _("state"),
        _("title"),
    )
    rows = [
        (
            info.name,
            info.game,
            list_results(info),
            info.played,
            info.place or "",
            info.level or "",
            info.version,
            write_state(info),
            info.title,
        )
        for info in found
    ]
    return draw_table(headings, rows)


def _draw_two_lines(found: Sequence[MatchInfo]) -> RenderableType:
    """Return a table of matches, two lines each, for a terminal of eighty columns."""
    headings = (_("name"), _("game, level"), _("played"), _("result (* won)"), _("state"))
    rows: list[tuple[object, ...]] = []
    for info in found:
        n = info.version
        events = ngettext("{n} event", "{n} events", n).format(n=n)
        about = " · ".join(filter(None, (info.title, info.place)))
        rows.append((info.name, info.game, info.played, list_results(info), write_state(info)))
        rows.append(("", info.level or "", "", about, events))
    return draw_table(headings, rows)


def list_results(info: MatchInfo) -> str:
    """Return the people in their seats with their points; whoever has won has a star."""
    outcomes = info.outcomes or (None,) * len(info.seats)
    said = []
    for name, outcome in zip(info.seats, outcomes, strict=False):
        left = outcome is not None and outcome.left
        shown = _("{name} (left)").format(name=name) if left else name
        if outcome is not None and outcome.points is not None:
            shown = f"{shown} {outcome.points}"
        said.append(f"{shown}*" if outcome is not None and outcome.won else shown)
    return ", ".join(said)


def write_state(info: MatchInfo) -> str:
    """Return how a match ended, and why it does not count or is not listed."""
    ends = {
        "": _("open"),
        "finished": _("finished"),
        "conceded": _("conceded"),
        "abandoned": _("abandoned"),
        VOID: _("void"),
    }
    marks = [ends.get(info.how, info.how)]
    if info.parent_id is not None:
        marks.append(_("what-if"))
    if info.archived_at is not None:
        marks.append(_("hidden"))
    if info.simulated:
        marks.append(_("simulated"))
    return ", ".join(marks)
